/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * external_mem_autotest: memory that the program brings along, as a heap of its own or only made
 * known to the memory layer.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>
#include <rte_stdatomic.h>

#include "heap_base.h"
#include "test.h"
#include "test_tools.h"

#define HEAP_NAME "brought along"
#define N_PAGES 256
#define FIRST_IOVA UINT64_C(0x5000000000)
/* Pages have IO addresses with gaps between them. */
#define IOVA_STEP 3
#define FIRST_EXTERNAL_SOCKET 256
#define N_ROUNDS 200

struct chunk {
	void *addr;
	size_t page_sz;
	size_t len;
	rte_iova_t iovas[N_PAGES];
};

/* Memory that does not read as zero, with made-up IO addresses. */
static int
chunk_make(struct chunk *chunk)
{
	chunk->page_sz = rte_mem_page_size();
	chunk->len = N_PAGES * chunk->page_sz;
	chunk->addr = mmap(NULL, chunk->len, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TEST_ASSERT(chunk->addr != MAP_FAILED, "no memory to bring along");
	memset(chunk->addr, 0xa5, chunk->len);
	for (unsigned int i = 0; i < N_PAGES; i++)
		chunk->iovas[i] = FIRST_IOVA + (uint64_t)i * IOVA_STEP * chunk->page_sz;
	return 0;
}

static void
chunk_drop(struct chunk *chunk)
{
	munmap(chunk->addr, chunk->len);
}

static bool
chunk_holds(const struct chunk *chunk, const void *ptr, size_t len)
{
	uintptr_t offset = (uintptr_t)ptr - (uintptr_t)chunk->addr;

	return offset < chunk->len && len <= chunk->len - offset;
}

static int
add(const struct chunk *chunk)
{
	return rte_malloc_heap_memory_add(HEAP_NAME, chunk->addr, chunk->len,
		(rte_iova_t *)(uintptr_t)chunk->iovas, N_PAGES, chunk->page_sz);
}

static int
remove_chunk(const struct chunk *chunk)
{
	return rte_malloc_heap_memory_remove(HEAP_NAME, chunk->addr, chunk->len);
}

static int
test_names(void)
{
	static const char too_long[] = "a name of thirty-two characters.";

	TEST_ASSERT(failed_with(rte_malloc_heap_create(NULL), EINVAL), "create");
	TEST_ASSERT(failed_with(rte_malloc_heap_create(""), EINVAL), "create");
	TEST_ASSERT(failed_with(rte_malloc_heap_create(too_long), EINVAL), "create");
	TEST_ASSERT(failed_with(rte_malloc_heap_destroy(NULL), EINVAL), "destroy");
	TEST_ASSERT(failed_with(rte_malloc_heap_destroy(too_long), EINVAL), "destroy");
	TEST_ASSERT(failed_with(rte_malloc_heap_destroy(HEAP_NAME), ENOENT), "destroy");
	TEST_ASSERT(failed_with(rte_malloc_heap_destroy("socket_0"), EPERM), "destroy");
	TEST_ASSERT(failed_with(rte_malloc_heap_get_socket(NULL), EINVAL), "get_socket");
	TEST_ASSERT(failed_with(rte_malloc_heap_get_socket(""), EINVAL), "get_socket");
	TEST_ASSERT(failed_with(rte_malloc_heap_get_socket(HEAP_NAME), ENOENT), "get_socket");
	TEST_ASSERT_EQUAL(rte_malloc_heap_get_socket("socket_0"), 0, "a built-in heap");
	TEST_ASSERT_EQUAL(rte_malloc_heap_socket_is_external(0), 0, "node 0");
	TEST_ASSERT_EQUAL(rte_malloc_heap_socket_is_external(SOCKET_ID_ANY), 0, "any node");
	TEST_ASSERT_EQUAL(rte_malloc_heap_socket_is_external(FIRST_EXTERNAL_SOCKET), -1,
		"no such heap");
	return 0;
}

/* Heaps until there is no room, each with an id of its own; all can go again. */
static int
test_many_heaps(void)
{
	char name[32];
	int n = 0, socket;

	for (;; n++) {
		snprintf(name, sizeof(name), "heap number %d", n);
		if (rte_malloc_heap_create(name) < 0)
			break;
		socket = rte_malloc_heap_get_socket(name);
		TEST_ASSERT(socket >= FIRST_EXTERNAL_SOCKET, "socket %d", socket);
		TEST_ASSERT_EQUAL(rte_malloc_heap_socket_is_external(socket), 1, "%d", socket);
		TEST_ASSERT(failed_with(rte_malloc_heap_create(name), EEXIST), "twice");
	}
	TEST_ASSERT_EQUAL(rte_errno, ENOSPC, "no room gives %d", rte_errno);
	TEST_ASSERT(n > 0 && n < RTE_MAX_HEAPS, "%d heaps", n);
	while (n-- > 0) {
		snprintf(name, sizeof(name), "heap number %d", n);
		TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(name), "%s", name);
	}
	return 0;
}

