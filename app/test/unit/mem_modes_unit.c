/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Test of the whole memory layer with hugepages, in each mode: what is mapped at
 * start, pages that come and go with all that is told about them, what is left
 * behind. Reserves the pages; skipped where that is not allowed.
 */

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_memory.h>

#include "mem_layer.h"

#define N_PAGES 16u

static char dir[64];

static char *
page(const struct mem_area *area, unsigned int nr)
{
	return (char *)area->addr + nr * HUGE_PAGE_SZ;
}

static int
get(const struct mem_area *area, unsigned int first, unsigned int n)
{
	return mem_pages_get(area, page(area, first), n * HUGE_PAGE_SZ);
}

static int
put(const struct mem_area *area, unsigned int first, unsigned int n)
{
	return mem_pages_return(area, page(area, first), n * HUGE_PAGE_SZ);
}

/* Every page is free, and there is no file. */
static bool
is_unused(void)
{
	return huge_count_free() == N_PAGES && huge_count_files(dir) == 0;
}

/* The one area of a start that has to succeed. */
static const struct mem_area *
start(void)
{
	const struct mem_area *area;

	UNIT_CHECK(layer_start() == 0 && layer_log_lines == 0);
	UNIT_CHECK(mem_area_count() == 1);
	area = mem_area_get(0);
	if (area == NULL)
		_exit(1);
	return area;
}

/* "first*pages " of each run. */
static int
note_run(const struct rte_memseg_list *msl, const struct rte_memseg *ms, size_t len, void *arg)
{
	char *seen = arg;
	size_t used = strlen(seen);

	snprintf(seen + used, 128 - used, "%zu*%zu ",
			(size_t)(ms->addr_64 - msl->addr_64) / HUGE_PAGE_SZ, len / HUGE_PAGE_SZ);
	return 0;
}

static bool
has_runs(const char *expected)
{
	char seen[128] = "";

	UNIT_CHECK(rte_memseg_contig_walk(note_run, seen) == 0);
	if (strcmp(seen, expected) != 0)
		fprintf(stderr, "runs '%s', expected '%s'\n", seen, expected);
	return strcmp(seen, expected) == 0;
}

static char events[512]; /* what callbacks saw, with the runs at that moment */

static void
note_event(enum rte_mem_event event, const void *addr, size_t len, void *arg)
{
	const struct mem_area *area = arg;
	size_t used = strlen(events);

	used += (size_t)snprintf(events + used, sizeof(events) - used, "%s%zu*%zu:",
			event == RTE_MEM_EVENT_ALLOC ? "+" : "-",
			RTE_PTR_DIFF(addr, area->addr) / HUGE_PAGE_SZ, len / HUGE_PAGE_SZ);
	rte_memseg_contig_walk_thread_unsafe(note_run, events + used);
	UNIT_CHECK(rte_mem_virt2memseg(addr, NULL) != NULL);
	UNIT_CHECK(*(const char *)addr == (event == RTE_MEM_EVENT_ALLOC ? 0 : 0x5a));
}

static void
check_events(const struct mem_area *area)
{
	events[0] = '\0';
	UNIT_CHECK(rte_mem_event_callback_register("unit", note_event, (void *)(uintptr_t)area) ==
			0);
	UNIT_CHECK(get(area, 5, 2) == 0);
	memset(page(area, 5), 0x5a, 2 * HUGE_PAGE_SZ);
	UNIT_CHECK(put(area, 6, 1) == 0 && put(area, 5, 1) == 0);
	UNIT_CHECK(strcmp(events, "+5*2:0*3 5*2 -6*1:0*3 5*2 -5*1:0*3 5*1 ") == 0);
	UNIT_CHECK(get(area, 3, N_PAGES) == -ENOMEM);
	UNIT_CHECK(strcmp(events, "+5*2:0*3 5*2 -6*1:0*3 5*2 -5*1:0*3 5*1 ") == 0);
	UNIT_CHECK(rte_mem_event_callback_unregister("unit", (void *)(uintptr_t)area) == 0);
}

