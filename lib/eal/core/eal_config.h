/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Run configuration of the process.
 *
 * One plain struct, filled by the option parser while rte_eal_init() runs (one thread) and const
 * from then on until rte_eal_cleanup(). Modules get it passed in as a const pointer;
 * eal_config_get() is for public functions that have no parameter for it. No field needs a lock.
 */
#ifndef EAL_CONFIG_H
#define EAL_CONFIG_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_config.h>
#include <rte_eal.h>
#include <rte_os.h>

/* Room for --file-prefix, terminator included. */
#define EAL_FILE_PREFIX_SZ 64
#define EAL_FILE_PREFIX_DEFAULT "rte"
/* Where mappings start when --base-virtaddr says nothing. */
#define EAL_BASE_VIRTADDR UINT64_C(0x100000000)
/* main_lcore of a map in which no lcore was chosen yet. */
#define EAL_LCORE_NONE UINT_MAX
/* Page sizes of hugepages that are told apart; no machine we run on has more. */
#define EAL_HUGE_SIZES_MAX 4

/* What the options say about one lcore id. */
struct eal_lcore_config {
	bool used;           /* an EAL thread runs under this id */
	rte_cpuset_t cpuset; /* CPUs its thread may run on; empty when unused */
};

/* Which lcores exist and where they run: the result of -l, -c, --lcores, --main-lcore and -R. */
struct eal_lcore_map {
	unsigned int n_used;     /* number of used entries, at least 1 once parsed */
	unsigned int main_lcore; /* a used entry, or EAL_LCORE_NONE before parsing */
	struct eal_lcore_config lcore[RTE_MAX_LCORE];
};

/* When the files behind hugepages are removed. */
enum eal_huge_unlink {
	EAL_UNLINK_EXISTING, /* those left by others at start, ours at the end */
	EAL_UNLINK_ALWAYS,   /* ours too, as soon as they are open */
	EAL_UNLINK_NEVER,    /* those that exist are used as they are, and stay */
};

/* Most memory to take from hugepages of one size. */
struct eal_pagesz_limit {
	size_t page_sz; /* bytes, power of two */
	size_t limit;   /* bytes, multiple of page_sz; 0 = none of these pages */
};

/* The limits given, a page size once. */
struct eal_pagesz_limits {
	unsigned int n;
	struct eal_pagesz_limit limit[EAL_HUGE_SIZES_MAX];
};

struct eal_config {
	/* memory */
	size_t memory_sz;       /* bytes to take at start; 0 = the memory layer's default */
	size_t numa_mem[RTE_MAX_NUMA_NODES];   /* the same by node, bytes; all 0 = not asked */
	size_t numa_limit[RTE_MAX_NUMA_NODES]; /* most bytes on each node; 0 = no limit */
	struct eal_pagesz_limits pagesz_mem;
	bool no_huge;           /* ordinary anonymous pages */
	bool in_memory;         /* nothing is left in the file system; implies no_shconf */
	bool legacy_mem;        /* all memory mapped at start; implied by no_huge */
	bool single_file_segments; /* asked for; one file a segment list is what we do anyway */
	bool match_allocations; /* hugepages are given back only as they were taken */
	enum eal_huge_unlink huge_unlink; /* ALWAYS with in_memory */
	char *huge_dir;         /* owned; where hugepage files go, NULL = not asked */
	bool huge_worker_stack; /* stacks of the workers lie in EAL memory */
	size_t worker_stack_sz; /* bytes of such a stack; 0 = as the system has it */
	uintptr_t base_virtaddr; /* hint where mappings start; 0 = EAL_BASE_VIRTADDR */
	enum rte_iova_mode iova_mode; /* PA or VA; RTE_IOVA_DC before the options are read */
	unsigned int n_channels; /* DRAM channels; 0 = unknown */
	unsigned int n_ranks;    /* DRAM ranks; 0 = unknown */
	char *mbuf_pool_ops;     /* owned; NULL = not asked */

	/* processes */
	enum rte_proc_type_t proc_type; /* PRIMARY or SECONDARY, AUTO never survives parsing */
	bool no_shconf;                 /* no shared configuration file */
	char file_prefix[EAL_FILE_PREFIX_SZ];
	char runtime_dir[PATH_MAX];     /* where run files would lie; the folder need not exist */

	/* the rest */
	struct eal_lcore_map lcores;
	unsigned int max_simd_bitwidth; /* as forced by --force-max-simd-bitwidth; 0 = not forced */
	bool no_telemetry;              /* no socket for telemetry */
	bool no_pci;                    /* PCI devices are not wanted */
};

/* The configuration; defaults when EAL is not running. Never NULL. */
const struct eal_config *
eal_config_get(void);

/* The same for the option parser and the start-up code, the only writers. */
struct eal_config *
eal_config_edit(void);

/* Back to defaults; frees the strings it owns. Nobody may be using the configuration. */
void
eal_config_reset(void);

/* Free the strings that a configuration owns. */
void
eal_config_free_strings(struct eal_config *owner);

/*
 * Replace an owned string by a copy of src (NULL = none) and free the old one.
 * Returns 0, or -ENOMEM with *dst unchanged.
 */
int
eal_config_set_str(char **dst, const char *src);

#endif /* EAL_CONFIG_H */
