/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A program that uses nothing but pools, for the linking of libraries: it names librte_mempool and
 * what that needs, shared or static, without --whole-archive. It creates a pool with every standard
 * handler, gets and puts all objects, and asks telemetry for the names of the pools, over a
 * socket.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_mempool.h>

#include "telemetry_peer.h"

#define N_OBJS 100

static const char * const handlers[] = {"ring_mp_mc", "ring_sp_sc", "ring_mp_sc", "ring_sp_mc",
	"ring_mt_rts", "ring_mt_hts", "stack", "lf_stack"};
static struct rte_mempool *pools[RTE_DIM(handlers)];

/* Make a pool, named as its handler, and use it. 0 or -1. */
static int
make_pool(unsigned int i)
{
	void *objs[N_OBJS];

	pools[i] = rte_mempool_create_empty(handlers[i], N_OBJS, 64, 8, 0, SOCKET_ID_ANY, 0);
	if (pools[i] == NULL || rte_mempool_set_ops_byname(pools[i], handlers[i], NULL) != 0 ||
			rte_mempool_populate_default(pools[i]) != N_OBJS) {
		fprintf(stderr, "no pool with handler %s: %s\n", handlers[i],
				rte_strerror(rte_errno));
		return -1;
	}
	if (rte_mempool_get_bulk(pools[i], objs, N_OBJS) != 0)
		return -1;
	rte_mempool_put_bulk(pools[i], objs, N_OBJS);
	return rte_mempool_full(pools[i]) ? 0 : -1;
}

/* Are all pools in the answer of telemetry? 0 or -1. */
static int
ask_telemetry(void)
{
	char path[100], name[32], answer[PEER_ANSWER_SZ];
	unsigned int i;
	int fd;

	snprintf(path, sizeof(path), "%s/dpdk_telemetry.v2", rte_eal_get_runtime_dir());
	fd = peer_open(path, answer);
	if (fd < 0 || peer_ask(fd, "/mempool/list", answer) <= 0) {
		fprintf(stderr, "no answer at %s\n", path);
		return -1;
	}
	printf("%s\n", answer);
	close(fd);
	for (i = 0; i < RTE_DIM(handlers); i++) {
		snprintf(name, sizeof(name), "\"%s\"", handlers[i]);
		if (strstr(answer, name) == NULL)
			return -1;
	}
	return 0;
}

/* Start EAL under a name of its own. 0 or -1. */
static int
start(void)
{
	char prefix[64], words[][16] = {"mempool-alone", "--no-huge", "--in-memory", "-m64"};
	char *argv[] = {words[0], words[1], words[2], words[3], prefix, NULL};

	snprintf(prefix, sizeof(prefix), "--file-prefix=alone_%d", (int)getpid());
	return rte_eal_init((int)RTE_DIM(argv) - 1, argv) < 0 ? -1 : 0;
}

int
main(void)
{
	unsigned int i;
	int status = 0;

	if (start() < 0) {
		fprintf(stderr, "no start: %s\n", rte_strerror(rte_errno));
		return 1;
	}
	for (i = 0; i < RTE_DIM(handlers); i++)
		status |= make_pool(i);
	status |= ask_telemetry();
	for (i = 0; i < RTE_DIM(handlers); i++)
		rte_mempool_free(pools[i]);
	rte_eal_cleanup();
	return status == 0 ? 0 : 1;
}
