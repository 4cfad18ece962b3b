/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and stop of EAL: the options, then one table of steps. A step that fails is unwound with
 * those before it in reverse; a clean-up unwinds the whole table, after which EAL may start again.
 *
 * The life word admits one thread at a time; all else here is used only by the thread that it
 * admitted.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_stdatomic.h>

#include "cpu.h"
#include "eal_config.h"
#include "eal_debug.h"
#include "eal_launch.h"
#include "eal_lcore.h"
#include "eal_locks.h"
#include "eal_log.h"
#include "eal_options.h"
#include "eal_shared.h"
#include "eal_tailq.h"
#include "eal_telemetry.h"
#include "eal_timer.h"
#include "log_internal.h"
#include "trace.h"

/* How long a clean-up waits for workers that are about to return. */
#define WORKER_GRACE_MS 100

enum eal_life {
	EAL_STOPPED,
	EAL_CHANGING, /* a thread is in rte_eal_init() or rte_eal_cleanup() */
	EAL_RUNNING,
};

static struct {
	RTE_ATOMIC(int) life; /* enum eal_life; acquire on entry, release on leaving */
	struct eal_shared *shared;
	pid_t pid; /* that started EAL: no other may stop it */
	rte_usage_hook_t usage_hook;
} eal;

static int
init_processor(const struct eal_config *config)
{
	RTE_SET_USED(config);
	return cpu_check();
}

static int
init_timer(const struct eal_config *config)
{
	RTE_SET_USED(config);
	return tsc_init();
}

static unsigned int
current_lcore(void)
{
	return rte_lcore_id();
}

static int
init_trace(const struct eal_config *config)
{
	RTE_SET_USED(config);
	trace_set_lcore_id_cb(current_lcore);
	return trace_init();
}

static int
init_shared(const struct eal_config *config)
{
	RTE_SET_USED(config);
	eal.shared = eal_shared_create();
	return eal.shared != NULL ? 0 : -ENOMEM;
}

static void
fini_shared(void)
{
	eal_shared_destroy(eal.shared);
	eal.shared = NULL;
}

static int
init_tailq(const struct eal_config *config)
{
	RTE_SET_USED(config);
	return tailq_init(&eal.shared->core);
}

static int
init_locks(const struct eal_config *config)
{
	RTE_SET_USED(config);
	return locks_init(&eal.shared->core);
}

static int
init_memory(const struct eal_config *config)
{
	return mem_init(config, &eal.shared->mem);
}

static int
init_heap(const struct eal_config *config)
{
	return heap_init(config, &eal.shared->heap);
}

static int
init_memzone(const struct eal_config *config)
{
	RTE_SET_USED(config);
	return memzone_init(&eal.shared->memzone);
}

/* Memory for a worker's stack, which has to lie on the worker's node. */
static void *
take_stack(size_t sz, int socket_id)
{
	void *stack = rte_malloc_socket("worker stack", sz, rte_mem_page_size(), socket_id);

	if (stack == NULL)
		EAL_LOG(ERR, "No memory for a worker's stack of %zu KB on NUMA node %d; "
			"ask for smaller ones with --huge-worker-stack", sz >> 10, socket_id);
	return stack;
}

static int
init_workers(const struct eal_config *config)
{
	const struct launch_stacks stacks = {
		.sz = config->worker_stack_sz, .take = take_stack, .give = rte_free,
	};

	return launch_init(config->huge_worker_stack ? &stacks : NULL);
}

static int
init_lcore_callbacks(const struct eal_config *config)
{
	RTE_SET_USED(config);
	return lcore_open();
}

/* Whether the calling thread is the one that started EAL: no other may stop it. */
static bool
may_stop(void)
{
	return rte_lcore_id() == rte_get_main_lcore();
}

/*
 * A forked child may not stop EAL: it has none of the threads that would be waited for, and the
 * hugepages, with their files, are its parent's.
 */
static bool
is_child(void)
{
	return eal.pid != getpid();
}

/*
 * What rte_exit() does for a program that did not clean up itself. Where a clean-up would be
 * refused the end of the process has to do.
 */
