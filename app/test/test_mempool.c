/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest: the public contract of rte_mempool.h. Here: creating, arguments, the standard
 * handlers, looking at pools (case A9).
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_memory.h>

#include "dump_lock.h"
#include "test_mempool.h"
#include "test_tools.h"

#define N_OBJS 63
#define OBJ_SZ 2304

static const char * const handler_names[] = {
	"ring_mp_mc", "ring_sp_sc", "ring_mp_sc", "ring_sp_mc", "ring_mt_rts", "ring_mt_hts",
	"stack", "lf_stack",
};

static int
check_taken(struct rte_mempool *mp, void **objs)
{
	uint32_t i;

	qsort(objs, mp->size, sizeof(objs[0]), test_compare_pointers);
	for (i = 0; i < mp->size; i++) {
		TEST_ASSERT(rte_mempool_from_obj(objs[i]) == mp, "object %u of another pool", i);
		TEST_ASSERT(i == 0 || objs[i] != objs[i - 1], "object %u twice", i);
		TEST_ASSERT(rte_is_aligned(objs[i], rte_mempool_get_obj_alignment(mp)),
			"object %u at %p", i, objs[i]);
	}
	TEST_ASSERT(rte_mempool_empty(mp) == 1, "not empty");
	TEST_ASSERT(rte_mempool_full(mp) == 0, "full");
	TEST_ASSERT(rte_mempool_in_use_count(mp) == mp->size, "%u in use",
		rte_mempool_in_use_count(mp));
	return TEST_SUCCESS;
}

int
test_mempool_take_all(struct rte_mempool *mp)
{
	void **objs = calloc(mp->size, sizeof(objs[0]));
	void *more;
	int ret;

	TEST_ASSERT_NOT_NULL(objs, "no memory");
	TEST_ASSERT(rte_mempool_full(mp) == 1, "%u of %u", rte_mempool_avail_count(mp), mp->size);
	ret = rte_mempool_get_bulk(mp, objs, mp->size);
	TEST_ASSERT(ret == 0, "get gives %d", ret);
	ret = rte_mempool_get(mp, &more);
	TEST_ASSERT(ret == -ENOBUFS, "get from the empty pool gives %d", ret);
	ret = check_taken(mp, objs);
	rte_mempool_put_bulk(mp, objs, mp->size);
	TEST_ASSERT(rte_mempool_full(mp) == 1, "%u of %u", rte_mempool_avail_count(mp), mp->size);
	free(objs);
	return ret;
}

/* --- Arguments ------------------------------------------------------------------------ */

struct bad_args {
	const char *name;
	unsigned int n, elt_size, cache_size, private_size;
	int socket_id;
	unsigned int flags;
	int error, other_error;
};

static const struct bad_args bad_args[] = {
	{"bad", 10, 64, 0, 0, SOCKET_ID_ANY, RTE_MEMPOOL_F_POOL_CREATED, EINVAL, 0},
	{"bad", 10, 64, 0, 0, SOCKET_ID_ANY, RTE_MEMPOOL_F_NON_IO, EINVAL, 0},
	{"bad", 10, 64, 0, 0, SOCKET_ID_ANY, 0x80, EINVAL, 0},
	{"bad", 10, 64, 0, 0, SOCKET_ID_ANY, 1U << 31, EINVAL, 0},
	{"bad", 0, 64, 0, 0, SOCKET_ID_ANY, 0, EINVAL, 0},
	{"bad", 10, 64, 11, 0, SOCKET_ID_ANY, 0, EINVAL, 0},
	{"bad", 1000, 64, RTE_MEMPOOL_CACHE_MAX_SIZE + 1, 0, SOCKET_ID_ANY, 0, EINVAL, 0},
	{"bad", UINT32_MAX, 64, 0, 0, SOCKET_ID_ANY, 0, EINVAL, ENOMEM},
	{"bad", UINT32_MAX, UINT32_MAX / 2, 0, 0, SOCKET_ID_ANY, 0, EINVAL, ENOMEM},
	{"bad", 1U << 31, 8, 0, 0, SOCKET_ID_ANY, 0, EINVAL, ENOMEM},
	{"bad", 1000000, 4096, 0, 0, SOCKET_ID_ANY, 0, ENOMEM, 0},
	{"bad", 10, UINT32_MAX, 0, 0, SOCKET_ID_ANY, 0, EINVAL, 0},
	{"bad", 10, 64, 0, UINT32_MAX, SOCKET_ID_ANY, 0, EINVAL, 0},
	{"bad", 10, 64, 0, UINT32_MAX - 200, SOCKET_ID_ANY, 0, ENOMEM, 0},
	{"bad", 10, 64, 0, 0, -5, 0, EINVAL, 0},
	{"a_name_of_26_characters_xx", 10, 64, 0, 0, SOCKET_ID_ANY, 0, ENAMETOOLONG, 0},
	{NULL, 10, 64, 0, 0, SOCKET_ID_ANY, 0, EINVAL, 0},
};

