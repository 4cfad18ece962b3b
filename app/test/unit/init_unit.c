/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of start-up steps: each step fails once, and what was done before is undone in reverse;
 * a clean-up undoes all; nothing is done twice. All layers are faked.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_eal_paging.h>
#include <rte_lcore.h>
#include <rte_malloc.h>

#include "cpu.h"
#include "eal_launch.h"
#include "eal_lcore.h"
#include "eal_locks.h"
#include "eal_options.h"
#include "eal_shared.h"
#include "eal_debug.h"
#include "eal_tailq.h"
#include "eal_telemetry.h"
#include "eal_timer.h"
#include "log_internal.h"
#include "trace.h"
#include "unit.h"
#include "unit_log.h"

UNIT_FAKE_ERRNO();

#define MAIN_LCORE 3

RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = MAIN_LCORE;

static char calls[512];      /* names of the steps done (+) and undone (-) */
static const char *failing;  /* step that fails; NULL = none */
static int apply_result;
static int note_result; /* of noting the words */
static size_t stack_sz;      /* of --huge-worker-stack; 0 = not given */
static char noted[64];       /* noted for telemetry: EAL's, '|', the application's */
static unsigned int n_resets, n_running, n_registered;
static void (*exit_cleanup)(void); /* what rte_exit() would call */
static struct eal_config config;
static struct eal_shared shared;

static int
step(const char *name)
{
	if (failing != NULL && strcmp(failing, name) == 0)
		return -EIO;
	strcat(strcat(strcat(calls, "+"), name), " ");
	return 0;
}

static void
undo(const char *name)
{
	strcat(strcat(strcat(calls, "-"), name), " ");
}

int cpu_check(void) { return step("cpu"); }
int tsc_init(void) { return step("tsc"); }
int trace_init(void) { return step("trace"); }
void trace_fini(void) { undo("trace"); }
int lcore_init(const struct eal_config *cfg) { (void)cfg; return step("lcore"); }
void lcore_fini(void) { undo("lcore"); }
int lcore_open(void) { return step("open"); }
int tailq_init(struct core_shared *core) { (void)core; return step("tailq"); }
void tailq_fini(void) { undo("tailq"); }
int locks_init(struct core_shared *core) { (void)core; return step("locks"); }
void locks_fini(void) { undo("locks"); }
void launch_fini(void) { undo("launch"); }
void debug_set_cleanup(void (*cleanup)(void)) { exit_cleanup = cleanup; }
void mem_fini(void) { undo("mem"); }
void heap_fini(void) { undo("heap"); }
int memzone_init(struct memzone_shared *part) { (void)part; return step("memzone"); }
void memzone_fini(void) { undo("memzone"); }
void eal_telemetry_stop(void) { undo("telemetry"); }
void eal_telemetry_forget_words(void) { noted[0] = '\0'; }
size_t rte_mem_page_size(void) { return 4096; }
void rte_free(void *ptr) { (void)ptr; }

/* Memory for a stack: on node 1 there is none. */
void *
rte_malloc_socket(const char *type, size_t size, unsigned int align, int socket)
{
	static char stack[4096];

	UNIT_CHECK(type != NULL && size == sizeof(stack) && align == 4096);
	return socket == 1 ? NULL : stack;
}

/* With --huge-worker-stack the stacks of workers are taken from the heap. */
int
launch_init(const struct launch_stacks *stacks)
{
	UNIT_CHECK((stacks != NULL) == (stack_sz != 0));
	if (stacks != NULL) {
		unit_log_last[0] = '\0';
		UNIT_CHECK(stacks->sz == stack_sz && stacks->give == rte_free);
		UNIT_CHECK(stacks->take(4096, 0) != NULL && unit_log_last[0] == '\0');
		UNIT_CHECK(stacks->take(4096, 1) == NULL);
		UNIT_CHECK(strstr(unit_log_last, "4 KB on NUMA node 1") != NULL);
	}
	return step("launch");
}

int
mem_init(const struct eal_config *cfg, struct mem_shared *part)
{
	UNIT_CHECK(cfg == &config && part == &shared.mem);
	return step("mem");
}

int
heap_init(const struct eal_config *cfg, struct heap_shared *part)
{
	UNIT_CHECK(cfg == &config && part == &shared.heap);
	return step("heap");
}

int
eal_telemetry_start(const struct eal_config *cfg)
{
	UNIT_CHECK(cfg == &config && noted[0] != '\0');
	return step("telemetry");
}

int
eal_telemetry_note_words(struct eal_telemetry_words eal, struct eal_telemetry_words app)
{
	noted[0] = '\0';
	for (unsigned int i = 0; i < eal.n; i++)
		strcat(strcat(noted, eal.word[i]), " ");
	strcat(noted, "| ");
	for (unsigned int i = 0; i < app.n; i++)
		strcat(strcat(noted, app.word[i]), " ");
	return note_result;
}

struct eal_shared *
eal_shared_create(void)
{
	return step("shared") == 0 ? &shared : NULL;
}

