/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The lcore table and the public functions that read it.
 *
 * Locks, in this order: lcore_state.changes for changes of the set of ids in use (user callbacks
 * run under it); lcore_state.table for the ids that walks visit, held for writing just to add or
 * take away one; lcore_state.cpus, a leaf, for the CPU sets, which an lcore's own thread may change
 * at any time. Everything else that readers look at is atomic: numbers are stored before the role
 * (release), so whoever sees a role (acquire) sees the numbers that belong to it.
 */

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_memory.h>
#include <rte_stdatomic.h>

#include "eal_config.h"
#include "eal_cpuset.h"
#include "eal_lcore.h"
#include "eal_log.h"
#include "linux_topology.h"

/* Roles are stored so that zero bytes mean ROLE_OFF. */
#define ROLE_CODE(role) ((uint32_t)(role) ^ ROLE_OFF)

struct lcore_entry {
	RTE_ATOMIC(uint32_t) role_code; /* ROLE_CODE(); release / acquire */
	RTE_ATOMIC(int) index;          /* relaxed, ordered by role_code */
	RTE_ATOMIC(int) first_cpu;      /* relaxed, ordered by role_code */
	RTE_ATOMIC(int) node;           /* of first_cpu; the same */
	rte_cpuset_t cpuset;            /* lock: cpus */
	bool shown;                     /* walks visit it; lock: table */
};

static struct {
	pthread_mutex_t changes;
	pthread_rwlock_t table;
	pthread_mutex_t cpus;
	struct lcore_entry lcore[RTE_MAX_LCORE];
	RTE_ATOMIC(bool) ready;            /* the fields below are set; release / acquire */
	RTE_ATOMIC(unsigned int) main;     /* relaxed: const while ready */
	RTE_ATOMIC(unsigned int) n_used;   /* relaxed; ids in use; lock: changes */
	struct topology topology;          /* const while ready */
	rte_cpuset_t control_cpuset;       /* const while ready */
	rte_cpuset_t main_before;          /* affinity of the main thread before it was pinned */
} lcore_state = {
	.changes = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
	.table = PTHREAD_RWLOCK_INITIALIZER,
	.cpus = PTHREAD_MUTEX_INITIALIZER,
};

/* What a thread knows of itself; only it reads and writes this. */
struct lcore_self {
	bool known;          /* the fields below are set */
	int node;            /* of all its CPUs, or -1 */
	rte_cpuset_t cpuset;
};

RTE_EXPORT_SYMBOL(per_lcore__lcore_id)
RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = LCORE_ID_ANY;

static RTE_DEFINE_PER_LCORE(struct lcore_self, lcore_self);

static bool
lcore_is_ready(void)
{
	return rte_atomic_load_explicit(&lcore_state.ready, rte_memory_order_acquire);
}

/* Note the CPUs of an id in use, or about to be. */
static void
lcore_set_cpus(unsigned int lcore_id, const rte_cpuset_t *cpuset)
{
	struct lcore_entry *lcore = &lcore_state.lcore[lcore_id];
	int cpu = topology_first_cpu(cpuset);
	int node = cpu < 0 ? 0 : lcore_state.topology.cpu[cpu].node;

	pthread_mutex_lock(&lcore_state.cpus);
	lcore->cpuset = *cpuset;
	rte_atomic_store_explicit(&lcore->first_cpu, cpu, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&lcore->node, node, rte_memory_order_relaxed);
	pthread_mutex_unlock(&lcore_state.cpus);
}

void
lcore_table_show(unsigned int lcore_id, bool shown)
{
	RTE_VERIFY(pthread_rwlock_wrlock(&lcore_state.table) == 0);
	lcore_state.lcore[lcore_id].shown = shown;
	pthread_rwlock_unlock(&lcore_state.table);
}

/* Bring an id into use. Changes lock held. */
static void
lcore_turn_on(unsigned int lcore_id, enum rte_lcore_role_t role, unsigned int index,
	const rte_cpuset_t *cpuset)
{
	struct lcore_entry *lcore = &lcore_state.lcore[lcore_id];

	lcore_set_cpus(lcore_id, cpuset);
	rte_atomic_store_explicit(&lcore->index, index, rte_memory_order_relaxed);
	rte_atomic_fetch_add_explicit(&lcore_state.n_used, 1, rte_memory_order_relaxed);
	/* Release: pairs with the acquire of rte_eal_lcore_role(). */
	rte_atomic_store_explicit(&lcore->role_code, ROLE_CODE(role), rte_memory_order_release);
}

