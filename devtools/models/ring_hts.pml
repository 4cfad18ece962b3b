/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Type HTS: __rte_ring_hts_move_head(), __rte_ring_hts_head_wait(), __rte_ring_hts_update_tail().
 * Head and tail are one word: the location of the tail, with the head as second part. A store of
 * the tail's half leaves the other as it is. Each FAULT plants one.
 */

#include "ring.pml"

#ifdef FAULT_TURN
#define TURN false
#else
#define TURN true
#endif
#ifdef FAULT_SLOTS_LOAD
#define SLOTS_LOAD false
#else
#define SLOTS_LOAD true
#endif
#ifdef FAULT_SLOTS_STORE
#define SLOTS_STORE false
#else
#define SLOTS_STORE true
#endif

#define TAIL_AUX FIRST
#define AT_REST(head, tail) (NEWEST(tail).val == NEWEST(tail).aux)

inline take(head, tail, before, capacity, n)
{
#ifdef FAULT_TAIL_FIRST
	load(before, SLOTS_LOAD, entries, tx);
#endif
	do
	:: true ->
		do
		:: true ->
			load(tail, TURN, h, hx);
#ifdef FAULT_NO_WAIT
			break
#else
			if
			:: h == hx -> break
			:: else -> NEWEST(tail).val == NEWEST(tail).aux
			fi
#endif
		od;
#ifdef FAULT_TAIL_FIRST
		entries = capacity + entries - hx;
#else
		load(before, SLOTS_LOAD, t, tx);
		entries = capacity + t - hx;
#endif
		grant(n);
		if
		:: n_taken == 0 -> break
		:: else
		fi;
		cas(tail, h, hx, h, hx + n_taken, true, false);
		if
		:: ok ->
			first = hx;
			break
		:: else
		fi
	od
}

inline done(head, tail)
{
	store(tail, SLOTS_STORE, first + n_taken, NEWEST(tail).aux)
}

#include "ring_threads.pml"
