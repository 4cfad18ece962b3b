/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers of hugepages as the kernel tells them, put into words. No state.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "eal_hugepages.h"
#include "eal_log.h"

/* All page sizes found so far. */
struct hugepage_summary {
	uint64_t n_reserved;
	uint64_t n_sizes;
	uint64_t smallest_kb;
	char text[256]; /* "2048 kB: 0 reserved, 0 free" for each, joined by "; " */
};

/* Number in a file of a page size, 0 when it cannot be read. */
static uint64_t
read_count(const char *root, uint64_t size_kb, const char *file)
{
	char path[256];
	uint64_t count;
	FILE *f;

	snprintf(path, sizeof(path), "%s/hugepages-%" PRIu64 "kB/%s", root, size_kb, file);
	f = fopen(path, "re");
	if (f == NULL)
		return 0;
	if (fscanf(f, "%" SCNu64, &count) != 1)
		count = 0;
	fclose(f);
	return count;
}

static void
add_size(struct hugepage_summary *summary, const char *root, uint64_t size_kb)
{
	const uint64_t n_reserved = read_count(root, size_kb, "nr_hugepages");
	const uint64_t n_free = read_count(root, size_kb, "free_hugepages");
	const size_t used = strlen(summary->text);

	summary->n_reserved += n_reserved;
	if (summary->n_sizes++ == 0 || size_kb < summary->smallest_kb)
		summary->smallest_kb = size_kb;
	snprintf(summary->text + used, sizeof(summary->text) - used,
		"%s%" PRIu64 " kB: %" PRIu64 " reserved, %" PRIu64 " free",
		used > 0 ? "; " : "", size_kb, n_reserved, n_free);
}

static void
summarise(const char *root, struct hugepage_summary *summary)
{
	struct dirent *entry;
	DIR *dir = opendir(root);
	uint64_t size_kb;

	memset(summary, 0, sizeof(*summary));
	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL)
		if (sscanf(entry->d_name, "hugepages-%" SCNu64 "kB", &size_kb) == 1)
			add_size(summary, root, size_kb);
	closedir(dir);
}

int
hugepages_refuse(const char *root)
{
	struct hugepage_summary summary;

	summarise(root, &summary);
	if (summary.n_reserved > 0) {
		EAL_LOG(ERR, "Hugepage memory is not built yet (pages of %s); start with --no-huge",
			summary.text);
		return -ENOTSUP;
	}
	if (summary.n_sizes == 0)
		EAL_LOG(ERR, "This system has no hugepages; start with --no-huge");
	else
		EAL_LOG(ERR, "No hugepage is reserved (pages of %s); reserve some, such as "
			"'echo 512 > %s/hugepages-%" PRIu64 "kB/nr_hugepages', "
			"or start with --no-huge", summary.text, root, summary.smallest_kb);
	return -ENOMEM;
}
