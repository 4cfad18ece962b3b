/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of options about hugepages: megabytes by node, limits by page size, when files go, stacks.
 * A refused value leaves the destination alone and says why.
 */
#include <errno.h>
#include <string.h>

#include "eal_optval.h"
#include "unit.h"

#define KB ((size_t)1 << 10)
#define MB ((size_t)1 << 20)
#define GB ((size_t)1 << 30)

static struct eal_reason why;

/* Whether the reason was filled in, as it has to be after a failure only. */
static bool
is_said(int ret)
{
	const bool said = why.text[0] != '\0';

	why.text[0] = '\0';
	return said == (ret < 0);
}

struct nodes_row {
	const char *value;
	int ret;
	size_t mb[4]; /* of the first nodes, the others are 0 */
};

static const struct nodes_row nodes_rows[] = {
	{ "0", 0, { 0 } },
	{ "64", 0, { 64 } },
	{ "064", 0, { 64 } },
	{ "64,128", 0, { 64, 128 } },
	{ "0,0,0,1", 0, { 0, 0, 0, 1 } },
	{ ",8,,16", 0, { 0, 8, 0, 16 } },
	{ "17592186044415", 0, { 17592186044415 } },
	{ "", -EINVAL, { 0 } },
	{ ",", -EINVAL, { 0 } },
	{ "64,", -EINVAL, { 0 } },
	{ "64,,", -EINVAL, { 0 } },
	{ "64 ", -EINVAL, { 0 } },
	{ " 64", -EINVAL, { 0 } },
	{ "64, 64", -EINVAL, { 0 } },
	{ "64M", -EINVAL, { 0 } },
	{ "64M,8", -EINVAL, { 0 } },
	{ "0x40", -EINVAL, { 0 } },
	{ "a,8", -EINVAL, { 0 } },
	{ "-1", -EINVAL, { 0 } },
	{ "8;8", -EINVAL, { 0 } },
	{ "17592186044416", -EINVAL, { 0 } },
	{ "8,18446744073709551616", -EINVAL, { 0 } },
	{ "8,00000000000000000000000000000000000000000000000000001", -EINVAL, { 0 } },
};

static void
test_nodes(void)
{
	size_t nodes[RTE_MAX_NUMA_NODES], before[RTE_MAX_NUMA_NODES];

	memset(before, 0xa5, sizeof(before));
	for (unsigned int i = 0; i < RTE_DIM(nodes_rows); i++) {
		const struct nodes_row *row = &nodes_rows[i];
		int ret;

		memcpy(nodes, before, sizeof(nodes));
		ret = eal_optval_node_megabytes(row->value, nodes, &why);
		if (ret != row->ret)
			fprintf(stderr, "'%s' gives %d\n", row->value, ret);
		UNIT_CHECK(ret == row->ret && is_said(ret));
		if (ret < 0) {
			UNIT_CHECK(memcmp(nodes, before, sizeof(nodes)) == 0);
			continue;
		}
		for (unsigned int node = 0; node < RTE_MAX_NUMA_NODES; node++)
			UNIT_CHECK(nodes[node] == (node < 4 ? row->mb[node] * MB : 0));
	}
}

/* As many nodes as there may be, one more, and text that is too long. */
static void
test_many_nodes(void)
{
	size_t nodes[RTE_MAX_NUMA_NODES];
	char text[RTE_MAX_NUMA_NODES * 10 + 2];

	for (unsigned int i = 0; i < RTE_MAX_NUMA_NODES; i++)
		memcpy(text + 2 * i, "1,", 3);
	text[2 * RTE_MAX_NUMA_NODES - 1] = '\0';
	UNIT_CHECK(eal_optval_node_megabytes(text, nodes, &why) == 0);
	UNIT_CHECK(nodes[0] == MB && nodes[RTE_MAX_NUMA_NODES - 1] == MB);
	memcpy(text + 2 * RTE_MAX_NUMA_NODES - 1, ",1", 3);
	UNIT_CHECK(eal_optval_node_megabytes(text, nodes, &why) == -EINVAL);
	UNIT_CHECK(strstr(why.text, "NUMA nodes") != NULL);
	memset(text, ',', sizeof(text) - 1);
	memcpy(text + sizeof(text) - 2, "1", 2);
	UNIT_CHECK(eal_optval_node_megabytes(text, nodes, &why) == -EINVAL);
	is_said(-EINVAL);
}

struct pagesz_row {
	const char *value;
	int ret;
	size_t page_sz;
	size_t limit;
};

