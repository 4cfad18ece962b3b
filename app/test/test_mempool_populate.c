/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest, populate: objects in memory of the caller, in several pieces, in anonymous
 * memory; what a failure leaves.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include "heap_base.h"
#include "test_mempool.h"

#define N_OBJS 40
#define AREA_SZ 65536

/* Memory of the caller, and how often it was given back. */
struct area {
	char *addr;
	unsigned int n_freed;
	struct rte_mempool_memhdr chunk; /* copy of the one it was freed with */
};

static void
free_area(struct rte_mempool_memhdr *chunk, void *opaque)
{
	struct area *area = opaque;

	area->n_freed++;
	area->chunk = *chunk;
}

static struct rte_mempool *
create_empty(unsigned int n, unsigned int flags)
{
	return rte_mempool_create_empty("populate", n, 100, 8, 0, SOCKET_ID_ANY, flags);
}

static size_t
total_size(const struct rte_mempool *mp)
{
	return (size_t)mp->header_size + mp->elt_size + mp->trailer_size;
}

/* A pool without objects, as it was created. */
static int
check_untouched(struct rte_mempool *mp, const struct area *area)
{
	TEST_ASSERT(mp->populated_size == 0 && mp->nb_mem_chunks == 0, "not empty");
	TEST_ASSERT((mp->flags & RTE_MEMPOOL_F_POOL_CREATED) == 0, "handler in use");
	TEST_ASSERT((mp->flags & RTE_MEMPOOL_F_NON_IO) != 0, "for devices");
	TEST_ASSERT(rte_mempool_avail_count(mp) == 0, "has objects");
	TEST_ASSERT(area->n_freed == 0, "memory of the caller freed");
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, "ring_mp_mc", NULL), "handler fixed");
	return TEST_SUCCESS;
}

static int
test_too_small(void)
{
	const struct heap_base base = heap_base_read();
	struct area area = {0};
	struct rte_mempool *mp;
	size_t len;
	int ret;

	area.addr = rte_malloc(NULL, AREA_SZ, 4096);
	mp = create_empty(N_OBJS, 0);
	TEST_ASSERT(mp != NULL && area.addr != NULL, "create gives %d", rte_errno);
	for (len = 0; len < total_size(mp); len += 61) {
		ret = rte_mempool_populate_iova(mp, area.addr, 0, len, free_area, &area);
		TEST_ASSERT(ret == 0, "%zu bytes give %d", len, ret);
		ret = rte_mempool_populate_virt(mp, area.addr, len, 4096, free_area, &area);
		TEST_ASSERT(ret == 0, "%zu bytes give %d", len, ret);
		TEST_ASSERT_SUCCESS(check_untouched(mp, &area), "%zu bytes", len);
	}
	/* Room for one, but not at the place where it has to start. */
	ret = rte_mempool_populate_iova(mp, area.addr + 1, 1, total_size(mp), free_area, &area);
	TEST_ASSERT(ret == 0, "not aligned: %d", ret);
	ret = rte_mempool_populate_virt(mp, area.addr, AREA_SZ, 3, free_area, &area);
	TEST_ASSERT(ret == -EINVAL, "pages of 3 give %d", ret);
	TEST_ASSERT_SUCCESS(check_untouched(mp, &area), "bad arguments");
	rte_mempool_free(mp);
	rte_free(area.addr);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* The pool is filled from three areas, each of which has room for some objects. */
static int
fill_in_pieces(struct rte_mempool *mp, struct area *areas)
{
	const size_t third = total_size(mp) * (N_OBJS / 3 + 1) + total_size(mp) / 2;
	unsigned int i, n = 0;
	int ret;

	for (i = 0; n < N_OBJS; i++) {
		char *start = areas[i].addr + 1 + i;

		TEST_ASSERT(rte_mempool_full(mp) == 0, "full with %u", n);
		ret = i == 1 ?
			rte_mempool_populate_virt(mp, start, third, 4096, free_area, &areas[i]) :
			rte_mempool_populate_iova(mp, start, 4096, third, free_area, &areas[i]);
		TEST_ASSERT(ret > 0 && ret <= N_OBJS / 3 + 1, "piece %u gives %d", i, ret);
		n += (unsigned int)ret;
		TEST_ASSERT(rte_mempool_avail_count(mp) == n, "%u objects",
			rte_mempool_avail_count(mp));
		TEST_ASSERT(mp->nb_mem_chunks == i + 1, "%u chunks", mp->nb_mem_chunks);
	}
	TEST_ASSERT(n == N_OBJS, "%u objects", n);
	ret = rte_mempool_populate_iova(mp, areas[3].addr, 0, AREA_SZ, free_area, &areas[3]);
	TEST_ASSERT(ret == -ENOSPC, "a full pool gives %d", ret);
	ret = rte_mempool_populate_virt(mp, areas[3].addr, AREA_SZ, 4096, free_area, &areas[3]);
	TEST_ASSERT(ret == -ENOSPC, "a full pool gives %d", ret);
	return TEST_SUCCESS;
}

static int
test_pieces(unsigned int flags)
{
	const struct heap_base base = heap_base_read();
	struct area areas[4] = {{0}};
	struct rte_mempool *mp;
	unsigned int i;

	mp = create_empty(N_OBJS, flags);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	for (i = 0; i < RTE_DIM(areas); i++) {
		areas[i].addr = rte_malloc(NULL, AREA_SZ, 0);
		TEST_ASSERT_NOT_NULL(areas[i].addr, "no memory");
	}
	TEST_ASSERT_SUCCESS(fill_in_pieces(mp, areas), "pieces");
	TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "objects");
	rte_mempool_free(mp);
	for (i = 0; i < RTE_DIM(areas); i++) {
		TEST_ASSERT(areas[i].n_freed == (i < 3), "area %u freed %u times", i,
			areas[i].n_freed);
		if (i < 3)
			TEST_ASSERT(areas[i].chunk.addr == areas[i].addr + 1 + i, "chunk %u", i);
		rte_free(areas[i].addr);
	}
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

static int
test_non_io(void)
{
	struct area area = {0};
	struct rte_mempool *mp;
	unsigned int i;

	area.addr = rte_malloc(NULL, AREA_SZ, 0);
	TEST_ASSERT_NOT_NULL(area.addr, "no memory");
	for (i = 0; i < 3; i++) {
		mp = create_empty(N_OBJS, i == 2 ? RTE_MEMPOOL_F_NO_IOVA_CONTIG : 0);
		TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
		TEST_ASSERT((mp->flags & RTE_MEMPOOL_F_NON_IO) != 0, "empty pool for devices");
		TEST_ASSERT(rte_mempool_populate_iova(mp, area.addr, i == 0 ? RTE_BAD_IOVA : 4096,
			AREA_SZ, NULL, NULL) == N_OBJS, "populate");
		TEST_ASSERT(((mp->flags & RTE_MEMPOOL_F_NON_IO) == 0) == (i == 1), "round %u", i);
		TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "objects");
		rte_mempool_free(mp);
	}
	mp = create_empty(N_OBJS, RTE_MEMPOOL_F_NO_IOVA_CONTIG);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT(rte_mempool_populate_virt(mp, area.addr, AREA_SZ, 4096, NULL, NULL) == N_OBJS,
		"populate");
	TEST_ASSERT(mp->nb_mem_chunks == 1, "%u chunks", mp->nb_mem_chunks);
	TEST_ASSERT((mp->flags & RTE_MEMPOOL_F_NON_IO) != 0, "promise broken");
	TEST_ASSERT(STAILQ_FIRST(&mp->elt_list)->iova == RTE_BAD_IOVA, "has an IO address");
	rte_mempool_free(mp);
	rte_free(area.addr);
	return TEST_SUCCESS;
}

