/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_walk.c on two lists with holes: what walkers see, in which
 * order, where they stop, what look-ups find. The arrays are real ones.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_fbarray.h>
#include <rte_memory.h>

#include "mem_pages.h"
#include "mem_seg.h"
#include "mem_va.h"
#include "unit.h"

#define PAGE_SZ 4096u
#define N_PAGES 100u
#define LIST_LEN (N_PAGES * PAGE_SZ)

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

static struct rte_memseg_list lists[2];
static const struct mem_area area;
static unsigned int n_described;
static int lock_depth;
static char seen[512]; /* what the walker saw, as text */
static int fd_result;

void *
mem_va_map_lazy(size_t len)
{
	return calloc(1, len);
}

int
mem_va_release(void *addr, size_t len)
{
	(void)len;
	free(addr);
	return 0;
}

struct rte_memseg_list *
mem_seg_list_next(unsigned int *idx)
{
	return *idx < RTE_DIM(lists) ? &lists[(*idx)++] : NULL;
}

struct rte_memseg_list *
mem_seg_list_find(const void *addr)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(lists); i++) {
		if ((uintptr_t)addr - lists[i].addr_64 < lists[i].len)
			return &lists[i];
	}
	return NULL;
}

void
mem_seg_describe(struct rte_memseg_list *msl)
{
	UNIT_CHECK(msl == &lists[0] || msl == &lists[1]);
	n_described++;
}

const struct mem_area *
mem_area_find(const void *addr)
{
	UNIT_CHECK(mem_seg_list_find(addr) != NULL);
	return &area;
}

int
mem_pages_get_fd(const struct mem_area *of, const void *addr, size_t *offset)
{
	UNIT_CHECK(of == &area);
	*offset = (size_t)((uintptr_t)addr - lists[1].addr_64) + 4096;
	return fd_result;
}

void
rte_mcfg_mem_read_lock(void)
{
	lock_depth++;
}

void
rte_mcfg_mem_read_unlock(void)
{
	lock_depth--;
}

/* Lists 0 and 1 at fixed addresses, with these pages in use. */
static void
make_list(unsigned int nr, const unsigned int *used, unsigned int n_used)
{
	struct rte_memseg_list *msl = &lists[nr];
	unsigned int i;

	msl->addr_64 = 0x10000000u * (nr + 1);
	msl->page_sz = PAGE_SZ;
	msl->len = LIST_LEN;
	UNIT_CHECK(rte_fbarray_init(&msl->memseg_arr, "list", N_PAGES,
			sizeof(struct rte_memseg)) == 0);
	for (i = 0; i < n_used; i++) {
		struct rte_memseg *ms = rte_fbarray_get(&msl->memseg_arr, used[i]);

		ms->addr_64 = msl->addr_64 + used[i] * PAGE_SZ;
		ms->len = PAGE_SZ;
		UNIT_CHECK(rte_fbarray_set_used(&msl->memseg_arr, used[i]) == 0);
	}
}

/* "list:page*pages ", and a stop at the page that arg names. */
static int
note(const struct rte_memseg_list *msl, uint64_t addr, size_t len, const void *arg)
{
	unsigned int page = (unsigned int)((addr - msl->addr_64) / PAGE_SZ);
	size_t used = strlen(seen);

	snprintf(seen + used, sizeof(seen) - used, "%d:%u*%zu ", (int)(msl - lists), page,
			len / PAGE_SZ);
	if (arg != NULL && *(const unsigned int *)arg == page)
		return page % 2 == 0 ? 1 : -1;
	return 0;
}

static int
note_segment(const struct rte_memseg_list *msl, const struct rte_memseg *ms, void *arg)
{
	return note(msl, ms->addr_64, ms->len, arg);
}

static int
note_run(const struct rte_memseg_list *msl, const struct rte_memseg *ms, size_t len, void *arg)
{
	return note(msl, ms->addr_64, len, arg);
}

static int
note_list(const struct rte_memseg_list *msl, void *arg)
{
	return note(msl, msl->addr_64, msl->len, arg);
}

static bool
saw(const char *expected)
{
	bool same = strcmp(seen, expected) == 0;

	if (!same)
		fprintf(stderr, "seen '%s', expected '%s'\n", seen, expected);
	seen[0] = '\0';
	return same;
}

