/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The second half of ring.pml: operations on a ring, made of those of a model, and the threads.
 */

inline put(n)
{
	take(PROD_HEAD, PROD_TAIL, CONS_TAIL, CAPACITY, n);
	if
	:: n_taken > 0 ->
		/* What was taken was there. */
		assert(entries <= CAPACITY);
		do
		:: k < n_taken ->
			atomic {
				t = first + k;
				touch(t % N_SLOTS);
				content[t % N_SLOTS] = t;
				k++
			}
		:: else -> break
		od;
		done(PROD_HEAD, PROD_TAIL);
		n_put = n_put + n_taken
	:: else
	fi;
	forget()
}

inline get(n)
{
	take(CONS_HEAD, CONS_TAIL, PROD_TAIL, 0, n);
	if
	:: n_taken > 0 ->
		/* What was taken was there. */
		assert(entries <= CAPACITY);
		do
		:: k < n_taken ->
			atomic {
				t = first + k;
				touch(t % N_SLOTS);
				assert(content[t % N_SLOTS] == t);
				k++
			}
		:: else -> break
		od;
		done(CONS_HEAD, CONS_TAIL);
		n_got = n_got + n_taken
	:: else
	fi;
	forget()
}

proctype thread0()
{
	RING_LOCALS;
	T0;
	n_through++
}

proctype thread1()
{
	RING_LOCALS;
	T1;
	n_through++
}

proctype thread2()
{
	RING_LOCALS;
	T2;
	n_through++
}

init
{
	atomic {
		weak_init(PROD_HEAD, FIRST, 0);
		weak_init(PROD_TAIL, FIRST, TAIL_AUX);
		weak_init(CONS_HEAD, FIRST, 0);
		weak_init(CONS_TAIL, FIRST, TAIL_AUX);
		run thread0();
		run thread1();
		run thread2();
	}
	n_through == N_THREADS;
	d_step {
		assert(AT_REST(PROD_HEAD, PROD_TAIL) && AT_REST(CONS_HEAD, CONS_TAIL));
		first_free = FIRST + n_put;
		first_used = FIRST + n_got;
		assert(NEWEST(PROD_TAIL).val == first_free && NEWEST(CONS_TAIL).val == first_used)
	}
}
