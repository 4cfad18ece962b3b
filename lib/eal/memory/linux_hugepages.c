/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hugepages as Linux tells of them. Folders are listed, names are not guessed:
 * nothing is opened that is not there.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_string_fns.h>

#include "eal_config.h"
#include "eal_log.h"
#include "linux_hugepages.h"
#include "mem_plan.h"

#define POOLS "/kernel/mm/hugepages"
#define NODES "/devices/system/node"

/* One line of the mounts: names and options may be long. */
#define MOUNT_LINE_SZ (4 * PATH_MAX)
/* Unit of st_blocks. */
#define BLOCK_SZ 512

/* Put a path together. False if it is too long, which is then no path of ours. */
static bool __rte_format_printf(2, 3)
make_path(char *path, const char *format, ...)
{
	va_list ap;
	int len;

	va_start(ap, format);
	len = vsnprintf(path, PATH_MAX, format, ap);
	va_end(ap);
	return len < PATH_MAX;
}

/* Number in a file, 0 if it cannot be read. */
static size_t
read_count(const char *folder, const char *file)
{
	char path[PATH_MAX];
	size_t count = 0;
	FILE *f = NULL;

	if (make_path(path, "%s/%s", folder, file))
		f = fopen(path, "re");
	if (f == NULL)
		return 0;
	if (fscanf(f, "%zu", &count) != 1)
		count = 0;
	fclose(f);
	return count;
}

/* Page size in the name of a folder, 0 if that is no folder of hugepages. */
static size_t
page_sz_of(const char *name)
{
	size_t kb;
	char end;

	if (sscanf(name, "hugepages-%zuk%c", &kb, &end) != 2 || end != 'B' || kb > SIZE_MAX >> 10)
		return 0;
	return (kb & (kb - 1)) == 0 ? kb << 10 : 0;
}

/* Insert a page size, in ascending order. */
static struct mem_huge_size *
add_size(struct mem_topology *topo, size_t page_sz)
{
	unsigned int at = topo->n_sizes++;

	for (; at > 0 && topo->sizes[at - 1].page_sz > page_sz; at--)
		topo->sizes[at] = topo->sizes[at - 1];
	memset(&topo->sizes[at], 0, sizeof(topo->sizes[at]));
	topo->sizes[at].page_sz = page_sz;
	return &topo->sizes[at];
}

static struct mem_huge_size *
find_size(struct mem_topology *topo, size_t page_sz)
{
	for (unsigned int i = 0; i < topo->n_sizes; i++)
		if (topo->sizes[i].page_sz == page_sz)
			return &topo->sizes[i];
	return NULL;
}

/* Keep the page sizes of which a test is true. */
static void
keep_sizes(struct mem_topology *topo, bool (*keep)(const struct mem_huge_size *size))
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < topo->n_sizes; i++)
		if (keep(&topo->sizes[i]))
			topo->sizes[n++] = topo->sizes[i];
	topo->n_sizes = n;
}

/* Which page sizes there are. */
static void
list_sizes(const char *sysfs, struct mem_topology *topo)
{
	char folder[PATH_MAX];
	struct dirent *entry;
	DIR *dir = NULL;

	topo->n_sizes = 0;
	if (make_path(folder, "%s" POOLS, sysfs))
		dir = opendir(folder);
	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL && topo->n_sizes < EAL_HUGE_SIZES_MAX) {
		const size_t page_sz = page_sz_of(entry->d_name);

		if (page_sz != 0)
			add_size(topo, page_sz);
	}
	closedir(dir);
}

/* The pool of a page size, on any node as large as in all. n_more is as far as known before. */
static void
read_pool(const char *sysfs, struct mem_huge_size *size)
{
	size_t n_promised, n_surplus, n_overcommit;
	char folder[PATH_MAX];

	if (!make_path(folder, "%s" POOLS "/hugepages-%zukB", sysfs, size->page_sz >> 10))
		return;
	n_promised = read_count(folder, "resv_hugepages");
	n_surplus = read_count(folder, "surplus_hugepages");
	n_overcommit = read_count(folder, "nr_overcommit_hugepages");
	size->n_reserved = read_count(folder, "nr_hugepages");
	size->n_more += n_overcommit - RTE_MIN(n_surplus, n_overcommit);
	size->n_free = read_count(folder, "free_hugepages");
	size->n_free -= RTE_MIN(n_promised, size->n_free);
	size->n_free += size->n_more;
	for (unsigned int node = 0; node < RTE_MAX_NUMA_NODES; node++)
		size->n_free_on[node] = size->n_free;
}

