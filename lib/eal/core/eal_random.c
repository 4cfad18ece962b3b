/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pseudo-random numbers: xoshiro256++ (Blackman and Vigna), one generator for each lcore id and one
 * for each thread without an id. A generator belongs to the thread that holds the id and is not
 * locked; ids change hands under the changes lock of the lcores.
 *
 * rte_srand() does not touch the generators: it publishes a seed and a new epoch, and each
 * generator starts afresh when it next finds that its epoch is old. Generator n takes the n-th
 * group of words that the seed spreads to, so an lcore repeats its numbers for the same seed.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/random.h>
#include <time.h>

#include <eal_export.h>
#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_random.h>
#include <rte_stdatomic.h>

#define STATE_WORDS 4
/* Step of splitmix64, which spreads a seed over the words of a generator. */
#define SPLITMIX_STEP UINT64_C(0x9e3779b97f4a7c15)

struct rand_generator {
	alignas(RTE_CACHE_LINE_SIZE) uint64_t word[STATE_WORDS];
	uint32_t epoch; /* of the seed it started from; 0 = never started */
	RTE_CACHE_GUARD;
};

static struct {
	struct rand_generator lcore[RTE_MAX_LCORE];
	RTE_ATOMIC(uint64_t) seed;      /* written before epoch */
	RTE_ATOMIC(uint32_t) epoch;     /* release on change, acquire by generators; never 0 */
	RTE_ATOMIC(uint32_t) n_plain;   /* generators of threads without an id that started */
	pthread_once_t once;
} rand_state = {.epoch = 1, .once = PTHREAD_ONCE_INIT};

static RTE_DEFINE_PER_LCORE(struct rand_generator, rand_plain);

static inline uint64_t
rand_rotate(uint64_t value, unsigned int bits)
{
	return value << bits | value >> (64 - bits);
}

static uint64_t
rand_spread(uint64_t *seed)
{
	uint64_t z = *seed += SPLITMIX_STEP;

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* First seed of the process, when the user has given none. */
static void
rand_seed_from_system(void)
{
	uint64_t seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != (ssize_t)sizeof(seed)) {
		struct timespec now;

		clock_gettime(CLOCK_MONOTONIC, &now);
		seed = (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^ (uintptr_t)&now;
	}
	rte_atomic_store_explicit(&rand_state.seed, seed, rte_memory_order_relaxed);
}

/* Start a generator from the current seed; epoch is what the caller read with acquire. */
static __rte_cold __rte_noinline void
rand_start(struct rand_generator *g, unsigned int lcore_id, uint32_t epoch)
{
	uint64_t number = lcore_id, seed;

	pthread_once(&rand_state.once, rand_seed_from_system);
	if (lcore_id >= RTE_MAX_LCORE)
		number = RTE_MAX_LCORE + rte_atomic_fetch_add_explicit(&rand_state.n_plain, 1,
			rte_memory_order_relaxed);
	seed = rte_atomic_load_explicit(&rand_state.seed, rte_memory_order_relaxed);
	seed += number * STATE_WORDS * SPLITMIX_STEP;
	for (unsigned int i = 0; i < STATE_WORDS; i++)
		g->word[i] = rand_spread(&seed);
	g->epoch = epoch;
}

/* The calling thread's generator, started. */
static inline struct rand_generator *
rand_get(void)
{
	/* Acquire: pairs with the release of rte_srand(), so the seed is at least as new. */
	uint32_t epoch = rte_atomic_load_explicit(&rand_state.epoch, rte_memory_order_acquire);
	unsigned int lcore_id = rte_lcore_id();
	struct rand_generator *g = lcore_id < RTE_MAX_LCORE ?
		&rand_state.lcore[lcore_id] : &RTE_PER_LCORE(rand_plain);

	if (unlikely(g->epoch != epoch))
		rand_start(g, lcore_id, epoch);
	return g;
}

static inline uint64_t
rand_next(struct rand_generator *g)
{
	uint64_t *w = g->word;
	uint64_t result = rand_rotate(w[0] + w[3], 23) + w[0];
	uint64_t shifted = w[1] << 17;

	w[2] ^= w[0];
	w[3] ^= w[1];
	w[1] ^= w[2];
	w[0] ^= w[3];
	w[2] ^= shifted;
	w[3] = rand_rotate(w[3], 45);
	return result;
}

RTE_EXPORT_SYMBOL(rte_srand)
void
rte_srand(uint64_t seedval)
{
	uint32_t epoch;

	/* Before the seed is set, or the first generator would overwrite it. */
	pthread_once(&rand_state.once, rand_seed_from_system);
	rte_atomic_store_explicit(&rand_state.n_plain, 0, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&rand_state.seed, seedval, rte_memory_order_relaxed);
	epoch = rte_atomic_fetch_add_explicit(&rand_state.epoch, 1, rte_memory_order_release);
	if (epoch == UINT32_MAX)
		rte_atomic_fetch_add_explicit(&rand_state.epoch, 1, rte_memory_order_release);
}

RTE_EXPORT_SYMBOL(rte_rand)
uint64_t
rte_rand(void)
{
	return rand_next(rand_get());
}

RTE_EXPORT_SYMBOL(rte_rand_max)
uint64_t
rte_rand_max(uint64_t upper_bound)
{
	struct rand_generator *g = rand_get();
	uint64_t mask, value;

	if (upper_bound < 2)
		return 0;
	/* Draw as many bits as the greatest result has, again while they are out of range. */
	mask = UINT64_MAX >> __builtin_clzll(upper_bound - 1);
	do {
		value = rand_next(g) & mask;
	} while (value >= upper_bound);
	return value;
}

RTE_EXPORT_SYMBOL(rte_drand)
double
rte_drand(void)
{
	/* The 53 bits that a double can hold, as a fraction of 2^53. */
	return (double)(rand_next(rand_get()) >> 11) * 0x1p-53;
}
