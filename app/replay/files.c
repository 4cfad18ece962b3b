/* SPDX-License-Identifier: BSD-3-Clause */

/* The files of a run together: which may not be the same, opening, closing. */

#include <stdio.h>
#include <sys/stat.h>

#include "replay.h"

/* By any name. Devices are not meant: /dev/null may be given twice. */
static bool
is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && !S_ISCHR(x.st_mode) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* 0, or -1 with one line; an option that was not given has no name. */
static int
check_pair(const char *option_a, const char *a, const char *option_b, const char *b)
{
	if (a == NULL || b == NULL || !is_same_file(a, b))
		return 0;
	fprintf(stderr, "dpdk-replay: %s '%s' and %s '%s' are the same file\n", option_a, a,
		option_b, b);
	return -1;
}

int
files_check(const struct replay_options *opt)
{
	if (check_pair("--in", opt->in, "--out", opt->out) < 0 ||
		check_pair("--in", opt->in, "--mirror", opt->mirror) < 0)
		return -1;
	return check_pair("--out", opt->out, "--mirror", opt->mirror);
}

int
files_open(struct replay *replay)
{
	const struct replay_options *opt = &replay->opt;
	int link_type = source_link_type(replay->source);
	bool nanosecond = source_is_nanosecond(replay->source);

	if (opt->out != NULL) {
		replay->out = sink_open(opt->out, link_type, nanosecond, opt->snaplen);
		if (replay->out == NULL)
			return -1;
	}
	/* Again: two names of one file that did not exist show only now. */
	if (files_check(opt) < 0)
		return -1;
	if (opt->mirror != NULL) {
		replay->mirror = sink_open(opt->mirror, link_type, nanosecond, opt->snaplen);
		if (replay->mirror == NULL)
			return -1;
	}
	return 0;
}

int
files_close(struct replay *replay)
{
	int result = 0;

	result |= sink_close(replay->out);
	result |= sink_close(replay->mirror);
	source_close(replay->source);
	return result;
}