void
eal_shared_destroy(struct eal_shared *block)
{
	UNIT_CHECK(block == &shared);
	undo("shared");
}

void
trace_set_lcore_id_cb(unsigned int (*lcore_id)(void))
{
	UNIT_CHECK(lcore_id() == rte_lcore_id());
}

unsigned int
launch_count_running(void)
{
	return n_running;
}

unsigned int
lcore_close(void)
{
	if (n_registered == 0)
		undo("open");
	return n_registered;
}

unsigned int
lcore_count_registered(void)
{
	return n_registered;
}

unsigned int
rte_get_main_lcore(void)
{
	return MAIN_LCORE;
}

const char *
rte_strerror(int errnum)
{
	return strerror(errnum);
}

struct eal_config *
eal_config_edit(void)
{
	return &config;
}

void
eal_config_reset(void)
{
	n_resets++;
}

void
rte_eal_log_cleanup(void)
{
	n_resets++;
}

int
eal_options_scan(int argc, char **argv, struct eal_options_scan *scan, struct eal_reason *why)
{
	(void)why;
	memset(scan, 0, sizeof(*scan));
	scan->argc = argc;
	scan->order = argv;
	scan->n_taken = RTE_MIN(argc - 1, 2);
	return 0;
}

void
eal_options_release(struct eal_options_scan *scan)
{
	memset(scan, 0, sizeof(*scan));
}

int
eal_options_commit(const struct eal_options_scan *scan, char **argv)
{
	(void)argv;
	return scan->n_taken;
}

int
eal_options_apply(const struct eal_options_scan *scan, const char *prgname,
	struct eal_config *cfg)
{
	(void)scan;
	UNIT_CHECK(strcmp(prgname, "prog") == 0);
	cfg->huge_worker_stack = stack_sz != 0;
	cfg->worker_stack_sz = stack_sz;
	return apply_result;
}

void
eal_options_usage(FILE *f, const char *prgname)
{
	(void)f;
	(void)prgname;
}

static int
start(void)
{
	char name[] = "/some/prog", word[] = "-v";
	char *argv[] = { name, word, NULL };

	calls[0] = unit_log_last[0] = '\0';
	n_resets = 0;
	rte_errno = 0;
	return rte_eal_init(2, argv);
}

/* In the order of the table; title is what the message says, undone what a fini writes. */
static const struct {
	const char *name;
	const char *title;
	bool has_fini;
} steps[] = {
	{ "cpu", "processor", false },
	{ "tsc", "timer", false },
	{ "trace", "tracing", true },
	{ "shared", "shared block", true },
	{ "lcore", "lcores", true },
	{ "tailq", "named lists", true },
	{ "locks", "locks", true },
	{ "mem", "memory", true },
	{ "heap", "heap", true },
	{ "memzone", "memory zones", true },
	{ "launch", "worker threads", true },
	{ "telemetry", "telemetry", true },
	{ "open", "lcore callbacks", true }, /* closed by a clean-up alone, but first */
};

/* What calls is when n steps were done and then undone. */
static void
expect(char *text, unsigned int n)
{
	text[0] = '\0';
	for (unsigned int i = 0; i < n; i++)
		sprintf(text + strlen(text), "+%s ", steps[i].name);
	while (n-- > 0)
		if (steps[n].has_fini)
			sprintf(text + strlen(text), "-%s ", steps[n].name);
}

static void
test_failing_steps(void)
{
	char text[512];

	for (unsigned int i = 0; i < RTE_DIM(steps); i++) {
		const bool no_block = strcmp(steps[i].name, "shared") == 0;

		failing = steps[i].name;
		UNIT_CHECK(start() == -1);
		UNIT_CHECK(rte_errno == (no_block ? ENOMEM : EIO));
		expect(text, i);
		UNIT_CHECK(strcmp(calls, text) == 0);
		UNIT_CHECK(n_resets == 2);
		snprintf(text, sizeof(text), "'%s'", steps[i].title);
		UNIT_CHECK(strstr(unit_log_last, text) != NULL);
		UNIT_CHECK(strstr(unit_log_last, strerror(no_block ? ENOMEM : EIO)) != NULL);
	}
	failing = NULL;
}

static void
test_worker_stack(void)
{
	stack_sz = 4096;
	UNIT_CHECK(start() == 1 && rte_eal_cleanup() == 0);
	stack_sz = 0;
}

static void
test_life(void)
{
	char text[512];

	for (unsigned int life = 0; life < 2; life++) {
		UNIT_CHECK(rte_eal_cleanup() == -EFAULT);
		UNIT_CHECK(start() == 1);
		UNIT_CHECK(shared.magic == RTE_MAGIC && n_resets == 0);
		strcpy(text, calls);
		UNIT_CHECK(start() == -1 && rte_errno == EALREADY && calls[0] == '\0');
		strcpy(calls, text);
		UNIT_CHECK(rte_eal_cleanup() == 0);
		expect(text, RTE_DIM(steps));
		UNIT_CHECK(strcmp(calls, text) == 0);
		UNIT_CHECK(n_resets == 2);
	}
}

