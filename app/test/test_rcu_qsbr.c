/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * RCU by quiescent states, step by step: sizes, arguments, registration, tokens, waiting, dump.
 */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_errno.h>

#include "heap_base.h"
#include "log_catch.h"
#include "test.h"
#include "test_rcu.h"
#include "thread_start.h"

#define LINE RTE_CACHE_LINE_SIZE

/* Time for another thread to get to where it waits. If it does not, a test sees less. */
#define A_WHILE_US 20000

/* An expression must be 1 with the error EINVAL and one line of log. */
#define CHECK_REFUSED(call) do { \
	struct log_catch catch_; \
	int got_; \
	TEST_ASSERT_SUCCESS(log_catch_start(&catch_), "no log stream"); \
	rte_errno = 0; \
	got_ = (call) == 1 ? rte_errno : -1; \
	TEST_ASSERT(log_catch_stop(&catch_, "RCU") == 1 && got_ == EINVAL, "%s: %d", #call, got_); \
} while (0)

static int
test_sizes(void)
{
	/* readers, lines of the map behind the counters */
	static const uint32_t rows[][2] = {
		{ 1, 1 }, { 63, 1 }, { 64, 1 }, { 65, 1 }, { 512, 1 }, { 513, 2 }, { 1024, 2 },
	};
	struct rte_rcu_qsbr *v;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows) && LINE == 64; i++)
		TEST_ASSERT(rte_rcu_qsbr_get_memsize(rows[i][0]) ==
			(size_t)(2 + rows[i][0] + rows[i][1]) * LINE, "row %u", i);
	TEST_ASSERT(rte_rcu_qsbr_get_memsize(UINT32_MAX) >
		(size_t)UINT32_MAX * (LINE * 8 + 1) / 8, "most readers");
	CHECK_REFUSED(rte_rcu_qsbr_get_memsize(0));

	CHECK_REFUSED(rte_rcu_qsbr_init(NULL, 1));
	v = test_rcu_record(65);
	TEST_ASSERT_NOT_NULL(v, "no record");
	TEST_ASSERT(v->max_threads == 65 && v->num_elems == 2 && v->num_threads == 0, "record");
	TEST_ASSERT(v->token == 1 && v->acked_token == 0, "tokens");
	CHECK_REFUSED(rte_rcu_qsbr_init(v, 0));
	TEST_ASSERT(v->max_threads == 65, "changed by a refused init");
	rte_free(v);
	return TEST_SUCCESS;
}

static int
test_register(void)
{
	static const unsigned int ids[] = { 0, 63, 64, 127, 128, 129 };
	struct rte_rcu_qsbr *v = test_rcu_record(130);
	unsigned int i, n;

	TEST_ASSERT_NOT_NULL(v, "no record");
	CHECK_REFUSED(rte_rcu_qsbr_thread_register(NULL, 0));
	CHECK_REFUSED(rte_rcu_qsbr_thread_register(v, 130));
	CHECK_REFUSED(rte_rcu_qsbr_thread_register(v, RTE_QSBR_THRID_INVALID));
	CHECK_REFUSED(rte_rcu_qsbr_thread_unregister(NULL, 0));
	CHECK_REFUSED(rte_rcu_qsbr_thread_unregister(v, 130));

	for (i = 0; i < RTE_DIM(ids); i++) {
		for (n = 0; n < 2; n++)
			TEST_ASSERT(rte_rcu_qsbr_thread_register(v, ids[i]) == 0 &&
				v->num_threads == i + 1, "reader %u, time %u", ids[i], n);
		TEST_ASSERT((*__RTE_QSBR_THRID_ARRAY_ELM(v, ids[i] / 64) >> ids[i] % 64 & 1) == 1,
			"bit of reader %u", ids[i]);
	}
	TEST_ASSERT(rte_rcu_qsbr_thread_unregister(v, 5) == 0 && v->num_threads == 6,
		"a stranger was removed");
	for (i = 0; i < RTE_DIM(ids); i++)
		for (n = 0; n < 2; n++)
			TEST_ASSERT(rte_rcu_qsbr_thread_unregister(v, ids[i]) == 0 &&
				v->num_threads == 5 - i, "reader %u, time %u", ids[i], n);
	for (i = 0; i < v->num_elems; i++)
		TEST_ASSERT(*__RTE_QSBR_THRID_ARRAY_ELM(v, i) == 0, "word %u", i);
	rte_free(v);
	return TEST_SUCCESS;
}

