/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Words of used marks: element i is bit i % 64 of word i / 64, set = used. Pure
 * functions over the words; the caller holds the array's lock. The spare bits
 * beyond len in the last word are all set or all clear, so that a search which
 * runs into them ends at len.
 *
 * "used" selects what is looked for: true set bits, false clear ones. An index
 * function returns len when there is nothing to find; start is below len.
 */

#ifndef MEM_FBARRAY_BITS_H
#define MEM_FBARRAY_BITS_H

#include <stdbool.h>
#include <stdint.h>

#define FBITS_PER_WORD 64u

static inline unsigned int
fbits_words(unsigned int len)
{
	return (len + FBITS_PER_WORD - 1) / FBITS_PER_WORD;
}

static inline bool
fbits_test(const uint64_t *words, unsigned int idx)
{
	return (words[idx / FBITS_PER_WORD] >> (idx % FBITS_PER_WORD) & 1) != 0;
}

static inline void
fbits_assign(uint64_t *words, unsigned int idx, bool used)
{
	uint64_t bit = UINT64_C(1) << (idx % FBITS_PER_WORD);

	if (used)
		words[idx / FBITS_PER_WORD] |= bit;
	else
		words[idx / FBITS_PER_WORD] &= ~bit;
}

/* The same for n marks from first on; n is not 0. */
static inline void
fbits_assign_range(uint64_t *words, unsigned int first, unsigned int n, bool used)
{
	unsigned int last = first + n - 1;
	unsigned int word;

	for (word = first / FBITS_PER_WORD; word <= last / FBITS_PER_WORD; word++) {
		uint64_t bits = UINT64_MAX;

		if (word == first / FBITS_PER_WORD)
			bits &= UINT64_MAX << (first % FBITS_PER_WORD);
		if (word == last / FBITS_PER_WORD)
			bits &= UINT64_MAX >> (FBITS_PER_WORD - 1 - last % FBITS_PER_WORD);
		words[word] = used ? words[word] | bits : words[word] & ~bits;
	}
}

/* A word in which the wanted elements are ones. */
static inline uint64_t
fbits_wanted(const uint64_t *words, unsigned int word, bool used)
{
	return used ? words[word] : ~words[word];
}

/* Lowest wanted index at or above start. */
static inline unsigned int
fbits_next(const uint64_t *words, unsigned int len, unsigned int start, bool used)
{
	unsigned int n_words = fbits_words(len);
	unsigned int word = start / FBITS_PER_WORD;
	uint64_t ones = fbits_wanted(words, word, used) & UINT64_MAX << (start % FBITS_PER_WORD);

	while (ones == 0) {
		if (++word == n_words)
			return len;
		ones = fbits_wanted(words, word, used);
	}
	return word * FBITS_PER_WORD + (unsigned int)__builtin_ctzll(ones);
}

/* Highest wanted index at or below start. */
static inline unsigned int
fbits_prev(const uint64_t *words, unsigned int len, unsigned int start, bool used)
{
	unsigned int word = start / FBITS_PER_WORD;
	uint64_t ones = fbits_wanted(words, word, used) &
			UINT64_MAX >> (FBITS_PER_WORD - 1 - start % FBITS_PER_WORD);

	while (ones == 0) {
		if (word-- == 0)
			return len;
		ones = fbits_wanted(words, word, used);
	}
	return word * FBITS_PER_WORD + FBITS_PER_WORD - 1 - (unsigned int)__builtin_clzll(ones);
}

/* Wanted elements side by side from start upwards. */
static inline unsigned int
fbits_run_up(const uint64_t *words, unsigned int len, unsigned int start, bool used)
{
	return fbits_next(words, len, start, !used) - start;
}

/* Wanted elements side by side from start downwards. */
static inline unsigned int
fbits_run_down(const uint64_t *words, unsigned int len, unsigned int start, bool used)
{
	unsigned int other = fbits_prev(words, len, start, !used);

	return other == len ? start + 1 : start - other;
}

#endif /* MEM_FBARRAY_BITS_H */
