/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The state of tracing in words. No state of its own.
 */

#include <stdio.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_trace.h>

#include "dump_copy.h"
#include "trace_private.h"

static int
dump_point(const struct trace_point *point, void *arg)
{
	FILE *f = arg;

	fprintf(f, "  %5u %5u bytes %s %s\n", point->id, point->size,
			rte_trace_point_is_enabled(point->handle) ? "on " : "off", point->name);
	return 0;
}

static int
dump_buffer(const struct trace_buffer *buf, void *arg)
{
	const struct __rte_trace_stream_header *stream = &buf->mem->stream_header;
	FILE *f = arg;

	fprintf(f, "  %u of %u bytes used, lcore %d, thread %s%s\n", trace_buffer_used(buf),
			buf->mem->len, (int)stream->lcore_id, stream->thread_name,
			buf->owner_slot != NULL ? "" : " (ended)");
	return 0;
}

static void
dump_all(FILE *f)
{
	fprintf(f, "Tracing is %s; a full buffer %s.\n", rte_trace_is_enabled() ? "on" : "off",
			rte_trace_mode_get() == RTE_TRACE_MODE_DISCARD ? "takes no more events" :
			"starts again");
	fprintf(f, "Trace points:\n");
	trace_registry_walk(dump_point, f);
	fprintf(f, "Buffers:\n");
	trace_buffer_walk(dump_buffer, f);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_dump)
void
rte_trace_dump(FILE *f)
{
	struct dump_copy copy;
	FILE *text = dump_copy_open(&copy, f);

	if (text != NULL)
		dump_all(text);
	dump_copy_close(&copy);
}
