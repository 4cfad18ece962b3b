/* SPDX-License-Identifier: BSD-3-Clause */

/* The words behind EAL's "--": parsed into struct replay_options, with limits checked. */

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "replay.h"

static const char usage_text[] =
	"usage: dpdk-replay [EAL options] -- --in FILE [options]\n"
	"  --in FILE        capture to read: pcap or pcapng, Ethernet or raw IP\n"
	"  --out FILE       write the packets, in input order, as pcap\n"
	"  --mirror FILE    write the packets a second time, from clones\n"
	"  --loop N         read the input N times (1)\n"
	"  --burst N        packets handled together, 1 to 512 (32)\n"
	"  --workers N      worker lcores, 1 to 64 (1)\n"
	"  --snaplen N      bytes kept of each packet, 1 to 262144 (262144)\n"
	"  --mbuf-size N    bytes of an mbuf's buffer, 128 of them headroom; longer packets\n"
	"                   become chains (2176)\n"
	"  --pool-size N    mbufs in the pool (what the other options need)\n"
	"  --pool-cache N   mbufs in each lcore's cache, 0 to 512 (256)\n"
	"  --json           print the report as JSON\n"
	"  --help           this text\n"
	"Without -l or --lcores, the lcores that are needed share the CPUs that are there.\n";

enum {
	OPT_IN = 256,
	OPT_OUT,
	OPT_MIRROR,
	OPT_LOOP,
	OPT_BURST,
	OPT_WORKERS,
	OPT_SNAPLEN,
	OPT_MBUF_SZ,
	OPT_POOL_LEN,
	OPT_POOL_CACHE,
	OPT_JSON,
	OPT_HELP,
};

static const struct option long_options[] = {
	{"in", required_argument, NULL, OPT_IN},
	{"out", required_argument, NULL, OPT_OUT},
	{"mirror", required_argument, NULL, OPT_MIRROR},
	{"loop", required_argument, NULL, OPT_LOOP},
	{"burst", required_argument, NULL, OPT_BURST},
	{"workers", required_argument, NULL, OPT_WORKERS},
	{"snaplen", required_argument, NULL, OPT_SNAPLEN},
	{"mbuf-size", required_argument, NULL, OPT_MBUF_SZ},
	{"pool-size", required_argument, NULL, OPT_POOL_LEN},
	{"pool-cache", required_argument, NULL, OPT_POOL_CACHE},
	{"json", no_argument, NULL, OPT_JSON},
	{"help", no_argument, NULL, OPT_HELP},
	{NULL, 0, NULL, 0},
};

/* A decimal number from min to max; 0, or -1 with one line. */
static int
parse_number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	unsigned long long number;
	char *end;

	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno != 0 || text[0] < '0' || text[0] > '9' || *end != '\0' || number < min ||
		number > max) {
		fprintf(stderr, "dpdk-replay: --%s takes a number from %ju to %ju, not '%s'\n",
			name, (uintmax_t)min, (uintmax_t)max, text);
		return -1;
	}
	*value = number;
	return 0;
}

static int
parse_number32(const char *name, const char *text, uint32_t min, uint32_t max, uint32_t *value)
{
	uint64_t number;

	if (parse_number(name, text, min, max, &number) < 0)
		return -1;
	*value = (uint32_t)number;
	return 0;
}

/* Applies one option; 0, 1 after the help, -1 with one line. */
static int
apply(struct replay_options *opt, int which, const char *text)
{
	switch (which) {
	case OPT_IN:
		opt->in = text;
		return 0;
	case OPT_OUT:
		opt->out = text;
		return 0;
	case OPT_MIRROR:
		opt->mirror = text;
		return 0;
	case OPT_LOOP:
		return parse_number("loop", text, 1, UINT64_MAX, &opt->loops);
	case OPT_BURST:
		return parse_number32("burst", text, 1, REPLAY_MAX_BURST, &opt->burst);
	case OPT_WORKERS:
		return parse_number32("workers", text, 1, REPLAY_MAX_WORKERS, &opt->n_workers);
	case OPT_SNAPLEN:
		return parse_number32("snaplen", text, 1, 262144, &opt->snaplen);
	case OPT_MBUF_SZ:
		return parse_number32(
			"mbuf-size", text, RTE_PKTMBUF_HEADROOM + 1, UINT16_MAX, &opt->mbuf_sz);
	case OPT_POOL_LEN:
		return parse_number32("pool-size", text, 1, INT32_MAX, &opt->pool_len);
	case OPT_POOL_CACHE:
		return parse_number32(
			"pool-cache", text, 0, RTE_MEMPOOL_CACHE_MAX_SIZE, &opt->pool_cache);
	case OPT_JSON:
		opt->json = true;
		return 0;
	case OPT_HELP:
		fputs(usage_text, stdout);
		return 1;
	default:
		return -1;
	}
}

/* One line for a word that getopt_long() did not like; always -1. */
static int
refuse(int which, char **argv)
{
	/* A short option may stand in the middle of its word, so the word is not known. */
	if (which == '?' && optopt > 0 && optopt < OPT_IN)
		fprintf(stderr, "dpdk-replay: '-%c' is no option; try --help\n", optopt);
	else
		fprintf(stderr, "dpdk-replay: '%s' %s; try --help\n", argv[optind - 1],
			which == ':'  ? "needs a value"
			: optopt != 0 ? "takes no value"
				      : "is no option");
	return -1;
}

int
options_parse(struct replay_options *opt, int argc, char **argv)
{
	int which, result;

	*opt = (struct replay_options){
		.loops = 1,
		.burst = 32,
		.n_workers = 1,
		.snaplen = 262144,
		.mbuf_sz = RTE_MBUF_DEFAULT_BUF_SIZE,
		.pool_cache = 256,
	};
	optind = 1;
	opterr = 0;
	while ((which = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		if (which == '?' || which == ':')
			return refuse(which, argv);
		result = apply(opt, which, optarg);
		if (result != 0)
			return result;
	}
	if (optind < argc) {
		fprintf(stderr, "dpdk-replay: '%s' is no option; try --help\n", argv[optind]);
		return -1;
	}
	if (opt->in == NULL) {
		fputs("dpdk-replay: --in FILE is missing; try --help\n", stderr);
		return -1;
	}
	return 0;
}
