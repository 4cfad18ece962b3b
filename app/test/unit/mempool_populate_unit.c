/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mempool_populate.c and mempool_memory.c on a machine that is made up: pages
 * scattered in physical memory, zones up to a certain size only, allocations that fail on demand.
 */

#include <errno.h>
#include <limits.h>
#include <string.h>

#include <rte_memory.h>
#include <rte_memzone.h>

#include "mempool_machine.h"
#include "mempool_populate.h"
#include "unit.h"
#include "unit_random.h"

#define MAX_OBJS 5000
#define ELT_SZ 1000
#define OBJ_SZ (RTE_MEMPOOL_ALIGN + ELT_SZ) /* in memory */

#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
#define TRAILER_SZ sizeof(struct rte_mempool_objtlr)
#else
#define TRAILER_SZ 0
#endif

struct rte_mempool_ops_table rte_mempool_ops_table;

/* --- The handler: counts what it gets -------------------------------------------------- */

static unsigned int n_stored, n_allocs;
static int enqueue_error; /* what the handler gives instead of taking objects, unless 0 */

int
rte_mempool_ops_alloc(__rte_unused struct rte_mempool *mp)
{
	n_allocs++;
	return 0;
}

void
rte_mempool_ops_free(__rte_unused struct rte_mempool *mp)
{
	n_allocs--;
	n_stored = 0;
}

static int
store_enqueue(__rte_unused struct rte_mempool *mp, __rte_unused void * const *objs, unsigned int n)
{
	if (enqueue_error == 0)
		n_stored += n;
	return enqueue_error;
}

ssize_t
rte_mempool_ops_calc_mem_size(const struct rte_mempool *mp, uint32_t obj_num, uint32_t pg_shift,
		size_t *min_chunk_size, size_t *align)
{
	return rte_mempool_op_calc_mem_size_default(mp, obj_num, pg_shift, min_chunk_size, align);
}

int
rte_mempool_ops_populate(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg)
{
	return rte_mempool_op_populate_default(mp, max_objs, vaddr, iova, len, obj_cb, obj_cb_arg);
}

/* --- Checks --------------------------------------------------------------------------- */

static unsigned int n_given_back;

static void
give_back(__rte_unused struct rte_mempool_memhdr *chunk, __rte_unused void *opaque)
{
	n_given_back++;
}

/* A machine with everything; a pool without objects, each elt_size and a header of a line long. */
static void
set_up(struct rte_mempool *mp, uint32_t n, uint32_t elt_size, unsigned int flags)
{
	machine_reset();
	rte_mempool_ops_table.ops[0].enqueue = store_enqueue;
	memset(mp, 0, sizeof(*mp));
	snprintf(mp->name, sizeof(mp->name), "pool");
	mp->size = n;
	mp->header_size = RTE_MEMPOOL_ALIGN;
	mp->elt_size = elt_size - TRAILER_SZ;
	mp->trailer_size = TRAILER_SZ;
	mp->flags = flags | RTE_MEMPOOL_F_NON_IO;
	mp->socket_id = SOCKET_ID_ANY;
	STAILQ_INIT(&mp->elt_list);
	STAILQ_INIT(&mp->mem_list);
	n_given_back = 0;
	enqueue_error = 0;
}

/* As it was set up. */
static void
check_empty(const struct rte_mempool *mp)
{
	UNIT_CHECK(mp->populated_size == 0 && mp->nb_mem_chunks == 0);
	UNIT_CHECK(STAILQ_EMPTY(&mp->elt_list) && STAILQ_EMPTY(&mp->mem_list));
	UNIT_CHECK(mp->elt_list.stqh_last == &mp->elt_list.stqh_first);
	UNIT_CHECK(mp->mem_list.stqh_last == &mp->mem_list.stqh_first);
	UNIT_CHECK((mp->flags & RTE_MEMPOOL_F_POOL_CREATED) == 0);
	UNIT_CHECK((mp->flags & RTE_MEMPOOL_F_NON_IO) != 0);
	UNIT_CHECK(sys.n_blocks == 0 && n_zones == 0 && sys.n_mapped == 0);
	UNIT_CHECK(n_allocs == 0 && n_stored == 0 && sys.n_wrong == 0);
}

static void
tear_down(struct rte_mempool *mp)
{
	mempool_populate_revert(mp);
	check_empty(mp);
}

