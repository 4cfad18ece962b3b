/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The memory layer as a whole without the rest of EAL, for tests that start it:
 * fakes of what is above and beside it, a machine with one lcore on node 0, and
 * children to start in, so that a start that goes wrong ends with its child.
 */

#ifndef MEM_LAYER_H
#define MEM_LAYER_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_lcore.h>

#include "eal_config.h"
#include "huge_pages.h"
#include "mem_pages.h"
#include "mem_seg.h"
#include "mem_shared.h"
#include "unit.h"

UNIT_FAKE_ERRNO();

static struct mem_shared layer_shared;
static char layer_log[8192]; /* all lines of this process */
static unsigned int layer_log_lines;

int
rte_log(uint32_t level, uint32_t type, const char *format, ...)
{
	size_t used = strlen(layer_log);
	va_list ap;

	(void)level;
	(void)type;
	va_start(ap, format);
	vsnprintf(layer_log + used, sizeof(layer_log) - used, format, ap);
	va_end(ap);
	layer_log_lines++;
	return 0;
}

void
__rte_panic(const char *funcname, const char *format, ...)
{
	fprintf(stderr, "%s: %s", funcname, format);
	abort();
}

unsigned int
rte_get_main_lcore(void)
{
	return 0;
}

unsigned int
rte_lcore_count(void)
{
	return 1;
}

unsigned int
rte_get_next_lcore(unsigned int i, int skip_main, int wrap)
{
	(void)skip_main;
	(void)wrap;
	return i + 1 == 0 ? 0 : RTE_MAX_LCORE;
}

unsigned int
rte_lcore_to_socket_id(unsigned int lcore_id)
{
	(void)lcore_id;
	return 0;
}

unsigned int
rte_socket_count(void)
{
	return 1;
}

int
rte_socket_id_by_idx(unsigned int idx)
{
	return (int)idx;
}

/* Options of a start with hugepages in memory; a test changes them. */
static inline struct eal_config *
layer_config(void)
{
	struct eal_config *cfg = eal_config_edit();

	eal_config_reset();
	strcpy(cfg->file_prefix, "unit");
	cfg->iova_mode = RTE_IOVA_VA;
	cfg->in_memory = true;
	cfg->huge_unlink = EAL_UNLINK_ALWAYS;
	return cfg;
}

/* The same with files in a folder. */
static inline struct eal_config *
layer_config_files(const char *dir)
{
	struct eal_config *cfg = layer_config();

	cfg->in_memory = false;
	cfg->huge_unlink = EAL_UNLINK_EXISTING;
	eal_config_set_str(&cfg->huge_dir, dir);
	return cfg;
}

static inline int
layer_start(void)
{
	layer_log[0] = '\0';
	layer_log_lines = 0;
	return mem_init(eal_config_get(), &layer_shared);
}

/* Run a case in a child; it counts its failures as usual. */
static inline void
layer_run(const char *name, void (*run)(void))
{
	pid_t child;
	int status = 0;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* it has the lock of the hugepages too */
		unit_failures = 0;
		run();
		if (unit_failures != 0)
			fprintf(stderr, "%s failed; log:\n%s", name, layer_log);
		exit(unit_status()); /* the lines that ran are counted then */
	}
	UNIT_CHECK(child > 0 && waitpid(child, &status, 0) == child);
	if (status != 0)
		fprintf(stderr, "%s: status %#x\n", name, (unsigned int)status);
	UNIT_CHECK(status == 0);
}

#endif /* MEM_LAYER_H */
