/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which lcores there are: plain CPU lists, CPU masks, and maps from lcores to CPUs. Pure.
 *
 * A map is a comma separated list of items `lcores[@cpus]`; each side is a number, a range, or a
 * group of such in round brackets. With @, every lcore of the item gets all the CPUs. Without, an
 * lcore gets the CPU of its number, but those of a group get all CPUs of the group's numbers. When
 * an lcore is named twice the later item counts.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eal_cpuset.h"
#include "eal_optval.h"

#define MAX_CPU_NUMBER 65535u

/* Numbers seen so far: lcore ids or CPUs, whichever has the higher limit. */
#define ID_LIMIT (RTE_MAX_LCORE > CPU_SETSIZE ? RTE_MAX_LCORE : CPU_SETSIZE)

struct id_set {
	bool has[ID_LIMIT];
	bool grouped; /* came in brackets */
};

/* What a scan needs all the way down. */
struct scan {
	const char *at;
	const rte_cpuset_t *available;
	struct eal_lcore_map *map;
	struct eal_reason *why;
};

static void
skip_blanks(struct scan *scan)
{
	while (isblank((unsigned char)*scan->at))
		scan->at++;
}

static int
unexpected(struct scan *scan, const char *wanted)
{
	if (*scan->at == '\0')
		return eal_reason_set(scan->why, "%s is missing at the end", wanted);
	return eal_reason_set(scan->why, "%s is missing before '%.16s'", wanted, scan->at);
}

/* A number below limit, blanks around it skipped. */
static int
scan_number(struct scan *scan, unsigned int limit, unsigned int *number)
{
	unsigned long value;
	char *end;

	skip_blanks(scan);
	if (!isdigit((unsigned char)*scan->at))
		return unexpected(scan, "a number");
	errno = 0;
	value = strtoul(scan->at, &end, 10);
	if (errno != 0 || value >= limit)
		return eal_reason_set(scan->why, "%.*s is too high, the highest is %u",
			(int)RTE_MIN(end - scan->at, 24), scan->at, limit - 1);
	scan->at = end;
	skip_blanks(scan);
	*number = (unsigned int)value;
	return 0;
}

/* `N` or `N-M`. */
static int
scan_range(struct scan *scan, unsigned int limit, unsigned int *first, unsigned int *last)
{
	int ret = scan_number(scan, limit, first);

	if (ret < 0)
		return ret;
	*last = *first;
	if (*scan->at != '-')
		return 0;
	scan->at++;
	ret = scan_number(scan, limit, last);
	if (ret == 0 && *last < *first)
		return eal_reason_set(scan->why, "range %u-%u runs backwards", *first, *last);
	return ret;
}

/* One side of an item: a range, or ranges in brackets. */
static int
scan_side(struct scan *scan, unsigned int limit, struct id_set *set)
{
	memset(set, 0, sizeof(*set));
	skip_blanks(scan);
	set->grouped = *scan->at == '(';
	if (set->grouped)
		scan->at++;
	for (;;) {
		unsigned int first, last;
		const int ret = scan_range(scan, limit, &first, &last);

		if (ret < 0)
			return ret;
		for (unsigned int id = first; id <= last; id++)
			set->has[id] = true;
		if (!set->grouped)
			return 0;
		if (*scan->at == ')')
			break;
		if (*scan->at != ',')
			return unexpected(scan, "')' or ','");
		scan->at++;
	}
	scan->at++;
	skip_blanks(scan);
	return 0;
}

static int
check_cpu(struct scan *scan, unsigned int cpu)
{
	char text[96];

	if (cpu < CPU_SETSIZE && CPU_ISSET(cpu, scan->available))
		return 0;
	eal_cpuset_format(scan->available, text, sizeof(text));
	return eal_reason_set(scan->why, "CPU %u is not available, there are %s", cpu, text);
}

static int
ids_to_cpuset(struct scan *scan, const struct id_set *ids, rte_cpuset_t *cpus)
{
	CPU_ZERO(cpus);
	for (unsigned int cpu = 0; cpu < (unsigned int)ID_LIMIT; cpu++) {
		if (!ids->has[cpu])
			continue;
		if (check_cpu(scan, cpu) < 0)
			return -EINVAL;
		CPU_SET(cpu, cpus);
	}
	return 0;
}