static int
test_bad_args(void)
{
	const struct heap_base base = heap_base_read();
	const struct bad_args *a;
	struct rte_mempool *mp;
	int error;

	for (a = bad_args; a < bad_args + RTE_DIM(bad_args); a++) {
		rte_errno = 0;
		mp = rte_mempool_create(a->name, a->n, a->elt_size, a->cache_size, a->private_size,
			NULL, NULL, NULL, NULL, a->socket_id, a->flags);
		error = rte_errno;
		TEST_ASSERT(mp == NULL, "case %td succeeds", a - bad_args);
		TEST_ASSERT(error == a->error || (a->other_error != 0 && error == a->other_error),
			"case %td gives %d", a - bad_args, error);
		TEST_ASSERT(rte_mempool_lookup("bad") == NULL && rte_errno == ENOENT,
			"case %td leaves a pool", a - bad_args);
		TEST_BASE_RESTORED(&base);
	}
	return TEST_SUCCESS;
}

static int
test_names(void)
{
	static const char name[] = "a_name_of_25_characters_x";
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp, *second;

	mp = rte_mempool_create(name, 10, 64, 10, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT(rte_mempool_lookup(name) == mp, "not found");
	rte_errno = 0;
	second = rte_mempool_create(name, 10, 64, 0, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY, 0);
	TEST_ASSERT(second == NULL && rte_errno == EEXIST, "second gives %p, %d",
		(void *)second, rte_errno);
	TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "objects");
	rte_mempool_free(mp);
	rte_mempool_free(NULL);
	rte_errno = 0;
	TEST_ASSERT(rte_mempool_lookup(name) == NULL && rte_errno == ENOENT, "still found");
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* --- Handlers by flags ---------------------------------------------------------------- */

static int
test_flags(void)
{
	static const struct {
		unsigned int flags;
		const char *handler;
	} row[] = {
		{0, "ring_mp_mc"},
		{RTE_MEMPOOL_F_SP_PUT, "ring_sp_mc"},
		{RTE_MEMPOOL_F_SC_GET, "ring_mp_sc"},
		{RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET, "ring_sp_sc"},
	};
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp;
	const char *name;
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(row); i++) {
		mp = rte_mempool_create("flags", N_OBJS, 64, 0, 0, NULL, NULL, NULL, NULL,
			SOCKET_ID_ANY, row[i].flags);
		TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
		name = rte_mempool_get_ops(mp->ops_index)->name;
		TEST_ASSERT(strcmp(name, row[i].handler) == 0, "%s for 0x%x", name, row[i].flags);
		ret = rte_mempool_set_ops_byname(mp, "stack", NULL);
		TEST_ASSERT(ret == -EEXIST, "change of a full pool gives %d", ret);
		ret = rte_mempool_populate_default(mp);
		TEST_ASSERT(ret == -EEXIST, "second populate gives %d", ret);
		rte_errno = 0;
		ret = rte_mempool_populate_anon(mp);
		TEST_ASSERT(ret == 0 && rte_errno == EINVAL, "anon gives %d, %d", ret, rte_errno);
		TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "%s", name);
		rte_mempool_free(mp);
		TEST_BASE_RESTORED(&base);
	}
	return TEST_SUCCESS;
}

