/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Classic capture files as a sink. The packet's bytes go from the mbufs to the stream segment by
 * segment, so a packet of many segments needs no buffer of its own; libpcap's writer wants the
 * packet in one piece, therefore the two headers of the format are written here. A packet counts
 * once the stream was flushed behind it: what only lies in a buffer may still fail.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/dlt.h>

#include "replay.h"

#define MAGIC_MICROSECOND 0xa1b2c3d4
#define MAGIC_NANOSECOND 0xa1b23c4d
#define FLUSH_BYTES 262144
#define FILE_LINK_TYPE_RAW 101 /* what files say for DLT_RAW */

struct replay_sink {
	FILE *file;
	char *path;
	uint64_t flushed;     /* packets that the system has */
	uint64_t waiting;     /* packets since the last flush */
	size_t waiting_bytes; /* bytes since the last flush, of packets */
	bool failed;
};

struct file_header {
	uint32_t magic;
	uint16_t major;
	uint16_t minor;
	uint32_t zone;
	uint32_t accuracy;
	uint32_t snaplen;
	uint32_t link_type;
};

struct record_header {
	uint32_t seconds;
	uint32_t ticks;
	uint32_t cap_len;
	uint32_t wire_len;
};

struct replay_sink *
sink_open(const char *path, int link_type, bool nanosecond, uint32_t snaplen)
{
	struct file_header header = {
		.magic = nanosecond ? MAGIC_NANOSECOND : MAGIC_MICROSECOND,
		.major = 2,
		.minor = 4,
		.snaplen = snaplen,
		.link_type = link_type == DLT_RAW ? FILE_LINK_TYPE_RAW : (uint32_t)link_type,
	};
	struct replay_sink *sink = calloc(1, sizeof(*sink));

	if (sink == NULL)
		return NULL;
	sink->path = strdup(path);
	sink->file = fopen(path, "wb");
	if (sink->path == NULL || sink->file == NULL ||
		fwrite(&header, sizeof(header), 1, sink->file) != 1) {
		fprintf(stderr, "dpdk-replay: cannot write '%s': %s\n", path, strerror(errno));
		if (sink->file != NULL)
			fclose(sink->file);
		free(sink->path);
		free(sink);
		return NULL;
	}
	return sink;
}

/* Prints the first fault; always -1. */
static int
sink_fail(struct replay_sink *sink)
{
	if (!sink->failed)
		fprintf(stderr, "dpdk-replay: cannot write '%s': %s\n", sink->path,
			strerror(errno));
	sink->failed = true;
	return -1;
}

int
sink_write(struct replay_sink *sink, const struct rte_mbuf *m, const struct replay_meta *meta)
{
	struct record_header header = {
		.seconds = meta->seconds,
		.ticks = meta->ticks,
		.cap_len = m->pkt_len,
		.wire_len = meta->wire_len,
	};

	if (sink->failed)
		return -1;
	if (fwrite(&header, sizeof(header), 1, sink->file) != 1)
		return sink_fail(sink);
	for (; m != NULL; m = m->next)
		if (fwrite(rte_pktmbuf_mtod(m, const void *), 1, m->data_len, sink->file) !=
			m->data_len)
			return sink_fail(sink);
	sink->waiting++;
	sink->waiting_bytes += sizeof(header) + header.cap_len;
	return sink->waiting_bytes < FLUSH_BYTES ? 0 : sink_flush(sink);
}

int
sink_flush(struct replay_sink *sink)
{
	if (sink->failed || fflush(sink->file) != 0)
		return sink_fail(sink);
	sink->flushed += sink->waiting;
	sink->waiting = 0;
	sink->waiting_bytes = 0;
	return 0;
}

uint64_t
sink_packets(const struct replay_sink *sink)
{
	return sink->flushed;
}

int
sink_close(struct replay_sink *sink)
{
	int result;

	if (sink == NULL)
		return 0;
	if (fclose(sink->file) != 0)
		sink_fail(sink);
	result = sink->failed ? -1 : 0;
	free(sink->path);
	free(sink);
	return result;
}
