/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of options: lcore lists and maps on machines of any size, amounts, modes, log levels; that
 * a refused value leaves the destination alone and says why.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_log.h>

#include "eal_cpuset.h"
#include "eal_optval.h"
#include "unit.h"

/* A machine with CPUs 0 to 7 and 200 (more than the highest lcore id of the default build). */
static rte_cpuset_t machine;
/* The thread that starts EAL may use 2, 3 and 200. */
static rte_cpuset_t affinity;

static void
make_sets(void)
{
	CPU_ZERO(&machine);
	for (int cpu = 0; cpu < 8; cpu++)
		CPU_SET(cpu, &machine);
	CPU_SET(200, &machine);
	CPU_ZERO(&affinity);
	CPU_SET(2, &affinity);
	CPU_SET(3, &affinity);
	CPU_SET(200, &affinity);
}

/* "0@0 1@4-6": the used lcores of a map and their CPUs. */
static void
describe(const struct eal_lcore_map *map, char *text, size_t size)
{
	char cpus[64];
	size_t len = 0;

	text[0] = '\0';
	for (unsigned int id = 0; id < RTE_MAX_LCORE; id++) {
		if (!map->lcore[id].used)
			continue;
		eal_cpuset_format(&map->lcore[id].cpuset, cpus, sizeof(cpus));
		len += snprintf(text + len, size - len, "%s%u@%s", len > 0 ? " " : "", id, cpus);
	}
}

struct lcore_row {
	struct eal_lcore_request request;
	const char *map; /* NULL = refused */
	unsigned int main_lcore;
};

#define LIST(text) { .list = text, .main_lcore = EAL_LCORE_NONE }
#define MASK(text) { .mask = text, .main_lcore = EAL_LCORE_NONE }
#define REMAP(text, base) { .list = text, .main_lcore = EAL_LCORE_NONE, .remap = true, \
	.remap_base = base }

