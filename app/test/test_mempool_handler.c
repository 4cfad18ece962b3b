/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest, handlers of the user: registration, one that fails on demand in each of its
 * functions, contiguous blocks; and the events of pools.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_malloc.h>

#include "test_mempool.h"

#define N_OBJS 100
#define BLOCK_LEN 4

/* --- A handler that fails on demand ---------------------------------------------------- */

/* What goes wrong; all 0: nothing. Errors are negative. */
static struct {
	int alloc_error;
	int size_error;
	int populate_error;      /* after some objects */
	bool places_nothing;     /* but says that all is well */
	int enqueue_error;
	unsigned int enqueue_ok; /* objects taken before enqueue_error */
	unsigned int n_live;     /* pools with data */
} faulty;

struct faulty_data {
	unsigned int len;
	void *objs[N_OBJS];
};

static int
faulty_alloc(struct rte_mempool *mp)
{
	if (faulty.alloc_error != 0)
		return faulty.alloc_error;
	mp->pool_data = calloc(1, sizeof(struct faulty_data));
	faulty.n_live++;
	return mp->pool_data == NULL ? -ENOMEM : 0;
}

static void
faulty_free(struct rte_mempool *mp)
{
	faulty.n_live--;
	free(mp->pool_data);
}

static int
faulty_enqueue(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	struct faulty_data *data = mp->pool_data;

	if (faulty.enqueue_error != 0 && data->len + n > faulty.enqueue_ok)
		return faulty.enqueue_error;
	memcpy(&data->objs[data->len], objs, n * sizeof(objs[0]));
	data->len += n;
	return 0;
}

static int
faulty_dequeue(struct rte_mempool *mp, void **objs, unsigned int n)
{
	struct faulty_data *data = mp->pool_data;

	if (n > data->len)
		return -ENOBUFS;
	data->len -= n;
	memcpy(objs, &data->objs[data->len], n * sizeof(objs[0]));
	return 0;
}

static unsigned int
faulty_count(const struct rte_mempool *mp)
{
	const struct faulty_data *data = mp->pool_data;

	return data->len;
}

static ssize_t
faulty_size(const struct rte_mempool *mp, uint32_t obj_num, uint32_t pg_shift,
	size_t *min_chunk_size, size_t *align)
{
	if (faulty.size_error != 0)
		return faulty.size_error;
	return rte_mempool_op_calc_mem_size_helper(mp, obj_num, pg_shift, 4096, min_chunk_size,
		align);
}

static int
faulty_populate(struct rte_mempool *mp, unsigned int max_objs, void *vaddr, rte_iova_t iova,
	size_t len, rte_mempool_populate_obj_cb_t *obj_cb, void *obj_cb_arg)
{
	int n;

	if (faulty.places_nothing)
		return 0;
	n = rte_mempool_op_populate_helper(mp, RTE_MEMPOOL_POPULATE_F_ALIGN_OBJ, max_objs, vaddr,
		iova, len, obj_cb, obj_cb_arg);
	return faulty.populate_error != 0 ? faulty.populate_error : n;
}

/* Blocks are made of neighbours in the array, so they are contiguous only in a fresh pool. */
static int
faulty_dequeue_blocks(struct rte_mempool *mp, void **first, unsigned int n)
{
	struct faulty_data *data = mp->pool_data;

	if (n * BLOCK_LEN > data->len)
		return -ENOBUFS;
	for (; n > 0; n--) {
		data->len -= BLOCK_LEN;
		*first++ = data->objs[data->len];
	}
	return 0;
}

static int
faulty_info(const struct rte_mempool *mp, struct rte_mempool_info *info)
{
	RTE_SET_USED(mp);
	info->contig_block_size = BLOCK_LEN;
	return 0;
}

static const struct rte_mempool_ops faulty_ops = {
	.name = "test_faulty",
	.alloc = faulty_alloc,
	.free = faulty_free,
	.enqueue = faulty_enqueue,
	.dequeue = faulty_dequeue,
	.get_count = faulty_count,
	.calc_mem_size = faulty_size,
	.populate = faulty_populate,
	.get_info = faulty_info,
	.dequeue_contig_blocks = faulty_dequeue_blocks,
};

