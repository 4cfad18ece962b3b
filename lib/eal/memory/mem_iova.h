/* SPDX-License-Identifier: BSD-3-Clause */

/* What an IO address means in this run. */

#ifndef MEM_IOVA_H
#define MEM_IOVA_H

#include <rte_eal.h>

struct eal_config;

/*
 * Choose the mode: the one asked for, else addresses of the process (VA). 0, or
 * -EINVAL after one log line: physical addresses are asked for but not known.
 */
int
mem_iova_choose(const struct eal_config *cfg, enum rte_iova_mode *mode);

#endif /* MEM_IOVA_H */
