/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A stage of a ring with stages: soring_acquire(), rte_soring_releasx(), soring_settle(). Workers
 * acquire what is there, one element at a time, and release it; one more thread acts as the next
 * stage. Checked are, beside the order of accesses to slots (weak.pml): every slot is passed on
 * after its release, and once all are released the tail has passed all. Each FAULT plants one.
 */

#define N_THREADS 3
#define N_SLOTS 3
#define N_LOCS 7
#ifdef FAULT_ALL_SETTLE
#define N_STORED 16
#else
#define N_STORED 7
#endif

#include "weak.pml"

#ifdef FAULT_DONE_STORE
#define DONE_STORE false
#else
#define DONE_STORE true
#endif
#ifdef FAULT_DONE_LOAD
#define DONE_LOAD false
#else
#define DONE_LOAD true
#endif
#ifdef FAULT_SETTLE
#define SETTLE false
#else
#define SETTLE true
#endif
#ifdef FAULT_SLOTS_STORE
#define SLOTS_STORE false
#else
#define SLOTS_STORE true
#endif

#define BEFORE 0	/* tail of the stage before: all slots are there */
#define HEAD 1
#define TAIL 2
#define UNSETTLED 3
#define HOLD 4		/* the first of N_SLOTS */

/* Values of holds */
#define NONE 0
#define HELD 1
#define DONE 2

byte released[N_SLOTS];
byte n_through;

inline acquire()
{
	load(HEAD, true, h, x);
	do
	:: true ->
		load(BEFORE, true, t, x);
		if
		:: t == h -> got = false; break
		:: else
		fi;
		cas(HEAD, h, x, h + 1, 0, true, true);
		if
		:: ok -> got = true; break
		:: else
		fi
	od;
	if
	:: got ->
		store(HOLD + h, false, HELD, 0);
		touch(h)
	:: else
	fi
}

inline settle()
{
	load(TAIL, false, t, x);
	known = 1;
	do
	:: true ->
		do
		:: t < N_SLOTS ->
			load(HOLD + t, DONE_LOAD, hold, x);
			if
			:: hold == DONE ->
				store(HOLD + t, false, NONE, 0);
				t++
			:: else -> break
			fi
		:: else -> break
		od;
		store(TAIL, SLOTS_STORE, t, 0);
		fetch_add(UNSETTLED, -known, SETTLE, old);
		known = old - known;
#ifdef FAULT_NO_AGAIN
		break
#else
		if
		:: known == 0 -> break
		:: else
		fi
#endif
	od
}

inline release()
{
	touch(h);
	released[h] = true;
	store(HOLD + h, DONE_STORE, DONE, 0);
	fetch_add(UNSETTLED, 1, SETTLE, old);
#ifdef FAULT_ALL_SETTLE
	settle()
#else
	if
	:: old == 0 -> settle()
	:: else
	fi
#endif
}

inline forget()
{
	d_step {
		h = 0;
		t = 0;
		x = 0;
		hold = 0;
		known = 0;
		old = 0;
		got = false;
		ok = false
	}
}

inline work()
{
	acquire();
	if
	:: got -> release()
	:: else
	fi;
	forget()
}

proctype worker()
{
	WEAK_LOCALS;
	byte h, t, x, hold, known, old;
	bool got;

	work();
	work();
	n_through++
}

/* The next stage: reads what the tail has passed. */
proctype next_stage()
{
	WEAK_LOCALS;
	byte h, t, x;

	do
	:: h < N_SLOTS ->
		load(TAIL, true, t, x);
		do
		:: h < t ->
			assert(released[h]);
			touch(h);
			h++
		:: else -> break
		od;
		if
		:: n_through == N_THREADS - 1 -> break
		:: else
		fi
	:: else -> break
	od;
	n_through++
}

init
{
	atomic {
		weak_init(BEFORE, N_SLOTS, 0);
		weak_init(HEAD, 0, 0);
		weak_init(TAIL, 0, 0);
		weak_init(UNSETTLED, 0, 0);
		weak_init(HOLD, NONE, 0);
		weak_init(HOLD + 1, NONE, 0);
		weak_init(HOLD + 2, NONE, 0);
		run worker();
		run worker();
		run next_stage()
	}
	n_through == N_THREADS;
	assert(NEWEST(TAIL).val == NEWEST(HEAD).val && NEWEST(HEAD).val == N_SLOTS);
	assert(NEWEST(UNSETTLED).val == 0)
}
