/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The description of the recorded data in the language of the Common Trace Format 1.8 (TSDL), which
 * babeltrace and Trace Compass read.
 *
 * The state is the pair of times taken at start-up, constant afterwards.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include <eal_export.h>

#include <rte_byteorder.h>
#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_trace.h>

#include "cpu.h"
#include "trace_private.h"

#define TIME_MASK RTE_LEN2MASK(__RTE_TRACE_EVENT_HEADER_ID_SHIFT, uint64_t)

static struct {
	uint64_t ticks;
	struct timespec wall;
} start;

void
trace_clock_start(void)
{
	clock_gettime(CLOCK_REALTIME, &start.wall);
	start.ticks = rte_get_tsc_cycles() & TIME_MASK;
}

static const char integer_types[] =
	"typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
	"typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
	"typealias integer { size = 8; align = 8; signed = true; } := int8_t;\n"
	"typealias integer { size = 16; align = 8; signed = true; } := int16_t;\n"
	"typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
	"typealias integer { size = 64; align = 8; signed = true; } := int64_t;\n"
	"typealias integer { size = 32; align = 8; signed = true; } := int;\n"
	"typealias integer { size = 64; align = 8; signed = true; } := long;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := size_t;\n"
	"typealias integer { size = 64; align = 8; signed = true; } := time_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; base = x; } := uintptr_t;\n";

static const char other_types[] =
	"typealias floating_point { exp_dig = 8; mant_dig = 24; align = 8; } := float;\n"
	"typealias floating_point { exp_dig = 11; mant_dig = 53; align = 8; } := double;\n"
	"typealias integer { size = 8; align = 8; signed = false; encoding = UTF8; }"
	" := string_bounded_t;\n"
	"typealias integer { size = 8; align = 8; signed = false; base = x; } := blob_t;\n"
	"\n";

static void
write_trace(FILE *f, const rte_uuid_t uuid)
{
	fprintf(f, "trace {\n\tmajor = 1;\n\tminor = 8;\n\tuuid = \"");
	for (size_t i = 0; i < sizeof(rte_uuid_t); i++)
		fprintf(f, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
	fprintf(f, "\";\n\tbyte_order = %s;\n", RTE_BYTE_ORDER == RTE_LITTLE_ENDIAN ? "le" : "be");
	fprintf(f, "\tpacket.header := struct {\n"
			"\t\tuint32_t magic;\n"
			"\t\tuint8_t uuid[16];\n"
			"\t};\n};\n\n"
			"env {\n\ttracer_name = \"dpdk-mbuf\";\n};\n\n");
}

/* The clock starts when its counter, cut to the bits that are recorded, was 0. */
static void
write_clock(FILE *f)
{
	const uint64_t hz = cpu_tsc_hz();
	uint64_t back_s = start.ticks / hz;
	uint64_t back_ticks = start.ticks % hz;
	uint64_t wall_ticks = (uint64_t)((double)start.wall.tv_nsec * (double)hz / NS_PER_S);
	uint64_t seconds = (uint64_t)start.wall.tv_sec > back_s ?
			(uint64_t)start.wall.tv_sec - back_s : 0;

	if (wall_ticks < back_ticks && seconds > 0) {
		wall_ticks += hz;
		seconds--;
	}
	fprintf(f, "clock {\n"
			"\tname = \"tsc\";\n"
			"\tfreq = %" PRIu64 ";\n"
			"\toffset_s = %" PRIu64 ";\n"
			"\toffset = %" PRIu64 ";\n"
			"};\n\n", hz, seconds,
			wall_ticks > back_ticks ? wall_ticks - back_ticks : 0);
}

static void
write_stream(FILE *f)
{
	fprintf(f,
		"typealias integer { size = %d; align = 1; signed = false; "
		"map = clock.tsc.value; } := ticks_t;\n"
		"typealias integer { size = %d; align = 1; signed = false; } := event_id_t;\n\n",
		__RTE_TRACE_EVENT_HEADER_ID_SHIFT, 64 - __RTE_TRACE_EVENT_HEADER_ID_SHIFT);
	fprintf(f, "stream {\n"
			"\tpacket.context := struct {\n"
			"\t\tuint32_t cpu_id;\n"
			"\t\tstring_bounded_t name[%d];\n"
			"\t};\n", __RTE_TRACE_EMIT_STRING_LEN_MAX);
	/* One word, read from its least significant end. */
	fprintf(f, "\tevent.header := struct {\n%s\t} align(64);\n};\n\n",
			RTE_BYTE_ORDER == RTE_LITTLE_ENDIAN ?
			"\t\tticks_t timestamp;\n\t\tevent_id_t id;\n" :
			"\t\tevent_id_t id;\n\t\tticks_t timestamp;\n");
}

static int
write_event(const struct trace_point *point, void *arg)
{
	FILE *f = arg;

	fprintf(f, "event {\n\tid = %u;\n\tname = \"%s\";\n\tfields := struct {\n%s\t};\n};\n\n",
			point->id, point->name, point->fields != NULL ? point->fields : "");
	return 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_metadata_dump)
int
rte_trace_metadata_dump(FILE *f)
{
	rte_uuid_t uuid;

	if (f == NULL)
		return -EINVAL;

	trace_uuid_get(uuid);
	fprintf(f, "/* CTF 1.8 */\n\n%s%s", integer_types, other_types);
	write_trace(f, uuid);
	write_clock(f);
	write_stream(f);
	trace_registry_walk(write_event, f);
	return fflush(f) == 0 && ferror(f) == 0 ? 0 : -EIO;
}
