/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Threads that use the heap of heap_fixture.h, while the books are read and the heap is checked.
 * Included by one file of a test.
 */

#ifndef HEAP_CREW_H
#define HEAP_CREW_H

#include <pthread.h>

#include "heap_fixture.h"

#define N_THREADS 3

/* What a thread of the crew is given. */
struct heap_crew_task {
	uint64_t rnd;
	unsigned int n_rounds;
};

/* Of a thread: take and free blocks at random, which must not mix with those of others. */
static inline void *
heap_crew_play(void *arg)
{
	const struct heap_crew_task *task = arg;
	struct block blocks[8] = {0};
	uint64_t rnd = task->rnd;

	for (unsigned int round = 0; round < task->n_rounds; round++) {
		struct block *b = &blocks[unit_random_below(&rnd, RTE_DIM(blocks))];

		if (b->data == NULL) {
			block_alloc(b, &rnd, 21);
		} else {
			UNIT_CHECK(is_filled(b->data, b->len, b->fill));
			UNIT_CHECK(give_back(b->data) == 0);
			b->data = NULL;
		}
	}
	for (unsigned int i = 0; i < RTE_DIM(blocks); i++)
		if (blocks[i].data != NULL)
			UNIT_CHECK(give_back(blocks[i].data) == 0);
	return NULL;
}

/* Run a crew; the books balance at every reading, and the heap is valid at every look. */
static inline void
heap_crew_run(void *(*work)(void *), uint64_t rnd, unsigned int n_rounds)
{
	struct heap_crew_task tasks[N_THREADS];
	pthread_t threads[N_THREADS];
	struct heap_books books;
	size_t greatest;

	is_threaded = true;
	for (unsigned int i = 0; i < N_THREADS; i++) {
		tasks[i] = (struct heap_crew_task) {unit_random(&rnd), n_rounds};
		pthread_create(&threads[i], NULL, work, &tasks[i]);
	}
	for (unsigned int reading = 0; reading < n_rounds / 4; reading++) {
		heap_read_books(&heap, &books, &greatest);
		UNIT_CHECK(books.free_sz + books.alloc_sz == books.total_sz);
		UNIT_CHECK(greatest <= books.free_sz);
		UNIT_CHECK(heap_is_valid());
	}
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	is_threaded = false;
}

#endif /* HEAP_CREW_H */
