/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hugepages for a test, as far as it may reserve some: of 2 MiB unless it chooses
 * another size. Programs that use this wait for each other, so that each knows how
 * many pages are free; in a test suite nothing else runs beside them.
 */

#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <unistd.h>

#define HUGE_PAGE_SZ ((size_t)2 << 20)
#define HUGE_POOLS "/sys/kernel/mm/hugepages/"

static size_t huge_page_sz = HUGE_PAGE_SZ; /* chosen while no page is taken */
static int huge_lock = -1;       /* descriptor of the number of pages, locked */
static unsigned int huge_before; /* that number as it was */
static void *huge_hold;          /* what was free beyond what the test wants, mapped */
static size_t huge_hold_sz;

/* A number of the pool in a folder of pools, such as "free_hugepages"; 0 if there is none. */
static inline unsigned int
huge_count_in(const char *pools, const char *name)
{
	unsigned int count = 0;
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%shugepages-%zukB/%s", pools, huge_page_sz >> 10, name);
	f = fopen(path, "re");
	if (f == NULL || fscanf(f, "%u", &count) != 1)
		count = 0;
	if (f != NULL)
		fclose(f);
	return count;
}

static inline unsigned int
huge_count(const char *name)
{
	return huge_count_in(HUGE_POOLS, name);
}

static inline unsigned int
huge_count_free(void)
{
	return huge_count("free_hugepages");
}

/* Files of a folder; none where it cannot be read. */
static inline unsigned int
huge_count_files(const char *dir)
{
	DIR *folder = opendir(dir);
	struct dirent *entry;
	unsigned int n = 0;

	if (folder == NULL)
		return 0;
	while ((entry = readdir(folder)) != NULL)
		n += entry->d_name[0] != '.';
	closedir(folder);
	return n;
}

static inline void
huge_resize(unsigned int n)
{
	char text[16];
	int len = snprintf(text, sizeof(text), "%u", n);

	if (huge_count("nr_hugepages") != n && pwrite(huge_lock, text, (size_t)len, 0) != len)
		perror("number of hugepages");
}

/* Use up what is free beyond n pages. */
static inline void
huge_use_up(unsigned int n)
{
	unsigned int n_free = huge_count_free();

	if (n_free <= n)
		return;
	huge_hold_sz = (n_free - n) * huge_page_sz;
	/* the logarithm of the page size from bit 26 on */
	huge_hold = mmap(NULL, huge_hold_sz, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS |
			MAP_HUGETLB | __builtin_ctzll(huge_page_sz) << 26 | MAP_POPULATE, -1, 0);
}

/* Give back what huge_take() took. */
static inline void
huge_give(void)
{
	if (huge_lock < 0)
		return;
	if (huge_hold_sz != 0)
		munmap(huge_hold, huge_hold_sz);
	huge_hold_sz = 0;
	huge_resize(huge_before);
	close(huge_lock);
	huge_lock = -1;
}

/* Wait until no other test uses pages. False after a line if that takes too long. */
static inline bool
huge_wait(void)
{
	for (unsigned int tenths = 0; tenths < 600; tenths++) {
		if (flock(huge_lock, LOCK_EX | LOCK_NB) == 0)
			return true;
		usleep(100000);
	}
	printf("skipped: another test has used hugepages for a minute\n");
	close(huge_lock);
	huge_lock = -1;
	return false;
}

/* Have exactly n free pages, of which nobody else uses one. False after a line if not. */
static inline bool
huge_take(unsigned int n)
{
	unsigned int n_free;
	char path[128];

	snprintf(path, sizeof(path), HUGE_POOLS "hugepages-%zukB/nr_hugepages", huge_page_sz >> 10);
	huge_lock = open(path, O_RDWR | O_CLOEXEC);
	if (huge_lock < 0) {
		printf("skipped: hugepages of %zu MiB cannot be reserved here\n",
				huge_page_sz >> 20);
		return false;
	}
	if (!huge_wait())
		return false;
	huge_before = huge_count("nr_hugepages");
	n_free = huge_count_free();
	if (n_free < n)
		huge_resize(huge_before + n - n_free);
	huge_use_up(n);
	if (huge_count_free() == n && huge_count("resv_hugepages") == 0)
		return true;
	printf("skipped: hugepages of %zu MiB: %u are not to be had\n", huge_page_sz >> 20, n);
	huge_give();
	return false;
}

/*
 * Mount a hugetlbfs that only this process and its children see, in a folder whose
 * name goes to dir. False after a line if that is not allowed.
 */
static inline bool
huge_mount(char *dir, size_t dir_sz)
{
	char option[32];

	snprintf(option, sizeof(option), "pagesize=%zuK", huge_page_sz >> 10);
	snprintf(dir, dir_sz, "/tmp/dpdk-test-huge-XXXXXX");
	if (mkdtemp(dir) == NULL)
		return false;
	if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
			mount("none", dir, "hugetlbfs", 0, option) == 0)
		return true;
	rmdir(dir);
	printf("skipped: a hugetlbfs cannot be mounted here\n");
	return false;
}

static inline void
huge_unmount(const char *dir)
{
	umount(dir);
	rmdir(dir);
}

/* What huge_begin() took and mounted. */
static inline void
huge_end(const char *dir)
{
	huge_unmount(dir);
	huge_give();
}

/* Both huge_take() and huge_mount(); neither if one fails. */
static inline bool
huge_begin(unsigned int n, char *dir, size_t dir_sz)
{
	if (!huge_take(n))
		return false;
	if (huge_mount(dir, dir_sz))
		return true;
	huge_give();
	return false;
}

#endif /* HUGE_PAGES_H */