/* --- Registration --------------------------------------------------------------------- */

static int
test_registration(void)
{
	struct rte_mempool_ops ops = faulty_ops;
	const int index = rte_mempool_register_ops(&faulty_ops);
	uint32_t n;

	TEST_ASSERT(index >= 0, "register gives %d", index);
	n = rte_mempool_ops_table.num_ops;
	TEST_ASSERT(rte_mempool_register_ops(&faulty_ops) == index, "again, another index");
	strcpy(ops.name, "ring_mp_mc");
	TEST_ASSERT(strcmp(rte_mempool_get_ops(rte_mempool_register_ops(&ops))->name,
		"ring_mp_mc") == 0, "known name, another handler");
	TEST_ASSERT(rte_mempool_get_ops(rte_mempool_register_ops(&ops))->alloc != faulty_alloc,
		"known name replaced");
	ops.get_count = NULL;
	strcpy(ops.name, "test_incomplete");
	TEST_ASSERT(rte_mempool_register_ops(&ops) == -EINVAL, "incomplete");
	ops = faulty_ops;
	strcpy(ops.name, "a_name_of_31_characters_xxxxxxx");
	rte_errno = 0;
	TEST_ASSERT(rte_mempool_register_ops(&ops) == -EEXIST && rte_errno == EEXIST,
		"long name gives %d", rte_errno);
	TEST_ASSERT(rte_mempool_ops_table.num_ops == n, "places of the table taken");
	return TEST_SUCCESS;
}

/* --- Failures ------------------------------------------------------------------------- */

static void
use_faulty(struct rte_mempool *mp, void *arg)
{
	*(int *)arg = rte_mempool_set_ops_byname(mp, "test_faulty", NULL);
}

/* Creation fails with the error that was asked for, and leaves nothing. */
static int
check_failure(int error)
{
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp;
	int set = -1;

	rte_errno = 0;
	mp = rte_mempool_create("faulty", N_OBJS, 64, 16, 0, use_faulty, &set, NULL, NULL,
		SOCKET_ID_ANY, 0);
	TEST_ASSERT(set == 0, "no handler: %d", set);
	TEST_ASSERT(mp == NULL && rte_errno == -error, "%p, %d instead of %d", (void *)mp,
		rte_errno, -error);
	TEST_ASSERT(faulty.n_live == 0, "%u pools of the handler left", faulty.n_live);
	TEST_ASSERT_NULL(rte_mempool_lookup("faulty"), "pool left");
	TEST_BASE_RESTORED(&base);
	memset(&faulty, 0, sizeof(faulty));
	return TEST_SUCCESS;
}

static int
test_failures(void)
{
	faulty.alloc_error = -EIO;
	TEST_ASSERT_SUCCESS(check_failure(-EIO), "alloc");
	faulty.size_error = -ENOTSUP;
	TEST_ASSERT_SUCCESS(check_failure(-ENOTSUP), "calc_mem_size");
	faulty.populate_error = -EFAULT;
	TEST_ASSERT_SUCCESS(check_failure(-EFAULT), "populate");
	faulty.places_nothing = true;
	TEST_ASSERT_SUCCESS(check_failure(-ENOBUFS), "populate without objects");
	faulty.enqueue_error = -ENOBUFS;
	TEST_ASSERT_SUCCESS(check_failure(-ENOBUFS), "first enqueue");
	faulty.enqueue_error = -ENOBUFS;
	faulty.enqueue_ok = N_OBJS - 1;
	TEST_ASSERT_SUCCESS(check_failure(-ENOBUFS), "last enqueue");
	return TEST_SUCCESS;
}

static void
count_release(struct rte_mempool_memhdr *chunk, void *opaque)
{
	RTE_SET_USED(chunk);
	(*(unsigned int *)opaque)++;
}

static void
ignore_object(struct rte_mempool *mp, void *arg, void *obj, unsigned int idx)
{
	RTE_SET_USED(mp);
	RTE_SET_USED(arg);
	RTE_SET_USED(obj);
	RTE_SET_USED(idx);
}