static const struct lcore_row lcore_rows[] = {
	/* nothing said: the CPUs of the thread that have an id */
	{ { .main_lcore = EAL_LCORE_NONE }, "2@2 3@3", 2 },
	{ REMAP(NULL, 0), "0@2 1@3 2@200", 0 },
	{ REMAP(NULL, RTE_MAX_LCORE - 2), "126@2 127@3", 126 },
	/* lists */
	{ LIST("0"), "0@0", 0 },
	{ LIST("1,0"), "0@0 1@1", 0 },
	{ LIST("1-3,5"), "1@1 2@2 3@3 5@5", 1 },
	{ LIST(" 1 - 2 , 4 "), "1@1 2@2 4@4", 1 },
	{ LIST("3,3,2-3"), "2@2 3@3", 2 },
	{ LIST(""), NULL, 0 },
	{ LIST("x"), NULL, 0 },
	{ LIST("1,"), NULL, 0 },
	{ LIST(",1"), NULL, 0 },
	{ LIST("1-"), NULL, 0 },
	{ LIST("-1"), NULL, 0 },
	{ LIST("1;2"), NULL, 0 },
	{ LIST("3-1"), NULL, 0 },
	{ LIST("0x1"), NULL, 0 },
	{ LIST("8"), NULL, 0 },
	{ LIST("7-8"), NULL, 0 },
	{ LIST("200"), NULL, 0 },
	{ LIST("1024"), NULL, 0 },
	{ LIST("65535"), NULL, 0 },
	{ LIST("65536"), NULL, 0 },
	{ LIST("99999999999999999999"), NULL, 0 },
	{ LIST("0-18446744073709551616"), NULL, 0 },
	{ REMAP("1,200", 0), "0@1 1@200", 0 },
	{ REMAP("0-3", 10), "10@0 11@1 12@2 13@3", 10 },
	{ REMAP("0-3", RTE_MAX_LCORE - 3), NULL, 0 },
	/* maps */
	{ LIST("0@1"), "0@1", 0 },
	{ LIST("0@200"), "0@200", 0 },
	{ LIST("1@(5-7),(3-5)@(0,2),(0,6),7"), "0@0,6 1@5-7 3@0,2 4@0,2 5@0,2 6@0,6 7@7", 0 },
	{ LIST("(0-2)@3"), "0@3 1@3 2@3", 0 },
	{ LIST("0-2@(3,4)"), "0@3-4 1@3-4 2@3-4", 0 },
	{ LIST("100@3"), "100@3", 100 },
	{ LIST("0-1,2@(5-7),(3-5)@(0,2),(0,6),7"),
		"0@0,6 1@1 2@5-7 3@0,2 4@0,2 5@0,2 6@0,6 7@7", 0 },
	{ LIST(" ( 0 , 1 ) @ ( 2 - 3 ) "), "0@2-3 1@2-3", 0 },
	{ LIST("127@0"), "127@0", 127 },
	{ LIST("128@0"), NULL, 0 },
	{ LIST("0@8"), NULL, 0 },
	{ LIST("0@1024"), NULL, 0 },
	{ LIST("(0,8)"), NULL, 0 },
	{ LIST("0@1,9"), NULL, 0 },
	{ LIST("(0"), NULL, 0 },
	{ LIST("(0,1"), NULL, 0 },
	{ LIST("()"), NULL, 0 },
	{ LIST("0)@1"), NULL, 0 },
	{ LIST("(0))"), NULL, 0 },
	{ LIST("((0))"), NULL, 0 },
	{ LIST("0@"), NULL, 0 },
	{ LIST("@0"), NULL, 0 },
	{ LIST("0@1@2"), NULL, 0 },
	{ LIST("0@(1"), NULL, 0 },
	{ LIST("0@1,"), NULL, 0 },
	{ LIST("(1-0)"), NULL, 0 },
	{ REMAP("0@1", 0), NULL, 0 },
	/* masks */
	{ MASK("1"), "0@0", 0 },
	{ MASK("0xe"), "1@1 2@2 3@3", 1 },
	{ MASK("0XA1"), "0@0 5@5 7@7", 0 },
	{ MASK(" 0003 "), "0@0 1@1", 0 },
	{ MASK(""), NULL, 0 },
	{ MASK("0"), NULL, 0 },
	{ MASK("0x"), NULL, 0 },
	{ MASK("0xg"), NULL, 0 },
	{ MASK("1 2"), NULL, 0 },
	{ MASK("-1"), NULL, 0 },
	{ MASK("100"), NULL, 0 },
	/* main lcore */
	{ { .list = "1-3", .main_lcore = 3 }, "1@1 2@2 3@3", 3 },
	{ { .list = "1-3", .main_lcore = 0 }, NULL, 0 },
	{ { .list = "1-3", .main_lcore = RTE_MAX_LCORE }, NULL, 0 },
};

static void
test_lcores(void)
{
	static struct eal_lcore_map map;
	struct eal_reason why;
	char text[256];

	for (unsigned int i = 0; i < RTE_DIM(lcore_rows); i++) {
		const struct lcore_row *row = &lcore_rows[i];
		unsigned int n_used = 0;
		int ret;

		why.text[0] = '\0';
		ret = eal_lcores_build(&row->request, &machine, &affinity, &map, &why);
		UNIT_CHECK(ret == (row->map != NULL ? 0 : -EINVAL));
		if (ret < 0) {
			UNIT_CHECK(why.text[0] != '\0');
			continue;
		}
		describe(&map, text, sizeof(text));
		if (row->map == NULL || strcmp(text, row->map) != 0)
			fprintf(stderr, "row %u gives '%s'\n", i, text);
		UNIT_CHECK(row->map != NULL && strcmp(text, row->map) == 0);
		UNIT_CHECK(map.main_lcore == row->main_lcore);
		for (unsigned int id = 0; id < RTE_MAX_LCORE; id++)
			n_used += map.lcore[id].used;
		UNIT_CHECK(map.n_used == n_used);
	}
}

static void
test_no_cpu(void)
{
	const struct eal_lcore_request request = { .main_lcore = EAL_LCORE_NONE };
	static struct eal_lcore_map map;
	struct eal_reason why;
	rte_cpuset_t high;

	CPU_ZERO(&high);
	CPU_SET(200, &high);
	UNIT_CHECK(eal_lcores_build(&request, &machine, &high, &map, &why) == -EINVAL);
}

