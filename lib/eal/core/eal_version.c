/* SPDX-License-Identifier: BSD-3-Clause */

/* The version of the library that is running, as the build recorded it. */

#include <eal_export.h>
#include <rte_common.h>
#include <rte_version.h>

/* A release candidate carries its number after the suffix; RELEASE_FINAL marks a release. */
#define RELEASE_FINAL 99
#if RTE_VER_RELEASE == RELEASE_FINAL
#define VERSION_TAIL RTE_VER_SUFFIX
#else
#define VERSION_TAIL RTE_VER_SUFFIX RTE_STR(RTE_VER_RELEASE)
#endif

RTE_EXPORT_SYMBOL(rte_version_prefix)
const char *
rte_version_prefix(void)
{
	return RTE_VER_PREFIX;
}

RTE_EXPORT_SYMBOL(rte_version_year)
unsigned int
rte_version_year(void)
{
	return RTE_VER_YEAR;
}

RTE_EXPORT_SYMBOL(rte_version_month)
unsigned int
rte_version_month(void)
{
	return RTE_VER_MONTH;
}

RTE_EXPORT_SYMBOL(rte_version_minor)
unsigned int
rte_version_minor(void)
{
	return RTE_VER_MINOR;
}

RTE_EXPORT_SYMBOL(rte_version_suffix)
const char *
rte_version_suffix(void)
{
	return RTE_VER_SUFFIX;
}

RTE_EXPORT_SYMBOL(rte_version_release)
unsigned int
rte_version_release(void)
{
	return RTE_VER_RELEASE;
}

RTE_EXPORT_SYMBOL(rte_version)
const char *
rte_version(void)
{
	return RTE_VER_PREFIX " " RTE_STR(RTE_VER_YEAR) "." RTE_STR(RTE_VER_MONTH) "."
		RTE_STR(RTE_VER_MINOR) VERSION_TAIL;
}