static int
test_anon(void)
{
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp;
	int ret, error;

	mp = create_empty(N_OBJS, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	rte_errno = 0;
	ret = rte_mempool_populate_anon(mp);
	error = rte_errno;
	if (ret == 0) {
		/* not allowed to lock memory, or not so much */
		TEST_ASSERT(error == ENOMEM || error == EPERM || error == EAGAIN,
			"anon gives %d", error);
		TEST_ASSERT(mp->populated_size == 0 && mp->nb_mem_chunks == 0, "not empty");
	} else {
		TEST_ASSERT(ret == N_OBJS, "anon gives %d", ret);
		TEST_ASSERT(rte_malloc_validate(STAILQ_FIRST(&mp->mem_list)->addr, NULL) < 0,
			"memory of the heap");
		TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "objects");
	}
	rte_mempool_free(mp);
	TEST_BASE_RESTORED(&base);

	mp = create_empty(2000000000, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	rte_errno = 0;
	ret = rte_mempool_populate_anon(mp);
	TEST_ASSERT(ret == 0 && rte_errno != 0, "too much gives %d, %d", ret, rte_errno);
	TEST_ASSERT(mp->populated_size == 0 && mp->nb_mem_chunks == 0, "not empty");
	rte_mempool_free(mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* Free memory in pieces none of which is big enough for the pool. */
static int
test_fragments(void)
{
	const struct heap_base base = heap_base_read();
	struct rte_malloc_socket_stats stats;
	struct rte_mempool *mp;
	void *blocks[64];
	unsigned int i;
	size_t len;

	stats = heap_base_stats();
	len = stats.heap_freesz_bytes / 2 / RTE_DIM(blocks);
	for (i = 0; i < RTE_DIM(blocks); i++)
		blocks[i] = rte_malloc(NULL, i % 2 == 0 ? len : len * 5 / 2, 0);
	for (i = 0; i < RTE_DIM(blocks); i += 2)
		rte_free(blocks[i]);
	stats = heap_base_stats();
	mp = rte_mempool_create("fragments", (unsigned int)(len * 6 / 2500), 2304, 0, 0, NULL, NULL,
		NULL, NULL, SOCKET_ID_ANY, 0);
	if (stats.greatest_free_size < len * 6) {
		TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
		TEST_ASSERT(mp->nb_mem_chunks > 1, "in one piece");
	}
	rte_mempool_free(mp);
	for (i = 1; i < RTE_DIM(blocks); i += 2)
		rte_free(blocks[i]);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

int
test_mempool_populate(void)
{
	TEST_ASSERT_SUCCESS(test_too_small(), "too small");
	TEST_ASSERT_SUCCESS(test_pieces(0), "pieces");
	TEST_ASSERT_SUCCESS(test_pieces(RTE_MEMPOOL_F_NO_CACHE_ALIGN), "pieces, aligned to 8");
	TEST_ASSERT_SUCCESS(test_pieces(RTE_MEMPOOL_F_NO_IOVA_CONTIG), "pieces, not for devices");
	TEST_ASSERT_SUCCESS(test_non_io(), "for devices or not");
	TEST_ASSERT_SUCCESS(test_anon(), "anonymous memory");
	TEST_ASSERT_SUCCESS(test_fragments(), "fragments");
	return TEST_SUCCESS;
}
