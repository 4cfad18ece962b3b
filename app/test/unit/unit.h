/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What every unit test needs: a check that counts failures and goes on, the
 * exit status, and fakes of the two things nearly all sources use.
 */

#ifndef UNIT_H
#define UNIT_H

#include <stdint.h>
#include <stdio.h>

#include <rte_errno.h>
#include <rte_log.h>
#include <rte_per_lcore.h>

static unsigned int unit_failures;

/* Count and print a condition that does not hold. */
#define UNIT_CHECK(condition) \
	unit_check((condition), __FILE__, __LINE__, #condition)

static inline void
unit_check(int holds, const char *file, int line, const char *condition)
{
	if (holds)
		return;
	unit_failures++;
	fprintf(stderr, "%s:%d: '%s' does not hold\n", file, line, condition);
}

/* Exit status of main(). */
static inline int
unit_status(void)
{
	return unit_failures == 0 ? 0 : 1;
}

/* In one file of the test: lines are counted and not printed. */
#define UNIT_FAKE_LOG() \
	static unsigned int unit_log_lines; \
	int rte_log(uint32_t level, uint32_t type, const char *format, ...) \
	{ (void)level; (void)type; (void)format; unit_log_lines++; return 0; }

/* In one file of the test: storage for rte_errno. */
#define UNIT_FAKE_ERRNO() RTE_DEFINE_PER_LCORE(int, _rte_errno)

#endif /* UNIT_H */
