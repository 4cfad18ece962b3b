/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Name of the run directory, and the lock by which a primary process shows that it lives. No state.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <eal_export.h>

#include <rte_eal.h>

#include "eal_config.h"
#include "eal_rundir.h"

/* Value of an environment variable, NULL when it is unset or empty. */
static const char *
env_path(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && value[0] != '\0' ? value : NULL;
}

int
eal_rundir_path(const char *file_prefix, char *buf, size_t size)
{
	const char *root = env_path("RUNTIME_DIRECTORY");
	int len;

	if (root == NULL && getuid() == 0)
		root = "/var/run";
	if (root == NULL)
		root = env_path("XDG_RUNTIME_DIR");
	if (root == NULL)
		root = "/tmp";
	len = snprintf(buf, size, "%s/dpdk/%s", root, file_prefix);
	return len >= 0 && (size_t)len < size ? 0 : -ENAMETOOLONG;
}

static bool
is_locked(const char *path)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	/* Should it be a pipe, nobody may ever write to it. */
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int ret;

	if (fd < 0)
		return false;
	ret = fcntl(fd, F_GETLK, &lock);
	close(fd);
	return ret == 0 && lock.l_type != F_UNLCK;
}

bool
eal_rundir_has_primary(const char *run_dir)
{
	char path[PATH_MAX + sizeof("/config")];

	snprintf(path, sizeof(path), "%s/config", run_dir);
	return is_locked(path);
}

RTE_EXPORT_SYMBOL(rte_eal_primary_proc_alive)
int
rte_eal_primary_proc_alive(const char *config_file_path)
{
	const char *run_dir = rte_eal_get_runtime_dir();
	char dir[PATH_MAX];

	if (config_file_path != NULL)
		return is_locked(config_file_path);
	if (run_dir[0] != '\0')
		return eal_rundir_has_primary(run_dir);
	/* before the options are read */
	if (eal_rundir_path(EAL_FILE_PREFIX_DEFAULT, dir, sizeof(dir)) < 0)
		return 0;
	return eal_rundir_has_primary(dir);
}
