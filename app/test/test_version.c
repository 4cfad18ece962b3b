/* SPDX-License-Identifier: BSD-3-Clause */

/* version_autotest: the running library is that of the headers, in words and numbers. */

#include <string.h>

#include <rte_version.h>

#include "test.h"

static int
test_version(void)
{
	char text[128];

	TEST_ASSERT_EQUAL(rte_version_year(), RTE_VER_YEAR, "%u", rte_version_year());
	TEST_ASSERT_EQUAL(rte_version_month(), RTE_VER_MONTH, "%u", rte_version_month());
	TEST_ASSERT_EQUAL(rte_version_minor(), RTE_VER_MINOR, "%u", rte_version_minor());
	TEST_ASSERT_EQUAL(rte_version_release(), RTE_VER_RELEASE, "%u", rte_version_release());
	TEST_ASSERT_SUCCESS(strcmp(rte_version_prefix(), RTE_VER_PREFIX), "prefix");
	TEST_ASSERT_SUCCESS(strcmp(rte_version_suffix(), RTE_VER_SUFFIX), "suffix");
	TEST_ASSERT_EQUAL(RTE_VERSION, RTE_VERSION_NUM(rte_version_year(), rte_version_month(),
		rte_version_minor(), rte_version_release()), "number %x", RTE_VERSION);
	TEST_ASSERT(RTE_VERSION_NUM(26, 11, 0, 1) < RTE_VERSION_NUM(26, 11, 0, 99) &&
		RTE_VERSION_NUM(26, 11, 255, 255) < RTE_VERSION_NUM(27, 0, 0, 0), "order");

	/* 99 stands for a release, which the text does not name */
	snprintf(text, sizeof(text), "%s %d.%d.%d%s", RTE_VER_PREFIX, RTE_VER_YEAR, RTE_VER_MONTH,
		RTE_VER_MINOR, RTE_VER_SUFFIX);
	if (RTE_VER_RELEASE != 99)
		sprintf(text + strlen(text), "%d", RTE_VER_RELEASE);
	TEST_ASSERT_SUCCESS(strcmp(rte_version(), text), "'%s', not '%s'", rte_version(), text);
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(version_autotest, test_version)
