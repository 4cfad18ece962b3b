/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Test of the whole memory layer where the system, or somebody else, gets in the
 * way: a control group that lets fewer hugepages through than the system promises,
 * blocked NUMA calls, threads that want more than a node's limit at once.
 */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mntent.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <rte_common.h>
#include <rte_memory.h>
#include <rte_stdatomic.h>

#include "mem_backend.h"
#include "mem_layer.h"
#include "unit_random.h"

#define N_PAGES 16u
#define N_GROUP 4u /* pages that the control group lets through */
#define N_LIMIT 6u /* pages of the node */
#define N_THREADS 4u
#define N_EACH 4u /* pages that are a thread's to get */
#define N_ROUNDS 2000

static const struct mem_area *area;
static char group_root[64]; /* folder of all control groups */
static char group[128];     /* the one that was made, "" = none */
static bool group_enabled;  /* its kind was turned on for that */

static char *
page(unsigned int nr)
{
	return (char *)area->addr + nr * HUGE_PAGE_SZ;
}

static int
get(unsigned int first, unsigned int n)
{
	return mem_pages_get(area, page(first), n * HUGE_PAGE_SZ);
}

/* Write a word to a file of a control group. */
static bool
write_word(const char *folder, const char *file, const char *word)
{
	char path[256];
	FILE *f;
	bool done;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	f = fopen(path, "we");
	if (f == NULL)
		return false;
	done = fputs(word, f) >= 0;
	return fclose(f) == 0 && done;
}

/* Make a control group; false where that cannot be. */
static bool
make_group(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	char limit[32];
	struct mntent *mount;

	while (mounts != NULL && group_root[0] == '\0' && (mount = getmntent(mounts)) != NULL) {
		if (strcmp(mount->mnt_type, "cgroup2") == 0)
			snprintf(group_root, sizeof(group_root), "%s", mount->mnt_dir);
	}
	if (mounts != NULL)
		endmntent(mounts);
	snprintf(group, sizeof(group), "%s/dpdk-test-%d", group_root, (int)getpid());
	snprintf(limit, sizeof(limit), "%zu", N_GROUP * HUGE_PAGE_SZ);
	if (group_root[0] == '\0' || mkdir(group, 0700) != 0)
		group[0] = '\0';
	else if (!write_word(group, "hugetlb.2MB.max", limit))
		group_enabled = write_word(group_root, "cgroup.subtree_control", "+hugetlb");
	if (group[0] != '\0' && write_word(group, "hugetlb.2MB.max", limit))
		return true;
	printf("no control group for hugepages can be made here: that part is left out\n");
	return false;
}

static void
drop_group(void)
{
	if (group[0] != '\0')
		rmdir(group);
	if (group_enabled)
		(void)write_word(group_root, "cgroup.subtree_control", "-hugetlb");
}

/* The system has the pages and promises them; the group does not let them through. */
static void
run_group(void)
{
	struct eal_config *cfg = layer_config();

	UNIT_CHECK(write_word(group, "cgroup.procs", "0"));
	cfg->memory_sz = (N_GROUP + 1) * HUGE_PAGE_SZ;
	UNIT_CHECK(layer_start() == -ENOMEM && layer_log_lines == 1);
	UNIT_CHECK(strstr(layer_log, "control group") != NULL);
	UNIT_CHECK(huge_count_free() == N_PAGES && huge_count("resv_hugepages") == 0);

	cfg->memory_sz = 2 * HUGE_PAGE_SZ;
	UNIT_CHECK(layer_start() == 0);
	area = mem_area_get(0);
	UNIT_CHECK(get(2, N_GROUP - 1) == -ENOMEM && get(2, N_GROUP - 1) == -ENOMEM);
	UNIT_CHECK(huge_count_free() == N_PAGES - 2);
	UNIT_CHECK(huge_count("resv_hugepages") == 0);
	UNIT_CHECK(get(2, N_GROUP - 2) == 0 && page(N_GROUP - 1)[1] == 0);
	UNIT_CHECK(get(N_GROUP, 1) == -ENOMEM);
	UNIT_CHECK(rte_eal_get_physmem_size() == N_GROUP * HUGE_PAGE_SZ);
	mem_fini();
}

