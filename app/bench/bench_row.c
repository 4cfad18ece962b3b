/* SPDX-License-Identifier: BSD-3-Clause */

/* Rows: which are asked for, how they are judged, printed, and written to the file of --csv. */

#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_mode.h"

#define MIN_ROUNDS 11

enum bench_verdict
bench_judge(struct bench_range ratio, struct bench_limits limits)
{
	bool wide = ratio.high - ratio.low > limits.noise * ratio.median;

	if (wide && ratio.low <= limits.bound && ratio.high > limits.bound)
		return BENCH_NO_RESULT;
	return ratio.median <= limits.bound ? BENCH_PASS : BENCH_FAIL;
}

enum bench_verdict
bench_worse(enum bench_verdict a, enum bench_verdict b)
{
	static const unsigned int rank[] = {
		[BENCH_NO_ROW] = 0,
		[BENCH_PASS] = 1,
		[BENCH_NO_RESULT] = 2,
		[BENCH_FAIL] = 3,
		[BENCH_CANNOT_RUN] = 4,
	};

	return rank[a] >= rank[b] ? a : b;
}

const char *
bench_verdict_text(enum bench_verdict verdict)
{
	static const char *const texts[] = {
		[BENCH_PASS] = "pass",
		[BENCH_FAIL] = "fail",
		[BENCH_CANNOT_RUN] = "could not run",
		[BENCH_NO_RESULT] = "no result",
		[BENCH_NO_ROW] = "no such row",
	};

	return texts[verdict];
}

bool
bench_table_asked(const struct bench_options *opt, const char *table)
{
	size_t len = strlen(table);

	return opt->only == NULL || (strncmp(opt->only, table, len) == 0 &&
					    (opt->only[len] == '\0' || opt->only[len] == ' '));
}

bool
bench_row_asked(const struct bench_options *opt, const char *row)
{
	size_t len;

	if (opt->only == NULL || strcmp(opt->only, row) == 0)
		return true;
	len = strlen(opt->only);
	return strchr(opt->only, ' ') == NULL && strncmp(opt->only, row, len) == 0 &&
	       row[len] == ' ';
}

enum bench_verdict
bench_tables_run(
	const struct bench_options *opt, const struct bench_table *tables, unsigned int n)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < n; i++)
		if (bench_table_asked(opt, tables[i].name))
			verdict = bench_worse(verdict, tables[i].run(opt));
	return verdict;
}

enum bench_verdict
bench_table_list(const struct bench_options *opt, const struct bench_table *table)
{
	enum bench_verdict verdict = BENCH_NO_ROW;
	struct bench_row_name name;

	for (unsigned int i = 0; (name = table->row(i)).text[0] != '\0'; i++) {
		if (!bench_row_asked(opt, name.text))
			continue;
		verdict = BENCH_PASS;
		if (opt->list != NULL)
			printf("%s%s\n", opt->list, name.text);
	}
	return verdict;
}

enum bench_verdict
bench_tables_list(
	const struct bench_options *opt, const struct bench_table *tables, unsigned int n)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < n; i++)
		verdict = bench_worse(verdict, bench_table_list(opt, &tables[i]));
	return verdict;
}

unsigned int
bench_rounds(const struct bench_options *opt, unsigned int divisor)
{
	return opt->rounds / divisor > MIN_ROUNDS ? opt->rounds / divisor : MIN_ROUNDS;
}

void
bench_row_header(const char *title, const char *ours, const char *other)
{
	printf("\n%s\n%-20s %-18s %12s %12s  %-24s %s\n", title, "row", "way", ours, other,
		"ratio or value [10-90 %]", "bound");
}

static void
print_figure(double value)
{
	if (value < 0)
		printf(" %12s", "-");
	else
		printf(" %12.3f", value);
}

enum bench_verdict
bench_row_report(const struct bench_options *opt, const struct bench_row *row)
{
	const bool judged = row->limits.bound >= 0;
	enum bench_verdict verdict = judged ? bench_judge(row->ratio, row->limits) : BENCH_PASS;
	char ratio[64] = "-", bound[32] = "-";

	if (row->beyond && verdict == BENCH_FAIL)
		verdict = BENCH_NO_RESULT;
	if (row->ratio.median > 0 || judged)
		snprintf(ratio, sizeof(ratio), "%.3f [%.3f-%.3f]", row->ratio.median,
			row->ratio.low, row->ratio.high);
	if (judged)
		snprintf(bound, sizeof(bound), "%.3f", row->limits.bound);
	printf("%-20s %-18s", row->name, row->way);
	print_figure(row->ours);
	print_figure(row->other);
	printf("  %-24s %-6s %s%s%s\n", ratio, bound, judged ? bench_verdict_text(verdict) : "",
		row->note[0] != '\0' ? "  " : "", row->note);
	fflush(stdout);
	bench_row_csv(opt, row);
	return verdict;
}

static void
write_figure(FILE *csv, double value, bool known)
{
	if (known)
		fprintf(csv, ",%.4f", value);
	else
		fputc(',', csv);
}

void
bench_row_csv(const struct bench_options *opt, const struct bench_row *row)
{
	const bool judged = row->limits.bound >= 0, compared = judged || row->ratio.median > 0;

	if (opt->csv == NULL)
		return;
	/* rows of a mode have its name in front */
	if (opt->mode != NULL)
		fprintf(opt->csv, "%s ", bench_mode_name(opt->mode));
	fprintf(opt->csv, "%s,%s", row->name, row->way);
	write_figure(opt->csv, row->ours, row->ours >= 0);
	write_figure(opt->csv, row->ratio.median, compared);
	write_figure(opt->csv, row->ratio.low, compared);
	write_figure(opt->csv, row->ratio.high, compared);
	write_figure(opt->csv, row->limits.bound, judged);
	write_figure(opt->csv, row->limits.noise, judged);
	write_figure(opt->csv, row->other, row->other >= 0);
	fprintf(opt->csv, ",%d", row->beyond);
	fputc('\n', opt->csv);
}

void
bench_csv_header(FILE *csv)
{
	fputs("row,way,ours,ratio,low,high,bound,noise,other,beyond\n", csv);
}
