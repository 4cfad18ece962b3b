/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading a command line over the table of options: every form an option may have, what is left to
 * the application, and what becomes of bad, conflicting and unbuilt options.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_version.h>

#include "eal_options.h"
#include "linux_topology.h"
#include "log_internal.h"
#include "unit.h"

#define MAX_WORDS 12

UNIT_FAKE_LOG()

/* fakes of the neighbours: a machine of four CPUs, and a log that remembers what it was told */
static uint32_t fake_global_level;
static char fake_calls[256];

int
topology_read(const char *root, struct topology *t)
{
	(void)root;
	memset(t, 0, sizeof(*t));
	for (unsigned int cpu = 0; cpu < 4; cpu++)
		t->cpu[cpu].present = true;
	return 0;
}

const char *
rte_version(void)
{
	return "fake";
}

void
rte_log_set_global_level(uint32_t level)
{
	fake_global_level = level;
}

void
rte_log_dump(FILE *f)
{
	(void)f;
}

static void
note_call(const char *name, const char *value)
{
	const size_t len = strlen(fake_calls);

	snprintf(fake_calls + len, sizeof(fake_calls) - len, "%s(%s) ", name,
		value != NULL ? value : "-");
}

void
eal_log_init(const char *id)
{
	note_call("init", id);
}

int
eal_log_save_pattern(const char *pattern, uint32_t level)
{
	(void)level;
	note_call("pattern", pattern);
	return 0;
}

int
eal_log_save_regexp(const char *regexp, uint32_t level)
{
	(void)level;
	note_call("regexp", regexp);
	return regexp[0] == '[' ? -EINVAL : 0;
}

int
eal_log_color(const char *mode)
{
	note_call("color", mode);
	return mode != NULL && strcmp(mode, "bad") == 0 ? -EINVAL : 0;
}

int
eal_log_timestamp(const char *fmt)
{
	note_call("stamp", fmt);
	return fmt != NULL && strcmp(fmt, "bad") == 0 ? -EINVAL : 0;
}

int
eal_log_syslog(const char *name)
{
	note_call("syslog", name);
	return name != NULL && strcmp(name, "bad") == 0 ? -EINVAL : 0;
}

/* Cut text at blanks into argv; text is written to. Returns the number of words. */
static int
make_argv(char *text, char **argv)
{
	int argc = 0;

	for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	return argc;
}

struct scan_row {
	const char *line;
	const char *after; /* argv afterwards; NULL = refused */
	int ret;
};

static const struct scan_row scan_rows[] = {
	{"p", "p", 0},
	{"p --", "p p", 1},
	{"p a b", "p a b", 0},
	{"p -- a --no-huge", "p p a --no-huge", 1},
	{"p --no-huge", "p p", 1},
	{"p --no-huge a", "p p a", 1},
	{"p a --no-huge b", "p p a b", 1},
	{"p a -l 0 b -- -x c", "p -l 0 p a b -x c", 3},
	{"p -l 0 -m 64 x", "p -l 0 -m p x", 4},
	{"p -l0 -m=64 -n 4", "p -l0 -m=64 -n p", 4},
	{"p --lcores=0 --memory-size 64", "p --lcores=0 --memory-size p", 3},
	{"p - --no-huge -", "p p - -", 1},
	/* the value of an optional one is never the next word */
	{"p -R 4", "p p 4", 1},
	{"p -R4", "p p", 1},
	{"p -R=4 a", "p p a", 1},
	{"p --remap-lcore-ids 4", "p p 4", 1},
	{"p --syslog -- daemon", "p --syslog p daemon", 2},
	/* lists may be repeated, others may not, whatever the form */
	{"p --log-level 5 --log-level=lib:6 -a x -a y",
		"p --log-level 5 --log-level=lib:6 -a x -a p", 7},
	{"p --no-huge --no-huge", NULL, 0},
	{"p -l 0 --lcores 0", NULL, 0},
	{"p -m 1 -m 1", NULL, 0},
	{"p -v --version", NULL, 0},
	/* unknown, incomplete, too much */
	{"p --unknown", NULL, 0},
	{"p --no-hug", NULL, 0},
	{"p --no-hugee", NULL, 0},
	{"p --=x", NULL, 0},
	{"p -Z", NULL, 0},
	{"p -5", NULL, 0},
	{"p -vA", NULL, 0},
	{"p -v=1", NULL, 0},
	{"p --no-huge=1", NULL, 0},
	{"p --no-huge=", NULL, 0},
	{"p -l", NULL, 0},
	{"p --lcores", NULL, 0},
	{"p a --unknown --", NULL, 0},
	{"p a -- --unknown", "p p a --unknown", 1},
};