/* A pool with objects keeps them when adding more fails. */
static int
add_more(struct rte_mempool *mp, char *memory, size_t half, unsigned int *n_released)
{
	const int n = rte_mempool_populate_iova(mp, memory, 0, half, count_release, n_released);
	int ret;

	TEST_ASSERT(n > 2 && n < N_OBJS, "first half gives %d", n);
	faulty.populate_error = -EFAULT;
	ret = rte_mempool_populate_iova(mp, memory + half, 0, half, count_release, n_released);
	TEST_ASSERT(ret == -EFAULT, "populate gives %d", ret);
	faulty.populate_error = 0;
	faulty.enqueue_error = -EIO;
	ret = rte_mempool_populate_virt(mp, memory + half, half, 0, count_release, n_released);
	TEST_ASSERT(ret == -EIO, "populate gives %d", ret);
	faulty.enqueue_error = 0;
	TEST_ASSERT(*n_released == 0, "memory released");
	TEST_ASSERT(mp->populated_size == (unsigned int)n && mp->nb_mem_chunks == 1,
		"%u objects, %u chunks", mp->populated_size, mp->nb_mem_chunks);
	TEST_ASSERT(rte_mempool_obj_iter(mp, ignore_object, NULL) == mp->populated_size, "objects");
	return TEST_SUCCESS;
}


