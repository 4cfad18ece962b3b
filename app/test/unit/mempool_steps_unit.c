/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_steps_unit: pools made in every way while memory fails at step k, for every k: alone, or
 * from there on. Steps are all requests for memory, of the heap, of zones, of the system, and the
 * calls of a handler. Whatever the step, either the pool is complete or nothing is left of it, the
 * error is that of the step, and the next try succeeds. The linker catches the calls (--wrap).
 */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal.h>
#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memzone.h>
#include <rte_mempool.h>

#include "child.h"
#include "heap_base.h"

#define N_OBJS 500
#define AREA_SZ (64 * 1024)
#define N_AREAS 5
#define MOST_STEPS 1000 /* of one pool: far more than there are */

/* --- Steps ------------------------------------------------------------------------------- */

static struct {
	bool armed;
	bool for_ever;         /* later steps fail too */
	unsigned int fail_at;  /* the first that fails, from 0 */
	unsigned int n;        /* steps so far */
	int error;             /* of the last that failed; 0: none has */
	size_t max_zone;       /* greater zones of objects fail, which is no step; 0: no limit */
} steps;

static bool
step_fails(int error)
{
	unsigned int n;

	if (!steps.armed)
		return false;
	n = steps.n++;
	if (n < steps.fail_at || (n > steps.fail_at && !steps.for_ever))
		return false;
	steps.error = error;
	rte_errno = error;
	return true;
}

static void
steps_arm(unsigned int fail_at, bool for_ever)
{
	steps.fail_at = fail_at;
	steps.for_ever = for_ever;
	steps.n = 0;
	steps.error = 0;
	steps.armed = true;
}

#define WRAPPED(type, name, error, failed, params, args) \
	type __real_##name params; \
	type __wrap_##name params; \
	type __wrap_##name params { return step_fails(error) ? (failed) : __real_##name args; }

WRAPPED(void *, malloc, ENOMEM, NULL, (size_t sz), (sz))
WRAPPED(void *, calloc, ENOMEM, NULL, (size_t n, size_t sz), (n, sz))
WRAPPED(void *, rte_malloc, ENOMEM, NULL, (const char *type, size_t sz, unsigned int align),
	(type, sz, align))
WRAPPED(void *, rte_zmalloc, ENOMEM, NULL, (const char *type, size_t sz, unsigned int align),
	(type, sz, align))
WRAPPED(void *, rte_zmalloc_socket, ENOMEM, NULL,
	(const char *type, size_t sz, unsigned int align, int socket), (type, sz, align, socket))
WRAPPED(const struct rte_memzone *, rte_memzone_reserve, ENOSPC, NULL,
	(const char *name, size_t len, int socket, unsigned int flags), (name, len, socket, flags))
WRAPPED(void *, rte_mem_map, ENOMEM, NULL,
	(void *addr, size_t sz, int prot, int flags, int fd, uint64_t off),
	(addr, sz, prot, flags, fd, off))

/* Nothing is locked in fact: ordinary users may lock very little. */
int __wrap_rte_mem_lock(const void *addr, size_t sz);

int
__wrap_rte_mem_lock(const void *addr, size_t sz)
{
	RTE_SET_USED(addr);
	RTE_SET_USED(sz);
	return step_fails(EAGAIN) ? -1 : 0;
}

const struct rte_memzone *
__real_rte_memzone_reserve_aligned(const char *name, size_t len, int socket, unsigned int flags,
	unsigned int align);
const struct rte_memzone *
__wrap_rte_memzone_reserve_aligned(const char *name, size_t len, int socket, unsigned int flags,
	unsigned int align);

const struct rte_memzone *
__wrap_rte_memzone_reserve_aligned(const char *name, size_t len, int socket, unsigned int flags,
	unsigned int align)
{
	if (steps.max_zone != 0 && len > steps.max_zone && strncmp(name, "MP_steps_", 9) == 0) {
		rte_errno = ENOMEM;
		return NULL;
	}
	if (step_fails(ENOMEM))
		return NULL;
	return __real_rte_memzone_reserve_aligned(name, len, socket, flags, align);
}

/* --- A handler whose calls are steps ----------------------------------------------------- */

struct store {
	unsigned int len;
	void *objs[N_OBJS];
};

static unsigned int n_stores;

static int
store_alloc(struct rte_mempool *mp)
{
	if (step_fails(EIO))
		return -EIO;
	mp->pool_data = calloc(1, sizeof(struct store));
	if (mp->pool_data == NULL)
		return -ENOMEM;
	n_stores++;
	return 0;
}

static void
store_free(struct rte_mempool *mp)
{
	n_stores--;
	free(mp->pool_data);
}

static int
store_enqueue(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	struct store *store = mp->pool_data;

	if (step_fails(EBUSY))
		return -EBUSY;
	memcpy(&store->objs[store->len], objs, n * sizeof(objs[0]));
	store->len += n;
	return 0;
}