/* Two readers, in a record that has room for more or not. */
static int
test_check(uint32_t max_threads, unsigned int a, unsigned int b)
{
	struct rte_rcu_qsbr *v = test_rcu_record(max_threads);
	uint64_t t, later;

	TEST_ASSERT_NOT_NULL(v, "no record");
	TEST_ASSERT(rte_rcu_qsbr_check(v, 0, false) == 1, "no token");
	t = rte_rcu_qsbr_start(v);
	TEST_ASSERT(t == 2 && rte_rcu_qsbr_check(v, t, false) == 1, "nobody to wait for");

	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_thread_register(v, a), "reader a");
	t = rte_rcu_qsbr_start(v);
	TEST_ASSERT(rte_rcu_qsbr_check(v, t, false) == 1, "an offline reader");

	TEST_ASSERT_SUCCESS(test_rcu_reader(v, b), "reader b");
	rte_rcu_qsbr_thread_online(v, a);
	TEST_ASSERT(rte_rcu_qsbr_check(v, t, false) == 1, "readers that came later");
	t = rte_rcu_qsbr_start(v);
	later = rte_rcu_qsbr_start(v);
	TEST_ASSERT(later == t + 1 && rte_rcu_qsbr_check(v, t, false) == 0, "two readers");
	rte_rcu_qsbr_quiescent(v, a);
	TEST_ASSERT(rte_rcu_qsbr_check(v, t, false) == 0, "one reader");
	rte_rcu_qsbr_quiescent(v, b);
	TEST_ASSERT(rte_rcu_qsbr_check(v, t, false) == 1, "both reported");
	TEST_ASSERT(v->acked_token == later && rte_rcu_qsbr_check(v, later, false) == 1,
		"one look, both tokens");

	t = rte_rcu_qsbr_start(v);
	rte_rcu_qsbr_quiescent(v, b);
	later = rte_rcu_qsbr_start(v);
	rte_rcu_qsbr_thread_offline(v, a);
	TEST_ASSERT(rte_rcu_qsbr_check(v, t, false) == 1, "a left, b reported");
	TEST_ASSERT(v->acked_token == t && rte_rcu_qsbr_check(v, later, false) == 0,
		"b has not seen the later token");
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_thread_unregister(v, b), "reader b leaves");
	TEST_ASSERT(rte_rcu_qsbr_check(v, later, false) == 1, "b went without a report");

	/* Who comes again is not taken for who went. */
	t = rte_rcu_qsbr_start(v);
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_thread_register(v, b), "reader b again");
	TEST_ASSERT(rte_rcu_qsbr_check(v, t, false) == 1, "b is offline");
	rte_free(v);
	return TEST_SUCCESS;
}

/* A thread that waits until a token has passed. */
struct waiter {
	struct rte_rcu_qsbr *v;
	uint64_t t;              /* 0: rte_rcu_qsbr_synchronize() */
	RTE_ATOMIC(bool) done;
	int ret;
};

static void *
wait_for_token(void *arg)
{
	struct waiter *me = arg;

	if (me->t == 0)
		rte_rcu_qsbr_synchronize(me->v, RTE_QSBR_THRID_INVALID);
	else
		me->ret = rte_rcu_qsbr_check(me->v, me->t, true);
	rte_atomic_store_explicit(&me->done, true, rte_memory_order_release);
	return NULL;
}

static bool
is_done(struct waiter *waiter)
{
	usleep(A_WHILE_US);
	return rte_atomic_load_explicit(&waiter->done, rte_memory_order_acquire);
}

static void
let_go_by_report(struct rte_rcu_qsbr *v, unsigned int id)
{
	rte_rcu_qsbr_quiescent(v, id);
}

static void
let_go_by_unregister(struct rte_rcu_qsbr *v, unsigned int id)
{
	rte_rcu_qsbr_thread_unregister(v, id);
}

static int
check_wait(uint32_t max_threads, bool synchronize,
		void (*let_go)(struct rte_rcu_qsbr *v, unsigned int id))
{
	struct rte_rcu_qsbr *v = test_rcu_record(max_threads);
	struct waiter waiter = { .v = v, .ret = 1 };
	pthread_t thread;

	TEST_ASSERT_NOT_NULL(v, "no record");
	TEST_ASSERT_SUCCESS(test_rcu_reader(v, 0), "reader 0");
	TEST_ASSERT_SUCCESS(test_rcu_reader(v, 1), "reader 1");
	if (!synchronize)
		waiter.t = rte_rcu_qsbr_start(v);
	TEST_ASSERT_SUCCESS(thread_start_beside(&thread, wait_for_token, &waiter), "no thread");
	while (rte_atomic_load_explicit(&v->token, rte_memory_order_relaxed) == 1)
		usleep(1);
	let_go(v, 0);
	TEST_ASSERT(!is_done(&waiter), "did not wait for reader 1");
	let_go(v, 1);
	pthread_join(thread, NULL);
	TEST_ASSERT(waiter.done && waiter.ret == 1, "result %d", waiter.ret);
	rte_free(v);
	return TEST_SUCCESS;
}

static int
test_wait(void)
{
	static const struct {
		uint32_t max_threads;
		bool synchronize;
		void (*let_go)(struct rte_rcu_qsbr *v, unsigned int id);
	} rows[] = {
		{ 2, false, let_go_by_report }, { 2, false, rte_rcu_qsbr_thread_offline },
		{ 2, false, let_go_by_unregister }, { 2, true, let_go_by_report },
		{ 70, false, let_go_by_report }, { 70, false, rte_rcu_qsbr_thread_offline },
		{ 70, false, let_go_by_unregister }, { 70, true, let_go_by_unregister },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++)
		TEST_ASSERT_SUCCESS(check_wait(rows[i].max_threads, rows[i].synchronize,
			rows[i].let_go), "row %u", i);
	return TEST_SUCCESS;
}

