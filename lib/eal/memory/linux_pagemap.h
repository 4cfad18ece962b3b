/* SPDX-License-Identifier: BSD-3-Clause */

/* Physical addresses of pages, as the kernel tells them. */

#ifndef LINUX_PAGEMAP_H
#define LINUX_PAGEMAP_H

#include <stddef.h>

#include <rte_common.h>

/*
 * Physical addresses of n addresses, the first addr, the others step bytes apart.
 * 0, or -EFAULT: one is not in memory, or this process may not see it.
 */
int
linux_pagemap_read(const void *addr, size_t step, unsigned int n, phys_addr_t *physical);

#endif /* LINUX_PAGEMAP_H */
