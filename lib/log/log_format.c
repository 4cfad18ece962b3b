/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a message looks: time stamp and colour. Set while EAL starts, read with every message; the
 * fields are single words without mutual order, hence relaxed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <eal_export.h>

#include <rte_log.h>

#include "log_internal.h"
#include "log_private.h"

#define NS_PER_S 1000000000LL
#define NS_PER_US 1000LL

enum stamp_mode {
	STAMP_NONE,
	STAMP_ELAPSED,  /* seconds since the setting was made */
	STAMP_RELATIVE, /* date and minute when the minute changes, else seconds since the last */
	STAMP_DELTA,    /* seconds since the setting and since the last message */
	STAMP_CTIME,
	STAMP_ISO,
};

enum color_mode {
	COLOR_NEVER,
	COLOR_ALWAYS,
	COLOR_STDERR, /* automatic, and stderr is a terminal */
};

static struct {
	RTE_ATOMIC(int) stamp;      /* enum stamp_mode */
	RTE_ATOMIC(int) color;      /* enum color_mode */
	RTE_ATOMIC(int64_t) start_ns; /* monotonic time of the setting */
	RTE_ATOMIC(int64_t) last_ns; /* monotonic time of the last message, 0 = none yet */
} look;

static const char color_off[] = "\033[0m";
static const char color_stamp[] = "\033[32m";

/* Escape sequence per level; what is normal has none. */
static const char *const level_colors[RTE_LOG_MAX + 1] = {
	[RTE_LOG_EMERG] = "\033[1;37;41m",
	[RTE_LOG_ALERT] = "\033[1;31m",
	[RTE_LOG_CRIT] = "\033[1;31m",
	[RTE_LOG_ERR] = "\033[31m",
	[RTE_LOG_WARNING] = "\033[33m",
	[RTE_LOG_NOTICE] = "\033[1m",
	[RTE_LOG_DEBUG] = "\033[2m",
};

static int64_t
clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

RTE_EXPORT_INTERNAL_SYMBOL(eal_log_timestamp)
int
eal_log_timestamp(const char *fmt)
{
	static const char *const names[] = {
		[STAMP_NONE] = "notime",
		[STAMP_RELATIVE] = "reltime",
		[STAMP_DELTA] = "delta",
		[STAMP_CTIME] = "ctime",
		[STAMP_ISO] = "iso",
	};
	int mode = fmt == NULL ? STAMP_ELAPSED : -1;

	for (unsigned int i = 0; mode < 0 && i < RTE_DIM(names); i++)
		if (names[i] != NULL && strcmp(fmt, names[i]) == 0)
			mode = (int)i;
	if (mode < 0)
		return -EINVAL;
	rte_atomic_store_explicit(&look.start_ns, clock_ns(CLOCK_MONOTONIC),
			rte_memory_order_relaxed);
	rte_atomic_store_explicit(&look.last_ns, 0, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&look.stamp, mode, rte_memory_order_relaxed);
	return 0;
}

RTE_EXPORT_INTERNAL_SYMBOL(eal_log_color)
int
eal_log_color(const char *mode)
{
	int color;

	if (mode == NULL || strcmp(mode, "always") == 0)
		color = COLOR_ALWAYS;
	else if (strcmp(mode, "never") == 0)
		color = COLOR_NEVER;
	else if (strcmp(mode, "auto") == 0)
		color = isatty(STDERR_FILENO) ? COLOR_STDERR : COLOR_NEVER;
	else
		return -EINVAL;
	rte_atomic_store_explicit(&look.color, color, rte_memory_order_relaxed);
	return 0;
}

void
log_format_reset(void)
{
	rte_atomic_store_explicit(&look.stamp, STAMP_NONE, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&look.color, COLOR_NEVER, rte_memory_order_relaxed);
}

static size_t
stamp_iso(char *buf, size_t size, int64_t wall_ns)
{
	const time_t seconds = wall_ns / NS_PER_S;
	char date[32], zone[8];
	struct tm tm;

	localtime_r(&seconds, &tm);
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &tm);
	strftime(zone, sizeof(zone), "%z", &tm);
	return snprintf(buf, size, "[%s.%06u%.3s:%s] ", date,
		(unsigned int)(wall_ns % NS_PER_S / NS_PER_US), zone, zone + 3);
}

