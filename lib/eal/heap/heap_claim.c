/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The table is a plain array of words; the header says what a bit means.
 */

#include <errno.h>

#include "heap_claim.h"
#include "mem_va.h"

#define WORD_BITS 64

/* Number of the line at ptr, or SIZE_MAX if no line of the range starts there. */
static size_t
claim_line(const struct heap_claim *claim, const void *ptr)
{
	size_t offset = (uintptr_t)ptr - claim->base;

	if (offset >= claim->len || offset % HEAP_CLAIM_LINE != 0)
		return SIZE_MAX;
	return offset / HEAP_CLAIM_LINE;
}

static uint64_t
claim_bit(size_t line)
{
	return UINT64_C(1) << (line % WORD_BITS);
}

static size_t
claim_table_sz(size_t len)
{
	size_t n_words = (len / HEAP_CLAIM_LINE + WORD_BITS - 1) / WORD_BITS;

	return n_words * sizeof(uint64_t);
}

int
heap_claim_init(struct heap_claim *claim, const void *base, size_t len)
{
	claim->words = mem_va_map_lazy(claim_table_sz(len));
	if (claim->words == NULL)
		return -ENOMEM;
	claim->base = (uintptr_t)base;
	claim->len = len;
	return 0;
}

void
heap_claim_fini(struct heap_claim *claim)
{
	if (claim->words != NULL)
		mem_va_release((void *)(uintptr_t)claim->words, claim_table_sz(claim->len));
	claim->words = NULL;
	claim->len = 0;
}

void
heap_claim_set(struct heap_claim *claim, const void *ptr)
{
	size_t line = claim_line(claim, ptr);

	/* pairs with the acquire in heap_claim_take() and heap_claim_test() */
	rte_atomic_fetch_or_explicit(&claim->words[line / WORD_BITS], claim_bit(line),
		rte_memory_order_release);
}

bool
heap_claim_take(struct heap_claim *claim, const void *ptr)
{
	size_t line = claim_line(claim, ptr);
	uint64_t before;

	if (line == SIZE_MAX)
		return false;
	before = rte_atomic_fetch_and_explicit(&claim->words[line / WORD_BITS], ~claim_bit(line),
		rte_memory_order_acq_rel);
	return (before & claim_bit(line)) != 0;
}

bool
heap_claim_test(const struct heap_claim *claim, const void *ptr)
{
	size_t line = claim_line(claim, ptr);

	if (line == SIZE_MAX)
		return false;
	return (rte_atomic_load_explicit(&claim->words[line / WORD_BITS],
		rte_memory_order_acquire) & claim_bit(line)) != 0;
}

void *
heap_claim_below(const struct heap_claim *claim, const void *ptr)
{
	size_t offset = (uintptr_t)ptr - claim->base;
	size_t line, word;
	uint64_t mask;

	if (offset == 0 || offset > claim->len)
		return NULL;
	line = (offset - 1) / HEAP_CLAIM_LINE;
	word = line / WORD_BITS;
	mask = (claim_bit(line) << 1) - 1; /* this line and those before it */
	for (;;) {
		uint64_t bits = rte_atomic_load_explicit(&claim->words[word],
			rte_memory_order_acquire) & mask;

		if (bits != 0) {
			line = word * WORD_BITS + WORD_BITS - 1 - (size_t)__builtin_clzll(bits);
			return (void *)(claim->base + line * HEAP_CLAIM_LINE);
		}
		if (word-- == 0)
			return NULL;
		mask = UINT64_MAX;
	}
}