/* Pages behind the three that are open. */
static void
check_come_and_go(const struct mem_area *area)
{
	struct rte_memseg *ms;

	UNIT_CHECK(has_runs("0*3 ") && huge_count_free() == N_PAGES - 3);
	UNIT_CHECK(get(area, 4, 3) == 0 && get(area, 9, 1) == 0);
	UNIT_CHECK(has_runs("0*3 4*3 9*1 ") && huge_count_free() == N_PAGES - 7);
	UNIT_CHECK(rte_eal_get_physmem_size() == 7 * HUGE_PAGE_SZ);
	ms = rte_mem_virt2memseg(page(area, 6) + 77, NULL);
	UNIT_CHECK(ms != NULL && ms->addr == page(area, 6) && ms->flags == 0);
	UNIT_CHECK(rte_mem_virt2memseg(page(area, 7), NULL) == NULL);
	ms = rte_mem_virt2memseg(page(area, 2), NULL);
	UNIT_CHECK(ms != NULL && ms->flags == RTE_MEMSEG_FLAG_DO_NOT_FREE);
	memset(page(area, 4), 0x5a, 3 * HUGE_PAGE_SZ);
	UNIT_CHECK(put(area, 5, 1) == 0 && has_runs("0*3 4*1 6*1 9*1 "));
	UNIT_CHECK(get(area, 5, 1) == 0 && page(area, 5)[0] == 0 &&
			page(area, 5)[HUGE_PAGE_SZ - 1] == 0 && page(area, 6)[0] == 0x5a);
	UNIT_CHECK(put(area, 4, 3) == 0 && put(area, 9, 1) == 0);
	UNIT_CHECK(has_runs("0*3 ") && huge_count_free() == N_PAGES - 3);
	check_events(area);
}

/* A descriptor and an offset lead to the page. */
static void
check_file_of_segment(const struct mem_area *area)
{
	const struct rte_memseg *ms = rte_mem_virt2memseg(page(area, 1), NULL);
	int fd = rte_memseg_get_fd(ms);
	size_t offset = 0;
	char *other;

	UNIT_CHECK(fd >= 0 && rte_memseg_get_fd_offset(ms, &offset) == 0);
	other = mmap(NULL, HUGE_PAGE_SZ, PROT_READ, MAP_SHARED, fd, (off_t)offset);
	UNIT_CHECK(other != MAP_FAILED);
	page(area, 1)[5] = 0x33;
	UNIT_CHECK(other[5] == 0x33);
	munmap(other, HUGE_PAGE_SZ);
	UNIT_CHECK(rte_memseg_get_fd(ms + 10) == -1 && rte_errno == EINVAL);
}

static void
check_growing(const struct mem_area *area)
{
	void *addr = page(area, 1);
	size_t len = 4 * HUGE_PAGE_SZ;

	UNIT_CHECK(area->grows && area->start_len == 3 * HUGE_PAGE_SZ && area->len > 1u << 30);
	UNIT_CHECK(mem_pages_returnable(area, &addr, &len));
	UNIT_CHECK(addr == page(area, 3) && len == 2 * HUGE_PAGE_SZ);
	check_come_and_go(area);
	check_file_of_segment(area);
	mem_fini();
	UNIT_CHECK(mem_area_count() == 0 && huge_count_free() == N_PAGES);
}

static void
run_in_memory(void)
{
	layer_config()->memory_sz = 3 * HUGE_PAGE_SZ;
	check_growing(start());
}

static void
run_files(void)
{
	layer_config_files(dir)->memory_sz = 3 * HUGE_PAGE_SZ - 1;
	check_growing(start());
	UNIT_CHECK(huge_count_files(dir) == 0);
	/* again, in the same process */
	check_growing(start());
	UNIT_CHECK(huge_count_files(dir) == 0);
}

static void
run_no_start_memory(void)
{
	const struct mem_area *area;

	layer_config();
	area = start();
	UNIT_CHECK(area->start_len == 0 && huge_count_free() == N_PAGES && has_runs(""));
	UNIT_CHECK(get(area, 0, N_PAGES) == 0 && huge_count_free() == 0);
	UNIT_CHECK(get(area, N_PAGES, 1) == -ENOMEM);
	mem_fini();
	UNIT_CHECK(huge_count_free() == N_PAGES);
}