/* Is each object in its page, and its IO address that of the page? */
static void
check_objects(const struct rte_mempool *mp)
{
	const size_t total_sz = mp->header_size + mp->elt_size + mp->trailer_size;
	const struct rte_mempool_objhdr *hdr;
	uint32_t n = 0;

	STAILQ_FOREACH(hdr, &mp->elt_list, next) {
		const uintptr_t start = (uintptr_t)(hdr + 1) - mp->header_size;

		n++;
		UNIT_CHECK(hdr->mp == mp);
		UNIT_CHECK(hdr->iova == rte_mem_virt2iova(hdr + 1));
		if (sys.phys && total_sz <= PG_SZ)
			UNIT_CHECK(start / PG_SZ == (start + total_sz - 1) / PG_SZ);
	}
	UNIT_CHECK(n == mp->populated_size && n == n_stored);
}

/* Pages in runs of random lengths, some of unknown address; a page opens a run or goes on. */
static unsigned int
scatter_pages(uint64_t *random)
{
	unsigned int i, n_runs = 1;

	sys.phys = true;
	sys.pages[0] = 1 << 20;
	for (i = 1; i < N_PAGES; i++) {
		const rte_iova_t last = sys.pages[i - 1];

		if (unit_random_below(random, 4) != 0) {
			sys.pages[i] = last == RTE_BAD_IOVA ? last : last + PG_SZ;
			continue;
		}
		n_runs++;
		sys.pages[i] = last != RTE_BAD_IOVA && unit_random_below(random, 3) == 0 ?
			RTE_BAD_IOVA : (rte_iova_t)(i + 100) << 20;
	}
	return n_runs;
}

/* Runs are joined however long they are, and each becomes one chunk. */
static void
check_runs(uint64_t *random)
{
	static struct rte_mempool mp;
	unsigned int n_runs;
	int ret;

	set_up(&mp, MAX_OBJS, ELT_SZ, 0);
	n_runs = scatter_pages(random);
	ret = rte_mempool_populate_virt(&mp, area, sizeof(area), PG_SZ, give_back, NULL);
	UNIT_CHECK(ret == N_PAGES * 3);
	UNIT_CHECK(mp.nb_mem_chunks == n_runs);
	check_objects(&mp);
	tear_down(&mp);
	UNIT_CHECK(n_given_back == 1);

	/* From the middle of a page to the middle of another. */
	set_up(&mp, MAX_OBJS, ELT_SZ, 0);
	scatter_pages(random);
	ret = rte_mempool_populate_virt(&mp, area + 1000, 20 * PG_SZ, PG_SZ, give_back, NULL);
	UNIT_CHECK(ret >= 19 * 3 && ret <= 20 * 3);
	check_objects(&mp);
	tear_down(&mp);
	UNIT_CHECK(n_given_back == 1);
}

/* Objects of more than a page: runs that are too short are skipped. */
static void
check_skips(void)
{
	static struct rte_mempool mp;
	unsigned int i;

	set_up(&mp, MAX_OBJS, PG_SZ + 104, 0);
	sys.phys = true;
	for (i = 0; i < N_PAGES; i++)
		sys.pages[i] = ((rte_iova_t)i + i / 3) * PG_SZ; /* runs of three pages */
	for (i = 0; i < 3; i++)
		sys.pages[i] = (rte_iova_t)(1000 + 2 * i) * PG_SZ; /* but the first three alone */
	UNIT_CHECK(rte_mempool_populate_virt(&mp, area, sizeof(area), PG_SZ, give_back, NULL) ==
			2 * (N_PAGES / 3 - 1));
	UNIT_CHECK(STAILQ_FIRST(&mp.mem_list)->free_cb == give_back);
	UNIT_CHECK(mp.nb_mem_chunks == N_PAGES / 3 - 1);
	check_objects(&mp);
	tear_down(&mp);
	UNIT_CHECK(n_given_back == 1);
}

