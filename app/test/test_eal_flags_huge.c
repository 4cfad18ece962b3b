/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Options about hugepages, each command line in a process of its own. What is refused before memory
 * is looked at is tested anywhere; the rest with pages that are reserved here, and skipped without.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include "child.h"
#include "flag_rows.h"
#include "huge_pages.h"
#include "test.h"

#define BASE "dpdk-test --file-prefix=flags --huge-dir #D "
#define IN_MEMORY "dpdk-test --in-memory "
/* Pages for all of the lines. */
#define N_PAGES 48
#define MB ((size_t)1 << 20)

static char huge_dir[64]; /* where files of hugepages go */

/* Run in a child with the pages; the result must be 0, and all pages come back. */
static int
check_child(int (*run)(const void *line), const char *line)
{
	const unsigned int n_free = huge_count_free();

	if (flag_rows_run(run, line) < 0)
		return TEST_FAILED;
	TEST_ASSERT_EQUAL(huge_count_free(), n_free, "'%s': %u pages free, before %u", line,
		huge_count_free(), n_free);
	return TEST_SUCCESS;
}

/* Without a page each way to ask for some is refused, with what to do instead. */
static int
test_no_pages(void)
{
	static const struct flag_row rows[] = {
		{ "dpdk-test", ENOMEM, 0, "--no-huge" },
		{ "dpdk-test -m 64", ENOMEM, 0, "--no-huge" },
		{ "dpdk-test --in-memory", ENOMEM, 0, "--no-huge" },
		{ "dpdk-test --legacy-mem", ENOMEM, 0, "--no-huge" },
		{ "dpdk-test --numa-mem 64", ENOMEM, 0, "--no-huge" },
	};
	int ret = TEST_SKIPPED;

	if (huge_take(0)) {
		if (huge_count("nr_hugepages") == 0)
			ret = CHECK_ROWS(rows);
		else
			printf("skipped: others use hugepages\n");
		huge_give();
	}
	return ret;
}

static int
test_amounts(void)
{
	static const struct flag_row rows[] = {
		{ BASE "-m 8", STARTED, 0, NULL },
		{ BASE "-m 7", STARTED, 0, NULL },
		{ BASE "--numa-mem 8", STARTED, 0, NULL },
		{ BASE "--socket-mem=8", STARTED, 0, NULL },
		{ BASE "--numa-mem 8 --socket-mem 100000000", ENOMEM, 0, "100000000 MB are asked" },
		{ BASE "--socket-mem 100000000 --numa-mem 8", STARTED, 0, NULL },
		{ BASE "-m 8 --legacy-mem", STARTED, 0, NULL },
		{ BASE "--numa-mem 8 --legacy-mem", STARTED, 0, NULL },
		{ BASE "-m 100000000", ENOMEM, 0, "can be had" },
		{ BASE "-m 17592186044415", ENOMEM, 0, "can be had" },
		{ BASE "-m 17592186044416", EINVAL, 0, "megabytes" },
		{ BASE "-m 100000000 --legacy-mem", ENOMEM, 0, "can be had" },
		{ BASE "--numa-mem 0,0,0,0,0,0,0,8", ENOMEM, 0, "node 7" },
		{ BASE "--numa-limit 8", STARTED, 0, NULL },
		{ BASE "--numa-limit 8 -m 8", STARTED, 0, NULL },
		{ BASE "--socket-limit 8 --numa-mem 9", ENOMEM, 0, "limit of node 0: 8 MB" },
		{ IN_MEMORY "-m 8", STARTED, 0, NULL },
		{ IN_MEMORY "--numa-mem 8 --numa-limit 8", STARTED, 0, NULL },
		{ IN_MEMORY "--numa-mem 9 --numa-limit 8", ENOMEM, 0, "limit of node 0: 8 MB" },
	};

	return CHECK_ROWS(rows);
}

