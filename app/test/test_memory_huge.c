/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * memory_huge_autotest: rte_memory.h on hugepages, in each mode that has them, as
 * an application sees it through the heap. Each start is in a process of its own.
 * Reserves the pages; skipped where that is not allowed.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include "child.h"
#include "huge_pages.h"
#include "test.h"

#define N_PAGES 32u
#define MB ((size_t)1 << 20)

static char dir[64]; /* the hugetlbfs */

/* Every page is free, and there is no file. */
static bool
is_unused(void)
{
	return huge_count_free() == N_PAGES && huge_count_files(dir) == 0;
}

static int
start(const char *words)
{
	return child_init_huge("memhuge", words, dir);
}

static int
note_bytes(const struct rte_memseg_list *msl, const struct rte_memseg *ms, size_t len, void *arg)
{
	RTE_SET_USED(ms);
	*(uint64_t *)arg += len;
	return msl->page_sz == HUGE_PAGE_SZ ? 0 : -1;
}

/* A block is in a segment of a hugepage, which has a file in which the block can be seen. */
static int
check_block(void)
{
	char *block = rte_malloc(NULL, 100000, 0);
	struct rte_memseg *ms = rte_mem_virt2memseg(block, NULL);
	size_t offset = 0;
	uint64_t n_bytes = 0;
	char *other;
	int fd;

	CHILD_CHECK(block != NULL && ms != NULL && ms->hugepage_sz == HUGE_PAGE_SZ);
	CHILD_CHECK(rte_mem_virt2iova(block) == ms->iova + (uint64_t)(block - (char *)ms->addr));
	CHILD_CHECK(rte_mem_iova2virt(rte_mem_virt2iova(block)) == block);
	CHILD_CHECK(rte_malloc_virt2iova(block) == rte_mem_virt2iova(block));
	fd = rte_memseg_get_fd(ms);
	CHILD_CHECK(fd >= 0 && rte_memseg_get_fd_offset(ms, &offset) == 0);
	other = mmap(NULL, ms->len, PROT_READ, MAP_SHARED, fd, (off_t)offset);
	CHILD_CHECK(other != MAP_FAILED);
	block[500] = 77;
	CHILD_CHECK(other[block + 500 - (char *)ms->addr] == 77);
	munmap(other, ms->len);
	rte_free(block);
	CHILD_CHECK(rte_memseg_contig_walk(note_bytes, &n_bytes) == 0);
	CHILD_CHECK(n_bytes == rte_eal_get_physmem_size());
	return 0;
}

/* All memory is there at start, and does not change. */
static int
run_static(const void *words)
{
	unsigned int n_free;
	void *block;

	CHILD_CHECK(start(words) >= 0);
	n_free = huge_count_free();
	CHILD_CHECK(huge_count_files(dir) == 1 && rte_eal_get_physmem_size() ==
			(N_PAGES - n_free) * HUGE_PAGE_SZ);
	if (check_block() != 0)
		return 1;
	block = rte_malloc(NULL, 12 * MB, 0);
	CHILD_CHECK(block != NULL && huge_count_free() == n_free);
	rte_free(block);
	CHILD_CHECK(rte_malloc(NULL, N_PAGES * HUGE_PAGE_SZ, 0) == NULL);
	CHILD_CHECK(rte_eal_cleanup() == 0 && is_unused());
	return 0;
}

/* What a callback was told of. */
struct event_sum {
	size_t n_alloc;
	size_t n_free;
	unsigned int n_wrong;
};

static void
note_event(enum rte_mem_event event, const void *addr, size_t len, void *arg)
{
	struct event_sum *sum = arg;

	if (event == RTE_MEM_EVENT_ALLOC)
		sum->n_alloc += len;
	else
		sum->n_free += len;
	sum->n_wrong += rte_mem_virt2memseg(addr, NULL) == NULL;
	sum->n_wrong += len % HUGE_PAGE_SZ != 0 || (uintptr_t)addr % HUGE_PAGE_SZ != 0;
}

