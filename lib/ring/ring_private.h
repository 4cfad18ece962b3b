/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the files of this library share.
 */

#ifndef RING_PRIVATE_H
#define RING_PRIVATE_H

#include <rte_ring.h>

/*
 * Call func for every listed ring, oldest first, until it returns non-zero; returns that, else 0.
 * Holds the tailq lock for reading meanwhile: func neither makes nor frees rings.
 */
int
ring_walk(int (*func)(struct rte_ring *r, void *arg), void *arg);

#endif /* RING_PRIVATE_H */
