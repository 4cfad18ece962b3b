/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls that EAL makes into the log library while it starts and stops. Exported for EAL only,
 * with DPDK's names. Settings may be made by one thread at a time; other threads may log meanwhile.
 */
#ifndef LOG_INTERNAL_H
#define LOG_INTERNAL_H

#include <stdint.h>

/*
 * Open the default stream as the settings below ask; id names the program to syslog and is copied.
 * Trouble with syslog is reported on stderr, which then stays the stream.
 */
void
eal_log_init(const char *id);

/*
 * Forget what eal_log_*() set: stderr without colour and time stamp again, no pattern for later
 * types. Levels stay as they are, they may be the application's.
 */
void
rte_eal_log_cleanup(void);

/*
 * Set the level of all types whose name fits, now and when one is registered later.
 * pattern is for fnmatch(), regexp a POSIX basic one. A later call wins over an earlier one.
 * Returns 0, -EINVAL (level above RTE_LOG_MAX, bad regexp) or -ENOMEM.
 */
int
eal_log_save_pattern(const char *pattern, uint32_t level);
int
eal_log_save_regexp(const char *regexp, uint32_t level);

/*
 * Ask for syslog with the facility of that name, NULL = daemon. Has no effect where stderr is the
 * systemd journal already. Takes effect with eal_log_init(). Returns 0 or -EINVAL.
 */
int
eal_log_syslog(const char *name);

/* Name of a level: "emergency" to "debug", "disabled" for 0, "unknown" above. */
const char *
eal_log_level2str(uint32_t level);

/*
 * Time stamp in front of each message: notime, reltime, delta, ctime, iso; NULL = seconds since
 * this call. Not used for syslog, which stamps itself. Returns 0 or -EINVAL.
 */
int
eal_log_timestamp(const char *fmt);

/*
 * Colours by level: always, never, auto (stderr when it is a terminal); NULL = always.
 * Not used for syslog. Returns 0 or -EINVAL.
 */
int
eal_log_color(const char *mode);

#endif /* LOG_INTERNAL_H */
