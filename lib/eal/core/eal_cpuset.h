/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sets of CPUs as text, in the kernel's form "0-3,8". Pure.
 */
#ifndef EAL_CPUSET_H
#define EAL_CPUSET_H

#include <stddef.h>

#include <rte_os.h>

/* Write the list of a set; "none" when it is empty, cut with "..." when buf is short. */
void
eal_cpuset_format(const rte_cpuset_t *set, char *buf, size_t size);

#endif /* EAL_CPUSET_H */
