/* SPDX-License-Identifier: BSD-3-Clause */

/* Memory behind mapped pages, for the back-ends. No state, no lock. */

#ifndef LINUX_POPULATE_H
#define LINUX_POPULATE_H

#include <stddef.h>

/*
 * Have the kernel put pages behind a readable and writable range, and touch each; contents stay.
 * The kernel clears pages by addresses of its own: on some virtual machines the first access by
 * others takes the host up to 60 us more. 0, -ENOMEM it cannot (part of the range may have got
 * pages), -ENOSYS the kernel does not know the call, or a filter of system calls keeps it away.
 */
int
linux_populate(void *addr, size_t len, size_t page_sz);

/*
 * Pages by stores that change nothing, one a page. Only where the kernel has
 * or finds a page for each: with hugepages it may kill the process instead.
 */
void
linux_touch(void *addr, size_t len, size_t page_sz);

#endif /* LINUX_POPULATE_H */
