/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every option of EAL, a row each, and which exclude each other. The usage text is made from the
 * rows. Options that ask for nothing we would not do anyway are accepted and set nothing.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_log.h>
#include <rte_version.h>

#include "eal_log.h"
#include "eal_options.h"
#include "log_internal.h"

/* bool */
static int
parse_flag(const char *value, void *dest, struct eal_reason *why)
{
	RTE_SET_USED(value);
	RTE_SET_USED(why);
	*(bool *)dest = true;
	return 0;
}

/* dest unused */
static int
parse_accepted(const char *value, void *dest, struct eal_reason *why)
{
	RTE_SET_USED(value);
	RTE_SET_USED(dest);
	RTE_SET_USED(why);
	return 0;
}

/* const char *, a pointer into argv: for use while options are applied only */
static int
parse_word(const char *value, void *dest, struct eal_reason *why)
{
	RTE_SET_USED(why);
	*(const char **)dest = value;
	return 0;
}

static int
parse_coremask(const char *value, void *dest, struct eal_reason *why)
{
	EAL_LOG(WARNING, "-c and --coremask are deprecated, use -l with a list of CPUs");
	return parse_word(value, dest, why);
}

static int
parse_vmware_tsc_map(const char *value, void *dest, struct eal_reason *why)
{
	EAL_LOG(WARNING, "--vmware-tsc-map has no effect, this build does not know that TSC map");
	return parse_accepted(value, dest, why);
}

static int
parse_version(const char *value, void *dest, struct eal_reason *why)
{
	EAL_LOG(CRIT, "%s", rte_version());
	return parse_accepted(value, dest, why);
}

static int
parse_log_level(const char *value, void *dest, struct eal_reason *why)
{
	struct eal_log_setting setting;
	int ret = eal_optval_log_level(value, &setting, why);

	RTE_SET_USED(dest);
	if (ret < 0)
		return ret;
	switch (setting.target) {
	case EAL_LOG_GLOBAL:
		rte_log_set_global_level(setting.level);
		break;
	case EAL_LOG_GLOB:
		ret = eal_log_save_pattern(setting.subject, setting.level);
		break;
	case EAL_LOG_REGEX:
		ret = eal_log_save_regexp(setting.subject, setting.level);
		break;
	case EAL_LOG_HELP:
		printf("Levels: 1 emergency, 2 alert, 3 critical, 4 error, 5 warning, 6 notice, "
			"7 info, 8 debug\nTypes now and their levels:\n");
		rte_log_dump(stdout);
		exit(EXIT_SUCCESS);
	}
	if (ret == -EINVAL)
		eal_reason_set(why, "'%s' is not a regular expression", setting.subject);
	else if (ret < 0)
		eal_reason_set(why, "out of memory");
	return ret;
}

static int
parse_log_color(const char *value, void *dest, struct eal_reason *why)
{
	RTE_SET_USED(dest);
	if (eal_log_color(value) < 0)
		return eal_reason_set(why, "none of always, never, auto");
	return 0;
}

static int
parse_log_timestamp(const char *value, void *dest, struct eal_reason *why)
{
	RTE_SET_USED(dest);
	if (eal_log_timestamp(value) < 0)
		return eal_reason_set(why, "none of notime, reltime, delta, ctime, iso");
	return 0;
}

static int
parse_syslog(const char *value, void *dest, struct eal_reason *why)
{
	RTE_SET_USED(dest);
	if (eal_log_syslog(value) < 0)
		return eal_reason_set(why, "no facility of syslog such as daemon, user, local0");
	return 0;
}

#define CONFIG(field) offsetof(struct eal_options, config.field)
#define LCORES(field) offsetof(struct eal_options, lcores.field)
#define NO_DEST 0
#define NOT_BUILT NULL, NO_DEST

