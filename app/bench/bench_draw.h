/* SPDX-License-Identifier: BSD-3-Clause */

#ifndef BENCH_DRAW_H
#define BENCH_DRAW_H

#include <stdint.h>

/* A random number, repeatable and cheap (xorshift); the state is any number but 0. */
static inline uint32_t
bench_draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)(*state >> 32);
}

#endif /* BENCH_DRAW_H */
