/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Defer queue: resources that wait until no reader uses them.
 *
 * It is a ring whose elements are a token and the resource's bytes behind it. Both ends are of a
 * type that works in two halves: a producer takes its token and writes both into the slot; a
 * consumer looks at the oldest element, and takes it out if its token has passed, else leaves it.
 * Neither end is held while free_fn runs, so that it may use the queue itself.
 *
 * Elements pass one by one on their own tokens; the order in the ring is for fairness only.
 */

#include <errno.h>
#include <string.h>

#include <eal_export.h>
#include <rte_malloc.h>
#include <rte_ring_elem.h>
#include <rte_ring_peek.h>
#include <rte_ring_peek_zc.h>

#include "rcu_private.h"

/* Greatest resource: a copy of one is kept on the stack. */
#define RCU_DQ_ESIZE_MAX 4096

struct rte_rcu_qsbr_dq {
	struct rte_rcu_qsbr *v;
	struct rte_ring *r;
	uint32_t esize;                 /* bytes of a ring element: token and resource */
	uint32_t trigger_reclaim_limit; /* resources */
	uint32_t max_reclaim_size;      /* resources */
	rte_rcu_qsbr_free_resource_t free_fn;
	void *p;
};

/* What is wrong with the parameters, or NULL. */
static const char *
rcu_dq_fault(const struct rte_rcu_qsbr_dq_parameters *params)
{
	if (params == NULL)
		return "no parameters";
	if (params->name == NULL)
		return "it has no name";
	if (params->v == NULL)
		return "it has no RCU record";
	if (params->free_fn == NULL)
		return "it has no free_fn";
	if ((params->flags & ~(uint32_t)RTE_RCU_QSBR_DQ_MT_UNSAFE) != 0)
		return "unknown flags; RTE_RCU_QSBR_DQ_MT_UNSAFE is known";
	if (params->size == 0)
		return "size is 0; give at least 1";
	if (params->esize == 0 || params->esize % 4 != 0 || params->esize > RCU_DQ_ESIZE_MAX)
		return "esize must be a multiple of 4, at least 4 and at most 4096";
	if (params->trigger_reclaim_limit <= params->size && params->max_reclaim_size == 0)
		return "max_reclaim_size is 0; give at least 1, or a trigger_reclaim_limit "
			"above size";
	return NULL;
}

/* Make a queue of good parameters; 0 or -errno, with a message. */
static int
rcu_dq_make(const struct rte_rcu_qsbr_dq_parameters *params, struct rte_rcu_qsbr_dq **made)
{
	const unsigned int ends = (params->flags & RTE_RCU_QSBR_DQ_MT_UNSAFE) != 0 ?
		RING_F_SP_ENQ | RING_F_SC_DEQ : RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ;
	struct rte_rcu_qsbr_dq *dq;
	int err;

	dq = rte_zmalloc("RCU_DQ", sizeof(*dq), RTE_CACHE_LINE_SIZE);
	if (dq == NULL) {
		RCU_LOG(ERR, "no memory for defer queue %s", params->name);
		return -ENOMEM;
	}

	dq->esize = __RTE_QSBR_TOKEN_SIZE + params->esize;
	dq->r = rte_ring_create_elem(params->name, dq->esize, params->size, SOCKET_ID_ANY,
			ends | RING_F_EXACT_SZ);
	if (dq->r == NULL) {
		err = rte_errno;
		RCU_LOG(ERR, "no ring of %u elements for defer queue %s: %s", params->size,
			params->name, rte_strerror(err));
		rte_free(dq);
		return -err;
	}

	dq->v = params->v;
	dq->trigger_reclaim_limit = params->trigger_reclaim_limit;
	dq->max_reclaim_size = params->max_reclaim_size;
	dq->free_fn = params->free_fn;
	dq->p = params->p;
	*made = dq;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_dq_create)
