/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * dpdk-replay: packets of a capture file through the stack and out again.
 *
 * The main lcore reads packets into mbufs and deals them by flow to the workers' input rings; it
 * also takes what the workers have done from their output rings and writes it in input order. A
 * worker classifies, counts, clones for the mirror, and frees in bulk what nobody writes. Nothing
 * is dropped: who finds a ring full waits, and the main lcore empties the output rings whenever it
 * waits.
 */

#ifndef REPLAY_H
#define REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>

#define REPLAY_MAX_WORKERS 64
#define REPLAY_MAX_BURST 512
#define REPLAY_RING_SZ 1024

struct replay_options {
	const char *in;	    /* capture file to read */
	const char *out;    /* file to write, or NULL */
	const char *mirror; /* second file, written from clones, or NULL */
	uint64_t loops;	    /* times the input is read */
	uint32_t burst;	    /* packets handled together */
	uint32_t n_workers;
	uint32_t snaplen;    /* bytes kept of a packet */
	uint32_t mbuf_sz;    /* bytes of a segment's buffer, headroom included */
	uint32_t pool_len;   /* mbufs in the pool; 0 = computed */
	uint32_t pool_cache; /* mbufs in each lcore's cache */
	bool json;	     /* report as JSON */
};

/* Who has an mbuf: kept in the mbuf for the list of missing ones. */
enum replay_holder {
	REPLAY_HOLDER_NONE,
	REPLAY_HOLDER_SOURCE,
	REPLAY_HOLDER_WORKER,
	REPLAY_HOLDER_WRITER,
	REPLAY_HOLDER_MIRROR,
};

/* What travels with a packet: the private area of its first mbuf, also in the pool of the clones.
 */
struct replay_meta {
	uint64_t seq;	   /* place in the input */
	uint64_t time_ns;  /* capture time, nanoseconds since 1970 */
	uint32_t wire_len; /* bytes the packet had on the wire */
	uint8_t holder;	   /* enum replay_holder */
	uint8_t worker;
};

#define REPLAY_PRIV_SZ RTE_ALIGN_CEIL(sizeof(struct replay_meta), RTE_MBUF_PRIV_ALIGN)

static inline struct replay_meta *
replay_meta(struct rte_mbuf *m)
{
	return rte_mbuf_to_priv(m);
}

/* flow.c: what a packet is. */
enum replay_proto {
	REPLAY_PROTO_ARP,
	REPLAY_PROTO_IPV4,
	REPLAY_PROTO_IPV6,
	REPLAY_PROTO_TCP,
	REPLAY_PROTO_UDP,
	REPLAY_PROTO_ICMP,
	REPLAY_PROTO_FRAGMENT,
	REPLAY_PROTO_VLAN,
	REPLAY_PROTO_OTHER,
	REPLAY_N_PROTOS,
};

struct flow_key {
	uint8_t addr[2][16]; /* the lower address first, so that both directions are one flow */
	uint16_t port[2];    /* in the order of the addresses; 0 for a fragment */
	uint8_t proto;	     /* IP protocol number */
	uint8_t version;     /* 4, 6, or 0 for something that is not IP */
};

struct flow_info {
	struct flow_key key;
	uint32_t packet_type; /* RTE_PTYPE_ */
	uint32_t protos;      /* bit set of enum replay_proto */
};

/* Reads the headers of a packet, wherever its segments end. link_type is a DLT_ value of libpcap.
 */
void flow_parse(const struct rte_mbuf *m, int link_type, struct flow_info *info);

/* Hash of what all packets of a flow share, fragments included: the addresses and the protocol. */
uint32_t flow_spread_hash(const struct flow_key *key);

/* True for link types that flow_parse() understands. */
bool flow_link_type_known(int link_type);

const char *flow_proto_name(enum replay_proto proto);

struct flow_table;

/* NULL when there is no memory. */
struct flow_table *flow_table_create(void);

void flow_table_free(struct flow_table *table);

/* Counts a packet of a flow; a flow that finds no place any more is counted as lost. */
void flow_table_add(struct flow_table *table, const struct flow_key *key);

uint64_t flow_table_count(const struct flow_table *table);

/* source_file.c */
struct replay_source;

/* Opens a capture; on failure prints one line and returns NULL. */
struct replay_source *source_open(const char *path);

void source_close(struct replay_source *source);

int source_link_type(const struct replay_source *source);

/* Greatest number of bytes of a packet that the file may hold. */
uint32_t source_snaplen(const struct replay_source *source);

bool source_is_nanosecond(const struct replay_source *source);

struct source_packet {
	const uint8_t *data;
	uint32_t cap_len; /* bytes at data */
	uint32_t wire_len;
	uint64_t time_ns;
};

/* 1 = a packet, valid until the next call; 0 = end; -1 = the file is damaged, one line printed. */
int source_next(struct replay_source *source, struct source_packet *packet);

/* Starts again with the first packet; 0, or -1 with one line printed. */
int source_rewind(struct replay_source *source);

/* sink_file.c */
struct replay_sink;

/* Creates a capture file; on failure prints one line and returns NULL. */
struct replay_sink *sink_open(const char *path, int link_type, bool nanosecond, uint32_t snaplen);

/* Writes a packet from its mbufs; 0, or -1 when the file cannot be written. */
int sink_write(struct replay_sink *sink, const struct rte_mbuf *m, const struct replay_meta *meta);

/* Flushes and closes; 0, or -1 with one line printed when something could not be written. */
int sink_close(struct replay_sink *sink);

/* worker.c */
struct replay_worker {
	struct rte_ring *in;	    /* from the main lcore */
	struct rte_ring *out;	    /* to the main lcore, NULL when nothing is written */
	struct rte_ring *mirror;    /* clones to the main lcore, NULL without a mirror */
	struct rte_mempool *clones; /* pool of the clones */
	struct flow_table *flows;
	uint64_t protos[REPLAY_N_PROTOS];
	uint64_t packets;
	uint64_t bytes;
	uint64_t segments;
	uint32_t burst;
	int link_type;
	uint8_t index;
	/* Set with release by the main lcore after the last packet was queued; read with acquire.
	 */
	RTE_ATOMIC(bool) stop;
};

/* Body of a worker lcore; arg is its struct replay_worker. */
int worker_run(void *arg);

/* pipeline.c */
struct replay {
	struct replay_options opt;
	struct replay_source *source;
	struct replay_sink *out;
	struct replay_sink *mirror;
	struct rte_mempool *pool;
	struct rte_mempool *clones;
	struct replay_worker *workers;
	uint64_t packets_in;
	uint64_t bytes_in;
	uint64_t segments_in;
	uint64_t packets_out;
	uint64_t packets_mirrored;
	double seconds;
	bool failed; /* the input was damaged or an output could not be written */
};

/* Makes pools, rings and workers; 0, or -1 with one line printed. */
int pipeline_create(struct replay *replay);

/* Runs the input through; returns when all packets are done or the user stopped it. */
void pipeline_run(struct replay *replay);

/* Frees what pipeline_create() made, pools too. */
void pipeline_destroy(struct replay *replay);

/* Asks a running pipeline to stop reading; safe in a signal handler. */
void pipeline_stop(void);

/* options.c */

/* Fills opt from the words behind EAL's "--"; 0, 1 after printing the help, -1 with one line. */
int options_parse(struct replay_options *opt, int argc, char **argv);

/* report.c */
void report_print(const struct replay *replay);

/* Number of mbufs that are not in their pool; prints who has them. */
uint32_t report_missing(const struct replay *replay);

#endif /* REPLAY_H */