static void
use_lcore(struct eal_lcore_map *map, unsigned int id, const rte_cpuset_t *cpus)
{
	struct eal_lcore_config *lcore = &map->lcore[id];

	map->n_used += !lcore->used;
	lcore->used = true;
	lcore->cpuset = *cpus;
}

/* Enter the lcores of one item; cpu_ids is NULL when it has no @. */
static int
use_item(struct scan *scan, const struct id_set *ids, const struct id_set *cpu_ids)
{
	const bool shared = cpu_ids != NULL || ids->grouped;
	rte_cpuset_t cpus;

	if (shared && ids_to_cpuset(scan, cpu_ids != NULL ? cpu_ids : ids, &cpus) < 0)
		return -EINVAL;
	for (unsigned int id = 0; id < RTE_MAX_LCORE; id++) {
		if (!ids->has[id])
			continue;
		if (!shared) {
			if (check_cpu(scan, id) < 0)
				return -EINVAL;
			CPU_ZERO(&cpus);
			CPU_SET(id, &cpus);
		}
		use_lcore(scan->map, id, &cpus);
	}
	return 0;
}

static int
build_from_map(struct scan *scan)
{
	for (;;) {
		struct id_set ids, cpu_ids;
		bool has_cpus;
		int ret = scan_side(scan, RTE_MAX_LCORE, &ids);

		if (ret < 0)
			return ret;
		has_cpus = *scan->at == '@';
		if (has_cpus) {
			scan->at++;
			ret = scan_side(scan, CPU_SETSIZE, &cpu_ids);
		}
		if (ret == 0)
			ret = use_item(scan, &ids, has_cpus ? &cpu_ids : NULL);
		if (ret < 0)
			return ret;
		if (*scan->at == '\0')
			return 0;
		if (*scan->at != ',')
			return unexpected(scan, "',' or '@'");
		scan->at++;
	}
}

static int
scan_plain_list(struct scan *scan, rte_cpuset_t *cpus)
{
	CPU_ZERO(cpus);
	for (;;) {
		unsigned int first, last;
		const int ret = scan_range(scan, MAX_CPU_NUMBER + 1, &first, &last);

		if (ret < 0)
			return ret;
		for (unsigned int cpu = first; cpu <= last; cpu++) {
			if (check_cpu(scan, cpu) < 0)
				return -EINVAL;
			CPU_SET(cpu, cpus);
		}
		if (*scan->at == '\0')
			return 0;
		if (*scan->at != ',')
			return unexpected(scan, "','");
		scan->at++;
	}
}

/* Hexadecimal digits, the last one for CPUs 0 to 3. */
static int
scan_mask(struct scan *scan, rte_cpuset_t *cpus)
{
	size_t len;

	CPU_ZERO(cpus);
	skip_blanks(scan);
	if (scan->at[0] == '0' && tolower((unsigned char)scan->at[1]) == 'x')
		scan->at += 2;
	len = strspn(scan->at, "0123456789abcdefABCDEF");
	if (len == 0 || scan->at[len + strspn(scan->at + len, " \t")] != '\0')
		return eal_reason_set(scan->why, "not a hexadecimal mask such as 0xf");
	for (size_t i = 0; i < len; i++) {
		const char digit[2] = { scan->at[len - 1 - i] };
		const unsigned long bits = strtoul(digit, NULL, 16);

		for (unsigned int bit = 0; bit < 4; bit++) {
			const unsigned int cpu = (unsigned int)RTE_MIN(i * 4 + bit, MAX_CPU_NUMBER);

			if ((bits & (1ul << bit)) == 0)
				continue;
			if (check_cpu(scan, cpu) < 0)
				return -EINVAL;
			CPU_SET(cpu, cpus);
		}
	}
	return CPU_COUNT(cpus) > 0 ? 0 : eal_reason_set(scan->why, "no CPU is set in the mask");
}