static const struct eal_option table[] = {
	/* lcores */
	{"lcores", 'l', EAL_ARG_REQUIRED, false, EAL_GROUP_LCORE, parse_word, LCORES(list), "LIST",
		"CPUs for the lcores, as 0,2-5; or lcores@CPUs, as 0@(1,2),(3-5)@6"},
	{"coremask", 'c', EAL_ARG_REQUIRED, false, EAL_GROUP_LCORE, parse_coremask, LCORES(mask),
		"MASK", "the same as a hexadecimal mask; deprecated"},
	{"main-lcore", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_LCORE, eal_optval_main_lcore,
		LCORES(main_lcore), "ID",
		"lcore of the thread that starts EAL; default: the lowest"},
	{"remap-lcore-ids", 'R', EAL_ARG_OPTIONAL, false, EAL_GROUP_LCORE, eal_optval_remap,
		offsetof(struct eal_options, lcores), "BASE",
		"number the lcores from BASE (0) up, whatever their CPUs"},
	{"service-corelist", 'S', EAL_ARG_REQUIRED, false, EAL_GROUP_LCORE, NOT_BUILT, "LIST",
		"lcores for services"},
	{"service-coremask", 's', EAL_ARG_REQUIRED, false, EAL_GROUP_LCORE, NOT_BUILT, "MASK",
		"the same as a hexadecimal mask; deprecated"},

	/* memory */
	{"memory-size", 'm', EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_megabytes,
		CONFIG(memory_sz), "MB", "memory to take at start; default: 0, with --no-huge 64"},
	{"numa-mem", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_node_megabytes,
		CONFIG(numa_mem), "MB,MB...", "memory to take at start on each NUMA node"},
	{"socket-mem", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_node_megabytes,
		CONFIG(numa_mem), "MB,MB...", "other name of --numa-mem"},
	{"numa-limit", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_node_megabytes,
		CONFIG(numa_limit), "MB,MB...", "most memory on each NUMA node"},
	{"socket-limit", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_node_megabytes,
		CONFIG(numa_limit), "MB,MB...", "other name of --numa-limit"},
	{"pagesz-mem", 0, EAL_ARG_REQUIRED, true, EAL_GROUP_MEMORY, eal_optval_pagesz_mem,
		CONFIG(pagesz_mem), "SIZE:LIMIT",
		"most memory from hugepages of one size, as 2M:512M; 0: none of them"},
	{"memory-channels", 'n', EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_channels,
		CONFIG(n_channels), "N", "number of memory channels"},
	{"memory-ranks", 'r', EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_ranks,
		CONFIG(n_ranks), "N", "number of memory ranks, 1 to 16"},
	{"no-huge", 0, EAL_ARG_NONE, false, EAL_GROUP_MEMORY, parse_flag, CONFIG(no_huge), NULL,
		"use ordinary memory instead of hugepages"},
	{"legacy-mem", 0, EAL_ARG_NONE, false, EAL_GROUP_MEMORY, parse_flag, CONFIG(legacy_mem),
		NULL, "take all hugepages at start; not with --in-memory; --no-huge ignores it"},
	{"in-memory", 0, EAL_ARG_NONE, false, EAL_GROUP_MEMORY, parse_flag, CONFIG(in_memory), NULL,
		"leave no files behind; implies --no-shconf"},
	{"single-file-segments", 0, EAL_ARG_NONE, false, EAL_GROUP_MEMORY, parse_flag,
		CONFIG(single_file_segments), NULL, "one file for each memory segment list"},
	{"match-allocations", 0, EAL_ARG_NONE, false, EAL_GROUP_MEMORY, parse_flag,
		CONFIG(match_allocations), NULL, "give hugepages back only as they were taken"},
	{"huge-dir", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_string,
		CONFIG(huge_dir), "DIR", "folder on a hugetlbfs to use; default: the first mount"},
	{"huge-unlink", 0, EAL_ARG_OPTIONAL, false, EAL_GROUP_MEMORY, eal_optval_huge_unlink,
		CONFIG(huge_unlink), "WHEN",
		"remove hugepage files: existing (at start and end), always (at once), never"},
	{"huge-worker-stack", 0, EAL_ARG_OPTIONAL, false, EAL_GROUP_MEMORY, eal_optval_worker_stack,
		offsetof(struct eal_options, config), "KB",
		"stacks of the workers in EAL memory, of this size"},
	{"base-virtaddr", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_base_virtaddr,
		CONFIG(base_virtaddr), "ADDR", "hexadecimal address where mappings should start"},
	{"iova-mode", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_iova_mode,
		CONFIG(iova_mode), "MODE", "what an IO address is: pa (physical) or va (virtual)"},
	{"mbuf-pool-ops-name", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_MEMORY, eal_optval_string,
		CONFIG(mbuf_pool_ops), "NAME", "handler of packet pools"},

	/* processes */
	{"proc-type", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_PROCESS, eal_optval_proc_type,
		CONFIG(proc_type), "TYPE", "primary, secondary or auto"},
	{"file-prefix", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_PROCESS, eal_optval_file_prefix,
		CONFIG(file_prefix), "NAME", "keeps groups of processes apart; default: rte"},
	{"no-shconf", 0, EAL_ARG_NONE, false, EAL_GROUP_PROCESS, parse_flag, CONFIG(no_shconf),
		NULL, "no shared configuration file"},

	/* logging */
	{"log-level", 0, EAL_ARG_REQUIRED, true, EAL_GROUP_LOG, parse_log_level, NO_DEST, "LEVEL",
		"most detailed level; PATTERN:LEVEL or REGEX,LEVEL for some types; help"},
	{"log-color", 0, EAL_ARG_OPTIONAL, false, EAL_GROUP_LOG, parse_log_color, NO_DEST, "WHEN",
		"coloured log: always, never, auto"},
	{"log-timestamp", 0, EAL_ARG_OPTIONAL, false, EAL_GROUP_LOG, parse_log_timestamp, NO_DEST,
		"FORM", "time stamps: notime, reltime, delta, ctime, iso; else seconds"},
	{"syslog", 0, EAL_ARG_OPTIONAL, false, EAL_GROUP_LOG, parse_syslog, NO_DEST, "FACILITY",
		"log to syslog"},

	/* devices */
	{"allow", 'a', EAL_ARG_REQUIRED, true, EAL_GROUP_DEVICE, NOT_BUILT, "DEVICE",
		"probe only the devices named so"},
	{"block", 'b', EAL_ARG_REQUIRED, true, EAL_GROUP_DEVICE, NOT_BUILT, "DEVICE",
		"do not probe this device"},
	{"auto-probing", 0, EAL_ARG_NONE, false, EAL_GROUP_DEVICE, NOT_BUILT, NULL,
		"probe all devices"},
	{"no-auto-probing", 'A', EAL_ARG_NONE, false, EAL_GROUP_DEVICE, parse_accepted, NO_DEST,
		NULL, "probe no device that is not named"},
	{"vdev", 0, EAL_ARG_REQUIRED, true, EAL_GROUP_DEVICE, NOT_BUILT, "DEVICE",
		"create a virtual device"},
	{"driver-path", 'd', EAL_ARG_REQUIRED, true, EAL_GROUP_DEVICE, NOT_BUILT, "PATH",
		"load drivers from this file or folder"},
	{"no-pci", 0, EAL_ARG_NONE, false, EAL_GROUP_DEVICE, parse_flag, CONFIG(no_pci), NULL,
		"no PCI devices"},
	{"create-uio-dev", 0, EAL_ARG_NONE, false, EAL_GROUP_DEVICE, NOT_BUILT, NULL,
		"create missing nodes of UIO devices"},
	{"vfio-intr", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_DEVICE, NOT_BUILT, "MODE",
		"interrupts of VFIO devices: legacy, msi, msix"},
	{"vfio-vf-token", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_DEVICE, NOT_BUILT, "UUID",
		"token shared by a VF and its PF"},

	/* trace */
	{"trace", 0, EAL_ARG_REQUIRED, true, EAL_GROUP_TRACE, NOT_BUILT, "REGEX",
		"switch on the trace points that match"},
	{"trace-dir", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_TRACE, NOT_BUILT, "DIR",
		"where traces are written"},
	{"trace-bufsz", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_TRACE, NOT_BUILT, "SIZE",
		"buffer of each thread"},
	{"trace-mode", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_TRACE, NOT_BUILT, "MODE",
		"when the buffer is full: overwrite or discard"},

	/* other */
	{"telemetry", 0, EAL_ARG_NONE, false, EAL_GROUP_OTHER, parse_accepted, NO_DEST, NULL,
		"open the telemetry socket; the default"},
	{"no-telemetry", 0, EAL_ARG_NONE, false, EAL_GROUP_OTHER, parse_flag, CONFIG(no_telemetry),
		NULL, "no telemetry socket"},
	{"force-max-simd-bitwidth", 0, EAL_ARG_REQUIRED, false, EAL_GROUP_OTHER,
		eal_optval_simd_bitwidth, CONFIG(max_simd_bitwidth), "BITS",
		"widest vectors to use, a power of two from 64; 0: no limit"},
	{"no-hpet", 0, EAL_ARG_NONE, false, EAL_GROUP_OTHER, parse_accepted, NO_DEST, NULL,
		"do not use the HPET timer"},
	{"vmware-tsc-map", 0, EAL_ARG_NONE, false, EAL_GROUP_OTHER, parse_vmware_tsc_map, NO_DEST,
		NULL, "use VMware's TSC map"},
	{"version", 'v', EAL_ARG_NONE, false, EAL_GROUP_OTHER, parse_version, NO_DEST, NULL,
		"log the version and go on"},
	{"help", 'h', EAL_ARG_NONE, false, EAL_GROUP_OTHER, parse_accepted, NO_DEST, NULL,
		"print this text and stop"},
};

