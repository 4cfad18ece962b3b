/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and stop of EAL (case A14): anywhere, quickly, again and again, and in full; each part in a
 * process of its own.
 */
#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_debug.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_memzone.h>
#include <rte_stdatomic.h>

#include "child.h"
#include "test.h"
#include "test_tools.h"

#define LINE "dpdk-test --no-huge --in-memory -m 256 --no-pci --log-level=lib.eal:notice "
#define NOBODY 65534
#define MAX_START_SECONDS 0.1
#define N_LIVES (CHILD_SANITIZED ? 12 : 50)

/* Start with these lcores, all on one CPU that the process may use, and more options. */
static int
start_lcores(const char *lcores, const char *more)
{
	char line[512];

	snprintf(line, sizeof(line), LINE "--lcores=%s@%d %s", lcores, child_first_cpu(), more);
	return child_init_eal(line);
}

static int
count_entries(const char *path)
{
	DIR *dir = opendir(path);
	int n = 0;

	if (dir == NULL)
		return -1;
	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n;
}

static int
count_lines(const char *path)
{
	FILE *f = fopen(path, "r");
	int n = 0, c;

	if (f == NULL)
		return -1;
	while ((c = getc(f)) != EOF)
		n += c == '\n';
	fclose(f);
	return n;
}

static int
use_memory(void)
{
	const struct rte_memzone *zone = rte_memzone_reserve("init_test", 4096, SOCKET_ID_ANY, 0);
	void *block = rte_malloc(NULL, 1 << 20, 0);

	CHILD_CHECK(zone != NULL && block != NULL);
	memset(block, 1, 1 << 20);
	rte_free(block);
	CHILD_CHECK(rte_memzone_free(zone) == 0);
	return 0;
}

