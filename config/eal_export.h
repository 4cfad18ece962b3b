/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Export markers. Each stands on a line of its own right in front of the definition of an exported
 * function or variable; buildtools/gen_version_map.py reads them and writes the version script,
 * which keeps every other symbol local. The compiler sees nothing.
 */

#ifndef EAL_EXPORT_H
#define EAL_EXPORT_H

/** Stable symbol: node DPDK_<ABI major>. */
#define RTE_EXPORT_SYMBOL(symbol)
/** Symbol that may still change: node EXPERIMENTAL. */
#define RTE_EXPORT_EXPERIMENTAL_SYMBOL(symbol)
/** Symbol for our own libraries and drivers only: node INTERNAL. */
#define RTE_EXPORT_INTERNAL_SYMBOL(symbol)

#endif /* EAL_EXPORT_H */
