/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The sink for syslog: a stream whose writes become syslog messages with the level of the message
 * that the writing thread is about. Set up by one thread; written by any.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include <eal_export.h>

#include <rte_log.h>

#include "log_internal.h"
#include "log_private.h"

static const struct {
	const char *name;
	int facility;
} facilities[] = {
	{ "auth", LOG_AUTH },
	{ "cron", LOG_CRON },
	{ "daemon", LOG_DAEMON },
	{ "ftp", LOG_FTP },
	{ "kern", LOG_KERN },
	{ "local0", LOG_LOCAL0 },
	{ "local1", LOG_LOCAL1 },
	{ "local2", LOG_LOCAL2 },
	{ "local3", LOG_LOCAL3 },
	{ "local4", LOG_LOCAL4 },
	{ "local5", LOG_LOCAL5 },
	{ "local6", LOG_LOCAL6 },
	{ "local7", LOG_LOCAL7 },
	{ "lpr", LOG_LPR },
	{ "mail", LOG_MAIL },
	{ "news", LOG_NEWS },
	{ "syslog", LOG_SYSLOG },
	{ "user", LOG_USER },
	{ "uucp", LOG_UUCP },
};

static struct {
	bool wanted;
	int facility;
	FILE *stream;   /* once made it is kept: a thread may be about to write to it */
	char ident[64]; /* syslog() keeps the pointer */
} sink;

RTE_EXPORT_INTERNAL_SYMBOL(eal_log_syslog)
int
eal_log_syslog(const char *name)
{
	if (name == NULL)
		name = "daemon";
	for (unsigned int i = 0; i < RTE_DIM(facilities); i++) {
		if (strcmp(facilities[i].name, name) != 0)
			continue;
		sink.facility = facilities[i].facility;
		sink.wanted = true;
		return 0;
	}
	return -EINVAL;
}

/* JOURNAL_STREAM holds "device:inode" of the stream that systemd connected to its journal. */
static bool
stderr_is_journal(void)
{
	const char *text = getenv("JOURNAL_STREAM");
	unsigned long long device, inode;
	struct stat st;

	if (text == NULL || sscanf(text, "%llu:%llu", &device, &inode) != 2)
		return false;
	if (fstat(STDERR_FILENO, &st) < 0)
		return false;
	return st.st_dev == device && st.st_ino == inode;
}

static ssize_t
write_to_syslog(void *cookie, const char *text, size_t len)
{
	int level = rte_log_cur_msg_loglevel();

	RTE_SET_USED(cookie);
	if (level < (int)RTE_LOG_EMERG || level > (int)RTE_LOG_MAX)
		level = RTE_LOG_INFO;
	syslog(level - 1, "%.*s", (int)len, text);
	return len;
}

FILE *
log_syslog_stream(const char *id, bool *failed)
{
	static const cookie_io_functions_t calls = { .write = write_to_syslog };
	/* somebody watching the terminal wants to see the messages too */
	const int echo = isatty(STDERR_FILENO) ? LOG_PERROR : 0;

	*failed = false;
	if (!sink.wanted || stderr_is_journal())
		return NULL;
	if (sink.stream == NULL)
		sink.stream = fopencookie(NULL, "w", calls);
	if (sink.stream == NULL) {
		*failed = true;
		return NULL;
	}
	snprintf(sink.ident, sizeof(sink.ident), "%s", id);
	openlog(sink.ident, LOG_NDELAY | LOG_PID | echo, sink.facility);
	return sink.stream;
}

void
log_syslog_reset(void)
{
	if (sink.wanted)
		closelog();
	sink.wanted = false;
}
