/* SPDX-License-Identifier: BSD-3-Clause */

/* Medians and ranges; the timer's own cost; what a reader must know about the machine. */

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_version.h>

#include "bench.h"
#include "bench_build.h"

#define TIMER_SAMPLES 1001
#define SPIN_SECONDS 3
#define QUIET_SAMPLES 201
#define QUIET_LOOPS 20000
/* 90th over 10th percentile of one fixed loop: above this a ratio of two loops means nothing. */
#define QUIET_LIMIT 1.25

static int
compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void
bench_sort(double *values, unsigned int n)
{
	qsort(values, n, sizeof(*values), compare_doubles);
}

double
bench_quantile(const double *sorted, unsigned int n, double part)
{
	unsigned int at = (unsigned int)(part * (double)n);

	return sorted[at < n ? at : n - 1];
}

struct bench_range
bench_range_of(double *values, unsigned int n)
{
	bench_sort(values, n);
	return (struct bench_range){
		.low = bench_quantile(values, n, 0.1),
		.median = bench_quantile(values, n, 0.5),
		.high = bench_quantile(values, n, 0.9),
	};
}

double *
bench_values(unsigned int n)
{
	double *values = calloc(n, sizeof(*values));

	if (values == NULL)
		rte_exit(EXIT_FAILURE, "dpdk-bench: no memory for the figures\n");
	return values;
}

double
bench_us(double ticks)
{
	return ticks * 1e6 / (double)rte_get_tsc_hz();
}

uint64_t
bench_timer_cost(void)
{
	double costs[TIMER_SAMPLES];

	for (unsigned int i = 0; i < TIMER_SAMPLES; i++) {
		uint64_t begin = rte_rdtsc_precise();

		costs[i] = (double)(rte_rdtsc_precise() - begin);
	}
	return (uint64_t)bench_range_of(costs, TIMER_SAMPLES).median;
}

/* By the system's clock: there may be no EAL. */
void
bench_spin_up(void)
{
	struct timespec begin, now;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while (now.tv_sec - begin.tv_sec <= SPIN_SECONDS);
}

bool
bench_machine_is_quiet(void)
{
	double times[QUIET_SAMPLES];

	for (unsigned int i = 0; i < QUIET_SAMPLES; i++) {
		uint64_t begin = rte_rdtsc_precise();
		uint32_t x = i + 1;

		for (unsigned int loop = 0; loop < QUIET_LOOPS; loop++) {
			x ^= x << 13;
			x ^= x >> 17;
			x ^= x << 5;
			__asm__ volatile("" : "+r"(x));
		}
		times[i] = (double)(rte_rdtsc_precise() - begin);
	}
	bench_sort(times, QUIET_SAMPLES);
	return bench_quantile(times, QUIET_SAMPLES, 0.9) <
	       QUIET_LIMIT * bench_quantile(times, QUIET_SAMPLES, 0.1);
}

/* Prints the value of the first line of a /proc file that starts with key, if there is one. */
static void
print_proc_value(const char *title, const char *path, const char *key)
{
	char line[256];
	FILE *file = fopen(path, "r");

	if (file == NULL)
		return;
	while (fgets(line, sizeof(line), file) != NULL) {
		char *value = line + strlen(key);

		if (strncmp(line, key, strlen(key)) != 0)
			continue;
		while (*value == ':' || isspace((unsigned char)*value))
			value++;
		printf("%s %s", title, value);
		break;
	}
	fclose(file);
}

void
bench_print_machine(void)
{
	print_proc_value("CPU      ", "/proc/cpuinfo", "model name");
	printf("timer     time stamp counter, %.1f MHz, %" PRIu64 " ticks a reading\n",
		(double)rte_get_tsc_hz() / 1e6, bench_timer_cost());
	printf("libraries %s\n", rte_version());
	printf("build     %s\n", BENCH_BUILD);
	printf("options   %s\n", BENCH_BUILD_OPTIONS);
	printf("lcores    %u\n", rte_lcore_count());
}

void
bench_print_memory(void)
{
	if (rte_eal_has_hugepages())
		puts("memory    hugepages");
	else
		print_proc_value("memory    no hugepages; of it in transparent huge pages:",
			"/proc/self/smaps_rollup", "AnonHugePages");
}