static void
join(char **argv, char *text)
{
	text[0] = '\0';
	for (; *argv != NULL; argv++) {
		if (text[0] != '\0')
			strcat(text, " ");
		strcat(text, *argv);
	}
}

static void
test_scan(void)
{
	char text[256], before[256], *argv[MAX_WORDS];
	struct eal_options_scan scan;
	struct eal_reason why;

	for (unsigned int i = 0; i < RTE_DIM(scan_rows); i++) {
		const struct scan_row *row = &scan_rows[i];
		int argc, ret;

		strcpy(text, row->line);
		argc = make_argv(text, argv);
		why.text[0] = '\0';
		ret = eal_options_scan(argc, argv, &scan, &why);
		join(argv, before);
		UNIT_CHECK(strcmp(before, row->line) == 0);
		UNIT_CHECK(ret == (row->after != NULL ? 0 : -EINVAL));
		UNIT_CHECK(ret == 0 || why.text[0] != '\0');
		if (ret == 0) {
			ret = eal_options_commit(&scan, argv);
			join(argv, before);
			if (row->after == NULL || strcmp(before, row->after) != 0)
				fprintf(stderr, "'%s' becomes '%s'\n", row->line, before);
			UNIT_CHECK(row->after != NULL && strcmp(before, row->after) == 0);
			UNIT_CHECK(ret == row->ret && strcmp(argv[ret], "p") == 0);
			eal_options_release(&scan);
		}
	}
}

/* Scan and apply a line that can be scanned. */
static int
apply(const char *line, struct eal_config *config)
{
	char text[256], *argv[MAX_WORDS];
	struct eal_options_scan scan;
	struct eal_reason why;
	int argc, ret;

	strcpy(text, line);
	argc = make_argv(text, argv);
	memset(config, 0, sizeof(*config));
	fake_calls[0] = '\0';
	unit_log_lines = 0;
	if (eal_options_scan(argc, argv, &scan, &why) < 0) {
		fprintf(stderr, "'%s': %s\n", line, why.text);
		UNIT_CHECK(false);
		return 1;
	}
	ret = eal_options_apply(&scan, "p", config);
	eal_options_release(&scan);
	/* the words may go away now */
	memset(text, 'x', sizeof(text));
	return ret;
}

static struct eal_config config;

struct apply_row {
	const char *line;
	int ret;
};

static const struct apply_row apply_rows[] = {
	{ "p", 0 },
	{ "p -c 1", 0 },
	{ "p --no-pci --no-hpet --no-auto-probing --no-telemetry --no-shconf -v", 0 },
	{ "p -A", 0 },
	{ "p --no-huge --legacy-mem", 0 },
	{ "p --no-huge --in-memory", 0 },
	{ "p --vmware-tsc-map", 0 },
	{ "p --proc-type auto", 0 },
	{ "p --proc-type=primary", 0 },
	{ "p -l 0 --log-level=x,8 --log-color --log-timestamp=iso --syslog", 0 },
	{ "p --numa-mem 64 --socket-mem 32 --numa-limit 8,8 --socket-limit 9", 0 },
	{ "p --match-allocations --single-file-segments --huge-dir /mnt", 0 },
	{ "p --in-memory --match-allocations --single-file-segments --numa-limit 8", 0 },
	{ "p --legacy-mem --huge-unlink=never --numa-mem 8", 0 },
	{ "p --no-huge --numa-limit 8", 0 },
	{ "p --huge-worker-stack", 0 },
	{ "p --iova-mode=pa", 0 },
	{ "p --huge-worker-stack=0", -EINVAL },
	/* bad values */
	{ "p --numa-mem 8,", -EINVAL },
	{ "p --socket-limit=", -EINVAL },
	{ "p --pagesz-mem=2M", -EINVAL },
	{ "p --huge-unlink=sometimes", -EINVAL },
	{ "p --huge-dir=", -EINVAL },
	{ "p -l 4", -EINVAL },
	{ "p -l 0 --main-lcore 1", -EINVAL },
	{ "p -n 0", -EINVAL },
	{ "p -r 17", -EINVAL },
	{ "p -m x", -EINVAL },
	{ "p -m=", -EINVAL },
	{ "p --file-prefix=", -EINVAL },
	{ "p --file-prefix=a%b", -EINVAL },
	{ "p --mbuf-pool-ops-name=", -EINVAL },
	{ "p --no-huge --iova-mode=pa", -EINVAL },
	{ "p --iova-mode=x", -EINVAL },
	{ "p --base-virtaddr=x", -EINVAL },
	{ "p --proc-type=x", -EINVAL },
	{ "p --log-level=0", -EINVAL },
	{ "p --log-level=[,8", -EINVAL },
	{ "p --log-color=bad", -EINVAL },
	{ "p --log-timestamp=bad", -EINVAL },
	{ "p --syslog=bad", -EINVAL },
	{ "p --force-max-simd-bitwidth=100", -EINVAL },
	{ "p -R -l 0@0", -EINVAL },
	{ "p -R=128", -EINVAL },
	/* not built yet */
	{ "p --proc-type=secondary", -ENOTSUP },
	{ "p --vdev=net_null0", -ENOTSUP },
	{ "p -a 0000:00:01.0", -ENOTSUP },
	{ "p -b 0000:00:01.0", -ENOTSUP },
	{ "p -d /lib/x.so", -ENOTSUP },
	{ "p -s 1", -ENOTSUP },
	{ "p -S 1", -ENOTSUP },
	{ "p --trace=.*", -ENOTSUP },
	{ "p --auto-probing", -ENOTSUP },
	{ "p --create-uio-dev", -ENOTSUP },
};