/* A failure at any of the runs leaves what was there before. */
static void
check_failing_runs(uint64_t *random)
{
	static struct rte_mempool mp;
	unsigned int n_runs, i;

	set_up(&mp, MAX_OBJS, ELT_SZ, 0);
	n_runs = scatter_pages(random);
	for (i = 0; i < n_runs; i++) {
		sys.allocs_ok = i;
		UNIT_CHECK(rte_mempool_populate_virt(&mp, area, sizeof(area), PG_SZ, give_back,
				NULL) == -ENOMEM);
		check_empty(&mp);
	}
	sys.allocs_ok = 1;
	UNIT_CHECK(rte_mempool_populate_iova(&mp, area, 0, PG_SZ, give_back, NULL) == 3);
	if (n_runs > 1)
		UNIT_CHECK(rte_mempool_populate_virt(&mp, area + PG_SZ, sizeof(area) - PG_SZ, PG_SZ,
				give_back, NULL) == -ENOMEM);
	UNIT_CHECK(mp.populated_size == 3 && n_stored == 3 && mp.nb_mem_chunks == 1);
	UNIT_CHECK((mp.flags & RTE_MEMPOOL_F_POOL_CREATED) != 0 && n_given_back == 0);
	tear_down(&mp);
	UNIT_CHECK(n_given_back == 1);
}

/* Zones as big as there are, halving on failure only. */
static void
check_zones(size_t max_zone_sz, bool phys, unsigned int most_zones)
{
	static struct rte_mempool mp;
	char name[RTE_MEMZONE_NAMESIZE];
	unsigned int i;

	set_up(&mp, MAX_OBJS, ELT_SZ, 0);
	sys.max_zone_sz = max_zone_sz;
	sys.max_contig_sz = max_zone_sz / 3;
	sys.phys = phys;
	UNIT_CHECK(rte_mempool_populate_default(&mp) == MAX_OBJS);
	UNIT_CHECK(n_zones >= 1 && n_zones <= most_zones);
	UNIT_CHECK(sys.n_asked <= 2 * (n_zones + 12));
	UNIT_CHECK(sys.n_ready == 1);
	for (i = 0; i < n_zones; i++) {
		snprintf(name, sizeof(name), "MP_pool_%u", i);
		UNIT_CHECK(strcmp(zones[i].name, name) == 0);
	}
	check_objects(&mp);
	UNIT_CHECK(rte_mempool_populate_default(&mp) == -EEXIST);
	tear_down(&mp);
}

/* A failure at any of the runs of a zone: the zone is released once. */
static void
check_scattered_zone(uint64_t *random)
{
	static struct rte_mempool mp;
	unsigned int n_runs, i;

	set_up(&mp, 185, ELT_SZ, 0);
	scatter_pages(random);
	sys.in_area = true;
	sys.max_contig_sz = 0;
	UNIT_CHECK(rte_mempool_populate_default(&mp) == 185);
	n_runs = mp.nb_mem_chunks;
	check_objects(&mp);
	tear_down(&mp);
	for (i = 0; i < n_runs; i++) {
		sys.allocs_ok = i;
		UNIT_CHECK(rte_mempool_populate_default(&mp) == -ENOMEM);
		check_empty(&mp);
	}
}

static void
check_failing_zones(void)
{
	static struct rte_mempool mp;
	unsigned int i;

	/* Zones too small to be worth it: not one after another until there are none. */
	set_up(&mp, MAX_OBJS, ELT_SZ, 0);
	sys.max_zone_sz = MAX_OBJS * OBJ_SZ / 100;
	UNIT_CHECK(rte_mempool_populate_default(&mp) == -ENOMEM);
	UNIT_CHECK(sys.n_asked < 20);
	check_empty(&mp);

	/* Less free memory than needed: none is asked for, unless more can be had. */
	set_up(&mp, MAX_OBJS, ELT_SZ, 0);
	sys.free_sz = MAX_OBJS * OBJ_SZ - 1;
	UNIT_CHECK(rte_mempool_populate_default(&mp) == -ENOMEM && sys.n_asked == 0);
	check_empty(&mp);
	sys.hugepages = true;
	UNIT_CHECK(rte_mempool_populate_default(&mp) == MAX_OBJS);
	tear_down(&mp);

	/* No memory for the chunk of any of the zones. */
	for (i = 0; i < 4; i++) {
		set_up(&mp, MAX_OBJS, ELT_SZ, 0);
		sys.max_zone_sz = MAX_OBJS * OBJ_SZ / 4;
		sys.allocs_ok = i;
		UNIT_CHECK(rte_mempool_populate_default(&mp) == -ENOMEM);
		check_empty(&mp);
	}
	set_up(&mp, MAX_OBJS, ELT_SZ, 0);
	mp.socket_id = -5;
	UNIT_CHECK(rte_mempool_populate_default(&mp) == -EINVAL);
	UNIT_CHECK(rte_mempool_populate_anon(&mp) == 0 && rte_errno == EINVAL);
	check_empty(&mp);
}

