/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of rte_rcu_qsbr.c and rcu_dq.c with the checks of debug builds: misuse of lock and
 * unlock is logged; a defer queue whose memory or ring cannot be had leaves nothing behind.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_malloc.h>
#include <rte_rcu_qsbr.h>

#include "unit.h"
#include "unit_log.h"

#define N_READERS 70

UNIT_FAKE_ERRNO();

static struct {
	unsigned int blocks;  /* held from rte_zmalloc() */
	bool block_fails;     /* the next rte_zmalloc() gives NULL */
	unsigned int flags;   /* of the ring that was asked for last */
	unsigned int esize;
} fake;

int
rte_log_register_type_and_pick_level(const char *name, uint32_t level_def)
{
	UNIT_CHECK(strcmp(name, "lib.rcu") == 0 && level_def == RTE_LOG_ERR);
	return RTE_LOGTYPE_FIRST_EXT_ID;
}

const char *
rte_strerror(int errnum)
{
	return strerror(errnum);
}

void *
rte_zmalloc(const char *type, size_t size, unsigned int align)
{
	UNIT_CHECK(type != NULL && (align & (align - 1)) == 0);
	if (fake.block_fails)
		return NULL;
	fake.blocks++;
	return calloc(1, size);
}

void
rte_free(void *ptr)
{
	fake.blocks--;
	free(ptr);
}

struct rte_ring *
rte_ring_create_elem(const char *name, unsigned int esize, unsigned int count, int socket_id,
		unsigned int flags)
{
	UNIT_CHECK(strcmp(name, "queue") == 0 && count == 5 && socket_id == SOCKET_ID_ANY);
	fake.flags = flags;
	fake.esize = esize;
	rte_errno = ENOSPC;
	return NULL;
}

void
rte_ring_free(struct rte_ring *r)
{
	UNIT_CHECK(r == NULL);
}

static void
no_free(void *p, void *e, unsigned int n)
{
	UNIT_CHECK(p == NULL && e == NULL && n == 0);
}

static void
test_no_queue(struct rte_rcu_qsbr *v)
{
	struct rte_rcu_qsbr_dq_parameters params = {
		.name = "queue", .size = 5, .esize = 12, .trigger_reclaim_limit = 6,
		.free_fn = no_free, .v = v,
	};

	fake.block_fails = true;
	rte_errno = unit_log_lines = 0;
	UNIT_CHECK(rte_rcu_qsbr_dq_create(&params) == NULL && rte_errno == ENOMEM);
	UNIT_CHECK(unit_log_lines == 1 && strstr(unit_log_last, "queue") != NULL);

	fake.block_fails = false;
	UNIT_CHECK(rte_rcu_qsbr_dq_create(&params) == NULL && rte_errno == ENOSPC);
	UNIT_CHECK(fake.blocks == 0 && unit_log_lines == 2 && fake.esize == 20);
	UNIT_CHECK(fake.flags == (RING_F_EXACT_SZ | RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ));
	params.flags = RTE_RCU_QSBR_DQ_MT_UNSAFE;
	UNIT_CHECK(rte_rcu_qsbr_dq_create(&params) == NULL && fake.blocks == 0);
	UNIT_CHECK(fake.flags == (RING_F_EXACT_SZ | RING_F_SP_ENQ | RING_F_SC_DEQ));
}

/* The lines a call logs. */
#define LINES_OF(call) (unit_log_lines = 0, (call), unit_log_lines)

static void
test_locks(struct rte_rcu_qsbr *v)
{
	rte_rcu_qsbr_thread_register(v, 66);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_thread_online(v, 66)) == 0);
	rte_rcu_qsbr_lock(v, 66);
	rte_rcu_qsbr_lock(v, 66);
	UNIT_CHECK(v->qsbr_cnt[66].lock_cnt == 2);
	rte_rcu_qsbr_unlock(v, 66);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_quiescent(v, 66)) == 1);
	UNIT_CHECK(strstr(unit_log_last, "66") != NULL);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_thread_offline(v, 66)) == 1);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_thread_online(v, 66)) == 1);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_synchronize(v, 66)) == 1);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_thread_unregister(v, 66)) == 1);

	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_unlock(v, 66)) == 0 && v->qsbr_cnt[66].lock_cnt == 0);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_unlock(v, 66)) == 1 && v->qsbr_cnt[66].lock_cnt == 0);
	rte_rcu_qsbr_thread_register(v, 66);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_thread_online(v, 66)) == 0);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_quiescent(v, 66)) == 0);
	UNIT_CHECK(LINES_OF(rte_rcu_qsbr_thread_offline(v, 66)) == 0);
}

/* What lies behind the record's bytes is not touched; all before is used. */
static void
test_bounds(void)
{
	const uint32_t n[] = {1, 64, 65, 512, 513};
	struct rte_rcu_qsbr *v;
	unsigned int i;
	const uint8_t *end, *map_end;
	size_t sz;

	for (i = 0; i < RTE_DIM(n); i++) {
		sz = rte_rcu_qsbr_get_memsize(n[i]);
		v = aligned_alloc(RTE_CACHE_LINE_SIZE, sz + RTE_CACHE_LINE_SIZE);
		memset(v, 0xA5, sz + RTE_CACHE_LINE_SIZE);
		end = (uint8_t *)v + sz;
		UNIT_CHECK(rte_rcu_qsbr_init(v, n[i]) == 0 && end[0] == 0xA5);
		UNIT_CHECK(rte_rcu_qsbr_thread_register(v, n[i] - 1) == 0 && end[0] == 0xA5);
		map_end = (uint8_t *)(uintptr_t)__RTE_QSBR_THRID_ARRAY_ELM(v, v->num_elems);
		UNIT_CHECK(map_end <= end);
		UNIT_CHECK((uintptr_t)__RTE_QSBR_THRID_ARRAY_ELM(v, 0) ==
			(uintptr_t)&v->qsbr_cnt[n[i]]);
		free(v);
	}
}

int
main(void)
{
	struct rte_rcu_qsbr *v = aligned_alloc(RTE_CACHE_LINE_SIZE,
			rte_rcu_qsbr_get_memsize(N_READERS));

	UNIT_CHECK(rte_rcu_qsbr_init(v, N_READERS) == 0);
	test_no_queue(v);
	test_locks(v);
	test_bounds();
	free(v);
	return unit_status();
}