static int
refuse(int socket_id, size_t cur_limit, size_t new_len)
{
	RTE_SET_USED(socket_id);
	return new_len > cur_limit ? -1 : 0;
}

/* Memory comes when it is needed, may be refused, and goes when it is freed. */
static int
check_come_and_go(void)
{
	const uint64_t before = rte_eal_get_physmem_size();
	const int node = (int)rte_socket_id();
	struct event_sum sum = { 0 };
	void *block;

	CHILD_CHECK(rte_mem_event_callback_register("test", note_event, &sum) == 0);
	block = rte_malloc(NULL, 16 * MB, 0);
	CHILD_CHECK(block != NULL && sum.n_alloc >= 8 * MB && sum.n_wrong == 0);
	CHILD_CHECK(rte_eal_get_physmem_size() == before + sum.n_alloc - sum.n_free);
	rte_free(block);
	CHILD_CHECK(sum.n_free > 0 && sum.n_wrong == 0);
	CHILD_CHECK(rte_eal_get_physmem_size() == before + sum.n_alloc - sum.n_free);
	CHILD_CHECK(rte_eal_get_physmem_size() < before + 16 * MB);

	sum.n_alloc = 0;
	CHILD_CHECK(rte_mem_alloc_validator_register("test", refuse, node, before + 8 * MB) == 0);
	CHILD_CHECK(rte_malloc(NULL, 24 * MB, 0) == NULL && sum.n_alloc == 0);
	CHILD_CHECK(rte_mem_alloc_validator_unregister("test", node) == 0);
	CHILD_CHECK(rte_mem_event_callback_unregister("test", &sum) == 0);
	/* the heap remembers a refusal for 100 ms */
	usleep(150000);
	block = rte_malloc(NULL, 24 * MB, 0);
	CHILD_CHECK(block != NULL && sum.n_alloc == 0);
	rte_free(block);
	return 0;
}

static int
run_growing(const void *words)
{
	const bool in_memory = strstr(words, "--in-memory") != NULL;

	CHILD_CHECK(start(words) >= 0);
	CHILD_CHECK(huge_count_files(dir) ==
			(in_memory || strstr(words, "unlink") != NULL ? 0 : 1));
	if (check_block() != 0 || check_come_and_go() != 0 || check_block() != 0)
		return 1;
	CHILD_CHECK(rte_eal_cleanup() == 0 && is_unused());
	return 0;
}

