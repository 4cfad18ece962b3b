/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A library for build files that name librte_mempool_stack. It needs librte_mempool, which has the
 * handlers stack and lf_stack built in; it adds nothing of its own.
 */

#include <rte_mempool.h>

/* A reference, so that the linker records what this library needs. */
static const struct rte_mempool_ops_table * const handlers __rte_used = &rte_mempool_ops_table;
