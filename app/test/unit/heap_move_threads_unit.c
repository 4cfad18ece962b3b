/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Areas that grow, with several threads: blocks do not mix, the books balance at every reading, the
 * heap is valid at every look, and memory that is there is found though pages are moving.
 */

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "heap_pages_fake.h"
#include "heap_crew.h"

#define PAGE ((size_t)16 << 10)

static unsigned int n_failed; /* allocations that gave nothing; atomic */

/* Allocate and free one block all the time; each time there must be memory for it. */
static void *
work_at_limit(void *arg)
{
	const size_t len = 4 * PAGE - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
	const struct heap_crew_task *task = arg;

	for (unsigned int round = 0; round < task->n_rounds; round++) {
		void *ptr = alloc(len, 0, 0);

		if (ptr == NULL) {
			__atomic_fetch_add(&n_failed, 1, __ATOMIC_RELAXED);
			continue;
		}
		memset(ptr, 1, len);
		UNIT_CHECK(give_back(ptr) == 0);
	}
	return NULL;
}

static pthread_barrier_t on_their_way;

/* Let the other thread search, and give up if it does not wait. */
static void
search_meanwhile(void)
{
	fake.getting = NULL;
	fake.returning = NULL;
	pthread_barrier_wait(&on_their_way);
	usleep(50000);
}

static void *
free_block(void *ptr)
{
	UNIT_CHECK(give_back(ptr) == 0);
	return NULL;
}

/*
 * Free memory goes back together with that of another block. Who needs it meanwhile, and knows that
 * there are no other pages, waits.
 */
static void
test_wait(void)
{
	const size_t page = 16 * PAGE, overhead = HEAP_HEADER_SZ + HEAP_TRAILER_SZ;
	void *guard, *part, *block, *ptr;
	pthread_t thread;

	grow_begin(page, page);
	fake.recent = true;
	fake.returning = search_meanwhile;
	is_threaded = true;
	pthread_barrier_init(&on_their_way, NULL, 2);
	guard = alloc(2 * page - overhead, 0, 0);
	part = alloc(page / 2 - overhead, 0, 0);
	block = alloc(4 * page - overhead, 0, 0);
	UNIT_CHECK(give_back(part) == 0 && open_sz() == 7 * page);
	rte_atomic_store_explicit(&fake.free_sz, 0, rte_memory_order_relaxed);
	UNIT_CHECK(alloc(page / 4 * 3, 0, 0) == NULL); /* a shortage of one page from now on */
	pthread_create(&thread, NULL, free_block, block);
	pthread_barrier_wait(&on_their_way);
	ptr = alloc(page / 2 - overhead, 0, 0);
	UNIT_CHECK(ptr != NULL);
	pthread_join(thread, NULL);
	UNIT_CHECK(ptr == NULL || give_back(ptr) == 0);
	UNIT_CHECK(give_back(guard) == 0);
	pthread_barrier_destroy(&on_their_way);
	is_threaded = false;
	grow_end(AREA_SZ);
}

static void *
find_too_few(void *len)
{
	UNIT_CHECK(alloc(*(size_t *)len, 0, 0) == NULL);
	return NULL;
}

/* Nearly all of an area is booked by who then does not get the pages: who needs some waits. */
static void
test_wait_for_booked(void)
{
	size_t len = AREA_SZ - PAGE;
	pthread_t thread;
	void *ptr;

	grow_begin(PAGE, PAGE);
	fake.fail_area = 1;
	fake.getting = search_meanwhile;
	is_threaded = true;
	pthread_barrier_init(&on_their_way, NULL, 2);
	rte_atomic_store_explicit(&fake.free_sz, 4 * PAGE, rte_memory_order_relaxed);
	pthread_create(&thread, NULL, find_too_few, &len);
	pthread_barrier_wait(&on_their_way);
	ptr = alloc(2 * PAGE, 0, 0);
	UNIT_CHECK(ptr != NULL);
	pthread_join(thread, NULL);
	UNIT_CHECK(ptr == NULL || give_back(ptr) == 0);
	pthread_barrier_destroy(&on_their_way);
	is_threaded = false;
	grow_end(0);
}

static void *late; /* block that another thread frees right after there were no pages */