static const struct eal_option_conflict conflicts[] = {
	{ "lcores", "coremask" },
	{ "service-corelist", "service-coremask" },
	{ "memory-size", "numa-mem" },
	{ "memory-size", "socket-mem" },
	{ "no-huge", "numa-mem" },
	{ "no-huge", "socket-mem" },
	{ "no-huge", "huge-worker-stack" },
	{ "no-huge", "match-allocations" },
	{ "no-huge", "huge-unlink" },
	{ "no-huge", "single-file-segments" },
	{ "no-huge", "pagesz-mem" },
	{ "legacy-mem", "in-memory" },
	{ "legacy-mem", "match-allocations" },
	{ "legacy-mem", "numa-limit" },
	{ "legacy-mem", "socket-limit" },
	{ "legacy-mem", "pagesz-mem" },
	{ "in-memory", "huge-unlink" },
	{ "single-file-segments", "huge-unlink" },
	{ "telemetry", "no-telemetry" },
	{ "allow", "block" },
	{ "block", "no-auto-probing" },
	{ "auto-probing", "no-auto-probing" },
};

const struct eal_option *
eal_option_table(unsigned int *len)
{
	*len = RTE_DIM(table);
	return table;
}

const struct eal_option_conflict *
eal_option_conflicts(unsigned int *len)
{
	*len = RTE_DIM(conflicts);
	return conflicts;
}

