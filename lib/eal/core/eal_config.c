/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The run configuration and the public functions that read it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>

#include "eal_config.h"

static struct eal_config config = {
	.lcores.main_lcore = EAL_LCORE_NONE,
};

const struct eal_config *
eal_config_get(void)
{
	return &config;
}

struct eal_config *
eal_config_edit(void)
{
	return &config;
}

void
eal_config_free_strings(struct eal_config *owner)
{
	free(owner->mbuf_pool_ops);
	free(owner->huge_dir);
}

void
eal_config_reset(void)
{
	eal_config_free_strings(&config);
	memset(&config, 0, sizeof(config));
	config.lcores.main_lcore = EAL_LCORE_NONE;
}

int
eal_config_set_str(char **dst, const char *src)
{
	char *copy = NULL;

	if (src != NULL) {
		copy = strdup(src);
		if (copy == NULL)
			return -ENOMEM;
	}
	free(*dst);
	*dst = copy;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_eal_process_type)
enum rte_proc_type_t
rte_eal_process_type(void)
{
	return config.proc_type;
}

RTE_EXPORT_SYMBOL(rte_eal_has_hugepages)
int
rte_eal_has_hugepages(void)
{
	return !config.no_huge;
}

RTE_EXPORT_SYMBOL(rte_eal_has_pci)
int
rte_eal_has_pci(void)
{
	return !config.no_pci;
}

RTE_EXPORT_SYMBOL(rte_eal_create_uio_dev)
int
rte_eal_create_uio_dev(void)
{
	/* the option is refused as long as there are no devices */
	return 0;
}

RTE_EXPORT_SYMBOL(rte_eal_iova_mode)
enum rte_iova_mode
rte_eal_iova_mode(void)
{
	return config.iova_mode;
}

RTE_EXPORT_SYMBOL(rte_eal_mbuf_user_pool_ops)
const char *
rte_eal_mbuf_user_pool_ops(void)
{
	return config.mbuf_pool_ops;
}

RTE_EXPORT_SYMBOL(rte_eal_get_runtime_dir)
const char *
rte_eal_get_runtime_dir(void)
{
	return config.runtime_dir;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_eal_get_baseaddr)
uint64_t
rte_eal_get_baseaddr(void)
{
	return config.base_virtaddr != 0 ? config.base_virtaddr : EAL_BASE_VIRTADDR;
}
