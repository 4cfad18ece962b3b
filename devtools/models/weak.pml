/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Memory with weak order, for the models in this directory.
 *
 * A location keeps all values that were stored to it, in order. A thread has a view: for each
 * location the oldest value it can still read. A load takes any value that is not older. A store
 * with release keeps the view of its thread beside the value, and a load with acquire that takes
 * the value adds it to its own; a read-modify-write also passes on what was kept with the value it
 * replaced. These are the rules of C11 for release, acquire and relaxed order, but for one freedom:
 * a load never takes a value that is stored only later.
 *
 * Slots are plain memory. Every access to one must come after the one before it in the order that
 * release and acquire make; an assertion fails if not. So a slot is never read before it is
 * written, nor written before it was read.
 *
 * The file that includes this one defines N_LOCS, N_SLOTS, N_THREADS and N_STORED, the number of
 * values a location can have. Values have two parts of 8 bits, which wrap as those of 32 bits do.
 * The threads are started by init, so that their pids count from 1.
 */

#define N_PLACES (N_LOCS + N_SLOTS)

typedef stored {
	byte val;
	byte aux;
	byte kept[N_PLACES]
};

typedef location {
	byte n_was;
	stored was[N_STORED]
};

typedef knowledge {
	byte oldest[N_PLACES]
};

location loc[N_LOCS];
knowledge view[N_THREADS + 1];
byte touched[N_SLOTS];

/* What the operations below need in each thread. */
#define WEAK_LOCALS byte at, i; bool ok

#define NEWEST(l) loc[l].was[loc[l].n_was - 1]

/* First value of a location; before any thread runs. */
inline weak_init(l, v, x)
{
	loc[l].was[0].val = v;
	loc[l].was[0].aux = x;
	loc[l].n_was = 1
}

/* Choose one of the values that can be read. */
inline weak_choose(l)
{
	at = loc[l].n_was - 1;
	do
	:: at > view[_pid].oldest[l] -> at--
	:: break
	od
}

/* The value at has been read. */
inline weak_see(l, acquire)
{
	view[_pid].oldest[l] = at;
	if
	:: acquire ->
		i = 0;
		do
		:: i < N_PLACES ->
			if
			:: loc[l].was[at].kept[i] > view[_pid].oldest[i] ->
				view[_pid].oldest[i] = loc[l].was[at].kept[i]
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0
	:: else
	fi
}

/* Store a value; pass_on: with what was kept beside the one before. */
inline weak_append(l, release, v, x, pass_on)
{
	assert(loc[l].n_was < N_STORED);
	at = loc[l].n_was;
	view[_pid].oldest[l] = at;
	i = 0;
	do
	:: i < N_PLACES ->
		if
		:: release -> loc[l].was[at].kept[i] = view[_pid].oldest[i]
		:: else
		fi;
		if
		:: pass_on && loc[l].was[at - 1].kept[i] > loc[l].was[at].kept[i] ->
			loc[l].was[at].kept[i] = loc[l].was[at - 1].kept[i]
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0;
	loc[l].was[at].val = v;
	loc[l].was[at].aux = x;
	loc[l].n_was++;
	at = 0
}

inline load(l, acquire, v, x)
{
	atomic {
		weak_choose(l);
		v = loc[l].was[at].val;
		x = loc[l].was[at].aux;
		weak_see(l, acquire);
		at = 0
	}
}

inline store(l, release, v, x)
{
	d_step {
		weak_append(l, release, v, x, false)
	}
}

/*
 * Compare and swap: ok says if (v, x) were found and (new_v, new_x) stored; if not, v and x are
 * what was found. Only the newest value can be replaced.
 */
inline cas(l, v, x, new_v, new_x, release, fail_acquire)
{
	atomic {
		weak_choose(l);
		if
		:: loc[l].was[at].val == v && loc[l].was[at].aux == x -> at = loc[l].n_was - 1
		:: else
		fi;
		if
		:: loc[l].was[at].val == v && loc[l].was[at].aux == x ->
			weak_append(l, release, new_v, new_x, true);
			ok = true
		:: else ->
			v = loc[l].was[at].val;
			x = loc[l].was[at].aux;
			weak_see(l, fail_acquire);
			ok = false
		fi;
		at = 0
	}
}

/* Add to a value; old is the one before. */
inline fetch_add(l, n_added, order, old)
{
	d_step {
		at = loc[l].n_was - 1;
		old = loc[l].was[at].val;
		weak_see(l, order);
		weak_append(l, order, old + n_added, 0, true)
	}
}

/* Wait until the newest value of a location is v. */
inline await(l, acquire, v)
{
	atomic {
		NEWEST(l).val == v;
		at = loc[l].n_was - 1;
		weak_see(l, acquire);
		at = 0
	}
}

/* Read or write a slot. */
inline touch(s)
{
	d_step {
		assert(view[_pid].oldest[N_LOCS + s] == touched[s]);
		touched[s]++;
		view[_pid].oldest[N_LOCS + s] = touched[s]
	}
}