static void
run_legacy(void)
{
	struct eal_config *cfg = layer_config_files(dir);
	const struct mem_area *area;

	cfg->legacy_mem = true;
	cfg->memory_sz = 5 * HUGE_PAGE_SZ;
	area = start();
	UNIT_CHECK(!area->grows && area->len == 5 * HUGE_PAGE_SZ && has_runs("0*5 "));
	UNIT_CHECK(huge_count_free() == N_PAGES - 5 && huge_count_files(dir) == 1);
	UNIT_CHECK(mem_pages_populate(page(area, 0), area->len) == 0);
	UNIT_CHECK(rte_mem_event_callback_register("unit", note_event, NULL) == -1 &&
			rte_errno == ENOTSUP);
	mem_fini();
	UNIT_CHECK(is_unused());
	cfg->memory_sz = 0;
	UNIT_CHECK(start()->len == N_PAGES * HUGE_PAGE_SZ && huge_count_free() == 0);
	mem_fini();
}

/* More than there is: one line, nothing left. */
static void
run_too_much(void)
{
	layer_config_files(dir)->memory_sz = (N_PAGES + 1) * HUGE_PAGE_SZ;
	UNIT_CHECK(layer_start() == -ENOMEM && layer_log_lines == 1);
	UNIT_CHECK(mem_area_count() == 0 && is_unused());
}

/* Who is killed leaves a file; who starts with its prefix removes it, and no other. */
static void
run_after_kill(void)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		layer_config_files(dir)->memory_sz = N_PAGES * HUGE_PAGE_SZ;
		start();
		raise(SIGKILL);
	}
	UNIT_CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
	UNIT_CHECK(huge_count_files(dir) == 1 && huge_count_free() == 0);
	strcpy(layer_config_files(dir)->file_prefix, "other");
	UNIT_CHECK(layer_start() == -ENOMEM && huge_count_files(dir) == 1);
	layer_config_files(dir)->memory_sz = N_PAGES * HUGE_PAGE_SZ;
	start();
	UNIT_CHECK(huge_count_files(dir) == 1);
	mem_fini();
	UNIT_CHECK(is_unused());
}

/* A prefix in use is left alone. */
static void
run_same_prefix(void)
{
	int up[2], down[2], status;
	char byte = 0;
	pid_t child;

	UNIT_CHECK(pipe(up) == 0 && pipe(down) == 0);
	layer_config_files(dir)->memory_sz = HUGE_PAGE_SZ;
	child = fork();
	if (child == 0) {
		const struct mem_area *area = start();

		page(area, 0)[0] = 0x5a;
		if (write(up[1], "", 1) != 1 || read(down[0], &byte, 1) != 1)
			_exit(1);
		_exit(page(area, 0)[0] == 0x5a && huge_count_files(dir) == 1 ? 0 : 1);
	}
	UNIT_CHECK(read(up[0], &byte, 1) == 1);
	UNIT_CHECK(layer_start() == -EBUSY && layer_log_lines == 1 && huge_count_files(dir) == 1);
	UNIT_CHECK(write(down[1], "", 1) == 1);
	UNIT_CHECK(waitpid(child, &status, 0) == child && status == 0);
	start();
	mem_fini();
	UNIT_CHECK(huge_count_files(dir) == 0);
}

/* Files that stay hold their pages; the next start has them, cleared. */
static void
run_never(void)
{
	struct eal_config *cfg = layer_config_files(dir);
	const struct mem_area *area;

	cfg->huge_unlink = EAL_UNLINK_NEVER;
	cfg->memory_sz = N_PAGES * HUGE_PAGE_SZ;
	area = start();
	memset(page(area, 0), 0x5a, N_PAGES * HUGE_PAGE_SZ);
	mem_fini();
	UNIT_CHECK(huge_count_files(dir) == 1 && huge_count_free() == 0);
	area = start();
	UNIT_CHECK(page(area, 0)[7] == 0 && page(area, N_PAGES - 1)[7] == 0);
	mem_fini();
	cfg->huge_unlink = EAL_UNLINK_EXISTING;
	start();
	mem_fini();
	UNIT_CHECK(is_unused());
}