struct rte_rcu_qsbr_dq *
rte_rcu_qsbr_dq_create(const struct rte_rcu_qsbr_dq_parameters *params)
{
	const char *fault = rcu_dq_fault(params);
	struct rte_rcu_qsbr_dq *dq = NULL;
	int ret;

	if (fault != NULL) {
		RCU_LOG(ERR, "no defer queue %s: %s",
			params != NULL && params->name != NULL ? params->name : "(none)", fault);
		rte_errno = EINVAL;
		return NULL;
	}

	ret = rcu_dq_make(params, &dq);
	if (ret != 0)
		rte_errno = -ret;
	return dq;
}

/* An element taken out of the ring. */
struct rcu_dq_elem {
	uint64_t token;
	uint8_t resource[RCU_DQ_ESIZE_MAX];
};

/* Take the oldest element out if no reader holds it back; false: there is none. */
static bool
rcu_dq_take(struct rte_rcu_qsbr_dq *dq, struct rcu_dq_elem *elem)
{
	bool passed;

	if (rte_ring_dequeue_bulk_elem_start(dq->r, elem, dq->esize, 1, NULL) == 0)
		return false;
	passed = rte_rcu_qsbr_check(dq->v, elem->token, false) != 0;
	rte_ring_dequeue_elem_finish(dq->r, passed ? 1 : 0);
	return passed;
}

/* Give up to n resources back; returns their number. */
static unsigned int
rcu_dq_reclaim(struct rte_rcu_qsbr_dq *dq, unsigned int n)
{
	struct rcu_dq_elem elem;
	unsigned int freed;

	for (freed = 0; freed < n && rcu_dq_take(dq, &elem); freed++)
		dq->free_fn(dq->p, elem.resource, 1);
	return freed;
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_dq_enqueue)
int
rte_rcu_qsbr_dq_enqueue(struct rte_rcu_qsbr_dq *dq, void *e)
{
	struct rte_ring_zc_data slot;
	uint64_t t;

	if (dq == NULL || e == NULL) {
		RCU_LOG(ERR, "resource %p not put on defer queue %p", e, (void *)dq);
		return rcu_fail(EINVAL);
	}

	if (rte_ring_count(dq->r) > dq->trigger_reclaim_limit)
		rcu_dq_reclaim(dq, dq->max_reclaim_size);

	if (rte_ring_enqueue_zc_bulk_elem_start(dq->r, dq->esize, 1, &slot, NULL) == 0)
		return rcu_fail(ENOSPC);
	/* The slot is aligned to 4 bytes only. */
	t = rte_rcu_qsbr_start(dq->v);
	memcpy(slot.ptr1, &t, sizeof(t));
	memcpy(RTE_PTR_ADD(slot.ptr1, sizeof(t)), e, dq->esize - sizeof(t));
	rte_ring_enqueue_zc_elem_finish(dq->r, 1);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_dq_reclaim)
int
rte_rcu_qsbr_dq_reclaim(struct rte_rcu_qsbr_dq *dq, unsigned int n, unsigned int *freed,
		unsigned int *pending, unsigned int *available)
{
	unsigned int done;

	if (dq == NULL || n == 0) {
		RCU_LOG(ERR, "nothing reclaimed: defer queue %p, %u resources", (void *)dq, n);
		return rcu_fail(EINVAL);
	}

	done = rcu_dq_reclaim(dq, n);
	if (freed != NULL)
		*freed = done;
	if (pending != NULL)
		*pending = rte_ring_count(dq->r);
	if (available != NULL)
		*available = rte_ring_free_count(dq->r);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_rcu_qsbr_dq_delete)
int
rte_rcu_qsbr_dq_delete(struct rte_rcu_qsbr_dq *dq)
{
	if (dq == NULL)
		return 0;

	rcu_dq_reclaim(dq, UINT32_MAX);
	if (!rte_ring_empty(dq->r)) {
		RCU_LOG(NOTICE, "defer queue %s not deleted: readers may use %u of its resources",
			dq->r->name, rte_ring_count(dq->r));
		return rcu_fail(EAGAIN);
	}
	rte_ring_free(dq->r);
	rte_free(dq);
	return 0;
}
