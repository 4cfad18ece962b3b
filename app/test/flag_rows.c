/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Command lines of a table, one after another.
 */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>

#include "child.h"
#include "flag_rows.h"
#include "test.h"

#define LINE_SZ 512
/* Longest text that stands for a mark. */
#define MARK_MAX 128

static int first_cpu, second_cpu; /* -1 = none */
static const char *folder = "";

static void
find_cpus(void)
{
	cpu_set_t set;

	first_cpu = second_cpu = -1;
	sched_getaffinity(0, sizeof(set), &set);
	for (int cpu = 0; cpu < CPU_SETSIZE && second_cpu < 0; cpu++) {
		if (!CPU_ISSET(cpu, &set))
			continue;
		if (first_cpu < 0)
			first_cpu = cpu;
		else
			second_cpu = cpu;
	}
}

void
flag_rows_set_dir(const char *dir)
{
	folder = dir;
}

void
flag_rows_fill_in(const char *line, char *text, size_t size)
{
	size_t len = 0;

	for (; *line != '\0' && len < size - MARK_MAX; line++) {
		if (*line != '#')
			text[len++] = *line;
		else if (*++line == 'M')
			len += sprintf(text + len, "%llx", 1ull << first_cpu);
		else if (*line == 'D')
			len += sprintf(text + len, "%s", folder);
		else
			len += sprintf(text + len, "%d", *line == 'A' ? first_cpu : second_cpu);
	}
	text[len] = '\0';
}

/* In the child. Exits with the error number, or with 0 when all is well after a start. */
static int
start_and_stop(const void *arg)
{
	const struct flag_row *row = arg;
	char text[LINE_SZ];

	flag_rows_fill_in(row->line, text, sizeof(text));
	if (child_init_eal(text) < 0)
		return rte_errno;
	if (row->n_lcores != 0 && rte_lcore_count() != row->n_lcores) {
		fprintf(stderr, "%u lcores\n", rte_lcore_count());
		return 1;
	}
	return rte_eal_cleanup() == 0 ? STARTED : 2;
}

int
flag_rows_run(int (*run)(const void *line), const char *line)
{
	static struct child_result result;

	TEST_ASSERT_SUCCESS(child_run(run, line, &result), "no child");
	TEST_ASSERT_SUCCESS(result.status, "'%s': status %d: %s", line, result.status,
		result.output);
	return TEST_SUCCESS;
}

int
flag_rows_check(const struct flag_row *rows, unsigned int n)
{
	static struct child_result result;

	find_cpus();
	TEST_ASSERT(first_cpu >= 0 && first_cpu < 64, "no CPU among the first 64");
	for (unsigned int i = 0; i < n; i++) {
		const struct flag_row *row = &rows[i];

		if (second_cpu < 0 && strstr(row->line, "#B") != NULL)
			continue;
		TEST_ASSERT_SUCCESS(child_run(start_and_stop, row, &result), "no child");
		TEST_ASSERT_EQUAL(result.status, row->status, "'%s': status %d, output: %s",
			row->line, result.status, result.output);
		TEST_ASSERT(row->status == STARTED || result.output[0] != '\0',
			"'%s': refused without a word", row->line);
		TEST_ASSERT(row->output == NULL || strstr(result.output, row->output) != NULL,
			"'%s': output: %s", row->line, result.output);
	}
	return TEST_SUCCESS;
}