/* What one node has free. Returns whether the system tells. */
static bool
read_node(const char *nodes, const char *name, unsigned int node, struct mem_topology *topo)
{
	char folder[PATH_MAX], file[NAME_MAX + sizeof("/free_hugepages")];
	struct dirent *entry;
	DIR *dir = NULL;

	if (make_path(folder, "%s/%s/hugepages", nodes, name))
		dir = opendir(folder);
	if (dir == NULL)
		return false;
	while ((entry = readdir(dir)) != NULL) {
		struct mem_huge_size *size = find_size(topo, page_sz_of(entry->d_name));

		if (size == NULL)
			continue;
		snprintf(file, sizeof(file), "%s/free_hugepages", entry->d_name);
		size->n_free_on[node] = RTE_MIN(size->n_free,
			size->n_more + read_count(folder, file));
	}
	closedir(dir);
	return true;
}

/*
 * Split what is free up by node. Where the system tells nothing about nodes it is
 * left as it is: to be had on whichever node it is asked for.
 */
static void
read_nodes(const char *sysfs, struct mem_topology *topo)
{
	bool told[RTE_MAX_NUMA_NODES] = { false }, any = false;
	char folder[PATH_MAX];
	struct dirent *entry;
	unsigned int node;
	DIR *dir = NULL;

	if (make_path(folder, "%s" NODES, sysfs))
		dir = opendir(folder);
	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL)
		if (sscanf(entry->d_name, "node%u", &node) == 1 && node < RTE_MAX_NUMA_NODES) {
			told[node] = read_node(folder, entry->d_name, node, topo);
			any = any || told[node];
		}
	closedir(dir);
	for (node = 0; node < RTE_MAX_NUMA_NODES && any; node++)
		for (unsigned int i = 0; i < topo->n_sizes && !told[node]; i++)
			topo->sizes[i].n_free_on[node] = 0;
}

/* Page size of a hugetlbfs: an option of the mount, or as the file system says. */
static size_t
mount_page_sz(const struct mntent *mount)
{
	const char *option = hasmntopt(mount, "pagesize");
	struct statfs fs;
	char text[32];

	if (option != NULL && option[strlen("pagesize")] == '=') {
		rte_strlcpy(text, option + strlen("pagesize="), sizeof(text));
		text[strcspn(text, ",")] = '\0';
		return rte_str_to_size(text);
	}
	return statfs(mount->mnt_dir, &fs) == 0 ? (size_t)fs.f_bsize : 0;
}

static bool
is_writable(const char *dir)
{
	return access(dir, R_OK | W_OK | X_OK) == 0;
}

/* What the search through the mounts is for, and what it found. */
struct mount_search {
	struct mem_topology *topo;
	const char *huge_dir;   /* full path, NULL = any folder will do */
	size_t len;             /* of the mount that huge_dir lies on, so far */
	size_t page_sz;         /* of that mount, 0 = it is no hugetlbfs */
	char locked[PATH_MAX];  /* a fitting folder that is not writable, "" = none */
};

/* The mount that huge_dir lies on is the longest, and of those the last. */
static void
visit_for_dir(struct mount_search *search, const struct mntent *mount)
{
	size_t len = strlen(mount->mnt_dir);

	while (len > 0 && mount->mnt_dir[len - 1] == '/')
		len--;
	if (strncmp(search->huge_dir, mount->mnt_dir, len) != 0 || len < search->len ||
			(search->huge_dir[len] != '/' && search->huge_dir[len] != '\0'))
		return;
	search->len = len;
	search->page_sz = strcmp(mount->mnt_type, "hugetlbfs") == 0 ? mount_page_sz(mount) : 0;
}

/* The first mount of a page size that is writable. */
static void
visit_for_any(struct mount_search *search, const struct mntent *mount)
{
	struct mem_huge_size *size;

	if (strcmp(mount->mnt_type, "hugetlbfs") != 0)
		return;
	size = find_size(search->topo, mount_page_sz(mount));
	if (size == NULL || size->dir[0] != '\0')
		return;
	if (is_writable(mount->mnt_dir))
		rte_strlcpy(size->dir, mount->mnt_dir, sizeof(size->dir));
	else
		rte_strlcpy(search->locked, mount->mnt_dir, sizeof(search->locked));
}