static int
test_memory_arguments(void)
{
	struct chunk c;

	if (chunk_make(&c) < 0)
		return TEST_FAILED;
	TEST_ASSERT(failed_with(add(&c), ENOENT), "unknown heap");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add("socket_0", c.addr, c.len, c.iovas,
		N_PAGES, c.page_sz), EPERM), "built-in heap");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(NULL, c.addr, c.len, c.iovas, N_PAGES,
		c.page_sz), EINVAL), "no name");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, NULL, c.len, c.iovas, N_PAGES,
		c.page_sz), EINVAL), "no address");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, c.addr, 0, NULL, 0,
		c.page_sz), EINVAL), "no length");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, c.addr, c.len, c.iovas,
		N_PAGES, 0), EINVAL), "no page size");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, c.addr, c.len, c.iovas,
		N_PAGES, c.page_sz * 3), EINVAL), "page size is no power of two");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, c.addr, c.len - 1, c.iovas,
		N_PAGES, c.page_sz), EINVAL), "not whole pages");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, (char *)c.addr + 64,
		c.len - c.page_sz, c.iovas, N_PAGES - 1, c.page_sz), EINVAL), "not at a page");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, c.addr, c.len, c.iovas,
		N_PAGES - 1, c.page_sz), EINVAL), "number of pages");
	TEST_ASSERT(failed_with(remove_chunk(&c), ENOENT), "never added");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_add(HEAP_NAME, (char *)c.addr + 32,
		c.page_sz - 32, NULL, 0, 32), EINVAL), "pages shorter than a line");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_remove(HEAP_NAME, NULL, c.len), EINVAL),
		"no address");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_remove(HEAP_NAME, c.addr, 0), EINVAL),
		"no length");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_attach(HEAP_NAME, c.addr, c.len), ENOENT),
		"attach what was not added");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_detach(HEAP_NAME, c.addr, c.len), ENOENT),
		"detach what was not added");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_attach("socket_0", c.addr, c.len), EPERM),
		"attach to a built-in heap");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	chunk_drop(&c);
	return 0;
}

/* Allocate blocks until the heap is full: all lie in the chunk, read zero, and can be written. */
static int
fill_up(const struct chunk *chunk, int socket, void **blocks, unsigned int max, unsigned int *n)
{
	static const char zeros[3000];

	for (*n = 0; *n < max; (*n)++) {
		char *block = rte_zmalloc_socket(NULL, sizeof(zeros), 0, socket);

		blocks[*n] = block;
		if (block == NULL)
			return 0;
		TEST_ASSERT(chunk_holds(chunk, block, sizeof(zeros)), "%p is elsewhere", block);
		TEST_ASSERT_EQUAL(memcmp(block, zeros, sizeof(zeros)), 0, "not zero at %p", block);
		memset(block, 0x5a, sizeof(zeros));
	}
	TEST_ASSERT(false, "the heap never gets full");
}

