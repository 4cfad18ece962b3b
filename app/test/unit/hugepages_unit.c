/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a start without --no-huge says, on machines with all kinds of hugepages: folders made here
 * in place of the kernel's.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eal_hugepages.h"
#include "unit.h"

static char line[1024]; /* the last one logged */
static unsigned int n_lines;
static char root[] = "/tmp/hugepages_unit.XXXXXX";

int
rte_log(uint32_t level, uint32_t type, const char *format, ...)
{
	va_list ap;

	(void)level;
	(void)type;
	n_lines++;
	va_start(ap, format);
	vsnprintf(line, sizeof(line), format, ap);
	va_end(ap);
	return 0;
}

static void
write_file(const char *dir, const char *name, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	UNIT_CHECK(f != NULL);
	if (f != NULL) {
		fputs(text, f);
		fclose(f);
	}
}

static void
add_size(const char *name, const char *n_reserved, const char *n_free)
{
	char dir[128];

	snprintf(dir, sizeof(dir), "%s/hugepages-%s", root, name);
	mkdir(dir, 0700);
	write_file(dir, "nr_hugepages", n_reserved);
	write_file(dir, "free_hugepages", n_free);
}

static void
remove_all(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -r %s", root);
	UNIT_CHECK(system(command) == 0);
}

int
main(void)
{
	UNIT_CHECK(mkdtemp(root) != NULL);
	UNIT_CHECK(hugepages_refuse("/nowhere") == -ENOMEM && n_lines == 1);
	UNIT_CHECK(strstr(line, "has no hugepages") != NULL && strstr(line, "--no-huge") != NULL);
	UNIT_CHECK(hugepages_refuse(root) == -ENOMEM && n_lines == 2);
	UNIT_CHECK(strstr(line, "has no hugepages") != NULL);

	add_size("1048576kB", "0\n", "0\n");
	add_size("2048kB", "0\n", "0\n");
	write_file(root, "other", "1\n");
	UNIT_CHECK(hugepages_refuse(root) == -ENOMEM && n_lines == 3);
	UNIT_CHECK(strstr(line, "2048 kB: 0 reserved, 0 free") != NULL);
	UNIT_CHECK(strstr(line, "1048576 kB: 0 reserved, 0 free") != NULL);
	/* the smallest size is the one to reserve */
	UNIT_CHECK(strstr(line, "hugepages-2048kB/nr_hugepages'") != NULL);
	UNIT_CHECK(strstr(line, "--no-huge") != NULL);

	add_size("2048kB", "16\n", "7\n");
	UNIT_CHECK(hugepages_refuse(root) == -ENOTSUP && n_lines == 4);
	UNIT_CHECK(strstr(line, "2048 kB: 16 reserved, 7 free") != NULL);
	UNIT_CHECK(strstr(line, "not built yet") != NULL && strstr(line, "--no-huge") != NULL);

	/* a number that cannot be read counts as none */
	add_size("2048kB", "many\n", "\n");
	UNIT_CHECK(hugepages_refuse(root) == -ENOMEM && n_lines == 5);
	remove_all();
	return unit_status();
}
