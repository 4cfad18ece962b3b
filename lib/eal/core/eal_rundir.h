/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The run directory: where files that belong to running processes lie, one folder a file prefix.
 */
#ifndef EAL_RUNDIR_H
#define EAL_RUNDIR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Path of the run directory for a file prefix, from the environment and the user. Creates nothing.
 * Returns 0, or -ENAMETOOLONG with buf undefined.
 */
int
eal_rundir_path(const char *file_prefix, char *buf, size_t size);

/* Tell whether a process holds the lock on the configuration file in a run directory. */
bool
eal_rundir_has_primary(const char *run_dir);

#endif /* EAL_RUNDIR_H */
