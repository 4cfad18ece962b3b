/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writing a message: test of the levels, choice of the stream, one locked write.
 *
 * The two stream pointers are single words; a message that races with a change may go to the
 * stream before it.
 */
#include <errno.h>

#include <eal_export.h>

#include <rte_log.h>
#include <rte_per_lcore.h>

#include "log_internal.h"
#include "log_private.h"

static struct {
	RTE_ATOMIC(FILE *) chosen; /* by the application, NULL = none; release/acquire */
	RTE_ATOMIC(FILE *) sink;   /* default instead of stderr, NULL = none; release/acquire */
} streams;

struct log_message {
	uint32_t level;
	uint32_t type;
};

/* What this thread is writing, or wrote last. */
static RTE_DEFINE_PER_LCORE(struct log_message, log_message);

RTE_EXPORT_SYMBOL(rte_openlog_stream)
int
rte_openlog_stream(FILE *f)
{
	rte_atomic_store_explicit(&streams.chosen, f, rte_memory_order_release);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_log_get_stream)
FILE *
rte_log_get_stream(void)
{
	FILE *f = rte_atomic_load_explicit(&streams.chosen, rte_memory_order_acquire);

	if (f == NULL)
		f = rte_atomic_load_explicit(&streams.sink, rte_memory_order_acquire);
	/* stderr may be assigned to, so it is looked up every time */
	return f != NULL ? f : stderr;
}

RTE_EXPORT_SYMBOL(rte_log_cur_msg_loglevel)
int
rte_log_cur_msg_loglevel(void)
{
	return (int)RTE_PER_LCORE(log_message).level;
}

RTE_EXPORT_SYMBOL(rte_log_cur_msg_logtype)
int
rte_log_cur_msg_logtype(void)
{
	return (int)RTE_PER_LCORE(log_message).type;
}

RTE_EXPORT_SYMBOL(rte_vlog)
int
rte_vlog(uint32_t level, uint32_t logtype, const char *format, va_list ap)
{
	const int saved_errno = errno;
	FILE *f, *sink;
	int ret;

	if (logtype >= log_types_count())
		return -1;
	if (!rte_log_can_log(logtype, level))
		return 0;
	RTE_PER_LCORE(log_message).level = level;
	RTE_PER_LCORE(log_message).type = logtype;

	f = rte_log_get_stream();
	sink = rte_atomic_load_explicit(&streams.sink, rte_memory_order_acquire);
	flockfile(f);
	if (f == sink)
		ret = vfprintf(f, format, ap);
	else
		ret = log_format_print(f, level, format, ap);
	fflush(f);
	funlockfile(f);
	errno = saved_errno;
	return ret;
}

RTE_EXPORT_SYMBOL(rte_log)
int
rte_log(uint32_t level, uint32_t logtype, const char *format, ...)
{
	va_list ap;
	int ret;

	va_start(ap, format);
	ret = rte_vlog(level, logtype, format, ap);
	va_end(ap);
	return ret;
}

RTE_EXPORT_INTERNAL_SYMBOL(eal_log_level2str)
const char *
eal_log_level2str(uint32_t level)
{
	static const char *const names[RTE_LOG_MAX + 1] = {
		[0] = "disabled",
		[RTE_LOG_EMERG] = "emergency",
		[RTE_LOG_ALERT] = "alert",
		[RTE_LOG_CRIT] = "critical",
		[RTE_LOG_ERR] = "error",
		[RTE_LOG_WARNING] = "warning",
		[RTE_LOG_NOTICE] = "notice",
		[RTE_LOG_INFO] = "info",
		[RTE_LOG_DEBUG] = "debug",
	};

	return level <= RTE_LOG_MAX ? names[level] : "unknown";
}

RTE_EXPORT_SYMBOL(rte_log_dump)
void
rte_log_dump(FILE *f)
{
	const uint32_t count = log_types_count();

	fprintf(f, "global level: %s\n", eal_log_level2str(rte_log_get_global_level()));
	for (uint32_t id = 0; id < count; id++) {
		const struct log_type *type = log_types_get(id);

		if (type->name != NULL)
			fprintf(f, "type %u %s: %s\n", id, type->name,
				eal_log_level2str((uint32_t)rte_log_get_level(id)));
	}
}

RTE_EXPORT_INTERNAL_SYMBOL(eal_log_init)
void
eal_log_init(const char *id)
{
	bool failed;
	FILE *sink = log_syslog_stream(id, &failed);

	if (failed)
		RTE_LOG_LINE(WARNING, EAL, "No stream for syslog, logging goes to stderr");
	rte_atomic_store_explicit(&streams.sink, sink, rte_memory_order_release);
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_eal_log_cleanup)
void
rte_eal_log_cleanup(void)
{
	rte_atomic_store_explicit(&streams.sink, NULL, rte_memory_order_release);
	log_syslog_reset();
	log_format_reset();
	log_filter_reset();
}
