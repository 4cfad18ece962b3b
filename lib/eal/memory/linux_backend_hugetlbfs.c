/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hugepages with files on a hugetlbfs. Two locks are on each file for as long as
 * it is open. A shared flock() says that it is in use: who starts with the same
 * prefix removes what nobody holds. A write lock on its first byte says whose it
 * is: a file that stays after its process is taken over by one process only.
 * Both end with the process, however it ends. No state here.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eal_config.h"
#include "eal_log.h"
#include "linux_huge_file.h"
#include "mem_backend.h"
#include "mem_seg.h"

/* How often somebody else may remove the new file before its lock is taken. */
#define HUGETLBFS_TRIES 10

/* 0, -EBUSY the file has an owner, -ESTALE it was removed before it was locked, else -errno. */
static int
hugetlbfs_lock(int fd)
{
	struct flock owner = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
	struct stat status;

	/* Waits only for who is just removing it. */
	while (flock(fd, LOCK_SH) != 0) {
		if (errno != EINTR)
			return -errno;
	}
	if (fstat(fd, &status) != 0)
		return -errno;
	if (status.st_nlink == 0)
		return -ESTALE;
	if (fcntl(fd, F_OFD_SETLK, &owner) != 0)
		return errno == EAGAIN || errno == EACCES ? -EBUSY : -errno;
	return 0;
}

/* Descriptor of a file that is empty and locked, or -errno. */
static int
hugetlbfs_open_once(const char *path, bool take_over)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (take_over ? 0 : O_EXCL),
			0600);
	int rc;

	if (fd < 0)
		return errno == EEXIST ? -EBUSY : -errno;
	rc = hugetlbfs_lock(fd);
	/* What an earlier process had in it goes back to the system. */
	if (rc == 0 && ftruncate(fd, 0) != 0)
		rc = -errno;
	if (rc == 0)
		return fd;
	/*
	 * It was made here and is of no use, unless others have taken it or made one anew. It goes
	 * while it is locked: without the locks the name may be that of another one's file.
	 */
	if (!take_over && rc != -EBUSY && rc != -ESTALE)
		unlink(path);
	close(fd);
	return rc;
}

static int
hugetlbfs_open(const char *path, bool take_over)
{
	unsigned int tries;
	int fd = -ESTALE;

	for (tries = 0; tries < HUGETLBFS_TRIES && fd == -ESTALE; tries++)
		fd = hugetlbfs_open_once(path, take_over);
	return fd;
}

static int
hugetlbfs_add(const struct mem_area *area, char *path, enum eal_huge_unlink unlink_mode)
{
	int fd = hugetlbfs_open(path, unlink_mode == EAL_UNLINK_NEVER);
	int rc;

	if (fd < 0)
		return fd;
	rc = huge_file_add(area, fd, unlink_mode == EAL_UNLINK_EXISTING ? path : NULL);
	if (rc < 0 || unlink_mode == EAL_UNLINK_ALWAYS)
		unlink(path);
	/* not before: the locks end here */
	if (rc < 0)
		close(fd);
	if (rc == 0 && unlink_mode != EAL_UNLINK_EXISTING)
		free(path);
	return rc;
}

/* Say why there is no file, and what to do. */
static void
hugetlbfs_report(const struct mem_area *area, const char *dir, const struct eal_config *cfg, int rc)
{
	if (rc == -EBUSY)
		EAL_LOG(ERR, "Hugepage file %s/%smap_%u belongs to another process: choose another "
				"--file-prefix", dir, cfg->file_prefix, area->nr);
	else if (rc == -ESTALE)
		EAL_LOG(ERR, "Cannot make hugepage file %smap_%u in %s: others keep removing it; "
				"choose another --file-prefix", cfg->file_prefix, area->nr, dir);
	else
		EAL_LOG(ERR, "Cannot make hugepage file %smap_%u in %s: %s; see --huge-dir and "
				"--file-prefix", cfg->file_prefix, area->nr, dir, strerror(-rc));
}

int
mem_backend_add_hugetlbfs(const struct mem_area *area, const char *dir,
		const struct eal_config *cfg)
{
	char *path = NULL;
	int rc = -ENOMEM;

	if (asprintf(&path, "%s/%smap_%u", dir, cfg->file_prefix, area->nr) < 0)
		path = NULL;
	if (path != NULL)
		rc = hugetlbfs_add(area, path, cfg->huge_unlink);
	if (rc == 0)
		return 0;
	hugetlbfs_report(area, dir, cfg, rc);
	free(path);
	return rc;
}
