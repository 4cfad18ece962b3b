/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two ways to have memory behind mapped pages, both safe while others use the
 * memory: a call of Linux 5.14, and stores.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_stdatomic.h>

#include "linux_populate.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/*
 * No sanitizer looks at the function: the heap has marked the memory as unusable, and another
 * thread that has touched the same pages may use them already. Inlined it would be looked at.
 */
#define TOUCH_UNSEEN __rte_noinline __attribute__((no_sanitize("address", "thread")))
#if __has_attribute(disable_sanitizer_instrumentation)
/* without it clang's thread sanitizer sees atomic accesses all the same */
#define TOUCH_UNSEEN_ATOMIC __attribute__((disable_sanitizer_instrumentation))
#else
#define TOUCH_UNSEEN_ATOMIC
#endif

/*
 * A store that changes nothing, also if another thread stores at once: a byte exchanged for itself.
 * (clang makes a plain load of an atomic or with 0.)
 */
TOUCH_UNSEEN TOUCH_UNSEEN_ATOMIC void
linux_touch(void *addr, size_t len, size_t page_sz)
{
	size_t done;

	for (done = 0; done < len; done += page_sz) {
		RTE_ATOMIC(uint8_t) *byte = (RTE_ATOMIC(uint8_t) *)((char *)addr + done);
		uint8_t value = rte_atomic_load_explicit(byte, rte_memory_order_relaxed);

		rte_atomic_compare_exchange_strong_explicit(byte, &value, value,
			rte_memory_order_relaxed, rte_memory_order_relaxed);
	}
}

/* Does the kernel not know the call, or does a filter of system calls keep it away? */
static bool
is_not_there(int error)
{
	return error == EINVAL || error == ENOSYS || error == EPERM || error == EACCES;
}

int
linux_populate(void *addr, size_t len, size_t page_sz)
{
	int rc;

	do {
		rc = madvise(addr, len, MADV_POPULATE_WRITE);
	} while (rc != 0 && (errno == EINTR || errno == EAGAIN));
	if (rc != 0)
		return is_not_there(errno) ? -ENOSYS : -ENOMEM;
	linux_touch(addr, len, page_sz);
	return 0;
}
