/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Defer queues: what creation refuses, and every kind of queue against a model in which readers
 * report, leave and come back at random.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_memory.h>
#include <rte_random.h>

#include "heap_base.h"
#include "log_catch.h"
#include "test.h"
#include "test_rcu.h"

#define N_READERS 3
#define MAX_SIZE 40
#define MAX_ESIZE 256
#define ROUNDS 3000

/* What free_fn saw, and what it is to do. */
struct freed {
	uint32_t esize;
	uint64_t next;              /* number of the resource that must come next */
	unsigned int faults;
	struct rte_rcu_qsbr_dq *dq; /* not NULL: free_fn uses the queue itself */
	unsigned int nested;
};

/* A resource is its number, then bytes made of it. */
static void
resource_make(uint8_t *e, uint32_t esize, uint64_t number)
{
	uint32_t i;

	for (i = 0; i < esize; i++)
		e[i] = i < 4 ? number >> 8 * i : number + i;
}

static void
resource_free(void *p, void *e, unsigned int n)
{
	uint8_t wanted[MAX_ESIZE];
	struct freed *freed = p;

	resource_make(wanted, freed->esize, freed->next++);
	if (n != 1 || memcmp(e, wanted, freed->esize) != 0 || (uintptr_t)e % 8 != 0)
		freed->faults++;
	if (freed->dq != NULL && freed->nested++ == 0) {
		/* Neither end of the queue is held by whoever called this. */
		rte_rcu_qsbr_dq_reclaim(freed->dq, 1, NULL, NULL, NULL);
		resource_make(wanted, freed->esize, freed->next + 1);
		freed->faults += rte_rcu_qsbr_dq_enqueue(freed->dq, wanted);
	}
}

static struct rte_rcu_qsbr_dq_parameters
good_params(struct rte_rcu_qsbr *v, struct freed *freed)
{
	struct rte_rcu_qsbr_dq_parameters params = {
		.name = "rcu dq", .size = 8, .esize = 8, .trigger_reclaim_limit = 4,
		.max_reclaim_size = 2, .free_fn = resource_free, .p = freed, .v = v,
	};

	freed->esize = params.esize;
	return params;
}

/* A creation that must fail with the error and at least one line, and leave nothing. */
static int
check_no_create(const struct rte_rcu_qsbr_dq_parameters *params, int error)
{
	struct heap_base base = heap_base_read();
	struct rte_rcu_qsbr_dq *dq;
	struct log_catch catch;
	int got;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_errno = 0;
	dq = rte_rcu_qsbr_dq_create(params);
	got = rte_errno;
	TEST_ASSERT(log_catch_stop(&catch, "") >= 1, "no line");
	TEST_ASSERT(dq == NULL && got == error, "%p with %d, not %d", (void *)dq, got, error);
	TEST_ASSERT(heap_base_restored(&base), "a failed creation left something");
	return TEST_SUCCESS;
}

#define CHECK_BAD(member, value, error) do { \
	struct rte_rcu_qsbr_dq_parameters bad_ = good_params(v, &freed); \
	bad_.member = (value); \
	TEST_ASSERT_SUCCESS(check_no_create(&bad_, error), #member " = " #value); \
} while (0)

static int
test_params(struct rte_rcu_qsbr *v)
{
	struct freed freed = { .next = 0 };
	struct rte_rcu_qsbr_dq_parameters params = good_params(v, &freed);
	struct rte_rcu_qsbr_dq *dq;

	TEST_ASSERT_SUCCESS(check_no_create(NULL, EINVAL), "no parameters");
	CHECK_BAD(name, NULL, EINVAL);
	CHECK_BAD(name, "a name of twenty-nine letters", ENAMETOOLONG);
	CHECK_BAD(flags, 2, EINVAL);
	CHECK_BAD(size, 0, EINVAL);
	CHECK_BAD(size, RTE_RING_SZ_MASK, EINVAL);
	CHECK_BAD(size, RTE_RING_SZ_MASK / 2, ENOMEM);
	CHECK_BAD(esize, 0, EINVAL);
	CHECK_BAD(esize, 6, EINVAL);
	CHECK_BAD(esize, 4096 + 4, EINVAL);
	CHECK_BAD(esize, UINT32_MAX - 3, EINVAL);
	CHECK_BAD(max_reclaim_size, 0, EINVAL);
	CHECK_BAD(free_fn, NULL, EINVAL);
	CHECK_BAD(v, NULL, EINVAL);

	params.trigger_reclaim_limit = params.size + 1;
	params.max_reclaim_size = 0;
	params.name = "a name of twenty-eight chars";
	params.esize = 4096;
	dq = rte_rcu_qsbr_dq_create(&params);
	TEST_ASSERT_NOT_NULL(dq, "error %d", rte_errno);
	TEST_ASSERT_SUCCESS(check_no_create(&params, EEXIST), "a twin");
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_delete(dq), "not deleted");
	return TEST_SUCCESS;
}