/* Memory of the start is never given back; the limit of the node holds. */
static int
run_limits(const void *words)
{
	void *block;

	CHILD_CHECK(start(words) >= 0);
	CHILD_CHECK(rte_eal_get_physmem_size() == 8 * MB && huge_count_free() == N_PAGES - 4);
	block = rte_malloc(NULL, 3 * MB, 0);
	CHILD_CHECK(block != NULL && rte_eal_get_physmem_size() == 8 * MB);
	rte_free(block);
	CHILD_CHECK(rte_eal_get_physmem_size() == 8 * MB);
	CHILD_CHECK(rte_malloc(NULL, 3 * MB, 0) != NULL && rte_malloc(NULL, 5 * MB, 0) != NULL);
	CHILD_CHECK(rte_eal_get_physmem_size() <= 16 * MB);
	CHILD_CHECK(rte_malloc(NULL, 17 * MB, 0) == NULL);
	CHILD_CHECK(rte_eal_get_physmem_size() <= 16 * MB);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* More than there is: no start, one line that says how much there is, nothing left. */
static int
run_too_much(const void *words)
{
	CHILD_CHECK(start(words) == -1 && rte_errno == ENOMEM);
	CHILD_CHECK(is_unused());
	CHILD_CHECK(start("-m 4") >= 0 && rte_eal_cleanup() == 0);
	return 0;
}

static int
start_and_leave(const void *words)
{
	CHILD_CHECK(start(words) >= 0);
	fflush(NULL);
	_exit(0);
}

/* Who ends without cleaning up leaves a file; the next start has its pages. */
static int
run_twice(const void *words)
{
	struct child_result first;

	CHILD_CHECK(child_run(start_and_leave, words, &first) == 0 && first.status == 0);
	CHILD_CHECK(huge_count_files(dir) == 1 && huge_count_free() == 0);
	CHILD_CHECK(start(words) >= 0 && huge_count_files(dir) == 1);
	CHILD_CHECK(rte_eal_cleanup() == 0 && is_unused());
	return 0;
}

static int
clean_up_in_child(const void *block)
{
	alarm(20);
	CHILD_CHECK(strcmp(block, "of the parent") == 0);
	CHILD_CHECK(rte_eal_cleanup() == -EFAULT);
	fflush(NULL);
	_exit(0);
}

/* A forked child cannot take the memory away, nor its file. */
static int
run_fork(const void *words)
{
	struct child_result result;
	char *block;

	CHILD_CHECK(start(words) >= 0);
	block = rte_malloc(NULL, 3 * MB, 0);
	CHILD_CHECK(block != NULL && huge_count_files(dir) == 1);
	strcpy(block, "of the parent");
	CHILD_CHECK(child_run(clean_up_in_child, block, &result) == 0 && result.status == 0);
	CHILD_CHECK(huge_count_files(dir) == 1 && strcmp(block, "of the parent") == 0);
	rte_free(block);
	CHILD_CHECK(check_block() == 0 && rte_eal_cleanup() == 0);
	return 0;
}

static const struct {
	int (*run)(const void *words);
	const char *words;
} cases[] = {
	{ run_static, "--legacy-mem" },
	{ run_static, "--legacy-mem -m 40" },
	{ run_static, "--legacy-mem --numa-mem 40" },
	{ run_static, "--legacy-mem -m 40 --iova-mode=pa" },
	{ run_growing, "--in-memory" },
	{ run_growing, "--in-memory -m 4 --iova-mode=pa" },
	{ run_growing, "--in-memory --match-allocations" },
	{ run_growing, "" },
	{ run_growing, "-m 4" },
	{ run_growing, "--numa-mem 4 --single-file-segments" },
	{ run_growing, "--huge-unlink=always" },
	{ run_limits, "--in-memory -m 8 --numa-limit 16" },
	{ run_limits, "--numa-mem 8 --socket-limit 16" },
	{ run_too_much, "-m 1000" },
	{ run_too_much, "--legacy-mem -m 1000" },
	{ run_fork, "" },
	{ run_fork, "--legacy-mem -m 40" },
	{ run_twice, "--legacy-mem" },
	{ run_twice, "-m 64" },
};

static int
run_case(unsigned int i)
{
	struct child_result result;

	TEST_ASSERT_SUCCESS(child_run(cases[i].run, cases[i].words, &result), "no child");
	if (strstr(cases[i].words, "iova-mode=pa") != NULL &&
			strstr(result.output, "CAP_SYS_ADMIN") != NULL)
		return 0;
	TEST_ASSERT_SUCCESS(result.status, "'%s': status %d, output:\n%s", cases[i].words,
			result.status, result.output);
	TEST_ASSERT(is_unused(), "'%s' leaves %u pages, %u files", cases[i].words,
			N_PAGES - huge_count_free(), huge_count_files(dir));
	return 0;
}

static int
test_memory_huge(void)
{
	int rc = TEST_SUCCESS;

	if (!huge_begin(N_PAGES, dir, sizeof(dir)))
		return TEST_SKIPPED;
	for (unsigned int i = 0; i < RTE_DIM(cases) && rc == TEST_SUCCESS; i++)
		rc = run_case(i);
	huge_end(dir);
	return rc;
}

REGISTER_BARE_TEST(memory_huge_autotest, test_memory_huge);