static void
test_apply(void)
{
	for (unsigned int i = 0; i < RTE_DIM(apply_rows); i++) {
		const int ret = apply(apply_rows[i].line, &config);

		if (ret != apply_rows[i].ret)
			fprintf(stderr, "'%s' gives %d\n", apply_rows[i].line, ret);
		UNIT_CHECK(ret == apply_rows[i].ret);
		UNIT_CHECK(ret == 0 || unit_log_lines == 1);
		UNIT_CHECK(ret == 0 || config.lcores.n_used == 0);
		eal_config_free_strings(&config);
	}
}

static void
test_results(void)
{
	UNIT_CHECK(apply("p -m 128 -n 4 -r 2 --base-virtaddr=0x1 --mbuf-pool-ops-name=stack "
		"--force-max-simd-bitwidth=0 --iova-mode=va", &config) == 0);
	UNIT_CHECK(config.memory_sz == 128u << 20);
	UNIT_CHECK(config.n_channels == 4 && config.n_ranks == 2);
	UNIT_CHECK(config.base_virtaddr == 0x1000000);
	UNIT_CHECK(strcmp(config.mbuf_pool_ops, "stack") == 0);
	UNIT_CHECK(config.max_simd_bitwidth == 32768);
	UNIT_CHECK(config.iova_mode == RTE_IOVA_VA);
	UNIT_CHECK(strcmp(config.file_prefix, "rte") == 0);
	UNIT_CHECK(!config.no_huge && !config.legacy_mem && !config.no_shconf && !config.no_pci);
	free(config.mbuf_pool_ops);

	UNIT_CHECK(apply("p --no-huge --in-memory --no-pci --file-prefix unit -l 1-2 "
		"--main-lcore 2", &config) == 0);
	UNIT_CHECK(config.no_huge && config.legacy_mem && config.in_memory && config.no_shconf);
	UNIT_CHECK(config.no_pci && config.mbuf_pool_ops == NULL && config.memory_sz == 0);
	UNIT_CHECK(config.proc_type == RTE_PROC_PRIMARY);
	UNIT_CHECK(config.iova_mode == RTE_IOVA_VA);
	UNIT_CHECK(config.lcores.n_used == 2 && config.lcores.main_lcore == 2);
	UNIT_CHECK(strcmp(config.file_prefix, "unit") == 0);
	UNIT_CHECK(strcmp(config.runtime_dir + strlen(config.runtime_dir) - 10, "/dpdk/unit") == 0);
}