static void
free_meanwhile(void)
{
	pthread_t thread;

	fake.refused = NULL;
	pthread_create(&thread, NULL, free_block, late);
	pthread_join(thread, NULL);
}

/* Pages go back after a request for some has failed and before that is noted: it has them. */
static void
test_back_before_noted(void)
{
	const size_t overhead = HEAP_HEADER_SZ + HEAP_TRAILER_SZ;
	void *ptr;

	grow_begin(PAGE, PAGE);
	fake.recent = true;
	fake.fail_area = 1;
	is_threaded = true;
	late = alloc(3 * PAGE - overhead, 0, 0);
	rte_atomic_store_explicit(&fake.free_sz, 3 * PAGE, rte_memory_order_relaxed);
	fake.refused = free_meanwhile;
	ptr = alloc(5 * PAGE - overhead, 0, 0);
	UNIT_CHECK(ptr != NULL && fake.refused == NULL);
	UNIT_CHECK(ptr == NULL || give_back(ptr) == 0);
	is_threaded = false;
	grow_end(AREA_SZ);
}

static unsigned int n_moved; /* frees of those who move pages all the time; atomic */
static bool is_enough;       /* atomic */

/* Pages of a side stay on their way until some of the other side are. */
static void
pass_on(void)
{
	unsigned int n = __atomic_add_fetch(&n_moved, 1, __ATOMIC_RELAXED);

	while (__atomic_load_n(&n_moved, __ATOMIC_RELAXED) == n &&
			!__atomic_load_n(&is_enough, __ATOMIC_RELAXED))
		usleep(20);
}

static void *
move_all_the_time(void *len)
{
	for (unsigned int i = 0; i < 2000 && !__atomic_load_n(&is_enough, __ATOMIC_RELAXED); i++) {
		UNIT_CHECK(give_back(alloc(*(size_t *)len, 0, 0)) == 0);
		usleep(100);
	}
	__atomic_store_n(&is_enough, true, __ATOMIC_RELAXED);
	return NULL;
}

/* A request that there is no memory for fails, though at any time some pages are moving. */
static void
test_wait_ends(void)
{
	size_t lens[HEAP_SIDES] = {HEAP_LARGE - 1, HEAP_LARGE};
	pthread_t threads[HEAP_SIDES];
	void *guard;

	grow_begin(PAGE, PAGE);
	fake.fail_area = 1;
	guard = alloc(100, 0, 0);
	fake.returning = pass_on;
	is_threaded = true;
	for (unsigned int i = 0; i < HEAP_SIDES; i++)
		pthread_create(&threads[i], NULL, move_all_the_time, &lens[i]);
	while (__atomic_load_n(&n_moved, __ATOMIC_RELAXED) == 0)
		sched_yield();
	UNIT_CHECK(alloc(AREA_SZ - HEAP_HEADER_SZ - HEAP_TRAILER_SZ, 0, 0) == NULL);
	UNIT_CHECK(!__atomic_exchange_n(&is_enough, true, __ATOMIC_RELAXED));
	for (unsigned int i = 0; i < HEAP_SIDES; i++)
		pthread_join(threads[i], NULL);
	is_threaded = false;
	fake.returning = NULL;
	UNIT_CHECK(give_back(guard) == 0);
	grow_end(0);
}

int
main(int argc, char **argv)
{
	uint64_t seed = unit_seed(argc, argv);

	test_wait();
	test_wait_for_booked();
	test_back_before_noted();
	test_wait_ends();

	for (unsigned int i = 0; i < 4 && unit_failures == 0; i++) {
		grow_begin(i < 2 ? 4096 : PAGE, 4 * PAGE);
		fake.recent = i == 1;
		if (i == 3)
			rte_atomic_store_explicit(&fake.free_sz, 64 * PAGE,
				rte_memory_order_relaxed);
		heap_crew_run(heap_crew_play, seed + i, 600);
		grow_end(fake.recent ? 2 * AREA_SZ : 0);
	}
	grow_begin(PAGE, PAGE);
	/* what each has, and the page in front of each hole */
	rte_atomic_store_explicit(&fake.free_sz, N_THREADS * 5 * PAGE, rte_memory_order_relaxed);
	heap_crew_run(work_at_limit, seed, 1000);
	UNIT_CHECK(n_failed == 0);
	grow_end(0);
	return unit_status();
}
