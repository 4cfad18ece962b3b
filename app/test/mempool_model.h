/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A pool in plain words: what is in one cache, in the handler, and with the user, after puts and
 * gets. The handler is a queue; the cache a stack that gives its older half away when it overflows
 * and takes half of its size when it is empty.
 */

#ifndef MEMPOOL_MODEL_H
#define MEMPOOL_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_OBJS 1600     /* of a pool */
#define MODEL_BLOCK_LEN 4   /* objects of a block */

/* Objects, the oldest first. */
struct model_queue {
	void *objs[MODEL_OBJS];
	unsigned int len;
};

static inline void
model_queue_add(struct model_queue *q, void * const *objs, unsigned int n)
{
	if (n > MODEL_OBJS - q->len)
		abort(); /* more objects than there are: one is there twice */
	memcpy(&q->objs[q->len], objs, n * sizeof(objs[0]));
	q->len += n;
}

static inline void
model_queue_drop_first(struct model_queue *q, unsigned int n)
{
	q->len -= n;
	memmove(q->objs, &q->objs[n], q->len * sizeof(q->objs[0]));
}

static inline bool
model_queue_is(const struct model_queue *q, void * const *objs, unsigned int n)
{
	return n == q->len && memcmp(objs, q->objs, n * sizeof(objs[0])) == 0;
}

/* Expected state; cached.objs[0] is the oldest. size 0: no cache. */
struct model {
	uint32_t size;
	struct model_queue cached;
	struct model_queue stored;
	struct model_queue held; /* by the user */
	unsigned int n_enqueues;
	unsigned int n_dequeues; /* with success */
};

/* The first n held objects go back. */
static inline void
model_put(struct model *m, unsigned int n)
{
	if (n == 0)
		return;
	if (m->cached.len + n <= m->size) {
		model_queue_add(&m->cached, m->held.objs, n);
	} else if (n > m->size / 2) {
		model_queue_add(&m->stored, m->held.objs, n);
		m->n_enqueues++;
	} else {
		model_queue_add(&m->stored, m->cached.objs, m->size / 2);
		model_queue_drop_first(&m->cached, m->size / 2);
		model_queue_add(&m->cached, m->held.objs, n);
		m->n_enqueues++;
	}
	model_queue_drop_first(&m->held, n);
}

/* Hold the most recent cached object. */
static inline void
model_pop(struct model *m)
{
	m->cached.len--;
	model_queue_add(&m->held, &m->cached.objs[m->cached.len], 1);
}

/* Hold n more objects; false with nothing changed if there are not so many. */
static inline bool
model_get(struct model *m, unsigned int n)
{
	const unsigned int half = m->size / 2;
	unsigned int rest;

	if (n > m->cached.len + m->stored.len)
		return false;
	rest = n - (n < m->cached.len ? n : m->cached.len);
	for (; n > rest; n--)
		model_pop(m);
	if (rest == 0)
		return true;
	m->n_dequeues++;
	if (rest <= half && half <= m->stored.len) {
		model_queue_add(&m->cached, m->stored.objs, half);
		model_queue_drop_first(&m->stored, half);
		for (; rest > 0; rest--)
			model_pop(m);
	} else {
		model_queue_add(&m->held, m->stored.objs, rest);
		model_queue_drop_first(&m->stored, rest);
	}
	return true;
}

/* Hold the objects of n blocks, which come from the handler alone; false if it has not so many. */
static inline bool
model_get_blocks(struct model *m, unsigned int n)
{
	if (n > m->stored.len / MODEL_BLOCK_LEN)
		return false;
	model_queue_add(&m->held, m->stored.objs, n * MODEL_BLOCK_LEN);
	model_queue_drop_first(&m->stored, n * MODEL_BLOCK_LEN);
	return true;
}

/* Everything in the cache goes to the handler. */
static inline void
model_flush(struct model *m)
{
	m->n_enqueues += m->cached.len != 0;
	model_queue_add(&m->stored, m->cached.objs, m->cached.len);
	m->cached.len = 0;
}

#endif /* MEMPOOL_MODEL_H */
