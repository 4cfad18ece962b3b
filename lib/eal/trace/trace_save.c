/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writing what was recorded: a new folder with the metadata and one file a buffer, as readers of
 * the Common Trace Format expect it. No state.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_log.h>
#include <rte_trace.h>

#include "trace_private.h"

/* Folders of one second are told apart by a number up to this. */
#define MAX_PER_SECOND 100

struct save {
	const char *dir;
	unsigned int n_files;
};

/*
 * Create a folder for each saved trace below $HOME/dpdk-traces. 0 with its path, or -errno with the
 * path that could not be made, empty if there is no home folder.
 */
static int
make_dir(char *path, size_t path_sz)
{
	const char *home = getenv("HOME");
	struct passwd *user;
	char date[32];
	struct tm when;
	time_t now = time(NULL);
	int ret;

	path[0] = '\0';
	if (home == NULL || home[0] == '\0') {
		user = getpwuid(getuid());
		if (user == NULL)
			return -ENOENT;
		home = user->pw_dir;
	}
	ret = snprintf(path, path_sz, "%s/dpdk-traces", home);
	if (ret < 0 || (size_t)ret >= path_sz)
		return -ENAMETOOLONG;
	if (mkdir(path, 0700) < 0 && errno != EEXIST)
		return -errno;

	localtime_r(&now, &when);
	strftime(date, sizeof(date), "%Y-%m-%d-%H-%M-%S", &when);
	for (unsigned int i = 0; i < MAX_PER_SECOND; i++) {
		ret = snprintf(path, path_sz, "%s/dpdk-traces/rte-%s-%02u", home, date, i);
		if (ret < 0 || (size_t)ret >= path_sz)
			return -ENAMETOOLONG;
		if (mkdir(path, 0700) == 0)
			return 0;
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

static FILE *
open_file(const char *dir, const char *name)
{
	char path[PATH_MAX];
	int ret = snprintf(path, sizeof(path), "%s/%s", dir, name);

	if (ret < 0 || (size_t)ret >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return fopen(path, "wxe");
}

static int
save_metadata(const char *dir)
{
	FILE *f = open_file(dir, "metadata");
	int ret;

	if (f == NULL)
		return -errno;
	ret = rte_trace_metadata_dump(f);
	if (fclose(f) != 0 && ret == 0)
		ret = -EIO;
	return ret;
}

static int
save_buffer(const struct trace_buffer *buf, void *arg)
{
	struct save *save = arg;
	const uint32_t used = trace_buffer_used(buf);
	char name[32];
	int ret = 0;
	FILE *f;

	snprintf(name, sizeof(name), "channel0_%u", save->n_files);
	f = open_file(save->dir, name);
	if (f == NULL)
		return -errno;
	if (fwrite(&buf->mem->stream_header, sizeof(buf->mem->stream_header), 1, f) != 1 ||
			(used > 0 && fwrite(buf->mem->mem, used, 1, f) != 1))
		ret = -EIO;
	if (fclose(f) != 0 && ret == 0)
		ret = -EIO;
	save->n_files++;
	return ret;
}

static int
count_buffer(const struct trace_buffer *buf, void *arg)
{
	RTE_SET_USED(buf);
	++*(unsigned int *)arg;
	return 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_save)
int
rte_trace_save(void)
{
	char dir[PATH_MAX];
	struct save save = { .dir = dir };
	unsigned int n_buffers = 0;
	int ret;

	trace_buffer_walk(count_buffer, &n_buffers);
	if (n_buffers == 0)
		return 0;

	ret = make_dir(dir, sizeof(dir));
	if (ret == 0)
		ret = save_metadata(dir);
	if (ret == 0)
		ret = trace_buffer_walk(save_buffer, &save);
	if (ret < 0 && dir[0] == '\0')
		RTE_LOG_LINE(ERR, EAL,
			"Traces cannot be saved: there is no home folder; set $HOME");
	else if (ret < 0)
		RTE_LOG_LINE(ERR, EAL, "Traces cannot be saved below %s: %s; check $HOME",
				dir, strerror(-ret));
	else
		RTE_LOG_LINE(INFO, EAL, "Traces of %u threads saved in %s", save.n_files, dir);
	return ret;
}
