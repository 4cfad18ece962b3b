/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Names of the offload flags. Constant tables: a row is one value of one field of ol_flags; a
 * field of one bit has one row.
 */

#include <stdio.h>

#include <eal_export.h>
#include <rte_mbuf.h>

#include "mbuf_text.h"

struct flag_row {
	uint64_t value;
	uint64_t field;	/* mask of the field that has this value */
	const char *name;
};

#define FLAG(name) {name, name, #name}
#define FLAG_OF(name, field) {name, field, #name}

/* From the lowest bit up, as receive flags were given out. */
static const struct flag_row flags_rx[] = {
	FLAG(RTE_MBUF_F_RX_VLAN),
	FLAG(RTE_MBUF_F_RX_RSS_HASH),
	FLAG(RTE_MBUF_F_RX_FDIR),
	FLAG_OF(RTE_MBUF_F_RX_L4_CKSUM_BAD, RTE_MBUF_F_RX_L4_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_L4_CKSUM_GOOD, RTE_MBUF_F_RX_L4_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_L4_CKSUM_NONE, RTE_MBUF_F_RX_L4_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN, RTE_MBUF_F_RX_L4_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_IP_CKSUM_BAD, RTE_MBUF_F_RX_IP_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_IP_CKSUM_GOOD, RTE_MBUF_F_RX_IP_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_IP_CKSUM_NONE, RTE_MBUF_F_RX_IP_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_IP_CKSUM_UNKNOWN, RTE_MBUF_F_RX_IP_CKSUM_MASK),
	FLAG(RTE_MBUF_F_RX_OUTER_IP_CKSUM_BAD),
	FLAG(RTE_MBUF_F_RX_VLAN_STRIPPED),
	FLAG(RTE_MBUF_F_RX_IEEE1588_PTP),
	FLAG(RTE_MBUF_F_RX_IEEE1588_TMST),
	FLAG(RTE_MBUF_F_RX_FDIR_ID),
	FLAG(RTE_MBUF_F_RX_FDIR_FLX),
	FLAG(RTE_MBUF_F_RX_QINQ_STRIPPED),
	FLAG(RTE_MBUF_F_RX_LRO),
	FLAG(RTE_MBUF_F_RX_SEC_OFFLOAD),
	FLAG(RTE_MBUF_F_RX_SEC_OFFLOAD_FAILED),
	FLAG(RTE_MBUF_F_RX_QINQ),
	FLAG_OF(RTE_MBUF_F_RX_OUTER_L4_CKSUM_BAD, RTE_MBUF_F_RX_OUTER_L4_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_OUTER_L4_CKSUM_GOOD, RTE_MBUF_F_RX_OUTER_L4_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_OUTER_L4_CKSUM_INVALID, RTE_MBUF_F_RX_OUTER_L4_CKSUM_MASK),
	FLAG_OF(RTE_MBUF_F_RX_OUTER_L4_CKSUM_UNKNOWN, RTE_MBUF_F_RX_OUTER_L4_CKSUM_MASK),
};

/* From the highest bit down, as transmit flags were given out. */
static const struct flag_row flags_tx[] = {
	FLAG(RTE_MBUF_F_TX_OUTER_IPV6),
	FLAG(RTE_MBUF_F_TX_OUTER_IPV4),
	FLAG(RTE_MBUF_F_TX_OUTER_IP_CKSUM),
	FLAG(RTE_MBUF_F_TX_VLAN),
	FLAG(RTE_MBUF_F_TX_IPV6),
	FLAG(RTE_MBUF_F_TX_IPV4),
	FLAG(RTE_MBUF_F_TX_IP_CKSUM),
	FLAG_OF(RTE_MBUF_F_TX_TCP_CKSUM, RTE_MBUF_F_TX_L4_MASK),
	FLAG_OF(RTE_MBUF_F_TX_SCTP_CKSUM, RTE_MBUF_F_TX_L4_MASK),
	FLAG_OF(RTE_MBUF_F_TX_UDP_CKSUM, RTE_MBUF_F_TX_L4_MASK),
	FLAG_OF(RTE_MBUF_F_TX_L4_NO_CKSUM, RTE_MBUF_F_TX_L4_MASK),
	FLAG(RTE_MBUF_F_TX_IEEE1588_TMST),
	FLAG(RTE_MBUF_F_TX_TCP_SEG),
	FLAG(RTE_MBUF_F_TX_QINQ),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_VXLAN, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_GRE, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_IPIP, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_GENEVE, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_MPLSINUDP, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_VXLAN_GPE, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_GTP, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_ESP, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_IP, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG_OF(RTE_MBUF_F_TX_TUNNEL_UDP, RTE_MBUF_F_TX_TUNNEL_MASK),
	FLAG(RTE_MBUF_F_TX_MACSEC),
	FLAG(RTE_MBUF_F_TX_SEC_OFFLOAD),
	FLAG(RTE_MBUF_F_TX_UDP_SEG),
	FLAG(RTE_MBUF_F_TX_OUTER_UDP_CKSUM),
};

/* Name of a value that is not 0; NULL if no row has it. */
static const char *
flag_name(const struct flag_row *rows, unsigned int n_rows, uint64_t value)
{
	for (unsigned int i = 0; i < n_rows && value != 0; i++) {
		if (rows[i].value == value)
			return rows[i].name;
	}
	return NULL;
}

/* Write the names of the values that the fields of mask have. 0, or -1 if they do not fit. */
static int
flag_list(const struct flag_row *rows, unsigned int n_rows, uint64_t mask, char *buf,
		size_t buflen)
{
	struct mbuf_text text;

	mbuf_text_start(&text, buf, buflen);
	for (unsigned int i = 0; i < n_rows; i++) {
		if ((mask & rows[i].field) == rows[i].value)
			mbuf_text_word(&text, rows[i].name);
	}
	return mbuf_text_result(&text);
}

RTE_EXPORT_SYMBOL(rte_get_rx_ol_flag_name)
const char *
rte_get_rx_ol_flag_name(uint64_t mask)
{
	return flag_name(flags_rx, RTE_DIM(flags_rx), mask);
}

RTE_EXPORT_SYMBOL(rte_get_rx_ol_flag_list)
int
rte_get_rx_ol_flag_list(uint64_t mask, char *buf, size_t buflen)
{
	return flag_list(flags_rx, RTE_DIM(flags_rx), mask, buf, buflen);
}

RTE_EXPORT_SYMBOL(rte_get_tx_ol_flag_name)
const char *
rte_get_tx_ol_flag_name(uint64_t mask)
{
	return flag_name(flags_tx, RTE_DIM(flags_tx), mask);
}

RTE_EXPORT_SYMBOL(rte_get_tx_ol_flag_list)
int
rte_get_tx_ol_flag_list(uint64_t mask, char *buf, size_t buflen)
{
	return flag_list(flags_tx, RTE_DIM(flags_tx), mask, buf, buflen);
}
