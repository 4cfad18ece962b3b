/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lcore variables. They are cut from blocks of RTE_MAX_LCORE lines, RTE_MAX_LCORE_VAR bytes each; a
 * variable takes the same offset in every line of one block. A block is address space that the
 * kernel fills with zero pages as they are touched. Blocks are never given back: handles of static
 * variables outlive rte_eal_cleanup(). Lock: lcore_var_state.lock, by allocation only.
 */

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_lcore_var.h>

#define BLOCK_SZ ((size_t)RTE_MAX_LCORE_VAR * RTE_MAX_LCORE)

static_assert(RTE_MAX_LCORE_VAR % RTE_CACHE_LINE_SIZE == 0, "lcore variables would share a line");

static struct {
	pthread_mutex_t lock;
	uint8_t *block;  /* newest block, NULL before the first; lock */
	size_t used_sz;  /* bytes taken from each of its lines; lock */
} lcore_var_state = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

/* Start a new block; what is left of the old one stays unused. */
static void
lcore_var_add_block(void)
{
	void *block = mmap(NULL, BLOCK_SZ, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (block == MAP_FAILED)
		rte_panic("no address space for lcore variables: %zu bytes: %s\n", BLOCK_SZ,
			strerror(errno));
	/* A huge page would span many lines of which little is used. Without effect is fine too. */
	madvise(block, BLOCK_SZ, MADV_NOHUGEPAGE);
	lcore_var_state.block = block;
	lcore_var_state.used_sz = 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_lcore_var_alloc)
void *
rte_lcore_var_alloc(size_t size, size_t align)
{
	size_t offset;
	void *handle;

	if (align == 0)
		align = alignof(max_align_t);
	if (size == 0 || size > RTE_MAX_LCORE_VAR)
		rte_panic("lcore variable of %zu bytes: 1 to %u are possible\n", size,
			RTE_MAX_LCORE_VAR);
	if ((align & (align - 1)) != 0 || align > RTE_CACHE_LINE_SIZE)
		rte_panic("lcore variable aligned to %zu: a power of two up to %u is possible\n",
			align, RTE_CACHE_LINE_SIZE);

	pthread_mutex_lock(&lcore_var_state.lock);
	offset = RTE_ALIGN_CEIL(lcore_var_state.used_sz, align);
	if (lcore_var_state.block == NULL || offset + size > RTE_MAX_LCORE_VAR) {
		lcore_var_add_block();
		offset = 0;
	}
	handle = &lcore_var_state.block[offset];
	lcore_var_state.used_sz = offset + size;
	pthread_mutex_unlock(&lcore_var_state.lock);
	return handle;
}
