/* SPDX-License-Identifier: BSD-3-Clause */

/**
 * @file
 * Build configuration: what the build found out (rte_build_config.h) and the fixed limits of the
 * libraries. Every source is compiled with this header in front; applications get it the same way
 * through pkg-config. A change of a value here changes the binary interface.
 */

#ifndef RTE_CONFIG_H
#define RTE_CONFIG_H

#include <rte_build_config.h>

/* compiler */
#ifdef __clang__
/** Name of the compiler family. */
#define RTE_TOOLCHAIN "clang"
/** Defined when clang compiles. */
#define RTE_TOOLCHAIN_CLANG 1
#else
/** Name of the compiler family. */
#define RTE_TOOLCHAIN "gcc"
/** Defined when gcc compiles. */
#define RTE_TOOLCHAIN_GCC 1
#endif

/** Old name of RTE_EXEC_ENV_LINUX. */
#define RTE_EXEC_ENV_LINUXAPP 1

/** First word of the version text. */
#define RTE_VER_PREFIX "DPDK"

/* EAL */
/** Cache lines left unused between fields of different lcores, against adjacent-line prefetch. */
#define RTE_CACHE_GUARD_LINES 1
/** Greatest number of heaps, one per NUMA node plus the external ones. */
#define RTE_MAX_HEAPS 32
/** Greatest size of one lcore variable, in bytes. */
#define RTE_MAX_LCORE_VAR 131072
/** Greatest number of memory segment lists. */
#define RTE_MAX_MEMSEG_LISTS 128
/** Greatest number of segments of one page size and node. */
#define RTE_MAX_MEMSEG_PER_TYPE 32768
/** Greatest amount of memory of one page size and node, in MiB. */
#define RTE_MAX_MEM_MB_PER_TYPE 65536
/** Greatest number of kinds of named lists. */
#define RTE_MAX_TAILQ 32
/** Greatest number of VFIO containers. */
#define RTE_MAX_VFIO_CONTAINERS 64
/** Most detailed log level that data-path messages are compiled for: RTE_LOG_INFO. */
#define RTE_LOG_DP_LEVEL 7
/** Trace points are compiled in. */
#define RTE_TRACE 1

/* mempool */
/** Greatest number of objects in a per-lcore cache. */
#define RTE_MEMPOOL_CACHE_MAX_SIZE 512

/* mbuf */
/** Handler of packet pools unless the user or the platform names another. */
#define RTE_MBUF_DEFAULT_MEMPOOL_OPS "ring_mp_mc"

#endif /* RTE_CONFIG_H */