static int
test_standard_handler(const char *handler, unsigned int cache_size)
{
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp;
	int ret;

	mp = rte_mempool_create_empty("handler", N_OBJS, OBJ_SZ, cache_size, 0, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT(rte_mempool_avail_count(mp) == 0, "%u objects in an empty pool",
		rte_mempool_avail_count(mp));
	ret = rte_mempool_set_ops_byname(mp, "no_such_handler", NULL);
	TEST_ASSERT(ret == -EINVAL, "unknown handler gives %d", ret);
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, handler, &ret), "%s", handler);
	TEST_ASSERT(mp->pool_config == &ret, "configuration lost");
	ret = rte_mempool_populate_default(mp);
	TEST_ASSERT(ret == N_OBJS, "populate gives %d", ret);
	TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "%s", handler);
	TEST_ASSERT(rte_mempool_get_bulk(mp, NULL, 0) == 0, "nothing is not got");
	rte_mempool_put_bulk(mp, NULL, 0);
	TEST_ASSERT(rte_mempool_full(mp) == 1, "putting nothing changes something");
	rte_mempool_free(mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

static int
test_standard_handlers(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(handler_names); i++) {
		TEST_ASSERT_SUCCESS(test_standard_handler(handler_names[i], 0), "%s",
			handler_names[i]);
		TEST_ASSERT_SUCCESS(test_standard_handler(handler_names[i], 16), "%s, cached",
			handler_names[i]);
	}
	return TEST_SUCCESS;
}

/* --- Looking at a pool ---------------------------------------------------------------- */

struct visit {
	unsigned int n;
	unsigned int n_wrong;
	uintptr_t last;
};

static void
init_pool(struct rte_mempool *mp, void *arg)
{
	const unsigned char *priv = rte_mempool_get_priv(mp);
	struct visit *visit = arg;
	unsigned int i;

	visit->n++;
	visit->n_wrong += mp->populated_size != 0;
	for (i = 0; i < mp->private_data_size; i++)
		visit->n_wrong += priv[i] != 0;
	memset(rte_mempool_get_priv(mp), 0xA5, mp->private_data_size);
}

static void
visit_object(struct rte_mempool *mp, void *arg, void *obj, unsigned int idx)
{
	struct rte_mempool_objhdr *hdr = rte_mempool_get_header(obj);
	struct visit *visit = arg;

	visit->n_wrong += idx != visit->n++;
	visit->n_wrong += hdr->mp != mp || rte_mempool_virt2iova(obj) != hdr->iova;
	visit->n_wrong += rte_mem_virt2iova(obj) != hdr->iova;
	visit->n_wrong += (uintptr_t)obj <= visit->last;
	visit->last = (uintptr_t)obj + mp->elt_size;
	memset(obj, 0x5A, mp->elt_size);
}

static void
visit_chunk(struct rte_mempool *mp, void *arg, struct rte_mempool_memhdr *chunk, unsigned int idx)
{
	struct visit *visit = arg;

	visit->n_wrong += idx != visit->n++ || chunk->mp != mp || chunk->addr == NULL;
	visit->last += chunk->len;
}

static void
visit_pool(struct rte_mempool *mp, void *arg)
{
	struct visit *visit = arg;

	visit->n += strncmp(mp->name, "look", 4) == 0;
}

