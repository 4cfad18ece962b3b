/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How long the locks of the heap's two sides are held, and whether a page is touched for the first
 * time meanwhile, while two lcores allocate and free blocks of 64 bytes to 64 MiB. The time of a
 * hold is from when the lock is there to right before it is given. Locks of other kinds, such as
 * those under which pages are got and returned, are not looked at.
 *
 * A holder may be interrupted, which takes some machines 40 us. Such holds are counted and left
 * out; one in which the thread went to sleep is not. The same number of times, as long as the
 * median hold, are measured without any lock: what the machine adds in ways that are not seen.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <rte_common.h>
#include <rte_cycles.h>

#include "bench.h"
#include "bench_heap.h"
#include "bench_hist.h"
#include "bench_interrupt.h"
#include "bench_loop.h"
#include "bench_probe.h"

#define N_SIDES 2
#define LARGE ((size_t)1 << 20) /* of the other side than small blocks */
#define PARTS 5			/* p99.99 is taken for each part of the rounds */
#define HOLD_BOUND_US 5.0
/* With fewer holds in a part its p99.99 would be one unlucky hold. */
#define MIN_HOLDS 20000

static const size_t sizes[] = {64, 1 << 10, 16 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20};

/* What a member's thread sees; of that thread while it works. */
struct watcher {
	const struct heap_lock *locks[N_SIDES];
	uint64_t begin[N_SIDES]; /* when it was taken: ticks, or faults of the thread so far */
	unsigned int held;	 /* locks, a bit each */
	uint64_t n_left_out;	 /* holds that were interrupted */
	struct bench_hist hist;
	struct bench_hist idle; /* the same number of times without a lock */
	uint64_t n_faults;	/* inside holds */
	uint64_t n_all_faults;	/* of the thread */
};

/* Times of a part of the rounds. */
struct part {
	struct bench_hist holds;
	struct bench_hist idle;
	uint64_t n_left_out;
};

struct hold {
	struct bench_loop loop;
	bool faults; /* look for page faults, not times */
	struct watcher watchers[BENCH_CREW_MAX];
};

/* Number of a side's lock, N_SIDES for another one. */
static unsigned int
side_of(const struct watcher *watcher, const struct heap_lock *lock)
{
	unsigned int side = 0;

	while (side < N_SIDES && watcher->locks[side] != lock)
		side++;
	return side;
}

/* A time ends: it counts if the thread was not interrupted. 1 if it is left out. */
static unsigned int
add_time(struct bench_hist *hist, uint64_t ticks)
{
	if (bench_interrupt_seen())
		return 1;
	bench_hist_add(hist, ticks);
	return 0;
}

static void
time_taken(void *arg, const struct heap_lock *lock)
{
	struct watcher *watcher = arg;
	const unsigned int side = side_of(watcher, lock);

	if (side == N_SIDES)
		return;
	if (watcher->held == 0)
		bench_interrupt_watch();
	watcher->held |= 1u << side;
	watcher->begin[side] = rte_rdtsc();
}

static void
time_giving(void *arg, const struct heap_lock *lock)
{
	const uint64_t end = rte_rdtsc();
	struct watcher *watcher = arg;
	const unsigned int side = side_of(watcher, lock);

	if (side == N_SIDES)
		return;
	watcher->n_left_out += add_time(&watcher->hist, end - watcher->begin[side]);
	watcher->held &= ~(1u << side);
}

static uint64_t
faults_so_far(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage) != 0)
		return 0;
	return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

static void
faults_taken(void *arg, const struct heap_lock *lock)
{
	struct watcher *watcher = arg;
	const unsigned int side = side_of(watcher, lock);

	if (side < N_SIDES)
		watcher->begin[side] = faults_so_far();
}

static void
faults_giving(void *arg, const struct heap_lock *lock)
{
	struct watcher *watcher = arg;
	const unsigned int side = side_of(watcher, lock);

	if (side < N_SIDES)
		watcher->n_faults += faults_so_far() - watcher->begin[side];
}

