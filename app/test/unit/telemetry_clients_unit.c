/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The clients of telemetry: the registry, requests of every kind and their answers, clients that do
 * not behave, many at a time.
 */
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

#include "telemetry_clients.h"
#include "telemetry_commands.h"
#include "telemetry_fixture.h"
#include "unit_random.h"

static int
answer_failing(const char *cmd, const char *params, struct rte_tel_data *info)
{
	rte_tel_data_string(info, "not to be seen");
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	return -1;
}

/* 512 strings of 100 bytes: three times of what a client takes. */
static int
answer_long(const char *cmd, const char *params, struct rte_tel_data *info)
{
	char word[101];

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	memset(word, 'w', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	rte_tel_data_start_array(info, RTE_TEL_STRING_VAL);
	while (rte_tel_data_add_array_string(info, word) == 0)
		continue;
	return 0;
}

static int
answer_former(const char *cmd, const char *params, char *buffer, int buf_len)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	RTE_SET_USED(buffer);
	return buf_len;
}

static void
test_register(void)
{
	char cmd[RTE_TEL_MAX_STRING_LEN + 1];

	UNIT_CHECK(rte_telemetry_register_cmd("/test/fails", answer_failing, "") == 0);
	UNIT_CHECK(rte_telemetry_register_cmd("/test/long", answer_long, "") == 0);
	UNIT_CHECK(rte_telemetry_register_cmd("/test/echo", answer_long, "") == -EEXIST);
	UNIT_CHECK(rte_telemetry_register_cmd(NULL, answer_echo, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("/a", NULL, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("/a", answer_echo, NULL) == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd_arg("/a", NULL, cmd, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("", answer_echo, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("a/b", answer_echo, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("/a b", answer_echo, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("/a,b", answer_echo, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("/a\"", answer_echo, "") == -EINVAL);
	UNIT_CHECK(rte_telemetry_register_cmd("/a\x80", answer_echo, "") == -EINVAL);
	memset(cmd, 'c', sizeof(cmd));
	cmd[0] = '/';
	cmd[RTE_TEL_MAX_STRING_LEN] = '\0';
	UNIT_CHECK(rte_telemetry_register_cmd(cmd, answer_echo, "") == -EINVAL);
	cmd[RTE_TEL_MAX_STRING_LEN - 1] = '\0';
	UNIT_CHECK(rte_telemetry_register_cmd(cmd, answer_echo, cmd) == 0);

	UNIT_CHECK(rte_telemetry_legacy_register(NULL, DATA_REQ, answer_former) == -EINVAL);
	UNIT_CHECK(rte_telemetry_legacy_register("cmd", DATA_REQ, NULL) == -EINVAL);
	UNIT_CHECK(rte_telemetry_legacy_register("cmd", DATA_NOT_REQ, answer_former) == -ENOTSUP);
}

static void
test_requests(void)
{
	char greeting[128];
	int fd;

	UNIT_CHECK(start() == 0);
	fd = peer_open(path, answer);
	snprintf(greeting, sizeof(greeting),
		"{\"version\": \"test 1.2\", \"pid\": %d, \"max_output_len\": %d}", (int)getpid(),
		TELEMETRY_OUTPUT_MAX);
	UNIT_CHECK(fd >= 0 && strcmp(answer, greeting) == 0);
	UNIT_CHECK(peer_ask(fd, "/info", answer) > 0 && strstr(answer, greeting) != NULL);
	UNIT_CHECK(strncmp(answer, "{\"/info\": {", 11) == 0);

	UNIT_CHECK(peer_ask(fd, "/", answer) > 0);
	UNIT_CHECK(strncmp(answer, "{\"/\": [\"/\", ", 12) == 0);
	UNIT_CHECK(strstr(answer, "\"/help\", \"/info\", \"/test/arg\", \"/test/echo\"") != NULL);

	expect_answer(fd, "/test/echo",
		"{\"/test/echo\": {\"cmd\": \"/test/echo\", \"params\": \"none\"}}");
	expect_answer(fd, "/test/echo,",
		"{\"/test/echo\": {\"cmd\": \"/test/echo\", \"params\": \"none\"}}");
	expect_answer(fd, "/test/echo,a,b=\"c\"\r\n",
		"{\"/test/echo\": {\"cmd\": \"/test/echo\", \"params\": \"a,b=\\\"c\\\"\"}}");
	expect_answer(fd, "/test/arg", "{\"/test/arg\": \"argument\"}");
	expect_answer(fd, "/test/fails", "{\"/test/fails\": null}");
	expect_answer(fd, "/test/none", "{\"/test/none\": null}");
	expect_answer(fd, "/unknown,1", "{\"/unknown\": null}");
	expect_answer(fd, "nonsense", "{\"nonsense\": null}");
	expect_answer(fd, "\n", "{\"\": null}");
	expect_answer(fd, ",,,", "{\"\": null}");
	expect_answer(fd, "/help,/test/echo", "{\"/help\": {\"/test/echo\": \"Echoes\"}}");
	expect_answer(fd, "/help,/unknown", "{\"/help\": null}");
	UNIT_CHECK(peer_ask(fd, "/help", answer) > 0);
	UNIT_CHECK(strncmp(answer, "{\"/help\": {\"/help\": \"", 20) == 0);
	close(fd);
	telemetry_stop();
}

/* A command that is registered while the server runs. */
static void
test_register_late(void)
{
	int fd;

	UNIT_CHECK(start() == 0);
	fd = peer_open(path, answer);
	expect_answer(fd, "/aaa", "{\"/aaa\": null}");
	UNIT_CHECK(rte_telemetry_register_cmd("/aaa", answer_nothing, "Late") == 0);
	expect_answer(fd, "/help,/aaa", "{\"/help\": {\"/aaa\": \"Late\"}}");
	close(fd);
	telemetry_stop();
}

static void
test_long_answer(void)
{
	size_t len;
	int fd;

	UNIT_CHECK(start() == 0);
	fd = peer_open(path, answer);
	unit_log_lines = 0;
	for (unsigned int i = 0; i < 3; i++) {
		UNIT_CHECK(peer_ask(fd, "/test/long", answer) > 0);
		len = strlen(answer);
		UNIT_CHECK(len <= TELEMETRY_OUTPUT_MAX && len > TELEMETRY_OUTPUT_MAX - 110);
		UNIT_CHECK(strcmp(answer + len - 4, "w\"]}") == 0);
	}
	close(fd);
	telemetry_stop();
	/* said once */
	UNIT_CHECK(unit_log_lines == 1 && strstr(unit_log_last, "/test/long") != NULL);
}

/* The server still answers. */
static void
check_alive(void)
{
	const int fd = peer_open(path, answer);

	UNIT_CHECK(fd >= 0);
	expect_answer(fd, "/test/arg", "{\"/test/arg\": \"argument\"}");
	close(fd);
}

static void
test_bad_requests(void)
{
	static char request[70000];
	uint64_t random = unit_seed(0, NULL);
	int fd;

	UNIT_CHECK(start() == 0);
	fd = peer_open(path, answer);
	/* the longest, one byte more, and much more */
	memset(request, 'r', sizeof(request));
	memcpy(request, "/test/echo,", 11);
	for (unsigned int i = 0; i < 3; i++) {
		static const size_t lens[] = { 1024, 1025, sizeof(request) };

		UNIT_CHECK(send(fd, request, lens[i], MSG_NOSIGNAL) == (ssize_t)lens[i]);
		UNIT_CHECK(peer_take(fd, answer) > 0);
		UNIT_CHECK((strncmp(answer, "{\"/test/echo\": {", 16) == 0) == (i == 0));
		UNIT_CHECK((strcmp(answer, "{\"\": null}") == 0) == (i > 0));
	}
	/* a terminator within: the rest does not count */
	UNIT_CHECK(send(fd, "/test/arg\0,x", 12, MSG_NOSIGNAL) == 12);
	UNIT_CHECK(peer_take(fd, answer) > 0);
	UNIT_CHECK(strcmp(answer, "{\"/test/arg\": \"argument\"}") == 0);
	/* bytes of any kind */
	for (unsigned int i = 0; i < 2000; i++) {
		const size_t len = 1 + unit_random_below(&random, 1030);

		for (size_t j = 0; j < len; j++)
			request[j] = (char)unit_random_below(&random, 256);
		if (i % 2 == 0)
			memcpy(request, "/test/echo,", 11);
		UNIT_CHECK(send(fd, request, len, MSG_NOSIGNAL) == (ssize_t)len);
		UNIT_CHECK(peer_take(fd, answer) > 0 && answer[0] == '{');
	}
	/* an empty packet is an end */
	UNIT_CHECK(send(fd, request, 0, MSG_NOSIGNAL) == 0);
	UNIT_CHECK(peer_take(fd, answer) == 0);
	close(fd);
	check_alive();
	telemetry_stop();
}

/* Clients that ask and never take an answer: the others do not wait for them. */
static void
test_deaf_clients(void)
{
	unsigned int n_asked[3] = {0}, n_answers = 0;
	int fds[3];

	UNIT_CHECK(start() == 0);
	for (unsigned int i = 0; i < RTE_DIM(fds); i++) {
		fds[i] = peer_connect(path);
		while (send(fds[i], "/test/long", 10, MSG_NOSIGNAL | MSG_DONTWAIT) > 0) {
			n_asked[i]++;
			check_alive();
		}
		check_alive();
	}
	/* one goes with answers unsent; one takes them all after all; one stays */
	close(fds[0]);
	check_alive();
	shutdown(fds[1], SHUT_WR);
	UNIT_CHECK(peer_take(fds[1], answer) > 0);
	while (peer_take(fds[1], answer) > 0) {
		UNIT_CHECK(strncmp(answer, "{\"/test/long\": [", 16) == 0);
		n_answers++;
	}
	UNIT_CHECK(n_answers == n_asked[1]);
	close(fds[1]);
	check_alive();
	telemetry_stop();
	close(fds[2]);
}

static void
test_many_clients(void)
{
	int fds[TELEMETRY_CLIENTS_MAX], fd;

	UNIT_CHECK(start() == 0);
	for (unsigned int round = 0; round < 3; round++) {
		for (unsigned int i = 0; i < RTE_DIM(fds); i++) {
			fds[i] = peer_open(path, answer);
			UNIT_CHECK(fds[i] >= 0);
		}
		/* one too many is turned away */
		fd = peer_connect(path);
		UNIT_CHECK(fd >= 0 && peer_take(fd, answer) == 0);
		close(fd);
		for (unsigned int i = 0; i < RTE_DIM(fds); i++)
			expect_answer(fds[i], "/test/arg", "{\"/test/arg\": \"argument\"}");
		for (unsigned int i = round; i < RTE_DIM(fds); i += 2)
			close(fds[i]);
		for (unsigned int i = round + 1; i < RTE_DIM(fds); i += 2) {
			expect_answer(fds[i], "/test/none", "{\"/test/none\": null}");
			close(fds[i]);
		}
		for (unsigned int i = 0; i < round; i++)
			close(fds[i]);
		/* the places of those that left are seen to be free some time after */
		for (fd = -1; fd < 0; usleep(1000))
			fd = peer_open(path, answer);
		close(fd);
	}
	telemetry_stop();
}

struct crowd {
	pthread_t thread;
	unsigned int number;
};

static void *
crowd_run(void *arg)
{
	const struct crowd *self = arg;
	char own_answer[PEER_ANSWER_SZ], request[64], expected[128];

	for (unsigned int i = 0; i < 40; i++) {
		const int fd = peer_open(path, own_answer);

		if (fd < 0)
			continue; /* turned away */
		for (unsigned int j = 0; j < 10; j++) {
			snprintf(request, sizeof(request), "/test/echo,%u-%u-%u", self->number, i,
				j);
			snprintf(expected, sizeof(expected), "\"params\": \"%u-%u-%u\"}",
				self->number, i, j);
			UNIT_CHECK(peer_ask(fd, request, own_answer) > 0);
			UNIT_CHECK(strstr(own_answer, expected) != NULL);
		}
		close(fd);
	}
	return NULL;
}

/* Threads that ask at the same time, and one that registers. */
static void
test_crowd(void)
{
	struct crowd crowd[6];
	char cmd[32];

	UNIT_CHECK(start() == 0);
	for (unsigned int i = 0; i < RTE_DIM(crowd); i++) {
		crowd[i].number = i;
		UNIT_CHECK(pthread_create(&crowd[i].thread, NULL, crowd_run, &crowd[i]) == 0);
	}
	for (unsigned int i = 0; i < 500; i++) {
		snprintf(cmd, sizeof(cmd), "/crowd/%u", i * 37 % 500);
		UNIT_CHECK(rte_telemetry_register_cmd(cmd, answer_nothing, "") == 0);
	}
	for (unsigned int i = 0; i < RTE_DIM(crowd); i++)
		pthread_join(crowd[i].thread, NULL);
	check_alive();
	telemetry_stop();
}

/* No descriptor is left for a client: the server waits, and does not spin. */
static void
test_no_descriptors(void)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	struct rlimit before, few;
	clock_t ticks;
	int fd, other;

	UNIT_CHECK(start() == 0);
	fd = peer_open(path, answer);
	other = socket(AF_UNIX, SOCK_SEQPACKET, 0);
	UNIT_CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
	few = before;
	few.rlim_cur = other + 1;
	UNIT_CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
	snprintf(addr.sun_path, sizeof(addr.sun_path), "%s", path);
	ticks = clock();
	UNIT_CHECK(connect(other, (struct sockaddr *)&addr, sizeof(addr)) == 0);
	usleep(250000);
	UNIT_CHECK(clock() - ticks < CLOCKS_PER_SEC / 10);
	/* those that are in are served */
	expect_answer(fd, "/test/arg", "{\"/test/arg\": \"argument\"}");
	UNIT_CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
	UNIT_CHECK(peer_take(other, answer) > 0);
	close(fd);
	close(other);
	telemetry_stop();
}

int
main(void)
{
	fixture_open();
	test_register();
	test_requests();
	test_register_late();
	test_long_answer();
	test_bad_requests();
	test_deaf_clients();
	test_many_clients();
	test_no_descriptors();
	test_crowd();
	fixture_close();
	return unit_status();
}
