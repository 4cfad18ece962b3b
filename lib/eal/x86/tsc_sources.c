/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Places that tell the frequency of the time stamp counter.
 */

#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include <rte_cycles.h>
#include <rte_pause.h>

#include "tsc_sources.h"

#define LEAF_TSC 0x15
#define LEAF_HYPERVISOR 0x40000000
#define LEAF_HYPERVISOR_TIMING 0x40000010

/* A pair of readings is taken this often; the one with the shortest gap counts. */
#define CLOCK_READINGS 16

uint64_t
tsc_from_cpuid(void)
{
	unsigned int denominator, numerator, crystal_hz, unused;

	/*
	 * Some processors leave the crystal out. Leaf 0x16 would give the frequency then, but only
	 * as printed on the box, up to 0.2 % off.
	 */
	if (__get_cpuid_count(LEAF_TSC, 0, &denominator, &numerator, &crystal_hz, &unused) == 0 ||
			denominator == 0)
		return 0;
	return (uint64_t)crystal_hz * numerator / denominator;
}

uint64_t
tsc_from_hypervisor(void)
{
	unsigned int eax, ebx, ecx, edx;

	__cpuid(1, eax, ebx, ecx, edx);
	if ((ecx & (1u << 31)) == 0)
		return 0;
	__cpuid(LEAF_HYPERVISOR, eax, ebx, ecx, edx);
	if (eax < LEAF_HYPERVISOR_TIMING)
		return 0;
	__cpuid(LEAF_HYPERVISOR_TIMING, eax, ebx, ecx, edx);
	return (uint64_t)eax * 1000;
}

uint64_t
tsc_from_scale(uint32_t mult, uint16_t shift)
{
	__extension__ unsigned __int128 scaled = NS_PER_S;

	if (mult == 0 || shift > 63)
		return 0;
	scaled <<= shift;
	return (uint64_t)((scaled + mult / 2) / mult);
}

uint64_t
tsc_from_perf_page(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	const size_t page_sz = (size_t)sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *page;
	uint64_t hz = 0;
	int fd;

	fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return 0;

	page = mmap(NULL, page_sz, PROT_READ, MAP_SHARED, fd, 0);
	if (page != MAP_FAILED) {
		if (page->cap_user_time)
			hz = tsc_from_scale(page->time_mult, page->time_shift);
		munmap(page, page_sz);
	}
	close(fd);
	return hz;
}

uint64_t
tsc_parse_bogomips(const char *text)
{
	unsigned int whole, hundredths; /* the kernel prints two decimals, always */
	const char *at = strstr(text, "bogomips");

	if (at == NULL || sscanf(at, "bogomips : %u.%2u", &whole, &hundredths) != 2)
		return 0;
	return (whole * UINT64_C(100) + hundredths) * (US_PER_S / 100) / 2;
}

uint64_t
tsc_from_bogomips(void)
{
	char text[4096]; /* the first processor's part is shorter */
	size_t len = 0;
	ssize_t got;
	int fd = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	do {
		got = read(fd, text + len, sizeof(text) - 1 - len);
		if (got > 0)
			len += (size_t)got;
	} while ((got > 0 && len < sizeof(text) - 1) || (got < 0 && errno == EINTR));
	close(fd);
	text[len] = '\0';
	return tsc_parse_bogomips(text);
}

static uint64_t
raw_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

struct reading {
	uint64_t ticks; /* middle of the gap in which the clock was read */
	uint64_t gap; /* ticks that reading the clock took */
	uint64_t ns;
};

static struct reading
read_once(void)
{
	uint64_t before = rte_rdtsc_precise();
	uint64_t ns = raw_clock_ns();
	uint64_t gap = rte_rdtsc_precise() - before;

	return (struct reading) { .ticks = before + gap / 2, .gap = gap, .ns = ns };
}

/* Counter and clock, read as close together as can be. */
static struct reading
read_pair(void)
{
	struct reading best = read_once();

	for (int i = 1; i < CLOCK_READINGS; i++) {
		struct reading next = read_once();

		if (next.gap < best.gap)
			best = next;
	}
	return best;
}

uint64_t
tsc_from_clock(uint64_t spin_ns)
{
	const struct reading start = read_pair();
	struct reading end;
	__extension__ unsigned __int128 scaled;

	while (raw_clock_ns() - start.ns < spin_ns)
		rte_pause();
	end = read_pair();

	scaled = end.ticks - start.ticks;
	scaled *= NS_PER_S;
	return (uint64_t)(scaled / (end.ns - start.ns));
}