static void
search_mounts(const char *mounts, struct mount_search *search)
{
	char line[MOUNT_LINE_SZ];
	struct mntent mount;
	FILE *f = setmntent(mounts, "re");

	if (f == NULL)
		return;
	while (getmntent_r(f, &mount, line, sizeof(line)) != NULL)
		if (search->huge_dir != NULL)
			visit_for_dir(search, &mount);
		else
			visit_for_any(search, &mount);
	endmntent(f);
}

static bool
has_dir(const struct mem_huge_size *size)
{
	return size->dir[0] != '\0';
}

/* --huge-dir: files go there, so only pages of that size can be used. */
static int
choose_given_dir(const char *mounts, const char *huge_dir, struct mem_topology *topo)
{
	struct mount_search search = { .topo = topo };
	struct mem_huge_size *size;
	char path[PATH_MAX];

	if (realpath(huge_dir, path) == NULL) {
		EAL_LOG(ERR, "Cannot use --huge-dir=%s: %s", huge_dir, strerror(errno));
		return -ENOENT;
	}
	search.huge_dir = path;
	search_mounts(mounts, &search);
	size = find_size(topo, search.page_sz);
	if (size == NULL) {
		EAL_LOG(ERR, "--huge-dir=%s is not on a hugetlbfs; mount one there, "
			"such as with 'mount -t hugetlbfs none %s'", huge_dir, huge_dir);
		return -ENOENT;
	}
	if (!is_writable(path)) {
		EAL_LOG(ERR, "--huge-dir=%s is not writable for this user; give it that right, "
			"or start with --in-memory", huge_dir);
		return -EACCES;
	}
	rte_strlcpy(size->dir, path, sizeof(size->dir));
	keep_sizes(topo, has_dir);
	return 0;
}

/* Say which pages could be had were there a folder for their files. */
static void
log_left_out(const struct mem_topology *topo)
{
	for (unsigned int i = 0; i < topo->n_sizes; i++)
		if (!has_dir(&topo->sizes[i]))
			EAL_LOG(NOTICE, "Hugepages of %zu kB are left out: no hugetlbfs of that "
				"page size is mounted and writable",
				topo->sizes[i].page_sz >> 10);
}

/* Keep the page sizes with a folder. locked: one that is not writable, "" = none. */
static int
keep_dirs(struct mem_topology *topo, const char *locked)
{
	const size_t page_sz = topo->sizes[0].page_sz;
	bool any = false;

	for (unsigned int i = 0; i < topo->n_sizes; i++)
		any = any || has_dir(&topo->sizes[i]);
	if (any) {
		log_left_out(topo);
		keep_sizes(topo, has_dir);
		return 0;
	}
	if (locked[0] != '\0') {
		EAL_LOG(ERR, "The hugetlbfs in %s is not writable for this user; give it that "
			"right, or start with --in-memory", locked);
		return -EACCES;
	}
	EAL_LOG(ERR, "No hugetlbfs is mounted for pages of %zu kB; mount one, such as with "
		"'mkdir -p /mnt/huge && mount -t hugetlbfs -o pagesize=%zuK none /mnt/huge', "
		"or start with --in-memory", page_sz >> 10, page_sz >> 10);
	return -ENOENT;
}

/* "2048 kB: 16 reserved, 7 free" for each page size, joined by "; ". */
static void
describe(const struct mem_topology *topo, char *text, size_t text_sz)
{
	size_t len = 0;

	for (unsigned int i = 0; i < topo->n_sizes && len < text_sz; i++)
		len += snprintf(text + len, text_sz - len, "%s%zu kB: %zu reserved, %zu free",
			i > 0 ? "; " : "", topo->sizes[i].page_sz >> 10,
			topo->sizes[i].n_reserved, topo->sizes[i].n_free);
}

static bool
has_pool(const struct mem_huge_size *size)
{
	return size->n_reserved > 0 || size->n_free > 0;
}