/* With --match-allocations pages go only as they came. */
static void
run_match(void)
{
	const struct mem_area *area;
	void *addr;
	size_t len = 3 * HUGE_PAGE_SZ;

	layer_config()->match_allocations = true;
	area = start();
	UNIT_CHECK(get(area, 0, 2) == 0 && get(area, 2, 2) == 0);
	addr = page(area, 0);
	UNIT_CHECK(mem_pages_returnable(area, &addr, &len));
	UNIT_CHECK(addr == page(area, 0) && len == 2 * HUGE_PAGE_SZ);
	UNIT_CHECK(put(area, 0, 2) == 0 && get(area, 0, 1) == 0 && get(area, 1, 1) == 0);
	addr = page(area, 1);
	len = 2 * HUGE_PAGE_SZ;
	UNIT_CHECK(mem_pages_returnable(area, &addr, &len));
	UNIT_CHECK(addr == page(area, 1) && len == HUGE_PAGE_SZ);
	mem_fini();
}

/* Physical addresses: as the kernel tells them, both ways. */
static void
run_physical(void)
{
	struct eal_config *cfg = layer_config();
	const struct rte_memseg *ms;
	const struct mem_area *area;
	char *addr;

	cfg->iova_mode = RTE_IOVA_PA;
	if (rte_eal_using_phys_addrs() == 0) {
		UNIT_CHECK(layer_start() == -EPERM && layer_log_lines == 1);
		return;
	}
	cfg->memory_sz = 4 * HUGE_PAGE_SZ;
	area = start();
	addr = page(area, 2) + 12345;
	ms = rte_mem_virt2memseg(addr, NULL);
	UNIT_CHECK(ms->iova % HUGE_PAGE_SZ == 0 && ms->iova != ms->addr_64);
	UNIT_CHECK(rte_mem_virt2phy(addr) == ms->iova + 12345);
	UNIT_CHECK(rte_mem_virt2iova(addr) == ms->iova + 12345);
	UNIT_CHECK(rte_mem_iova2virt(ms->iova + 12345) == addr);
	UNIT_CHECK(rte_mem_check_dma_mask(21) == -1 && rte_mem_check_dma_mask(48) == 0);
	UNIT_CHECK(get(area, 8, 1) == 0);
	UNIT_CHECK(rte_mem_iova2virt(rte_mem_virt2iova(page(area, 8))) == page(area, 8));
	/* a device that came since then reaches no more pages */
	rte_mem_set_dma_mask(21);
	UNIT_CHECK(get(area, 9, 1) == -ENOMEM && has_runs("0*4 8*1 "));
	mem_fini();
}

/* Lists begin at the hint, if nothing is there. */
static void
run_base_address(void)
{
	struct eal_config *cfg = layer_config();
	const size_t gap_sz = (size_t)1 << 38;
	char *gap = mmap(NULL, gap_sz, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			0);

	UNIT_CHECK(gap != MAP_FAILED && munmap(gap, gap_sz) == 0);
	cfg->base_virtaddr = RTE_ALIGN_CEIL((uintptr_t)gap, HUGE_PAGE_SZ);
	UNIT_CHECK((uintptr_t)start()->addr == cfg->base_virtaddr);
	mem_fini();
}

int
main(void)
{
	bool mounted;

	if (!huge_take(N_PAGES))
		return 77;
	mounted = huge_mount(dir, sizeof(dir));
	layer_run("in memory", run_in_memory);
	layer_run("no memory at start", run_no_start_memory);
	layer_run("match", run_match);
	layer_run("physical", run_physical);
	layer_run("base address", run_base_address);
	if (mounted) {
		layer_run("files", run_files);
		layer_run("legacy", run_legacy);
		layer_run("too much", run_too_much);
		layer_run("after kill", run_after_kill);
		layer_run("same prefix", run_same_prefix);
		layer_run("never", run_never);
		UNIT_CHECK(huge_count_files(dir) == 0);
		huge_unmount(dir);
	}
	UNIT_CHECK(huge_count_free() == N_PAGES);
	huge_give();
	return unit_status() == 0 && !mounted ? 77 : unit_status();
}
