/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of linux_backend_anon.c: the promises of mem_backend.h on real
 * pages.
 */

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rte_common.h>

#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_seg.h"
#include "page_access.h"
#include "unit.h"

#define LEN ((size_t)4 << 20)

static int bind_node = -1;

int
mem_numa_bind(void *addr, size_t len, int node, bool strict)
{
	UNIT_CHECK(addr != NULL && len == LEN && !strict);
	bind_node = node;
	return -ENOSYS;
}

/* There in programs with the address sanitizer only. */
void __asan_poison_memory_region(const volatile void *addr, size_t len) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *addr, size_t len) __attribute__((weak));

#define POPULATE 23 /* MADV_POPULATE_WRITE */

static int populate_error; /* 0 = as the kernel does */

/*
 * Instead of the C library's: can be as on a kernel that does not know how to populate, or behind
 * a filter of system calls.
 */
int
madvise(void *addr, size_t len, int advice)
{
	if (advice == POPULATE && populate_error != 0) {
		errno = populate_error;
		return -1;
	}
	return (int)syscall(SYS_madvise, addr, len, advice);
}

/* Pages of [addr, addr + len) that are in memory. */
static size_t
count_present(void *addr, size_t len, size_t page_sz)
{
	static unsigned char present[LEN / 4096];
	size_t n = 0;
	size_t i;

	UNIT_CHECK(mincore(addr, len, present) == 0);
	for (i = 0; i < len / page_sz; i++)
		n += present[i] & 1;
	return n;
}

/* The same of closed pages: an emulator of another CPU tells only of pages that can be read. */
static size_t
count_present_closed(void *addr, size_t len, size_t page_sz)
{
	size_t n;

	UNIT_CHECK(mprotect(addr, len, PROT_READ) == 0);
	n = count_present(addr, len, page_sz);
	UNIT_CHECK(mprotect(addr, len, PROT_NONE) == 0);
	return n;
}

/* An emulator of another CPU may take the request and do nothing. */
static bool
populate_is_ignored(size_t page_sz)
{
	void *page = mmap(NULL, page_sz, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool ignored = madvise(page, page_sz, POPULATE) == 0 &&
			count_present(page, page_sz, page_sz) == 0;

	munmap(page, page_sz);
	return ignored;
}

static void *
store(void *byte)
{
	*(char *)byte = 0x33;
	return NULL;
}

/*
 * Where the kernel cannot populate, pages are touched: while other threads store to them, and
 * though they are marked as unusable. A sanitizer must not see that.
 */
static void
check_touch(const struct mem_backend *anon, const struct mem_area *area, size_t page_sz, int error)
{
	char *addr = area->addr;
	pthread_t thread;

	populate_error = error;
	UNIT_CHECK(anon->open(area, addr, LEN) == 0);
	UNIT_CHECK(pthread_create(&thread, NULL, store, addr) == 0);
	if (__asan_poison_memory_region != NULL)
		__asan_poison_memory_region(addr + page_sz, LEN - page_sz);
	UNIT_CHECK(anon->populate(area, addr, LEN) == 0);
	if (__asan_unpoison_memory_region != NULL)
		__asan_unpoison_memory_region(addr + page_sz, LEN - page_sz);
	pthread_join(thread, NULL);
	UNIT_CHECK(count_present(addr, LEN, page_sz) == LEN / page_sz);
	UNIT_CHECK(addr[0] == 0x33 && addr[page_sz] == 0 && addr[LEN - 1] == 0);
	UNIT_CHECK(anon->close(area, addr, LEN) == 0);
	populate_error = 0;
}

int
main(void)
{
	static const int unknown[] = { EINVAL, ENOSYS, EPERM, EACCES };
	const struct mem_backend *anon = mem_backend_anon();
	size_t page_sz = (size_t)sysconf(_SC_PAGESIZE);
	char *addr = mmap(NULL, LEN, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct mem_area area = { .addr = addr, .len = LEN, .page_sz = page_sz, .socket_id = 2 };
	bool ignored = populate_is_ignored(page_sz);
	size_t offset = 9;

	page_access_begin();
	UNIT_CHECK(addr != MAP_FAILED);
	UNIT_CHECK(faults(addr));

	UNIT_CHECK(anon->open(&area, addr, LEN) == 0);
	UNIT_CHECK(anon->bind(&area, addr, LEN) == -ENOSYS && bind_node == 2);
	UNIT_CHECK(count_present(addr, LEN, page_sz) == 0);
	UNIT_CHECK(anon->populate(&area, addr, page_sz) == 0);
	UNIT_CHECK(ignored || count_present(addr, page_sz, page_sz) == 1);
	UNIT_CHECK(addr[0] == 0 && addr[LEN - 1] == 0);

	memset(addr, 0x77, page_sz);
	UNIT_CHECK(anon->populate(&area, addr, LEN) == 0);
	UNIT_CHECK(ignored || count_present(addr, LEN, page_sz) == LEN / page_sz);
	UNIT_CHECK(addr[0] == 0x77 && addr[page_sz - 1] == 0x77 && addr[page_sz] == 0);
	UNIT_CHECK(anon->get_fd(&area, addr, &offset) == -ENOTSUP && offset == 9);

	UNIT_CHECK(anon->close(&area, addr, LEN) == 0);
	UNIT_CHECK(faults(addr) && faults(addr + LEN - 1));
	UNIT_CHECK(count_present_closed(addr, LEN, page_sz) == 0);
	UNIT_CHECK(anon->open(&area, addr, LEN) == 0);
	UNIT_CHECK(addr[0] == 0 && addr[page_sz - 1] == 0);

	for (unsigned int i = 0; i < RTE_DIM(unknown); i++)
		check_touch(anon, &area, page_sz, unknown[i]);

	munmap(addr, LEN);
	UNIT_CHECK(anon->open(&area, addr, LEN) == -ENOMEM);
	UNIT_CHECK(ignored || anon->populate(&area, addr, LEN) == -ENOMEM);
	return unit_status();
}
