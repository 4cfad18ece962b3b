/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The record of readers: size, initial state, who is registered, waiting, dump.
 *
 * A reader is registered by its bit in the map. A counter whose bit is not set is offline, so that
 * a check may look at all counters or at those of the map.
 */

#include <errno.h>
#include <sched.h>
#include <string.h>

#include <eal_export.h>

#include "rcu_private.h"

RTE_EXPORT_SYMBOL(rte_rcu_log_type)
RTE_LOG_REGISTER_DEFAULT(rte_rcu_log_type, ERR)

/* Looks at the counters before a wait gives the processor away: some microseconds. */
#define RCU_SPINS 256

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_get_memsize)
size_t
rte_rcu_qsbr_get_memsize(uint32_t max_threads)
{
	if (max_threads == 0) {
		RCU_LOG(ERR, "an RCU record for 0 readers; give at least 1");
		return rcu_fail(EINVAL);
	}
	return sizeof(struct rte_rcu_qsbr) + (size_t)max_threads * sizeof(struct rte_rcu_qsbr_cnt) +
		__RTE_QSBR_THRID_ARRAY_SIZE(max_threads);
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_init)
int
rte_rcu_qsbr_init(struct rte_rcu_qsbr *v, uint32_t max_threads)
{
	if (v == NULL || max_threads == 0) {
		RCU_LOG(ERR, "no RCU record made: memory %p, %u readers; give at least 1",
			(void *)v, max_threads);
		return rcu_fail(EINVAL);
	}

	memset(v, 0, rte_rcu_qsbr_get_memsize(max_threads));
	v->max_threads = max_threads;
	v->num_elems = ((uint64_t)max_threads + __RTE_QSBR_THRID_MASK) >>
		__RTE_QSBR_THRID_INDEX_SHIFT;
	rte_atomic_store_explicit(&v->token, __RTE_QSBR_CNT_INIT, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&v->acked_token, __RTE_QSBR_CNT_INIT - 1,
		rte_memory_order_relaxed);
	return 0;
}

/* 0, or 1 with rte_errno and a message: what the caller wanted was not done. */
static int
rcu_check_reader(const struct rte_rcu_qsbr *v, unsigned int thread_id, const char *wanted)
{
	if (v == NULL) {
		RCU_LOG(ERR, "reader %u not %s: no RCU record", thread_id, wanted);
		return rcu_fail(EINVAL);
	}
	if (thread_id >= v->max_threads) {
		RCU_LOG(ERR, "reader %u not %s: the RCU record is for %u readers, numbered from 0",
			thread_id, wanted, v->max_threads);
		return rcu_fail(EINVAL);
	}
	return 0;
}

/* Word of the map and bit for a reader. */
static RTE_ATOMIC(uint64_t) *
rcu_map_word(struct rte_rcu_qsbr *v, unsigned int thread_id, uint64_t *bit)
{
	*bit = UINT64_C(1) << (thread_id & __RTE_QSBR_THRID_MASK);
	return __RTE_QSBR_THRID_ARRAY_ELM(v, thread_id >> __RTE_QSBR_THRID_INDEX_SHIFT);
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_thread_register)
int
rte_rcu_qsbr_thread_register(struct rte_rcu_qsbr *v, unsigned int thread_id)
{
	RTE_ATOMIC(uint64_t) *word;
	uint64_t bit;

	if (rcu_check_reader(v, thread_id, "registered") != 0)
		return 1;

	/* Relaxed: the fence of coming online makes the bit known in time. */
	word = rcu_map_word(v, thread_id, &bit);
	if ((rte_atomic_fetch_or_explicit(word, bit, rte_memory_order_relaxed) & bit) == 0)
		rte_atomic_fetch_add_explicit(&v->num_threads, 1, rte_memory_order_relaxed);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_thread_unregister)
int
rte_rcu_qsbr_thread_unregister(struct rte_rcu_qsbr *v, unsigned int thread_id)
{
	RTE_ATOMIC(uint64_t) *word;
	uint64_t bit;

	if (rcu_check_reader(v, thread_id, "unregistered") != 0)
		return 1;
	word = rcu_map_word(v, thread_id, &bit);
	if ((rte_atomic_load_explicit(word, rte_memory_order_relaxed) & bit) == 0)
		return 0;

	__RTE_RCU_IS_LOCK_CNT_ZERO(v, thread_id, ERR,
		"reader %u unregistered between lock and unlock", thread_id);
	/* Release, both: edge counter, for writers that look at all counters or at the map. */
	rte_atomic_store_explicit(&v->qsbr_cnt[thread_id].cnt, __RTE_QSBR_CNT_THR_OFFLINE,
		rte_memory_order_release);
	rte_atomic_fetch_and_explicit(word, ~bit, rte_memory_order_release);
	rte_atomic_fetch_sub_explicit(&v->num_threads, 1, rte_memory_order_relaxed);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_synchronize)
void
rte_rcu_qsbr_synchronize(struct rte_rcu_qsbr *v, unsigned int thread_id)
{
	unsigned int looks;
	uint64_t t;

	RTE_ASSERT(v != NULL);

	t = rte_rcu_qsbr_start(v);
	if (thread_id != RTE_QSBR_THRID_INVALID)
		rte_rcu_qsbr_quiescent(v, thread_id);

	/* A reader may need this processor. */
	for (looks = 1; rte_rcu_qsbr_check(v, t, false) == 0; looks++) {
		rte_pause();
		if (looks % RCU_SPINS == 0)
			sched_yield();
	}
}

/* One line for a registered reader. */
static void
rcu_dump_reader(FILE *f, struct rte_rcu_qsbr *v, unsigned int thread_id)
{
	struct rte_rcu_qsbr_cnt *reader = &v->qsbr_cnt[thread_id];
	const uint64_t cnt = rte_atomic_load_explicit(&reader->cnt, rte_memory_order_relaxed);

	fprintf(f, "  reader %u: ", thread_id);
	if (cnt == __RTE_QSBR_CNT_THR_OFFLINE)
		fprintf(f, "offline");
	else
		fprintf(f, "token=%" PRIu64, cnt);
	fprintf(f, " locks=%" PRIu32 "\n",
		rte_atomic_load_explicit(&reader->lock_cnt, rte_memory_order_relaxed));
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_dump)
int
rte_rcu_qsbr_dump(FILE *f, struct rte_rcu_qsbr *v)
{
	uint64_t left;
	uint32_t i;

	if (f == NULL || v == NULL) {
		RCU_LOG(ERR, "no dump of RCU record %p to file %p", (void *)v, (void *)f);
		return rcu_fail(EINVAL);
	}

	fprintf(f, "RCU record %p\n", (void *)v);
	fprintf(f, "  max_threads=%" PRIu32 " num_threads=%" PRIu32 "\n", v->max_threads,
		rte_atomic_load_explicit(&v->num_threads, rte_memory_order_relaxed));
	fprintf(f, "  token=%" PRIu64 " acked_token=%" PRIu64 "\n",
		rte_atomic_load_explicit(&v->token, rte_memory_order_relaxed),
		rte_atomic_load_explicit(&v->acked_token, rte_memory_order_relaxed));
	for (i = 0; i < v->num_elems; i++) {
		left = rte_atomic_load_explicit(__RTE_QSBR_THRID_ARRAY_ELM(v, i),
				rte_memory_order_relaxed);
		for (; left != 0; left &= left - 1)
			rcu_dump_reader(f, v, (i << __RTE_QSBR_THRID_INDEX_SHIFT) +
				rte_ctz64(left));
	}
	return 0;
}
