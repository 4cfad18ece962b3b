/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A ring and a few threads, for the models of the types of ends. A model includes this file, then
 * defines two inlines for an end, of which the locations are head and tail:
 *
 *	take(head, tail, before, capacity, n)	take n slots, all or none, against the tail before;
 *						sets first, and n_taken to n or 0
 *	done(head, tail)			end the operation on n_taken slots from first on
 *
 * and AT_REST(head, tail), true if no operation runs, and TAIL_AUX, the second part of a tail's
 * first value. Then it includes ring_threads.pml. PROGRAM says what the threads do.
 *
 * Checked are, beside the order of accesses to slots (weak.pml): never more slots are taken than
 * there are, elements come out in the order they went in, and when all threads are through, both
 * ends rest and hold what they should.
 */

/* What three threads do on a ring of so many slots. */
#define N_THREADS 3
#if PROGRAM == 1	/* producers meet, and meet a consumer */
#define CAPACITY 1
#define N_SLOTS 2
#define T0 put(1); put(1)
#define T1 put(1)
#define T2 get(1)
#elif PROGRAM == 2	/* consumers meet, and meet a producer */
#define CAPACITY 1
#define N_SLOTS 2
#define T0 put(1); put(1)
#define T1 get(1)
#define T2 get(1)
#elif PROGRAM == 3	/* threads are producers and consumers in turn */
#define CAPACITY 1
#define N_SLOTS 2
#define T0 put(1); get(1)
#define T1 put(1); get(1)
#define T2 put(1)
#elif PROGRAM == 4	/* several operations of producers at once */
#define CAPACITY 3
#define N_SLOTS 4
#define T0 put(2); put(1)
#define T1 put(1)
#define T2 get(2); get(1)
#elif PROGRAM == 5	/* several operations of consumers at once */
#define CAPACITY 3
#define N_SLOTS 4
#define T0 put(3); put(1)
#define T1 get(2); get(1)
#define T2 get(1)
#endif
#define N_LOCS 4
#define N_STORED 8

/* Positions start short of the end of their range. */
#define FIRST 254

#include "weak.pml"

#define PROD_HEAD 0
#define PROD_TAIL 1
#define CONS_HEAD 2
#define CONS_TAIL 3

byte content[N_SLOTS];	/* by slot: the position that was written */
byte n_put, n_got;
byte n_through;
byte first_free, first_used;

#define RING_LOCALS \
	WEAK_LOCALS; \
	byte first, n_taken, entries, k; \
	byte h, hx, t, tx

/* What a thread remembers of an operation makes no difference for the next. */
inline forget()
{
	d_step {
		first = 0;
		n_taken = 0;
		entries = 0;
		k = 0;
		h = 0;
		hx = 0;
		t = 0;
		tx = 0;
		ok = false
	}
}

/* n of entries slots are wanted: sets n_taken to what there is to take. */
inline grant(n)
{
	if
	:: n <= entries -> n_taken = n
	:: else -> n_taken = 0
	fi
}
