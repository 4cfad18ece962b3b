/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_external_autotest: pools in memory that the program brought along as a heap.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_memory.h>
#include <rte_mempool.h>

#include "heap_base.h"
#include "test.h"

#define HEAP_NAME "of pools"
#define N_PAGES 512
#define FIRST_IOVA UINT64_C(0x7000000000)
#define N_OBJS 100
#define OBJ_SZ 1500

static struct {
	char *addr;
	size_t page_sz;
	size_t len;
	int socket;
	bool has_iovas;
	rte_iova_t iovas[N_PAGES]; /* with a gap behind each page */
} own;

/* Make the heap, with IO addresses or without. */
static int
begin(bool with_iovas)
{
	own.page_sz = rte_mem_page_size();
	own.len = N_PAGES * own.page_sz;
	own.addr = mmap(NULL, own.len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TEST_ASSERT(own.addr != MAP_FAILED, "no memory to bring along");
	for (unsigned int i = 0; i < N_PAGES; i++)
		own.iovas[i] = FIRST_IOVA + 2 * (uint64_t)i * own.page_sz;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_add(HEAP_NAME, own.addr, own.len,
		with_iovas ? own.iovas : NULL, with_iovas ? N_PAGES : 0, own.page_sz), "add");
	own.has_iovas = with_iovas;
	own.socket = rte_malloc_heap_get_socket(HEAP_NAME);
	return 0;
}

/* Remove the heap, in which nothing may be left. */
static int
end(void)
{
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_remove(HEAP_NAME, own.addr, own.len),
		"remove: %s", rte_strerror(rte_errno));
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	munmap(own.addr, own.len);
	return 0;
}

/* The object lies in the heap; IO addresses that were given do not jump inside of it. */
static void
check_object(struct rte_mempool *mp, void *arg, void *obj, unsigned int idx)
{
	const size_t offset = (size_t)((char *)obj - own.addr);
	const size_t page = offset / own.page_sz, last = offset + mp->elt_size - 1;
	unsigned int *n_bad = arg;
	rte_iova_t iova = rte_mem_virt2iova(obj);

	if (own.has_iovas)
		iova = own.iovas[page] + offset % own.page_sz;
	if (last < own.len && rte_mempool_virt2iova(obj) == iova &&
			(!own.has_iovas || last / own.page_sz == page))
		return;
	fprintf(stderr, "object %u at %p: IO address 0x%" PRIx64 ", not 0x%" PRIx64 "\n", idx, obj,
		rte_mempool_virt2iova(obj), iova);
	(*n_bad)++;
}

static int
check_pool(struct rte_mempool *mp, unsigned int n)
{
	unsigned int n_bad = 0;
	void *objs[N_OBJS];

	TEST_ASSERT_NOT_NULL(mp, "no pool: %s", rte_strerror(rte_errno));
	TEST_ASSERT(!own.has_iovas || (mp->flags & RTE_MEMPOOL_F_NON_IO) == 0, "flags %x",
		mp->flags);
	TEST_ASSERT_EQUAL(rte_mempool_obj_iter(mp, check_object, &n_bad), n, "objects");
	TEST_ASSERT_EQUAL(n_bad, 0, "%u objects are wrong", n_bad);
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, n), "get");
	rte_mempool_put_bulk(mp, objs, n);
	rte_mempool_free(mp);
	return 0;
}

static int
test_pools(bool has_iovas)
{
	TEST_ASSERT_SUCCESS(begin(has_iovas), "heap");
	TEST_ASSERT_SUCCESS(check_pool(rte_mempool_create("own", N_OBJS, OBJ_SZ, 0, 0, NULL, NULL,
		NULL, NULL, own.socket, 0), N_OBJS), "pool");
	TEST_ASSERT_SUCCESS(check_pool(rte_pktmbuf_pool_create("own mbufs", N_OBJS, 32, 0,
		RTE_MBUF_DEFAULT_BUF_SIZE, own.socket), N_OBJS), "mbufs");
	return end();
}

/* More than the heap has: nothing is taken from elsewhere, and nothing stays. */
static int
test_too_many(void)
{
	TEST_ASSERT_SUCCESS(begin(true), "heap");
	TEST_ASSERT_NULL(rte_mempool_create("own", N_PAGES, 3 * own.page_sz / 4, 0, 0, NULL, NULL,
		NULL, NULL, own.socket, 0), "all pages, though the pool needs some itself");
	TEST_ASSERT_EQUAL(rte_errno, ENOMEM, "%s", rte_strerror(rte_errno));
	TEST_ASSERT_NULL(rte_mempool_create("own", N_OBJS, 2 * own.page_sz, 0, 0, NULL, NULL,
		NULL, NULL, own.socket, 0), "objects of pages whose IO addresses jump");
	return end();
}

/* A number that no heap has. */
static int
test_no_heap(void)
{
	struct rte_mempool *mp = rte_mempool_create_empty("own", N_OBJS, OBJ_SZ, 0, 0,
		SOCKET_ID_ANY, 0);
	size_t pg_sz;

	TEST_ASSERT_NOT_NULL(mp, "no pool: %s", rte_strerror(rte_errno));
	mp->socket_id = own.socket;
	TEST_ASSERT_EQUAL(rte_mempool_get_page_size(mp, &pg_sz), -EINVAL, "a heap that is gone");
	rte_mempool_free(mp);
	return 0;
}

static int
test_mempool_external(void)
{
	const struct heap_base base = heap_base_read();

	TEST_ASSERT_SUCCESS(test_pools(true), "with IO addresses");
	TEST_ASSERT_SUCCESS(test_pools(false), "without IO addresses");
	TEST_ASSERT_SUCCESS(test_too_many(), "too many");
	TEST_ASSERT_SUCCESS(test_no_heap(), "no heap");
	TEST_ASSERT(heap_base_restored(&base), "something was left behind");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(mempool_external_autotest, test_mempool_external);