void
lcore_table_give(unsigned int lcore_id)
{
	rte_atomic_store_explicit(&lcore_state.lcore[lcore_id].role_code, ROLE_CODE(ROLE_OFF),
		rte_memory_order_release);
	rte_atomic_fetch_sub_explicit(&lcore_state.n_used, 1, rte_memory_order_relaxed);
}

/* Take all ids out of use that are. */
static void
lcore_turn_all_off(void)
{
	lcore_changes_lock();
	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++) {
		if (rte_eal_lcore_role(i) == ROLE_OFF)
			continue;
		lcore_table_show(i, false);
		lcore_table_give(i);
	}
	lcore_changes_unlock();
}

/* Bring the ids of the map into use, in ascending order. */
static void
lcore_turn_on_map(const struct eal_lcore_map *map)
{
	unsigned int index = 0;

	lcore_changes_lock();
	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++) {
		if (!map->lcore[i].used)
			continue;
		lcore_turn_on(i, ROLE_RTE, index++, &map->lcore[i].cpuset);
		lcore_table_show(i, true);
	}
	lcore_changes_unlock();
}

/* CPUs the process had and that no lcore uses; those of the main lcore if none is left. */
static void
lcore_plan_control_cpus(const struct eal_lcore_map *map)
{
	rte_cpuset_t *set = &lcore_state.control_cpuset;

	*set = lcore_state.main_before;
	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++)
		for (unsigned int cpu = 0; cpu < CPU_SETSIZE && map->lcore[i].used; cpu++)
			if (CPU_ISSET(cpu, &map->lcore[i].cpuset))
				CPU_CLR(cpu, set);
	if (CPU_COUNT(set) == 0)
		*set = map->lcore[map->main_lcore].cpuset;
}

static void
lcore_log_map(const struct eal_lcore_map *map)
{
	char text[256];

	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++) {
		const rte_cpuset_t *set = &map->lcore[i].cpuset;
		int cpu = topology_first_cpu(set);

		if (!map->lcore[i].used)
			continue;
		eal_cpuset_format(set, text, sizeof(text));
		EAL_LOG(DEBUG, "lcore %u%s: CPUs %s, core %d, node %u", i,
			i == map->main_lcore ? " (main)" : "", text,
			topology_core(TOPOLOGY_SYSFS, cpu), rte_lcore_to_socket_id(i));
	}
}

/* Pin the calling thread to the main lcore's CPUs, noting where it was. Returns 0 or -errno. */
static int
lcore_pin_main(const struct eal_lcore_map *map)
{
	const rte_cpuset_t *set = &map->lcore[map->main_lcore].cpuset;
	char text[256];
	int ret;

	ret = pthread_getaffinity_np(pthread_self(), sizeof(lcore_state.main_before),
		&lcore_state.main_before);
	if (ret == 0)
		ret = pthread_setaffinity_np(pthread_self(), sizeof(*set), set);
	if (ret != 0) {
		eal_cpuset_format(set, text, sizeof(text));
		EAL_LOG(ERR, "main lcore %u cannot run on CPUs %s: %s; choose others with -l",
			map->main_lcore, text, strerror(ret));
	}
	return -ret;
}

int
lcore_init(const struct eal_config *cfg)
{
	const struct eal_lcore_map *map = &cfg->lcores;
	int ret;

	if (lcore_is_ready())
		return -EALREADY;
	if (map->main_lcore >= RTE_MAX_LCORE || !map->lcore[map->main_lcore].used) {
		EAL_LOG(ERR, "main lcore %u is not one of the lcores chosen", map->main_lcore);
		return -EINVAL;
	}
	ret = topology_read(TOPOLOGY_SYSFS, &lcore_state.topology);
	if (ret < 0) {
		EAL_LOG(ERR, "cannot find out which CPUs there are: %s", strerror(-ret));
		return ret;
	}
	ret = lcore_pin_main(map);
	if (ret < 0)
		return ret;
	lcore_turn_on_map(map);
	lcore_plan_control_cpus(map);
	rte_atomic_store_explicit(&lcore_state.main, map->main_lcore, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&lcore_state.ready, true, rte_memory_order_release);
	lcore_thread_enter(map->main_lcore, &map->lcore[map->main_lcore].cpuset);
	if (rte_log_can_log(RTE_LOGTYPE_EAL, RTE_LOG_DEBUG))
		lcore_log_map(map);
	return 0;
}

