/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A library for build files that name librte_mempool_ring. It needs librte_mempool, which has the
 * handlers ring_mp_mc, ring_sp_sc, ring_mp_sc, ring_sp_mc, ring_mt_rts and ring_mt_hts built in; it
 * adds nothing of its own.
 */

#include <rte_mempool.h>

/* A reference, so that the linker records what this library needs. */
static const struct rte_mempool_ops_table * const handlers __rte_used = &rte_mempool_ops_table;
