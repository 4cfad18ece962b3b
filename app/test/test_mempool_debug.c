/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_debug_autotest: faults that stop a program, each made in a child. Builds with
 * RTE_LIBRTE_MEMPOOL_DEBUG find all of them; in others the same calls must do no harm, but for a
 * cache that is longer than its array, which every build finds.
 */

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_malloc.h>

#include "child.h"
#include "test_mempool.h"

#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
#define HAS_MARKS true
#else
#define HAS_MARKS false
#endif

#define N_OBJS 8

/* The fault is made in the first pool. */
struct fault {
	const char *name;
	void (*make)(struct rte_mempool *mp, struct rte_mempool *other);
	const char *words; /* of the panic */
	bool always;       /* found by every build */
};

/* --- Faults ------------------------------------------------------------------------------ */

static void
put_twice(struct rte_mempool *mp, struct rte_mempool *other)
{
	void *obj;

	RTE_SET_USED(other);
	if (rte_mempool_get(mp, &obj) == 0) {
		rte_mempool_check_cookies(mp, &obj, 1, 0);
		rte_mempool_check_cookies(mp, &obj, 1, 0);
	}
}

static void
put_to_other(struct rte_mempool *mp, struct rte_mempool *other)
{
	void *obj;

	if (rte_mempool_get(other, &obj) == 0)
		rte_mempool_check_cookies(mp, &obj, 1, 0);
}

/* The handler gives an object that somebody has. */
static void
get_twice(struct rte_mempool *mp, struct rte_mempool *other)
{
	void *objs[N_OBJS];

	RTE_SET_USED(other);
	if (rte_mempool_get_bulk(mp, objs, N_OBJS) == 0) {
		rte_mempool_ops_enqueue_bulk(mp, objs, 1);
		rte_mempool_get(mp, objs);
	}
}

static void
write_before(struct rte_mempool *mp, struct rte_mempool *other)
{
	uint64_t *obj;

	RTE_SET_USED(other);
	if (rte_mempool_get(mp, (void **)&obj) == 0) {
		obj[-1] = 0;
		rte_mempool_audit(mp);
	}
}

static void
write_behind(struct rte_mempool *mp, struct rte_mempool *other)
{
	char *obj;

	RTE_SET_USED(other);
	if (rte_mempool_get(mp, (void **)&obj) == 0) {
		obj[mp->elt_size] ^= 1;
		rte_mempool_put(mp, obj);
	}
}

/* Into an object that is in the pool. */
static void
write_too_late(struct rte_mempool *mp, struct rte_mempool *other)
{
	char *obj;

	RTE_SET_USED(other);
	if (rte_mempool_get(mp, (void **)&obj) == 0) {
		rte_mempool_put(mp, obj);
		obj[mp->elt_size] ^= 1;
		rte_mempool_audit(mp);
	}
}

static void
lose_object(struct rte_mempool *mp, struct rte_mempool *other)
{
	RTE_SET_USED(other);
	mp->populated_size++;
	rte_mempool_audit(mp);
}

static void
lengthen_cache(struct rte_mempool *mp, struct rte_mempool *other)
{
	RTE_SET_USED(other);
	mp->local_cache[3].len = RTE_DIM(mp->local_cache[3].objs) + 1;
	rte_mempool_audit(mp);
}

static void
lengthen_cache_and_dump(struct rte_mempool *mp, struct rte_mempool *other)
{
	RTE_SET_USED(other);
	mp->local_cache[0].len = UINT32_MAX;
	rte_mempool_dump(stdout, mp);
}

static const struct fault faults[] = {
	{"put twice", put_twice, "which is in the pool already", false},
	{"put to another pool", put_to_other, "which belongs to", false},
	{"got twice", get_twice, "which is in use already", false},
	{"written before", write_before, "mark before it destroyed", false},
	{"written behind", write_behind, "mark behind it destroyed", false},
	{"written behind, in the pool", write_too_late, "mark behind it destroyed", false},
	{"one object less", lose_object, "8 objects in the list instead of 9", false},
	{"cache too long", lengthen_cache, "cache of lcore 3", true},
	{"cache too long in a dump", lengthen_cache_and_dump, "cache of lcore 0", true},
};

/* --- Children ---------------------------------------------------------------------------- */

static struct rte_mempool *
create_pool(const char *name)
{
	/* objects that are packed: what is written before and behind them belongs to them */
	return rte_mempool_create(name, N_OBJS, 64, 2, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY,
		RTE_MEMPOOL_F_NO_CACHE_ALIGN);
}

static int
run_fault(const void *arg)
{
	const struct rlimit no_core = {0, 0};
	const struct fault *fault = arg;
	struct rte_mempool *mp, *other;
	char line[128];

	setrlimit(RLIMIT_CORE, &no_core);
	signal(SIGABRT, SIG_DFL);
	snprintf(line, sizeof(line), "dpdk-test -l %d --no-huge --in-memory -m 64",
		child_first_cpu());
	CHILD_CHECK(child_init_eal(line) >= 0);
	mp = create_pool("faulty");
	other = create_pool("other");
	CHILD_CHECK(mp != NULL && other != NULL);
	fault->make(mp, other);
	return 0;
}

static int
check_fault(const struct fault *fault)
{
	const bool found = HAS_MARKS || fault->always;
	struct child_result result;

	TEST_ASSERT_SUCCESS(child_run(run_fault, fault, &result), "no child");
	TEST_ASSERT_EQUAL(result.status, found ? -SIGABRT : 0, "%s ends with %d: %s", fault->name,
		result.status, result.output);
	TEST_ASSERT(!found || strstr(result.output, fault->words) != NULL, "%s says %s",
		fault->name, result.output);
	TEST_ASSERT(!found || strstr(result.output, "faulty") != NULL, "%s does not say where: %s",
		fault->name, result.output);
	return TEST_SUCCESS;
}

/* Writes that a build without marks does not find would hit the next object there. */
static bool
is_harmless(const struct fault *fault)
{
	return HAS_MARKS || (fault->make != write_before && fault->make != write_behind &&
		fault->make != write_too_late && fault->make != get_twice);
}

static int
test_mempool_debug(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(faults); i++)
		if (is_harmless(&faults[i]))
			TEST_ASSERT_SUCCESS(check_fault(&faults[i]), "%s", faults[i].name);
	return TEST_SUCCESS;
}

REGISTER_BARE_TEST(mempool_debug_autotest, test_mempool_debug)