static int
test_add_more(void)
{
	const size_t half = 64 * 256;
	unsigned int n_released = 0;
	struct rte_mempool *mp;
	char *memory;
	int ret;

	memory = rte_malloc(NULL, 2 * half, 0);
	mp = rte_mempool_create_empty("faulty", N_OBJS, 100, 0, 0, SOCKET_ID_ANY, 0);
	TEST_ASSERT(mp != NULL && memory != NULL, "create gives %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, "test_faulty", NULL), "no handler");
	ret = add_more(mp, memory, half, &n_released);
	memset(&faulty, 0, offsetof(typeof(faulty), n_live));
	rte_mempool_free(mp);
	TEST_ASSERT(n_released == 1, "memory released %u times", n_released);
	rte_free(memory);
	return ret;
}

/* The handler takes 64 of 100 objects: they are the pool's, and so is the memory. */
static int
test_part_taken(void)
{
	unsigned int n_released = 0;
	struct rte_mempool *mp;
	char *memory;
	int ret;

	memory = rte_malloc(NULL, N_OBJS * 512, 0);
	mp = rte_mempool_create_empty("faulty", N_OBJS, 100, 0, 0, SOCKET_ID_ANY, 0);
	TEST_ASSERT(mp != NULL && memory != NULL, "create gives %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, "test_faulty", NULL), "no handler");
	faulty.enqueue_error = -EIO;
	faulty.enqueue_ok = 64;
	ret = rte_mempool_populate_iova(mp, memory, 0, N_OBJS * 512, count_release, &n_released);
	TEST_ASSERT(ret == 64, "populate gives %d", ret);
	TEST_ASSERT(mp->populated_size == 64 && rte_mempool_avail_count(mp) == 64, "%u objects",
		mp->populated_size);
	TEST_ASSERT(rte_mempool_obj_iter(mp, ignore_object, NULL) == 64, "objects");
	memset(&faulty, 0, offsetof(typeof(faulty), n_live));
	rte_mempool_free(mp);
	TEST_ASSERT(n_released == 1 && faulty.n_live == 0, "released %u times", n_released);
	rte_free(memory);
	return TEST_SUCCESS;
}

/* --- Blocks --------------------------------------------------------------------------- */

static int
test_blocks(void)
{
	struct rte_mempool_info info = {0};
	void *first[N_OBJS / BLOCK_LEN];
	struct rte_mempool *mp;
	int set = -1;

	mp = rte_mempool_create("blocks", N_OBJS, 64, 0, 0, use_faulty, &set, NULL, NULL,
		SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_mempool_ops_get_info(mp, &info), "no information");
	TEST_ASSERT(info.contig_block_size == BLOCK_LEN, "blocks of %u", info.contig_block_size);
	TEST_ASSERT(rte_mempool_get_contig_blocks(mp, first, N_OBJS) == -ENOBUFS, "too many");
	TEST_ASSERT_SUCCESS(rte_mempool_get_contig_blocks(mp, first, RTE_DIM(first)), "blocks");
	TEST_ASSERT(rte_mempool_empty(mp) == 1, "objects left");
	for (unsigned int i = 0; i < RTE_DIM(first); i++) {
		const size_t total_sz = mp->header_size + mp->elt_size + mp->trailer_size;

		for (unsigned int j = 0; j < BLOCK_LEN; j++) {
			void *obj = RTE_PTR_ADD(first[i], j * total_sz);

			TEST_ASSERT(rte_mempool_from_obj(obj) == mp, "no object in block %u", i);
			TEST_ASSERT(((uintptr_t)obj - mp->header_size) % total_sz == 0,
				"not a multiple of the size");
			rte_mempool_put(mp, obj);
		}
	}
	TEST_ASSERT(rte_mempool_full(mp) == 1, "objects lost");
	rte_mempool_free(mp);

	mp = rte_mempool_create("plain", 1, 64, 0, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT(rte_mempool_ops_get_info(mp, &info) == -ENOTSUP, "rings tell something");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

/* --- Events --------------------------------------------------------------------------- */

struct listener {
	unsigned int n[2]; /* by event */
	const struct rte_mempool *mp;
	struct listener *removes; /* unregisters it, itself perhaps, when called */
};

static void
listen_to(enum rte_mempool_event event, struct rte_mempool *mp, void *user_data)
{
	struct listener *me = user_data;

	me->n[event]++;
	me->mp = mp;
	if (me->removes != NULL)
		rte_mempool_event_callback_unregister(listen_to, me->removes);
}

static int
test_events(void)
{
	struct listener ears[3] = {{{0}}};
	struct rte_mempool *mp;
	unsigned int i;

	TEST_ASSERT(rte_mempool_event_callback_register(NULL, NULL) == -EINVAL &&
		rte_errno == EINVAL, "no function");
	for (i = 0; i < RTE_DIM(ears); i++)
		TEST_ASSERT_SUCCESS(rte_mempool_event_callback_register(listen_to, &ears[i]),
			"register %u", i);
	TEST_ASSERT(rte_mempool_event_callback_register(listen_to, &ears[1]) == -EEXIST &&
		rte_errno == EEXIST, "registered twice");
	ears[0].removes = &ears[1];
	ears[2].removes = &ears[2];

	mp = rte_mempool_create_empty("events", 2, 64, 0, 0, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT(ears[0].mp == NULL, "an empty pool is ready");
	TEST_ASSERT(rte_mempool_populate_default(mp) == 2, "populate");
	TEST_ASSERT(ears[0].n[RTE_MEMPOOL_EVENT_READY] == 1 && ears[0].mp == mp, "not told");
	TEST_ASSERT(ears[1].n[RTE_MEMPOOL_EVENT_READY] == 0, "told after it was removed");
	TEST_ASSERT(ears[2].n[RTE_MEMPOOL_EVENT_READY] == 1, "not told");
	rte_mempool_free(mp);
	TEST_ASSERT(ears[0].n[RTE_MEMPOOL_EVENT_DESTROY] == 1, "not told of the end");
	TEST_ASSERT(ears[2].n[RTE_MEMPOOL_EVENT_DESTROY] == 0, "told after it removed itself");
	TEST_ASSERT_SUCCESS(rte_mempool_event_callback_unregister(listen_to, &ears[0]), "remove");
	for (i = 0; i < RTE_DIM(ears); i++)
		TEST_ASSERT(rte_mempool_event_callback_unregister(listen_to, &ears[i]) == -ENOENT &&
			rte_errno == ENOENT, "%u removed twice", i);
	return TEST_SUCCESS;
}

int
test_mempool_handlers(void)
{
	TEST_ASSERT_SUCCESS(test_registration(), "registration");
	TEST_ASSERT_SUCCESS(test_failures(), "failures");
	TEST_ASSERT_SUCCESS(test_add_more(), "adding more");
	TEST_ASSERT_SUCCESS(test_part_taken(), "part taken");
	TEST_ASSERT_SUCCESS(test_blocks(), "blocks");
	TEST_ASSERT_SUCCESS(test_events(), "events");
	return TEST_SUCCESS;
}
