/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The telemetry server: names of sockets, those left over, folders, several processes, the thread,
 * start and stop while clients ask.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <rte_stdatomic.h>

#include "telemetry_fixture.h"

static char stop_file[64]; /* what a child waits for */

static bool
exists(const char *name)
{
	struct stat st;

	return lstat(name, &st) == 0;
}

static RTE_ATOMIC(int) n_slow; /* calls of answer_slow(); relaxed */

static int
answer_slow(const char *cmd, const char *params, struct rte_tel_data *info)
{
	rte_atomic_fetch_add_explicit(&n_slow, 1, rte_memory_order_relaxed);
	usleep(20000);
	return answer_echo(cmd, params, info);
}

/* Tells of the thread that runs it. */
static int
answer_thread(const char *cmd, const char *params, struct rte_tel_data *info)
{
	char name[16] = "";
	sigset_t blocked;
	cpu_set_t cpus;

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	pthread_getaffinity_np(pthread_self(), sizeof(cpus), &cpus);
	pthread_getname_np(pthread_self(), name, sizeof(name));
	telemetry_stop(); /* without effect here */
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_string(info, "name", name);
	rte_tel_data_add_dict_int(info, "cpus", CPU_COUNT(&cpus));
	rte_tel_data_add_dict_int(info, "blocked", sigismember(&blocked, SIGINT) == 1 &&
		sigismember(&blocked, SIGTERM) == 1 && sigismember(&blocked, SIGALRM) == 1);
	return 0;
}

static void
test_files(void)
{
	struct stat st;
	char dir[64];

	UNIT_CHECK(start() == 0);
	UNIT_CHECK(lstat(path, &st) == 0 && S_ISSOCK(st.st_mode));
	UNIT_CHECK(lstat(folder, &st) == 0 && (st.st_mode & 0777) == 0700);
	UNIT_CHECK(start() == -EALREADY);
	telemetry_stop();
	snprintf(dir, sizeof(dir), "%s/dpdk", root);
	UNIT_CHECK(!exists(path) && !exists(folder) && !exists(dir) && exists(root));
	telemetry_stop();

	/* what was there stays */
	UNIT_CHECK(mkdir(dir, 0755) == 0);
	UNIT_CHECK(start() == 0);
	telemetry_stop();
	UNIT_CHECK(!exists(folder) && exists(dir));
	UNIT_CHECK(mkdir(folder, 0755) == 0);
	UNIT_CHECK(start() == 0);
	telemetry_stop();
	UNIT_CHECK(!exists(path) && exists(folder));
}

static void
test_no_place(void)
{
	char longer[256];

	memset(longer, 'f', sizeof(longer) - 1);
	longer[0] = '/';
	longer[sizeof(longer) - 1] = '\0';
	UNIT_CHECK(rte_telemetry_init(longer, "v", NULL) == -ENAMETOOLONG);
	/* folders that cannot be made; nothing of them is left */
	snprintf(longer, sizeof(longer), "%s/a/b/c", root);
	UNIT_CHECK(rte_telemetry_init(longer, "v", NULL) == -ENOENT);
	UNIT_CHECK(rte_telemetry_init("/proc/none/dpdk", "v", NULL) < 0);
	UNIT_CHECK(rte_telemetry_init("none", "v", NULL) == 0);
	telemetry_stop();
	UNIT_CHECK(!exists("none"));
	/* a file where the folder should be */
	snprintf(longer, sizeof(longer), "%s/file", root);
	close(open(longer, O_CREAT | O_WRONLY, 0600));
	UNIT_CHECK(rte_telemetry_init(longer, "v", NULL) == -ENOTDIR);
	UNIT_CHECK(unlink(longer) == 0);
	snprintf(longer, sizeof(longer), "%s/a", root);
	UNIT_CHECK(!exists(longer));
	/* a folder of another user */
	if (geteuid() == 0) {
		UNIT_CHECK(mkdir(longer, 0700) == 0 && chown(longer, 1, 1) == 0);
		UNIT_CHECK(rte_telemetry_init(longer, "v", NULL) == -EACCES);
		UNIT_CHECK(rmdir(longer) == 0);
	}
}

/* What a start lacks stops it, and nothing is left. The folders do not exist. */
static void
test_short_of(void)
{
	const int next = dup(0);
	struct rlimit before, few;
	cpu_set_t none;

	close(next);
	UNIT_CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
	few = before;
	for (unsigned int i = 0; i < 2; i++) {
		few.rlim_cur = next + i;
		UNIT_CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
		UNIT_CHECK(start() == -EMFILE);
		UNIT_CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
		UNIT_CHECK(!exists(folder) && !exists("dpdk"));
	}
	/* a thread that may run nowhere */
	CPU_ZERO(&none);
	UNIT_CHECK(rte_telemetry_init(folder, "v", &none) == -EINVAL);
	UNIT_CHECK(!exists(folder) && !exists("dpdk"));
	/* no descriptor either */
	UNIT_CHECK(dup(0) == next && close(next) == 0);
}

/* A socket that nobody listens to, as a process leaves that crashed. */
static void
leave_socket(const char *name)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	const int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);

	snprintf(addr.sun_path, sizeof(addr.sun_path), "%s", name);
	UNIT_CHECK(bind(fd, (struct sockaddr *)&addr, sizeof(addr)) == 0);
	close(fd);
}

