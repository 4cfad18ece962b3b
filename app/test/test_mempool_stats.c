/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest, counters: what a dump says of a pool after known calls, in builds with
 * RTE_LIBRTE_MEMPOOL_STATS and in others; and reset.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>

#include "test_mempool.h"
#include "thread_start.h"

#ifdef RTE_LIBRTE_MEMPOOL_STATS
#define HAS_COUNTERS true
#else
#define HAS_COUNTERS false
#endif

#define N_OBJS 100
#define CACHE_SIZE 20

/* The dump of a pool; the caller frees it. */
static char *
dump_text(struct rte_mempool *mp)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (f == NULL)
		return NULL;
	rte_mempool_dump(f, mp);
	fclose(f);
	return text;
}

/* Is each of the words, "name=number" and a blank between them, in the dump? */
static bool
dump_says(struct rte_mempool *mp, const char *words)
{
	char *text = dump_text(mp), *copy = strdup(words), *word, *at;
	bool all = text != NULL && copy != NULL;
	size_t len;

	for (word = strtok(copy, " "); all && word != NULL; word = strtok(NULL, " ")) {
		len = strlen(word);
		for (at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
			if ((at == text || strchr(" \n", at[-1]) != NULL) &&
					(at[len] == '\0' || strchr(" \n", at[len]) != NULL))
				break;
		if (at == NULL)
			fprintf(stderr, "'%s' is not in this:\n%s", word, text);
		all = at != NULL;
	}
	free(copy);
	free(text);
	return all;
}

static int
check_dump(struct rte_mempool *mp)
{
	char words[256];
	void *objs[7];

	TEST_ASSERT(dump_says(mp, "size=100 populated=100 available=100 in_use=0 in_caches=0 "
		"in_handler=100 elt_size=64 cache_size=20 handler=ring_mp_mc flags=0x10"),
		"new pool");
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, 7), "get");
	TEST_ASSERT(dump_says(mp, "available=93 in_use=7 in_caches=3 in_handler=90"), "7 out");
	snprintf(words, sizeof(words), "header_size=%u trailer_size=%u private_data_size=%u "
		"mem_chunks=%u", mp->header_size, mp->trailer_size, mp->private_data_size,
		mp->nb_mem_chunks);
	TEST_ASSERT(dump_says(mp, words), "sizes");
	rte_mempool_put_bulk(mp, objs, 7);
	rte_mempool_cache_flush(NULL, mp);
	TEST_ASSERT(dump_says(mp, "available=100 in_use=0 in_caches=0 in_handler=100"), "flushed");
	return TEST_SUCCESS;
}

/* --- Counters ---------------------------------------------------------------------------- */

/* Calls from the main lcore: some served by the cache, some not, some in vain. */
static int
use_pool(struct rte_mempool *mp)
{
	void *objs[N_OBJS + 1];

	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, 4), "get"); /* 10 from the handler */
	TEST_ASSERT_SUCCESS(rte_mempool_get(mp, &objs[4]), "get");
	rte_mempool_put_bulk(mp, objs, 5);
	TEST_ASSERT(rte_mempool_get_bulk(mp, objs, N_OBJS + 1) == -ENOBUFS, "too many");
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, 30), "get"); /* 10 and 20 more */
	rte_mempool_put_bulk(mp, objs, 20);
	rte_mempool_put_bulk(mp, &objs[20], 10); /* half of the cache goes */
	rte_mempool_cache_flush(NULL, mp);
	return TEST_SUCCESS;
}

static void *
use_plainly(void *arg)
{
	void *objs[N_OBJS];

	if (rte_mempool_get_bulk(arg, objs, 3) == 0)
		rte_mempool_put_bulk(arg, objs, 3);
	return NULL;
}

/* The same from a thread that has no lcore id, and so neither cache nor counters of its own. */
static int
use_from_plain_thread(struct rte_mempool *mp)
{
	pthread_t thread;

	TEST_ASSERT_SUCCESS(thread_start(&thread, use_plainly, mp), "no thread");
	pthread_join(thread, NULL);
	return TEST_SUCCESS;
}

static int
check_counters(struct rte_mempool *mp, bool cached)
{
	static const char * const zero = "put_bulk=0 put_objs=0 put_common_pool_bulk=0 "
		"put_common_pool_objs=0 get_common_pool_bulk=0 get_common_pool_objs=0 "
		"get_success_bulk=0 get_success_objs=0 get_fail_bulk=0 get_fail_objs=0";

	if (!HAS_COUNTERS) {
		rte_mempool_stats_reset(mp);
		TEST_ASSERT(!dump_says(mp, "put_bulk=0"), "counters in a build without");
		return TEST_SUCCESS;
	}
	rte_mempool_stats_reset(mp);
	TEST_ASSERT(dump_says(mp, zero), "after a reset");
	TEST_ASSERT_SUCCESS(use_pool(mp), "use");
	TEST_ASSERT(dump_says(mp, "put_bulk=3 put_objs=35 get_success_bulk=3 get_success_objs=35 "
		"get_fail_bulk=1 get_fail_objs=101"), "calls");
	TEST_ASSERT(dump_says(mp, cached ?
		"get_common_pool_bulk=2 get_common_pool_objs=30 put_common_pool_bulk=2 "
		"put_common_pool_objs=30" :
		"get_common_pool_bulk=3 get_common_pool_objs=35 put_common_pool_bulk=3 "
		"put_common_pool_objs=35"), "calls of the handler");
	TEST_ASSERT_SUCCESS(use_from_plain_thread(mp), "plain thread");
	TEST_ASSERT(dump_says(mp, "put_bulk=4 put_objs=38 get_success_bulk=4 get_success_objs=38"),
		"plain thread");
	rte_mempool_stats_reset(mp);
	TEST_ASSERT(dump_says(mp, zero), "after a reset");
	return TEST_SUCCESS;
}

int
test_mempool_stats(void)
{
	struct rte_mempool *mp;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		mp = rte_mempool_create("counted", N_OBJS, 64, i == 0 ? 0 : CACHE_SIZE, 0, NULL,
			NULL, NULL, NULL, SOCKET_ID_ANY, 0);
		TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
		if (i == 1)
			TEST_ASSERT_SUCCESS(check_dump(mp), "dump");
		TEST_ASSERT_SUCCESS(check_counters(mp, i == 1), "counters, %s", i == 1 ? "cached" :
			"no cache");
		rte_mempool_free(mp);
	}
	return TEST_SUCCESS;
}
