/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of linux_hugepages.c on machines of all kinds: folders and mounts
 * made here in place of the kernel's.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eal_config.h"
#include "linux_hugepages.h"
#include "mem_plan.h"
#include "unit.h"
#include "unit_log.h"

UNIT_FAKE_ERRNO();

#define MB ((size_t)1 << 20)
#define GB ((size_t)1 << 30)
#define NOBODY 65534

static char root[] = "/tmp/hugepages_unit.XXXXXX";
static char sysfs[64], mounts[64];
static struct eal_config cfg;
static struct mem_topology topo;

static void __rte_format_printf(1, 2)
run(const char *format, ...)
{
	char command[1024];
	va_list ap;

	va_start(ap, format);
	vsnprintf(command, sizeof(command), format, ap);
	va_end(ap);
	UNIT_CHECK(system(command) == 0);
}

/* Set a number of a page size: of the system, or with a node of that node. */
static void
set_count(const char *node, const char *size, const char *file, const char *count)
{
	char dir[256];

	if (node == NULL)
		snprintf(dir, sizeof(dir), "%s/kernel/mm/hugepages/hugepages-%s", sysfs, size);
	else
		snprintf(dir, sizeof(dir), "%s/devices/system/node/%s/hugepages/hugepages-%s",
			sysfs, node, size);
	run("mkdir -p %s && echo '%s' > %s/%s", dir, count, dir, file);
}

static void
add_size(const char *size, const char *n_reserved, const char *n_free)
{
	set_count(NULL, size, "nr_hugepages", n_reserved);
	set_count(NULL, size, "free_hugepages", n_free);
}

/* Mount a folder below root, which is made. */
static void
add_mount(const char *name, const char *type, const char *options)
{
	run("mkdir -p '%s/%s'", root, name);
	run("echo 'none %s/%s %s rw%s 0 0' | sed 's/a b/a\\\\040b/' >> %s", root, name, type,
		options, mounts);
}

/* No hugepages, no mounts, plain options. */
static void
new_machine(void)
{
	run("rm -rf %s/* && mkdir -p %s && echo '/dev/x / ext4 rw 0 0' > %s", root, sysfs, mounts);
	memset(&cfg, 0, sizeof(cfg));
	unit_log_lines = 0;
	unit_log_last[0] = '\0';
}

static int
read_machine(void)
{
	memset(&topo, 0xa5, sizeof(topo));
	unit_log_lines = 0;
	return mem_hugepages_read(sysfs, mounts, &cfg, &topo);
}

static bool
line_has(const char *words)
{
	if (strstr(unit_log_last, words) != NULL)
		return true;
	fprintf(stderr, "no '%s' in '%s'\n", words, unit_log_last);
	return false;
}

static bool
dir_is(unsigned int s, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	return strcmp(topo.sizes[s].dir, path) == 0;
}

static void
check_no_pages(void)
{
	new_machine();
	cfg.in_memory = true;
	UNIT_CHECK(read_machine() == -ENOMEM && unit_log_lines == 1);
	UNIT_CHECK(line_has("has no hugepages") && line_has("--no-huge"));
	UNIT_CHECK(mem_hugepages_read("/nowhere", "/nowhere", &cfg, &topo) == -ENOMEM);

	add_size("1048576kB", "0", "0");
	add_size("2048kB", "0", "0");
	set_count(NULL, "other", "nr_hugepages", "1");
	set_count(NULL, "12kB", "nr_hugepages", "1");
	set_count(NULL, "0kB", "nr_hugepages", "1");
	set_count(NULL, "99999999999999999999kB", "nr_hugepages", "1");
	UNIT_CHECK(read_machine() == -ENOMEM && unit_log_lines == 1);
	UNIT_CHECK(line_has("2048 kB: 0 reserved, 0 free; 1048576 kB: 0 reserved, 0 free"));
	/* the smallest size is the one to reserve */
	UNIT_CHECK(line_has("/hugepages-2048kB/nr_hugepages'") && line_has("--no-huge"));

	add_size("2048kB", "16", "0");
	UNIT_CHECK(read_machine() == -ENOMEM && unit_log_lines == 1);
	UNIT_CHECK(line_has("No hugepage is free") && line_has("2048 kB: 16 reserved, 0 free"));
	/* free, but promised to others */
	add_size("2048kB", "16", "5");
	set_count(NULL, "2048kB", "resv_hugepages", "5");
	UNIT_CHECK(read_machine() == -ENOMEM && unit_log_lines == 1);
	/* a number that cannot be read counts as none */
	add_size("2048kB", "many", "");
	UNIT_CHECK(read_machine() == -ENOMEM && line_has("2048 kB: 0 reserved"));
}