#define CHECK_REFUSED(call) do { \
	struct log_catch catch_; \
	int got_; \
	TEST_ASSERT_SUCCESS(log_catch_start(&catch_), "no log stream"); \
	rte_errno = 0; \
	got_ = (call) == 1 ? rte_errno : -1; \
	TEST_ASSERT(log_catch_stop(&catch_, "queue") == 1 && got_ == EINVAL, "%s: %d", #call, \
		got_); \
} while (0)

/* Wrong arguments; a queue that is full, and one that is not empty when it is to go. */
static int
test_edges(struct rte_rcu_qsbr *v, uint32_t flags)
{
	struct freed freed = { .next = 0 };
	struct rte_rcu_qsbr_dq_parameters params = good_params(v, &freed);
	unsigned int done = 99, pending = 99, room = 99;
	struct rte_rcu_qsbr_dq *dq;
	uint8_t e[8];
	uint64_t i;

	params.flags = flags;
	dq = rte_rcu_qsbr_dq_create(&params);
	TEST_ASSERT_NOT_NULL(dq, "error %d", rte_errno);
	CHECK_REFUSED(rte_rcu_qsbr_dq_enqueue(NULL, e));
	CHECK_REFUSED(rte_rcu_qsbr_dq_enqueue(dq, NULL));
	CHECK_REFUSED(rte_rcu_qsbr_dq_reclaim(NULL, 1, NULL, NULL, NULL));
	CHECK_REFUSED(rte_rcu_qsbr_dq_reclaim(dq, 0, NULL, NULL, NULL));
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_delete(NULL), "no queue");
	TEST_ASSERT(rte_rcu_qsbr_dq_reclaim(dq, 1, &done, &pending, &room) == 0 && done == 0 &&
		pending == 0 && room == 8, "empty: %u, %u, %u", done, pending, room);

	rte_rcu_qsbr_thread_online(v, 0);
	for (i = 0; i < 9; i++) {
		resource_make(e, sizeof(e), i);
		rte_errno = 0;
		TEST_ASSERT(rte_rcu_qsbr_dq_enqueue(dq, e) == (i == 8) &&
			rte_errno == (i == 8 ? ENOSPC : 0), "resource %" PRIu64, i);
	}
	rte_errno = 0;
	TEST_ASSERT(rte_rcu_qsbr_dq_delete(dq) == 1 && rte_errno == EAGAIN, "deleted in use");
	TEST_ASSERT(freed.next == 0, "resources in use were freed");
	rte_rcu_qsbr_thread_offline(v, 0);
	TEST_ASSERT(rte_rcu_qsbr_dq_reclaim(dq, 3, &done, &pending, &room) == 0 && done == 3 &&
		pending == 5 && room == 3, "three: %u, %u, %u", done, pending, room);
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_delete(dq), "not deleted");
	TEST_ASSERT(freed.next == 8 && freed.faults == 0, "%" PRIu64 " freed", freed.next);
	return TEST_SUCCESS;
}

/* A free_fn that reclaims from and puts on the queue it is called for. */
static int
test_nested(struct rte_rcu_qsbr *v, uint32_t flags)
{
	struct freed freed = { .next = 0 };
	struct rte_rcu_qsbr_dq_parameters params = good_params(v, &freed);
	unsigned int done, pending;
	uint8_t e[8];
	uint64_t i;

	params.flags = flags;
	params.trigger_reclaim_limit = params.size + 1;
	freed.dq = rte_rcu_qsbr_dq_create(&params);
	TEST_ASSERT_NOT_NULL(freed.dq, "error %d", rte_errno);
	for (i = 0; i < 3; i++) {
		resource_make(e, sizeof(e), i);
		TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_enqueue(freed.dq, e), "full");
	}
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_reclaim(freed.dq, 2, &done, &pending, NULL), "reclaim");
	TEST_ASSERT(done == 2 && pending == 1 && freed.next == 3 && freed.faults == 0,
		"%u done, %u pending, %u faults", done, pending, freed.faults);
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_delete(freed.dq), "not deleted");
	TEST_ASSERT(freed.next == 4 && freed.faults == 0, "%" PRIu64 " freed", freed.next);
	return TEST_SUCCESS;
}

/* The model: tokens of what is queued, and what readers have reported. */
struct model {
	struct rte_rcu_qsbr *v;
	struct rte_rcu_qsbr_dq *dq;
	struct freed freed;
	uint64_t reader[N_READERS]; /* token; 0 = offline */
	uint64_t token[MAX_SIZE];   /* of resource number n at n modulo the size of this array */
	uint64_t first, next;       /* numbers of the resources that are queued */
};

static bool
model_passed(const struct model *m, uint64_t t)
{
	unsigned int i;

	for (i = 0; i < N_READERS; i++)
		if (m->reader[i] != 0 && m->reader[i] < t)
			return false;
	return true;
}

