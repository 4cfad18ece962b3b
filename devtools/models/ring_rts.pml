/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Type RTS: __rte_ring_rts_move_head(), __rte_ring_rts_head_wait(), __rte_ring_rts_update_tail().
 * Of head and tail the first part is the position, the second the count. Each FAULT plants one.
 */

#include "ring.pml"

#ifdef FAULT_HEAD_LOAD
#define HEAD_LOAD false
#else
#define HEAD_LOAD true
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
#ifdef FAULT_CHAIN
#define CHAIN false
#else
#define CHAIN true
#endif

/* So two operations that take 2 slots and 1 can run at once, and a third must wait. */
#define HTD_MAX 2
#define TAIL_AUX 0
#define AT_REST(head, tail) \
	(NEWEST(head).val == NEWEST(tail).val && NEWEST(head).aux == NEWEST(tail).aux)
#define DISTANCE(head_pos, tail_pos) ((head_pos - tail_pos) & 255)

/* Read a head that is not too far ahead of its tail. */
inline wait_head(head, tail)
{
	do
	:: true ->
		load(head, HEAD_LOAD, h, hx);
		load(tail, false, t, tx);
		if
		:: DISTANCE(h, t) <= HTD_MAX -> break
		:: else -> DISTANCE(NEWEST(head).val, NEWEST(tail).val) <= HTD_MAX
		fi
	od
}

inline take(head, tail, before, capacity, n)
{
	do
	:: true ->
#ifdef FAULT_NO_WAIT
		load(head, HEAD_LOAD, h, hx);
#else
		wait_head(head, tail);
#endif
		load(before, SLOTS_LOAD, t, tx);
		entries = capacity + t - h;
		grant(n);
		if
		:: n_taken == 0 -> break
		:: else
		fi;
		cas(head, h, hx, h + n_taken, hx + 1, HEAD_SWAP, false);
		if
		:: ok ->
			assert(DISTANCE(h, NEWEST(tail).val) <= HTD_MAX);
			first = h;
			break
		:: else
		fi
	od
}

/* k: the position to publish */
inline done(head, tail)
{
	do
	:: true ->
		load(tail, CHAIN, t, tx);
		load(head, false, h, hx);
#ifdef FAULT_EARLY
		k = h;
#else
		if
		:: ((tx + 1) & 255) == hx -> k = h
		:: else -> k = t
		fi;
#endif
		cas(tail, t, tx, k, tx + 1, SLOTS_STORE, false);
		if
		:: ok -> break
		:: else
		fi
	od
}

#include "ring_threads.pml"
