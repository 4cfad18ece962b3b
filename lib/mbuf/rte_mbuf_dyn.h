/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Fields and flags of the mbuf that are placed at run time, by name.
 */

#ifndef _RTE_MBUF_DYN_H_
#define _RTE_MBUF_DYN_H_

/**
 * @file
 * Dynamic fields and flags.
 *
 * Libraries and applications register a name and get an offset in the mbuf, or a bit of
 * ol_flags; whoever registers the same name with the same parameters gets the same place.
 * Registrations last until EAL is cleaned up and are shared by all processes; only a primary
 * process can make new ones. All functions may be called from any thread after
 * rte_eal_init(), and need not be preceded by a registration.
 *
 * Free for fields: the bytes of dynfield1 (and dynfield2 where the build has it). Free for
 * flags: the bits RTE_MBUF_F_FIRST_FREE to RTE_MBUF_F_LAST_FREE. Dynamic fields are copied
 * with the packet, not initialised.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Size of the name of a field or flag, terminator included. */
#define RTE_MBUF_DYN_NAMESIZE 64

/** A dynamic field. */
struct rte_mbuf_dynfield {
	char name[RTE_MBUF_DYN_NAMESIZE];	/**< unique; see the file's names below */
	size_t size;		/**< bytes, 1 to 127 */
	size_t align;		/**< bytes, a power of two */
	unsigned int flags;	/**< reserved, 0 */
};

/** A dynamic flag. */
struct rte_mbuf_dynflag {
	char name[RTE_MBUF_DYN_NAMESIZE];	/**< unique; see the file's names below */
	unsigned int flags;	/**< reserved, 0 */
};

/**
 * Reserve room for a field, or find the field that has this name already.
 *
 * @param params
 *   Name, size and alignment.
 * @return
 *   Offset in struct rte_mbuf, in bytes; or -1 and rte_errno:
 *   - EINVAL: size 0 or not below that of the mbuf, alignment no power of two, flags not 0,
 *     name empty
 *   - ENAMETOOLONG: name without terminator
 *   - EEXIST: the name is known with other parameters
 *   - EPERM: a new name in a secondary process
 *   - ENOENT: not enough room
 *   - ENOMEM, or another error of the shared memory
 */
int
rte_mbuf_dynfield_register(const struct rte_mbuf_dynfield *params);

/**
 * As rte_mbuf_dynfield_register(), at a given place.
 *
 * @param params
 *   Name, size and alignment.
 * @param offset
 *   Wanted offset in struct rte_mbuf, in bytes; SIZE_MAX: anywhere.
 * @return
 *   As rte_mbuf_dynfield_register(), and:
 *   - EEXIST: the name is known at another place
 *   - EBUSY: the place is not free, not aligned or beyond the mbuf
 */
int
rte_mbuf_dynfield_register_offset(const struct rte_mbuf_dynfield *params, size_t offset);

/**
 * Find a field by name.
 *
 * @param name
 *   Its name.
 * @param params
 *   Gets its parameters; may be NULL.
 * @return
 *   Offset in struct rte_mbuf, in bytes; or -1 and rte_errno ENOENT, or the error of the
 *   shared memory.
 */
int
rte_mbuf_dynfield_lookup(const char *name, struct rte_mbuf_dynfield *params);

/**
 * Reserve a bit, or find the bit that has this name already. The lowest free bit is taken.
 *
 * @param params
 *   Name.
 * @return
 *   Number of the bit in ol_flags; or -1 and rte_errno:
 *   - EINVAL: flags not 0, name empty
 *   - ENAMETOOLONG: name without terminator
 *   - EEXIST: the name is known with other parameters
 *   - EPERM: a new name in a secondary process
 *   - ENOENT: no bit left
 *   - ENOMEM, or another error of the shared memory
 */
int
rte_mbuf_dynflag_register(const struct rte_mbuf_dynflag *params);

