/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Capture files as a source, read by libpcap with the precision the file has. libpcap does not
 * tell which that is, so the magic number (classic) or the interface description (pcapng) is
 * looked at first. Only files that can be read again, for --loop.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>
#include <sys/stat.h>

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

/*
 * Looks for the time resolution among the options of an interface block; default is microseconds.
 * True for all that microseconds cannot express.
 */
static bool
ng_options_say_nanosecond(const uint8_t *options, size_t len, bool swapped)
{
	size_t at = 0;

	while (at + 4 <= len) {
		uint16_t head[2];

		memcpy(head, options + at, sizeof(head));
		if (to_host16(head[0], swapped) == NG_OPTION_TSRESOL && at + 5 <= len)
			return options[at + 4] > 6; /* also the binary ones, from 128 */
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
		uint32_t len, seen = 8;

		if (head[0] == MAGIC_PCAPNG) {
			if (fread(&head[2], 1, 4, file) != 4)
				return false;
			swapped = head[2] != NG_BYTE_ORDER;
			seen = 12;
		}
		len = to_host32(head[1], swapped);
		if (len < 12)
			return false;
		if (to_host32(head[0], swapped) == NG_INTERFACE) {
			size_t got = fread(body, 1, RTE_MIN(len - seen, sizeof(body)), file);

			return got > 8 && ng_options_say_nanosecond(body + 8, got - 8, swapped);
		}
		if (fseek(file, (long)len - seen, SEEK_CUR) != 0)
			return false;
	}
	return false;
}

static bool
file_is_nanosecond(FILE *file)
{
	bool nanosecond = false;
	uint32_t magic;

	if (fread(&magic, sizeof(magic), 1, file) == 1) {
		nanosecond =
			magic == MAGIC_NANOSECOND || __builtin_bswap32(magic) == MAGIC_NANOSECOND;
		if (magic == MAGIC_PCAPNG)
			nanosecond = ng_is_nanosecond(file);
	}
	rewind(file);
	return nanosecond;
}

static void
say_unreadable(const char *path, const char *why)
{
	fprintf(stderr, "dpdk-replay: cannot read the capture '%s': %s\n", path, why);
}

/* Opens a regular file; looked at before, since opening a FIFO waits for its writer. */
static FILE *
open_regular(const char *path)
{
	struct stat status;
	FILE *file;

	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		say_unreadable(path, "files only");
		return NULL;
	}
	file = fopen(path, "rb");
	if (file == NULL)
		say_unreadable(path, strerror(errno));
	return file;
}

/* Opens the capture with the precision that the file has, so that no time field is converted. */
static pcap_t *
open_capture(const char *path, bool *nanosecond)
{
	char error[PCAP_ERRBUF_SIZE];
	FILE *file = open_regular(path);
	pcap_t *pcap;

	if (file == NULL)
		return NULL;
	*nanosecond = file_is_nanosecond(file);
	pcap = pcap_fopen_offline_with_tstamp_precision(file,
		*nanosecond ? PCAP_TSTAMP_PRECISION_NANO : PCAP_TSTAMP_PRECISION_MICRO, error);
	if (pcap == NULL) {
		say_unreadable(path, error);
		fclose(file);
	}
	return pcap;
}

/* One line when flow_parse() cannot read the link type. */
static int
check_link_type(const char *path, int link_type)
{
	const char *name = pcap_datalink_val_to_name(link_type);

	if (flow_link_type_known(link_type))
		return 0;
	fprintf(stderr, "dpdk-replay: '%s' has link type %d (%s); known are Ethernet and raw IP\n",
		path, link_type, name != NULL ? name : "unknown");
	return -1;
}

struct replay_source *
source_open(const char *path)
{
	struct replay_source *source = calloc(1, sizeof(*source));

	if (source != NULL)
		source->path = strdup(path);
	if (source == NULL || source->path == NULL) {
		say_unreadable(path, strerror(ENOMEM));
		source_close(source);
		return NULL;
	}
	source->pcap = open_capture(path, &source->nanosecond);
	if (source->pcap == NULL || check_link_type(path, pcap_datalink(source->pcap)) < 0) {
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
	/* libpcap extends both fields with their sign; the file's 32 bits are what counts. */
	packet->seconds = (uint32_t)header->ts.tv_sec;
	packet->ticks = (uint32_t)header->ts.tv_usec;
	return 1;
}

int
source_rewind(struct replay_source *source)
{
	pcap_t *again = open_capture(source->path, &source->nanosecond);

	if (again == NULL)
		return -1;
	pcap_close(source->pcap);
	source->pcap = again;
	return 0;
}