static void
check_anon(void)
{
	static struct rte_mempool mp;

	set_up(&mp, 500, ELT_SZ, 0);
	UNIT_CHECK(rte_mempool_populate_anon(&mp) == 500);
	UNIT_CHECK(sys.n_mapped == 1 && sys.n_huge == 1 && sys.n_ready == 1);
	check_objects(&mp);
	rte_errno = 0;
	UNIT_CHECK(rte_mempool_populate_anon(&mp) == 0 && rte_errno == EINVAL);
	tear_down(&mp);

	set_up(&mp, 500, ELT_SZ, 0);
	sys.no_lock = true;
	UNIT_CHECK(rte_mempool_populate_anon(&mp) == 0 && rte_errno == EPERM);
	check_empty(&mp);
	sys.no_lock = false;
	sys.allocs_ok = 0;
	UNIT_CHECK(rte_mempool_populate_anon(&mp) == 0 && rte_errno == ENOMEM);
	check_empty(&mp);
}

/* What the handler gives for a failure, positive or not, is one. */
static void
check_refusing_handler(void)
{
	static const struct {
		int given;
		int error;
	} rows[] = {{-ENOBUFS, ENOBUFS}, {1, EINVAL}, {INT_MAX, EINVAL}};
	static struct rte_mempool mp;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		set_up(&mp, 500, ELT_SZ, 0);
		enqueue_error = rows[i].given;
		UNIT_CHECK(rte_mempool_populate_default(&mp) == -rows[i].error);
		check_empty(&mp);
		rte_errno = 0;
		UNIT_CHECK(rte_mempool_populate_anon(&mp) == 0 && rte_errno == rows[i].error);
		check_empty(&mp);
		UNIT_CHECK(rte_mempool_populate_virt(&mp, area, sizeof(area), 0, give_back, NULL) ==
				-rows[i].error);
		check_empty(&mp);
		UNIT_CHECK(sys.n_ready == 0 && n_given_back == 0);
	}
}

static void
check_page_size(void)
{
	static struct rte_mempool mp;
	size_t pg_sz;

	set_up(&mp, 1, ELT_SZ, 0);
	UNIT_CHECK(rte_mempool_get_page_size(&mp, &pg_sz) == 0 && pg_sz == 0);
	sys.phys = true;
	UNIT_CHECK(rte_mempool_get_page_size(&mp, &pg_sz) == 0 && pg_sz == PG_SZ);
	sys.hugepages = true;
	UNIT_CHECK(rte_mempool_get_page_size(&mp, &pg_sz) == 0 && pg_sz == 2 << 20);
	mp.socket_id = 1;
	UNIT_CHECK(rte_mempool_get_page_size(&mp, &pg_sz) == 0 && pg_sz == 1 << 30);
	mp.flags |= RTE_MEMPOOL_F_NO_IOVA_CONTIG;
	UNIT_CHECK(rte_mempool_get_page_size(&mp, &pg_sz) == 0 && pg_sz == 0);
	mp.socket_id = RTE_MAX_NUMA_NODES;
	UNIT_CHECK(rte_mempool_get_page_size(&mp, &pg_sz) == -EINVAL);
}

int
main(int argc, char **argv)
{
	uint64_t random = unit_seed(argc, argv);
	int i;

	for (i = 0; i < 200 && unit_failures == 0; i++) {
		check_runs(&random);
		check_failing_runs(&random);
		check_scattered_zone(&random);
	}
	check_skips();
	check_zones(SIZE_MAX, false, 1);
	check_zones(MAX_OBJS * OBJ_SZ / 2 + RTE_MEMPOOL_ALIGN, false, 2);
	check_zones(MAX_OBJS * OBJ_SZ / 30, false, 33);
	check_zones(SIZE_MAX, true, 1);
	check_zones(MAX_OBJS * OBJ_SZ / 5, true, 10);
	check_failing_zones();
	check_anon();
	check_refusing_handler();
	check_page_size();
	return unit_status();
}
