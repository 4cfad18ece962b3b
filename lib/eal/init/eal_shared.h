/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The shared block: what all processes of a group have to see, one part a layer. It lies in a
 * mapping of its own and starts as zero bytes; each layer fills its part and owns the locks in it.
 */
#ifndef EAL_SHARED_H
#define EAL_SHARED_H

#include <stdint.h>

#include "core_shared.h"
#include "heap_shared.h"
#include "mem_shared.h"
#include "memzone_shared.h"

struct eal_shared {
	uint32_t magic;   /* RTE_MAGIC once every layer has filled its part */
	uint32_t version; /* RTE_VERSION of the process that made the block */
	struct core_shared core;
	struct mem_shared mem;
	struct heap_shared heap;
	struct memzone_shared memzone;
};

/* Make an empty block. Returns it, or NULL when the system has no memory for it. */
struct eal_shared *
eal_shared_create(void);

/* Give the block back; NULL is allowed. No layer may be using its part. */
void
eal_shared_destroy(struct eal_shared *shared);

#endif /* EAL_SHARED_H */
