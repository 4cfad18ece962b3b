/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Back-end for --no-huge: private anonymous memory. An area is one mapping;
 * its pages are opened and closed by changing access, so nothing is ever
 * mapped over something else. No state, no lock.
 */

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_stdatomic.h>

#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_seg.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

static int
anon_open(const struct mem_area *area, void *addr, size_t len)
{
	RTE_SET_USED(area);
	if (mprotect(addr, len, PROT_READ | PROT_WRITE) != 0)
		return -errno;
	/* A wish: kernels without transparent huge pages refuse it. */
	(void)madvise(addr, len, MADV_HUGEPAGE);
	return 0;
}

static int
anon_bind(const struct mem_area *area, void *addr, size_t len)
{
	return mem_numa_bind(addr, len, area->socket_id);
}

/*
 * No sanitizer looks at the function: the heap has marked the memory as unusable, and another
 * thread that has touched the same pages may use them already. Inlined it would be looked at.
 */
#define ANON_UNSEEN __rte_noinline __attribute__((no_sanitize("address", "thread")))
#if __has_attribute(disable_sanitizer_instrumentation)
/* without it clang's thread sanitizer sees atomic accesses all the same */
#define ANON_UNSEEN_ATOMIC __attribute__((disable_sanitizer_instrumentation))
#else
#define ANON_UNSEEN_ATOMIC
#endif

/*
 * A store that changes nothing, also if another thread stores at once: a byte exchanged for itself.
 * (clang makes a plain load of an atomic or with 0.)
 */
static ANON_UNSEEN ANON_UNSEEN_ATOMIC void
anon_touch(char *addr, size_t len, size_t page_sz)
{
	size_t done;

	for (done = 0; done < len; done += page_sz) {
		RTE_ATOMIC(uint8_t) *byte = (RTE_ATOMIC(uint8_t) *)(addr + done);
		uint8_t value = rte_atomic_load_explicit(byte, rte_memory_order_relaxed);

		rte_atomic_compare_exchange_strong_explicit(byte, &value, value,
			rte_memory_order_relaxed, rte_memory_order_relaxed);
	}
}

static int
anon_populate(const struct mem_area *area, void *addr, size_t len)
{
	int rc;

	do {
		rc = madvise(addr, len, MADV_POPULATE_WRITE);
	} while (rc != 0 && (errno == EINTR || errno == EAGAIN));
	if (rc == 0)
		return 0;
	if (errno != EINVAL)
		return -ENOMEM;
	/* The kernel does not know the call. */
	anon_touch(addr, len, area->page_sz);
	return 0;
}

static int
anon_close(const struct mem_area *area, void *addr, size_t len)
{
	RTE_SET_USED(area);
	if (mprotect(addr, len, PROT_NONE) != 0)
		return -errno;
	/* Cannot fail on a range that mprotect() has just accepted. */
	(void)madvise(addr, len, MADV_DONTNEED);
	return 0;
}

static int
anon_get_fd(const struct mem_area *area, const void *addr, size_t *offset)
{
	RTE_SET_USED(area);
	RTE_SET_USED(addr);
	RTE_SET_USED(offset);
	return -ENOTSUP;
}

const struct mem_backend *
mem_backend_anon(void)
{
	static const struct mem_backend anon = {
		.open = anon_open,
		.bind = anon_bind,
		.populate = anon_populate,
		.close = anon_close,
		.get_fd = anon_get_fd,
	};

	return &anon;
}
