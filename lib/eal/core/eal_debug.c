/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Ends of the process: panic, exit, and the stack dump. The clean-up on exit belongs to layers
 * above and is reached through a function they register.
 */

#ifdef RTE_BACKTRACE
#include <execinfo.h>
#endif
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_log.h>
#include <rte_stdatomic.h>

#include "eal_debug.h"
#include "eal_log.h"

#define MESSAGE_SZ 1024
#define STACK_DEPTH 64

typedef void (*debug_cleanup_fn)(void);

static struct {
	/* Exchanged with acq_rel, so that one rte_exit() alone gets it and sees what it needs. */
	RTE_ATOMIC(debug_cleanup_fn) cleanup;
	pid_t pid; /* process that set it; ordered by cleanup */
} debug_state;

void
debug_set_cleanup(void (*cleanup)(void))
{
	debug_state.pid = getpid();
	rte_atomic_store_explicit(&debug_state.cleanup, cleanup, rte_memory_order_release);
}

RTE_EXPORT_SYMBOL(rte_dump_stack)
void
rte_dump_stack(void)
{
#ifdef RTE_BACKTRACE
	void *frames[STACK_DEPTH];
	int n = backtrace(frames, STACK_DEPTH);
	char **names = backtrace_symbols(frames, n);

	for (int i = 0; i < n; i++)
		EAL_LOG(ERR, "%d: %s [%p]", n - i, names != NULL ? names[i] : "?", frames[i]);
	free(names);
#endif
}

/* Format a message without the newline that ends most of them. */
static __rte_format_printf(3, 0) void
debug_format(char *text, size_t size, const char *format, va_list args)
{
	int len = vsnprintf(text, size, format, args);

	if (len > 0 && (size_t)len < size && text[len - 1] == '\n')
		text[len - 1] = '\0';
}

RTE_EXPORT_SYMBOL(__rte_panic)
void
__rte_panic(const char *funcname, const char *format, ...)
{
	char message[MESSAGE_SZ];
	va_list args;

	va_start(args, format);
	debug_format(message, sizeof(message), format, args);
	va_end(args);
	EAL_LOG(CRIT, "panic in %s(): %s", funcname, message);
	rte_dump_stack();
	abort();
}

RTE_EXPORT_SYMBOL(rte_exit)
void
rte_exit(int exit_code, const char *format, ...)
{
	char message[MESSAGE_SZ];
	debug_cleanup_fn cleanup;
	va_list args;

	va_start(args, format);
	debug_format(message, sizeof(message), format, args);
	va_end(args);
	if (exit_code != 0)
		EAL_LOG(CRIT, "exit with status %d: %s", exit_code, message);
	else
		EAL_LOG(INFO, "exit: %s", message);
	cleanup = rte_atomic_exchange_explicit(&debug_state.cleanup, NULL,
		rte_memory_order_acq_rel);
	/* A forked child has none of the threads that the clean-up would wait for. */
	if (cleanup != NULL && debug_state.pid == getpid())
		cleanup();
	exit(exit_code);
}
