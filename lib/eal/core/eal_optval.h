/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of options: text in, typed value out. Pure: no system call, no global, nothing logged.
 *
 * Every parser of the common form returns 0, or -EINVAL (-ENOMEM where it copies) with *dest
 * unchanged and one line in why that names what is wrong with the value and what would be right.
 */
#ifndef EAL_OPTVAL_H
#define EAL_OPTVAL_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_os.h>

#include "eal_config.h"

/* Why a value was refused, in words. */
struct eal_reason {
	char text[256];
};

/* The common form. value is not NULL unless said otherwise; dest points to the type named there. */
typedef int (*eal_optval_parser)(const char *value, void *dest, struct eal_reason *why);

/* Fill in the reason; returns -EINVAL so that a parser can return the call. */
int
eal_reason_set(struct eal_reason *why, const char *format, ...) __rte_format_printf(2, 3);

/*
 * Whole text as a number in the base (10, 16, or 0 for decimal, 0x hexadecimal and 0 octal):
 * no sign, no blank, not above max. Returns 0 or -EINVAL.
 */
int
eal_optval_number(const char *text, int base, uint64_t max, uint64_t *number);

/* eal_optval_lcores.c */

/* Which option chose the lcores. */
enum eal_lcore_source {
	EAL_LCORES_DEFAULT, /* none: the CPUs of the calling thread */
	EAL_LCORES_LIST,    /* --lcores, list or map form */
	EAL_LCORES_MASK,    /* --coremask */
};

/* What the options say about lcores, as given. */
struct eal_lcore_request {
	const char *list;        /* of --lcores, NULL = not given */
	const char *mask;        /* of --coremask, NULL = not given */
	unsigned int main_lcore; /* EAL_LCORE_NONE = not asked */
	bool remap;              /* number the lcores from remap_base up */
	unsigned int remap_base;
};

/*
 * Turn a request into the map of lcores. available: CPUs of the machine; affinity: CPUs of the
 * calling thread, taken when no list and no mask are given; of these, CPUs without an lcore id of
 * their own are left out. Returns 0, or -EINVAL with *map undefined.
 */
int
eal_lcores_build(const struct eal_lcore_request *request, const rte_cpuset_t *available,
	const rte_cpuset_t *affinity, struct eal_lcore_map *map, struct eal_reason *why);

/* unsigned int */
int
eal_optval_main_lcore(const char *value, void *dest, struct eal_reason *why);
/* struct eal_lcore_request: remap, remap_base; value NULL = base 0 */
int
eal_optval_remap(const char *value, void *dest, struct eal_reason *why);

/* eal_optval_mem.c */

/* size_t, in bytes */
int
eal_optval_megabytes(const char *value, void *dest, struct eal_reason *why);
/* size_t[RTE_MAX_NUMA_NODES], in bytes: a number of megabytes for each node, an empty one is 0 */
int
eal_optval_node_megabytes(const char *value, void *dest, struct eal_reason *why);
/* struct eal_pagesz_limits: one more, or another limit for a page size that is there */
int
eal_optval_pagesz_mem(const char *value, void *dest, struct eal_reason *why);
/* enum eal_huge_unlink; value NULL = always */
int
eal_optval_huge_unlink(const char *value, void *dest, struct eal_reason *why);
/* struct eal_config: huge_worker_stack, worker_stack_sz; value NULL = size 0 */
int
eal_optval_worker_stack(const char *value, void *dest, struct eal_reason *why);
/* unsigned int, not 0 */
int
eal_optval_channels(const char *value, void *dest, struct eal_reason *why);
/* unsigned int, 1 to 16 */
int
eal_optval_ranks(const char *value, void *dest, struct eal_reason *why);
/* uintptr_t, rounded up to 16 MiB */
int
eal_optval_base_virtaddr(const char *value, void *dest, struct eal_reason *why);
/* enum rte_iova_mode, PA or VA */
int
eal_optval_iova_mode(const char *value, void *dest, struct eal_reason *why);

/* eal_optval_misc.c */

/* enum rte_proc_type_t, AUTO possible */
int
eal_optval_proc_type(const char *value, void *dest, struct eal_reason *why);
/* char[EAL_FILE_PREFIX_SZ] */
int
eal_optval_file_prefix(const char *value, void *dest, struct eal_reason *why);
/* char *, an owned copy or NULL before; an empty value is refused */
int
eal_optval_string(const char *value, void *dest, struct eal_reason *why);
/* unsigned int, power of two; 0 becomes the widest */
int
eal_optval_simd_bitwidth(const char *value, void *dest, struct eal_reason *why);

enum eal_log_target {
	EAL_LOG_GLOBAL, /* the global level */
	EAL_LOG_GLOB,   /* types that fit a shell pattern */
	EAL_LOG_REGEX,  /* types that match a regular expression */
	EAL_LOG_HELP,   /* no setting: the user wants to see the types */
};

/* A level setting. */
struct eal_log_setting {
	enum eal_log_target target;
	uint32_t level;
	char subject[128]; /* pattern or expression */
};

/* struct eal_log_setting */
int
eal_optval_log_level(const char *value, void *dest, struct eal_reason *why);

#endif /* EAL_OPTVAL_H */