static int
check_memory(struct rte_mempool *mp)
{
	struct rte_mempool_mem_range_info range;
	struct visit chunks = {0};
	size_t pg_sz = 1, plain;

	TEST_ASSERT(rte_mempool_mem_iter(mp, visit_chunk, &chunks) == mp->nb_mem_chunks, "chunks");
	TEST_ASSERT(chunks.n == mp->nb_mem_chunks && chunks.n_wrong == 0, "chunks");
	TEST_ASSERT_SUCCESS(rte_mempool_get_mem_range(mp, &range), "no range");
	TEST_ASSERT(range.length >= chunks.last, "range of %zu", range.length);
	TEST_ASSERT(range.is_contiguous == (range.length == chunks.last), "contiguous");
	TEST_ASSERT(rte_mempool_get_mem_range(NULL, &range) == -EINVAL, "range of nothing");
	TEST_ASSERT(rte_mempool_get_mem_range(mp, NULL) == -EINVAL, "range to nowhere");
	TEST_ASSERT_SUCCESS(rte_mempool_get_page_size(mp, &pg_sz), "page size");
	TEST_ASSERT(pg_sz == 0 || rte_eal_iova_mode() == RTE_IOVA_PA,
		"pages of %zu though no device needs them", pg_sz);
	TEST_ASSERT((mp->flags & RTE_MEMPOOL_F_NON_IO) == 0, "not for devices");
	/* at most 3 % more than pages of 2 MiB would take, whatever the objects' places */
	plain = rte_mempool_calc_obj_size(OBJ_SZ, RTE_MEMPOOL_F_NO_SPREAD, NULL);
	TEST_ASSERT(chunks.last <= mp->size * plain * 103 / 100 + 4096,
		"%zu bytes", (size_t)chunks.last);
	return TEST_SUCCESS;
}

/* Objects start all over a page, so that their first lines do not share a few cache sets. */
static int
check_offsets(struct rte_mempool *mp)
{
	bool seen[4096 / RTE_CACHE_LINE_SIZE] = {false};
	struct rte_mempool_objhdr *hdr;
	unsigned int n = 0;

	STAILQ_FOREACH(hdr, &mp->elt_list, next)
		seen[(uintptr_t)hdr % 4096 / RTE_CACHE_LINE_SIZE] = true;
	for (unsigned int i = 0; i < RTE_DIM(seen); i++)
		n += seen[i];
	TEST_ASSERT(n == RTE_DIM(seen), "%u different offsets", n);
	return TEST_SUCCESS;
}

static int
check_dump(struct rte_mempool *mp)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	TEST_ASSERT_NOT_NULL(f, "no memory");
	rte_mempool_audit(mp);
	rte_mempool_stats_reset(mp);
	rte_mempool_stats_reset(NULL);
	rte_mempool_dump(f, mp);
	rte_mempool_list_dump(f);
	fclose(f);
	TEST_ASSERT(strstr(text, "look1") != NULL && strstr(text, "look2") != NULL,
		"dump without names: %s", text);
	TEST_ASSERT(strstr(text, "ring_mp_mc") != NULL, "dump without handler: %s", text);
	free(text);
	TEST_ASSERT(dump_is_unlocked(rte_mempool_list_dump, rte_mcfg_mempool_get_lock()),
		"dump writes with the lock");
	return TEST_SUCCESS;
}

