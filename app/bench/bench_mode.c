/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The memory modes, and what the machine must have for them. Hugepages are those of the default
 * size. No EAL here: this runs in the process that starts the others.
 */

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "bench_mode.h"

#define MOUNT_TEMPLATE "/tmp/dpdk-bench.XXXXXX"
#define FILE_PREFIX "--file-prefix=dpdk-bench"

struct bench_mode {
	const char *name;
	bool hugepages;
	bool files; /* needs a mount of hugetlbfs */
	bool grows; /* pages come and go while the heap is used */
	const char *args[BENCH_MODE_MAX_ARGS];
};

static const struct bench_mode modes[] = {
	{.name = "no-huge", .args = {"--no-huge", "--in-memory", "-m", "1024", "--no-pci"}},
	{
		.name = "in-memory",
		.hugepages = true,
		.grows = true,
		.args = {"--in-memory", "--no-pci"},
	},
	{
		.name = "dynamic",
		.hugepages = true,
		.files = true,
		.grows = true,
		.args = {FILE_PREFIX, "--no-pci"},
	},
	{
		.name = "legacy",
		.hugepages = true,
		.files = true,
		.args = {"--legacy-mem", "-m", "512", FILE_PREFIX, "--no-pci"},
	},
};

#define N_MODES (sizeof(modes) / sizeof(modes[0]))

const struct bench_mode *
bench_mode_next(const struct bench_mode *mode)
{
	if (mode == NULL)
		return &modes[0];
	return mode + 1 < modes + N_MODES ? mode + 1 : NULL;
}

const struct bench_mode *
bench_mode_find(const char *name)
{
	for (size_t i = 0; i < N_MODES; i++)
		if (strcmp(modes[i].name, name) == 0)
			return &modes[i];
	return NULL;
}

const char *
bench_mode_name(const struct bench_mode *mode)
{
	return mode->name;
}

const char *const *
bench_mode_args(const struct bench_mode *mode)
{
	return mode->args;
}

bool
bench_mode_grows(const struct bench_mode *mode, int eal_argc, char **eal_argv)
{
	if (mode != NULL)
		return mode->grows;
	for (int i = 1; i < eal_argc; i++)
		if (strcmp(eal_argv[i], "--no-huge") == 0 ||
			strcmp(eal_argv[i], "--legacy-mem") == 0)
			return false;
	return true;
}

/* Size of a hugepage if no other is asked for; 0 if the kernel has none. */
static long
page_kb(void)
{
	FILE *file = fopen("/proc/meminfo", "re");
	char line[128];
	long kb = 0;

	if (file == NULL)
		return 0;
	while (kb == 0 && fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "Hugepagesize: %ld", &kb) != 1)
			kb = 0;
	fclose(file);
	return kb;
}

/* Opens a file of that page size. */
static FILE *
open_count(const char *name, const char *how)
{
	char path[128];

	snprintf(
		path, sizeof(path), "/sys/kernel/mm/hugepages/hugepages-%ldkB/%s", page_kb(), name);
	return fopen(path, how);
}

static long
read_count(const char *name)
{
	FILE *file = open_count(name, "re");
	long count;

	if (file == NULL)
		return 0;
	if (fscanf(file, "%ld", &count) != 1)
		count = 0;
	fclose(file);
	return count;
}

/* The kernel may reserve fewer: read the numbers again. Fails silently for who may not. */
static void
reserve_more(long n)
{
	long n_now = read_count("nr_hugepages");
	FILE *file = open_count("nr_hugepages", "we");

	if (file == NULL)
		return;
	fprintf(file, "%ld\n", n_now + n);
	fclose(file);
}

static bool
has_hugetlbfs(void)
{
	FILE *file = fopen("/proc/mounts", "re");
	char line[512], type[64] = "";

	if (file == NULL)
		return false;
	while (strcmp(type, "hugetlbfs") != 0 && fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "%*s %*s %63s", type) != 1)
			type[0] = '\0';
	fclose(file);
	return strcmp(type, "hugetlbfs") == 0;
}

/* False with the reason when there are too few free hugepages, and no more can be reserved. */
static bool
borrow_pages(long memory_kb, struct bench_loan *loan, struct bench_reason *reason)
{
	const long size_kb = page_kb(), n_before = read_count("nr_hugepages");
	const long n_needed = size_kb == 0 ? 0 : (memory_kb + size_kb - 1) / size_kb;

	if (n_needed == 0) {
		snprintf(reason->text, sizeof(reason->text), "this system has no hugepages");
		return false;
	}
	if (read_count("free_hugepages") < n_needed) {
		reserve_more(n_needed - read_count("free_hugepages"));
		loan->n_pages = read_count("nr_hugepages") - n_before;
	}
	if (read_count("free_hugepages") >= n_needed)
		return true;
	snprintf(reason->text, sizeof(reason->text),
		"needs %ld free hugepages of %ld kB, has %ld and cannot reserve more", n_needed,
		size_kb, read_count("free_hugepages"));
	return false;
}

/* In a mount namespace of our own, so that nobody else sees it and it cannot outlive us. */
static bool
mount_hugetlbfs(char dir[static sizeof(MOUNT_TEMPLATE)])
{
	memcpy(dir, MOUNT_TEMPLATE, sizeof(MOUNT_TEMPLATE));
	if (mkdtemp(dir) == NULL) {
		dir[0] = '\0';
		return false;
	}
	if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
		mount("none", dir, "hugetlbfs", 0, NULL) == 0)
		return true;
	rmdir(dir);
	dir[0] = '\0';
	return false;
}

bool
bench_mode_prepare(const struct bench_mode *mode, long memory_kb, struct bench_loan *loan,
	struct bench_reason *reason)
{
	*loan = (struct bench_loan){0};
	if (mode->files && !has_hugetlbfs() && !mount_hugetlbfs(loan->mount)) {
		snprintf(reason->text, sizeof(reason->text),
			"no hugetlbfs is mounted, and this user cannot mount one");
		return false;
	}
	if (!mode->hugepages || borrow_pages(memory_kb, loan, reason))
		return true;
	bench_loan_return(loan);
	return false;
}

void
bench_loan_return(struct bench_loan *loan)
{
	if (loan->n_pages > 0)
		reserve_more(-loan->n_pages);
	if (loan->mount[0] != '\0' && umount(loan->mount) == 0)
		rmdir(loan->mount);
	*loan = (struct bench_loan){0};
}