static int
test_blocks(void)
{
	void *blocks[N_PAGES * 2];
	struct rte_malloc_socket_stats stats;
	struct chunk c;
	unsigned int n;
	int socket;

	if (chunk_make(&c) < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	socket = rte_malloc_heap_get_socket(HEAP_NAME);
	TEST_ASSERT_NULL(rte_malloc_socket(NULL, 64, 0, socket), "an empty heap gives memory");
	TEST_ASSERT_SUCCESS(add(&c), "add: %s", rte_strerror(rte_errno));
	for (unsigned int round = 0; round < 2; round++) {
		if (fill_up(&c, socket, blocks, RTE_DIM(blocks), &n) < 0)
			return TEST_FAILED;
		TEST_ASSERT(n >= c.len / 4096 - 2, "only %u blocks", n);
		TEST_ASSERT(failed_with(remove_chunk(&c), EBUSY), "memory in use was removed");
		TEST_ASSERT(failed_with(rte_malloc_heap_destroy(HEAP_NAME), EBUSY), "heap in use");
		while (n-- > 0)
			rte_free(blocks[n]);
	}
	TEST_ASSERT_SUCCESS(rte_malloc_get_socket_stats(socket, &stats), "statistics");
	TEST_ASSERT(stats.heap_totalsz_bytes == c.len && stats.heap_allocsz_bytes == 0 &&
		stats.alloc_count == 0 && stats.heap_freesz_bytes == c.len, "books");
	TEST_ASSERT(failed_with(rte_malloc_heap_destroy(HEAP_NAME), EBUSY), "memory still there");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_remove(HEAP_NAME, c.addr,
		c.len - c.page_sz), ENOENT), "a part of the memory was removed");
	TEST_ASSERT_SUCCESS(remove_chunk(&c), "remove: %s", rte_strerror(rte_errno));
	TEST_ASSERT_NULL(rte_malloc_socket(NULL, 64, 0, socket), "memory that is gone");
	TEST_ASSERT_NULL(rte_mem_virt2memseg_list(c.addr), "its list is still known");
	TEST_ASSERT_EQUAL(rte_malloc_virt2iova(c.addr), RTE_BAD_IOVA, "it still lies in a heap");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	TEST_ASSERT_EQUAL(rte_malloc_heap_socket_is_external(socket), -1, "the id is still known");
	chunk_drop(&c);
	return 0;
}

static int
check_addresses(const struct chunk *chunk, bool known, bool in_heap)
{
	for (unsigned int i = 0; i < N_PAGES; i++) {
		char *addr = (char *)chunk->addr + i * chunk->page_sz;
		const struct rte_memseg_list *msl = rte_mem_virt2memseg_list(addr);
		const struct rte_memseg *ms = rte_mem_virt2memseg(addr, msl);
		rte_iova_t iova = known ? chunk->iovas[i] : RTE_BAD_IOVA;

		TEST_ASSERT_NOT_NULL(msl, "no list for %p", addr);
		TEST_ASSERT(msl->external == 1 && msl->heap == in_heap, "list is not external");
		TEST_ASSERT_NOT_NULL(ms, "no segment for %p", addr);
		TEST_ASSERT(ms->addr == addr && ms->len == chunk->page_sz && ms->iova == iova,
			"segment of page %u", i);
		if (in_heap)
			TEST_ASSERT_EQUAL(rte_malloc_virt2iova(addr + 5), known ? iova + 5 : iova,
				"IO address of page %u", i);
	}
	return 0;
}

/* With a table of IO addresses, and without one. */
static int
test_addresses(void)
{
	struct chunk c;
	int ret;

	if (chunk_make(&c) < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	TEST_ASSERT_SUCCESS(add(&c), "add");
	ret = check_addresses(&c, true, true);
	TEST_ASSERT(failed_with(add(&c), EEXIST), "added twice");
	TEST_ASSERT(failed_with(rte_malloc_heap_memory_attach(HEAP_NAME, c.addr, c.len), EEXIST),
		"attached by the process that added it");
	TEST_ASSERT_SUCCESS(remove_chunk(&c), "remove");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_add(HEAP_NAME, c.addr, c.len, NULL, 0,
		c.page_sz), "add without addresses");
	if (ret == 0)
		ret = check_addresses(&c, false, true);
	TEST_ASSERT_SUCCESS(remove_chunk(&c), "remove");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	chunk_drop(&c);
	return ret;
}