/* One lcore a CPU: numbered as the CPU, or one after the other from the base on. */
static int
build_from_cpus(struct scan *scan, const struct eal_lcore_request *request,
	const rte_cpuset_t *cpus, bool skip_high)
{
	unsigned int next = request->remap_base;

	for (unsigned int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		rte_cpuset_t one;
		unsigned int id;

		if (!CPU_ISSET(cpu, cpus))
			continue;
		id = request->remap ? next++ : cpu;
		if (id >= RTE_MAX_LCORE && skip_high)
			continue;
		if (id >= RTE_MAX_LCORE)
			return eal_reason_set(scan->why,
				"no lcore id for CPU %u, the highest is %u%s", cpu,
				RTE_MAX_LCORE - 1,
				request->remap ? "" : "; --remap-lcore-ids numbers from 0");
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		use_lcore(scan->map, id, &one);
	}
	return 0;
}

static int
build_default(struct scan *scan, const struct eal_lcore_request *request,
	const rte_cpuset_t *affinity)
{
	rte_cpuset_t cpus;

	CPU_AND(&cpus, affinity, scan->available);
	if (build_from_cpus(scan, request, &cpus, true) < 0)
		return -EINVAL;
	if (scan->map->n_used == 0)
		return eal_reason_set(scan->why,
			"the calling thread may run on no CPU that can be an lcore");
	return 0;
}

static int
build_from_text(struct scan *scan, const struct eal_lcore_request *request)
{
	rte_cpuset_t cpus;
	int ret;

	if (request->list != NULL && strpbrk(request->list, "@(") != NULL) {
		if (request->remap)
			return eal_reason_set(scan->why,
				"a map of lcores to CPUs excludes --remap-lcore-ids");
		return build_from_map(scan);
	}
	ret = request->list != NULL ? scan_plain_list(scan, &cpus) : scan_mask(scan, &cpus);
	return ret < 0 ? ret : build_from_cpus(scan, request, &cpus, false);
}

static int
choose_main(const struct eal_lcore_request *request, struct eal_lcore_map *map,
	struct eal_reason *why)
{
	unsigned int id = 0;

	while (id < RTE_MAX_LCORE && !map->lcore[id].used)
		id++;
	map->main_lcore = id;
	if (request->main_lcore == EAL_LCORE_NONE)
		return 0;
	if (request->main_lcore >= RTE_MAX_LCORE || !map->lcore[request->main_lcore].used)
		return eal_reason_set(why, "main lcore %u is not enabled", request->main_lcore);
	map->main_lcore = request->main_lcore;
	return 0;
}

int
eal_lcores_build(const struct eal_lcore_request *request, const rte_cpuset_t *available,
	const rte_cpuset_t *affinity, struct eal_lcore_map *map, struct eal_reason *why)
{
	struct scan scan = {
		.at = request->list != NULL ? request->list : request->mask,
		.available = available,
		.map = map,
		.why = why,
	};
	int ret;

	memset(map, 0, sizeof(*map));
	map->main_lcore = EAL_LCORE_NONE;
	ret = scan.at == NULL ? build_default(&scan, request, affinity) :
		build_from_text(&scan, request);
	return ret < 0 ? ret : choose_main(request, map, why);
}

int
eal_optval_main_lcore(const char *value, void *dest, struct eal_reason *why)
{
	uint64_t number;

	if (eal_optval_number(value, 0, RTE_MAX_LCORE - 1, &number) < 0)
		return eal_reason_set(why, "not an lcore id from 0 to %u", RTE_MAX_LCORE - 1);
	*(unsigned int *)dest = (unsigned int)number;
	return 0;
}

int
eal_optval_remap(const char *value, void *dest, struct eal_reason *why)
{
	struct eal_lcore_request *request = dest;
	uint64_t base = 0;

	if (value != NULL && eal_optval_number(value, 0, RTE_MAX_LCORE - 1, &base) < 0)
		return eal_reason_set(why, "not an lcore id from 0 to %u", RTE_MAX_LCORE - 1);
	request->remap = true;
	request->remap_base = (unsigned int)base;
	return 0;
}