static int
test_modes(void)
{
	static const struct flag_row rows[] = {
		{ BASE, STARTED, 0, NULL },
		{ BASE "--legacy-mem", STARTED, 0, NULL },
		{ BASE "--single-file-segments", STARTED, 0, NULL },
		{ BASE "--single-file-segments --legacy-mem", STARTED, 0, NULL },
		{ BASE "--match-allocations", STARTED, 0, NULL },
		{ BASE "--match-allocations --single-file-segments -m 8", STARTED, 0, NULL },
		{ BASE "--huge-unlink", STARTED, 0, NULL },
		{ BASE "--huge-unlink=always -m 8", STARTED, 0, NULL },
		{ BASE "--huge-unlink=existing -m 8", STARTED, 0, NULL },
		{ BASE "--huge-worker-stack", STARTED, 0, NULL },
		{ BASE "--huge-worker-stack=256", STARTED, 0, NULL },
		{ BASE "--huge-worker-stack=256 --legacy-mem -m 16", STARTED, 0, NULL },
		{ BASE "-l #A,#B --huge-worker-stack=1", EINVAL, 0, "stack of 1 KB" },
		{ BASE "-l #A,#B --huge-worker-stack=100000000", ENOMEM, 0, "100000000 KB" },
		{ "dpdk-test --huge-dir /proc", ENOENT, 0, "not on a hugetlbfs" },
		{ "dpdk-test --huge-dir /nowhere", ENOENT, 0, "No such file" },
		{ IN_MEMORY, STARTED, 0, NULL },
		{ IN_MEMORY "--huge-dir #D", STARTED, 0, "no effect" },
		{ IN_MEMORY "--single-file-segments --match-allocations", STARTED, 0, NULL },
		{ IN_MEMORY "--huge-worker-stack", STARTED, 0, NULL },
	};

	return CHECK_ROWS(rows);
}

static int
test_page_sizes(void)
{
	static const struct flag_row rows[] = {
		{ BASE "--pagesz-mem 2M:8M", STARTED, 0, NULL },
		{ BASE "--pagesz-mem 2M:8M --pagesz-mem 1G:0 -m 8", STARTED, 0, NULL },
		{ BASE "--pagesz-mem 2M:8M -m 10", ENOMEM, 0, "at most 8 MB by --pagesz-mem" },
		{ BASE "--pagesz-mem 2M:8M --pagesz-mem 2M:16M -m 10", STARTED, 0, NULL },
		{ BASE "--pagesz-mem 2M:0", ENOMEM, 0, "no hugepage may be taken" },
		{ IN_MEMORY "--pagesz-mem 2M:8M -m 8", STARTED, 0, NULL },
	};

	return CHECK_ROWS(rows);
}

/* In the child: start with a line; marks are filled in. */
static int
start(const char *line)
{
	char text[512];

	flag_rows_fill_in(line, text, sizeof(text));
	return child_init_eal(text);
}

