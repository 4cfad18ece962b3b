/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Modes where pages come and go. First 1 MiB in a loop of malloc and free, beside a heap that
 * clears before it unmaps: modelled by what such a heap asks of the system for each block, to map
 * and populate a hugepage, clear 1 MiB and unmap, without the work of the heap itself. Then 64 MiB
 * freed and taken again in a loop: pages mapped for each time.
 */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include "bench.h"
#include "bench_duel.h"
#include "bench_event.h"
#include "bench_heap.h"
#include "bench_mode.h"

#define LOOP_SZ ((size_t)1 << 20)
#define LOOPS 16
#define REUSE_SZ ((size_t)64 << 20)
#define LOOP_BOUND 0.8
/* So few in a loop that pages do not go and come each time; none is what is expected. */
#define REUSE_BOUND_PAGES 1.0

enum {
	ROW_REUSE,
	ROW_LOOP,
};

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MAP_HUGE_SHIFT
#define MAP_HUGE_SHIFT 26
#endif

/* Page size of the heap's memory; 0 when there is no memory. */
static size_t
page_size(void)
{
	void *block = rte_malloc(NULL, LOOP_SZ, 0);
	const struct rte_memseg *seg = block != NULL ? rte_mem_virt2memseg(block, NULL) : NULL;
	size_t size = seg != NULL ? seg->hugepage_sz : 0;

	rte_free(block);
	return size;
}

static double
time_heap(void *arg)
{
	uint64_t begin = rte_rdtsc_precise();

	(void)arg;
	for (unsigned int i = 0; i < LOOPS; i++) {
		void *block = rte_malloc(NULL, LOOP_SZ, 0);

		if (block == NULL)
			return -1;
		rte_free(block);
	}
	return (double)(rte_rdtsc_precise() - begin);
}

/* arg: the page size */
static double
time_model(void *arg)
{
	const size_t page_sz = *(const size_t *)arg, len = RTE_ALIGN_CEIL(LOOP_SZ, page_sz);
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB |
			  (int)(rte_log2_u64(page_sz) << MAP_HUGE_SHIFT);
	uint64_t begin = rte_rdtsc_precise();

	for (unsigned int i = 0; i < LOOPS; i++) {
		void *pages = mmap(NULL, len, PROT_READ | PROT_WRITE, flags, -1, 0);

		if (pages == MAP_FAILED)
			return -1;
		if (madvise(pages, len, MADV_POPULATE_WRITE) != 0)
			memset(pages, 0, LOOP_SZ);
		memset(pages, 0, LOOP_SZ);
		__asm__ volatile("" : : "r"(pages) : "memory");
		munmap(pages, len);
	}
	return (double)(rte_rdtsc_precise() - begin);
}

static enum bench_verdict
run_loop(const struct bench_options *opt, const char *name, size_t page_sz)
{
	const struct bench_duel duel = {time_heap, time_model, &page_sz, LOOPS, false};
	struct bench_row row = {.name = name,
		.way = "us heap:model",
		.limits = {.bound = LOOP_BOUND, .noise = 0.5},
		.note = ""};

	if (bench_duel_run(&duel, bench_rounds(opt, 4), &row) < 0) {
		fprintf(stderr, "dpdk-bench: no memory for 1 MiB, or no free hugepage beside\n");
		return BENCH_CANNOT_RUN;
	}
	return bench_row_report(opt, &row);
}

/* A block taken and freed: ticks, and pages mapped for it. False when there was no memory. */
static bool
reuse_once(size_t page_sz, double *ticks, double *pages)
{
	uint64_t mapped = bench_event_mapped(), begin = rte_rdtsc_precise();
	void *block = rte_malloc(NULL, REUSE_SZ, 0);

	rte_free(block);
	*ticks = (double)(rte_rdtsc_precise() - begin);
	*pages = (double)(bench_event_mapped() - mapped) / (double)page_sz;
	return block != NULL;
}

static enum bench_verdict
run_reuse(const struct bench_options *opt, const char *name, size_t page_sz)
{
	const unsigned int rounds = bench_rounds(opt, 4);
	double *pages = bench_values(2 * rounds), *ticks = pages + rounds;
	struct bench_row row = {.name = name,
		.way = "pages mapped",
		.limits = {.bound = REUSE_BOUND_PAGES, .noise = 1}};
	double first_ticks, first_pages;
	/* by the second time the heap knows that the pages come back */
	bool failed = !reuse_once(page_sz, &first_ticks, &first_pages) ||
		      !reuse_once(page_sz, ticks, pages);
	char note[64];

	for (unsigned int i = 0; i < rounds && !failed; i++)
		failed = !reuse_once(page_sz, &ticks[i], &pages[i]);
	snprintf(note, sizeof(note), "first time %.0f pages, %.0f us; then median %.0f us",
		first_pages, bench_us(first_ticks), bench_us(bench_range_of(ticks, rounds).median));
	row.note = note;
	row.ratio = bench_range_of(pages, rounds);
	row.ours = row.ratio.median;
	row.other = (double)(REUSE_SZ / page_sz);
	free(pages);
	if (failed) {
		bench_no_memory(REUSE_SZ);
		return BENCH_CANNOT_RUN;
	}
	return bench_row_report(opt, &row);
}

struct bench_row_name
bench_heap_pages_row(unsigned int i)
{
	static const size_t sizes[] = {[ROW_REUSE] = REUSE_SZ, [ROW_LOOP] = LOOP_SZ};

	return i < RTE_DIM(sizes) ? bench_size_name("pages", sizes[i]) : BENCH_NO_NAME;
}

static enum bench_verdict
run_rows(const struct bench_options *opt)
{
	const struct bench_row_name loop = bench_heap_pages_row(ROW_LOOP);
	const struct bench_row_name reuse = bench_heap_pages_row(ROW_REUSE);
	const size_t page_sz = page_size();
	enum bench_verdict verdict = BENCH_NO_ROW;

	if (page_sz == 0) {
		bench_no_memory(LOOP_SZ);
		return BENCH_CANNOT_RUN;
	}
	bench_row_header("malloc+free where pages come and go: microseconds beside a heap that "
			 "clears before unmapping; pages mapped of those of a block",
		"heap", "model, block");
	if (bench_row_asked(opt, reuse.text))
		verdict = run_reuse(opt, reuse.text, page_sz);
	if (bench_row_asked(opt, loop.text))
		verdict = bench_worse(verdict, run_loop(opt, loop.text, page_sz));
	return verdict;
}

enum bench_verdict
bench_heap_pages(const struct bench_options *opt)
{
	enum bench_verdict verdict;

	if (!bench_mode_grows(opt->mode, opt->eal_argc, opt->eal_argv))
		return BENCH_NO_ROW;
	if (bench_event_start(opt) < 0)
		return BENCH_CANNOT_RUN;
	verdict = run_rows(opt);
	bench_event_stop();
	return verdict;
}
