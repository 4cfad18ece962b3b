/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mbuf_autotest: all parts, in an order in which each builds on what the ones before have shown.
 */

#include <stdio.h>

#include <rte_common.h>

#include "test.h"
#include "test_mbuf.h"

int
mbuf_cases_run(const struct mbuf_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (cases[i].run() != TEST_SUCCESS) {
			fprintf(stderr, "case %s failed\n", cases[i].name);
			return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

static int
test_mbuf(void)
{
	static const struct mbuf_case parts[] = {
		{"pools", test_mbuf_pools},
		{"data", test_mbuf_data},
		{"chain", test_mbuf_chain},
		{"names", test_mbuf_names},
		{"dyn", test_mbuf_dyn},
		{"ext", test_mbuf_ext},
		{"free", test_mbuf_free},
		{"cache", test_mbuf_cache},
		{"model", test_mbuf_model},
	};

	return mbuf_cases_run(parts, RTE_DIM(parts));
}

REGISTER_FAST_TEST(mbuf_autotest, test_mbuf)