/* From now on the NUMA calls give EPERM, as in many containers. */
static bool
block_numa_calls(void)
{
#define REFUSE(call) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), \
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		REFUSE(SYS_mbind),
		REFUSE(SYS_get_mempolicy),
		REFUSE(SYS_set_mempolicy),
		REFUSE(SYS_move_pages),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
#undef REFUSE
	struct sock_fprog program = { .len = RTE_DIM(filter), .filter = filter };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
			prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* One notice a start, and memory all the same. */
static void
run_blocked(void)
{
	struct eal_config *cfg = layer_config();

	UNIT_CHECK(block_numa_calls());
	if (huge_lock >= 0) {
		cfg->memory_sz = 2 * HUGE_PAGE_SZ;
		UNIT_CHECK(layer_start() == 0 && layer_log_lines == 1);
		UNIT_CHECK(strstr(layer_log, "NUMA") != NULL);
		area = mem_area_get(0);
		UNIT_CHECK(get(2, 1) == 0 && get(5, 2) == 0 && layer_log_lines == 1);
		mem_fini();
	}
	cfg->no_huge = cfg->legacy_mem = true;
	cfg->memory_sz = 8 << 20;
	UNIT_CHECK(layer_start() == 0 && layer_log_lines == 1);
	area = mem_area_get(0);
	UNIT_CHECK(mem_pages_populate(area->addr, area->len) == 0 && layer_log_lines == 1);
	UNIT_CHECK(((char *)area->addr)[area->len - 1] == 0);
	mem_fini();
}

static RTE_ATOMIC(unsigned int) n_open; /* pages that threads know to be open */
static RTE_ATOMIC(unsigned int) n_refused;

/* Get and return one's own pages; never are more open than the limit allows. */
static void *
move_pages_often(void *arg)
{
	unsigned int first = (unsigned int)(uintptr_t)arg * N_EACH;
	uint64_t state = first;
	unsigned int n = 0;
	unsigned int round;

	for (round = 0; round < N_ROUNDS || n > 0; round++) {
		unsigned int want = (unsigned int)unit_random_below(&state, N_EACH) + 1;

		if (n > 0) {
			rte_atomic_fetch_sub_explicit(&n_open, n, rte_memory_order_relaxed);
			UNIT_CHECK(mem_pages_return(area, page(first), n * HUGE_PAGE_SZ) == 0);
			n = 0;
		} else if (get(first, want) == 0) {
			n = want;
			UNIT_CHECK(rte_atomic_fetch_add_explicit(&n_open, n,
					rte_memory_order_relaxed) + n <= N_LIMIT);
			page(first)[round] = 1;
		} else {
			rte_atomic_fetch_add_explicit(&n_refused, 1, rte_memory_order_relaxed);
		}
	}
	return NULL;
}

static int
check_segment(const struct rte_memseg_list *msl, const struct rte_memseg *ms, void *arg)
{
	UNIT_CHECK(ms->len == HUGE_PAGE_SZ && ms->hugepage_sz == msl->page_sz);
	UNIT_CHECK(ms->iova == ms->addr_64 && ++*(unsigned int *)arg <= N_LIMIT);
	return 0;
}

static void
run_threads(void)
{
	struct eal_config *cfg = layer_config();
	pthread_t threads[N_THREADS];
	unsigned int i;

	UNIT_CHECK(layer_start() == 0);
	area = mem_area_get(0);
	/* after the start: there it would be the length of the area too */
	cfg->numa_limit[0] = N_LIMIT * HUGE_PAGE_SZ;
	mem_pages_start(mem_backend_huge(), cfg);
	for (i = 0; i < N_THREADS; i++)
		UNIT_CHECK(pthread_create(&threads[i], NULL, move_pages_often,
				(void *)(uintptr_t)i) == 0);
	for (i = 0; i < N_ROUNDS; i++) {
		unsigned int n_segments = 0;

		UNIT_CHECK(rte_memseg_walk(check_segment, &n_segments) == 0);
		UNIT_CHECK(rte_eal_get_physmem_size() <= N_LIMIT * HUGE_PAGE_SZ);
	}
	for (i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	UNIT_CHECK(rte_atomic_load_explicit(&n_refused, rte_memory_order_relaxed) > 0);
	UNIT_CHECK(rte_eal_get_physmem_size() == 0);
	UNIT_CHECK(huge_count_free() == N_PAGES);
	/* and all that was booked is to be had again */
	UNIT_CHECK(get(0, N_LIMIT) == 0 && get(N_LIMIT, 1) == -ENOMEM);
	mem_fini();
}

int
main(void)
{
	bool reserved = huge_take(N_PAGES);

	layer_run("blocked NUMA calls", run_blocked);
	if (!reserved)
		return unit_status() == 0 ? 77 : unit_status();
	layer_run("threads", run_threads);
	if (make_group())
		layer_run("control group", run_group);
	drop_group();
	UNIT_CHECK(huge_count_free() == N_PAGES);
	huge_give();
	return unit_status();
}
