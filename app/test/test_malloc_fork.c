/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A forked child must not use EAL. When it does, by accident, that may cost the child its memory,
 * but not the parent.
 */

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_malloc.h>

#include "heap_base.h"
#include "test.h"

#define N_BLOCKS 64

static void
use_heap(void **blocks)
{
	for (unsigned int i = 0; i < N_BLOCKS; i++) {
		void *ptr = rte_malloc(NULL, (size_t)100 << (i % 12), 0);

		if (ptr != NULL)
			memset(ptr, 0xff, 100);
		if (i % 3 == 0)
			rte_free(blocks[i]);
	}
}

static int
test_malloc_fork(void)
{
	struct heap_base base = heap_base_read(), before;
	void *blocks[N_BLOCKS];
	int status = -1;
	pid_t child;

	for (unsigned int i = 0; i < N_BLOCKS; i++) {
		blocks[i] = rte_malloc(NULL, (size_t)1000 << (i % 8), 0);
		TEST_ASSERT_NOT_NULL(blocks[i], "no memory");
	}
	before = heap_base_read();
	child = fork();
	if (child == 0) {
		use_heap(blocks);
		_exit(0);
	}
	TEST_ASSERT(child > 0 && waitpid(child, &status, 0) == child, "no child");
	TEST_ASSERT(status == 0, "the child ended with status %#x", (unsigned int)status);
	TEST_ASSERT(heap_base_restored(&before), "the child changed the parent's heap");
	for (unsigned int i = 0; i < N_BLOCKS; i++)
		rte_free(blocks[i]);
	TEST_ASSERT(heap_base_restored(&base), "blocks were lost or not joined");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(malloc_fork_autotest, test_malloc_fork)
