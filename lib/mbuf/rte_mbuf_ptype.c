/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Names of packet types. Constant tables: a row is one value of one layer; the layers stand in
 * the order of the packet.
 */

#include <string.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_mbuf_ptype.h>

#include "mbuf_text.h"

struct ptype_row {
	uint32_t value;
	const char *name;
};

struct ptype_layer {
	uint32_t mask;
	const char *unknown;	/* name of a value that is not in rows */
	const struct ptype_row *rows;
	unsigned int n_rows;
};

#define PTYPE(name) {RTE_PTYPE_##name, #name}
#define LAYER(name, rows) {RTE_PTYPE_##name##_MASK, #name "_UNKNOWN", rows, RTE_DIM(rows)}

static const struct ptype_row ptypes_l2[] = {
	PTYPE(L2_ETHER),
	PTYPE(L2_ETHER_TIMESYNC),
	PTYPE(L2_ETHER_ARP),
	PTYPE(L2_ETHER_LLDP),
	PTYPE(L2_ETHER_NSH),
	PTYPE(L2_ETHER_VLAN),
	PTYPE(L2_ETHER_QINQ),
	PTYPE(L2_ETHER_PPPOE),
	PTYPE(L2_ETHER_FCOE),
	PTYPE(L2_ETHER_MPLS),
};

static const struct ptype_row ptypes_l3[] = {
	PTYPE(L3_IPV4),
	PTYPE(L3_IPV4_EXT),
	PTYPE(L3_IPV6),
	PTYPE(L3_IPV4_EXT_UNKNOWN),
	PTYPE(L3_IPV6_EXT),
	PTYPE(L3_IPV6_EXT_UNKNOWN),
};

static const struct ptype_row ptypes_l4[] = {
	PTYPE(L4_TCP),
	PTYPE(L4_UDP),
	PTYPE(L4_FRAG),
	PTYPE(L4_SCTP),
	PTYPE(L4_ICMP),
	PTYPE(L4_NONFRAG),
	PTYPE(L4_IGMP),
	PTYPE(L4_ESP),
};

static const struct ptype_row ptypes_tunnel[] = {
	PTYPE(TUNNEL_IP),
	PTYPE(TUNNEL_GRE),
	PTYPE(TUNNEL_VXLAN),
	PTYPE(TUNNEL_NVGRE),
	PTYPE(TUNNEL_GENEVE),
	PTYPE(TUNNEL_GRENAT),
	PTYPE(TUNNEL_GTPC),
	PTYPE(TUNNEL_GTPU),
	PTYPE(TUNNEL_ESP),
	PTYPE(TUNNEL_L2TP),
	PTYPE(TUNNEL_VXLAN_GPE),
	PTYPE(TUNNEL_MPLS_IN_GRE),
	PTYPE(TUNNEL_MPLS_IN_UDP),
};

static const struct ptype_row ptypes_inner_l2[] = {
	PTYPE(INNER_L2_ETHER),
	PTYPE(INNER_L2_ETHER_VLAN),
	PTYPE(INNER_L2_ETHER_QINQ),
};

static const struct ptype_row ptypes_inner_l3[] = {
	PTYPE(INNER_L3_IPV4),
	PTYPE(INNER_L3_IPV4_EXT),
	PTYPE(INNER_L3_IPV6),
	PTYPE(INNER_L3_IPV4_EXT_UNKNOWN),
	PTYPE(INNER_L3_IPV6_EXT),
	PTYPE(INNER_L3_IPV6_EXT_UNKNOWN),
};

static const struct ptype_row ptypes_inner_l4[] = {
	PTYPE(INNER_L4_TCP),
	PTYPE(INNER_L4_UDP),
	PTYPE(INNER_L4_FRAG),
	PTYPE(INNER_L4_SCTP),
	PTYPE(INNER_L4_ICMP),
	PTYPE(INNER_L4_NONFRAG),
	PTYPE(INNER_L4_ESP),
};

