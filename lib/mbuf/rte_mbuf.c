/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Making packet pools, and setting up their mbufs.
 *
 * Every failure leaves nothing behind and sets rte_errno to a positive code. No locks: a pool is
 * used by others only after it was returned.
 */

#include <errno.h>
#include <string.h>

#include <eal_export.h>
#include <rte_errno.h>
#include <rte_mbuf.h>
#include <rte_mbuf_pool_ops.h>

#include "mbuf_log.h"

RTE_LOG_REGISTER_DEFAULT(mbuf_logtype, INFO)

static_assert(sizeof(struct rte_pktmbuf_pool_private) == 8, "size of the pool's private area");
static_assert(sizeof(struct rte_pktmbuf_extmem) == 32, "size of rte_pktmbuf_extmem");

/* What a pool is made of; the arguments of rte_pktmbuf_pool_create(). */
struct pool_request {
	const char *name;
	unsigned int n;
	unsigned int cache_size;
	uint16_t priv_size;
	uint16_t data_room_size;
	int socket_id;
	const char *ops_name;
};

/* Where the next buffer of a pinned pool is cut from. */
struct extmem_cursor {
	const struct rte_pktmbuf_extmem *area;
	size_t off;	/* bytes used of the area */
};

RTE_EXPORT_SYMBOL(rte_pktmbuf_pool_init)
void
rte_pktmbuf_pool_init(struct rte_mempool *mp, void *opaque_arg)
{
	struct rte_pktmbuf_pool_private room = {0};

	RTE_ASSERT(mp->private_data_size >= sizeof(room));
	RTE_ASSERT(mp->elt_size >= sizeof(struct rte_mbuf));

	if (opaque_arg != NULL)
		memcpy(&room, opaque_arg, sizeof(room));
	else if (mp->elt_size > sizeof(struct rte_mbuf))
		room.mbuf_data_room_size = (uint16_t)RTE_MIN_T(UINT16_MAX,
			mp->elt_size - sizeof(struct rte_mbuf), size_t);
	RTE_ASSERT(room.flags != 0 || mp->elt_size >= sizeof(struct rte_mbuf) +
		room.mbuf_priv_size + room.mbuf_data_room_size);
	RTE_ASSERT((room.flags & ~RTE_PKTMBUF_POOL_F_PINNED_EXT_BUF) == 0);
	memcpy(rte_mempool_get_priv(mp), &room, sizeof(room));
}

/* Set all that does not depend on where the data buffer is. The fields not named become 0. */
static void
pool_init_header(struct rte_mempool *mp, struct rte_mbuf *m)
{
	const uint16_t priv_size = rte_pktmbuf_priv_size(mp);

	RTE_ASSERT(mp->elt_size >= sizeof(*m) + priv_size);
	RTE_ASSERT(RTE_ALIGN_FLOOR(priv_size, RTE_MBUF_PRIV_ALIGN) == priv_size);

	memset(m, 0, sizeof(*m) + priv_size);
	m->priv_size = priv_size;
	m->pool = mp;
	m->nb_segs = 1;
	m->port = RTE_MBUF_PORT_INVALID;
	rte_mbuf_refcnt_set(m, 1);
}

RTE_EXPORT_SYMBOL(rte_pktmbuf_init)
void
rte_pktmbuf_init(struct rte_mempool *mp, void *opaque_arg, void *m, unsigned int i)
{
	struct rte_mbuf *mbuf = m;

	RTE_SET_USED(opaque_arg);
	RTE_SET_USED(i);

	pool_init_header(mp, mbuf);
	mbuf->buf_addr = rte_mbuf_buf_addr(mbuf, mp);
	rte_mbuf_iova_set(mbuf, rte_mempool_virt2iova(mbuf) + sizeof(*mbuf) + mbuf->priv_size);
	mbuf->buf_len = rte_pktmbuf_data_room_size(mp);
	rte_pktmbuf_reset_headroom(mbuf);
}

/*
 * Callback of pinned buffers: the last clone let go after the mbuf itself was freed, so return
 * the mbuf now.
 */
static void
pool_return_pinned(void *addr, void *opaque)
{
	struct rte_mbuf *m = opaque;

	RTE_SET_USED(addr);
	rte_mbuf_ext_refcnt_set(m->shinfo, 1);
	m->ol_flags = RTE_MBUF_F_EXTERNAL;
	m->next = NULL;
	m->nb_segs = 1;
	rte_mbuf_raw_free(m);
}

/* Object callback of a pinned pool: set up an mbuf with the next external buffer. */
static void
pool_init_pinned(struct rte_mempool *mp, void *opaque_arg, void *obj, unsigned int i)
{
	struct extmem_cursor *cursor = opaque_arg;
	struct rte_mbuf *m = obj;

	RTE_SET_USED(i);

	while (cursor->off + cursor->area->elt_size > cursor->area->buf_len) {
		cursor->area++;
		cursor->off = 0;
	}
	pool_init_header(mp, m);
	m->ol_flags = RTE_MBUF_F_EXTERNAL;
	m->buf_addr = RTE_PTR_ADD(cursor->area->buf_ptr, cursor->off);
	rte_mbuf_iova_set(m, cursor->area->buf_iova == RTE_BAD_IOVA ? RTE_BAD_IOVA :
		cursor->area->buf_iova + cursor->off);
	m->buf_len = cursor->area->elt_size;
	rte_pktmbuf_reset_headroom(m);
	cursor->off += cursor->area->elt_size;

	m->shinfo = RTE_PTR_ADD(m, sizeof(*m) + m->priv_size);
	m->shinfo->free_cb = pool_return_pinned;
	m->shinfo->fcb_opaque = m;
	rte_mbuf_ext_refcnt_set(m->shinfo, 1);
}