static void
test_left_over(void)
{
	char second[sizeof(path) + 4];
	int fd;

	snprintf(second, sizeof(second), "%s:1", path);
	leave_socket(path);
	UNIT_CHECK(start() == 0);
	fd = peer_open(path, answer);
	UNIT_CHECK(fd >= 0 && !exists(second));
	close(fd);
	telemetry_stop();
	UNIT_CHECK(!exists(path));

	/* something that is no socket is let alone */
	close(open(path, O_CREAT | O_WRONLY, 0600));
	UNIT_CHECK(start() == 0);
	fd = peer_open(second, answer);
	UNIT_CHECK(fd >= 0);
	close(fd);
	telemetry_stop();
	UNIT_CHECK(exists(path) && !exists(second));
	UNIT_CHECK(unlink(path) == 0);

	/* a file that took the place of ours is let alone */
	UNIT_CHECK(start() == 0);
	UNIT_CHECK(unlink(path) == 0);
	close(open(path, O_CREAT | O_WRONLY, 0600));
	telemetry_stop();
	UNIT_CHECK(exists(path) && unlink(path) == 0);
}

/* A child that starts too, and tells by a pipe that it is up; it ends with exit(), or a signal. */
static pid_t
start_child(int *up, bool crash)
{
	char byte = 0;
	int fds[2];
	pid_t pid;

	UNIT_CHECK(pipe(fds) == 0);
	pid = fork();
	if (pid == 0) {
		const int ret = start();

		close(fds[0]);
		byte = ret == 0 ? 'u' : 'f';
		if (write(fds[1], &byte, 1) != 1)
			_exit(1);
		alarm(60);
		if (crash)
			raise(SIGKILL);
		while (!exists(stop_file))
			usleep(1000);
		exit(0); /* without a clean-up */
	}
	close(fds[1]);
	UNIT_CHECK(read(fds[0], &byte, 1) == 1 && byte == 'u');
	*up = fds[0];
	return pid;
}

static void
test_instances(void)
{
	char second[sizeof(path) + 4];
	int status, up, fd;
	pid_t child;

	snprintf(second, sizeof(second), "%s:1", path);
	child = start_child(&up, false);
	UNIT_CHECK(exists(path));
	UNIT_CHECK(start() == 0);
	fd = peer_open(second, answer);
	UNIT_CHECK(fd >= 0);
	close(fd);
	telemetry_stop();
	UNIT_CHECK(exists(path) && !exists(second) && exists(folder));
	/* a process that ends without a clean-up removes its file */
	close(open(stop_file, O_CREAT | O_WRONLY, 0600));
	UNIT_CHECK(waitpid(child, &status, 0) == child && status == 0);
	UNIT_CHECK(!exists(path) && unlink(stop_file) == 0);
	close(up);

	/* one that crashes leaves it, and the next one takes it */
	child = start_child(&up, true);
	UNIT_CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
	close(up);
	UNIT_CHECK(exists(path));
	UNIT_CHECK(start() == 0 && !exists(second));
	telemetry_stop();
	UNIT_CHECK(!exists(path));
}

/* A forked child has no thread; it neither stops its parent's server nor removes its files. */
static void
test_fork(void)
{
	int status, fd;
	pid_t child;

	UNIT_CHECK(start() == 0);
	child = fork();
	if (child == 0) {
		telemetry_stop();
		UNIT_CHECK(start() == -EALREADY && exists(path));
		exit(unit_status());
	}
	UNIT_CHECK(waitpid(child, &status, 0) == child && status == 0);
	fd = peer_open(path, answer);
	UNIT_CHECK(fd >= 0);
	close(fd);
	telemetry_stop();
}

static void
test_thread(void)
{
	cpu_set_t cpus, one;
	unsigned int cpu = 0;
	int fd;

	pthread_getaffinity_np(pthread_self(), sizeof(cpus), &cpus);
	while (!CPU_ISSET(cpu, &cpus))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	UNIT_CHECK(rte_telemetry_init(folder, "v", &one) == 0);
	fd = peer_open(path, answer);
	expect_answer(fd, "/test/thread",
		"{\"/test/thread\": {\"name\": \"dpdk-telemetry\", \"cpus\": 1, \"blocked\": 1}}");
	close(fd);
	telemetry_stop();
	/* of the caller nothing changed */
	pthread_getaffinity_np(pthread_self(), sizeof(one), &one);
	UNIT_CHECK(CPU_EQUAL(&one, &cpus));
}

static unsigned int
count_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n;
}

/* Start and stop with clients that ask, also while a command runs; nothing is left. */
static void
test_stop(void)
{
	const unsigned int n_before = count_descriptors();

	for (unsigned int i = 0; i < 20; i++) {
		const int before = rte_atomic_load_explicit(&n_slow, rte_memory_order_relaxed);
		int fd;

		UNIT_CHECK(start() == 0);
		fd = peer_open(path, answer);
		UNIT_CHECK(fd >= 0 && send(fd, "/test/slow", 10, MSG_NOSIGNAL) == 10);
		while (i % 2 == 0 && rte_atomic_load_explicit(&n_slow,
				rte_memory_order_relaxed) == before)
			usleep(100);
		telemetry_stop();
		while (peer_take(fd, answer) > 0)
			continue;
		close(fd);
		UNIT_CHECK(!exists(path));
	}
	UNIT_CHECK(count_descriptors() == n_before);
}

int
main(void)
{
	fixture_open();
	snprintf(stop_file, sizeof(stop_file), "%s/stop", root);
	UNIT_CHECK(rte_telemetry_register_cmd("/test/slow", answer_slow, "") == 0);
	UNIT_CHECK(rte_telemetry_register_cmd("/test/thread", answer_thread, "") == 0);
	test_no_place();
	test_short_of();
	test_files();
	test_left_over();
	test_fork();
	test_instances();
	test_thread();
	test_stop();
	UNIT_CHECK(rmdir(folder) == 0);
	snprintf(folder, sizeof(folder), "%s/dpdk", root);
	UNIT_CHECK(rmdir(folder) == 0);
	fixture_close();
	return unit_status();
}
