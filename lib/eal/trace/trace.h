/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Start and stop of tracing. Trace points register before main(); what is here makes the recorded
 * times meaningful and gives the buffers back.
 */

#ifndef TRACE_H
#define TRACE_H

/* Note what time the cycle counter stands for. 0 always. */
int trace_init(void);

/*
 * Disable all trace points and free all buffers. No other thread may be recording; threads that
 * recorded before may go on living.
 */
void trace_fini(void);

/*
 * Name the function that tells the calling thread's lcore id, for buffers created from now on;
 * without it they are marked as of no lcore.
 */
void trace_set_lcore_id_cb(unsigned int (*lcore_id)(void));

#endif /* TRACE_H */
