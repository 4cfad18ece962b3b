/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where in a structure a new field goes. Pure.
 */

#ifndef MBUF_DYN_PLACE_H
#define MBUF_DYN_PLACE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Choose the offset of a field of size bytes in a structure of len bytes, of which the bytes with
 * is_free not 0 can be used. align is a power of two, size is not 0. wanted is the only offset
 * that will do, or SIZE_MAX. Gives the offset, or SIZE_MAX if there is none.
 */
size_t
mbuf_dyn_place(const uint8_t *is_free, size_t len, size_t size, size_t align, size_t wanted);

#endif /* MBUF_DYN_PLACE_H */
