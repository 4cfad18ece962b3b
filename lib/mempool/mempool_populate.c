/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Adding objects to a pool.
 *
 * It is done in two steps, so that a failure leaves nothing behind. First memory is cut up: chunks
 * and objects are linked at the end of the pool's lists, which undoes as easily. Then the objects
 * are given to the handler, and only from there on can anyone get them. The caller makes sure that
 * one thread at a time adds objects to a given pool; telemetry may look on, which is what
 * mempool_list_lock() is for.
 */

#include <errno.h>

#include <eal_export.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include "mempool_holders.h"
#include "mempool_populate.h"
#include "mempool_private.h"
#include "mempool_trace.h"

/* Objects given to the handler in one call. */
#define PUBLISH_BATCH 64

/* --- Lists ---------------------------------------------------------------------------- */

/* Cuts the list of objects after the first n behind the mark. */
static void
populate_cut_objects(struct rte_mempool *mp, const struct mempool_populate_mark *mark, uint32_t n)
{
	struct rte_mempool_objhdr **end = mark->elt_end;
	uint32_t i;

	for (i = 0; i < n; i++)
		end = &STAILQ_NEXT(*end, next);
	*end = NULL;
	mp->elt_list.stqh_last = end;
	mempool_list_lock();
	mp->populated_size = mark->populated_size + n;
	mempool_list_unlock();
}

/* Cuts both lists at the mark. Nothing behind it is known to the handler. Calls no callback. */
static void
populate_cut(struct rte_mempool *mp, const struct mempool_populate_mark *mark)
{
	struct rte_mempool_memhdr *chunk = *mark->mem_end, *next;

	populate_cut_objects(mp, mark, 0);
	mempool_list_lock();
	*mark->mem_end = NULL;
	mp->mem_list.stqh_last = mark->mem_end;
	mp->nb_mem_chunks = mark->nb_mem_chunks;
	mempool_list_unlock();
	for (; chunk != NULL; chunk = next) {
		next = STAILQ_NEXT(chunk, next);
		rte_free(chunk);
	}
}

/* Sets the flags. What they were. */
static unsigned int
populate_set_flags(struct rte_mempool *mp, unsigned int flags)
{
	const unsigned int old = mp->flags;

	mempool_list_lock();
	mp->flags = flags;
	mempool_list_unlock();
	return old;
}

/* Back to the state at the mark, on the same terms. */
static void
populate_undo(struct rte_mempool *mp, const struct mempool_populate_mark *mark)
{
	populate_cut(mp, mark);
	if (populate_set_flags(mp, mark->flags) & ~mark->flags & RTE_MEMPOOL_F_POOL_CREATED)
		rte_mempool_ops_free(mp);
}

void
mempool_populate_revert(struct rte_mempool *mp)
{
	const unsigned int flags = mp->flags & ~RTE_MEMPOOL_F_POOL_CREATED;
	struct rte_mempool_memhdr *chunk, *next;

	if (populate_set_flags(mp, flags | RTE_MEMPOOL_F_NON_IO) & RTE_MEMPOOL_F_POOL_CREATED)
		rte_mempool_ops_free(mp);
	STAILQ_INIT(&mp->elt_list);
	mempool_list_lock();
	chunk = STAILQ_FIRST(&mp->mem_list);
	STAILQ_INIT(&mp->mem_list);
	mp->nb_mem_chunks = 0;
	mp->populated_size = 0;
	mempool_list_unlock();
	for (; chunk != NULL; chunk = next) {
		next = STAILQ_NEXT(chunk, next);
		if (chunk->free_cb != NULL)
			chunk->free_cb(chunk, chunk->opaque);
		rte_free(chunk);
	}
}

static struct mempool_populate_mark
populate_mark(const struct rte_mempool *mp)
{
	return (struct mempool_populate_mark){
		.flags = mp->flags,
		.populated_size = mp->populated_size,
		.nb_mem_chunks = mp->nb_mem_chunks,
		.elt_end = mp->elt_list.stqh_last,
		.mem_end = mp->mem_list.stqh_last,
	};
}

int
mempool_populate_begin(struct rte_mempool *mp, struct mempool_populate_mark *mark)
{
	int ret;

	*mark = populate_mark(mp);
	if (mp->flags & RTE_MEMPOOL_F_POOL_CREATED)
		return 0;
	ret = rte_mempool_ops_alloc(mp);
	if (ret < 0)
		return ret;
	populate_set_flags(mp, mp->flags | RTE_MEMPOOL_F_POOL_CREATED);
	return 0;
}