static int
test_looking(void)
{
	const struct heap_base base = heap_base_read();
	struct visit visit[3] = {{0}};
	struct rte_mempool *mp, *second;
	unsigned int i;

	mp = rte_mempool_create("look1", 255, OBJ_SZ - 3, 32, 100, init_pool, &visit[0],
		visit_object, &visit[1], SOCKET_ID_ANY, 0);
	second = rte_mempool_create("look2", 1, 1, 0, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY,
		RTE_MEMPOOL_F_NO_CACHE_ALIGN);
	TEST_ASSERT(mp != NULL && second != NULL, "create gives %d", rte_errno);
	TEST_ASSERT(mp->private_data_size == 128 && mp->elt_size == OBJ_SZ, "sizes");
	rte_mempool_walk(visit_pool, &visit[2]);
	TEST_ASSERT(visit[0].n == 1 && visit[1].n == 255 && visit[2].n == 2, "visits");
	for (i = 0; i < RTE_DIM(visit); i++)
		TEST_ASSERT(visit[i].n_wrong == 0, "visit %u finds %u faults", i, visit[i].n_wrong);
	visit[1] = (struct visit){0};
	TEST_ASSERT(rte_mempool_obj_iter(mp, visit_object, &visit[1]) == 255, "objects");
	TEST_ASSERT(rte_mempool_get_obj_alignment(mp) == RTE_MEMPOOL_ALIGN, "alignment");
	TEST_ASSERT(rte_mempool_get_obj_alignment(second) == 8, "alignment");
	TEST_ASSERT(rte_mempool_get_obj_alignment(NULL) == 0, "alignment of nothing");
	TEST_ASSERT_SUCCESS(check_memory(mp), "memory");
	TEST_ASSERT_SUCCESS(check_offsets(mp), "offsets");
	TEST_ASSERT_SUCCESS(check_dump(mp), "dump");
	TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "objects");
	TEST_ASSERT_SUCCESS(test_mempool_take_all(second), "objects");
	rte_mempool_free(mp);
	rte_mempool_free(second);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

static int
test_obj_size(void)
{
	struct rte_mempool_objsz sz;

	TEST_ASSERT(rte_mempool_calc_obj_size(OBJ_SZ, 0, &sz) == sz.total_size, "total");
	TEST_ASSERT(sz.elt_size == OBJ_SZ && sz.header_size == RTE_MEMPOOL_ALIGN, "sizes");
	TEST_ASSERT(sz.total_size / RTE_MEMPOOL_ALIGN % 2 == 1, "%u lines",
			sz.total_size / RTE_MEMPOOL_ALIGN);
	TEST_ASSERT(rte_mempool_calc_obj_size(OBJ_SZ, 0, NULL) == sz.total_size, "total");
	TEST_ASSERT(rte_mempool_calc_obj_size(UINT32_MAX, 0, &sz) == 0, "too big");
	return TEST_SUCCESS;
}

/* --- Destroying with objects out ------------------------------------------------------- */

static int
test_missing(void)
{
	const struct heap_base base = heap_base_read();
	char *text = NULL;
	struct rte_mempool *mp;
	size_t len = 0;
	void *objs[7];
	FILE *f;

	mp = rte_mempool_create("lossy", N_OBJS, 64, 0, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY,
		0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, 7), "get");
	f = open_memstream(&text, &len);
	TEST_ASSERT_NOT_NULL(f, "no memory");
	rte_openlog_stream(f);
	rte_mempool_free(mp);
	rte_openlog_stream(NULL);
	fclose(f);
	TEST_ASSERT(strstr(text, "lossy") != NULL && strstr(text, " 7 ") != NULL, "says: %s", text);
	TEST_ASSERT(strchr(text, '\n') == text + len - 1, "not one line: %s", text);
	free(text);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

static int
test_mempool(void)
{
	TEST_ASSERT_SUCCESS(test_bad_args(), "bad arguments");
	TEST_ASSERT_SUCCESS(test_names(), "names");
	TEST_ASSERT_SUCCESS(test_flags(), "flags");
	TEST_ASSERT_SUCCESS(test_standard_handlers(), "handlers");
	TEST_ASSERT_SUCCESS(test_looking(), "looking");
	TEST_ASSERT_SUCCESS(test_obj_size(), "object size");
	TEST_ASSERT_SUCCESS(test_missing(), "missing objects");
	TEST_ASSERT_SUCCESS(test_mempool_caches(), "caches");
	TEST_ASSERT_SUCCESS(test_mempool_threads(), "threads");
	TEST_ASSERT_SUCCESS(test_mempool_populate(), "populate");
	TEST_ASSERT_SUCCESS(test_mempool_handlers(), "user handlers");
	TEST_ASSERT_SUCCESS(test_mempool_edges(), "edges");
	TEST_ASSERT_SUCCESS(test_mempool_stats(), "counters");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(mempool_autotest, test_mempool);
