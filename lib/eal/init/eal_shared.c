/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Life of the shared block. There are no secondary processes yet, so it has no name by which
 * another process could find it, and is private as the heap's memory is: what a forked child does
 * to its copies of both must not reach the parent. All else holds as if there were.
 */
#include <sys/mman.h>

#include <rte_eal.h>
#include <rte_version.h>

#include "eal_shared.h"

struct eal_shared *
eal_shared_create(void)
{
	struct eal_shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		return NULL;
	shared->version = RTE_VERSION;
	return shared;
}

void
eal_shared_destroy(struct eal_shared *shared)
{
	if (shared != NULL)
		munmap(shared, sizeof(*shared));
}