/*
 * Reader 0 is offline when a first writer looks at it; it comes online while that writer waits for
 * reader 1. Then a second removal: reader 1 reports, reader 0 does not. What the first writer finds
 * out says nothing about the second token.
 */
static int
test_late_reader(uint32_t max_threads)
{
	struct rte_rcu_qsbr *v = test_rcu_record(max_threads);
	struct waiter waiter = { .v = v };
	pthread_t thread;
	uint64_t second;

	TEST_ASSERT_NOT_NULL(v, "no record");
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_thread_register(v, 0), "reader 0");
	TEST_ASSERT_SUCCESS(test_rcu_reader(v, 1), "reader 1");
	waiter.t = rte_rcu_qsbr_start(v);
	TEST_ASSERT_SUCCESS(thread_start_beside(&thread, wait_for_token, &waiter), "no thread");
	TEST_ASSERT(!is_done(&waiter), "did not wait for reader 1");

	rte_rcu_qsbr_thread_online(v, 0);
	second = rte_rcu_qsbr_start(v);
	rte_rcu_qsbr_quiescent(v, 1);
	pthread_join(thread, NULL);
	TEST_ASSERT(rte_rcu_qsbr_check(v, second, false) == 0, "reader 0 was forgotten");
	rte_rcu_qsbr_quiescent(v, 0);
	TEST_ASSERT(rte_rcu_qsbr_check(v, second, false) == 1, "all have reported");
	rte_free(v);
	return TEST_SUCCESS;
}

/* A writer that is a reader reports by waiting. */
static int
test_synchronize(void)
{
	struct rte_rcu_qsbr *v = test_rcu_record(3);
	uint64_t t;

	TEST_ASSERT_NOT_NULL(v, "no record");
	rte_rcu_qsbr_synchronize(v, RTE_QSBR_THRID_INVALID);
	TEST_ASSERT_SUCCESS(test_rcu_reader(v, 2), "reader 2");
	t = rte_rcu_qsbr_start(v);
	TEST_ASSERT(rte_rcu_qsbr_check(v, t, false) == 0, "no report yet");
	rte_rcu_qsbr_synchronize(v, 2);
	TEST_ASSERT(v->token == t + 1 && v->acked_token == t + 1, "token %u, acked %u",
		(unsigned int)v->token, (unsigned int)v->acked_token);

	rte_rcu_qsbr_lock(v, 2);
	rte_rcu_qsbr_lock(v, 2);
#ifdef RTE_LIBRTE_RCU_DEBUG
	TEST_ASSERT(v->qsbr_cnt[2].lock_cnt == 2, "locks are not counted");
#else
	TEST_ASSERT(v->qsbr_cnt[2].lock_cnt == 0, "locks are counted");
#endif
	rte_rcu_qsbr_unlock(v, 2);
	rte_rcu_qsbr_unlock(v, 2);
	rte_free(v);
	return TEST_SUCCESS;
}

static int
test_dump(void)
{
	struct rte_rcu_qsbr *v = test_rcu_record(80);
	char *text = NULL, wanted[256];
	size_t len;
	FILE *f;

	TEST_ASSERT_NOT_NULL(v, "no record");
	TEST_ASSERT_SUCCESS(test_rcu_reader(v, 3), "reader 3");
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_thread_register(v, 79), "reader 79");
	rte_rcu_qsbr_start(v);
	CHECK_REFUSED(rte_rcu_qsbr_dump(NULL, v));
	CHECK_REFUSED(rte_rcu_qsbr_dump(stdout, NULL));

	f = open_memstream(&text, &len);
	TEST_ASSERT_NOT_NULL(f, "no stream");
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dump(f, v), "no dump");
	fclose(f);
	snprintf(wanted, sizeof(wanted), "RCU record %p\n  max_threads=80 num_threads=2\n"
		"  token=2 acked_token=0\n  reader 3: token=1 locks=0\n"
		"  reader 79: offline locks=0\n", (void *)v);
	TEST_ASSERT(strcmp(text, wanted) == 0, "dump:\n%s", text);
	free(text);
	rte_free(v);
	return TEST_SUCCESS;
}

static int
test_rcu_qsbr(void)
{
	struct heap_base base = heap_base_read();
	int ret = 0;

	ret |= test_sizes();
	ret |= test_register();
	ret |= test_check(2, 0, 1);
	ret |= test_check(2, 1, 0);
	ret |= test_check(200, 3, 130);
	ret |= test_check(200, 64, 63);
	ret |= test_wait();
	ret |= test_late_reader(2);
	ret |= test_late_reader(70);
	ret |= test_synchronize();
	ret |= test_dump();
	ret |= test_rcu_dq();
	ret |= test_rcu_threads();
	TEST_ASSERT_SUCCESS(ret, "a part failed");
	TEST_ASSERT(heap_base_restored(&base), "something is left");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(rcu_qsbr_autotest, test_rcu_qsbr)
