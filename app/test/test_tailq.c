/* SPDX-License-Identifier: BSD-3-Clause */

/* tailq_autotest: named lists registered before and after the start of EAL. */

#include <stdlib.h>
#include <string.h>

#include <rte_eal_memconfig.h>
#include <rte_tailq.h>

#include "test.h"

TAILQ_HEAD(test_list, rte_tailq_entry);

static struct rte_tailq_elem early = {.name = "test_early"};
EAL_REGISTER_TAILQ(early)

static struct rte_tailq_elem late = {.name = "test_late"};
static struct rte_tailq_elem rival = {.name = "test_early"};

static int
test_registration(void)
{
	TEST_ASSERT_NOT_NULL(early.head, "early list has no head");
	TEST_ASSERT(rte_eal_tailq_lookup("test_early") == early.head, "early list not found");
	TEST_ASSERT(late.head != NULL || rte_eal_tailq_register(&late) == 0, "late list");
	TEST_ASSERT(late.head != NULL && late.head != early.head, "late list has no head");
	TEST_ASSERT(rte_eal_tailq_lookup("test_late") == late.head, "late list not found");
	TEST_ASSERT_EQUAL(rte_eal_tailq_register(&rival), -1, "one name twice");
	TEST_ASSERT_EQUAL(rte_eal_tailq_register(NULL), -1, "NULL");
	TEST_ASSERT_NULL(rte_eal_tailq_lookup("test_never"), "unknown name");
	TEST_ASSERT_NULL(rte_eal_tailq_lookup(NULL), "NULL");
	return TEST_SUCCESS;
}

static int
test_use(void)
{
	struct test_list *list = RTE_TAILQ_LOOKUP("test_late", test_list);
	struct rte_tailq_entry entry[3], *at, *next;
	unsigned int n = 0;

	TEST_ASSERT_NOT_NULL(list, "not found");
	rte_mcfg_tailq_write_lock();
	for (unsigned int i = 0; i < 3; i++) {
		entry[i].data = &entry[i];
		TAILQ_INSERT_TAIL(list, &entry[i], next);
	}
	rte_mcfg_tailq_write_unlock();
	rte_mcfg_tailq_read_lock();
	TAILQ_FOREACH(at, RTE_TAILQ_CAST(late.head, test_list), next)
		n += at->data == &entry[n];
	rte_mcfg_tailq_read_unlock();
	TEST_ASSERT_EQUAL(n, 3, "%u in order", n);
	rte_mcfg_tailq_write_lock();
	RTE_TAILQ_FOREACH_SAFE(at, list, next, next)
		TAILQ_REMOVE(list, at, next);
	rte_mcfg_tailq_write_unlock();
	TEST_ASSERT(TAILQ_EMPTY(list), "not empty");
	return TEST_SUCCESS;
}

static int
test_dump(void)
{
	bool has_both;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	rte_dump_tailq(f);
	fclose(f);
	has_both = strstr(text, "test_early") != NULL && strstr(text, "test_late") != NULL;
	free(text);
	TEST_ASSERT(has_both, "a list is missing in the dump");
	return TEST_SUCCESS;
}

static int
test_tailq(void)
{
	TEST_ASSERT_SUCCESS(test_registration(), "registration");
	TEST_ASSERT_SUCCESS(test_use(), "use");
	TEST_ASSERT_SUCCESS(test_dump(), "dump");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(tailq_autotest, test_tailq)
