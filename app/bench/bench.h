/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * dpdk-bench: figures that can be believed. Ways of doing the same thing run in one process, block
 * by block in changing order; what is reported is the median of the ratios of each round with the
 * range from the 10th to the 90th percentile, beside the machine and the build it was measured on.
 */

#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct bench_mode;

struct bench_options {
	unsigned int rounds;   /* measured rounds of a row; a table may take a part of them */
	const char *only;      /* name of the one row or table to run; NULL = all */
	const char *list;      /* print the names of rows, each behind this; NULL = run them */
	bool full;	       /* more rounds, and rows that take long */
	bool judge;	       /* compare with the bounds and say so in the exit status */
	const char *csv_path;  /* where figures are written too; NULL = nowhere */
	FILE *csv;	       /* csv_path while a benchmark runs */
	const char *mode_name; /* --mode as given; NULL = none */
	const struct bench_mode *mode; /* that mode; NULL = EAL options of the user's, or "all" */
	double start_ms;	       /* what rte_eal_init() took */
	char **eal_argv;	       /* program and EAL options of the user's */
	int eal_argc;
};

/* What a run comes to; with --judge it is the exit status. */
enum bench_verdict {
	BENCH_PASS = 0,
	BENCH_FAIL = 1,
	BENCH_CANNOT_RUN = 2, /* one line has said why */
	BENCH_NO_RESULT = 3,  /* too noisy to say */
	BENCH_NO_ROW = 4,     /* no row was asked for */
};

enum bench_kind {
	BENCH_ALONE,  /* starts EAL and measures */
	BENCH_PART,   /* the same, in a process that a runner started: adds to its csv file */
	BENCH_RUNNER, /* starts no EAL but processes that do */
};

/* A benchmark: what the first word after the EAL options names. */
struct bench_module {
	const char *name;
	enum bench_kind kind;
	bool quick_start; /* no spinning before */
	enum bench_verdict (*run)(const struct bench_options *opt);
	/*
	 * Looks for the rows that are asked for, and prints their names if that is asked: PASS, or
	 * NO_ROW. Needs no EAL. NULL = a part without names of rows.
	 */
	enum bench_verdict (*list)(const struct bench_options *opt);
};

/* The i-th benchmark, NULL after the last. Each program has its own function. */
const struct bench_module *bench_module_get(unsigned int i);

/* Figures of one row: median and range of the ratios of the rounds. */
struct bench_range {
	double low; /* 10th percentile */
	double median;
	double high; /* 90th percentile */
};

/* What a ratio is judged by. */
struct bench_limits {
	double bound; /* the median may be so much; BENCH_NO_BOUND = shown only */
	double noise; /* a range with the bound in it decides if no wider than this * median */
};

#define BENCH_NO_BOUND (-1.0)

/* The noise test comes first: a row that it stops never passes, whatever its median is. */
enum bench_verdict bench_judge(struct bench_range ratio, struct bench_limits limits);

/* The verdict of two together: cannot run, failure, no result, pass, no row; the first one wins. */
enum bench_verdict bench_worse(enum bench_verdict a, enum bench_verdict b);

const char *bench_verdict_text(enum bench_verdict verdict);

/* False when --only asks for another row; a table's name, the first word of its rows, means all. */
bool bench_row_asked(const struct bench_options *opt, const char *row);

/* False when --only asks for another table, or for a row of one. */
bool bench_table_asked(const struct bench_options *opt, const char *table);

/* A row of a table whose rows are all printed alike. Lower is better in all of them. */
struct bench_row {
	const char *name;	  /* table and what is worked on, no comma */
	const char *way;	  /* what is compared with what */
	double ours;		  /* median in the unit of the table; < 0 = none */
	double other;		  /* the same of what it is compared with */
	struct bench_range ratio; /* median 0 = none */
	struct bench_limits limits;
	bool beyond;	  /* the machine alone misses the bound: that is no failure, no result */
	const char *note; /* more to be said, "" = nothing */
};

/* What --only calls a row. */
struct bench_row_name {
	char text[48];
};

/* No row. */
#define BENCH_NO_NAME ((struct bench_row_name){""})

/* A table of a benchmark. */
struct bench_table {
	const char *name; /* first word of its rows */
	bool fresh;	  /* wants memory that nobody has touched: runs before the others */
	/* The name of the i-th row, BENCH_NO_NAME after the last. */
	struct bench_row_name (*row)(unsigned int i);
	/* Runs the rows that are asked for. */
	enum bench_verdict (*run)(const struct bench_options *opt);
};

/* Runs those of n tables that are asked for. */
enum bench_verdict bench_tables_run(
	const struct bench_options *opt, const struct bench_table *tables, unsigned int n);

/* Looks for the rows of a table that are asked for, as the list of a benchmark does. */
enum bench_verdict bench_table_list(
	const struct bench_options *opt, const struct bench_table *table);

/* The same for n tables. */
enum bench_verdict bench_tables_list(
	const struct bench_options *opt, const struct bench_table *tables, unsigned int n);

/* Most tables take a part of the rounds asked for, not too few. */
unsigned int bench_rounds(const struct bench_options *opt, unsigned int divisor);

/* Prints the title of a table of such rows and what its columns are, such as "us outside". */
void bench_row_header(const char *title, const char *ours, const char *other);

/* Prints a row and writes it to the file of --csv; returns its verdict. */
enum bench_verdict bench_row_report(const struct bench_options *opt, const struct bench_row *row);

/* Writes a row to the file of --csv, if there is one. */
void bench_row_csv(const struct bench_options *opt, const struct bench_row *row);

/* The first line of that file. */
void bench_csv_header(FILE *csv);

/* Sorts values[] and returns its range. */
struct bench_range bench_range_of(double *values, unsigned int n);

/* The value below which the given part (0 to 1) of the sorted values lies. */
double bench_quantile(const double *sorted, unsigned int n, double part);

void bench_sort(double *values, unsigned int n);

/* Zeroed room for n figures; ends the program when there is none. */
double *bench_values(unsigned int n);

double bench_us(double ticks);

/* Ticks that two readings of the timer with nothing between them take: the median of many. */
uint64_t bench_timer_cost(void);

/* Keeps the CPU busy until its clock has risen. */
void bench_spin_up(void);

/* Prints CPU, timer, libraries, build and lcores: what every table stands under. */
void bench_print_machine(void);

/* Prints the kind of memory in use; for when the objects to be measured exist. */
void bench_print_memory(void);

/* A lower-noise test: false when the same loop varies so much that no ratio would mean anything. */
bool bench_machine_is_quiet(void);

/* The benchmarks. */
enum bench_verdict bench_mbuf(const struct bench_options *opt);

enum bench_verdict bench_ring(const struct bench_options *opt);

enum bench_verdict bench_mempool(const struct bench_options *opt);

enum bench_verdict bench_mempool_tables(const struct bench_options *opt);

enum bench_verdict bench_mempool_pages(const struct bench_options *opt);

enum bench_verdict bench_heap(const struct bench_options *opt);

enum bench_verdict bench_heap_tables(const struct bench_options *opt);

enum bench_verdict bench_heap_start(const struct bench_options *opt);

/* What rows they have. */
enum bench_verdict bench_mbuf_list(const struct bench_options *opt);

enum bench_verdict bench_ring_list(const struct bench_options *opt);

enum bench_verdict bench_mempool_list(const struct bench_options *opt);

enum bench_verdict bench_mempool_tables_list(const struct bench_options *opt);

enum bench_verdict bench_heap_list(const struct bench_options *opt);

enum bench_verdict bench_heap_tables_list(const struct bench_options *opt);

#endif /* BENCH_H */
