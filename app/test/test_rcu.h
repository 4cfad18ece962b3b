/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the files of the RCU test share. Numbers of readers are given by the test, so that one
 * thread may speak for several.
 */

#ifndef TEST_RCU_H
#define TEST_RCU_H

#include <rte_malloc.h>
#include <rte_rcu_qsbr.h>

/* A record for so many readers, to be freed with rte_free(); NULL if there is none. */
static inline struct rte_rcu_qsbr *
test_rcu_record(uint32_t max_threads)
{
	struct rte_rcu_qsbr *v = rte_malloc("rcu", rte_rcu_qsbr_get_memsize(max_threads),
		RTE_CACHE_LINE_SIZE);

	if (v != NULL && rte_rcu_qsbr_init(v, max_threads) != 0) {
		rte_free(v);
		v = NULL;
	}
	return v;
}

/* Register a reader and bring it online; 0 if all went well. */
static inline int
test_rcu_reader(struct rte_rcu_qsbr *v, unsigned int id)
{
	int ret = rte_rcu_qsbr_thread_register(v, id);

	rte_rcu_qsbr_thread_online(v, id);
	return ret;
}

/* The parts of rcu_qsbr_autotest in the other files. */
int test_rcu_dq(void);
int test_rcu_threads(void);

#endif /* TEST_RCU_H */