static const struct pagesz_row pagesz_rows[] = {
	{ "2M:64M", 0, 2 * MB, 64 * MB },
	{ "2m:1g", 0, 2 * MB, GB },
	{ "2048K:4096k", 0, 2 * MB, 4 * MB },
	{ "1G:0", 0, GB, 0 },
	{ "1G:0M", 0, GB, 0 },
	{ "2097152:4194304", 0, 2 * MB, 4 * MB },
	{ "1:3", 0, 1, 3 },
	{ "16G:17179869168G", 0, 16 * GB, (size_t)17179869168 * GB },
	{ "", -EINVAL, 0, 0 },
	{ ":", -EINVAL, 0, 0 },
	{ "2M", -EINVAL, 0, 0 },
	{ "2M:", -EINVAL, 0, 0 },
	{ ":64M", -EINVAL, 0, 0 },
	{ "M:64M", -EINVAL, 0, 0 },
	{ "2M:64M:", -EINVAL, 0, 0 },
	{ "2M:64M,1G:2G", -EINVAL, 0, 0 },
	{ "2M:64MB", -EINVAL, 0, 0 },
	{ "2M:64T", -EINVAL, 0, 0 },
	{ "2M: 64M", -EINVAL, 0, 0 },
	{ "2M:-64M", -EINVAL, 0, 0 },
	{ "0x2M:64M", -EINVAL, 0, 0 },
	{ "0:0", -EINVAL, 0, 0 },
	{ "0M:64M", -EINVAL, 0, 0 },
	{ "3M:6M", -EINVAL, 0, 0 },
	{ "2M:3M", -EINVAL, 0, 0 },
	{ "2M:1", -EINVAL, 0, 0 },
	{ "2M:17179869184G", -EINVAL, 0, 0 },
	{ "2M:18446744073709551616", -EINVAL, 0, 0 },
	{ "99999999999999999999G:0", -EINVAL, 0, 0 },
	{ "2M:00000000000000000000000000000000000000064M", -EINVAL, 0, 0 },
};

static void
test_pagesz(void)
{
	struct eal_pagesz_limits limits, before;

	memset(&before, 0, sizeof(before));
	for (unsigned int i = 0; i < RTE_DIM(pagesz_rows); i++) {
		const struct pagesz_row *row = &pagesz_rows[i];
		int ret;

		limits = before;
		ret = eal_optval_pagesz_mem(row->value, &limits, &why);
		if (ret != row->ret)
			fprintf(stderr, "'%s' gives %d\n", row->value, ret);
		UNIT_CHECK(ret == row->ret && is_said(ret));
		if (ret < 0)
			UNIT_CHECK(memcmp(&limits, &before, sizeof(limits)) == 0);
		else
			UNIT_CHECK(limits.n == 1 && limits.limit[0].page_sz == row->page_sz &&
				limits.limit[0].limit == row->limit);
	}
}

/* A page size that is there gets another limit; new ones only as many as there is room for. */
static void
test_pagesz_again(void)
{
	struct eal_pagesz_limits limits = { .n = 0 };
	char text[16];

	for (unsigned int i = 0; i < EAL_HUGE_SIZES_MAX; i++) {
		snprintf(text, sizeof(text), "%uM:64M", 1u << i);
		UNIT_CHECK(eal_optval_pagesz_mem(text, &limits, &why) == 0);
	}
	UNIT_CHECK(eal_optval_pagesz_mem("64M:64M", &limits, &why) == -EINVAL);
	UNIT_CHECK(is_said(-EINVAL) && limits.n == EAL_HUGE_SIZES_MAX);
	UNIT_CHECK(eal_optval_pagesz_mem("2M:0", &limits, &why) == 0);
	UNIT_CHECK(limits.n == EAL_HUGE_SIZES_MAX && limits.limit[1].page_sz == 2 * MB);
	UNIT_CHECK(limits.limit[1].limit == 0 && limits.limit[0].limit == 64 * MB);
}

static void
test_unlink(void)
{
	enum eal_huge_unlink when = EAL_UNLINK_NEVER;

	UNIT_CHECK(eal_optval_huge_unlink(NULL, &when, &why) == 0 && when == EAL_UNLINK_ALWAYS);
	UNIT_CHECK(eal_optval_huge_unlink("never", &when, &why) == 0 && when == EAL_UNLINK_NEVER);
	UNIT_CHECK(eal_optval_huge_unlink("always", &when, &why) == 0);
	UNIT_CHECK(when == EAL_UNLINK_ALWAYS);
	UNIT_CHECK(eal_optval_huge_unlink("existing", &when, &why) == 0);
	UNIT_CHECK(when == EAL_UNLINK_EXISTING && is_said(0));
	when = EAL_UNLINK_NEVER;
	UNIT_CHECK(eal_optval_huge_unlink("", &when, &why) == -EINVAL && is_said(-EINVAL));
	UNIT_CHECK(eal_optval_huge_unlink("Always", &when, &why) == -EINVAL && is_said(-EINVAL));
	UNIT_CHECK(when == EAL_UNLINK_NEVER);
}

static void
test_worker_stack(void)
{
	static const char *const bad[] = {
		"", "0", "-1", "x", "8M", "0x10", "18014398509481984", "99999999999999999999",
	};
	struct eal_config config = { .worker_stack_sz = 5 };

	for (unsigned int i = 0; i < RTE_DIM(bad); i++) {
		UNIT_CHECK(eal_optval_worker_stack(bad[i], &config, &why) == -EINVAL);
		UNIT_CHECK(is_said(-EINVAL));
		UNIT_CHECK(!config.huge_worker_stack && config.worker_stack_sz == 5);
	}
	UNIT_CHECK(eal_optval_worker_stack(NULL, &config, &why) == 0);
	UNIT_CHECK(config.huge_worker_stack && config.worker_stack_sz == 0);
	UNIT_CHECK(eal_optval_worker_stack("512", &config, &why) == 0 && is_said(0));
	UNIT_CHECK(config.huge_worker_stack && config.worker_stack_sz == 512 * KB);
}

int
main(void)
{
	test_nodes();
	test_many_nodes();
	test_pagesz();
	test_pagesz_again();
	test_unlink();
	test_worker_stack();
	return unit_status();
}
