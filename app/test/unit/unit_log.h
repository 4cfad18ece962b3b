/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The log of a unit test: lines are counted and the last one is kept. Included by one file of a
 * test, instead of UNIT_FAKE_LOG().
 */

#ifndef UNIT_LOG_H
#define UNIT_LOG_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_log.h>

static char unit_log_last[1024];
static unsigned int unit_log_lines;
static void (*unit_log_call)(void); /* called once, by the next line; may be NULL */

int
rte_log(uint32_t level, uint32_t type, const char *format, ...)
{
	void (*const call)(void) = unit_log_call;
	va_list ap;

	(void)level;
	(void)type;
	unit_log_lines++;
	va_start(ap, format);
	vsnprintf(unit_log_last, sizeof(unit_log_last), format, ap);
	va_end(ap);
	if (call != NULL) {
		unit_log_call = NULL;
		call();
	}
	return 0;
}

#endif /* UNIT_LOG_H */
