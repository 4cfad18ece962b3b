/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The options of EAL: one table, a scan of the command line over it, and the values applied.
 *
 * Three steps, by the starting thread: eal_options_scan() finds the options and changes nothing,
 * eal_options_apply() turns them into a configuration, eal_options_commit() reorders argv.
 */
#ifndef EAL_OPTIONS_H
#define EAL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "eal_config.h"
#include "eal_optval.h"

/* Exit status for a command line that cannot be read: the low byte of -EINVAL. */
#define EAL_OPTIONS_EXIT_BAD 234

enum eal_option_arg {
	EAL_ARG_NONE,
	EAL_ARG_REQUIRED, /* --name=value, --name value, -xvalue, -x value, -x=value */
	EAL_ARG_OPTIONAL, /* --name, --name=value, -x, -xvalue, -x=value */
};

/* Headings of the usage text, in its order. */
enum eal_option_group {
	EAL_GROUP_LCORE,
	EAL_GROUP_MEMORY,
	EAL_GROUP_PROCESS,
	EAL_GROUP_LOG,
	EAL_GROUP_DEVICE,
	EAL_GROUP_TRACE,
	EAL_GROUP_OTHER,
	EAL_GROUP_COUNT,
};

/* All that options can set; zero is "not given" except where eal_options_apply() says otherwise. */
struct eal_options {
	struct eal_config config;
	struct eal_lcore_request lcores;
};

struct eal_option {
	const char *name;   /* without dashes */
	char letter;        /* 0 = no short form */
	enum eal_option_arg arg;
	bool is_list;       /* may be given more than once */
	enum eal_option_group group;
	eal_optval_parser parse; /* NULL = known, but not built yet */
	size_t dest;        /* of the parser, offset in struct eal_options */
	const char *value;  /* form of the value for the usage text, NULL without one */
	const char *help;
};

/* Two options that may not be given together. */
struct eal_option_conflict {
	const char *a;
	const char *b;
};

/* The table and its length. */
const struct eal_option *
eal_option_table(unsigned int *len);

/* The conflicts and their number. */
const struct eal_option_conflict *
eal_option_conflicts(unsigned int *len);

/* One option as it was given. */
struct eal_option_use {
	const struct eal_option *option;
	const char *value; /* points into argv; NULL = none */
};

/* What a scan found. */
struct eal_options_scan {
	unsigned int n_uses;
	struct eal_option_use *uses;
	char **order; /* argv as it will be */
	int argc;
	int n_taken;  /* words that are EAL's, "--" included */
	bool help;    /* --help was among them */
};

/*
 * Find the options in argv. Returns 0, -EINVAL with the reason (unknown or repeated option, value
 * missing or too much), or -ENOMEM. To be released by eal_options_release() after 0 only.
 */
int
eal_options_scan(int argc, char **argv, struct eal_options_scan *scan, struct eal_reason *why);
void
eal_options_release(struct eal_options_scan *scan);

/*
 * Put EAL's words first in argv and the name of the program in place of the last one. Returns the
 * index of that word.
 */
int
eal_options_commit(const struct eal_options_scan *scan, char **argv);

/*
 * Apply the options and complete the configuration. Log options take effect first and at once; with
 * --log-level=help the process ends. Returns 0, or after one line in the log -EINVAL (bad value,
 * conflict), -ENOTSUP (not built yet) or -ENOMEM; config is only written at success, and must hold
 * no string before.
 */
int
eal_options_apply(const struct eal_options_scan *scan, const char *prgname,
	struct eal_config *config);

/* Print all options, one heading a group. */
void
eal_options_usage(FILE *f, const char *prgname);

#endif /* EAL_OPTIONS_H */
