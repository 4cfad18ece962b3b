/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The version: of these headers as macros, of the loaded libraries as functions.
 */

#ifndef _RTE_VERSION_H_
#define _RTE_VERSION_H_

/**
 * @file
 * Version of headers and libraries. All functions are thread safe.
 */

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Number of a version; versions compare as their numbers do. Each part is below 256. */
#define RTE_VERSION_NUM(a, b, c, d) ((a) << 24 | (b) << 16 | (c) << 8 | (d))

/** Version of the headers: year, month, minor and release, which is 99 when final. */
#define RTE_VERSION RTE_VERSION_NUM(RTE_VER_YEAR, RTE_VER_MONTH, RTE_VER_MINOR, RTE_VER_RELEASE)

/** Name in front of the version. */
const char *
rte_version_prefix(void);

/** Year of the version, two digits. */
unsigned int
rte_version_year(void);

/** Month of the version. */
unsigned int
rte_version_month(void);

/** Minor number of the version. */
unsigned int
rte_version_minor(void);

/** What stands between minor number and release number, such as "-rc"; "" when final. */
const char *
rte_version_suffix(void);

/** Number of the release candidate; 99 when final. */
unsigned int
rte_version_release(void);

/**
 * Version of the libraries as text, such as "DPDK 26.11.0-rc1".
 *
 * @return
 *   Text that stays valid.
 */
const char *
rte_version(void);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_VERSION_H_ */
