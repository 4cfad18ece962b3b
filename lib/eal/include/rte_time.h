/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Nanoseconds: from counters that wrap, and to and from timespec.
 */

#ifndef _RTE_TIME_H_
#define _RTE_TIME_H_

/**
 * @file
 * Time arithmetic. A counter belongs to one thread at a time.
 */

#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Nanoseconds in a second. */
#define NSEC_PER_SEC 1000000000L

/** A clock made of a counter of cc_mask + 1 values that ticks every 2^-cc_shift nanoseconds. */
struct rte_timecounter {
	uint64_t cycle_last; /**< Counter at the last update. */
	uint64_t nsec; /**< Time at the last update, ns. */
	uint64_t nsec_mask; /**< The cc_shift low bits set. */
	uint64_t nsec_frac; /**< Part of a nanosecond not yet counted, in units of 2^-cc_shift. */
	uint64_t cc_mask; /**< Bits that the counter has. */
	uint32_t cc_shift; /**< Binary digits after the point of a counter value. */
};

/**
 * Convert a number of ticks; what is less than a nanosecond is kept for the next call.
 *
 * @param tc
 *   The clock.
 * @param cycles
 *   Ticks.
 * @return
 *   Whole nanoseconds.
 */
static inline uint64_t
rte_cyclecounter_cycles_to_ns(struct rte_timecounter *tc, uint64_t cycles)
{
	uint64_t fixed_point = tc->nsec_frac + cycles;

	tc->nsec_frac = fixed_point & tc->nsec_mask;
	return fixed_point >> tc->cc_shift;
}

/**
 * Advance the clock to a new value of the counter. Call it at least once while the counter goes
 * round.
 *
 * @param tc
 *   The clock.
 * @param cycle_now
 *   The counter now.
 * @return
 *   Time, ns.
 */
static inline uint64_t
rte_timecounter_update(struct rte_timecounter *tc, uint64_t cycle_now)
{
	uint64_t passed = (cycle_now - tc->cycle_last) & tc->cc_mask;

	tc->cycle_last = cycle_now;
	tc->nsec += rte_cyclecounter_cycles_to_ns(tc, passed);
	return tc->nsec;
}

/**
 * Convert seconds and nanoseconds.
 *
 * @param ts
 *   Time, not negative.
 * @return
 *   Nanoseconds.
 */
static inline uint64_t
rte_timespec_to_ns(const struct timespec *ts)
{
	return (uint64_t)ts->tv_sec * NSEC_PER_SEC + (uint64_t)ts->tv_nsec;
}

/**
 * Convert nanoseconds.
 *
 * @param nsec
 *   Nanoseconds.
 * @return
 *   The same as seconds and nanoseconds.
 */
static inline struct timespec
rte_ns_to_timespec(uint64_t nsec)
{
	struct timespec ts;

	ts.tv_sec = (time_t)(nsec / NSEC_PER_SEC);
	ts.tv_nsec = (long)(nsec % NSEC_PER_SEC);
	return ts;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_TIME_H_ */