static void
print_option(FILE *f, const struct eal_option *option)
{
	if (option->letter != 0)
		fprintf(f, "  -%c, --%s", option->letter, option->name);
	else
		fprintf(f, "      --%s", option->name);
	if (option->arg == EAL_ARG_REQUIRED)
		fprintf(f, "=%s%s", option->value, option->is_list ? " ..." : "");
	else if (option->arg == EAL_ARG_OPTIONAL)
		fprintf(f, "[=%s]", option->value);
	fprintf(f, "\n            %s%s\n", option->help,
		option->parse == NULL ? " (not built yet)" : "");
}

void
eal_options_usage(FILE *f, const char *prgname)
{
	static const char *const titles[EAL_GROUP_COUNT] = {
		[EAL_GROUP_LCORE] = "Lcores",
		[EAL_GROUP_MEMORY] = "Memory",
		[EAL_GROUP_PROCESS] = "Processes",
		[EAL_GROUP_LOG] = "Logging",
		[EAL_GROUP_DEVICE] = "Devices",
		[EAL_GROUP_TRACE] = "Tracing",
		[EAL_GROUP_OTHER] = "Other",
	};

	fprintf(f, "Usage: %s [EAL options] [-- application options]\n", prgname);
	for (unsigned int group = 0; group < EAL_GROUP_COUNT; group++) {
		fprintf(f, "\n%s:\n", titles[group]);
		for (unsigned int i = 0; i < RTE_DIM(table); i++)
			if (table[i].group == group)
				print_option(f, &table[i]);
	}
	fprintf(f, "\nA list option (...) may be given more than once.\n");
}