/* Any mix of the characters that matter neither hangs nor writes outside the map. */
static void
test_random_lcores(void)
{
	static const char letters[] = "0123456789,-@() x";
	static struct eal_lcore_map map;
	struct eal_reason why;
	char text[24];

	srandom(20261127);
	for (unsigned int round = 0; round < 20000; round++) {
		const struct eal_lcore_request request = LIST(text);
		const size_t len = random() % (sizeof(text) - 1);

		for (size_t i = 0; i < len; i++)
			text[i] = letters[random() % (sizeof(letters) - 1)];
		text[len] = '\0';
		if (eal_lcores_build(&request, &machine, &affinity, &map, &why) == 0)
			UNIT_CHECK(map.n_used > 0 && map.lcore[map.main_lcore].used);
	}
}

static void
test_format(void)
{
	rte_cpuset_t set;
	char text[24];

	CPU_ZERO(&set);
	eal_cpuset_format(&set, text, sizeof(text));
	UNIT_CHECK(strcmp(text, "none") == 0);
	CPU_SET(0, &set);
	CPU_SET(CPU_SETSIZE - 1, &set);
	eal_cpuset_format(&set, text, sizeof(text));
	UNIT_CHECK(strcmp(text, "0,1023") == 0);
	for (int cpu = 0; cpu < 40; cpu += 2)
		CPU_SET(cpu, &set);
	eal_cpuset_format(&set, text, sizeof(text));
	UNIT_CHECK(strcmp(text, "0,2,4,6,8,10,12,14,...") == 0);
	eal_cpuset_format(&set, text, 3);
	UNIT_CHECK(strcmp(text, "") == 0);
}

/* A parser whose destination holds a number. */
struct number_row {
	eal_optval_parser parse;
	const char *value;
	bool valid;
	uint64_t number;
};

static const struct number_row uint_rows[] = {
	{ eal_optval_main_lcore, "0", true, 0 },
	{ eal_optval_main_lcore, "0x10", true, 16 },
	{ eal_optval_main_lcore, "127", true, 127 },
	{ eal_optval_main_lcore, "128", false, 0 },
	{ eal_optval_main_lcore, "", false, 0 },
	{ eal_optval_main_lcore, "1a", false, 0 },
	{ eal_optval_main_lcore, "-1", false, 0 },
	{ eal_optval_main_lcore, " 1", false, 0 },
	{ eal_optval_channels, "1", true, 1 },
	{ eal_optval_channels, "8", true, 8 },
	{ eal_optval_channels, "0", false, 0 },
	{ eal_optval_channels, "e", false, 0 },
	{ eal_optval_channels, "", false, 0 },
	{ eal_optval_ranks, "1", true, 1 },
	{ eal_optval_ranks, "16", true, 16 },
	{ eal_optval_ranks, "17", false, 0 },
	{ eal_optval_ranks, "0", false, 0 },
	{ eal_optval_simd_bitwidth, "64", true, 64 },
	{ eal_optval_simd_bitwidth, "512", true, 512 },
	{ eal_optval_simd_bitwidth, "32768", true, 32768 },
	{ eal_optval_simd_bitwidth, "0", true, 32768 },
	{ eal_optval_simd_bitwidth, "32", false, 0 },
	{ eal_optval_simd_bitwidth, "96", false, 0 },
	{ eal_optval_simd_bitwidth, "65536", false, 0 },
	{ eal_optval_iova_mode, "pa", true, RTE_IOVA_PA },
	{ eal_optval_iova_mode, "va", true, RTE_IOVA_VA },
	{ eal_optval_iova_mode, "VA", false, 0 },
	{ eal_optval_proc_type, "primary", true, RTE_PROC_PRIMARY },
	{ eal_optval_proc_type, "Secondary", true, RTE_PROC_SECONDARY },
	{ eal_optval_proc_type, "AUTO", true, (unsigned int)RTE_PROC_AUTO },
	{ eal_optval_proc_type, "prim", false, 0 },
};