void
lcore_fini(void)
{
	rte_atomic_store_explicit(&lcore_state.ready, false, rte_memory_order_release);
	lcore_turn_all_off();
	rte_atomic_store_explicit(&lcore_state.main, 0, rte_memory_order_relaxed);
	lcore_thread_leave();
	pthread_setaffinity_np(pthread_self(), sizeof(lcore_state.main_before),
		&lcore_state.main_before);
}

static void
lcore_know_self(const rte_cpuset_t *cpuset)
{
	struct lcore_self *self = &RTE_PER_LCORE(lcore_self);

	self->node = lcore_is_ready() ? topology_set_node(&lcore_state.topology, cpuset) : -1;
	self->cpuset = *cpuset;
	self->known = true;
}

void
lcore_thread_enter(unsigned int lcore_id, const rte_cpuset_t *cpuset)
{
	lcore_know_self(cpuset);
	RTE_PER_LCORE(_lcore_id) = lcore_id;
}

void
lcore_thread_leave(void)
{
	RTE_PER_LCORE(_lcore_id) = LCORE_ID_ANY;
	RTE_PER_LCORE(lcore_self).known = false;
}

void
lcore_thread_moved(const rte_cpuset_t *cpuset)
{
	lcore_know_self(cpuset);
	if (rte_lcore_id() != LCORE_ID_ANY)
		lcore_set_cpus(rte_lcore_id(), cpuset);
}

const rte_cpuset_t *
lcore_thread_cpuset(void)
{
	const struct lcore_self *self = &RTE_PER_LCORE(lcore_self);

	return self->known ? &self->cpuset : NULL;
}

const rte_cpuset_t *
lcore_control_cpuset(void)
{
	return lcore_is_ready() ? &lcore_state.control_cpuset : NULL;
}

void
lcore_changes_lock(void)
{
	RTE_VERIFY(pthread_mutex_lock(&lcore_state.changes) == 0);
}

void
lcore_changes_unlock(void)
{
	pthread_mutex_unlock(&lcore_state.changes);
}

void
lcore_table_lock(void)
{
	RTE_VERIFY(pthread_rwlock_rdlock(&lcore_state.table) == 0);
}

bool
lcore_table_shows(unsigned int lcore_id)
{
	return lcore_state.lcore[lcore_id].shown;
}

void
lcore_table_unlock(void)
{
	pthread_rwlock_unlock(&lcore_state.table);
}

/* Smallest index that no lcore has. Fewer than RTE_MAX_LCORE are in use. Changes lock held. */
static unsigned int
lcore_free_index(void)
{
	bool used[RTE_MAX_LCORE + 1] = {false};
	unsigned int index = 0;

	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++)
		if (rte_eal_lcore_role(i) != ROLE_OFF)
			used[rte_lcore_index(i)] = true;
	while (used[index])
		index++;
	return index;
}

int
lcore_table_take(const rte_cpuset_t *cpuset)
{
	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++) {
		if (rte_eal_lcore_role(i) == ROLE_OFF) {
			lcore_turn_on(i, ROLE_NON_EAL, lcore_free_index(), cpuset);
			return i;
		}
	}
	return -ENOSPC;
}

RTE_EXPORT_SYMBOL(rte_eal_lcore_role)
enum rte_lcore_role_t
rte_eal_lcore_role(unsigned int lcore_id)
{
	uint32_t code;

	if (lcore_id >= RTE_MAX_LCORE)
		return ROLE_OFF;
	/* Acquire: pairs with the release of lcore_turn_on() and lcore_table_give(). */
	code = rte_atomic_load_explicit(&lcore_state.lcore[lcore_id].role_code,
		rte_memory_order_acquire);
	return (enum rte_lcore_role_t)ROLE_CODE(code);
}

