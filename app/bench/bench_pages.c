/* SPDX-License-Identifier: BSD-3-Clause */

/* The runner's side of bench_mempool_pages.c: two processes, and the rows of the table. */

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_child.h"
#include "bench_duel.h"
#include "bench_mode.h"
#include "bench_pages.h"
#include "bench_run.h"

#define TIME_BOUND 1.1
#define MEMORY_BOUND 1.03
#define NOISE 0.25
#define MEMORY_KB (1536 << 10) /* half a million mbufs; EAL options below say the same */
#define MAX_ARGS 12

/* A process that measures on one kind of memory. */
struct pages_child {
	pid_t pid;
	FILE *in, *out;
	double mbuf_bytes;
};

/* Both, and what they are asked for. */
struct pages_pair {
	struct pages_child ordinary, huge;
	const char *kind;
	unsigned int n;
};

static const struct pages_row {
	const char *name;
	const char *kind;
	unsigned int n;
} rows[] = {
	{"pages hot 32", BENCH_PAGES_HOT, 32},
	{"pages hot 64", BENCH_PAGES_HOT, 64},
	{"pages hot 256", BENCH_PAGES_HOT, 256},
	{"pages DRAM 32", BENCH_PAGES_DRAM, 32},
	{"pages DRAM 256", BENCH_PAGES_DRAM, 256},
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))
#define MEMORY_ROW "pages memory" /* after them */

struct bench_row_name
bench_pages_row(unsigned int i)
{
	struct bench_row_name name = BENCH_NO_NAME;

	if (i <= N_ROWS)
		snprintf(name.text, sizeof(name.text), "%s",
			i < N_ROWS ? rows[i].name : MEMORY_ROW);
	return name;
}

/* "--lcores=0@2": the first CPU that this process may use, which both share. */
static void
name_lcore(char *text, size_t size)
{
	cpu_set_t cpus;
	unsigned int cpu = 0;

	if (sched_getaffinity(0, sizeof(cpus), &cpus) == 0)
		while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &cpus))
			cpu++;
	snprintf(text, size, "--lcores=0@%u", cpu);
}

/* Reads until a line "word figure"; others are printed if asked for. False at the end. */
static bool
read_figure(FILE *out, const char *word, double *figure, bool print)
{
	char line[256], found[16];

	while (fgets(line, sizeof(line), out) != NULL) {
		if (sscanf(line, "%15s %lf", found, figure) == 2 && strcmp(found, word) == 0)
			return true;
		if (print)
			fputs(line, stdout);
	}
	return false;
}

/* Starts a process with EAL options ended by NULL. False with one line printed. */
static bool
start(struct pages_child *child, const char *const *eal_args)
{
	char lcore[32], path[PATH_MAX];
	const char *args[MAX_ARGS] = {path}, *argv[MAX_ARGS];
	unsigned int n = 1;

	name_lcore(lcore, sizeof(lcore));
	for (; *eal_args != NULL; eal_args++)
		args[n++] = *eal_args;
	args[n++] = lcore;
	args[n++] = "--";
	args[n++] = "mempool-pages";
	memcpy(argv, args, sizeof(argv)); /* execv() changes none of them */
	*child = (struct pages_child){.pid = -1};
	if (bench_program_path(path, "dpdk-bench"))
		child->pid = bench_child_start((char *const *)(uintptr_t)argv, &child->in,
			&child->out);
	if (child->pid > 0 &&
		read_figure(child->out, BENCH_PAGES_READY, &child->mbuf_bytes, true))
		return true;
	fprintf(stderr, "dpdk-bench: a process to be measured in did not start\n");
	return false;
}

static void
stop(struct pages_child *child)
{
	if (child->in != NULL)
		fclose(child->in);
	if (child->out != NULL)
		fclose(child->out);
	if (child->pid > 0)
		bench_child_wait(child->pid);
}

/* Ticks for an mbuf in one of them; -1 when it is gone. */
static double
ask(const struct pages_child *child, const struct pages_pair *pair)
{
	double ticks;

	fprintf(child->in, "%s %u\n", pair->kind, pair->n);
	if (fflush(child->in) != 0 || !read_figure(child->out, BENCH_PAGES_TICKS, &ticks, false))
		return -1;
	return ticks;
}

