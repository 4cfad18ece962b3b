/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A library for build files that name librte_mempool_stack. It needs librte_mempool, which has the
 * handlers stack and lf_stack built in; it adds nothing of its own.
 */

#include <assert.h>

#include <rte_mempool.h>

static_assert(RTE_MEMPOOL_MAX_OPS_IDX >= 2, "no room for the stack handlers");