RTE_EXPORT_SYMBOL(rte_lcore_has_role)
int
rte_lcore_has_role(unsigned int lcore_id, enum rte_lcore_role_t role)
{
	if (lcore_id >= RTE_MAX_LCORE)
		return -EINVAL;
	return rte_eal_lcore_role(lcore_id) == role;
}

RTE_EXPORT_SYMBOL(rte_lcore_is_enabled)
int
rte_lcore_is_enabled(unsigned int lcore_id)
{
	return rte_eal_lcore_role(lcore_id) == ROLE_RTE;
}

RTE_EXPORT_SYMBOL(rte_get_main_lcore)
unsigned int
rte_get_main_lcore(void)
{
	return rte_atomic_load_explicit(&lcore_state.main, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_lcore_count)
unsigned int
rte_lcore_count(void)
{
	return rte_atomic_load_explicit(&lcore_state.n_used, rte_memory_order_relaxed);
}

/* Entry of an id in use, else NULL. A negative id stands for that of the calling thread. */
static struct lcore_entry *
lcore_find(int lcore_id)
{
	unsigned int id = lcore_id < 0 ? rte_lcore_id() : (unsigned int)lcore_id;

	return rte_eal_lcore_role(id) == ROLE_OFF ? NULL : &lcore_state.lcore[id];
}

RTE_EXPORT_SYMBOL(rte_lcore_index)
int
rte_lcore_index(int lcore_id)
{
	struct lcore_entry *lcore = lcore_find(lcore_id);

	return lcore == NULL ? -1 :
		rte_atomic_load_explicit(&lcore->index, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_lcore_to_cpu_id)
int
rte_lcore_to_cpu_id(int lcore_id)
{
	struct lcore_entry *lcore = lcore_find(lcore_id);

	return lcore == NULL ? -1 :
		rte_atomic_load_explicit(&lcore->first_cpu, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_lcore_to_socket_id)
unsigned int
rte_lcore_to_socket_id(unsigned int lcore_id)
{
	struct lcore_entry *lcore = lcore_id >= RTE_MAX_LCORE ? NULL : lcore_find(lcore_id);

	return lcore == NULL ? (unsigned int)SOCKET_ID_ANY : (unsigned int)
		rte_atomic_load_explicit(&lcore->node, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_lcore_cpuset)
rte_cpuset_t
rte_lcore_cpuset(unsigned int lcore_id)
{
	struct lcore_entry *lcore = lcore_id >= RTE_MAX_LCORE ? NULL : lcore_find(lcore_id);
	rte_cpuset_t cpuset;

	CPU_ZERO(&cpuset);
	if (lcore != NULL) {
		pthread_mutex_lock(&lcore_state.cpus);
		cpuset = lcore->cpuset;
		pthread_mutex_unlock(&lcore_state.cpus);
	}
	return cpuset;
}

RTE_EXPORT_SYMBOL(rte_get_next_lcore)
unsigned int
rte_get_next_lcore(unsigned int i, int skip_main, int wrap)
{
	for (unsigned int n = 0; n < RTE_MAX_LCORE; n++) {
		i++;
		if (i >= RTE_MAX_LCORE && !wrap)
			break;
		if (i >= RTE_MAX_LCORE)
			i = 0;
		if (rte_lcore_is_enabled(i) && !(skip_main && i == rte_get_main_lcore()))
			return i;
	}
	return RTE_MAX_LCORE;
}

RTE_EXPORT_SYMBOL(rte_socket_id)
unsigned int
rte_socket_id(void)
{
	const struct lcore_self *self = &RTE_PER_LCORE(lcore_self);

	return self->known ? (unsigned int)self->node : (unsigned int)SOCKET_ID_ANY;
}

RTE_EXPORT_SYMBOL(rte_socket_count)
unsigned int
rte_socket_count(void)
{
	return lcore_is_ready() ? lcore_state.topology.n_nodes : 0;
}

RTE_EXPORT_SYMBOL(rte_socket_id_by_idx)
int
rte_socket_id_by_idx(unsigned int idx)
{
	if (idx >= rte_socket_count()) {
		rte_errno = EINVAL;
		return -1;
	}
	return lcore_state.topology.node[idx];
}