/* Sizes ascend; those that the system has no pages of are left out. */
static void
check_sizes(void)
{
	new_machine();
	cfg.in_memory = true;
	add_size("1048576kB", "2", "1");
	add_size("2048kB", "16", "7");
	add_size("64kB", "0", "0");
	UNIT_CHECK(read_machine() == 0 && unit_log_lines == 0);
	UNIT_CHECK(topo.n_sizes == 2);
	UNIT_CHECK(topo.sizes[0].page_sz == 2 * MB && topo.sizes[1].page_sz == GB);
	UNIT_CHECK(topo.sizes[0].n_reserved == 16 && topo.sizes[0].n_free == 7);
	UNIT_CHECK(topo.sizes[1].n_reserved == 2 && topo.sizes[1].n_free == 1);
	UNIT_CHECK(topo.sizes[0].dir[0] == '\0' && topo.sizes[1].dir[0] == '\0');
	/* nothing tells of nodes */
	UNIT_CHECK(topo.sizes[0].n_free_on[0] == 7 && topo.sizes[0].n_free_on[3] == 7);
	/* more sizes than are told apart */
	add_size("16384kB", "1", "1");
	add_size("32768kB", "1", "1");
	add_size("64kB", "1", "1");
	UNIT_CHECK(read_machine() == 0 && topo.n_sizes == EAL_HUGE_SIZES_MAX);
}

/* Promised pages are not to be had, those that the system would make are. */
static void
check_promises(void)
{
	new_machine();
	cfg.in_memory = true;
	add_size("2048kB", "20", "12");
	set_count(NULL, "2048kB", "resv_hugepages", "5");
	UNIT_CHECK(read_machine() == 0 && topo.sizes[0].n_free == 7 && topo.sizes[0].n_more == 0);
	set_count(NULL, "2048kB", "nr_overcommit_hugepages", "10");
	set_count(NULL, "2048kB", "surplus_hugepages", "4");
	UNIT_CHECK(read_machine() == 0 && topo.sizes[0].n_free == 13 && topo.sizes[0].n_more == 6);
	set_count(NULL, "2048kB", "surplus_hugepages", "11");
	UNIT_CHECK(read_machine() == 0 && topo.sizes[0].n_free == 7 && topo.sizes[0].n_more == 0);
	set_count(NULL, "2048kB", "surplus_hugepages", "0");
	add_size("2048kB", "0", "0");
	UNIT_CHECK(read_machine() == 0 && topo.sizes[0].n_free == 10);
}

static void
check_nodes(void)
{
	new_machine();
	cfg.in_memory = true;
	add_size("2048kB", "16", "10");
	add_size("1048576kB", "1", "1");
	set_count("node0", "2048kB", "free_hugepages", "3");
	set_count("node0", "1048576kB", "free_hugepages", "0");
	set_count("node5", "2048kB", "free_hugepages", "7");
	set_count("node5", "1048576kB", "free_hugepages", "1");
	set_count("node99", "2048kB", "free_hugepages", "7");
	run("mkdir %s/devices/system/node/node7 %s/devices/system/node/power", sysfs, sysfs);
	UNIT_CHECK(read_machine() == 0 && topo.n_sizes == 2);
	UNIT_CHECK(topo.sizes[0].n_free_on[0] == 3 && topo.sizes[0].n_free_on[5] == 7);
	UNIT_CHECK(topo.sizes[1].n_free_on[0] == 0 && topo.sizes[1].n_free_on[5] == 1);
	UNIT_CHECK(topo.sizes[0].n_free_on[1] == 0 && topo.sizes[0].n_free_on[7] == 0);
	/* promised to others, on whichever node; made by the system, on any */
	set_count(NULL, "2048kB", "resv_hugepages", "5");
	UNIT_CHECK(read_machine() == 0 && topo.sizes[0].n_free == 5);
	UNIT_CHECK(topo.sizes[0].n_free_on[0] == 3 && topo.sizes[0].n_free_on[5] == 5);
	set_count(NULL, "2048kB", "nr_overcommit_hugepages", "1");
	UNIT_CHECK(read_machine() == 0 && topo.sizes[0].n_free == 6);
	UNIT_CHECK(topo.sizes[0].n_free_on[0] == 4 && topo.sizes[0].n_free_on[5] == 6);
}

