/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * memory_1g_autotest: one page of 1 GiB and nothing else, as an application sees it. Run with a
 * page of 2 MiB before, which more machines have. Each start is in a process of its own.
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "child.h"
#include "huge_pages.h"
#include "test.h"

/* A page size of which there is one page, and another of which none may be used. */
struct size_row {
	size_t page_sz;
	size_t other_sz;
	unsigned int zone_flag; /* what a memzone with such pages asks for, and with others */
	unsigned int other_flag;
};

static const struct size_row size_2m = {
	(size_t)2 << 20, (size_t)1 << 30, RTE_MEMZONE_2MB, RTE_MEMZONE_1GB
};
static const struct size_row size_1g = {
	(size_t)1 << 30, (size_t)2 << 20, RTE_MEMZONE_1GB, RTE_MEMZONE_2MB
};

/* What a child gets. */
struct page_case {
	const struct size_row *row;
	const char *words;
	bool at_start; /* the page is asked for with -m, else comes when it is needed */
};

static char dir[64]; /* the hugetlbfs */

static int
start(const struct page_case *page)
{
	const size_t mb = page->row->page_sz >> 20;
	char words[256], sizes[96] = "", amount[32] = "";

	if (page->at_start)
		snprintf(amount, sizeof(amount), " -m %zu", mb);
	/* legacy mode takes the largest pages that fit, and lets nobody choose */
	if (strstr(page->words, "--legacy-mem") == NULL)
		snprintf(sizes, sizeof(sizes), " --pagesz-mem %zuM:%zuM --pagesz-mem %zuM:0",
			mb, mb, page->row->other_sz >> 20);
	snprintf(words, sizeof(words), "%s%s%s", page->words, amount, sizes);
	return child_init_huge("mem1g", words, dir);
}

/* Most of the page in one block: in one segment, with one run of IO addresses. */
static int
check_block(size_t page_sz)
{
	const size_t len = page_sz / 4 * 3;
	char *block = rte_malloc(NULL, len, 0);
	const struct rte_memseg *ms = rte_mem_virt2memseg(block, NULL);
	size_t offset;

	CHILD_CHECK(block != NULL && ms != NULL && huge_count_free() == 0);
	CHILD_CHECK(ms->len == page_sz && ms->hugepage_sz == page_sz);
	CHILD_CHECK(ms->addr_64 % page_sz == 0 && ms->iova % page_sz == 0);
	CHILD_CHECK(rte_eal_get_physmem_size() == page_sz);
	memset(block, 0x5a, len);
	offset = RTE_PTR_DIFF(block, ms->addr);
	CHILD_CHECK(offset + len <= page_sz);
	CHILD_CHECK(rte_mem_virt2iova(block) == ms->iova + offset);
	CHILD_CHECK(rte_mem_virt2iova(block + len - 1) == ms->iova + offset + len - 1);
	if (rte_eal_iova_mode() == RTE_IOVA_PA)
		CHILD_CHECK(rte_mem_virt2phy(block + len - 1) == ms->iova + offset + len - 1);
	else
		CHILD_CHECK(ms->iova == ms->addr_64);
	CHILD_CHECK(rte_malloc(NULL, page_sz / 2, 0) == NULL);
	rte_free(block);
	return 0;
}

/* A memzone may ask for the page size. */
static int
check_zone(const struct size_row *row)
{
	const size_t len = row->page_sz / 2;
	const struct rte_memzone *mz;

	CHILD_CHECK(rte_memzone_reserve("other", len, SOCKET_ID_ANY, row->other_flag) == NULL);
	mz = rte_memzone_reserve("zone", len, SOCKET_ID_ANY, row->zone_flag |
			RTE_MEMZONE_IOVA_CONTIG);
	CHILD_CHECK(mz != NULL && mz->len == len && mz->hugepage_sz == row->page_sz);
	CHILD_CHECK(mz->iova == rte_mem_virt2iova(mz->addr));
	CHILD_CHECK(rte_memzone_free(mz) == 0);
	return 0;
}

static int
run_page(const void *arg)
{
	const struct page_case *page = arg;

	CHILD_CHECK(start(page) >= 0);
	CHILD_CHECK(!page->at_start || huge_count_free() == 0);
	if (check_block(page->row->page_sz) != 0 || check_zone(page->row) != 0 ||
			check_block(page->row->page_sz) != 0)
		return 1;
	CHILD_CHECK(rte_eal_cleanup() == 0 && huge_count_free() == 1);
	CHILD_CHECK(huge_count_files(dir) == 0);
	return 0;
}

/* Are physical addresses asked for, which this process may not see? After a line. */
static bool
is_not_allowed(const struct page_case *page, const struct child_result *result)
{
	if (result->status == 0 || strstr(page->words, "iova-mode=pa") == NULL ||
			strstr(result->output, "CAP_SYS_ADMIN") == NULL)
		return false;
	printf("skipped: %zu MiB, '%s' needs CAP_SYS_ADMIN\n", page->row->page_sz >> 20,
			page->words);
	return true;
}

/* Skipped if a case was, but all others hold. */
static int
check_size(const struct size_row *row)
{
	const struct page_case cases[] = {
		{ row, "--in-memory", true },
		{ row, "--in-memory", false },
		{ row, "--in-memory --iova-mode=pa", true },
		{ row, "--legacy-mem", true },
		{ row, "", true },
		{ row, "--huge-unlink=always", false },
	};
	struct child_result result;
	int rc = TEST_SUCCESS;

	for (unsigned int i = 0; i < RTE_DIM(cases); i++) {
		TEST_ASSERT_SUCCESS(child_run(run_page, &cases[i], &result), "no child");
		if (is_not_allowed(&cases[i], &result))
			rc = TEST_SKIPPED;
		else
			TEST_ASSERT_SUCCESS(result.status, "%zu MiB, '%s': status %d, output:\n%s",
				row->page_sz >> 20, cases[i].words, result.status, result.output);
		TEST_ASSERT_EQUAL(huge_count_free(), 1, "%zu MiB, '%s': the page is not free",
				row->page_sz >> 20, cases[i].words);
	}
	return rc;
}

/* Skipped after a line where no such page is to be had. */
static int
test_size(const struct size_row *row)
{
	int rc;

	huge_page_sz = row->page_sz;
	if (!huge_begin(1, dir, sizeof(dir)))
		return TEST_SKIPPED;
	rc = check_size(row);
	huge_end(dir);
	return rc;
}

static int
test_memory_1g(void)
{
	int small = test_size(&size_2m);
	int large = small == TEST_FAILED ? TEST_FAILED : test_size(&size_1g);

	return large == TEST_SUCCESS ? small : large;
}

REGISTER_BARE_TEST(memory_1g_autotest, test_memory_1g);
