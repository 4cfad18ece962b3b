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

/*
 * What travels with a packet: the private area of its mbufs, clones too. seq, holder and worker
 * are right in every segment, the rest in the first one.
 */
struct replay_meta {
	uint64_t seq;	   /* place in the input */
	uint32_t seconds;  /* capture time since 1970, as the file has it */
	uint32_t ticks;	   /* the file's second time field; see source_is_nanosecond() */
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

/* Notes who has the packet now, in each of its segments. */
static inline void
replay_set_holder(struct rte_mbuf *m, enum replay_holder holder)
{
	for (; m != NULL; m = m->next)
		replay_meta(m)->holder = (uint8_t)holder;
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
	uint8_t proto;	     /* IP protocol number; of an IPv6 fragment what its header names */
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

/* Counts a packet of a flow; when its flow finds no place any more, as overflow. */
void flow_table_add(struct flow_table *table, const struct flow_key *key);

/* Number of different flows that found a place. */
uint64_t flow_table_count(const struct flow_table *table);

/* Number of packets whose flow found no place. */
uint64_t flow_table_overflow(const struct flow_table *table);

/* source_file.c */
struct replay_source;

/* Opens a capture, which must be a regular file; on failure prints one line and returns NULL. */
struct replay_source *source_open(const char *path);

void source_close(struct replay_source *source);

int source_link_type(const struct replay_source *source);

/* Greatest number of bytes of a packet that the file may hold. */
uint32_t source_snaplen(const struct replay_source *source);

/* True when ticks are nanoseconds, false when they are microseconds. */
bool source_is_nanosecond(const struct replay_source *source);

struct source_packet {
	const uint8_t *data;
	uint32_t cap_len; /* bytes at data */
	uint32_t wire_len;
	uint32_t seconds;
	uint32_t ticks; /* any value, also more than a second */
};

/* 1 = a packet, valid until the next call; 0 = end; -1 = the file is damaged, one line printed. */
int source_next(struct replay_source *source, struct source_packet *packet);

/* Starts again with the first packet; 0, or -1 with one line printed. */
int source_rewind(struct replay_source *source);

/* sink_file.c */
struct replay_sink;

/* Creates a capture file; on failure prints one line and returns NULL. */
struct replay_sink *sink_open(const char *path, int link_type, bool nanosecond, uint32_t snaplen);

/*
 * Writes a packet from its mbufs; 0, or -1 when the file cannot be written. The first failure
 * prints one line; all later packets fail.
 */
int sink_write(struct replay_sink *sink, const struct rte_mbuf *m, const struct replay_meta *meta);

/* Hands what is buffered to the system; result as of sink_write(). */
int sink_flush(struct replay_sink *sink);

/* Number of packets that were written and flushed without a fault. */
uint64_t sink_packets(const struct replay_sink *sink);

/* Flushes and closes; 0, or -1 when something could not be written, printed once. NULL is fine. */
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
	uint32_t burst;
	int link_type;
	uint8_t index;
	/* Set with release by the main lcore after the last packet was queued; read with acquire.
	 */
	RTE_ATOMIC(bool) stop;
};

/* Body of a worker lcore; arg is its struct replay_worker. */
int worker_run(void *arg);

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
	double seconds;
	bool input_failed; /* the input was damaged; what came before it is written all the same */
	bool sink_failed;  /* an output could not be written */
};

/* files.c */

/* Refuses outputs that are the input or each other; 0, or -1 with one line printed. */
int files_check(const struct replay_options *opt);

/* Opens the outputs; 0, or -1 with one line printed. */
int files_open(struct replay *replay);

/* Closes input and outputs; 0, or -1 when an output could not be written. */
int files_close(struct replay *replay);

/* setup.c */

/* Makes pools, rings and workers; 0, or -1 with one line printed. */
int setup_create(struct replay *replay);

/* Frees what setup_create() made, pools too. */
void setup_destroy(struct replay *replay);

/* pipeline.c */

/*
 * Runs the input through; returns when all packets are done or the user stopped it. 0, also with
 * input_failed or sink_failed set; -1 with one line printed when it could not start.
 */
int pipeline_run(struct replay *replay);

/* Asks a running pipeline to stop reading; safe in a signal handler. */
void pipeline_stop(void);

/* options.c */

/* Fills opt from the words behind EAL's "--"; 0, 1 after printing the help, -1 with one line. */
int options_parse(struct replay_options *opt, int argc, char **argv);

/* report.c */

/* Prints the report; 0, or -1 with one line when stdout cannot be written. */
int report_print(const struct replay *replay);

/* missing.c */

/* Number of mbufs that are not in their pool; pool may be NULL. */
uint32_t missing_count(const struct rte_mempool *pool);

/* Prints who has the mbufs that are not in their pool. No other thread may use the pool. */
void missing_list(struct rte_mempool *pool);

#endif /* REPLAY_H */