enum {
	LAYER_L2,
	LAYER_L3,
	LAYER_L4,
	LAYER_TUNNEL,
	LAYER_INNER_L2,
	LAYER_INNER_L3,
	LAYER_INNER_L4,
	N_LAYERS,
};

static const struct ptype_layer ptype_layers[N_LAYERS] = {
	[LAYER_L2] = LAYER(L2, ptypes_l2),
	[LAYER_L3] = LAYER(L3, ptypes_l3),
	[LAYER_L4] = LAYER(L4, ptypes_l4),
	[LAYER_TUNNEL] = LAYER(TUNNEL, ptypes_tunnel),
	[LAYER_INNER_L2] = LAYER(INNER_L2, ptypes_inner_l2),
	[LAYER_INNER_L3] = LAYER(INNER_L3, ptypes_inner_l3),
	[LAYER_INNER_L4] = LAYER(INNER_L4, ptypes_inner_l4),
};

/* Name of what a packet type says about one layer. */
static const char *
ptype_layer_name(const struct ptype_layer *layer, uint32_t ptype)
{
	for (unsigned int i = 0; i < layer->n_rows; i++) {
		if (layer->rows[i].value == (ptype & layer->mask))
			return layer->rows[i].name;
	}
	return layer->unknown;
}

RTE_EXPORT_SYMBOL(rte_get_ptype_l2_name)
const char *
rte_get_ptype_l2_name(uint32_t ptype)
{
	return ptype_layer_name(&ptype_layers[LAYER_L2], ptype);
}

RTE_EXPORT_SYMBOL(rte_get_ptype_l3_name)
const char *
rte_get_ptype_l3_name(uint32_t ptype)
{
	return ptype_layer_name(&ptype_layers[LAYER_L3], ptype);
}

RTE_EXPORT_SYMBOL(rte_get_ptype_l4_name)
const char *
rte_get_ptype_l4_name(uint32_t ptype)
{
	return ptype_layer_name(&ptype_layers[LAYER_L4], ptype);
}

RTE_EXPORT_SYMBOL(rte_get_ptype_tunnel_name)
const char *
rte_get_ptype_tunnel_name(uint32_t ptype)
{
	return ptype_layer_name(&ptype_layers[LAYER_TUNNEL], ptype);
}

RTE_EXPORT_SYMBOL(rte_get_ptype_inner_l2_name)
const char *
rte_get_ptype_inner_l2_name(uint32_t ptype)
{
	return ptype_layer_name(&ptype_layers[LAYER_INNER_L2], ptype);
}

RTE_EXPORT_SYMBOL(rte_get_ptype_inner_l3_name)
const char *
rte_get_ptype_inner_l3_name(uint32_t ptype)
{
	return ptype_layer_name(&ptype_layers[LAYER_INNER_L3], ptype);
}

RTE_EXPORT_SYMBOL(rte_get_ptype_inner_l4_name)
const char *
rte_get_ptype_inner_l4_name(uint32_t ptype)
{
	return ptype_layer_name(&ptype_layers[LAYER_INNER_L4], ptype);
}

RTE_EXPORT_SYMBOL(rte_get_ptype_name)
int
rte_get_ptype_name(uint32_t ptype, char *buf, size_t buflen)
{
	struct mbuf_text text;

	if ((ptype & RTE_PTYPE_ALL_MASK) == 0) {
		if (buflen == 0)
			return -1;
		return snprintf(buf, buflen, "UNKNOWN") < (int)buflen ? 0 : -1;
	}
	mbuf_text_start(&text, buf, buflen);
	for (unsigned int i = 0; i < N_LAYERS; i++) {
		if ((ptype & ptype_layers[i].mask) != 0)
			mbuf_text_word(&text, ptype_layer_name(&ptype_layers[i], ptype));
	}
	return mbuf_text_result(&text);
}
