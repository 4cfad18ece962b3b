/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Time: the CPU's constant-rate counter, its frequency, and delays.
 */

#ifndef _RTE_CYCLES_H_
#define _RTE_CYCLES_H_

/**
 * @file
 * Cycle counter and delays.
 *
 * "TSC" is the time stamp counter of x86 and the generic timer of Arm. Its frequency is found once,
 * by rte_eal_init() or the first call that needs it, without sleeping.
 */

#include <stdint.h>

#include <rte_debug.h>
#include <rte_atomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Milliseconds in a second. */
#define MS_PER_S 1000
/** Microseconds in a second. */
#define US_PER_S 1000000
/** Nanoseconds in a second. */
#define NS_PER_S 1000000000

/** Where rte_get_timer_cycles() takes its value from. */
enum timer_source {
	EAL_TIMER_TSC = 0, /**< The cycle counter. */
	EAL_TIMER_HPET /**< The high precision event timer; not used. */
};

/** The timer in use: EAL_TIMER_TSC. */
extern enum timer_source eal_timer_source;

/**
 * Frequency of the cycle counter.
 *
 * @return
 *   Ticks a second, within 100 ppm of the kernel's raw monotonic clock; never 0. Any thread, also
 *   before rte_eal_init().
 */
uint64_t
rte_get_tsc_hz(void);

/**
 * Value of the cycle counter. Not ordered with the instructions around it.
 *
 * @return
 *   Ticks since a moment before the start of the process.
 */
static inline uint64_t
rte_get_tsc_cycles(void);

/**
 * Value of the timer in use.
 *
 * @return
 *   Ticks, of rte_get_timer_hz() a second.
 */
static inline uint64_t
rte_get_timer_cycles(void)
{
	return rte_get_tsc_cycles();
}

/**
 * Frequency of the timer in use.
 *
 * @return
 *   Ticks a second.
 */
static inline uint64_t
rte_get_timer_hz(void)
{
	return rte_get_tsc_hz();
}

/**
 * Wait for at least a number of microseconds. Points to rte_delay_us_block() unless
 * rte_delay_us_callback_register() named another function.
 *
 * @param us
 *   Microseconds.
 */
extern void
(*rte_delay_us)(unsigned int us);

/**
 * Wait for at least a number of milliseconds, through rte_delay_us.
 *
 * @param ms
 *   Milliseconds; up to 4,294,967, beyond that the number of microseconds wraps.
 */
static inline void
rte_delay_ms(unsigned int ms)
{
	rte_delay_us(ms * 1000);
}

/**
 * Wait by spinning; does not give up the CPU.
 *
 * @param us
 *   Microseconds.
 */
void
rte_delay_us_block(unsigned int us);

/**
 * Wait by sleeping; a signal does not shorten it.
 *
 * @param us
 *   Microseconds.
 */
void
rte_delay_us_sleep(unsigned int us);

/**
 * Replace the function behind rte_delay_us. Call it while no other thread waits.
 *
 * @param userfunc
 *   The new function; NULL brings rte_delay_us_block() back.
 */
void
rte_delay_us_callback_register(void (*userfunc)(unsigned int));

#ifdef __cplusplus
}
#endif

#endif /* _RTE_CYCLES_H_ */
