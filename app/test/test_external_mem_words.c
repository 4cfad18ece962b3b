/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Heaps of memory that the test brings along, in words: each failure is one
 * line that tells what was wrong with which heap and memory; dumps tell the name.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include "log_catch.h"
#include "test.h"
#include "test_tools.h"

#define HEAP_NAME "in words"
#define LEN ((size_t)1 << 20)

static void *memory;
static struct log_catch caught;

static int
remove_memory(void)
{
	return rte_malloc_heap_memory_remove(HEAP_NAME, memory, LEN);
}

/* A call that fails with one line, which has these words. */
#define SAYS(call, error, words) \
	TEST_ASSERT(log_catch_start(&caught) == 0 && failed_with(call, error) && \
		log_catch_stop(&caught, words) == 1, "%s", #call)

/* An error is one line with the name and what is wrong. */
static int
test_heap_lines(void)
{
	SAYS(rte_malloc_heap_create(""), EINVAL, "1 to 31 characters; this one is ''");
	SAYS(rte_malloc_heap_create("socket_0"), EEXIST,
		"rte_malloc_heap_create: heap 'socket_0': there is one of that name already");
	SAYS(rte_malloc_heap_destroy("unknown"), ENOENT,
		"rte_malloc_heap_destroy: heap 'unknown': there is none of that name");
	SAYS(rte_malloc_heap_destroy("socket_0"), EPERM, "'socket_0': it is that of a node");
	SAYS(rte_malloc_heap_get_socket("unknown"), ENOENT, "'unknown': there is none");
	return 0;
}

/* What a line about the memory of a heap says; valid until the next one. */
static const char *
about(const char *reason)
{
	static char text[200];

	snprintf(text, sizeof(text), "heap '" HEAP_NAME "', memory at %p, %zu bytes: %s",
		memory, LEN, reason);
	return text;
}

static int
test_memory_lines(void)
{
	void *block;

	SAYS(remove_memory(), ENOENT, "'" HEAP_NAME "': there is none of that name");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	SAYS(remove_memory(), ENOENT, about("that was not added"));
	SAYS(rte_malloc_heap_memory_remove(HEAP_NAME, NULL, LEN), EINVAL,
		"an address and a length are needed");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_add(HEAP_NAME, memory, LEN, NULL, 0,
		rte_mem_page_size()), "add");
	SAYS(rte_malloc_heap_memory_attach(HEAP_NAME, memory, LEN), EEXIST,
		about("this process added it and has it already"));
	SAYS(rte_malloc_heap_memory_detach(HEAP_NAME, memory, LEN), EBUSY,
		about("this process added it: call"));
	block = rte_malloc_socket(NULL, 64, 0, rte_malloc_heap_get_socket(HEAP_NAME));
	TEST_ASSERT_NOT_NULL(block, "no block");
	SAYS(remove_memory(), EBUSY, about("there are blocks in it: free them first"));
	rte_free(block);
	SAYS(rte_malloc_heap_destroy(HEAP_NAME), EBUSY, "'" HEAP_NAME "': it still has memory");
	TEST_ASSERT_SUCCESS(remove_memory(), "remove");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	return 0;
}

/* Dumps tell the name of a heap of users, and not those of nodes. */
static int
test_dumps(void)
{
	char which[80], *text = NULL;
	const char *stats, *blocks;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	TEST_ASSERT_NOT_NULL(f, "no stream");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	snprintf(which, sizeof(which), "heap of node %d, '" HEAP_NAME "': ",
		rte_malloc_heap_get_socket(HEAP_NAME));
	rte_malloc_dump_stats(f, NULL);
	rte_malloc_dump_heaps(f);
	fclose(f);
	stats = strstr(text, which);
	blocks = stats == NULL ? NULL : strstr(stats + 1, which);
	if (blocks == NULL || strstr(text, "heap of node 0: ") == NULL) {
		fprintf(stderr, "'%s' and 'heap of node 0: ' are not twice in:\n%s", which, text);
		return TEST_FAILED;
	}
	free(text);
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	return 0;
}

static int
test_external_mem_words(void)
{
	memory = mmap(NULL, LEN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TEST_ASSERT(memory != MAP_FAILED, "no memory to bring along");
	if (test_heap_lines() < 0 || test_memory_lines() < 0 || test_dumps() < 0)
		return TEST_FAILED;
	munmap(memory, LEN);
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(external_mem_words_autotest, test_external_mem_words);