/**
 * As rte_mbuf_dynflag_register(), with a given bit.
 *
 * @param params
 *   Name.
 * @param bitnum
 *   Wanted bit of ol_flags; UINT_MAX: any.
 * @return
 *   As rte_mbuf_dynflag_register(), and:
 *   - EINVAL: a bit above 63
 *   - EEXIST: the name is known with another bit
 *   - EBUSY: the bit is not free
 */
int
rte_mbuf_dynflag_register_bitnum(const struct rte_mbuf_dynflag *params, unsigned int bitnum);

/**
 * Find a flag by name.
 *
 * @param name
 *   Its name.
 * @param params
 *   Gets its parameters; may be NULL.
 * @return
 *   Number of the bit in ol_flags; or -1 and rte_errno ENOENT, or the error of the shared
 *   memory.
 */
int
rte_mbuf_dynflag_lookup(const char *name, struct rte_mbuf_dynflag *params);

/** Pointer of the given type to the dynamic field at an offset, in bytes. */
#define RTE_MBUF_DYNFIELD(m, offset, type) ((type)((uintptr_t)(m) + (offset)))

/**
 * Write all registered fields and flags, and the free room, as text.
 *
 * @param out
 *   Stream to write to.
 */
void
rte_mbuf_dyn_dump(FILE *out);

/**
 * @name Names that several parties agree on
 * @{
 */
/** Field, rte_mbuf_history_t: last steps in the life of the mbuf. */
#define RTE_MBUF_DYNFIELD_HISTORY_NAME "rte_mbuf_dynfield_history"
/** Field, uint32_t: metadata of a flow rule. */
#define RTE_MBUF_DYNFIELD_METADATA_NAME "rte_flow_dynfield_metadata"
/** Flag: the metadata field is valid. */
#define RTE_MBUF_DYNFLAG_METADATA_NAME "rte_flow_dynflag_metadata"
/** Field, rte_mbuf_timestamp_t: time of arrival, or time to send at. */
#define RTE_MBUF_DYNFIELD_TIMESTAMP_NAME "rte_dynfield_timestamp"
/** Flag: the time stamp field holds the time of arrival. */
#define RTE_MBUF_DYNFLAG_RX_TIMESTAMP_NAME "rte_dynflag_rx_timestamp"
/** Flag: the time stamp field holds the time to send at. */
#define RTE_MBUF_DYNFLAG_TX_TIMESTAMP_NAME "rte_dynflag_tx_timestamp"
/** Field: what a device needs to hand over fragments it could not join. */
#define RTE_MBUF_DYNFIELD_IP_REASSEMBLY_NAME "rte_dynfield_ip_reassembly"
/** Flag: the device could not join the fragments of this packet. */
#define RTE_MBUF_DYNFLAG_IP_REASSEMBLY_INCOMPLETE_NAME "rte_dynflag_ip_reassembly_incomplete"
/** @} */

/** Last steps in the life of an mbuf, four bits each, the newest lowest. */
typedef RTE_ATOMIC(uint64_t) rte_mbuf_history_t;

/** A time stamp; unit and origin are the device's. */
typedef uint64_t rte_mbuf_timestamp_t;

/**
 * Register the time stamp field and the flag of received packets.
 *
 * @param field_offset
 *   Gets the offset of the field; may be NULL.
 * @param rx_flag
 *   Gets the flag as a mask of ol_flags; may be NULL.
 * @return
 *   0; or -1 and rte_errno as the registrations give it. The field stays registered when the
 *   flag cannot be.
 */
int
rte_mbuf_dyn_rx_timestamp_register(int *field_offset, uint64_t *rx_flag);

/**
 * Register the time stamp field and the flag of packets to send.
 *
 * @param field_offset
 *   Gets the offset of the field; may be NULL.
 * @param tx_flag
 *   Gets the flag as a mask of ol_flags; may be NULL.
 * @return
 *   0; or -1 and rte_errno as the registrations give it. The field stays registered when the
 *   flag cannot be.
 */
int
rte_mbuf_dyn_tx_timestamp_register(int *field_offset, uint64_t *tx_flag);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MBUF_DYN_H_ */