static void
hold_work(void *arg, unsigned int member)
{
	struct hold *hold = arg;
	struct watcher *watcher = &hold->watchers[member];
	const struct bench_watch times = {time_taken, time_giving, watcher};
	const struct bench_watch faults = {faults_taken, faults_giving, watcher};
	const uint64_t n_before = faults_so_far();

	bench_probe_watch(hold->faults ? &faults : &times);
	bench_loop_work(&hold->loop, member);
	bench_probe_watch(NULL);
	watcher->n_all_faults += faults_so_far() - n_before;
}

/* Finds the sides' locks. False with one line when there is no memory. */
static bool
find_sides(struct hold *hold)
{
	const struct heap_lock *small = bench_probe_find(sizes[0]);
	const struct heap_lock *large = bench_probe_find(LARGE);

	for (unsigned int i = 0; i < BENCH_CREW_MAX; i++) {
		hold->watchers[i].locks[0] = small;
		hold->watchers[i].locks[1] = large;
	}
	if (small == NULL || large == NULL)
		bench_no_memory(LARGE);
	return small != NULL && large != NULL;
}

/* Both lcores work on a size once. */
static bool
run_size(struct hold *hold, size_t size)
{
	hold->loop.size = size;
	hold->loop.n = bench_loop_len(size);
	if (bench_loop_run(&hold->loop, hold_work, BENCH_CREW_MAX) >= 0)
		return true;
	bench_no_memory(size);
	return false;
}

/* A hold with its crew; NULL when it cannot be. */
static struct hold *
hold_create(struct bench_crew *crew, bool faults)
{
	struct hold *hold = calloc(1, sizeof(*hold));

	if (hold == NULL || bench_crew_start(crew) < 0) {
		free(hold);
		return NULL;
	}
	hold->loop.crew = crew;
	hold->faults = faults;
	return hold;
}