static void
check_mounts(void)
{
	new_machine();
	add_size("2048kB", "16", "10");
	UNIT_CHECK(read_machine() == -ENOENT && unit_log_lines == 1);
	UNIT_CHECK(line_has("pagesize=2048K") && line_has("--in-memory"));
	add_mount("tmp", "tmpfs", ",pagesize=2M");
	add_mount("big", "hugetlbfs", ",pagesize=1024M");
	add_mount("odd", "hugetlbfs", ",pagesize=x");
	add_mount("unsaid", "hugetlbfs", "");
	UNIT_CHECK(read_machine() == -ENOENT && unit_log_lines == 1);
	/* the first of those that fit */
	add_mount("a b", "hugetlbfs", ",relatime,pagesize=2M,mode=777");
	add_mount("second", "hugetlbfs", ",pagesize=2048K");
	UNIT_CHECK(read_machine() == 0 && unit_log_lines == 0);
	UNIT_CHECK(topo.n_sizes == 1 && dir_is(0, "a b"));
	add_size("1048576kB", "1", "0");
	UNIT_CHECK(read_machine() == 0 && unit_log_lines == 0 && topo.n_sizes == 2);
	UNIT_CHECK(dir_is(0, "a b") && dir_is(1, "big"));
	/* none for these: said, and left out */
	add_size("32768kB", "1", "1");
	UNIT_CHECK(read_machine() == 0 && unit_log_lines == 1 && topo.n_sizes == 2);
	UNIT_CHECK(line_has("32768 kB are left out"));
	/* which are the only ones free */
	add_size("2048kB", "16", "0");
	UNIT_CHECK(read_machine() == -ENOMEM && unit_log_lines == 2);
	UNIT_CHECK(line_has("No hugepage is free (pages of 2048 kB: 16 reserved, 0 free; 1048576"));
	/* nothing is asked of mounts without files */
	cfg.in_memory = true;
	UNIT_CHECK(read_machine() == 0 && unit_log_lines == 0 && topo.n_sizes == 3);
}

static int
read_with_dir(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	cfg.huge_dir = path;
	return read_machine();
}

static void
check_huge_dir(void)
{
	new_machine();
	add_size("2048kB", "16", "10");
	add_size("1048576kB", "1", "1");
	add_mount("first", "hugetlbfs", ",pagesize=2M");
	add_mount("second", "hugetlbfs", ",pagesize=2M");
	add_mount("second/tmp", "tmpfs", "");
	add_mount("big", "hugetlbfs", ",pagesize=1G");
	UNIT_CHECK(read_with_dir("second") == 0 && unit_log_lines == 0);
	UNIT_CHECK(topo.n_sizes == 1 && topo.sizes[0].page_sz == 2 * MB && dir_is(0, "second"));
	UNIT_CHECK(read_with_dir("first/../second/") == 0 && dir_is(0, "second"));
	run("mkdir -p %s/second/own %s/second2", root, root);
	UNIT_CHECK(read_with_dir("second/own") == 0 && dir_is(0, "second/own"));
	UNIT_CHECK(read_with_dir("big") == 0 && unit_log_lines == 0);
	UNIT_CHECK(topo.n_sizes == 1 && topo.sizes[0].page_sz == GB && dir_is(0, "big"));
	UNIT_CHECK(read_with_dir("second/tmp") == -ENOENT && unit_log_lines == 1);
	UNIT_CHECK(line_has("second/tmp is not on a hugetlbfs"));
	UNIT_CHECK(read_with_dir("second2") == -ENOENT && line_has("is not on a hugetlbfs"));
	UNIT_CHECK(read_with_dir("nowhere") == -ENOENT && line_has("No such file"));
	/* one mounted over another */
	add_mount("second", "hugetlbfs", ",pagesize=1G");
	UNIT_CHECK(read_with_dir("second") == 0 && topo.sizes[0].page_sz == GB);
	/* none of these pages */
	add_size("1048576kB", "0", "0");
	UNIT_CHECK(read_with_dir("big") == -ENOMEM && unit_log_lines == 1);
	UNIT_CHECK(line_has("(pages of 1048576 kB: 0 reserved, 0 free)"));
	UNIT_CHECK(line_has("/hugepages-1048576kB/nr_hugepages"));
}

/* In a process that may not do everything. */
static int
try_locked(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/first", root);
	if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) != 0)
		return 0;
	if (access(path, W_OK) == 0)
		return 0;
	UNIT_CHECK(read_machine() == -EACCES && unit_log_lines == 1);
	UNIT_CHECK(line_has("/first is not writable") && line_has("--in-memory"));
	UNIT_CHECK(read_with_dir("first") == -EACCES && unit_log_lines == 1);
	UNIT_CHECK(line_has("/first is not writable"));
	cfg.huge_dir = NULL;
	snprintf(mounts, sizeof(mounts), "%s/mounts2", root);
	UNIT_CHECK(read_machine() == 0 && dir_is(0, "second"));
	return unit_status();
}

