/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Whether memory can be read, found out by reading it. For tests of one thread; included by one
 * file of a test.
 */

#ifndef PAGE_ACCESS_H
#define PAGE_ACCESS_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static sigjmp_buf page_access_fault;

static void
page_access_leave(int sig)
{
	(void)sig;
	siglongjmp(page_access_fault, 1);
}

/* From now on faults() may be called. */
static void
page_access_begin(void)
{
	struct sigaction action = { .sa_handler = page_access_leave };

	sigaction(SIGSEGV, &action, NULL);
}

/* Does a load from the address fault? */
static bool
faults(const char *addr)
{
	if (sigsetjmp(page_access_fault, 1) != 0)
		return true;
	(void)*(const volatile char *)addr;
	return false;
}

#endif /* PAGE_ACCESS_H */
