/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The smallest program that uses the stack: start, take 512 packet buffers, give them back in bulk,
 * see that the pool is full. Shows as well which libraries it runs on.
 */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr() */
#endif

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_version.h>

#if RTE_VERSION < RTE_VERSION_NUM(26, 11, 0, 0)
#error "These headers are older than 26.11: is PKG_CONFIG_PATH set?"
#endif

#define BURST 512

static int
print_library(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	if (strstr(info->dlpi_name, "librte_") != NULL)
		printf("loaded %s\n", info->dlpi_name);
	return 0;
}

int
main(int argc, char **argv)
{
	struct rte_mbuf *mbufs[BURST];
	struct rte_mempool *pool;
	int full;

	if (rte_eal_init(argc, argv) < 0) {
		fprintf(stderr, "EAL did not start: %s\n", rte_strerror(rte_errno));
		return EXIT_FAILURE;
	}
	printf("%s\n", rte_version());
	dl_iterate_phdr(print_library, NULL);

	pool = rte_pktmbuf_pool_create("pool", 1023, 256, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
		(int)rte_socket_id());
	if (pool == NULL) {
		fprintf(stderr, "no pool: %s\n", rte_strerror(rte_errno));
		rte_eal_cleanup();
		return EXIT_FAILURE;
	}
	if (rte_pktmbuf_alloc_bulk(pool, mbufs, BURST) != 0) {
		fprintf(stderr, "no %d packet buffers\n", BURST);
		rte_mempool_free(pool);
		rte_eal_cleanup();
		return EXIT_FAILURE;
	}
	rte_pktmbuf_free_bulk(mbufs, BURST);
	full = rte_mempool_full(pool);
	printf("pool full again: %s\n", full ? "yes" : "no");
	rte_mempool_free(pool);
	rte_eal_cleanup();
	return full ? EXIT_SUCCESS : EXIT_FAILURE;
}
