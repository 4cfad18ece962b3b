/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Faults that no input can bring about, linked around the calls of dpdk-replay with the linker's
 * --wrap. REPLAY_FAULT says which: "launch" = the second lcore takes no work, "leak" = the first
 * packet of several mbufs that is freed in bulk is lost.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_launch.h>
#include <rte_mbuf.h>
#include <rte_stdatomic.h>

int __real_rte_eal_remote_launch(lcore_function_t *f, void *arg, unsigned int worker_id);
int __wrap_rte_eal_remote_launch(lcore_function_t *f, void *arg, unsigned int worker_id);
void __real_rte_pktmbuf_free_bulk(struct rte_mbuf **mbufs, unsigned int count);
void __wrap_rte_pktmbuf_free_bulk(struct rte_mbuf **mbufs, unsigned int count);

static bool
is_fault(const char *name)
{
	const char *asked = getenv("REPLAY_FAULT");

	return asked != NULL && strcmp(asked, name) == 0;
}

int
__wrap_rte_eal_remote_launch(lcore_function_t *f, void *arg, unsigned int worker_id)
{
	static unsigned int n_launched;

	if (++n_launched == 2 && is_fault("launch"))
		return -EPIPE;
	return __real_rte_eal_remote_launch(f, arg, worker_id);
}

void
__wrap_rte_pktmbuf_free_bulk(struct rte_mbuf **mbufs, unsigned int count)
{
	static RTE_ATOMIC(bool) lost;

	for (unsigned int i = 0; i < count && is_fault("leak"); i++) {
		/* Relaxed: only one call may win, nothing else depends on it. */
		if (mbufs[i]->nb_segs > 1 &&
			!rte_atomic_exchange_explicit(&lost, true, rte_memory_order_relaxed)) {
			mbufs[i] = mbufs[--count];
			break;
		}
	}
	__real_rte_pktmbuf_free_bulk(mbufs, count);
}
