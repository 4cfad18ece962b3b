/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Start of the timer: the frequency of the cycle counter is found now rather than at its first use.
 */

#ifndef EAL_TIMER_H
#define EAL_TIMER_H

/* Find the frequency and log it. 0 always. */
int tsc_init(void);

#endif /* EAL_TIMER_H */