static const struct number_row long_rows[] = {
	{ eal_optval_megabytes, "0", true, 0 },
	{ eal_optval_megabytes, "64", true, 64u << 20 },
	{ eal_optval_megabytes, "010", true, 10u << 20 },
	{ eal_optval_megabytes, "17592186044415", true, UINT64_C(17592186044415) << 20 },
	{ eal_optval_megabytes, "17592186044416", false, 0 },
	{ eal_optval_megabytes, "18446744073709551616", false, 0 },
	{ eal_optval_megabytes, "64M", false, 0 },
	{ eal_optval_megabytes, "-1", false, 0 },
	{ eal_optval_megabytes, "a", false, 0 },
	{ eal_optval_megabytes, "", false, 0 },
	{ eal_optval_base_virtaddr, "0x100000000", true, UINT64_C(0x100000000) },
	{ eal_optval_base_virtaddr, "100000001", true, UINT64_C(0x101000000) },
	{ eal_optval_base_virtaddr, "0xffffffff", true, UINT64_C(0x100000000) },
	{ eal_optval_base_virtaddr, "0", true, 0 },
	{ eal_optval_base_virtaddr, "0xffffffffffffffff", false, 0 },
	{ eal_optval_base_virtaddr, "here", false, 0 },
	{ eal_optval_base_virtaddr, "", false, 0 },
};

static void
check_number(const struct number_row *row, int ret, uint64_t number, uint64_t untouched,
	const struct eal_reason *why)
{
	const bool right = ret == (row->valid ? 0 : -EINVAL) &&
		number == (row->valid ? row->number : untouched);

	if (!right)
		fprintf(stderr, "value '%s' gives %d and %llu\n", row->value, ret,
			(unsigned long long)number);
	UNIT_CHECK(right);
	UNIT_CHECK(row->valid || why->text[0] != '\0');
}

static void
test_numbers(void)
{
	struct eal_reason why;

	for (unsigned int i = 0; i < RTE_DIM(uint_rows); i++) {
		unsigned int number = 12345;
		int ret;

		why.text[0] = '\0';
		ret = uint_rows[i].parse(uint_rows[i].value, &number, &why);
		check_number(&uint_rows[i], ret, number, 12345, &why);
	}
	for (unsigned int i = 0; i < RTE_DIM(long_rows); i++) {
		uint64_t number = 12345;
		int ret;

		why.text[0] = '\0';
		ret = long_rows[i].parse(long_rows[i].value, &number, &why);
		check_number(&long_rows[i], ret, number, 12345, &why);
	}
}

static void
test_remap(void)
{
	struct eal_lcore_request request = { .remap_base = 7 };
	struct eal_reason why;

	UNIT_CHECK(eal_optval_remap("128", &request, &why) == -EINVAL);
	UNIT_CHECK(eal_optval_remap("", &request, &why) == -EINVAL);
	UNIT_CHECK(!request.remap && request.remap_base == 7);
	UNIT_CHECK(eal_optval_remap(NULL, &request, &why) == 0);
	UNIT_CHECK(request.remap && request.remap_base == 0);
	UNIT_CHECK(eal_optval_remap("127", &request, &why) == 0);
	UNIT_CHECK(request.remap_base == 127);
}

static void
test_names(void)
{
	char prefix[EAL_FILE_PREFIX_SZ] = "before", longest[EAL_FILE_PREFIX_SZ + 1];
	static const char *const bad[] = { "", "a%d", "a/b", ".", ".." };
	struct eal_reason why;
	char *string = NULL;

	for (unsigned int i = 0; i < RTE_DIM(bad); i++)
		UNIT_CHECK(eal_optval_file_prefix(bad[i], prefix, &why) == -EINVAL);
	memset(longest, 'x', sizeof(longest));
	longest[EAL_FILE_PREFIX_SZ] = '\0';
	UNIT_CHECK(eal_optval_file_prefix(longest, prefix, &why) == -EINVAL);
	UNIT_CHECK(strcmp(prefix, "before") == 0);
	UNIT_CHECK(eal_optval_file_prefix(longest + 1, prefix, &why) == 0);
	UNIT_CHECK(strcmp(prefix, longest + 1) == 0);

	UNIT_CHECK(eal_optval_string("", &string, &why) == -EINVAL && string == NULL);
	strcpy(prefix, "stack");
	UNIT_CHECK(eal_optval_string(prefix, &string, &why) == 0);
	prefix[0] = 'x';
	UNIT_CHECK(string != NULL && strcmp(string, "stack") == 0);
	free(string);
}

