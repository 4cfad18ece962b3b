/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of mem_va.c: alignment, hints, arguments, limits, lazy memory. */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_eal_paging.h>

#include "mem_va.h"
#include "unit.h"

#define MB ((size_t)1 << 20)

static size_t page_sz;

size_t
rte_mem_page_size(void)
{
	return page_sz;
}

/* Is the page mapped, with whatever access? (mincore() of an emulator refuses pages without.) */
static bool
is_mapped(const void *addr)
{
	return msync((void *)(uintptr_t)addr, page_sz, MS_ASYNC) == 0;
}

static void
check_alignments(void)
{
	size_t align;

	for (align = 1; align <= 64 * MB; align <<= 1) {
		char *addr = mem_va_reserve(3 * MB, align, NULL);

		UNIT_CHECK(addr != NULL);
		if (addr == NULL)
			continue;
		UNIT_CHECK((uintptr_t)addr % align == 0);
		UNIT_CHECK((uintptr_t)addr % page_sz == 0);
		UNIT_CHECK(is_mapped(addr) && is_mapped(addr + 3 * MB - page_sz));
		UNIT_CHECK(mem_va_release(addr, 3 * MB) == 0);
		UNIT_CHECK(!is_mapped(addr) && !is_mapped(addr + 3 * MB - page_sz));
	}
}

static void
check_arguments(void)
{
	errno = 0;
	UNIT_CHECK(mem_va_reserve(0, 0, NULL) == NULL && errno == EINVAL);
	errno = 0;
	UNIT_CHECK(mem_va_reserve(MB, 3, NULL) == NULL && errno == EINVAL);
	errno = 0;
	UNIT_CHECK(mem_va_reserve(SIZE_MAX, 0, NULL) == NULL && errno == EINVAL);
	UNIT_CHECK(mem_va_reserve(SIZE_MAX - 2 * page_sz, 2 * MB, NULL) == NULL);
	UNIT_CHECK(mem_va_reserve((size_t)1 << 60, 2 * MB, NULL) == NULL && errno == ENOMEM);
	UNIT_CHECK(mem_va_map_lazy(0) == NULL && errno == EINVAL);
	UNIT_CHECK(mem_va_map_lazy(SIZE_MAX) == NULL);
	UNIT_CHECK(mem_va_release(NULL, MB) == -EINVAL);
	UNIT_CHECK(mem_va_release(&page_sz, 0) == -EINVAL);
}

/* A free hint is taken exactly; a taken one is passed by and left alone. */
static void
check_hints(void)
{
	char *probe = mem_va_reserve(64 * MB, 2 * MB, NULL);
	char *first;
	char *second;
	char *odd;

	UNIT_CHECK(probe != NULL);
	UNIT_CHECK(mem_va_release(probe, 64 * MB) == 0);

	first = mem_va_reserve(4 * MB, 2 * MB, probe);
	UNIT_CHECK(first == probe);
	UNIT_CHECK(mprotect(first, 4 * MB, PROT_READ | PROT_WRITE) == 0);
	memset(first, 0x5a, 4 * MB);

	second = mem_va_reserve(4 * MB, 2 * MB, probe);
	UNIT_CHECK(second != NULL && second != first);
	UNIT_CHECK((uintptr_t)second % (2 * MB) == 0);
	UNIT_CHECK(first[0] == 0x5a && first[4 * MB - 1] == 0x5a);

	odd = mem_va_reserve(page_sz, 2 * MB, probe + 8 * MB + 1);
	UNIT_CHECK(odd == probe + 10 * MB);

	UNIT_CHECK(mem_va_release(odd, page_sz) == 0);
	UNIT_CHECK(mem_va_release(second, 4 * MB) == 0);
	UNIT_CHECK(mem_va_release(first, 4 * MB) == 0);
}

/* Hints no mapping can have: the kernel's choice instead. */
static void
check_impossible_hints(void)
{
	static const uintptr_t hints[] = {
		1, UINTPTR_MAX, UINTPTR_MAX - 4 * MB,
#ifndef __SANITIZE_THREAD__ /* its mmap() turns such a hint into address 0 */
		(uintptr_t)1 << 62,
#endif
	};
	unsigned int i;

	for (i = 0; i < sizeof(hints) / sizeof(hints[0]); i++) {
		void *addr = mem_va_reserve(4 * MB, 2 * MB, (void *)hints[i]);

		UNIT_CHECK(addr != NULL && (uintptr_t)addr % (2 * MB) == 0);
		UNIT_CHECK(addr != NULL && mem_va_release(addr, 4 * MB) == 0);
		UNIT_CHECK(!is_mapped(NULL));
	}
}

static void
check_lazy(void)
{
	size_t len = (size_t)1 << 34;
	unsigned char *mem = mem_va_map_lazy(len);

	UNIT_CHECK(mem != NULL);
	if (mem == NULL)
		return;
	UNIT_CHECK(mem[0] == 0 && mem[len - 1] == 0);
	mem[len - 1] = 1;
	UNIT_CHECK(mem[len - 1] == 1);
	UNIT_CHECK(mem_va_release(mem, len) == 0);
}

/* In a child: without address space there is an error, at once. */
static void
check_limit(void)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0) {
		struct rlimit limit = { .rlim_cur = 16 * MB, .rlim_max = 16 * MB };
		void *addr;

		alarm(10);
		if (setrlimit(RLIMIT_AS, &limit) != 0)
			_exit(2);
		/* an emulator of another CPU may not keep the limit */
		addr = mmap(NULL, 64 * MB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (addr != MAP_FAILED)
			_exit(0);
		addr = mem_va_reserve(64 * MB, 2 * MB, (void *)((uintptr_t)1 << 32));
		_exit(addr == NULL && errno == ENOMEM ? 0 : 1);
	}
	UNIT_CHECK(child > 0);
	UNIT_CHECK(waitpid(child, &status, 0) == child);
	UNIT_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int
main(void)
{
	page_sz = (size_t)sysconf(_SC_PAGESIZE);
	check_alignments();
	check_arguments();
	check_hints();
	check_impossible_hints();
	check_lazy();
	check_limit();
	return unit_status();
}
