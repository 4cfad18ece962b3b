/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Text form of sets of CPUs. Pure: no state, no system call.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_string_fns.h>

#include "eal_cpuset.h"

/* Append "first" or "first-last" to buf; false when it does not fit. */
static bool
append_range(char *buf, size_t size, int first, int last)
{
	const size_t used = strlen(buf);
	const char *comma = used > 0 ? "," : "";
	int len;

	if (first == last)
		len = snprintf(buf + used, size - used, "%s%d", comma, first);
	else
		len = snprintf(buf + used, size - used, "%s%d-%d", comma, first, last);
	if (len >= 0 && (size_t)len < size - used)
		return true;
	buf[used] = '\0';
	return false;
}

void
eal_cpuset_format(const rte_cpuset_t *set, char *buf, size_t size)
{
	static const char cut[] = ",...";
	bool fits = true;

	if (size < sizeof(cut)) {
		if (size > 0)
			buf[0] = '\0';
		return;
	}
	buf[0] = '\0';
	for (int cpu = 0; fits && cpu < CPU_SETSIZE; cpu++) {
		int last = cpu;

		if (!CPU_ISSET(cpu, set))
			continue;
		while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, set))
			last++;
		fits = append_range(buf, size - (sizeof(cut) - 1), cpu, last);
		cpu = last;
	}
	if (!fits)
		rte_strlcat(buf, cut, size);
	else if (buf[0] == '\0')
		rte_strlcpy(buf, "none", size);
}