/* Check what the mempool does not know about. 0 or -EINVAL. */
static int
pool_request_check(const struct pool_request *req)
{
	if (req->name == NULL) {
		MBUF_LOG(ERR, "packet pool without a name: give one");
		return -EINVAL;
	}
	if (req->priv_size % RTE_MBUF_PRIV_ALIGN != 0) {
		MBUF_LOG(ERR, "pool %s: private size %u is not a multiple of %u", req->name,
			req->priv_size, RTE_MBUF_PRIV_ALIGN);
		return -EINVAL;
	}
	return 0;
}

/*
 * Make a pool whose objects have elt_size bytes, and set them up by obj_init(). Gives the pool,
 * or NULL with rte_errno set and nothing left behind; the mempool library has said why.
 */
static struct rte_mempool *
pool_make(const struct pool_request *req, unsigned int elt_size, uint32_t flags,
		rte_mempool_obj_cb_t *obj_init, void *obj_init_arg)
{
	struct rte_pktmbuf_pool_private room = {
		.mbuf_data_room_size = req->data_room_size,
		.mbuf_priv_size = req->priv_size,
		.flags = flags,
	};
	const char *ops_name = req->ops_name;
	struct rte_mempool *mp;
	int ret;

	mp = rte_mempool_create_empty(req->name, req->n, elt_size, req->cache_size, sizeof(room),
		req->socket_id, 0);
	if (mp == NULL)
		return NULL;
	if (ops_name == NULL)
		ops_name = rte_mbuf_best_mempool_ops();
	ret = rte_mempool_set_ops_byname(mp, ops_name, NULL);
	if (ret != 0)
		goto err_free;
	rte_pktmbuf_pool_init(mp, &room);
	ret = rte_mempool_populate_default(mp);
	if (ret < 0)
		goto err_free;
	rte_mempool_obj_iter(mp, obj_init, obj_init_arg);
	return mp;

err_free:
	rte_mempool_free(mp);
	rte_errno = -ret;
	return NULL;
}

/* Make a pool with its own data buffers. */
static struct rte_mempool *
pool_make_direct(const struct pool_request *req)
{
	int ret = pool_request_check(req);

	if (ret != 0) {
		rte_errno = -ret;
		return NULL;
	}
	return pool_make(req, (unsigned int)sizeof(struct rte_mbuf) + req->priv_size +
		req->data_room_size, 0, rte_pktmbuf_init, NULL);
}

RTE_EXPORT_SYMBOL(rte_pktmbuf_pool_create_by_ops)
struct rte_mempool *
rte_pktmbuf_pool_create_by_ops(const char *name, unsigned int n, unsigned int cache_size,
		uint16_t priv_size, uint16_t data_room_size, int socket_id, const char *ops_name)
{
	const struct pool_request req = {name, n, cache_size, priv_size, data_room_size,
		socket_id, ops_name};

	return pool_make_direct(&req);
}

RTE_EXPORT_SYMBOL(rte_pktmbuf_pool_create)
struct rte_mempool *
rte_pktmbuf_pool_create(const char *name, unsigned int n, unsigned int cache_size,
		uint16_t priv_size, uint16_t data_room_size, int socket_id)
{
	const struct pool_request req = {name, n, cache_size, priv_size, data_room_size,
		socket_id, NULL};

	return pool_make_direct(&req);
}

/* Check the areas of a pinned pool. 0, -EINVAL or -ENOMEM. */
static int
pool_extmem_check(const struct pool_request *req, const struct rte_pktmbuf_extmem *ext_mem,
		unsigned int ext_num)
{
	uint64_t n_bufs = 0;

	for (unsigned int i = 0; i < ext_num; i++) {
		const struct rte_pktmbuf_extmem *area = &ext_mem[i];

		if (area->buf_ptr == NULL || area->buf_len == 0 || area->elt_size == 0) {
			MBUF_LOG(ERR, "pool %s: external area %u: buffer %p, %zu bytes, elements "
				"of %u bytes: none may be 0", req->name, i, area->buf_ptr,
				area->buf_len, area->elt_size);
			return -EINVAL;
		}
		if (area->elt_size < req->data_room_size) {
			MBUF_LOG(ERR, "pool %s: external area %u: elements of %u bytes are "
				"smaller than the data room of %u", req->name, i, area->elt_size,
				req->data_room_size);
			return -EINVAL;
		}
		n_bufs += area->buf_len / area->elt_size;
	}
	if (n_bufs < req->n) {
		MBUF_LOG(ERR, "pool %s: the external areas hold %" PRIu64 " buffers, %u are "
			"needed", req->name, n_bufs, req->n);
		return -ENOMEM;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_pktmbuf_pool_create_extbuf)
struct rte_mempool *
rte_pktmbuf_pool_create_extbuf(const char *name, unsigned int n, unsigned int cache_size,
		uint16_t priv_size, uint16_t data_room_size, int socket_id,
		const struct rte_pktmbuf_extmem *ext_mem, unsigned int ext_num)
{
	const struct pool_request req = {name, n, cache_size, priv_size, data_room_size,
		socket_id, NULL};
	struct extmem_cursor cursor = {ext_mem, 0};
	int ret;

	ret = pool_request_check(&req);
	if (ret == 0)
		ret = pool_extmem_check(&req, ext_mem, ext_num);
	if (ret != 0) {
		rte_errno = -ret;
		return NULL;
	}
	return pool_make(&req, (unsigned int)(sizeof(struct rte_mbuf) + priv_size +
		sizeof(struct rte_mbuf_ext_shared_info)), RTE_PKTMBUF_POOL_F_PINNED_EXT_BUF,
		pool_init_pinned, &cursor);
}