/* The words that telemetry tells: EAL's without "--", and those behind. */
static void
test_words(void)
{
	char name[] = "/some/prog", word[] = "-v", end[] = "--", own[] = "own";
	char *argv[] = { name, word, end, own, NULL };

	UNIT_CHECK(rte_eal_init(4, argv) == 2);
	UNIT_CHECK(strcmp(noted, "/some/prog -v | own ") == 0);
	UNIT_CHECK(rte_eal_cleanup() == 0 && noted[0] == '\0');
	UNIT_CHECK(start() == 1);
	UNIT_CHECK(strcmp(noted, "/some/prog -v | ") == 0);
	UNIT_CHECK(rte_eal_cleanup() == 0);
	note_result = -ENOMEM;
	UNIT_CHECK(start() == -1 && rte_errno == ENOMEM && calls[0] == '\0');
	note_result = 0;
}

static void
test_options_refused(void)
{
	apply_result = -ENOTSUP;
	UNIT_CHECK(start() == -1 && rte_errno == ENOTSUP);
	UNIT_CHECK(calls[0] == '\0' && n_resets == 2);
	apply_result = 0;
}

/* A clean-up that is refused with one line; the one on exit is left out without a word. */
static void
check_refused(const char *words)
{
	unit_log_lines = 0;
	UNIT_CHECK(rte_eal_cleanup() == -EFAULT && calls[0] == '\0');
	UNIT_CHECK(unit_log_lines == 1 && strstr(unit_log_last, words) != NULL);
	exit_cleanup();
	UNIT_CHECK(unit_log_lines == 1 && calls[0] == '\0');
}

/* Only the thread that started EAL stops it; busy workers and registered threads keep it up. */
static void
test_cleanup_refused(void)
{
	static const unsigned int others[] = { LCORE_ID_ANY, MAIN_LCORE + 1 };

	UNIT_CHECK(start() == 1);
	calls[0] = '\0';
	for (unsigned int i = 0; i < RTE_DIM(others); i++) {
		RTE_PER_LCORE(_lcore_id) = others[i];
		check_refused("by this thread");
	}
	RTE_PER_LCORE(_lcore_id) = MAIN_LCORE;
	n_running = 1;
	check_refused("1 workers");
	n_running = 0;
	n_registered = 2;
	check_refused("2 threads are still registered");
	n_registered = 0;
	UNIT_CHECK(rte_eal_cleanup() == 0 && calls[0] != '\0');
	UNIT_CHECK(exit_cleanup == NULL);
}

static void
clean_up_as_main(void)
{
	const unsigned int lcore_id = RTE_PER_LCORE(_lcore_id);

	RTE_PER_LCORE(_lcore_id) = MAIN_LCORE;
	UNIT_CHECK(rte_eal_cleanup() == 0 && calls[0] != '\0');
	RTE_PER_LCORE(_lcore_id) = lcore_id;
}

/* A thread that is just being refused, here while it logs that, is not in the way. */
static void
test_cleanup_beside_refused(void)
{
	UNIT_CHECK(start() == 1);
	calls[0] = '\0';
	RTE_PER_LCORE(_lcore_id) = MAIN_LCORE + 1;
	unit_log_call = clean_up_as_main;
	UNIT_CHECK(rte_eal_cleanup() == -EFAULT);
	UNIT_CHECK(unit_log_call == NULL);
	RTE_PER_LCORE(_lcore_id) = MAIN_LCORE;
}

/*
 * A forked child cannot stop what its parent started, and changes nothing when it tries. On its
 * exit it does not try.
 */
static void
test_cleanup_in_child(void)
{
	int status = -1;
	pid_t child;

	UNIT_CHECK(start() == 1);
	calls[0] = '\0';
	child = fork();
	if (child == 0) {
		unit_log_lines = 0;
		for (unsigned int i = 1; i <= 2; i++) {
			UNIT_CHECK(rte_eal_cleanup() == -EFAULT && calls[0] == '\0');
			UNIT_CHECK(unit_log_lines == i && strstr(unit_log_last, "forked") != NULL);
		}
		exit_cleanup();
		UNIT_CHECK(unit_log_lines == 2 && calls[0] == '\0');
		_exit(unit_status());
	}
	UNIT_CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
	UNIT_CHECK(rte_eal_cleanup() == 0 && calls[0] != '\0');
}

static void
test_cleanup_on_exit(void)
{
	UNIT_CHECK(start() == 1);
	calls[0] = '\0';
	exit_cleanup();
	UNIT_CHECK(calls[0] != '\0');
	UNIT_CHECK(rte_eal_cleanup() == -EFAULT);
}

int
main(void)
{
	test_failing_steps();
	test_worker_stack();
	test_life();
	test_words();
	test_options_refused();
	test_cleanup_refused();
	test_cleanup_beside_refused();
	test_cleanup_in_child();
	test_cleanup_on_exit();
	return unit_status();
}
