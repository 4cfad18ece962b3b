/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Type MT: __rte_ring_headtail_move_head_mt() and __rte_ring_update_tail(). Each FAULT plants one.
 */

#include "ring.pml"

#ifdef FAULT_HEAD_LOAD
#define HEAD_LOAD false
#else
#define HEAD_LOAD true
#endif
#ifdef FAULT_HEAD_FAILED
#define HEAD_FAILED false
#else
#define HEAD_FAILED true
#endif
#ifdef FAULT_HEAD_SWAP
#define HEAD_SWAP false
#else
#define HEAD_SWAP true
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
#ifdef FAULT_TURN
#define TURN false
#else
#define TURN true
#endif

#define TAIL_AUX 0
#define AT_REST(head, tail) (NEWEST(head).val == NEWEST(tail).val)

inline take(head, tail, before, capacity, n)
{
#ifdef FAULT_TAIL_FIRST
	load(before, SLOTS_LOAD, t, tx);
#endif
	load(head, HEAD_LOAD, h, hx);
#ifdef FAULT_TAIL_KEPT
	load(before, SLOTS_LOAD, t, tx);
#endif
	do
	:: true ->
#if !defined(FAULT_TAIL_FIRST) && !defined(FAULT_TAIL_KEPT)
		load(before, SLOTS_LOAD, t, tx);
#endif
		entries = capacity + t - h;
		grant(n);
		if
		:: n_taken == 0 -> break
		:: else
		fi;
		cas(head, h, hx, h + n_taken, 0, HEAD_SWAP, HEAD_FAILED);
		if
		:: ok ->
			first = h;
			break
		:: else
		fi
	od
}

inline done(head, tail)
{
#ifndef FAULT_NO_TURN
	await(tail, TURN, first);
#endif
	store(tail, SLOTS_STORE, first + n_taken, 0)
}

#include "ring_threads.pml"
