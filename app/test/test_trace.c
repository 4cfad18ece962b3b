/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * trace_autotest: the trace points of EAL are registered by their names, the general
 * ones and those of the heap record when enabled, on workers too, and not otherwise.
 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal_trace.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_malloc.h>

#include "test.h"

static int
test_names(void)
{
	static const char *const names[] = {
		"lib.eal.generic.void",
		"lib.eal.generic.string",
		"lib.eal.generic.blob",
		"lib.eal.mem.malloc",
		"lib.eal.mem.zmalloc",
		"lib.eal.mem.realloc",
		"lib.eal.mem.free",
		"lib.eal.memzone.reserve",
		"lib.eal.memzone.lookup",
		"lib.eal.memzone.free",
		"lib.eal.thread.remote.launch",
		"lib.eal.thread.lcore.ready",
		"lib.eal.thread.lcore.running",
		"lib.eal.thread.lcore.stopped",
	};

	for (size_t i = 0; i < RTE_DIM(names); i++)
		TEST_ASSERT_NOT_NULL(rte_trace_point_lookup(names[i]), "%s", names[i]);
	TEST_ASSERT(rte_trace_point_lookup("lib.eal.generic.u64") == &__rte_eal_trace_generic_u64,
			"address");
	return TEST_SUCCESS;
}

/* Bytes that this thread has recorded. */
static uint32_t
recorded(void)
{
	struct __rte_trace_header *buf = RTE_PER_LCORE(trace_mem);

	return buf != NULL ? buf->offset : 0;
}

static int
record(void *arg)
{
	uint32_t before = recorded();

	RTE_SET_USED(arg);
	RTE_EAL_TRACE_GENERIC_FUNC;
	rte_eal_trace_generic_str("text");
	rte_eal_trace_generic_double(0.5);
	rte_eal_trace_generic_blob("1234", 4);
	return (int)(recorded() - before);
}

static int
test_generic(void)
{
	unsigned int lcore_id;
	int bytes;

	TEST_ASSERT_EQUAL(record(NULL), 0, "disabled");
	TEST_ASSERT_EQUAL(rte_trace_pattern("lib.eal.generic.*", true), 1, "pattern");
	TEST_ASSERT(rte_trace_is_enabled(), "enabled");
	bytes = record(NULL);
	TEST_ASSERT(bytes >= 4 * 8 + 32 + 32 + 8 + 1 + 64, "%d bytes", bytes);
	RTE_LCORE_FOREACH_WORKER(lcore_id) {
		TEST_ASSERT_SUCCESS(rte_eal_remote_launch(record, NULL, lcore_id), "launch");
		TEST_ASSERT(rte_eal_wait_lcore(lcore_id) >= bytes - 8, "lcore %u", lcore_id);
	}
	TEST_ASSERT_EQUAL(rte_trace_regexp("^lib.eal.generic", false), 1, "regexp");
	TEST_ASSERT_EQUAL(record(NULL), 0, "disabled");
	return TEST_SUCCESS;
}

static int
test_heap(void)
{
	rte_trace_point_t *point = rte_trace_point_lookup("lib.eal.mem.malloc");
	uint32_t before = recorded();
	void *p;

	rte_free(rte_malloc("trace", 100, 0));
	TEST_ASSERT_EQUAL(recorded(), before, "disabled");
	TEST_ASSERT_SUCCESS(rte_trace_point_enable(point), "enable");
	TEST_ASSERT(rte_trace_point_is_enabled(point), "enabled");
	p = rte_malloc("trace", 100, 0);
	TEST_ASSERT(recorded() > before, "not recorded");
	rte_free(p);
	rte_errno = 4711;
	p = rte_malloc("a type that is longer than a string field of a trace", 100, 0);
	TEST_ASSERT(p != NULL && rte_errno == 4711, "recording set rte_errno to %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_trace_point_disable(point), "disable");
	before = recorded();
	rte_free(p);
	TEST_ASSERT_EQUAL(recorded(), before, "disabled");
	return TEST_SUCCESS;
}

static int
test_metadata(void)
{
	char *text;
	size_t text_sz;
	FILE *f = open_memstream(&text, &text_sz);
	bool described;

	TEST_ASSERT_NOT_NULL(f, "memory stream");
	TEST_ASSERT_SUCCESS(rte_trace_metadata_dump(f), "dump");
	rte_trace_dump(f);
	fclose(f);
	described = strstr(text, "name = \"lib.eal.mem.malloc\"") != NULL;
	free(text);
	TEST_ASSERT(described, "not described");
	return TEST_SUCCESS;
}

/* In a new thread: the first event needs a new buffer in the list. NULL if none is made. */
static void *
record_first(void *arg)
{
	return record(NULL) > 0 ? arg : NULL;
}

/*
 * Somebody who needs the registry of trace points and the list of buffers before the reader of a
 * dump goes on.
 */
static ssize_t
trace_and_read(void *cookie, const char *text, size_t len)
{
	unsigned int *n_writes = cookie;
	pthread_t thread;
	void *ret = NULL;

	RTE_SET_USED(text);
	++*n_writes;
	if (rte_trace_point_lookup("lib.eal.mem.malloc") == NULL ||
	    pthread_create(&thread, NULL, record_first, cookie) != 0)
		return 0;
	pthread_join(thread, &ret);
	return ret != NULL ? (ssize_t)len : 0;
}

/* A dump writes to the stream without a lock; otherwise this does not end. */
static int
test_dump_unlocked(void)
{
	const cookie_io_functions_t functions = {.write = trace_and_read};
	unsigned int n_writes = 0;
	FILE *f = fopencookie(&n_writes, "w", functions);
	int failed;

	TEST_ASSERT_NOT_NULL(f, "stream");
	setvbuf(f, NULL, _IONBF, 0);
	TEST_ASSERT_EQUAL(rte_trace_pattern("lib.eal.generic.*", true), 1, "pattern");
	rte_trace_dump(f);
	TEST_ASSERT_EQUAL(rte_trace_pattern("lib.eal.generic.*", false), 1, "pattern");
	failed = ferror(f);
	fclose(f);
	TEST_ASSERT(n_writes > 0 && !failed, "%u writes", n_writes);
	return TEST_SUCCESS;
}

static int
test_trace(void)
{
	if (test_names() != 0 || test_generic() != 0 || test_heap() != 0)
		return TEST_FAILED;
	if (test_metadata() != 0)
		return TEST_FAILED;
	return test_dump_unlocked();
}
REGISTER_FAST_TEST(trace_autotest, test_trace);
