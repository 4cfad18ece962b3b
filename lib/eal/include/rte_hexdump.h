/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Printing memory in hexadecimal.
 */

#ifndef _RTE_HEXDUMP_H_
#define _RTE_HEXDUMP_H_

/**
 * @file
 * Hexadecimal dumps. Any thread; output of several threads to one stream may mix by lines.
 */

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Write memory as lines of 16 bytes, each with its offset, hexadecimal and as characters.
 *
 * @param f
 *   Stream to write to.
 * @param title
 *   Text in front, NULL for none.
 * @param buf
 *   Memory to print.
 * @param len
 *   Bytes.
 */
void
rte_hexdump(FILE *f, const char *title, const void *buf, unsigned int len);

/**
 * Write memory as one run of hexadecimal bytes.
 *
 * @param f
 *   Stream to write to.
 * @param title
 *   Text in front, NULL for none.
 * @param buf
 *   Memory to print.
 * @param len
 *   Bytes.
 */
void
rte_memdump(FILE *f, const char *title, const void *buf, unsigned int len);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_HEXDUMP_H_ */