static void
clean_up_on_exit(void)
{
	if (may_stop() && !is_child() && launch_count_running() == 0 &&
			lcore_count_registered() == 0)
		rte_eal_cleanup();
}

static int
init_exit(const struct eal_config *config)
{
	RTE_SET_USED(config);
	debug_set_cleanup(clean_up_on_exit);
	return 0;
}

static void
fini_exit(void)
{
	debug_set_cleanup(NULL);
}

/* A step: init gives 0, or -errno with nothing left behind; fini undoes it, NULL = nothing. */
struct init_step {
	const char *name;
	int (*init)(const struct eal_config *config);
	void (*fini)(void);
};

static const struct init_step steps[] = {
	{ "processor", init_processor, NULL },
	{ "timer", init_timer, NULL },
	{ "tracing", init_trace, trace_fini },
	{ "shared block", init_shared, fini_shared },
	{ "lcores", lcore_init, lcore_fini },
	{ "named lists", init_tailq, tailq_fini },
	{ "locks", init_locks, locks_fini },
	{ "memory", init_memory, mem_fini },
	{ "heap", init_heap, heap_fini },
	{ "memory zones", init_memzone, memzone_fini },
	{ "worker threads", init_workers, launch_fini },
	{ "clean-up on exit", init_exit, fini_exit },
	/* its commands look into all of the above */
	{ "telemetry", eal_telemetry_start, eal_telemetry_stop },
	/* lcore_close() may refuse; so a clean-up calls it before it undoes anything */
	{ "lcore callbacks", init_lcore_callbacks, NULL },
};

/* Undo the first n steps, the last one first. */
static void
undo_steps(unsigned int n)
{
	while (n-- > 0)
		if (steps[n].fini != NULL)
			steps[n].fini();
}

static int
run_steps(const struct eal_config *config)
{
	for (unsigned int i = 0; i < RTE_DIM(steps); i++) {
		const int ret = steps[i].init(config);

		if (ret == 0)
			continue;
		EAL_LOG(ERR, "Cannot start, step '%s' failed: %s", steps[i].name,
			rte_strerror(-ret));
		undo_steps(i);
		return ret;
	}
	eal.shared->magic = RTE_MAGIC;
	return 0;
}

static void
reset_all(void)
{
	eal_telemetry_forget_words();
	eal_config_reset();
	rte_eal_log_cleanup();
}

static const char *
program_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* The user wants to read about the options: does not return. */
static void
print_help(const char *prgname)
{
	eal_options_usage(stdout, prgname);
	if (eal.usage_hook != NULL)
		eal.usage_hook(prgname);
	exit(EXIT_SUCCESS);
}

/* Find the options. A command line that cannot be read ends the process. Returns 0 or -ENOMEM. */
static int
scan_options(int argc, char **argv, struct eal_options_scan *scan)
{
	struct eal_reason why;
	const int ret = eal_options_scan(argc, argv, scan, &why);

	if (ret == 0 && scan->help)
		print_help(program_name(argv[0]));
	if (ret < 0)
		EAL_LOG(ERR, "Bad command line: %s; %s -h lists the options", why.text, argv[0]);
	if (ret == -EINVAL)
		exit(EAL_OPTIONS_EXIT_BAD);
	return ret;
}

/* Let telemetry know the command line. Returns 0 or -ENOMEM. */
static int
note_words(const struct eal_options_scan *scan)
{
	struct eal_telemetry_words ours = { .word = scan->order, .n = scan->n_taken + 1 };
	const struct eal_telemetry_words others = {
		.word = scan->order + ours.n, .n = scan->argc - ours.n,
	};

	if (strcmp(scan->order[scan->n_taken], "--") == 0)
		ours.n--;
	return eal_telemetry_note_words(ours, others);
}

