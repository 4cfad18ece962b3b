/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Driver objects that the command line names. The list is empty: --driver-path is refused, and the
 * drivers there are come with their libraries.
 */
#include <stddef.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_eal.h>

RTE_EXPORT_INTERNAL_SYMBOL(rte_eal_driver_path_next)
const char *
rte_eal_driver_path_next(const char *start, bool cmdline_only)
{
	RTE_SET_USED(start);
	RTE_SET_USED(cmdline_only);
	return NULL;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_eal_driver_path_count)
unsigned int
rte_eal_driver_path_count(bool cmdline_only)
{
	RTE_SET_USED(cmdline_only);
	return 0;
}