static double
ask_ordinary(void *arg)
{
	const struct pages_pair *pair = arg;

	return ask(&pair->ordinary, pair);
}

static double
ask_huge(void *arg)
{
	const struct pages_pair *pair = arg;

	return ask(&pair->huge, pair);
}

static bool
has_transparent_pages(void)
{
	FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "re");
	char line[64] = "[never]";

	if (file != NULL) {
		if (fgets(line, sizeof(line), file) == NULL)
			line[0] = '\0';
		fclose(file);
	}
	return strstr(line, "[never]") == NULL;
}

/* Ordinary memory cannot do for objects far apart what transparent huge pages do. */
static enum bench_verdict
run_row(const struct bench_options *opt, struct pages_pair *pair, const struct pages_row *asked)
{
	const struct bench_duel duel = {
		.ours = ask_ordinary, .other = ask_huge, .arg = pair, .per = 1, .in_ticks = true};
	const bool judged = strcmp(asked->kind, BENCH_PAGES_HOT) == 0 || has_transparent_pages();
	struct bench_row row = {.name = asked->name,
		.way = "ordinary:huge",
		.limits = {.bound = judged ? TIME_BOUND : BENCH_NO_BOUND, .noise = NOISE},
		.note = judged ? "" : "no transparent huge pages here"};

	pair->kind = asked->kind;
	pair->n = asked->n;
	return bench_duel_report(opt, &duel, &row);
}

static enum bench_verdict
run_memory(const struct bench_options *opt, const struct pages_pair *pair)
{
	const double ratio = pair->ordinary.mbuf_bytes / pair->huge.mbuf_bytes;
	const struct bench_row row = {.name = MEMORY_ROW,
		.way = "ordinary:huge",
		.ours = pair->ordinary.mbuf_bytes,
		.other = pair->huge.mbuf_bytes,
		.ratio = {ratio, ratio, ratio},
		.limits = {.bound = MEMORY_BOUND, .noise = NOISE},
		.note = "bytes for an mbuf of 2 KiB"};

	return bench_row_report(opt, &row);
}

static enum bench_verdict
run_rows(const struct bench_options *opt, struct pages_pair *pair)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	bench_row_header("mbufs on ordinary memory, and on hugepages, alloc_bulk and free_bulk: "
			 "ticks for one",
		"ordinary", "huge");
	for (unsigned int i = 0; i < N_ROWS; i++)
		if (bench_row_asked(opt, rows[i].name))
			verdict = bench_worse(verdict, run_row(opt, pair, &rows[i]));
	if (bench_row_asked(opt, MEMORY_ROW))
		verdict = bench_worse(verdict, run_memory(opt, pair));
	return verdict;
}

/* Says so in the csv file too, where the script that judges several runs finds it. */
static enum bench_verdict
not_run(const struct bench_options *opt, const struct bench_reason *reason)
{
	const struct bench_row row = {.name = "pages",
		.way = "not run",
		.ours = -1,
		.other = -1,
		.limits.bound = BENCH_NO_BOUND};

	printf("\nnot run   pages: %s\n", reason->text);
	bench_row_csv(opt, &row);
	return BENCH_NO_RESULT;
}

enum bench_verdict
bench_pages_table(const struct bench_options *opt)
{
	static const char *const ordinary[] = {"--no-huge", "--in-memory", "-m", "1536", "--no-pci",
		NULL};
	static const char *const huge[] = {"--in-memory", "--no-pci", NULL};
	const struct bench_mode *mode = bench_mode_find("in-memory");
	enum bench_verdict verdict = BENCH_CANNOT_RUN;
	struct bench_options any_mode = *opt;
	struct bench_reason reason;
	struct bench_loan loan;
	struct pages_pair pair = {0};

	if (!bench_table_asked(opt, "pages"))
		return BENCH_NO_ROW;
	any_mode.mode = NULL;
	if (!bench_mode_prepare(mode, MEMORY_KB, &loan, &reason))
		return not_run(&any_mode, &reason);
	printf("\npages     mbufs on ordinary memory\n");
	if (start(&pair.ordinary, ordinary)) {
		printf("pages     mbufs on hugepages\n");
		if (start(&pair.huge, huge))
			verdict = run_rows(&any_mode, &pair);
	}
	stop(&pair.ordinary);
	stop(&pair.huge);
	bench_loan_return(&loan);
	return verdict;
}