/* Returns the index of the last word taken, or -errno with everything undone. */
static int
start(int argc, char **argv)
{
	struct eal_config *config = eal_config_edit();
	struct eal_options_scan scan;
	int ret;

	if (argc < 1 || argv == NULL || argv[0] == NULL) {
		EAL_LOG(ERR, "Cannot start without arguments, argv[0] is the name of the program");
		return -EINVAL;
	}
	ret = scan_options(argc, argv, &scan);
	if (ret < 0)
		return ret;
	ret = eal_options_apply(&scan, program_name(argv[0]), config);
	if (ret == 0)
		ret = note_words(&scan);
	if (ret == 0)
		ret = run_steps(config);
	if (ret == 0)
		ret = eal_options_commit(&scan, argv);
	else
		reset_all();
	eal_options_release(&scan);
	return ret;
}

/* Move from one life to EAL_CHANGING; false when EAL is not in that life. */
static bool
enter(int from)
{
	return rte_atomic_compare_exchange_strong_explicit(&eal.life, &from, EAL_CHANGING,
		rte_memory_order_acquire, rte_memory_order_relaxed);
}

static void
leave(int to)
{
	rte_atomic_store_explicit(&eal.life, to, rte_memory_order_release);
}

RTE_EXPORT_SYMBOL(rte_eal_init)
int
rte_eal_init(int argc, char **argv)
{
	int ret;

	if (!enter(EAL_STOPPED)) {
		EAL_LOG(ERR, "EAL is running already, or is just being started or stopped");
		rte_errno = EALREADY;
		return -1;
	}
	eal.pid = getpid();
	ret = start(argc, argv);
	leave(ret < 0 ? EAL_STOPPED : EAL_RUNNING);
	if (ret < 0) {
		rte_errno = -ret;
		return -1;
	}
	return ret;
}

/*
 * Close the lcore table, unless other threads may be using EAL memory, said in a line: workers that
 * run a function and do not return in a moment, and registered threads. Returns whether it is done.
 */
static bool
close_lcores(void)
{
	unsigned int n;

	for (unsigned int ms = 0; ms < WORKER_GRACE_MS && launch_count_running() > 0; ms++)
		usleep(1000);
	n = launch_count_running();
	if (n > 0) {
		EAL_LOG(ERR,
			"EAL cannot be stopped, %u workers are busy; let their functions return",
			n);
		return false;
	}
	n = lcore_close();
	if (n > 0)
		EAL_LOG(ERR, "EAL cannot be stopped, %u threads are still registered; "
			"let them call rte_thread_unregister()", n);
	return n == 0;
}

/* Whether this is the process that started EAL; if not, said in a line. */
static bool
check_process(void)
{
	if (!is_child())
		return true;
	EAL_LOG(ERR, "EAL cannot be stopped by a forked child, only by process %d that started it",
		(int)eal.pid);
	return false;
}

/* Why this thread could not even begin to stop EAL. */
static void
log_not_stopped(void)
{
	if (rte_atomic_load_explicit(&eal.life, rte_memory_order_relaxed) == EAL_RUNNING)
		EAL_LOG(ERR,
			"EAL cannot be stopped by this thread, only by the one that started it");
	else
		EAL_LOG(ERR, "EAL cannot be stopped, it is not running, or is just being started "
			"or stopped");
}

RTE_EXPORT_SYMBOL(rte_eal_cleanup)
int
rte_eal_cleanup(void)
{
	/* A thread that may not is not to be in the way of the one that may: it does not enter. */
	if (!may_stop() || !enter(EAL_RUNNING)) {
		log_not_stopped();
		return -EFAULT;
	}
	if (!check_process() || !close_lcores()) {
		leave(EAL_RUNNING);
		return -EFAULT;
	}
	undo_steps(RTE_DIM(steps));
	reset_all();
	leave(EAL_STOPPED);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_set_application_usage_hook)
rte_usage_hook_t
rte_set_application_usage_hook(rte_usage_hook_t usage_func)
{
	const rte_usage_hook_t before = eal.usage_hook;

	eal.usage_hook = usage_func;
	return before;
}

RTE_EXPORT_SYMBOL(rte_mp_disable)
bool
rte_mp_disable(void)
{
	/* no process can have attached: there are no messages between processes yet */
	return true;
}