/* gap_ns: time since the last message, negative for the first one. */
static size_t
stamp_relative(char *buf, size_t size, int64_t wall_ns, int64_t gap_ns)
{
	const int64_t minute_ns = 60 * NS_PER_S;
	const time_t seconds = wall_ns / NS_PER_S;
	struct tm tm;

	if (gap_ns >= 0 && (wall_ns - gap_ns) / minute_ns == wall_ns / minute_ns)
		return snprintf(buf, size, "[%+4d.%06u] ", (int)(gap_ns / NS_PER_S),
			(unsigned int)(gap_ns % NS_PER_S / NS_PER_US));
	localtime_r(&seconds, &tm);
	return strftime(buf, size, "[%b%d %H:%M] ", &tm);
}

/* Fill buf with the time stamp; empty when none is wanted. */
static void
make_stamp(char *buf, size_t size)
{
	const int mode = rte_atomic_load_explicit(&look.stamp, rte_memory_order_relaxed);
	int64_t now, last, since_start, gap;
	time_t seconds;
	struct tm tm;

	buf[0] = '\0';
	if (mode == STAMP_NONE)
		return;
	now = clock_ns(CLOCK_MONOTONIC);
	last = rte_atomic_exchange_explicit(&look.last_ns, now, rte_memory_order_relaxed);
	since_start = now - rte_atomic_load_explicit(&look.start_ns, rte_memory_order_relaxed);
	/* threads may have taken their times in the other order */
	gap = last == 0 ? -1 : RTE_MAX(now - last, 0);
	switch (mode) {
	case STAMP_ELAPSED:
		snprintf(buf, size, "[%5u.%06u] ", (unsigned int)(since_start / NS_PER_S),
			(unsigned int)(since_start % NS_PER_S / NS_PER_US));
		break;
	case STAMP_DELTA:
		gap = RTE_MAX(gap, 0);
		snprintf(buf, size, "[%5u.%06u <%5u.%06u>] ",
			(unsigned int)(since_start / NS_PER_S),
			(unsigned int)(since_start % NS_PER_S / NS_PER_US),
			(unsigned int)(gap / NS_PER_S),
			(unsigned int)(gap % NS_PER_S / NS_PER_US));
		break;
	case STAMP_RELATIVE:
		stamp_relative(buf, size, clock_ns(CLOCK_REALTIME), gap);
		break;
	case STAMP_CTIME:
		seconds = time(NULL);
		localtime_r(&seconds, &tm);
		strftime(buf, size, "[%a %b %e %H:%M:%S %Y] ", &tm);
		break;
	default:
		stamp_iso(buf, size, clock_ns(CLOCK_REALTIME));
		break;
	}
}

/* The newline at the end stays outside the colour, else a terminal paints the next line too. */
static int __rte_format_printf(3, 0)
print_colored(FILE *f, const char *color, const char *format, va_list ap)
{
	char *text = NULL;
	int len, body;

	len = vasprintf(&text, format, ap);
	if (len < 0)
		return len;
	for (body = len; body > 0 && text[body - 1] == '\n'; body--)
		;
	if (fprintf(f, "%s%.*s%s%s", color, body, text, color_off, text + body) < 0)
		len = -1;
	free(text);
	return len;
}

int
log_format_print(FILE *f, uint32_t level, const char *format, va_list ap)
{
	const int mode = rte_atomic_load_explicit(&look.color, rte_memory_order_relaxed);
	const bool colored = mode == COLOR_ALWAYS || (mode == COLOR_STDERR && f == stderr);
	const char *color = level <= RTE_LOG_MAX ? level_colors[level] : NULL;
	char stamp[64];

	make_stamp(stamp, sizeof(stamp));
	if (colored && stamp[0] != '\0')
		fprintf(f, "%s%s%s", color_stamp, stamp, color_off);
	else
		fputs(stamp, f);
	if (colored && color != NULL)
		return print_colored(f, color, format, ap);
	return vfprintf(f, format, ap);
}
