/* SPDX-License-Identifier: BSD-3-Clause */

#include <stdarg.h>
#include <unistd.h>

#include "bench_interrupt.h"
#include "bench_own_lock.h"

long
bench_own_syscall(long number, ...)
{
	const bool seen = bench_interrupt_seen();
	long args[6], ret;
	va_list list;

	va_start(list, number);
	for (unsigned int i = 0; i < 6; i++)
		args[i] = va_arg(list, long);
	va_end(list);
	ret = syscall(number, args[0], args[1], args[2], args[3], args[4], args[5]);
	if (!seen)
		bench_interrupt_watch();
	return ret;
}