static int
store_dequeue(struct rte_mempool *mp, void **objs, unsigned int n)
{
	struct store *store = mp->pool_data;

	if (n > store->len)
		return -ENOBUFS;
	store->len -= n;
	memcpy(objs, &store->objs[store->len], n * sizeof(objs[0]));
	return 0;
}

static unsigned int
store_count(const struct rte_mempool *mp)
{
	const struct store *store = mp->pool_data;

	return store->len;
}

static ssize_t
store_mem_size(const struct rte_mempool *mp, uint32_t obj_num, uint32_t pg_shift, size_t *least,
	size_t *align)
{
	if (step_fails(ENOTSUP))
		return -ENOTSUP;
	return rte_mempool_op_calc_mem_size_default(mp, obj_num, pg_shift, least, align);
}

/* Fails when some objects are there already. */
static int
store_populate(struct rte_mempool *mp, unsigned int max_objs, void *vaddr, rte_iova_t iova,
	size_t len, rte_mempool_populate_obj_cb_t *obj_cb, void *obj_cb_arg)
{
	const bool fails = step_fails(EFAULT);
	const int n = rte_mempool_op_populate_default(mp, fails ? RTE_MIN(max_objs, 3u) : max_objs,
		vaddr, iova, len, obj_cb, obj_cb_arg);

	return fails ? -EFAULT : n;
}

static const struct rte_mempool_ops store_ops = {
	.name = "test_steps",
	.alloc = store_alloc,
	.free = store_free,
	.enqueue = store_enqueue,
	.dequeue = store_dequeue,
	.get_count = store_count,
	.calc_mem_size = store_mem_size,
	.populate = store_populate,
};

/* --- Ways to make a pool ----------------------------------------------------------------- */

static char *areas[N_AREAS];
static unsigned int n_given_back;
static unsigned int n_events[2];

static void
give_back(struct rte_mempool_memhdr *chunk, void *opaque)
{
	RTE_SET_USED(chunk);
	RTE_SET_USED(opaque);
	n_given_back++;
}

static int
fill_default(struct rte_mempool *mp)
{
	return rte_mempool_populate_default(mp);
}

static int
fill_anon(struct rte_mempool *mp)
{
	const int n = rte_mempool_populate_anon(mp);

	return n == 0 ? -rte_errno : n;
}

/* Area by area; what a failing one would have added is added the next time. */
static int
fill_areas(struct rte_mempool *mp)
{
	static unsigned int n_done;
	int ret;

	if (mp->populated_size == 0)
		n_done = 0;
	for (; n_done < N_AREAS && mp->populated_size < mp->size; n_done++) {
		ret = n_done % 2 == 0 ?
			rte_mempool_populate_iova(mp, areas[n_done], 4096, AREA_SZ, give_back,
				NULL) :
			rte_mempool_populate_virt(mp, areas[n_done], AREA_SZ, 4096, give_back,
				NULL);
		if (ret < 0)
			return ret;
	}
	return (int)mp->populated_size;
}

struct way {
	const char *name;
	const char *handler;              /* NULL: that of the flags */
	int (*fill)(struct rte_mempool *); /* number of objects, or -errno; NULL: create() does */
	unsigned int n_zones;             /* the memory comes in so many pieces; 0: as it comes */
};

static const struct way ways[] = {
	{"create", NULL, NULL, 0},
	{"create, in pieces", NULL, NULL, 5},
	{"default", "ring_mt_rts", fill_default, 0},
	{"default, in pieces", "ring_mt_hts", fill_default, 9},
	{"stack", "stack", fill_default, 0},
	{"lf_stack", "lf_stack", fill_default, 3},
	{"handler", "test_steps", fill_default, 4},
	{"anonymous", NULL, fill_anon, 0},
	{"handler, anonymous", "test_steps", fill_anon, 0},
	{"areas", NULL, fill_areas, 0},
	{"handler, areas", "test_steps", fill_areas, 0},
};

/* As made by rte_mempool_create_empty(): the handler can still be changed. */
static bool
is_empty(struct rte_mempool *mp, const struct way *way)
{
	return mp->populated_size == 0 && mp->nb_mem_chunks == 0 && STAILQ_EMPTY(&mp->elt_list) &&
		STAILQ_EMPTY(&mp->mem_list) && (mp->flags & RTE_MEMPOOL_F_NON_IO) != 0 &&
		rte_mempool_avail_count(mp) == 0 && n_events[RTE_MEMPOOL_EVENT_READY] == 0 &&
		(way->handler == NULL || rte_mempool_set_ops_byname(mp, way->handler, NULL) == 0);
}

