/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Options of dpdk-replay: defaults, every option, the limits of the numbers, words that are
 * refused with exactly one line.
 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay.h"
#include "unit.h"

#define MAX_WORDS 16

static struct replay_options opt;

/* Parses words split at blanks behind "--"; what is printed goes to a file. */
static int
parse(const char *line, FILE *printed)
{
	static char text[512];
	char *words[MAX_WORDS] = {(char *)(uintptr_t) "--"};
	int n = 1, saved_err = dup(STDERR_FILENO), saved_out = dup(STDOUT_FILENO), result;

	snprintf(text, sizeof(text), "%s", line);
	for (char *word = strtok(text, " "); word != NULL && n < MAX_WORDS - 1;
		word = strtok(NULL, " "))
		words[n++] = word;
	fflush(stdout);
	dup2(fileno(printed), STDERR_FILENO);
	dup2(fileno(printed), STDOUT_FILENO);
	result = options_parse(&opt, n, words);
	fflush(stdout);
	dup2(saved_err, STDERR_FILENO);
	dup2(saved_out, STDOUT_FILENO);
	close(saved_err);
	close(saved_out);
	return result;
}

/* Number of lines that a call printed; *result as options_parse() gave it. */
static unsigned int
lines_of(const char *line, int *result)
{
	FILE *printed = tmpfile();
	unsigned int n = 0;

	if (printed == NULL)
		abort();
	*result = parse(line, printed);
	rewind(printed);
	for (int c; (c = fgetc(printed)) != EOF;)
		n += c == '\n';
	fclose(printed);
	return n;
}

static void
test_defaults(void)
{
	int result;

	UNIT_CHECK(lines_of("--in a", &result) == 0 && result == 0);
	UNIT_CHECK(strcmp(opt.in, "a") == 0 && opt.out == NULL && opt.mirror == NULL);
	UNIT_CHECK(opt.loops == 1 && opt.burst == 32 && opt.n_workers == 1);
	UNIT_CHECK(opt.snaplen == 262144 && opt.mbuf_sz == RTE_MBUF_DEFAULT_BUF_SIZE);
	UNIT_CHECK(opt.pool_len == 0 && opt.pool_cache == 256 && !opt.json);
}

static void
test_all(void)
{
	int result;

	UNIT_CHECK(lines_of("--in a --out b --mirror=c --loop 18446744073709551615 --burst 512 "
			    "--workers 64 --json",
			   &result) == 0 &&
		   result == 0);
	UNIT_CHECK(strcmp(opt.out, "b") == 0 && strcmp(opt.mirror, "c") == 0);
	UNIT_CHECK(opt.loops == UINT64_MAX && opt.burst == REPLAY_MAX_BURST);
	UNIT_CHECK(opt.n_workers == REPLAY_MAX_WORKERS && opt.json);
	UNIT_CHECK(lines_of("--in a --snaplen 1 --mbuf-size 129 --pool-size 2147483647 "
			    "--pool-cache 0",
			   &result) == 0 &&
		   result == 0);
	UNIT_CHECK(opt.snaplen == 1 && opt.mbuf_sz == 129 && opt.pool_len == INT32_MAX);
	UNIT_CHECK(opt.pool_cache == 0);
	UNIT_CHECK(lines_of("--help", &result) > 10 && result == 1);
}

static void
test_refused(void)
{
	static const char *const lines[] = {"", "--in", "--in a b", "--in a --colour", "--in a -x",
		"--in a -xy", "--in a --json=1", "--in a --p 1", "--in a --loop 0",
		"--in a --loop -1", "--in a --loop +1", "--in a --loop \t-1", "--in a --loop 1x",
		"--in a --loop x", "--in a --loop=", "--in a --loop 18446744073709551616",
		"--in a --burst 0", "--in a --burst 513", "--in a --burst 4294967297",
		"--in a --workers 0", "--in a --workers 65", "--in a --snaplen 0",
		"--in a --snaplen 262145", "--in a --mbuf-size 128", "--in a --mbuf-size 65536",
		"--in a --pool-size 0", "--in a --pool-size 2147483648", "--in a --pool-cache 513"};

	for (size_t i = 0; i < RTE_DIM(lines); i++) {
		int result;
		unsigned int n = lines_of(lines[i], &result);

		if (n != 1 || result != -1)
			fprintf(stderr, "'%s': %u lines, result %d\n", lines[i], n, result);
		UNIT_CHECK(n == 1 && result == -1);
	}
}

int
main(void)
{
	test_defaults();
	test_all();
	test_refused();
	return unit_status();
}
