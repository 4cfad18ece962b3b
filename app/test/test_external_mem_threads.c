/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * external_mem_threads_autotest: heaps and memory that the program brings along come and go while
 * other threads look at them. What each sees is checked; the rest is for the thread sanitizer.
 */

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_eal_paging.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>
#include <rte_stdatomic.h>

#include "heap_base.h"
#include "test.h"
#include "thread_start.h"

#define HEAP_NAME "looked at"
#define OTHER_NAME "of short life"
#define N_PAGES 64
#define IOVA UINT64_C(0x700000000)
#define N_ROUNDS 300
#define WAIT_SECONDS 10

static size_t page_sz;
static char *memory; /* N_PAGES in the heap, as many for others */
static rte_iova_t iovas[N_PAGES];
static int socket_id;

/* What a thread does over and over; it counts what is wrong. */
struct watcher {
	void (*look)(struct watcher *watcher);
	pthread_t thread;
	RTE_ATOMIC(bool) stop;
	RTE_ATOMIC(unsigned int) n_looks;
	unsigned int n_wrong;
	FILE *sink;
};

static char *
other_memory(void)
{
	return memory + N_PAGES * page_sz;
}

static void *
watch(void *arg)
{
	struct watcher *watcher = arg;

	while (!rte_atomic_load_explicit(&watcher->stop, rte_memory_order_relaxed)) {
		watcher->look(watcher);
		rte_atomic_fetch_add_explicit(&watcher->n_looks, 1, rte_memory_order_release);
	}
	return NULL;
}

static int
watch_start(struct watcher *watcher, void (*look)(struct watcher *watcher))
{
	*watcher = (struct watcher) { .look = look, .sink = fopen("/dev/null", "w") };
	TEST_ASSERT_NOT_NULL(watcher->sink, "/dev/null");
	TEST_ASSERT_SUCCESS(thread_start_beside(&watcher->thread, watch, watcher), "thread");
	return 0;
}

/* Has it looked at all, and seen nothing wrong? */
static int
watch_stop(struct watcher *watcher)
{
	time_t end = time(NULL) + WAIT_SECONDS;

	while (rte_atomic_load_explicit(&watcher->n_looks, rte_memory_order_acquire) == 0 &&
			time(NULL) < end)
		sched_yield();
	rte_atomic_store_explicit(&watcher->stop, true, rte_memory_order_relaxed);
	pthread_join(watcher->thread, NULL);
	fclose(watcher->sink);
	TEST_ASSERT(watcher->n_looks != 0, "the thread did not run");
	TEST_ASSERT_EQUAL(watcher->n_wrong, 0, "%u of %u", watcher->n_wrong, watcher->n_looks);
	return 0;
}

/* The list of the heap's memory is behind one that is free: who looks for it comes by that. */
static int
memory_make(void)
{
	page_sz = rte_mem_page_size();
	memory = mmap(NULL, 2 * N_PAGES * page_sz, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TEST_ASSERT(memory != MAP_FAILED, "no memory to bring along");
	for (unsigned int i = 0; i < N_PAGES; i++)
		iovas[i] = IOVA + i * page_sz;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(HEAP_NAME), "create");
	socket_id = rte_malloc_heap_get_socket(HEAP_NAME);
	TEST_ASSERT_SUCCESS(rte_extmem_register(other_memory(), page_sz, NULL, 0, page_sz), "list");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_add(HEAP_NAME, memory, N_PAGES * page_sz, iovas,
		N_PAGES, page_sz), "add");
	return rte_extmem_unregister(other_memory(), page_sz);
}

static int
memory_drop(void)
{
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_remove(HEAP_NAME, memory, N_PAGES * page_sz),
		"remove");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(HEAP_NAME), "destroy");
	munmap(memory, 2 * N_PAGES * page_sz);
	return 0;
}

static void
look_at_heaps(struct watcher *watcher)
{
	struct rte_malloc_socket_stats stats;

	rte_malloc_dump_heaps(watcher->sink);
	rte_malloc_dump_stats(watcher->sink, NULL);
	for (int id = socket_id; id < socket_id + N_ROUNDS; id++)
		if (rte_malloc_get_socket_stats(id, &stats) == 0)
			watcher->n_wrong += stats.heap_totalsz_bytes !=
				stats.heap_freesz_bytes + stats.heap_allocsz_bytes;
}