struct level_row {
	const char *value;
	struct eal_log_setting setting; /* level 0 = refused */
};

static const struct level_row level_rows[] = {
	{ "1", { EAL_LOG_GLOBAL, RTE_LOG_EMERG, "" } },
	{ "8", { EAL_LOG_GLOBAL, RTE_LOG_DEBUG, "" } },
	{ "9", { EAL_LOG_GLOBAL, RTE_LOG_DEBUG, "" } },
	{ "4294967295", { EAL_LOG_GLOBAL, RTE_LOG_DEBUG, "" } },
	{ "debug", { EAL_LOG_GLOBAL, RTE_LOG_DEBUG, "" } },
	{ "DEBUG", { EAL_LOG_GLOBAL, RTE_LOG_DEBUG, "" } },
	{ "e", { EAL_LOG_GLOBAL, RTE_LOG_EMERG, "" } },
	{ "err", { EAL_LOG_GLOBAL, RTE_LOG_ERR, "" } },
	{ "warn", { EAL_LOG_GLOBAL, RTE_LOG_WARNING, "" } },
	{ "lib.*:info", { EAL_LOG_GLOB, RTE_LOG_INFO, "lib.*" } },
	{ "a:b:3", { EAL_LOG_GLOB, RTE_LOG_CRIT, "a:b" } },
	{ "^lib\\.,notice", { EAL_LOG_REGEX, RTE_LOG_NOTICE, "^lib\\." } },
	{ "[[:alpha:]],8", { EAL_LOG_REGEX, RTE_LOG_DEBUG, "[[:alpha:]]" } },
	{ "x\\{1,2\\},8", { EAL_LOG_REGEX, RTE_LOG_DEBUG, "x\\{1,2\\}" } },
	{ "", { EAL_LOG_GLOBAL, 0, "" } },
	{ "0", { EAL_LOG_GLOBAL, 0, "" } },
	{ "-1", { EAL_LOG_GLOBAL, 0, "" } },
	{ "4294967296", { EAL_LOG_GLOBAL, 0, "" } },
	{ "4x", { EAL_LOG_GLOBAL, 0, "" } },
	{ "loud", { EAL_LOG_GLOBAL, 0, "" } },
	{ "lib.*:", { EAL_LOG_GLOBAL, 0, "" } },
	{ "lib.*,", { EAL_LOG_GLOBAL, 0, "" } },
	{ "debugger", { EAL_LOG_GLOBAL, 0, "" } },
};

static void
test_log_levels(void)
{
	char longest[160];
	struct eal_log_setting setting;
	struct eal_reason why;

	for (unsigned int i = 0; i < RTE_DIM(level_rows); i++) {
		const struct eal_log_setting *want = &level_rows[i].setting;
		const int ret = eal_optval_log_level(level_rows[i].value, &setting, &why);

		if (ret != (want->level != 0 ? 0 : -EINVAL))
			fprintf(stderr, "value '%s' gives %d\n", level_rows[i].value, ret);
		UNIT_CHECK(ret == (want->level != 0 ? 0 : -EINVAL));
		if (ret < 0)
			continue;
		UNIT_CHECK(setting.target == want->target && setting.level == want->level);
		UNIT_CHECK(strcmp(setting.subject, want->subject) == 0);
	}
	UNIT_CHECK(eal_optval_log_level("help", &setting, &why) == 0);
	UNIT_CHECK(setting.target == EAL_LOG_HELP);
	memset(longest, 'x', sizeof(longest));
	strcpy(longest + sizeof(longest) - 3, ":8");
	UNIT_CHECK(eal_optval_log_level(longest, &setting, &why) == -EINVAL);
	UNIT_CHECK(eal_optval_log_level(longest + sizeof(longest) - 3 - 127, &setting, &why) == 0);
	UNIT_CHECK(strlen(setting.subject) == 127);
}

int
main(void)
{
	if (RTE_MAX_LCORE != 128) {
		fprintf(stderr, "skipped: the rows are written for max_lcores=128\n");
		return 77;
	}
	make_sets();
	test_lcores();
	test_no_cpu();
	test_random_lcores();
	test_format();
	test_numbers();
	test_remap();
	test_names();
	test_log_levels();
	return unit_status();
}
