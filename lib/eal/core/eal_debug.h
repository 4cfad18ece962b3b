/* SPDX-License-Identifier: BSD-3-Clause */

/* What rte_exit() calls before the process ends. */
#ifndef EAL_DEBUG_H
#define EAL_DEBUG_H

/*
 * Set the function that cleans up what upper layers hold; NULL for none. rte_exit() calls it once,
 * in the thread that exits, but not in a forked child. One caller at a time.
 */
void debug_set_cleanup(void (*cleanup)(void));

#endif /* EAL_DEBUG_H */