/* --- First step: cut memory into objects ---------------------------------------------- */

/* Links an object and counts it in *opaque. Its place is known to be in a chunk of the pool. */
static void
populate_add_object(struct rte_mempool *mp, void *opaque, void *obj, rte_iova_t iova)
{
	struct rte_mempool_objhdr *hdr = rte_mempool_get_header(obj);
	uint32_t *n_added = opaque;

	hdr->mp = mp;
	hdr->iova = iova;
	STAILQ_INSERT_TAIL(&mp->elt_list, hdr, next);
	(*n_added)++;
#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
	/* As if a user held it: the mark turns over when it is put, that is, published. */
	hdr->cookie = RTE_MEMPOOL_HEADER_COOKIE1;
	mempool_holder_clear(hdr);
	rte_mempool_get_trailer(obj)->cookie = RTE_MEMPOOL_TRAILER_COOKIE;
#endif
}

/* Links a chunk with its objects, which are linked already. */
static void
populate_add_chunk(struct rte_mempool *mp, struct rte_mempool_memhdr *chunk, uint32_t n_objs)
{
	mempool_list_lock();
	STAILQ_INSERT_TAIL(&mp->mem_list, chunk, next);
	mp->nb_mem_chunks++;
	mp->populated_size += n_objs;
	if (chunk->iova != RTE_BAD_IOVA && (mp->flags & RTE_MEMPOOL_F_NO_IOVA_CONTIG) == 0)
		mp->flags &= ~RTE_MEMPOOL_F_NON_IO;
	mempool_list_unlock();
}

/* Cuts a chunk that is contiguous in IO addresses. Objects added, 0 if none fits, or -errno. */
static int
populate_chunk(struct rte_mempool *mp, char *addr, rte_iova_t iova, size_t len,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque)
{
	const size_t align = (mp->flags & RTE_MEMPOOL_F_NO_CACHE_ALIGN) ?
		sizeof(uint64_t) : RTE_MEMPOOL_ALIGN;
	const size_t skip = RTE_PTR_DIFF(RTE_PTR_ALIGN_CEIL(addr, align), addr);
	struct rte_mempool_memhdr *chunk;
	uint32_t n_added = 0;
	int n;

	if (skip >= len)
		return 0;
	chunk = rte_zmalloc("MEMPOOL_MEMHDR", sizeof(*chunk), 0);
	if (chunk == NULL)
		return -ENOMEM;
	chunk->mp = mp;
	chunk->addr = addr;
	chunk->iova = iova;
	chunk->len = len;
	chunk->free_cb = free_cb;
	chunk->opaque = opaque;

	n = rte_mempool_ops_populate(mp, mp->size - mp->populated_size, addr + skip,
			iova == RTE_BAD_IOVA ? RTE_BAD_IOVA : iova + skip, len - skip,
			populate_add_object, &n_added);
	if (n <= 0) {
		rte_free(chunk);
		return n;
	}
	populate_add_chunk(mp, chunk, n_added);
	return n;
}

/* IO address of memory: what its user told EAL, if it is of users, else what EAL knows of it. */
static rte_iova_t
populate_iova(const void *addr)
{
	const rte_iova_t iova = rte_malloc_virt2iova(addr);
	const struct rte_memseg *ms;

	if (iova != RTE_BAD_IOVA)
		return iova;
	ms = rte_mem_virt2memseg(addr, NULL);
	if (ms == NULL || ms->iova == RTE_BAD_IOVA)
		return rte_mem_virt2iova(addr);
	return ms->iova + RTE_PTR_DIFF(addr, ms->addr);
}

/* Bytes from addr to the end or to the first page that does not continue its IO addresses. */
static size_t
populate_run(const char *addr, size_t len, size_t pg_sz, rte_iova_t iova)
{
	size_t run = RTE_PTR_DIFF(RTE_PTR_ALIGN_CEIL(addr + 1, pg_sz), addr);

	for (; run < len; run += pg_sz) {
		const rte_iova_t next = populate_iova(addr + run);

		if (next != (iova == RTE_BAD_IOVA ? RTE_BAD_IOVA : iova + run))
			break;
	}
	return RTE_MIN(run, len);
}

