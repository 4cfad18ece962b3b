/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Address ranges by mmap without access. No state and no lock. Nothing that is
 * mapped is ever replaced: a wanted address is asked for with
 * MAP_FIXED_NOREPLACE, and a kernel too old to know it gives another address,
 * which counts as taken.
 */

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_eal_paging.h>

#include "mem_va.h"

/* How often and how far a taken hint moves up before the kernel may choose. */
#define VA_HINT_TRIES 32
#define VA_HINT_STEP_SZ ((uintptr_t)1 << 30)

static void *
va_map(void *addr, size_t len, int prot, int flags)
{
	void *got = mmap(addr, len, prot,
			flags | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return got == MAP_FAILED ? NULL : got;
}

static void *
va_reserve_at(uintptr_t want, size_t len)
{
	void *got = va_map((void *)want, len, PROT_NONE, MAP_FIXED_NOREPLACE);

	if (got != NULL && (uintptr_t)got != want) {
		munmap(got, len);
		errno = EEXIST;
		return NULL;
	}
	return got;
}

static void *
va_reserve_near(uintptr_t hint, size_t len, size_t align)
{
	size_t step = RTE_MAX(VA_HINT_STEP_SZ, align);
	unsigned int tries;

	for (tries = 0; tries < VA_HINT_TRIES; tries++) {
		uintptr_t want = RTE_ALIGN_CEIL(hint, align);
		void *got;

		if (want < hint || want > UINTPTR_MAX - len)
			return NULL;
		got = va_reserve_at(want, len);
		if (got != NULL || errno != EEXIST)
			return got;
		hint = want + step;
	}
	return NULL;
}

/* Take so much that an aligned range lies in it, then cut off both ends. */
static void *
va_reserve_anywhere(size_t len, size_t align, size_t page_sz)
{
	size_t slack = align - page_sz;
	size_t head_len;
	char *start;

	if (len > SIZE_MAX - slack) {
		errno = ENOMEM;
		return NULL;
	}
	start = va_map(NULL, len + slack, PROT_NONE, 0);
	if (start == NULL)
		return NULL;
	head_len = RTE_ALIGN_CEIL((uintptr_t)start, align) - (uintptr_t)start;
	if (head_len != 0)
		munmap(start, head_len);
	if (head_len != slack)
		munmap(start + head_len + len, slack - head_len);
	return start + head_len;
}

/* Whole pages for len bytes, 0 if there is no such number. */
static size_t
va_whole_pages(size_t len, size_t page_sz)
{
	return len > SIZE_MAX - page_sz ? 0 : RTE_ALIGN_CEIL(len, page_sz);
}

void *
mem_va_reserve(size_t len, size_t align, void *hint)
{
	size_t page_sz = rte_mem_page_size();
	void *got = NULL;

	len = va_whole_pages(len, page_sz);
	if (len == 0 || (align & (align - 1)) != 0) {
		errno = EINVAL;
		return NULL;
	}
	align = RTE_MAX(align, page_sz);
	if (hint != NULL)
		got = va_reserve_near((uintptr_t)hint, len, align);
	if (got == NULL)
		got = va_reserve_anywhere(len, align, page_sz);
	return got;
}

void *
mem_va_map_lazy(size_t len)
{
	len = va_whole_pages(len, rte_mem_page_size());
	if (len == 0) {
		errno = EINVAL;
		return NULL;
	}
	return va_map(NULL, len, PROT_READ | PROT_WRITE, 0);
}

int
mem_va_release(void *addr, size_t len)
{
	len = va_whole_pages(len, rte_mem_page_size());
	if (addr == NULL || len == 0)
		return -EINVAL;
	return munmap(addr, len) == 0 ? 0 : -errno;
}
