/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What to tell a user who starts without --no-huge.
 */
#ifndef EAL_HUGEPAGES_H
#define EAL_HUGEPAGES_H

/* Where the kernel tells how many hugepages it has. */
#define HUGEPAGES_SYSFS "/sys/kernel/mm/hugepages"

/*
 * Log one line with the number of hugepages of each size under root and what to do about it.
 * Returns -ENOMEM when none is reserved, -ENOTSUP when some are: they cannot be used yet.
 */
int
hugepages_refuse(const char *root);

#endif /* EAL_HUGEPAGES_H */