/* Fills the pool, again after a failure with all steps in order. 0, or 1 with a fault shown. */
static int
fill(struct rte_mempool *mp, const struct way *way, unsigned int *n_failed)
{
	const struct heap_base base = heap_base_read();
	int ret = way->fill(mp);

	steps.armed = false;
	if (ret >= 0)
		return 0;
	++*n_failed;
	CHILD_CHECK(ret == -steps.error);
	if (way->fill == fill_areas) {
		CHILD_CHECK(rte_mempool_avail_count(mp) == mp->populated_size);
	} else {
		CHILD_CHECK(is_empty(mp, way));
		CHILD_CHECK(heap_base_restored(&base));
	}
	CHILD_CHECK(n_given_back == 0);
	CHILD_CHECK(way->fill(mp) == (int)mp->size);
	return 0;
}

static int
check_full(struct rte_mempool *mp)
{
	void *objs[N_OBJS + 1];

	CHILD_CHECK(mp->populated_size == N_OBJS && rte_mempool_full(mp));
	CHILD_CHECK(rte_mempool_lookup("steps") == mp);
	CHILD_CHECK(rte_mempool_get_bulk(mp, objs, N_OBJS) == 0);
	CHILD_CHECK(rte_mempool_get(mp, &objs[N_OBJS]) < 0);
	rte_mempool_put_bulk(mp, objs, N_OBJS);
	rte_mempool_audit(mp);
	CHILD_CHECK(n_events[RTE_MEMPOOL_EVENT_READY] == 1);
	return 0;
}

/* Makes one pool, with the steps armed. *n_failed counts the calls that failed. 0, or 1. */
static int
make_pool(const struct way *way, unsigned int *n_failed)
{
	struct rte_mempool *mp;

	if (way->fill == NULL)
		mp = rte_mempool_create("steps", N_OBJS, 300, 16, 100, NULL, NULL, NULL, NULL,
			SOCKET_ID_ANY, 0);
	else
		mp = rte_mempool_create_empty("steps", N_OBJS, 300, 16, 100, SOCKET_ID_ANY, 0);
	if (mp == NULL) {
		steps.armed = false;
		++*n_failed;
		CHILD_CHECK(rte_errno == steps.error);
		CHILD_CHECK(rte_mempool_lookup("steps") == NULL);
		CHILD_CHECK(n_events[RTE_MEMPOOL_EVENT_READY] == 0);
		return 0;
	}
	if (way->handler != NULL)
		CHILD_CHECK(rte_mempool_set_ops_byname(mp, way->handler, NULL) == 0);
	if (way->fill != NULL && fill(mp, way, n_failed) != 0)
		return 1;
	steps.armed = false;
	if (check_full(mp) != 0)
		return 1;
	rte_mempool_free(mp);
	CHILD_CHECK(n_events[RTE_MEMPOOL_EVENT_DESTROY] >= 1);
	return 0;
}

/* Every step of one way. *n_failed: calls that failed, of all. 0, or 1. */
static int
check_way(const struct way *way, bool for_ever, unsigned int *n_failed)
{
	const size_t need = (size_t)N_OBJS * rte_mempool_calc_obj_size(300, 0, NULL);
	unsigned int k;

	for (k = 0; k < MOST_STEPS; k++) {
		const struct heap_base base = heap_base_read();

		n_given_back = 0;
		memset(n_events, 0, sizeof(n_events));
		steps.max_zone = way->n_zones == 0 ? 0 : need / way->n_zones;
		steps_arm(k, for_ever);
		if (make_pool(way, n_failed) != 0) {
			fprintf(stderr, "%s, step %u%s\n", way->name, k, for_ever ? " on" : "");
			return 1;
		}
		CHILD_CHECK(heap_base_restored(&base));
		CHILD_CHECK(n_stores == 0);
		if (steps.error == 0)
			break;
	}
	CHILD_CHECK(k > 3 && k < MOST_STEPS); /* else no call was caught */
	printf("%s: %u steps\n", way->name, k);
	return 0;
}

static void
count_event(enum rte_mempool_event event, struct rte_mempool *mp, void *user_data)
{
	RTE_SET_USED(mp);
	RTE_SET_USED(user_data);
	n_events[event]++;
}

int
main(void)
{
	unsigned int i, n_failed;
	char line[128];

	snprintf(line, sizeof(line), "mempool_steps_unit -l %d --no-huge --in-memory -m 64 "
		"--log-level=*:critical", child_first_cpu());
	CHILD_CHECK(child_init_eal(line) >= 0);
	CHILD_CHECK(rte_mempool_register_ops(&store_ops) >= 0);
	CHILD_CHECK(rte_mempool_event_callback_register(count_event, NULL) == 0);
	for (i = 0; i < N_AREAS; i++) {
		areas[i] = rte_malloc(NULL, AREA_SZ, 4096);
		CHILD_CHECK(areas[i] != NULL);
	}
	for (i = 0; i < 2 * RTE_DIM(ways); i++) {
		n_failed = 0;
		if (check_way(&ways[i / 2], i % 2 == 1, &n_failed) != 0)
			return 1;
		CHILD_CHECK(n_failed > 0);
	}
	return rte_eal_cleanup();
}