/* Memory comes to the other heap and goes. */
static int
add_and_remove(rte_iova_t addrs[], unsigned int n)
{
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_add(OTHER_NAME, other_memory(), page_sz, addrs,
		n, page_sz), "add");
	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_remove(OTHER_NAME, other_memory(), page_sz),
		"remove");
	return TEST_SUCCESS;
}

/* A heap that is made in the place of another one. */
static int
test_heaps_beside_dumps(void)
{
	struct watcher watcher;

	if (watch_start(&watcher, look_at_heaps) < 0)
		return TEST_FAILED;
	for (unsigned int round = 0; round < N_ROUNDS; round++) {
		TEST_ASSERT_SUCCESS(rte_malloc_heap_create(OTHER_NAME), "create");
		TEST_ASSERT_SUCCESS(add_and_remove(NULL, 0), "memory");
		TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(OTHER_NAME), "destroy");
	}
	return watch_stop(&watcher);
}

static void
look_at_address(struct watcher *watcher)
{
	rte_iova_t iova = rte_malloc_virt2iova(other_memory() + 5);

	watcher->n_wrong += iova != RTE_BAD_IOVA && iova != IOVA + 5;
	watcher->n_wrong += rte_malloc_virt2iova(memory + page_sz + 7) != IOVA + page_sz + 7;
}

/* Addresses in memory that goes while it is asked for, and in memory that stays. */
static int
test_addresses_beside_memory(void)
{
	struct watcher watcher;

	if (watch_start(&watcher, look_at_address) < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_malloc_heap_create(OTHER_NAME), "create");
	for (unsigned int round = 0; round < N_ROUNDS; round++) {
		TEST_ASSERT_SUCCESS(add_and_remove(iovas, 1), "memory");
	}
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy(OTHER_NAME), "destroy");
	return watch_stop(&watcher);
}

static void
look_for_zone(struct watcher *watcher)
{
	const struct rte_memzone *zone = rte_memzone_reserve("looked for", 3 * page_sz, socket_id,
		RTE_MEMZONE_IOVA_CONTIG);

	watcher->n_wrong += zone == NULL || rte_memzone_free(zone) != 0;
}

/* Contiguous blocks, while the lists of other memory change. */
static int
test_zones_beside_memory(void)
{
	struct watcher watcher;

	if (watch_start(&watcher, look_for_zone) < 0)
		return TEST_FAILED;
	for (unsigned int round = 0; round < N_ROUNDS; round++) {
		TEST_ASSERT_SUCCESS(rte_extmem_register(other_memory(), page_sz, NULL, 0, page_sz),
			"register");
		TEST_ASSERT_SUCCESS(rte_extmem_unregister(other_memory(), page_sz), "unregister");
	}
	return watch_stop(&watcher);
}

/* Callbacks run while the memory lock is held for writing: asking for addresses must not wait. */
static int
test_addresses_under_lock(void)
{
	time_t end = time(NULL) + WAIT_SECONDS;
	struct watcher watcher;
	unsigned int n_looks = 0;

	rte_mcfg_mem_write_lock();
	if (watch_start(&watcher, look_at_address) == 0)
		while ((n_looks = rte_atomic_load_explicit(&watcher.n_looks,
				rte_memory_order_acquire)) < 2 && time(NULL) < end)
			sched_yield();
	rte_mcfg_mem_write_unlock();
	if (watch_stop(&watcher) < 0)
		return TEST_FAILED;
	TEST_ASSERT(n_looks >= 2, "an IO address is not told while the memory lock is held");
	return 0;
}

static int
test_external_mem_threads(void)
{
	static int (*const tests[])(void) = {
		test_addresses_under_lock, test_addresses_beside_memory, test_zones_beside_memory,
		test_heaps_beside_dumps,
	};
	struct heap_base base = heap_base_read();

	TEST_ASSERT_SUCCESS(memory_make(), "no heap");
	for (unsigned int i = 0; i < RTE_DIM(tests); i++)
		if (tests[i]() != 0)
			return TEST_FAILED;
	TEST_ASSERT_SUCCESS(memory_drop(), "heap");
	TEST_ASSERT(heap_base_restored(&base), "something was left behind");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(external_mem_threads_autotest, test_external_mem_threads);
