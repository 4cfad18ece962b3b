/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Blocks of one thread, taken, resized and freed at random. Each is filled with a byte of its own
 * over its whole length, and looked at whenever something is done with it. Included by one file of
 * a test.
 */

#ifndef STRESS_BLOCKS_H
#define STRESS_BLOCKS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_malloc.h>
#include <rte_memzone.h>

#include "heap_check.h"
#include "unit.h"
#include "unit_random.h"

#define N_BLOCKS 32

struct stress_block {
	char *data; /* NULL = none */
	size_t len;
	char fill;
};

/* What is done with blocks. */
struct stress_mix {
	const char *name;
	unsigned int full;    /* of 100 tries, those that make a block rather than free it */
	unsigned int min_log; /* lengths are from 1 << min_log to 1 << max_log */
	unsigned int max_log;
};

struct stress_thread {
	uint64_t rnd;
	unsigned int id;
	unsigned long n_taken, n_refused; /* allocations */
	struct stress_block blocks[N_BLOCKS];
};

static inline bool
stress_is_filled(const char *data, size_t len, char value)
{
	return len == 0 || (data[0] == value && memcmp(data, data + 1, len - 1) == 0);
}

static inline bool
stress_block_is_intact(const struct stress_block *b)
{
	return stress_is_filled(b->data, b->len, b->fill);
}

/* A length; short ones are as likely as long ones. */
static inline size_t
stress_len(struct stress_thread *me, const struct stress_mix *mix)
{
	const size_t scale = (size_t)1 << (mix->min_log +
		unit_random_below(&me->rnd, mix->max_log - mix->min_log));

	return scale + unit_random_below(&me->rnd, scale);
}

/* An alignment of up to 2 MiB, mostly none. */
static inline unsigned int
stress_align(struct stress_thread *me)
{
	return unit_random_below(&me->rnd, 4) != 0 ? 0 :
		1u << unit_random_below(&me->rnd, unit_random_below(&me->rnd, 8) == 0 ? 22 : 13);
}

/* Memory is zero, and all of the block's own. */
static inline void
stress_block_alloc(struct stress_thread *me, struct stress_block *b, const struct stress_mix *mix)
{
	const unsigned int align = stress_align(me);
	const bool zero = unit_random_below(&me->rnd, 2) == 0;

	b->len = stress_len(me, mix);
	b->data = zero ? rte_zmalloc(NULL, b->len, align) : rte_malloc(NULL, b->len, align);
	me->n_taken += b->data != NULL;
	me->n_refused += b->data == NULL;
	if (b->data == NULL)
		return;
	UNIT_CHECK((uintptr_t)b->data % RTE_MAX(align, (unsigned int)RTE_CACHE_LINE_SIZE) == 0);
	UNIT_CHECK((HEAP_FILL != 0 && !zero) || stress_is_filled(b->data, b->len, 0));
	b->fill = (char)(1 + unit_random_below(&me->rnd, 255));
	memset(b->data, b->fill, b->len);
}

static inline void
stress_block_free(struct stress_thread *me, struct stress_block *b)
{
	UNIT_CHECK(stress_block_is_intact(b));
	if (unit_random_below(&me->rnd, 8) == 0)
		rte_free_sensitive(b->data);
	else
		rte_free(b->data);
	b->data = NULL;
}

/* Longer or shorter, in place or elsewhere; as it was if that fails. */
static inline void
stress_block_resize(struct stress_thread *me, struct stress_block *b, const struct stress_mix *mix)
{
	const size_t old_len = b->len;
	size_t len = stress_len(me, mix);
	char *data = rte_realloc(b->data, len, stress_align(me));

	me->n_taken += data != NULL;
	me->n_refused += data == NULL;
	if (data != NULL) {
		b->data = data;
		b->len = RTE_MIN(len, old_len);
	}
	UNIT_CHECK(stress_block_is_intact(b));
	if (data != NULL) {
		b->len = len;
		memset(b->data, b->fill, len);
	}
}

static inline void
stress_block_validate(const struct stress_block *b)
{
	size_t room = 0;

	UNIT_CHECK(rte_malloc_validate(b->data, &room) == 0 && room >= b->len);
}

/* A memory zone for a moment, sometimes the greatest that there is room for. */
static inline void
stress_zone(struct stress_thread *me, const struct stress_mix *mix)
{
	size_t len = unit_random_below(&me->rnd, 16) == 0 ? 0 : stress_len(me, mix);
	const struct rte_memzone *mz;
	char name[RTE_MEMZONE_NAMESIZE];

	snprintf(name, sizeof(name), "stress%u", me->id);
	mz = rte_memzone_reserve(name, len, SOCKET_ID_ANY, 0);
	if (mz == NULL)
		return;
	UNIT_CHECK(mz->len >= len);
	memset(mz->addr, 0x5a, RTE_MIN(mz->len, (size_t)1 << 20));
	UNIT_CHECK(rte_memzone_free(mz) == 0);
}

/* One step: something with one of the blocks. */
static inline void
stress_step(struct stress_thread *me, const struct stress_mix *mix)
{
	struct stress_block *b = &me->blocks[unit_random_below(&me->rnd, N_BLOCKS)];
	const bool more = unit_random_below(&me->rnd, 100) < mix->full;

	if (unit_random_below(&me->rnd, 128) == 0)
		stress_zone(me, mix);
	else if (b->data == NULL && more)
		stress_block_alloc(me, b, mix);
	else if (b->data != NULL && !more)
		stress_block_free(me, b);
	else if (b->data != NULL && unit_random_below(&me->rnd, 2) == 0)
		stress_block_resize(me, b, mix);
	else if (b->data != NULL)
		stress_block_validate(b);
}

/* Number of blocks that are there, their bytes added to *len. All of them are intact. */
static inline unsigned int
stress_count(const struct stress_thread *me, size_t *len)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < N_BLOCKS; i++) {
		if (me->blocks[i].data == NULL)
			continue;
		UNIT_CHECK(stress_block_is_intact(&me->blocks[i]));
		*len += me->blocks[i].len;
		n++;
	}
	return n;
}

static inline void
stress_free_all(struct stress_thread *me)
{
	for (unsigned int i = 0; i < N_BLOCKS; i++)
		if (me->blocks[i].data != NULL)
			stress_block_free(me, &me->blocks[i]);
}

#endif /* STRESS_BLOCKS_H */
