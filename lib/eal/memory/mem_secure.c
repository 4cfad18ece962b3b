/* SPDX-License-Identifier: BSD-3-Clause */

/* Clearing of secrets. No state, no lock. */

#include <string.h>

#include <rte_memory.h>

#include <eal_export.h>

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_memzero_explicit)
void
rte_memzero_explicit(void *dst, size_t sz)
{
	explicit_bzero(dst, sz);
}
