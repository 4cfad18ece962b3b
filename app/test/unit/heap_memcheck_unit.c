/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Blocks as valgrind's memcheck sees them: this program runs itself under it, once for each right
 * or wrong way to use a block, and looks at what is reported. Skipped without valgrind.
 */

#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heap_pages_fake.h"

#define ERROR_STATUS 9 /* of valgrind, when it has reported something */
#define LEN 100

static volatile unsigned char sink;

/* A block is used to its last byte, resized, and freed. */
static void
play_right(void)
{
	unsigned char *ptr = alloc(LEN, 0, 0), *other = alloc(3 << 20, 0, 0);

	memset(ptr, 1, LEN);
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), 2 * LEN) == 0);
	memset(ptr + LEN, 1, LEN);
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), LEN / 2) == 0);
	sink = ptr[0] == ptr[LEN / 2 - 1] && other[0] == 0;
	UNIT_CHECK(give_back(other) == 0 && give_back(ptr) == 0);
	ptr = alloc(LEN, 4096, 0);
	memset(ptr, 1, LEN);
	UNIT_CHECK(give_back(ptr) == 0 && heap_is_valid());
}

static void
read_freed(void)
{
	unsigned char *ptr = alloc(LEN, 0, 0);

	UNIT_CHECK(give_back(ptr) == 0);
	sink = ptr[5];
}

static void
write_beyond(void)
{
	unsigned char *ptr = alloc(LEN, 0, 0);

	ptr[LEN] = 1;
	UNIT_CHECK(give_back(ptr) == 0);
}

static void
write_beyond_resized(void)
{
	unsigned char *ptr = alloc(LEN, 0, 0);

	UNIT_CHECK(heap_resize(heap_elem_of(ptr), LEN / 2) == 0);
	ptr[LEN / 2] = 1;
	UNIT_CHECK(give_back(ptr) == 0);
}

/* Looking at a guard leaves it as it was. */
static void
write_beyond_checked(void)
{
	unsigned char *ptr = alloc(LEN, 0, 0);
	struct heap_elem *elem = heap_elem_of(ptr);
	volatile char *last = heap_elem_end(elem) - 1;
	char value;

	UNIT_CHECK(heap_guard_is_intact(elem));
	value = *last;
	*last = value;
	UNIT_CHECK(give_back(ptr) == 0);
}

static void
read_unset(void)
{
	struct heap_req req = { .len = LEN };
	unsigned char *ptr = heap_alloc(&heap, &req);

	if (ptr[5] != 0)
		sink = 1;
	UNIT_CHECK(give_back(ptr) == 0);
}

static void
lose(void)
{
	UNIT_CHECK(alloc(LEN, 0, 0) != NULL);
}

static const struct {
	const char *name;
	void (*play)(void);
	const char *words; /* that are reported; NULL = nothing is */
} cases[] = {
	{ "right", play_right, NULL },
	{ "freed", read_freed, "5 bytes inside a block of size 100 free'd" },
	{ "beyond", write_beyond, "0 bytes after a block of size 100 alloc'd" },
	{ "resized", write_beyond_resized, "0 bytes after a block of size 50 alloc'd" },
	{ "checked", write_beyond_checked, "Invalid write of size 1" },
	{ "unset", read_unset, "depends on uninitialised value" },
	{ "leak", lose, "100 bytes in 1 blocks are definitely lost" },
};

/*
 * Under valgrind: with areas of one kind, which stay as they are, so that a leak is one. A block
 * beside keeps the page.
 */
static int
play(const char *name, bool grows)
{
	void *wall;

	if (grows)
		grow_begin(4096, 2 << 20);
	else
		heap_start();
	wall = alloc(LEN, 0, 0);
	for (unsigned int i = 0; i < RTE_DIM(cases); i++)
		if (strcmp(cases[i].name, name) == 0)
			cases[i].play();
	UNIT_CHECK(give_back(wall) == 0);
	return unit_status();
}

/* Run a case; what is reported, and the exit status. */
static int
run(const char *program, const char *name, const char *kind, char *report, size_t report_sz)
{
	char command[PATH_MAX + 200];
	FILE *output;
	size_t len;

	snprintf(command, sizeof(command), "valgrind -q --leak-check=full --error-exitcode=%d "
		"%s %s %s 2>&1", ERROR_STATUS, program, name, kind);
	output = popen(command, "r");
	if (output == NULL)
		return -1;
	len = fread(report, 1, report_sz - 1, output);
	report[len] = '\0';
	return WEXITSTATUS(pclose(output));
}

static void
check(const char *program, unsigned int i, const char *kind)
{
	const char *words = cases[i].words;
	static char report[16384];
	int status = run(program, cases[i].name, kind, report, sizeof(report));
	bool as_wanted = words == NULL ? status == 0 && report[0] == '\0' :
		status == ERROR_STATUS && strstr(report, words) != NULL;

	UNIT_CHECK(as_wanted);
	if (!as_wanted)
		fprintf(stderr, "%s, %s: status %d\n%s\n", cases[i].name, kind, status, report);
}

int
main(int argc, char **argv)
{
	static char program[PATH_MAX];

	if (argc == 3)
		return play(argv[1], strcmp(argv[2], "grows") == 0);
	if (!HEAP_MEMCHECK || system("valgrind --version >/dev/null 2>&1") != 0) {
		printf("skipped: built without valgrind's headers, or there is no valgrind\n");
		return 77;
	}
	if (readlink("/proc/self/exe", program, sizeof(program) - 1) < 0)
		return 1;
	for (unsigned int i = 0; i < RTE_DIM(cases); i++) {
		check(program, i, "static");
		check(program, i, "grows");
	}
	return unit_status();
}
