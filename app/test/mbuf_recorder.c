/* SPDX-License-Identifier: BSD-3-Clause */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mbuf_recorder.h"

/* The objects of one pool. */
struct store {
	unsigned int size;
	unsigned int n;
	void *objs[];
};

static struct recorder record;

static int
store_alloc(struct rte_mempool *mp)
{
	struct store *store = malloc(sizeof(*store) + mp->size * sizeof(store->objs[0]));

	if (store == NULL)
		return -ENOMEM;
	store->size = mp->size;
	store->n = 0;
	mp->pool_data = store;
	return 0;
}

static void
store_free(struct rte_mempool *mp)
{
	free(mp->pool_data);
}

static int
store_put(struct rte_mempool *mp, void *const *objs, unsigned int n)
{
	struct store *store = mp->pool_data;

	if (record.n_calls < RECORDER_MAX_CALLS && record.n_objs + n <= RECORDER_MAX_OBJS) {
		record.calls[record.n_calls] = (struct recorder_call){mp, n, record.n_objs};
		memcpy(&record.objs[record.n_objs], objs, n * sizeof(objs[0]));
	}
	record.n_calls++;
	record.n_objs += n;
	if (n > record.max_n)
		record.max_n = n;
	/* A double free would run over the end: keep it out, the caller's count tells. */
	if (n > store->size - store->n)
		return -ENOBUFS;
	memcpy(&store->objs[store->n], objs, n * sizeof(objs[0]));
	store->n += n;
	return 0;
}

static int
store_get(struct rte_mempool *mp, void **objs, unsigned int n)
{
	struct store *store = mp->pool_data;

	record.n_gets++;
	if (n > store->n)
		return -ENOBUFS;
	store->n -= n;
	memcpy(objs, &store->objs[store->n], n * sizeof(objs[0]));
	return 0;
}

static unsigned int
store_count(const struct rte_mempool *mp)
{
	return ((const struct store *)mp->pool_data)->n;
}

int
recorder_register(void)
{
	static const struct rte_mempool_ops ops = {
		.name = RECORDER_OPS,
		.alloc = store_alloc,
		.free = store_free,
		.enqueue = store_put,
		.dequeue = store_get,
		.get_count = store_count,
	};
	int ret = rte_mempool_register_ops(&ops);

	return ret < 0 ? ret : 0;
}

void
recorder_reset(void)
{
	record.n_calls = 0;
	record.n_gets = 0;
	record.n_objs = 0;
	record.max_n = 0;
}

const struct recorder *
recorder_get(void)
{
	return &record;
}
