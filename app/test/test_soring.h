/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of soring_autotest, and what they share with soring_stress_autotest.
 */

#ifndef TEST_SORING_H
#define TEST_SORING_H

#include <stdlib.h>
#include <string.h>

#include <rte_soring.h>

/* A ring with stages in memory of the C library; NULL without memory or with bad parameters. */
static inline struct rte_soring *
test_soring_create(const struct rte_soring_param *prm)
{
	const ssize_t sz = rte_soring_get_memsize(prm);
	void *r = NULL;
	ssize_t i;

	if (sz < 0 || posix_memalign(&r, RTE_CACHE_LINE_SIZE, sz) != 0)
		return NULL;
	/* What was there must not matter, not even if it looks like a release of one element. */
	for (i = 0; i < sz / 8; i++)
		((uint64_t *)r)[i] = (uint64_t)0x80000001 << 32 | 1;
	if (rte_soring_init(r, prm) != 0) {
		free(r);
		return NULL;
	}
	return r;
}

/* test_soring_model.c: any sequence of operations does what a model does */
int
test_soring_model(void);

#endif /* TEST_SORING_H */