/* Requests for any node, and for a native one, never get memory that was brought along. */
static int
test_only_when_asked(void)
{
	void *blocks[64];
	struct chunk c;
	unsigned int n_wrong = 0;

	if (chunk_make(&c) < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	TEST_ASSERT_SUCCESS(add(&c), "add");
	for (unsigned int i = 0; i < RTE_DIM(blocks); i++) {
		int socket = i % 2 == 0 ? SOCKET_ID_ANY : 0;

		blocks[i] = rte_malloc_socket(NULL, 100 << (i % 8), 0, socket);
		n_wrong += blocks[i] == NULL || chunk_holds(&c, blocks[i], 1);
	}
	for (unsigned int i = 0; i < RTE_DIM(blocks); i++)
		rte_free(blocks[i]);
	TEST_ASSERT_EQUAL(n_wrong, 0, "%u blocks in the wrong heap", n_wrong);
	TEST_ASSERT_NULL(rte_malloc(NULL, SIZE_MAX / 2, 0), "more than there is");
	TEST_ASSERT_SUCCESS(remove_chunk(&c), "remove");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	chunk_drop(&c);
	return 0;
}

static int
test_zones(void)
{
	const struct rte_memzone *mz, *all;
	struct chunk c;
	int socket;

	if (chunk_make(&c) < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	socket = rte_malloc_heap_get_socket(HEAP_NAME);
	TEST_ASSERT_SUCCESS(add(&c), "add");
	mz = rte_memzone_reserve("brought", 2000, socket, 0);
	TEST_ASSERT_NOT_NULL(mz, "no zone: %s", rte_strerror(rte_errno));
	TEST_ASSERT(chunk_holds(&c, mz->addr, mz->len) && mz->socket_id == socket &&
		mz->hugepage_sz == c.page_sz, "zone is elsewhere");
	TEST_ASSERT_NULL(rte_memzone_reserve_aligned("strewn", 3 * c.page_sz, socket,
		RTE_MEMZONE_IOVA_CONTIG, 64), "no two pages have successive IO addresses");
	all = rte_memzone_reserve("rest", 0, socket, 0);
	TEST_ASSERT(all != NULL && all->len > c.len - 4 * c.page_sz, "the rest of the heap");
	TEST_ASSERT_SUCCESS(rte_memzone_free(all), "free");
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "free");
	TEST_ASSERT_SUCCESS(remove_chunk(&c), "remove");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	chunk_drop(&c);
	return 0;
}

/* Two chunks in a heap; the one that is not in use can go. */
static int
test_two_chunks(void)
{
	struct chunk c[2];
	void *block;
	unsigned int used;
	int socket;

	if (chunk_make(&c[0]) < 0 || chunk_make(&c[1]) < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	socket = rte_malloc_heap_get_socket(HEAP_NAME);
	TEST_ASSERT_SUCCESS(add(&c[0]) | add(&c[1]), "add");
	block = rte_malloc_socket(NULL, 100, 0, socket);
	TEST_ASSERT_NOT_NULL(block, "no block");
	used = chunk_holds(&c[0], block, 100) ? 0 : 1;
	TEST_ASSERT(failed_with(remove_chunk(&c[used]), EBUSY), "the chunk in use");
	TEST_ASSERT_SUCCESS(remove_chunk(&c[!used]), "the other chunk");
	TEST_ASSERT_SUCCESS(rte_malloc_validate(block, NULL), "the block is damaged");
	rte_free(block);
	TEST_ASSERT_SUCCESS(remove_chunk(&c[used]), "the last chunk");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	chunk_drop(&c[0]);
	chunk_drop(&c[1]);
	return 0;
}

/* Memory that is only made known: no heap has it. */
static int
test_extmem(void)
{
	struct chunk c;
	int ret;

	if (chunk_make(&c) < 0)
		return TEST_FAILED;
	TEST_ASSERT(failed_with(rte_extmem_register(NULL, c.len, c.iovas, N_PAGES, c.page_sz),
		EINVAL), "no address");
	TEST_ASSERT(failed_with(rte_extmem_register(c.addr, c.len, c.iovas, N_PAGES + 1, c.page_sz),
		EINVAL), "number of pages");
	TEST_ASSERT(failed_with(rte_extmem_register(c.addr, c.len, c.iovas, N_PAGES, 100), EINVAL),
		"page size");
	TEST_ASSERT(failed_with(rte_extmem_unregister(c.addr, c.len), ENOENT), "never registered");
	TEST_ASSERT(failed_with(rte_extmem_attach(c.addr, c.len), ENOENT), "never registered");
	TEST_ASSERT_SUCCESS(rte_extmem_register(c.addr, c.len, c.iovas, N_PAGES, c.page_sz),
		"register: %s", rte_strerror(rte_errno));
	ret = check_addresses(&c, true, false);
	TEST_ASSERT(failed_with(rte_extmem_register(c.addr, c.len, c.iovas, N_PAGES, c.page_sz),
		EEXIST), "twice");
	TEST_ASSERT(failed_with(rte_extmem_register((char *)c.addr + c.page_sz, c.page_sz, NULL, 0,
		c.page_sz), EEXIST), "a part of it");
	TEST_ASSERT(failed_with(rte_extmem_unregister(c.addr, c.len - c.page_sz), ENOENT),
		"another length");
	TEST_ASSERT(failed_with(rte_extmem_register((char *)c.addr - c.page_sz, 2 * c.page_sz, NULL,
		0, c.page_sz), EEXIST), "more than it, from below");
	TEST_ASSERT(failed_with(rte_extmem_attach(c.addr, c.len), EEXIST), "attached already");
	TEST_ASSERT_SUCCESS(rte_extmem_unregister(c.addr, c.len), "unregister");
	TEST_ASSERT_NULL(rte_mem_virt2memseg_list(c.addr), "still known");
	TEST_ASSERT_EQUAL(((unsigned char *)c.addr)[c.len / 2], 0xa5, "contents were changed");
	chunk_drop(&c);
	return ret;
}

struct traffic {
	int socket;
	RTE_ATOMIC(bool) stop; /* relaxed: only ends the loop */
	unsigned int n_blocks;
};

static void *
use_heap(void *arg)
{
	struct traffic *traffic = arg;

	while (!rte_atomic_load_explicit(&traffic->stop, rte_memory_order_relaxed)) {
		char *brought = rte_malloc_socket(NULL, 500, 0, traffic->socket);
		char *native = rte_malloc(NULL, 500, 0);

		if (brought != NULL)
			brought[499] = 1;
		traffic->n_blocks += brought != NULL;
		rte_free(brought);
		rte_free(native);
	}
	return NULL;
}

/* Chunks come and go while others allocate and free, there and elsewhere. */
static int
test_come_and_go(void)
{
	struct traffic traffic = { .n_blocks = 0 };
	unsigned int n_removed = 0;
	pthread_t thread;
	struct chunk c;

	if (chunk_make(&c) < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	traffic.socket = rte_malloc_heap_get_socket(HEAP_NAME);
	TEST_ASSERT_SUCCESS(pthread_create(&thread, NULL, use_heap, &traffic), "thread");
	for (unsigned int round = 0; round < N_ROUNDS; round++) {
		int ret = add(&c);

		while (ret == 0 && remove_chunk(&c) < 0 && rte_errno == EBUSY)
			;
		n_removed += ret == 0;
	}
	rte_atomic_store_explicit(&traffic.stop, true, rte_memory_order_relaxed);
	pthread_join(thread, NULL);
	TEST_ASSERT_EQUAL(n_removed, N_ROUNDS, "%u rounds", n_removed);
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	chunk_drop(&c);
	return 0;
}

static int
test_external_mem(void)
{
	static int (*const tests[])(void) = {
		test_names, test_many_heaps, test_memory_arguments, test_blocks,
		test_addresses, test_only_when_asked, test_zones, test_two_chunks, test_extmem,
		test_come_and_go,
	};
	struct heap_base base = heap_base_read();

	for (unsigned int i = 0; i < RTE_DIM(tests); i++)
		if (tests[i]() != 0)
			return TEST_FAILED;
	TEST_ASSERT(heap_base_restored(&base), "something was left behind");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(external_mem_autotest, test_external_mem);
