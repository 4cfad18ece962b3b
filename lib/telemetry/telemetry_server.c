/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The telemetry thread: one that sleeps until a client comes or asks, and calls the functions of
 * the commands one after another. It takes no signals.
 *
 * The state is written by the thread that starts and stops, while the telemetry thread does not
 * run.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <eal_export.h>

#include <rte_common.h>

#include "telemetry_clients.h"
#include "telemetry_commands.h"
#include "telemetry_internal.h"
#include "telemetry_log.h"
#include "telemetry_socket.h"

#define THREAD_NAME "dpdk-telemetry"

/* How long no client is accepted when the process has no descriptor left for it. */
#define ACCEPT_PAUSE_MS 100

/* What is waited for, besides the clients. */
enum {
	PLACE_WAKE,
	PLACE_LISTEN,
	PLACE_CLIENTS,
};

RTE_LOG_REGISTER_DEFAULT(telemetry_logtype, WARNING);

static struct {
	bool running;
	pid_t pid;   /* whose thread and files they are: no forked child's */
	pthread_t thread;
	int wake_fd; /* becomes readable when the thread is to end */
	struct telemetry_socket sock;
} server;

/* Take a client in. Returns false when the process lacks something for it. */
static bool
accept_client(void)
{
	const int fd = accept4(server.sock.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd >= 0)
		telemetry_clients_add(fd);
	return fd >= 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ||
		errno == ECONNABORTED;
}

static void *
serve(void *arg)
{
	struct pollfd places[PLACE_CLIENTS + TELEMETRY_CLIENTS_MAX];
	bool pause = false;

	RTE_SET_USED(arg);
	for (;;) {
		unsigned int n;

		places[PLACE_WAKE] = (struct pollfd){ .fd = server.wake_fd, .events = POLLIN };
		places[PLACE_LISTEN] = (struct pollfd){
			.fd = pause ? -1 : server.sock.fd, .events = POLLIN,
		};
		n = telemetry_clients_wait_for(places + PLACE_CLIENTS);
		if (poll(places, PLACE_CLIENTS + n, pause ? ACCEPT_PAUSE_MS : -1) < 0)
			continue;
		if (places[PLACE_WAKE].revents != 0)
			return NULL;
		telemetry_clients_serve(places + PLACE_CLIENTS, n);
		pause = places[PLACE_LISTEN].revents != 0 && !accept_client();
	}
}

/* Create the thread with all signals blocked, on these CPUs unless NULL. Returns 0 or -errno. */
static int
start_thread(const rte_cpuset_t *cpuset)
{
	sigset_t all, before;
	pthread_attr_t attr;
	int ret;

	ret = pthread_attr_init(&attr);
	if (ret != 0)
		return -ret;
	if (cpuset != NULL)
		pthread_attr_setaffinity_np(&attr, sizeof(*cpuset), cpuset);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	ret = pthread_create(&server.thread, &attr, serve, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	if (ret == 0)
		pthread_setname_np(server.thread, THREAD_NAME);
	return -ret;
}

static int
start(const char *runtime_dir, const rte_cpuset_t *cpuset)
{
	int ret = telemetry_socket_open(&server.sock, runtime_dir);

	if (ret < 0)
		return ret;
	server.wake_fd = eventfd(0, EFD_CLOEXEC);
	if (server.wake_fd < 0) {
		ret = -errno;
		goto err_socket;
	}
	ret = start_thread(cpuset);
	if (ret < 0)
		goto err_wake;
	server.pid = getpid();
	server.running = true;
	return 0;

err_wake:
	close(server.wake_fd);
err_socket:
	close(server.sock.fd);
	telemetry_socket_remove(&server.sock);
	return ret;
}

static void
stop(void)
{
	if (!server.running || server.pid != getpid() ||
			pthread_equal(server.thread, pthread_self()))
		return;
	eventfd_write(server.wake_fd, 1);
	pthread_join(server.thread, NULL);
	telemetry_clients_close();
	close(server.wake_fd);
	close(server.sock.fd);
	telemetry_socket_remove(&server.sock);
	server.running = false;
}

/* A process that ends without a clean-up: the thread may be in a command, only the files go. */
RTE_FINI(remove_files)
{
	if (server.running && server.pid == getpid())
		telemetry_socket_remove(&server.sock);
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_telemetry_init)
int
rte_telemetry_init(const char *runtime_dir, const char *rte_version, rte_cpuset_t *cpuset)
{
	int ret;

	if (runtime_dir == NULL) {
		stop();
		return 0;
	}
	if (server.running)
		return -EALREADY;
	ret = telemetry_commands_init(rte_version);
	return ret < 0 ? ret : start(runtime_dir, cpuset);
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_telemetry_legacy_register)
int
rte_telemetry_legacy_register(const char *cmd, enum rte_telemetry_legacy_data_req data_req,
	telemetry_legacy_cb fn)
{
	RTE_SET_USED(data_req);
	return cmd == NULL || fn == NULL ? -EINVAL : -ENOTSUP;
}