static void
test_memory_defaults(void)
{
	UNIT_CHECK(apply("p", &config) == 0);
	UNIT_CHECK(config.memory_sz == 0 && config.numa_mem[0] == 0 && config.numa_limit[0] == 0);
	UNIT_CHECK(config.pagesz_mem.n == 0 && config.huge_dir == NULL);
	UNIT_CHECK(config.huge_unlink == EAL_UNLINK_EXISTING);
	UNIT_CHECK(!config.single_file_segments && !config.match_allocations);
	UNIT_CHECK(!config.huge_worker_stack && config.worker_stack_sz == 0);
	UNIT_CHECK(apply("p --huge-unlink", &config) == 0);
	UNIT_CHECK(config.huge_unlink == EAL_UNLINK_ALWAYS);
	UNIT_CHECK(apply("p --in-memory", &config) == 0);
	UNIT_CHECK(config.huge_unlink == EAL_UNLINK_ALWAYS && unit_log_lines == 0);
}

static void
test_memory_results(void)
{
	/* of two names for the same thing the last wins, whole */
	UNIT_CHECK(apply("p --socket-mem 1,2,3 --numa-mem 4 --numa-limit 5 --socket-limit 6,7",
		&config) == 0);
	UNIT_CHECK(config.numa_mem[0] == 4u << 20 && config.numa_mem[1] == 0);
	UNIT_CHECK(config.numa_limit[0] == 6u << 20 && config.numa_limit[1] == 7u << 20);
	UNIT_CHECK(apply("p --pagesz-mem 2M:64M --pagesz-mem=1G:0 --pagesz-mem 2m:2048K",
		&config) == 0);
	UNIT_CHECK(config.pagesz_mem.n == 2);
	UNIT_CHECK(config.pagesz_mem.limit[0].page_sz == 2u << 20);
	UNIT_CHECK(config.pagesz_mem.limit[0].limit == 2u << 20);
	UNIT_CHECK(config.pagesz_mem.limit[1].page_sz == 1u << 30);
	UNIT_CHECK(config.pagesz_mem.limit[1].limit == 0);
	UNIT_CHECK(apply("p --match-allocations --single-file-segments --huge-dir /mnt",
		&config) == 0);
	UNIT_CHECK(config.match_allocations && config.single_file_segments);
	UNIT_CHECK(strcmp(config.huge_dir, "/mnt") == 0);
	eal_config_free_strings(&config);
	UNIT_CHECK(apply("p --huge-worker-stack=64", &config) == 0);
	UNIT_CHECK(config.huge_worker_stack && config.worker_stack_sz == 64u << 10);
	UNIT_CHECK(apply("p --iova-mode=pa", &config) == 0 && config.iova_mode == RTE_IOVA_PA);
	/* which needs no folder */
	UNIT_CHECK(apply("p --in-memory --huge-dir /mnt", &config) == 0 && unit_log_lines == 1);
	eal_config_free_strings(&config);
}

/* The log is set up first, wherever its options stand. */
static void
test_log_options(void)
{
	UNIT_CHECK(apply("p -v --log-level=lib.*:8 --log-level 3 --log-level=x,2 --log-color "
		"--log-timestamp=iso --syslog=user", &config) == 0);
	UNIT_CHECK(fake_global_level == 3);
	UNIT_CHECK(strcmp(fake_calls, "pattern(lib.*) regexp(x) color(-) stamp(iso) syslog(user) "
		"init(p) ") == 0);
	UNIT_CHECK(apply("p --vdev=x --log-level 4", &config) == -ENOTSUP);
	UNIT_CHECK(fake_global_level == 4);
}

/* Every pair of the conflict table names two options and is refused, also when not built. */
static void
test_conflicts(void)
{
	unsigned int n;
	const struct eal_option_conflict *conflicts = eal_option_conflicts(&n);
	char line[128];

	for (unsigned int i = 0; i < n; i++) {
		/* "=1" fits those that take a value; the others are flags */
		const char *names[2] = { conflicts[i].a, conflicts[i].b };
		unsigned int n_options, n_found = 0;
		const struct eal_option *table = eal_option_table(&n_options);

		strcpy(line, "p");
		for (unsigned int k = 0; k < 2 * n_options; k++) {
			const struct eal_option *option = &table[k / 2];

			if (strcmp(option->name, names[k % 2]) != 0)
				continue;
			n_found++;
			snprintf(line + strlen(line), sizeof(line) - strlen(line), " --%s%s",
				option->name, option->arg == EAL_ARG_REQUIRED ? "=1" : "");
		}
		UNIT_CHECK(n_found == 2);
		UNIT_CHECK(apply(line, &config) == -EINVAL);
	}
}

