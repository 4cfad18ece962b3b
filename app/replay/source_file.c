/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Capture files as a source, read by libpcap with nanosecond time stamps. libpcap does not tell
 * which precision the file itself has, so the magic number (classic) or the interface description
 * (pcapng) is looked at first.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>

#include "replay.h"

#define MAGIC_NANOSECOND 0xa1b23c4d
#define MAGIC_PCAPNG 0x0a0d0d0a
#define NG_BYTE_ORDER 0x1a2b3c4d
#define NG_INTERFACE 1
#define NG_OPTION_TSRESOL 9

struct replay_source {
	pcap_t *pcap;
	char *path;
	bool nanosecond;
};

static uint32_t
to_host32(uint32_t value, bool swapped)
{
	return swapped ? __builtin_bswap32(value) : value;
}

static uint16_t
to_host16(uint16_t value, bool swapped)
{
	return swapped ? __builtin_bswap16(value) : value;
}

/* Looks for the time resolution among the options of an interface block; default is microseconds.
 */
static bool
ng_options_say_nanosecond(const uint8_t *options, size_t len, bool swapped)
{
	size_t at = 0;

	while (at + 4 <= len) {
		uint16_t head[2];

		memcpy(head, options + at, sizeof(head));
		if (to_host16(head[0], swapped) == NG_OPTION_TSRESOL && at + 5 <= len)
			return options[at + 4] == 9;
		at += 4 + ((to_host16(head[1], swapped) + 3u) & ~3u);
	}
	return false;
}

/* Reads blocks up to the first interface description. */
static bool
ng_is_nanosecond(FILE *file)
{
	uint8_t body[4096];
	uint32_t head[3];
	bool swapped = false;

	rewind(file);
	while (fread(head, 1, 8, file) == 8) {
		uint32_t type, len;

		if (head[0] == MAGIC_PCAPNG) {
			if (fread(&head[2], 1, 4, file) != 4)
				return false;
			swapped = head[2] != NG_BYTE_ORDER;
			if (fseek(file, (long)to_host32(head[1], swapped) - 12, SEEK_CUR) != 0)
				return false;
			continue;
		}
		type = to_host32(head[0], swapped);
		len = to_host32(head[1], swapped);
		if (type == NG_INTERFACE) {
			size_t got = fread(body, 1, RTE_MIN(len - 8, sizeof(body)), file);

			return got > 8 && ng_options_say_nanosecond(body + 8, got - 8, swapped);
		}
		if (len < 12 || fseek(file, (long)len - 8, SEEK_CUR) != 0)
			return false;
	}
	return false;
}

static bool
file_is_nanosecond(const char *path)
{
	FILE *file = fopen(path, "rb");
	bool nanosecond = false;
	uint32_t magic;

	if (file == NULL)
		return false;
	if (fread(&magic, sizeof(magic), 1, file) == 1) {
		nanosecond =
			magic == MAGIC_NANOSECOND || __builtin_bswap32(magic) == MAGIC_NANOSECOND;
		if (magic == MAGIC_PCAPNG)
			nanosecond = ng_is_nanosecond(file);
	}
	fclose(file);
	return nanosecond;
}

static pcap_t *
open_capture(const char *path)
{
	char error[PCAP_ERRBUF_SIZE];
	pcap_t *pcap;

	pcap = pcap_open_offline_with_tstamp_precision(path, PCAP_TSTAMP_PRECISION_NANO, error);
	if (pcap == NULL)
		fprintf(stderr, "dpdk-replay: cannot read the capture '%s': %s\n", path, error);
	return pcap;
}

struct replay_source *
source_open(const char *path)
{
	struct replay_source *source = calloc(1, sizeof(*source));

	if (source == NULL)
		return NULL;
	source->path = strdup(path);
	source->pcap = open_capture(path);
	if (source->path == NULL || source->pcap == NULL) {
		source_close(source);
		return NULL;
	}
	source->nanosecond = file_is_nanosecond(path);
	if (!flow_link_type_known(pcap_datalink(source->pcap))) {
		const char *name = pcap_datalink_val_to_name(pcap_datalink(source->pcap));

		fprintf(stderr,
			"dpdk-replay: '%s' has link type %d (%s); known are Ethernet and raw IP\n",
			path, pcap_datalink(source->pcap), name != NULL ? name : "unknown");
		source_close(source);
		return NULL;
	}
	return source;
}

void
source_close(struct replay_source *source)
{
	if (source == NULL)
		return;
	if (source->pcap != NULL)
		pcap_close(source->pcap);
	free(source->path);
	free(source);
}

int
source_link_type(const struct replay_source *source)
{
	return pcap_datalink(source->pcap);
}

uint32_t
source_snaplen(const struct replay_source *source)
{
	return (uint32_t)pcap_snapshot(source->pcap);
}

bool
source_is_nanosecond(const struct replay_source *source)
{
	return source->nanosecond;
}

int
source_next(struct replay_source *source, struct source_packet *packet)
{
	struct pcap_pkthdr *header;
	const u_char *data;
	int result;

	result = pcap_next_ex(source->pcap, &header, &data);
	if (result == PCAP_ERROR_BREAK)
		return 0;
	if (result != 1) {
		fprintf(stderr, "dpdk-replay: '%s' is damaged: %s\n", source->path,
			pcap_geterr(source->pcap));
		return -1;
	}
	packet->data = data;
	packet->cap_len = header->caplen;
	packet->wire_len = header->len;
	packet->time_ns = (uint64_t)header->ts.tv_sec * 1000000000 + (uint64_t)header->ts.tv_usec;
	return 1;
}

int
source_rewind(struct replay_source *source)
{
	pcap_t *again = open_capture(source->path);

	if (again == NULL)
		return -1;
	pcap_close(source->pcap);
	source->pcap = again;
	return 0;
}
