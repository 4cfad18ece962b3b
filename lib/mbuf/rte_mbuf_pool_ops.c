/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The default handler of packet pools. Each choice is a name in a memzone of its own, so that
 * all processes see it; a memzone that does not exist means no choice.
 */

#include <errno.h>
#include <string.h>

#include <eal_export.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_mbuf.h>
#include <rte_mbuf_pool_ops.h>
#include <rte_memzone.h>

#include "mbuf_log.h"

#define PLATFORM_ZONE "mbuf_platform_pool_ops"
#define USER_ZONE "mbuf_user_pool_ops"

/* The name kept in a zone; NULL if there is none. */
static const char *
pool_ops_read(const char *zone_name)
{
	const struct rte_memzone *zone = rte_memzone_lookup(zone_name);
	const char *name = zone != NULL ? zone->addr : NULL;

	return name != NULL && name[0] != '\0' ? name : NULL;
}

/* Check a handler's name. 0, -EINVAL or -ENAMETOOLONG. */
static int
pool_ops_check(const char *name)
{
	if (name == NULL || name[0] == '\0') {
		MBUF_LOG(ERR, "the default mempool handler needs a name that is not empty");
		return -EINVAL;
	}
	if (strnlen(name, RTE_MEMPOOL_OPS_NAMESIZE) == RTE_MEMPOOL_OPS_NAMESIZE) {
		MBUF_LOG(ERR, "name of mempool handler \"%s\" has more than %d characters", name,
			RTE_MEMPOOL_OPS_NAMESIZE - 1);
		return -ENAMETOOLONG;
	}
	return 0;
}

/* Keep a checked name in a zone, which is made if needed. 0 or a negative error. */
static int
pool_ops_write(const char *zone_name, const char *name)
{
	const struct rte_memzone *zone = rte_memzone_lookup(zone_name);

	if (zone == NULL)
		zone = rte_memzone_reserve(zone_name, RTE_MEMPOOL_OPS_NAMESIZE, SOCKET_ID_ANY, 0);
	if (zone == NULL)
		return -rte_errno;
	memcpy(zone->addr, name, strlen(name) + 1);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_mbuf_set_platform_mempool_ops)
int
rte_mbuf_set_platform_mempool_ops(const char *ops_name)
{
	const char *known = pool_ops_read(PLATFORM_ZONE);
	int ret = pool_ops_check(ops_name);

	if (ret != 0)
		return ret;
	if (known == NULL)
		return pool_ops_write(PLATFORM_ZONE, ops_name);
	if (strcmp(known, ops_name) == 0)
		return 0;
	MBUF_LOG(ERR, "the platform's mempool handler is \"%s\" already, not changed to \"%s\"",
		known, ops_name);
	return -EEXIST;
}

RTE_EXPORT_SYMBOL(rte_mbuf_platform_mempool_ops)
const char *
rte_mbuf_platform_mempool_ops(void)
{
	return pool_ops_read(PLATFORM_ZONE);
}

RTE_EXPORT_SYMBOL(rte_mbuf_set_user_mempool_ops)
int
rte_mbuf_set_user_mempool_ops(const char *ops_name)
{
	int ret = pool_ops_check(ops_name);

	return ret != 0 ? ret : pool_ops_write(USER_ZONE, ops_name);
}

RTE_EXPORT_SYMBOL(rte_mbuf_user_mempool_ops)
const char *
rte_mbuf_user_mempool_ops(void)
{
	const char *name = pool_ops_read(USER_ZONE);

	return name != NULL ? name : rte_eal_mbuf_user_pool_ops();
}

RTE_EXPORT_SYMBOL(rte_mbuf_best_mempool_ops)
const char *
rte_mbuf_best_mempool_ops(void)
{
	const char *name = rte_mbuf_user_mempool_ops();

	if (name == NULL)
		name = rte_mbuf_platform_mempool_ops();
	return name != NULL ? name : RTE_MBUF_DEFAULT_MEMPOOL_OPS;
}