static int
use_pool(void)
{
	struct rte_mempool *pool = rte_pktmbuf_pool_create("init_test", 1023, 32, 0,
		RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	struct rte_mbuf *mbufs[64];

	CHILD_CHECK(pool != NULL);
	CHILD_CHECK(rte_pktmbuf_alloc_bulk(pool, mbufs, 64) == 0);
	rte_pktmbuf_free_bulk(mbufs, 64);
	CHILD_CHECK(rte_mempool_full(pool));
	rte_mempool_free(pool);
	return 0;
}

static int
check_life(const void *arg)
{
	char *no_words[] = { NULL };

	(void)arg;
	CHILD_CHECK(rte_malloc(NULL, 64, 0) == NULL);
	CHILD_CHECK(rte_eal_cleanup() == -EFAULT);
	rte_errno = 0;
	CHILD_CHECK(rte_eal_init(0, no_words) == -1 && rte_errno == EINVAL);
	rte_errno = 0;
	CHILD_CHECK(rte_eal_init(1, NULL) == -1 && rte_errno == EINVAL);
	rte_errno = 0;
	CHILD_CHECK(rte_eal_init(1, no_words) == -1 && rte_errno == EINVAL);

	CHILD_CHECK(start_lcores("(0,1)", "") > 0);
	CHILD_CHECK(use_memory() == 0);
	rte_errno = 0;
	CHILD_CHECK(child_init_eal(LINE) == -1 && rte_errno == EALREADY);
	CHILD_CHECK(rte_lcore_count() == 2 && rte_eal_has_hugepages() == 0);
	CHILD_CHECK(use_memory() == 0 && use_pool() == 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	CHILD_CHECK(rte_malloc(NULL, 64, 0) == NULL);
	CHILD_CHECK(rte_eal_cleanup() == -EFAULT);

	/* another configuration the second time, nothing is left of the first */
	CHILD_CHECK(start_lcores("9", "") > 0);
	CHILD_CHECK(rte_lcore_count() == 1 && rte_get_main_lcore() == 9);
	CHILD_CHECK(use_memory() == 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

static RTE_ATOMIC(bool) worker_may_go;

static int
wait_in_worker(void *arg)
{
	(void)arg;
	while (!rte_atomic_load_explicit(&worker_may_go, rte_memory_order_relaxed))
		sched_yield();
	return 0;
}

static int
stop_in_worker(void *arg)
{
	(void)arg;
	return rte_eal_cleanup();
}

static int
check_cleanup_refused(const void *arg)
{
	(void)arg;
	CHILD_CHECK(start_lcores("(0,1)", "") > 0);
	CHILD_CHECK(rte_eal_remote_launch(stop_in_worker, NULL, 1) == 0);
	CHILD_CHECK(rte_eal_wait_lcore(1) == -EFAULT);
	CHILD_CHECK(rte_eal_remote_launch(wait_in_worker, NULL, 1) == 0);
	CHILD_CHECK(rte_eal_cleanup() == -EFAULT);
	CHILD_CHECK(use_memory() == 0);
	rte_atomic_store_explicit(&worker_may_go, true, rte_memory_order_relaxed);
	CHILD_CHECK(rte_eal_wait_lcore(1) == 0);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

struct registered_thread {
	sem_t registered, may_go;
};

static void *
be_registered(void *arg)
{
	struct registered_thread *thread = arg;
	const int ret = rte_thread_register();

	sem_post(&thread->registered);
	sem_wait(&thread->may_go);
	rte_thread_unregister();
	return (void *)(intptr_t)ret;
}

/* A registered thread may be using caches and the heap: EAL stays until it is gone. */
static int
check_cleanup_registered(const void *arg)
{
	struct registered_thread thread;
	pthread_t id;
	void *ret;

	(void)arg;
	sem_init(&thread.registered, 0, 0);
	sem_init(&thread.may_go, 0, 0);
	CHILD_CHECK(start_lcores("(0,1)", "") > 0);
	CHILD_CHECK(pthread_create(&id, NULL, be_registered, &thread) == 0);
	sem_wait(&thread.registered);
	CHILD_CHECK(rte_eal_cleanup() == -EFAULT);
	CHILD_CHECK(use_memory() == 0);
	sem_post(&thread.may_go);
	pthread_join(id, &ret);
	CHILD_CHECK(ret == NULL);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

static int
exit_in_worker(void *arg)
{
	(void)arg;
	rte_exit(0, "from a worker");
}

/* rte_exit() where a clean-up is not possible: it does without, and without a complaint. */
static int
exit_unclean(const void *arg)
{
	static struct registered_thread thread;
	const char *how = arg;
	pthread_t id;

	CHILD_CHECK(start_lcores("(0,1)", "") > 0);
	if (strcmp(how, "busy worker") == 0) {
		CHILD_CHECK(rte_eal_remote_launch(wait_in_worker, NULL, 1) == 0);
	} else if (strcmp(how, "worker") == 0) {
		CHILD_CHECK(rte_eal_remote_launch(exit_in_worker, NULL, 1) == 0);
		pause();
	} else {
		sem_init(&thread.registered, 0, 0);
		sem_init(&thread.may_go, 0, 0);
		CHILD_CHECK(pthread_create(&id, NULL, be_registered, &thread) == 0);
		sem_wait(&thread.registered);
	}
	rte_exit(0, "from the main lcore");
}

static int
test_unclean_exits(void)
{
	static const char *const hows[] = { "busy worker", "worker", "registered thread" };
	static struct child_result result;

	for (unsigned int i = 0; i < RTE_DIM(hows); i++) {
		TEST_ASSERT_SUCCESS(child_run(exit_unclean, hows[i], &result), "no child");
		TEST_ASSERT_SUCCESS(result.status, "%s: status %d: %s", hows[i], result.status,
			result.output);
		TEST_ASSERT(strstr(result.output, "stop") == NULL, "%s: %s", hows[i],
			result.output);
	}
	return TEST_SUCCESS;
}

/* What a process has that must not grow. */
struct holdings {
	int n_maps;
	int n_fds;
	int n_threads;
	cpu_set_t affinity;
};

static void
take_stock(struct holdings *holdings)
{
	holdings->n_maps = count_lines("/proc/self/maps");
	holdings->n_fds = count_entries("/proc/self/fd");
	holdings->n_threads = count_entries("/proc/self/task");
	sched_getaffinity(0, sizeof(holdings->affinity), &holdings->affinity);
}

/* Many lives leave nothing behind, and neither do starts that fail early or late. */
static int
check_no_growth(const void *arg)
{
	struct holdings before, after;

	(void)arg;
	for (int i = 0; i < N_LIVES; i++) {
		/* the first lives fill caches of the C library */
		if (i == 5)
			take_stock(&before);
		CHILD_CHECK(start_lcores("(0,1)", "") > 0);
		CHILD_CHECK(use_memory() == 0 && use_pool() == 0);
		CHILD_CHECK(rte_eal_cleanup() == 0);
		CHILD_CHECK(start_lcores("0", "--main-lcore=1") == -1 && rte_errno == EINVAL);
		CHILD_CHECK(child_init_eal("p --no-huge -m 16000000000000") == -1);
		CHILD_CHECK(rte_errno == ENOMEM);
	}
	take_stock(&after);
	CHILD_CHECK(CPU_EQUAL(&before.affinity, &after.affinity));
	CHILD_CHECK(after.n_threads == before.n_threads);
	CHILD_CHECK(after.n_fds == before.n_fds);
	CHILD_CHECK(CHILD_SANITIZED || after.n_maps <= before.n_maps);
	return 0;
}

/* No more threads, or no more descriptors: refused in words, or started without them. */
static int
start_with_limit(const void *arg)
{
	const int resource = *(const int *)arg;
	struct rlimit limit, before;

	/* root may have as many threads as it likes */
	CHILD_CHECK(geteuid() != 0 || (setgid(NOBODY) == 0 && setuid(NOBODY) == 0));
	CHILD_CHECK(getrlimit(resource, &before) == 0);
	limit = before;
	limit.rlim_cur = 3;
	CHILD_CHECK(setrlimit(resource, &limit) == 0);
	if (resource == RLIMIT_NOFILE) {
		CHILD_CHECK(start_lcores("(0,1)", "") > 0);
		CHILD_CHECK(use_memory() == 0);
		CHILD_CHECK(rte_eal_cleanup() == 0);
		/* checkers open files at the exit */
		CHILD_CHECK(setrlimit(resource, &before) == 0);
		return 0;
	}
	CHILD_CHECK(start_lcores("(0-9)", "") == -1);
	CHILD_CHECK(rte_errno == EAGAIN);
	return 0;
}

static int
start_with_little_space(const void *arg)
{
	const struct rlimit limit = { .rlim_cur = 60 << 20, .rlim_max = 60 << 20 };

	(void)arg;
	CHILD_CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
	CHILD_CHECK(start_lcores("(0,1)", "") == -1);
	CHILD_CHECK(rte_errno == ENOMEM);
	return 0;
}

/* Become a plain user without environment, home and locked memory; the last only without root. */
static int
become_nobody(void)
{
	const struct rlimit limit = { .rlim_cur = 64 << 10, .rlim_max = 64 << 10 };

	CHILD_CHECK(setrlimit(RLIMIT_MEMLOCK, &limit) == 0);
	if (geteuid() == 0) {
		CHILD_CHECK(chdir("/") == 0);
		CHILD_CHECK(setgroups(0, NULL) == 0);
		CHILD_CHECK(setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
	}
	clearenv();
	return 0;
}

static int
start_as_nobody(const void *arg)
{
	char dir[PATH_MAX];
	pid_t twin;
	int status;

	(void)arg;
	if (become_nobody() != 0)
		return 1;
	/* two instances at once, with the same prefix */
	twin = fork();
	CHILD_CHECK(twin >= 0);
	CHILD_CHECK(start_lcores("(0,1)", "--file-prefix=init_test") > 0);
	CHILD_CHECK(use_memory() == 0);
	CHILD_CHECK(use_pool() == 0);
	snprintf(dir, sizeof(dir), "%s", rte_eal_get_runtime_dir());
	usleep(100000);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	if (twin == 0)
		exit(0);
	CHILD_CHECK(waitpid(twin, &status, 0) == twin && status == 0);
	/* what the sockets of telemetry lay in is gone with the last of them */
	CHILD_CHECK(access(dir, F_OK) < 0);
	return 0;
}

static void *
start_in_thread(void *arg)
{
	(void)arg;
	return (void *)(intptr_t)(start_lcores("(0,1)", "") > 0 ? 0 : rte_errno);
}

/* Of threads that start at once, one succeeds and the others are told so. */
static int
check_race(const void *arg)
{
	pthread_t threads[4];
	unsigned int n_started = 0;

	(void)arg;
	for (unsigned int i = 0; i < RTE_DIM(threads); i++)
		CHILD_CHECK(pthread_create(&threads[i], NULL, start_in_thread, NULL) == 0);
	for (unsigned int i = 0; i < RTE_DIM(threads); i++) {
		void *error;

		pthread_join(threads[i], &error);
		CHILD_CHECK((intptr_t)error == 0 || (intptr_t)error == EALREADY);
		n_started += error == NULL;
	}
	CHILD_CHECK(n_started == 1);
	return 0;
}

static int
check_start_time(const void *arg)
{
	double best = 1e9;

	(void)arg;
	for (int i = 0; i < 5; i++) {
		const double start = test_seconds();

		CHILD_CHECK(start_lcores("(0,1)", "") > 0);
		best = RTE_MIN(best, test_seconds() - start);
		CHILD_CHECK(rte_eal_cleanup() == 0);
	}
	printf("start takes %.1f ms\n", best * 1e3);
	CHILD_CHECK(CHILD_SANITIZED || best < MAX_START_SECONDS);
	return 0;
}

static int
test_eal_init(void)
{
	static const int no_threads = RLIMIT_NPROC, no_files = RLIMIT_NOFILE;
	static const struct {
		const char *name;
		int (*run)(const void *arg);
		const void *arg;
		bool is_limited; /* sanitizers need more; and something must be said */
	} parts[] = {
		{ "life", check_life, NULL, false },
		{ "clean-up refused", check_cleanup_refused, NULL, false },
		{ "registered thread", check_cleanup_registered, NULL, false },
		{ "no growth", check_no_growth, NULL, false },
		{ "little address space", start_with_little_space, NULL, true },
		{ "no threads", start_with_limit, &no_threads, true },
		{ "no files", start_with_limit, &no_files, false },
		{ "plain user", start_as_nobody, NULL, false },
		{ "race", check_race, NULL, false },
		{ "time", check_start_time, NULL, false },
	};
	static struct child_result result;

	for (unsigned int i = 0; i < RTE_DIM(parts); i++) {
		if (parts[i].is_limited && CHILD_SANITIZED)
			continue;
		TEST_ASSERT_SUCCESS(child_run(parts[i].run, parts[i].arg, &result), "no child");
		TEST_ASSERT_SUCCESS(result.status, "%s: status %d: %s", parts[i].name,
			result.status, result.output);
		TEST_ASSERT(!parts[i].is_limited || result.output[0] != '\0',
			"%s: not a word about the failure", parts[i].name);
		printf("%s: %.3f s\n", parts[i].name, result.seconds);
	}
	return test_unclean_exits();
}

REGISTER_BARE_TEST(eal_init_autotest, test_eal_init)