/* Keep what the system has pages of, if any is free. */
static int
keep_pools(const char *sysfs, struct mem_topology *topo)
{
	const size_t smallest = topo->n_sizes > 0 ? topo->sizes[0].page_sz : 0;
	size_t n_free = 0;
	char text[256];

	describe(topo, text, sizeof(text));
	keep_sizes(topo, has_pool);
	for (unsigned int i = 0; i < topo->n_sizes; i++)
		n_free += topo->sizes[i].n_free;
	if (n_free > 0)
		return 0;
	if (smallest == 0)
		EAL_LOG(ERR, "This system has no hugepages; start with --no-huge");
	else if (topo->n_sizes > 0)
		EAL_LOG(ERR, "No hugepage is free (pages of %s); end a process that uses them, "
			"reserve more in %s" POOLS ", or start with --no-huge", text, sysfs);
	else
		EAL_LOG(ERR, "No hugepage is reserved (pages of %s); reserve some, such as "
			"'echo 512 > %s" POOLS "/hugepages-%zukB/nr_hugepages', "
			"or start with --no-huge", text, sysfs, smallest >> 10);
	return -ENOMEM;
}

/* Whether a name is of a file that processes with this prefix make. */
static bool
is_file_of(const char *name, const char *prefix)
{
	const size_t len = strlen(prefix);

	if (strncmp(name, prefix, len) != 0 || strncmp(name + len, "map_", 4) != 0)
		return false;
	name += len + 4;
	return *name != '\0' && name[strspn(name, "0123456789")] == '\0';
}

/*
 * What to do with a file that an earlier process left: remove it, or count the pages in it, which
 * will be used again. Nothing is done while somebody holds a lock on it. Returns the pages.
 */
static size_t
visit_file(int dir_fd, const char *name, const struct eal_config *cfg,
		const struct mem_huge_size *size)
{
	/* Should it be a pipe, nobody may ever write to it. */
	const int fd = openat(dir_fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat status = { .st_blocks = 0 };
	int rc = 0;

	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0)
		rc = errno;
	else if (cfg->huge_unlink == EAL_UNLINK_NEVER)
		rc = fstat(fd, &status) == 0 ? 0 : errno;
	else
		rc = unlinkat(dir_fd, name, 0) == 0 ? 0 : errno;
	if (fd >= 0)
		close(fd);
	if (rc != 0 && rc != EWOULDBLOCK && rc != ENOENT)
		EAL_LOG(NOTICE, "Cannot use or remove the left-over file %s/%s: %s", size->dir,
			name, strerror(rc));
	return (size_t)status.st_blocks * BLOCK_SZ / size->page_sz;
}

/* Left-over files hold pages; so they are visited before pages are counted. */
static void
visit_files(const struct eal_config *cfg, struct mem_huge_size *size)
{
	DIR *folder = opendir(size->dir);
	struct dirent *entry;

	if (folder == NULL)
		return;
	while ((entry = readdir(folder)) != NULL)
		if (is_file_of(entry->d_name, cfg->file_prefix))
			size->n_more += visit_file(dirfd(folder), entry->d_name, cfg, size);
	closedir(folder);
}

static void
read_counts(const char *sysfs, const struct eal_config *cfg, struct mem_topology *topo)
{
	for (unsigned int i = 0; i < topo->n_sizes; i++) {
		if (has_dir(&topo->sizes[i]))
			visit_files(cfg, &topo->sizes[i]);
		read_pool(sysfs, &topo->sizes[i]);
	}
	read_nodes(sysfs, topo);
}

int
mem_hugepages_read(const char *sysfs, const char *mounts, const struct eal_config *cfg,
		struct mem_topology *topo)
{
	const bool any_dir = !cfg->in_memory && cfg->huge_dir == NULL;
	struct mount_search search = { .topo = topo };
	int rc = 0;

	list_sizes(sysfs, topo);
	if (any_dir)
		search_mounts(mounts, &search);
	else if (!cfg->in_memory && topo->n_sizes > 0)
		rc = choose_given_dir(mounts, cfg->huge_dir, topo);
	if (rc < 0)
		return rc;
	read_counts(sysfs, cfg, topo);
	rc = keep_pools(sysfs, topo);
	if (rc < 0 || !any_dir)
		return rc;
	rc = keep_dirs(topo, search.locked);
	/* those that are free may be the ones without a folder */
	return rc < 0 ? rc : keep_pools(sysfs, topo);
}