/* Files are there while EAL runs, and gone after it. */
static int
check_files_existing(const void *arg)
{
	CHILD_CHECK(start(arg) > 0);
	CHILD_CHECK(huge_count_files(huge_dir) > 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	CHILD_CHECK(huge_count_files(huge_dir) == 0);
	return 0;
}

static int
check_files_none(const void *arg)
{
	CHILD_CHECK(start(arg) > 0);
	CHILD_CHECK(huge_count_files(huge_dir) == 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* Ends without a clean-up, as if it were killed. */
static int
leave_files(const void *arg)
{
	CHILD_CHECK(start(arg) > 0);
	CHILD_CHECK(huge_count_files(huge_dir) > 0);
	_exit(0);
}

static int
check_files_never(const void *arg)
{
	CHILD_CHECK(start(arg) > 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	CHILD_CHECK(huge_count_files(huge_dir) > 0);
	return 0;
}

/* The files of a process that ended without a clean-up go with the next one of the same prefix. */
static int
test_left_over(void)
{
	const unsigned int n_free = huge_count_free();

	if (flag_rows_run(leave_files, BASE "-m 64") < 0)
		return TEST_FAILED;
	TEST_ASSERT(huge_count_files(huge_dir) > 0 && huge_count_free() + 32 == n_free,
		"%u files, %u pages free", huge_count_files(huge_dir), huge_count_free());
	if (flag_rows_run(check_files_existing, BASE "-m 64") < 0)
		return TEST_FAILED;
	TEST_ASSERT_EQUAL(huge_count_free(), n_free, "%u pages free",
		huge_count_free());
	/* also those that were to stay, which until then hold as many as are wanted again */
	for (unsigned int i = 0; i < 2; i++)
		if (flag_rows_run(check_files_never, BASE "-m 64 --huge-unlink=never") < 0)
			return TEST_FAILED;
	if (flag_rows_run(check_files_none, BASE "-m 64 --huge-unlink") < 0)
		return TEST_FAILED;
	TEST_ASSERT_EQUAL(huge_count_free(), n_free, "%u pages free",
		huge_count_free());
	return TEST_SUCCESS;
}

static int
test_files(void)
{
	if (check_child(check_files_existing, BASE "-m 8") < 0 ||
			check_child(check_files_existing, BASE "--legacy-mem -m 8") < 0 ||
			check_child(check_files_existing, BASE "-m 8 --huge-unlink=existing") < 0 ||
			check_child(check_files_none, BASE "-m 8 --huge-unlink") < 0 ||
			check_child(check_files_none, IN_MEMORY "-m 8") < 0)
		return TEST_FAILED;
	return test_left_over();
}

/* On a worker: whether a local variable lies on a hugepage of the worker's node. */
static int
find_stack(void *arg)
{
	const struct rte_memseg_list *msl = rte_mem_virt2memseg_list(&arg);

	return msl != NULL && msl->page_sz == HUGE_PAGE_SZ &&
		(unsigned int)msl->socket_id == rte_socket_id();
}

static int
check_worker_stack(const void *arg)
{
	unsigned int id;

	CHILD_CHECK(start(arg) > 0);
	CHILD_CHECK(rte_eal_mp_remote_launch(find_stack, NULL, SKIP_MAIN) == 0);
	RTE_LCORE_FOREACH_WORKER(id)
		CHILD_CHECK(rte_eal_wait_lcore(id) == 1);
	CHILD_CHECK(find_stack(NULL) == 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* More than the limit of the node is not to be had, up to it all is. */
static int
check_node_limit(const void *arg)
{
	void *block;

	CHILD_CHECK(start(arg) > 0);
	block = rte_malloc(NULL, 5 * MB, 0);
	CHILD_CHECK(block != NULL);
	CHILD_CHECK(rte_malloc(NULL, 5 * MB, 0) == NULL);
	rte_free(block);
	block = rte_malloc(NULL, 6 * MB, 0);
	CHILD_CHECK(block != NULL);
	rte_free(block);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* A file that is longer than this process may have is refused; nothing kills the process. */
static int
check_file_limit(const void *arg)
{
	const struct rlimit limit = { .rlim_cur = 16 * MB, .rlim_max = 16 * MB };

	CHILD_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	CHILD_CHECK(start(arg) < 0 && rte_errno == EFBIG);
	CHILD_CHECK(huge_count_files(huge_dir) == 0);
	CHILD_CHECK(start(BASE "--pagesz-mem 2M:16M -m 8") > 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

static int
test_effects(void)
{
	if (check_child(check_file_limit, BASE) < 0 ||
			check_child(check_file_limit, IN_MEMORY) < 0 ||
			check_child(check_file_limit, BASE "--legacy-mem -m 18") < 0)
		return TEST_FAILED;
	if (check_child(check_worker_stack, BASE "--lcores=(0,1,2)@#A --huge-worker-stack=256")
			< 0)
		return TEST_FAILED;
	return check_child(check_node_limit, BASE "--numa-limit 8");
}

/* Run parts of a test, up to the first that fails, with hugepages and a folder for their files. */
static int
run_with_pages(int (*const *parts)(void), unsigned int n)
{
	int ret = TEST_SUCCESS;

	if (!huge_begin(N_PAGES, huge_dir, sizeof(huge_dir)))
		return TEST_SKIPPED;
	flag_rows_set_dir(huge_dir);
	for (unsigned int i = 0; i < n && ret == TEST_SUCCESS; i++)
		ret = parts[i]();
	huge_end(huge_dir);
	return ret;
}

static int
test_mem_huge(void)
{
	int (*const parts[])(void) = { test_amounts, test_modes, test_files, test_effects };

	return run_with_pages(parts, RTE_DIM(parts));
}

static int
test_pagesz_mem(void)
{
	static const struct flag_row rows[] = {
		{ "dpdk-test --pagesz-mem", BAD_LINE, 0, "needs a value" },
		{ "dpdk-test --pagesz-mem=", EINVAL, 0, "SIZE:LIMIT" },
		{ "dpdk-test --pagesz-mem 2M", EINVAL, 0, "SIZE:LIMIT" },
		{ "dpdk-test --pagesz-mem 2M:", EINVAL, 0, "limit" },
		{ "dpdk-test --pagesz-mem :64M", EINVAL, 0, "SIZE:LIMIT" },
		{ "dpdk-test --pagesz-mem 3M:64M", EINVAL, 0, "power of two" },
		{ "dpdk-test --pagesz-mem 2M:3M", EINVAL, 0, "multiple" },
		{ "dpdk-test --pagesz-mem 2M:64M,1G:1G", EINVAL, 0, "limit" },
		{ "dpdk-test --pagesz-mem 2M:99999999999999999999M", EINVAL, 0, "limit" },
		{ "dpdk-test --pagesz-mem 2M:64M --no-huge", EINVAL, 0, "exclude" },
		{ "dpdk-test --pagesz-mem 2M:64M --legacy-mem", EINVAL, 0, "exclude" },
	};
	int (*const parts[])(void) = { test_page_sizes };

	return CHECK_ROWS(rows) < 0 ? TEST_FAILED : run_with_pages(parts, RTE_DIM(parts));
}

REGISTER_BARE_TEST(eal_flags_no_pages_autotest, test_no_pages)
REGISTER_BARE_TEST(eal_flags_mem_huge_autotest, test_mem_huge)
REGISTER_BARE_TEST(eal_flags_pagesz_mem_autotest, test_pagesz_mem)
