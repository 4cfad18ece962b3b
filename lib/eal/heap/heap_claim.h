/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Claims: which 64-byte lines of a range start the contents of an allocated
 * block. One bit a line, in a side table apart from the blocks, so that a
 * pointer can be judged without reading memory that may no longer be a header.
 *
 * The bit is set before a block is handed out and cleared by one atomic
 * operation when it is freed: of several that free it at once one sees the bit.
 * Setting is a release, clearing acquire and release: who clears a bit sees
 * all that was written before it was set. Knows nothing of the blocks' layout;
 * needs no lock.
 */

#ifndef HEAP_CLAIM_H
#define HEAP_CLAIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_stdatomic.h>

/* Bytes of memory per bit. */
#define HEAP_CLAIM_LINE 64

struct heap_claim {
	RTE_ATOMIC(uint64_t) *words; /* own mapping, zero at first */
	uintptr_t base;              /* first byte of the range, multiple of a line */
	size_t len;                  /* bytes of the range */
};

/*
 * Reserve a table for [base, base + len), all clear. Costs memory only where
 * bits get set. 0 or -ENOMEM.
 */
int
heap_claim_init(struct heap_claim *claim, const void *base, size_t len);

/* Give the table back. */
void
heap_claim_fini(struct heap_claim *claim);

/* Mark ptr, a multiple of a line inside the range, as the start of a block. */
void
heap_claim_set(struct heap_claim *claim, const void *ptr);

/*
 * Take the mark away. True: it was there and the caller alone has the block.
 * False: it was not, or ptr is no multiple of a line in the range.
 */
bool
heap_claim_take(struct heap_claim *claim, const void *ptr);

/* Is the mark there? Any ptr. */
bool
heap_claim_test(const struct heap_claim *claim, const void *ptr);

/* Nearest marked address below ptr, NULL if none: for messages, may be slow. */
void *
heap_claim_below(const struct heap_claim *claim, const void *ptr);

#endif /* HEAP_CLAIM_H */
