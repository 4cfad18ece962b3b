/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A packet as text, for people. Reads only.
 */

#include <inttypes.h>

#include <eal_export.h>
#include <rte_hexdump.h>
#include <rte_mbuf.h>

/* Room for the longest list of layer names. */
#define DUMP_NAMES_SZ 256

/* What the head says about the whole packet. */
static void
dump_head(FILE *f, const struct rte_mbuf *m)
{
	char names[DUMP_NAMES_SZ];

	rte_get_ptype_name(m->packet_type, names, sizeof(names));
	fprintf(f, "packet at %p: %u bytes in %u segments, port %u, ol_flags 0x%" PRIx64
		", packet_type 0x%x %s\n", (const void *)m, m->pkt_len, m->nb_segs, m->port,
		m->ol_flags, m->packet_type, names);
}

/* One segment and its first len bytes. */
static void
dump_segment(FILE *f, const struct rte_mbuf *m, unsigned int len)
{
	const char *kind = "direct";

	if (RTE_MBUF_CLONED(m))
		kind = "indirect";
	else if (RTE_MBUF_HAS_EXTBUF(m))
		kind = "external";
	fprintf(f, "  segment at %p: %s, refcnt %u, pool %p, buffer at %p (IO 0x%" PRIx64
		") of %u bytes, data at %u, %u bytes\n", (const void *)m, kind,
		rte_mbuf_refcnt_read(m), (const void *)m->pool, m->buf_addr,
		rte_mbuf_iova_get(m), m->buf_len, m->data_off, m->data_len);
	if (len != 0)
		rte_hexdump(f, NULL, rte_pktmbuf_mtod(m, const void *), len);
}

RTE_EXPORT_SYMBOL(rte_pktmbuf_dump)
void
rte_pktmbuf_dump(FILE *f, const struct rte_mbuf *m, unsigned int dump_len)
{
	unsigned int part;

	__rte_mbuf_sanity_check(m, 1);
	dump_head(f, m);
	dump_len = RTE_MIN(dump_len, m->pkt_len);
	for (; m != NULL; m = m->next) {
		part = RTE_MIN(dump_len, m->data_len);
		dump_segment(f, m, part);
		dump_len -= part;
	}
}