struct bench_row_name
bench_heap_faults_row(unsigned int i)
{
	return i == 0 ? (struct bench_row_name){"faults"} : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_faults(const struct bench_options *opt)
{
	struct bench_row row = {.name = "faults",
		.way = "in holds",
		.limits = {.bound = 0},
		.note = "64 B to 64 MiB on memory not used before"};
	struct bench_crew crew;
	struct hold *hold;
	enum bench_verdict verdict = BENCH_CANNOT_RUN;
	bool complete;

	if (!bench_row_asked(opt, row.name))
		return BENCH_NO_ROW;
	hold = hold_create(&crew, true);
	if (hold == NULL)
		return BENCH_CANNOT_RUN;
	complete = find_sides(hold);
	for (unsigned int i = 0; i < RTE_DIM(sizes) && complete; i++)
		complete = run_size(hold, sizes[i]);
	bench_crew_stop(&crew);
	for (unsigned int i = 0; i < BENCH_CREW_MAX; i++) {
		row.ours += (double)hold->watchers[i].n_faults;
		row.other += (double)hold->watchers[i].n_all_faults;
	}
	row.ratio = (struct bench_range){row.ours, row.ours, row.ours};
	if (complete) {
		bench_row_header("page faults while a lock of the heap's sides is held, and in all",
			"in holds", "in all");
		verdict = bench_row_report(opt, &row);
	}
	free(hold);
	return verdict;
}

/* As many times as there were holds, of the length of the median one. */
static void
idle_work(void *arg, unsigned int member)
{
	struct hold *hold = arg;
	struct watcher *watcher = &hold->watchers[member];
	const uint64_t len = (uint64_t)bench_hist_quantile(&watcher->hist, 0.5);

	for (uint64_t i = 0; i < watcher->hist.n; i++) {
		uint64_t begin, now;

		bench_interrupt_watch();
		begin = rte_rdtsc();
		do
			now = rte_rdtsc();
		while (now - begin < len);
		add_time(&watcher->idle, now - begin);
	}
}

/* Both lcores work on a size once, and idle as long; the times are added. */
static bool
add_times(struct hold *hold, size_t size, struct part *part)
{
	for (unsigned int member = 0; member < BENCH_CREW_MAX; member++) {
		memset(&hold->watchers[member].hist, 0, sizeof(struct bench_hist));
		memset(&hold->watchers[member].idle, 0, sizeof(struct bench_hist));
		hold->watchers[member].n_left_out = 0;
	}
	if (!run_size(hold, size))
		return false;
	bench_crew_run(hold->loop.crew, idle_work, hold, BENCH_CREW_MAX);
	for (unsigned int member = 0; member < BENCH_CREW_MAX; member++) {
		bench_hist_merge(&part->holds, &hold->watchers[member].hist);
		bench_hist_merge(&part->idle, &hold->watchers[member].idle);
		part->n_left_out += hold->watchers[member].n_left_out;
	}
	return true;
}

static bool
run_parts(const struct bench_options *opt, struct hold *hold, size_t size, struct part parts[PARTS])
{
	const unsigned int repeats = bench_rounds(opt, 5) / PARTS;

	for (unsigned int i = 0; i < PARTS * repeats; i++)
		if (!add_times(hold, size, &parts[i / repeats]))
			return false;
	return true;
}

static enum bench_verdict
report_parts(const struct bench_options *opt, const char *name, const struct part *parts)
{
	double holds[PARTS], idle[PARTS], max = 0, sum = 0;
	uint64_t n = 0, n_left_out = 0;
	struct bench_row row = {
		.name = name, .way = "us p99.99", .limits = {.bound = HOLD_BOUND_US, .noise = 0.9}};
	char note[96];

	for (unsigned int i = 0; i < PARTS; i++) {
		holds[i] = bench_us(bench_hist_quantile(&parts[i].holds, 0.9999));
		idle[i] = bench_us(bench_hist_quantile(&parts[i].idle, 0.9999));
		max = RTE_MAX(max, bench_us((double)parts[i].holds.max));
		sum += bench_us((double)parts[i].holds.sum);
		n += parts[i].holds.n;
		n_left_out += parts[i].n_left_out;
	}
	if (n < (uint64_t)PARTS * MIN_HOLDS)
		row.limits.bound = BENCH_NO_BOUND;
	row.ratio = bench_range_of(holds, PARTS);
	row.ours = row.ratio.median;
	row.other = bench_range_of(idle, PARTS).median;
	row.beyond = row.other > HOLD_BOUND_US;
	snprintf(note, sizeof(note), "max %.1f us, %.1f ms in %" PRIu64 " holds, %" PRIu64
		" interrupted", max, sum / 1000, n, n_left_out);
	row.note = note;
	return bench_row_report(opt, &row);
}

struct bench_row_name
bench_heap_hold_row(unsigned int i)
{
	return i < RTE_DIM(sizes) ? bench_size_name("hold", sizes[i]) : BENCH_NO_NAME;
}

/* The rows asked for, and all of those together. */
static enum bench_verdict
run_rows(const struct bench_options *opt, struct hold *hold, struct part *parts, struct part *all)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < RTE_DIM(sizes); i++) {
		const struct bench_row_name name = bench_heap_hold_row(i);

		if (!bench_row_asked(opt, name.text))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header("time a lock of the heap's sides is held while two lcores "
					 "malloc+free: microseconds",
				"holds", "without lock");
		memset(parts, 0, PARTS * sizeof(*parts));
		if (!run_parts(opt, hold, sizes[i], parts))
			return BENCH_CANNOT_RUN;
		for (unsigned int part = 0; part < PARTS; part++) {
			bench_hist_merge(&all[part].holds, &parts[part].holds);
			bench_hist_merge(&all[part].idle, &parts[part].idle);
			all[part].n_left_out += parts[part].n_left_out;
		}
		verdict = bench_worse(verdict, report_parts(opt, name.text, parts));
	}
	if (verdict == BENCH_NO_ROW)
		return verdict;
	return bench_worse(verdict, report_parts(opt, "hold any size", all));
}

enum bench_verdict
bench_heap_hold(const struct bench_options *opt)
{
	struct part *parts = calloc(2 * PARTS, sizeof(*parts));
	struct bench_crew crew;
	struct hold *hold = parts != NULL ? hold_create(&crew, false) : NULL;
	enum bench_verdict verdict = BENCH_CANNOT_RUN;

	if (hold != NULL) {
		if (find_sides(hold))
			verdict = run_rows(opt, hold, parts, parts + PARTS);
		bench_crew_stop(&crew);
	}
	free(hold);
	free(parts);
	return verdict;
}
