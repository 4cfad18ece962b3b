/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the files of this library share.
 */

#ifndef RING_PRIVATE_H
#define RING_PRIVATE_H

#include <rte_ring.h>

/* The head of an RTS end may be ahead of its tail by the capacity over this. */
#define RING_HTD_MAX_DIVISOR 8

/*
 * Call func for every listed ring, oldest first, until it returns non-zero; returns that, else 0.
 * Holds the tailq lock for reading meanwhile: func neither makes nor frees rings.
 */
int
ring_walk(int (*func)(struct rte_ring *r, void *arg), void *arg);

/* Short name of a type of an end. */
const char *
ring_sync_name(enum rte_ring_sync_type type);

/* Register the commands of telemetry. Once, while the program is loaded; 0 or -errno. */
int
ring_telemetry_init(void);

#endif /* RING_PRIVATE_H */