/* Cuts each run of pages. Objects added, or -errno with those of some runs left in the lists. */
static int
populate_runs(struct rte_mempool *mp, char *addr, size_t len, size_t pg_sz,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque)
{
	size_t off, run;
	int n, total = 0;

	for (off = 0; off < len && mp->populated_size < mp->size; off += run) {
		const rte_iova_t iova = populate_iova(addr + off);

		run = populate_run(addr + off, len - off, pg_sz, iova);
		n = populate_chunk(mp, addr + off, iova, run, free_cb, opaque);
		if (n < 0)
			return n;
		/* The callback gives all of the memory back: one chunk carries it. */
		if (n > 0)
			free_cb = NULL;
		total += n;
	}
	return total;
}

int
mempool_populate_pages(struct rte_mempool *mp, char *addr, size_t len, size_t pg_sz,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque)
{
	const struct mempool_populate_mark mark = populate_mark(mp);
	int n;

	if (mp->flags & RTE_MEMPOOL_F_NO_IOVA_CONTIG)
		n = populate_chunk(mp, addr, RTE_BAD_IOVA, len, free_cb, opaque);
	else if (pg_sz == 0)
		n = populate_chunk(mp, addr, populate_iova(addr), len, free_cb, opaque);
	else
		n = populate_runs(mp, addr, len, pg_sz, free_cb, opaque);
	if (n < 0)
		populate_cut(mp, &mark);
	return n;
}

/* --- Second step: give the objects to the handler -------------------------------------- */

uint32_t
mempool_populate_publish(struct rte_mempool *mp, const struct mempool_populate_mark *mark,
		int *error)
{
	struct rte_mempool_objhdr *hdr = *mark->elt_end;
	void *objs[PUBLISH_BATCH];
	uint32_t done = 0;
	unsigned int n;

	*error = 0;
	while (hdr != NULL) {
		for (n = 0; n < PUBLISH_BATCH && hdr != NULL; hdr = STAILQ_NEXT(hdr, next))
			objs[n++] = hdr + 1;
		RTE_MEMPOOL_CHECK_COOKIES(mp, objs, n, 0);
		*error = rte_mempool_ops_enqueue_bulk(mp, objs, n);
		if (*error > 0)
			*error = -EINVAL;
		if (*error != 0)
			break;
		done += n;
	}
	return done;
}

/*
 * Ends what mempool_populate_begin() began: n is the result of the first step. Objects that the
 * handler refuses are not part of the pool.
 */
static int
populate_end(struct rte_mempool *mp, const struct mempool_populate_mark *mark, int n)
{
	uint32_t done;
	int error;

	if (n <= 0) {
		populate_undo(mp, mark);
		return n;
	}
	done = mempool_populate_publish(mp, mark, &error);
	if (error != 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s: its handler took %u of %d objects, then failed: %s",
				mp->name, done, n, rte_strerror(-error));
		if (done == 0) {
			populate_undo(mp, mark);
			return error;
		}
		populate_cut_objects(mp, mark, done);
	}
	if (mp->populated_size == mp->size)
		mempool_event_notify(RTE_MEMPOOL_EVENT_READY, mp);
	return (int)done;
}

/* --- Memory of the caller ------------------------------------------------------------- */

RTE_EXPORT_SYMBOL(rte_mempool_populate_iova)
int
rte_mempool_populate_iova(struct rte_mempool *mp, char *vaddr, rte_iova_t iova, size_t len,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque)
{
	struct mempool_populate_mark mark;
	int n;

	if (mp->populated_size >= mp->size)
		return -ENOSPC;
	n = mempool_populate_begin(mp, &mark);
	if (n == 0)
		n = populate_chunk(mp, vaddr, iova, len, free_cb, opaque);
	n = populate_end(mp, &mark, n);
	rte_mempool_trace_populate_iova(mp, vaddr, iova, len, n);
	return n;
}

RTE_EXPORT_SYMBOL(rte_mempool_populate_virt)
int
rte_mempool_populate_virt(struct rte_mempool *mp, char *addr, size_t len, size_t pg_sz,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque)
{
	struct mempool_populate_mark mark;
	int n;

	if ((pg_sz & (pg_sz - 1)) != 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s: page size %zu is no power of two", mp->name, pg_sz);
		return -EINVAL;
	}
	if (mp->populated_size >= mp->size)
		return -ENOSPC;
	n = mempool_populate_begin(mp, &mark);
	if (n == 0)
		n = mempool_populate_pages(mp, addr, len, pg_sz, free_cb, opaque);
	n = populate_end(mp, &mark, n);
	rte_mempool_trace_populate_virt(mp, addr, len, pg_sz, n);
	return n;
}
