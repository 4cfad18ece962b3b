/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Life of the worker threads, one for each worker lcore.
 */
#ifndef EAL_LAUNCH_H
#define EAL_LAUNCH_H

/*
 * Create the worker threads, pinned, named and idle. lcore_init() must have run. Returns 0, or a
 * negative error number with no thread left over. One caller at a time.
 */
int launch_init(void);

/*
 * End and join the worker threads. No worker runs a function, nor is the caller one; a launch that
 * races with the call either gives -EBUSY or is waited for. One caller at a time.
 */
void launch_fini(void);

/* Number of workers that run a function now. */
unsigned int launch_count_running(void);

#endif /* EAL_LAUNCH_H */