static void
check_locked(void)
{
	int status = -1;
	pid_t child;

	new_machine();
	add_size("2048kB", "16", "10");
	add_mount("first", "hugetlbfs", ",pagesize=2M");
	run("cp %s %s2", mounts, mounts);
	run("mkdir %s/second && echo 'none %s/second hugetlbfs pagesize=2M 0 0' >> %s2", root, root,
		mounts);
	run("chmod 500 %s/first; chmod 777 %s/second; chmod 755 %s", root, root, root);
	child = fork();
	if (child == 0)
		_exit(try_locked());
	UNIT_CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static bool
has_file(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	return access(path, F_OK) == 0;
}

/* Files of this prefix go, unless somebody uses them. */
static void
check_left_over(void)
{
	char path[128];
	int fd;

	new_machine();
	add_size("2048kB", "16", "10");
	add_mount("huge", "hugetlbfs", ",pagesize=2M");
	strcpy(cfg.file_prefix, "a");
	run("cd %s/huge; touch amap_0 amap_17 amap_ amap_1x aamap_0 amap0 map_0 bmap_0; "
		"mkdir amap_3; ln -s bmap_0 amap_4; mkfifo amap_5", root);
	snprintf(path, sizeof(path), "%s/huge/amap_17", root);
	fd = open(path, O_RDONLY);
	UNIT_CHECK(fd >= 0 && flock(fd, LOCK_SH) == 0);
	UNIT_CHECK(read_machine() == 0);
	UNIT_CHECK(!has_file("huge/amap_0") && !has_file("huge/amap_5"));
	UNIT_CHECK(has_file("huge/amap_17"));
	UNIT_CHECK(has_file("huge/amap_") && has_file("huge/amap_1x") && has_file("huge/aamap_0"));
	UNIT_CHECK(has_file("huge/amap0") && has_file("huge/map_0") && has_file("huge/bmap_0"));
	/* no files of ours: they stay, which is said */
	UNIT_CHECK(has_file("huge/amap_3") && has_file("huge/amap_4") && unit_log_lines == 2);
	UNIT_CHECK(line_has("left-over file"));
	close(fd);
	cfg.huge_unlink = EAL_UNLINK_ALWAYS;
	UNIT_CHECK(read_machine() == 0 && !has_file("huge/amap_17"));
}

/* Files that are used again stay, and the pages in them count as free. */
static void
check_used_again(void)
{
	char path[128];
	int fd;

	new_machine();
	add_size("2048kB", "16", "0");
	set_count("node0", "2048kB", "free_hugepages", "0");
	add_mount("huge", "hugetlbfs", ",pagesize=2M");
	strcpy(cfg.file_prefix, "a");
	cfg.huge_unlink = EAL_UNLINK_NEVER;
	run("cd %s/huge; head -c 6M /dev/urandom >amap_0; head -c 2M /dev/urandom >amap_1; "
		"cp amap_0 bmap_0", root);
	UNIT_CHECK(read_machine() == 0 && unit_log_lines == 0);
	UNIT_CHECK(topo.sizes[0].n_free == 4 && topo.sizes[0].n_free_on[0] == 4);
	UNIT_CHECK(has_file("huge/amap_0") && has_file("huge/amap_1"));
	/* but not by another process */
	snprintf(path, sizeof(path), "%s/huge/amap_0", root);
	fd = open(path, O_RDONLY);
	UNIT_CHECK(fd >= 0 && flock(fd, LOCK_SH) == 0);
	UNIT_CHECK(read_machine() == 0 && topo.sizes[0].n_free == 1);
	close(fd);
	/* nothing is looked at in memory */
	cfg.in_memory = true;
	UNIT_CHECK(read_machine() == -ENOMEM && has_file("huge/amap_0"));
	cfg.in_memory = false;
	cfg.huge_unlink = EAL_UNLINK_EXISTING;
	UNIT_CHECK(read_machine() == -ENOMEM && !has_file("huge/amap_0"));
}

int
main(void)
{
	UNIT_CHECK(mkdtemp(root) != NULL);
	snprintf(sysfs, sizeof(sysfs), "%s/sys", root);
	snprintf(mounts, sizeof(mounts), "%s/mounts", root);
	check_no_pages();
	check_sizes();
	check_promises();
	check_nodes();
	check_mounts();
	check_huge_dir();
	check_locked();
	check_left_over();
	check_used_again();
	run("rm -r %s", root);
	return unit_status();
}
