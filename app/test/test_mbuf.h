/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of mbuf_autotest. Each is one file; all run by mbuf_autotest, some by a name of
 * their own too.
 */

#ifndef TEST_MBUF_H
#define TEST_MBUF_H

#include <stddef.h>

/* One case: TEST_SUCCESS or TEST_FAILED. */
struct mbuf_case {
	const char *name;
	int (*run)(void);
};

/* Run the cases in order; stop at the first that fails, and name it. */
int
mbuf_cases_run(const struct mbuf_case *cases, size_t n);

int
test_mbuf_cache(void);

int
test_mbuf_chain(void);

int
test_mbuf_data(void);

int
test_mbuf_dyn(void);

int
test_mbuf_ext(void);

int
test_mbuf_free(void);

int
test_mbuf_model(void);

int
test_mbuf_names(void);

int
test_mbuf_pools(void);

#endif /* TEST_MBUF_H */
