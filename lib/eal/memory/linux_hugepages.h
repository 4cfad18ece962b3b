/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hugepages as Linux tells of them: sizes and free pages from sysfs, places for
 * files from the mounts of hugetlbfs. No state, no lock.
 */

#ifndef LINUX_HUGEPAGES_H
#define LINUX_HUGEPAGES_H

struct eal_config;
struct mem_topology;

/* Where the kernel tells. */
#define MEM_SYSFS "/sys"
#define MEM_MOUNTS "/proc/self/mounts"

/*
 * Fill in the page sizes of the topology (sizes, n_sizes), those only that can
 * be used as the configuration wants it: with pages, and unless in memory with a
 * folder where files may be made. Before pages are counted the files that
 * earlier processes with this --file-prefix left there are removed, or with
 * --huge-unlink=never their pages count as free. A file is in use, and stays, as long as
 * somebody holds a shared flock() on it. Returns 0 if any page is to be had, or
 * after one line in the log with the numbers and what to do -ENOMEM (none reserved, or
 * none free), -ENOENT (no mount of hugetlbfs, or --huge-dir is not on one),
 * -EACCES (no writable one).
 */
int
mem_hugepages_read(const char *sysfs, const char *mounts, const struct eal_config *cfg,
		struct mem_topology *topo);

#endif /* LINUX_HUGEPAGES_H */