static void
test_table(void)
{
	unsigned int n;
	const struct eal_option *table = eal_option_table(&n);
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	eal_options_usage(f, "prog");
	fclose(f);
	for (unsigned int i = 0; i < n; i++) {
		char wanted[64];

		snprintf(wanted, sizeof(wanted), "--%s", table[i].name);
		UNIT_CHECK(strstr(text, wanted) != NULL);
		UNIT_CHECK((table[i].arg == EAL_ARG_NONE) == (table[i].value == NULL));
		UNIT_CHECK(table[i].dest < sizeof(struct eal_options));
		for (unsigned int k = 0; k < i; k++) {
			UNIT_CHECK(strcmp(table[i].name, table[k].name) != 0);
			UNIT_CHECK(table[i].letter == 0 || table[i].letter != table[k].letter);
		}
	}
	UNIT_CHECK(strncmp(text, "Usage: prog [EAL options]", 25) == 0);
	UNIT_CHECK(strstr(text, "-l, --lcores=LIST\n") != NULL);
	free(text);
}

/* Another process that holds the lock on a file until it is killed. Returns its id. */
static pid_t
lock_elsewhere(const char *path)
{
	int fds[2];
	char byte = 0;
	pid_t pid;

	UNIT_CHECK(pipe(fds) == 0);
	pid = fork();
	if (pid == 0) {
		struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
		const int fd = open(path, O_RDWR | O_CREAT, 0600);

		byte = fd >= 0 && fcntl(fd, F_SETLK, &lock) == 0;
		if (write(fds[1], &byte, 1) == 1)
			pause();
		_exit(0);
	}
	UNIT_CHECK(pid > 0 && read(fds[0], &byte, 1) == 1 && byte == 1);
	close(fds[0]);
	close(fds[1]);
	return pid;
}

/* --proc-type=auto means secondary when a primary of the same prefix lives. */
static void
test_auto_type(void)
{
	char root[] = "/tmp/options_unit.XXXXXX", path[128];
	pid_t pid;

	UNIT_CHECK(mkdtemp(root) != NULL);
	setenv("RUNTIME_DIRECTORY", root, 1);
	snprintf(path, sizeof(path), "%s/dpdk", root);
	mkdir(path, 0700);
	strcat(path, "/auto");
	mkdir(path, 0700);
	strcat(path, "/config");
	pid = lock_elsewhere(path);
	UNIT_CHECK(rte_eal_primary_proc_alive(path) == 1);
	UNIT_CHECK(rte_eal_primary_proc_alive(NULL) == 0);
	UNIT_CHECK(apply("p --proc-type=auto --file-prefix=auto", &config) == -ENOTSUP);
	UNIT_CHECK(apply("p --proc-type=auto --file-prefix=auto --no-shconf", &config) == 0);
	UNIT_CHECK(apply("p --proc-type=auto --file-prefix=other", &config) == 0);
	UNIT_CHECK(apply("p --file-prefix=auto", &config) == 0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	UNIT_CHECK(rte_eal_primary_proc_alive(path) == 0);
	UNIT_CHECK(apply("p --proc-type=auto --file-prefix=auto", &config) == 0);
	UNIT_CHECK(config.proc_type == RTE_PROC_PRIMARY);
	unlink(path);
	/* a pipe that nobody ever writes to holds up nobody */
	UNIT_CHECK(mkfifo(path, 0600) == 0);
	UNIT_CHECK(rte_eal_primary_proc_alive(path) == 0);
	UNIT_CHECK(apply("p --proc-type=auto --file-prefix=auto", &config) == 0);
	unsetenv("RUNTIME_DIRECTORY");
	unlink(path);
	for (unsigned int i = 0; i < 3; i++) {
		*strrchr(path, '/') = '\0';
		UNIT_CHECK(rmdir(path) == 0);
	}
}

static void
test_help(void)
{
	char text[] = "p -l 0 -h", *argv[MAX_WORDS];
	struct eal_options_scan scan;
	struct eal_reason why;

	UNIT_CHECK(eal_options_scan(make_argv(text, argv), argv, &scan, &why) == 0);
	UNIT_CHECK(scan.help);
	eal_options_release(&scan);
}

int
main(void)
{
	test_scan();
	test_apply();
	test_results();
	test_memory_defaults();
	test_memory_results();
	test_log_options();
	test_conflicts();
	test_table();
	test_auto_type();
	test_help();
	return unit_status();
}