static void
check_walks(void)
{
	unsigned int even = 2;
	unsigned int odd = 63;

	UNIT_CHECK(rte_memseg_walk(note_segment, NULL) == 0);
	UNIT_CHECK(saw("0:1*1 0:2*1 0:63*1 0:64*1 0:99*1 1:0*1 "));
	UNIT_CHECK(rte_memseg_contig_walk(note_run, NULL) == 0);
	UNIT_CHECK(saw("0:1*2 0:63*2 0:99*1 1:0*1 "));
	UNIT_CHECK(rte_memseg_list_walk(note_list, NULL) == 0);
	UNIT_CHECK(saw("0:0*100 1:0*100 "));

	UNIT_CHECK(rte_memseg_walk(note_segment, &even) == 1);
	UNIT_CHECK(saw("0:1*1 0:2*1 "));
	UNIT_CHECK(rte_memseg_contig_walk(note_run, &odd) == -1);
	UNIT_CHECK(saw("0:1*2 0:63*2 "));
	even = 0;
	UNIT_CHECK(rte_memseg_list_walk_thread_unsafe(note_list, &even) == 1);
	UNIT_CHECK(saw("0:0*100 "));
	UNIT_CHECK(lock_depth == 0 && n_described > 0);
}

static void
check_lookups(void)
{
	char *base = lists[0].base_va;

	UNIT_CHECK(rte_mem_virt2memseg(base + 64 * PAGE_SZ + 7, NULL) ==
			rte_fbarray_get(&lists[0].memseg_arr, 64));
	UNIT_CHECK(rte_mem_virt2memseg(base + 64 * PAGE_SZ, &lists[0]) != NULL);
	UNIT_CHECK(rte_mem_virt2memseg(base + 64 * PAGE_SZ, &lists[1]) == NULL);
	UNIT_CHECK(rte_mem_virt2memseg(base, NULL) == NULL);
	UNIT_CHECK(rte_mem_virt2memseg(base - 1, NULL) == NULL);
	UNIT_CHECK(rte_mem_virt2memseg_list(base) == &lists[0]);
	UNIT_CHECK(rte_mem_virt2memseg_list(base + LIST_LEN) == NULL);
}

static void
check_files(void)
{
	const struct rte_memseg *ms = rte_fbarray_get(&lists[1].memseg_arr, 0);
	struct rte_memseg foreign = *ms;
	size_t offset = 1;

	fd_result = 0;
	UNIT_CHECK(rte_memseg_get_fd(ms) == 0);
	UNIT_CHECK(rte_memseg_get_fd_offset(ms, &offset) == 0 && offset == 4096);
	fd_result = -ENOTSUP;
	offset = 1;
	UNIT_CHECK(rte_memseg_get_fd(ms) == -1 && rte_errno == ENOTSUP);
	UNIT_CHECK(rte_memseg_get_fd_offset(ms, &offset) == -1 && offset == 1);
	UNIT_CHECK(rte_memseg_get_fd(&foreign) == -1 && rte_errno == EINVAL);
	UNIT_CHECK(rte_memseg_get_fd(ms + 1) == -1 && rte_errno == EINVAL);
	fd_result = 0;
	lists[1].external = 1;
	UNIT_CHECK(rte_memseg_get_fd(ms) == -1 && rte_errno == ENOTSUP);
	lists[1].external = 0;
	UNIT_CHECK(rte_memseg_get_fd(NULL) == -1 && rte_errno == EINVAL);
	UNIT_CHECK(rte_memseg_get_fd_offset(ms, NULL) == -1 && rte_errno == EINVAL);
	UNIT_CHECK(lock_depth == 0);
}

int
main(void)
{
	static const unsigned int first[] = { 1, 2, 63, 64, 99 };
	static const unsigned int second[] = { 0 };

	make_list(0, first, RTE_DIM(first));
	make_list(1, second, RTE_DIM(second));
	check_walks();
	check_lookups();
	check_files();
	rte_fbarray_destroy(&lists[0].memseg_arr);
	rte_fbarray_destroy(&lists[1].memseg_arr);
	UNIT_CHECK(unit_log_lines == 0);
	return unit_status();
}