/* The model's reclaim: returns how many of at most n go. */
static unsigned int
model_reclaim(struct model *m, unsigned int n)
{
	unsigned int done;

	for (done = 0; done < n && m->first < m->next; done++) {
		if (!model_passed(m, m->token[m->first % MAX_SIZE]))
			break;
		m->first++;
	}
	return done;
}

static void
model_move_reader(struct model *m)
{
	const unsigned int id = rte_rand_max(N_READERS);

	if (m->reader[id] == 0) {
		rte_rcu_qsbr_thread_online(m->v, id);
		m->reader[id] = m->v->token;
	} else if (rte_rand_max(4) == 0) {
		rte_rcu_qsbr_thread_offline(m->v, id);
		m->reader[id] = 0;
	} else {
		rte_rcu_qsbr_quiescent(m->v, id);
		m->reader[id] = m->v->token;
	}
}

static int
model_enqueue(struct model *m, const struct rte_rcu_qsbr_dq_parameters *params)
{
	uint8_t e[MAX_ESIZE];
	int ret;

	if (m->next - m->first > params->trigger_reclaim_limit)
		model_reclaim(m, params->max_reclaim_size);
	resource_make(e, params->esize, m->next);
	rte_errno = 0;
	ret = rte_rcu_qsbr_dq_enqueue(m->dq, e);
	if (m->next - m->first == params->size) {
		TEST_ASSERT(ret == 1 && rte_errno == ENOSPC, "%d on a full queue", ret);
		return TEST_SUCCESS;
	}
	TEST_ASSERT(ret == 0, "error %d", rte_errno);
	m->token[m->next % MAX_SIZE] = m->v->token;
	m->next++;
	return TEST_SUCCESS;
}

static int
model_step(struct model *m, const struct rte_rcu_qsbr_dq_parameters *params)
{
	unsigned int n, wanted, done, pending, room;

	switch (rte_rand_max(8)) {
	case 0:
		n = 1 + rte_rand_max(params->size);
		wanted = model_reclaim(m, n);
		TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_reclaim(m->dq, n, &done, &pending, &room),
			"no reclaim");
		TEST_ASSERT(done == wanted && pending == m->next - m->first &&
			room == params->size - pending, "%u of %u; %u, %u", done, wanted, pending,
			room);
		break;
	case 1 ... 4:
		TEST_ASSERT_SUCCESS(model_enqueue(m, params), "no enqueue");
		break;
	default:
		model_move_reader(m);
	}
	TEST_ASSERT(m->freed.next == m->first && m->freed.faults == 0,
		"%" PRIu64 " freed, not %" PRIu64 "; %u faults", m->freed.next, m->first,
		m->freed.faults);
	return TEST_SUCCESS;
}

static int
test_model(struct rte_rcu_qsbr *v, uint32_t flags, uint32_t esize)
{
	struct model m = { .v = v, .freed = { .esize = esize } };
	struct rte_rcu_qsbr_dq_parameters params = good_params(v, &m.freed);
	unsigned int i;

	params.flags = flags;
	params.esize = m.freed.esize = esize;
	params.size = 1 + rte_rand_max(MAX_SIZE);
	params.trigger_reclaim_limit = rte_rand_max(params.size + 2);
	params.max_reclaim_size = 1 + rte_rand_max(params.size);
	m.dq = rte_rcu_qsbr_dq_create(&params);
	TEST_ASSERT_NOT_NULL(m.dq, "error %d", rte_errno);
	for (i = 0; i < ROUNDS; i++)
		TEST_ASSERT_SUCCESS(model_step(&m, &params), "esize %u, flags %u, size %u, step %u",
			esize, flags, params.size, i);
	for (i = 0; i < N_READERS; i++)
		rte_rcu_qsbr_thread_offline(v, i);
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_delete(m.dq), "not deleted");
	TEST_ASSERT(m.freed.next == m.next && m.freed.faults == 0, "resources are lost");
	return TEST_SUCCESS;
}

int
test_rcu_dq(void)
{
	static const uint32_t esizes[] = { 4, 8, 12, 16, 20, 24, MAX_ESIZE };
	struct rte_rcu_qsbr *v = test_rcu_record(N_READERS);
	unsigned int i, flags;

	TEST_ASSERT_NOT_NULL(v, "no record");
	for (i = 0; i < N_READERS; i++)
		TEST_ASSERT_SUCCESS(rte_rcu_qsbr_thread_register(v, i), "reader %u", i);
	rte_srand(test_seed());
	TEST_ASSERT_SUCCESS(test_params(v), "parameters");
	for (flags = 0; flags <= RTE_RCU_QSBR_DQ_MT_UNSAFE; flags++) {
		TEST_ASSERT_SUCCESS(test_edges(v, flags), "flags %u", flags);
		TEST_ASSERT_SUCCESS(test_nested(v, flags), "flags %u", flags);
		for (i = 0; i < RTE_DIM(esizes); i++)
			TEST_ASSERT_SUCCESS(test_model(v, flags, esizes[i]), "model");
	}
	rte_free(v);
	return TEST_SUCCESS;
}
