/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of eal_lcore.c and eal_lcore_register.c on a made-up machine: CPU n lies on node
 * n % 2 * 5. Threads really run where this process may.
 */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_lcore.h>
#include <rte_memory.h>

#include "eal_config.h"
#include "eal_cpuset.h"
#include "eal_lcore.h"
#include "linux_topology.h"
#include "unit.h"

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

#define NODE_OF(cpu) ((cpu) % 2 * 5)
#define ANY_NODE ((unsigned int)SOCKET_ID_ANY)

static struct eal_config config;
static rte_cpuset_t process_set;
static int own_cpu; /* one that this process may use */

#define PANICKED 42 /* exit status */

void
__rte_panic(const char *funcname, const char *format, ...)
{
	(void)funcname;
	(void)format;
	_exit(PANICKED);
}

bool
rte_log_can_log(uint32_t type, uint32_t level)
{
	(void)type;
	(void)level;
	return true;
}

void
eal_cpuset_format(const rte_cpuset_t *set, char *buf, size_t size)
{
	snprintf(buf, size, "%d-CPUs", CPU_COUNT(set));
}

int
topology_read(const char *root, struct topology *t)
{
	UNIT_CHECK(strcmp(root, TOPOLOGY_SYSFS) == 0);
	memset(t, 0, sizeof(*t));
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		t->cpu[cpu] = (struct topology_cpu){.present = true, .node = NODE_OF(cpu)};
	t->n_cpus = CPU_SETSIZE;
	t->n_nodes = 2;
	t->node[1] = 5;
	return 0;
}

int
topology_core(const char *root, unsigned int cpu)
{
	(void)root;
	return (int)cpu;
}

int
topology_set_node(const struct topology *t, const rte_cpuset_t *set)
{
	(void)t;
	return CPU_COUNT(set) == 1 ? NODE_OF(topology_first_cpu(set)) : -1;
}

int
topology_first_cpu(const rte_cpuset_t *set)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, set))
			return cpu;
	return -1;
}

rte_thread_t
rte_thread_self(void)
{
	return (rte_thread_t){.opaque_id = (uintptr_t)pthread_self()};
}

int
rte_thread_get_affinity_by_id(rte_thread_t thread_id, rte_cpuset_t *cpuset)
{
	return pthread_getaffinity_np((pthread_t)thread_id.opaque_id, sizeof(*cpuset), cpuset);
}

static void
use(unsigned int lcore_id, int cpu)
{
	config.lcores.lcore[lcore_id].used = true;
	CPU_SET(cpu, &config.lcores.lcore[lcore_id].cpuset);
}

/* Lcores 3 (main, on a CPU we have), 5 (CPU 700), 9 (CPUs 701 and 702). */
static void
make_config(void)
{
	memset(&config, 0, sizeof(config));
	use(3, own_cpu);
	use(5, 700);
	use(9, 701);
	use(9, 702);
	config.lcores.main_lcore = 3;
	config.lcores.n_used = 3;
}

static rte_cpuset_t
affinity(void)
{
	rte_cpuset_t set;

	UNIT_CHECK(pthread_getaffinity_np(pthread_self(), sizeof(set), &set) == 0);
	return set;
}

static void
test_off(void)
{
	rte_cpuset_t now = affinity();

	UNIT_CHECK(rte_lcore_id() == LCORE_ID_ANY);
	UNIT_CHECK(rte_lcore_count() == 0 && rte_get_main_lcore() == 0);
	UNIT_CHECK(rte_socket_count() == 0);
	UNIT_CHECK(rte_get_next_lcore(LCORE_ID_ANY, 0, 1) == RTE_MAX_LCORE);
	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++)
		UNIT_CHECK(rte_eal_lcore_role(i) == ROLE_OFF && rte_lcore_index(i) == -1);
	UNIT_CHECK(lcore_control_cpuset() == NULL);
	UNIT_CHECK(CPU_EQUAL(&now, &process_set));
	rte_errno = 0;
	UNIT_CHECK(rte_thread_register() == -1 && rte_errno == EINVAL);
	rte_thread_unregister();
}

static void
test_bad_config(void)
{
	make_config();
	config.lcores.main_lcore = EAL_LCORE_NONE;
	UNIT_CHECK(lcore_init(&config) == -EINVAL);
	config.lcores.main_lcore = 4;
	UNIT_CHECK(lcore_init(&config) == -EINVAL);
	config.lcores.main_lcore = 5; /* on a CPU that is not there */
	UNIT_CHECK(lcore_init(&config) == -EINVAL);
	test_off();
}

static void
test_numbers(void)
{
	UNIT_CHECK(rte_lcore_count() == 3 && rte_get_main_lcore() == 3 && rte_lcore_id() == 3);
	UNIT_CHECK(rte_lcore_index(3) == 0 && rte_lcore_index(5) == 1 && rte_lcore_index(9) == 2);
	UNIT_CHECK(rte_lcore_index(-1) == 0 && rte_lcore_index(RTE_MAX_LCORE) == -1);
	UNIT_CHECK(rte_lcore_is_enabled(5) && !rte_lcore_is_enabled(4));
	UNIT_CHECK(!rte_lcore_is_enabled(RTE_MAX_LCORE) && !rte_lcore_is_enabled(LCORE_ID_ANY));
	UNIT_CHECK(rte_lcore_has_role(5, ROLE_RTE) == 1 && rte_lcore_has_role(4, ROLE_OFF) == 1);
	UNIT_CHECK(rte_lcore_has_role(5, ROLE_OFF) == 0);
	UNIT_CHECK(rte_lcore_has_role(RTE_MAX_LCORE, ROLE_OFF) == -EINVAL);
	UNIT_CHECK(rte_get_next_lcore(LCORE_ID_ANY, 0, 0) == 3);
	UNIT_CHECK(rte_get_next_lcore(LCORE_ID_ANY, 1, 0) == 5);
	UNIT_CHECK(rte_get_next_lcore(5, 0, 0) == 9);
	UNIT_CHECK(rte_get_next_lcore(9, 0, 0) == RTE_MAX_LCORE);
	UNIT_CHECK(rte_get_next_lcore(9, 0, 1) == 3 && rte_get_next_lcore(9, 1, 1) == 5);
}

static void
test_places(void)
{
	rte_cpuset_t set = rte_lcore_cpuset(9), now = affinity();

	UNIT_CHECK(rte_socket_count() == 2);
	UNIT_CHECK(rte_socket_id_by_idx(0) == 0 && rte_socket_id_by_idx(1) == 5);
	rte_errno = 0;
	UNIT_CHECK(rte_socket_id_by_idx(2) == -1 && rte_errno == EINVAL);
	UNIT_CHECK(rte_lcore_to_socket_id(5) == 0 && rte_lcore_to_socket_id(9) == 5);
	UNIT_CHECK(rte_lcore_to_socket_id(4) == ANY_NODE);
	UNIT_CHECK(rte_lcore_to_socket_id(LCORE_ID_ANY) == ANY_NODE);
	UNIT_CHECK(rte_lcore_to_cpu_id(5) == 700 && rte_lcore_to_cpu_id(-1) == own_cpu);
	UNIT_CHECK(rte_lcore_to_cpu_id(9) == 701 && rte_lcore_to_cpu_id(4) == -1);
	UNIT_CHECK(rte_socket_id() == (unsigned int)NODE_OF(own_cpu));
	UNIT_CHECK(CPU_COUNT(&set) == 2 && CPU_ISSET(701, &set) && CPU_ISSET(702, &set));
	set = rte_lcore_cpuset(4);
	UNIT_CHECK(CPU_COUNT(&set) == 0);
	UNIT_CHECK(CPU_COUNT(&now) == 1 && CPU_ISSET(own_cpu, &now));

	/* Control threads get the other CPUs of the process, or the main lcore's. */
	set = *lcore_control_cpuset();
	UNIT_CHECK(CPU_COUNT(&process_set) == 1 || !CPU_ISSET(own_cpu, &set));
	UNIT_CHECK(CPU_COUNT(&set) == RTE_MAX(CPU_COUNT(&process_set) - 1, 1));

	/* The main thread moves: what is known of its lcore follows. */
	CPU_ZERO(&set);
	CPU_SET(11, &set);
	lcore_thread_moved(&set);
	UNIT_CHECK(rte_socket_id() == 5 && rte_lcore_to_socket_id(3) == 5);
	UNIT_CHECK(rte_lcore_to_cpu_id(3) == 11 && CPU_EQUAL(lcore_thread_cpuset(), &set));
	CPU_SET(12, &set);
	lcore_thread_moved(&set);
	UNIT_CHECK(rte_socket_id() == ANY_NODE && rte_lcore_to_socket_id(3) == 5);
}

static void *
register_thread(void *arg)
{
	unsigned int expected = (uintptr_t)arg;
	rte_cpuset_t set = affinity();

	UNIT_CHECK(rte_lcore_id() == LCORE_ID_ANY && rte_socket_id() == ANY_NODE);
	UNIT_CHECK(rte_thread_register() == 0);
	UNIT_CHECK(rte_lcore_id() == expected);
	UNIT_CHECK(rte_eal_lcore_role(expected) == ROLE_NON_EAL && !rte_lcore_is_enabled(expected));
	UNIT_CHECK(rte_lcore_index(-1) >= 3 && rte_lcore_index(-1) < RTE_MAX_LCORE);
	UNIT_CHECK(CPU_EQUAL(lcore_thread_cpuset(), &set));
	rte_errno = 0;
	UNIT_CHECK(rte_thread_register() == -1 && rte_errno == EINVAL);
	UNIT_CHECK(rte_lcore_id() == expected);
	return NULL;
}

static void
run(void *(*func)(void *), void *arg)
{
	pthread_t thread;

	UNIT_CHECK(pthread_create(&thread, NULL, func, arg) == 0);
	pthread_join(thread, NULL);
}

static void *
register_and_leave(void *arg)
{
	register_thread(arg);
	rte_thread_unregister();
	UNIT_CHECK(rte_lcore_id() == LCORE_ID_ANY);
	UNIT_CHECK(rte_eal_lcore_role((uintptr_t)arg) == ROLE_OFF);
	rte_thread_unregister();
	return NULL;
}

static int
count_one(unsigned int lcore_id, void *count)
{
	UNIT_CHECK(rte_eal_lcore_role(lcore_id) != ROLE_OFF);
	++*(unsigned int *)count;
	return lcore_id == 9 ? 77 : 0;
}

/* Threads that stay registered until they are told to end. */
static struct {
	pthread_t thread[3];
	unsigned int n;
	sem_t registered, may_end;
} stayers;

static void *
register_and_stay(void *arg)
{
	register_thread(arg);
	sem_post(&stayers.registered);
	sem_wait(&stayers.may_end);
	return NULL;
}

static void
start_stayer(unsigned int expected)
{
	UNIT_CHECK(pthread_create(&stayers.thread[stayers.n++], NULL, register_and_stay,
		(void *)(uintptr_t)expected) == 0);
	sem_wait(&stayers.registered);
}

static void
end_stayers(void)
{
	for (unsigned int i = 0; i < stayers.n; i++)
		sem_post(&stayers.may_end);
	while (stayers.n > 0)
		pthread_join(stayers.thread[--stayers.n], NULL);
}

/* The smallest free id is next; an id is free when its thread gave it back, or ended. */
static void
test_register(void)
{
	unsigned int count = 0;

	rte_thread_unregister();
	UNIT_CHECK(rte_lcore_id() == 3);
	UNIT_CHECK(rte_thread_register() == -1);
	run(register_and_leave, (void *)0);
	run(register_thread, (void *)0);
	UNIT_CHECK(rte_lcore_count() == 3 && lcore_count_registered() == 0);
	start_stayer(0);
	start_stayer(1);
	run(register_and_leave, (void *)2);
	start_stayer(2);
	run(register_and_leave, (void *)4);
	UNIT_CHECK(rte_lcore_count() == 6 && lcore_count_registered() == 3);
	UNIT_CHECK(rte_lcore_index(0) == 3 && rte_lcore_index(1) == 4 && rte_lcore_index(2) == 5);
	UNIT_CHECK(rte_lcore_iterate(count_one, &count) == 77 && count == 6);
}

static void *
fail_to_register(void *arg)
{
	(void)arg;
	rte_errno = 0;
	UNIT_CHECK(rte_thread_register() == -1 && rte_errno == ENOMEM);
	UNIT_CHECK(rte_lcore_id() == LCORE_ID_ANY && rte_lcore_count() == 3);
	return NULL;
}

/* A thread whose end could not be noticed is refused. Before any other thread registers. */
static void
test_no_thread_data(void)
{
	pthread_key_t key[PTHREAD_KEYS_MAX];
	unsigned int n = 0;

	make_config();
	UNIT_CHECK(lcore_init(&config) == 0);
	UNIT_CHECK(lcore_open() == 0);
	while (n < PTHREAD_KEYS_MAX && pthread_key_create(&key[n], NULL) == 0)
		n++;
	run(fail_to_register, NULL);
	while (n > 0)
		pthread_key_delete(key[--n]);
	run(register_and_leave, (void *)0);
	UNIT_CHECK(lcore_close() == 0);
	lcore_fini();
}

/* Number of keys for which the calling thread has a value. */
static unsigned int
count_thread_data(void)
{
	unsigned int n = 0;

	for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; key++)
		n += pthread_getspecific(key) != NULL;
	return n;
}

static int
refuse_all(unsigned int lcore_id, void *arg)
{
	(void)arg;
	return rte_eal_lcore_role(lcore_id) == ROLE_NON_EAL ? -1 : 0;
}

static void *
leave_no_data(void *arg)
{
	unsigned int before = count_thread_data();
	void *refusing;

	UNIT_CHECK(rte_thread_register() == 0);
	UNIT_CHECK(count_thread_data() == before + 1);
	rte_thread_unregister();
	UNIT_CHECK(count_thread_data() == before);

	refusing = rte_lcore_callback_register("refusing", refuse_all, NULL, NULL);
	UNIT_CHECK(rte_thread_register() == -1);
	UNIT_CHECK(count_thread_data() == before);
	rte_lcore_callback_unregister(refusing);
	return arg;
}

/* Rounds that are noted: not the last, in which the thread sanitizer has forgotten the thread. */
#define N_ROUNDS (PTHREAD_DESTRUCTOR_ITERATIONS - 1)

/* A destructor of the application, and what it saw in each round. */
static struct {
	pthread_key_t key[2]; /* made before and after the first thread registered */
	unsigned int lcore_id[2][N_ROUNDS];
	unsigned int n[2];
} rounds;

static void
note_round(unsigned int i, void *value)
{
	rounds.lcore_id[i][rounds.n[i]++] = rte_lcore_id();
	if (rounds.n[i] < N_ROUNDS)
		pthread_setspecific(rounds.key[i], value);
}

static void
note_first(void *value)
{
	note_round(0, value);
}

static void
note_second(void *value)
{
	note_round(1, value);
}

static void *
register_with_data(void *arg)
{
	UNIT_CHECK(pthread_setspecific(rounds.key[0], &rounds) == 0);
	UNIT_CHECK(pthread_setspecific(rounds.key[1], &rounds) == 0);
	return register_thread(arg);
}

/* Destructors find the id, whatever their place, until the last but one round. */
static void
test_thread_data(void)
{
	make_config();
	UNIT_CHECK(lcore_init(&config) == 0);
	UNIT_CHECK(lcore_open() == 0);
	run(leave_no_data, NULL);
	UNIT_CHECK(pthread_key_create(&rounds.key[1], note_second) == 0);
	run(register_with_data, (void *)0);
	UNIT_CHECK(rte_eal_lcore_role(0) == ROLE_OFF);
	for (unsigned int i = 0; i < 2; i++) {
		UNIT_CHECK(rounds.n[i] == N_ROUNDS);
		for (unsigned int j = 0; j < N_ROUNDS - 1; j++)
			UNIT_CHECK(rounds.lcore_id[i][j] == 0);
		pthread_key_delete(rounds.key[i]);
	}
	UNIT_CHECK(lcore_close() == 0);
	lcore_fini();
}

static void *
change_callbacks(void *arg)
{
	rte_lcore_callback_unregister(rte_lcore_callback_register("dump", NULL, NULL, NULL));
	return arg;
}

/* A writer that waits for a thread which changes the set of callbacks. */
static ssize_t
write_waits(void *cookie, const char *text, size_t len)
{
	struct timespec end;
	pthread_t thread;

	(void)text;
	if (*(int *)cookie == 0) {
		UNIT_CHECK(pthread_create(&thread, NULL, change_callbacks, NULL) == 0);
		clock_gettime(CLOCK_REALTIME, &end);
		end.tv_sec += 10;
		*(int *)cookie = pthread_timedjoin_np(thread, NULL, &end) == 0 ? 1 : -1;
	}
	return (ssize_t)len;
}

static void
test_dump_waits(void)
{
	const cookie_io_functions_t functions = {.write = write_waits};
	int state = 0; /* 1: the thread ended, -1: it did not */
	FILE *f = fopencookie(&state, "w", functions);

	setvbuf(f, NULL, _IONBF, 0);
	rte_lcore_dump(f);
	fclose(f);
	UNIT_CHECK(state == 1);
}

static void
test_dump(void)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	rte_lcore_dump(f);
	fclose(f);
	UNIT_CHECK(strstr(text, "lcore 9, socket 5, role RTE, cpuset 2-CPUs\n") != NULL);
	UNIT_CHECK(strstr(text, "lcore 1, ") != NULL && strstr(text, "role NON_EAL") != NULL);
	UNIT_CHECK(strstr(text, "lcore 4,") == NULL);
	free(text);
}

static void *
fail_while_closed(void *arg)
{
	(void)arg;
	rte_errno = 0;
	UNIT_CHECK(rte_thread_register() == -1 && rte_errno == EINVAL);
	return NULL;
}

static void
test_life(void)
{
	rte_cpuset_t now;

	make_config();
	UNIT_CHECK(lcore_init(&config) == 0);
	UNIT_CHECK(lcore_init(&config) == -EALREADY);
	UNIT_CHECK(lcore_open() == 0);
	test_numbers();
	test_places();
	UNIT_CHECK(lcore_count_registered() == 0);
	test_register();
	test_dump();
	test_dump_waits();
	UNIT_CHECK(lcore_close() == 3);
	run(register_and_leave, (void *)4); /* still open */
	end_stayers();
	UNIT_CHECK(lcore_close() == 0);
	run(fail_while_closed, NULL);
	lcore_fini();
	now = affinity();
	UNIT_CHECK(CPU_EQUAL(&now, &process_set));
	UNIT_CHECK(rte_socket_id() == ANY_NODE);
	test_off();
}

static char calls[64]; /* "+3" for an id that comes, "-3" for one that goes */

static int
note_init(unsigned int lcore_id, void *refused)
{
	snprintf(&calls[strlen(calls)], 4, "+%u", lcore_id);
	return lcore_id == (uintptr_t)refused ? -1 : 0;
}

static void
note_uninit(unsigned int lcore_id, void *arg)
{
	(void)arg;
	snprintf(&calls[strlen(calls)], 4, "-%u", lcore_id);
}

/*
 * Callbacks that exist before a life of EAL see its lcores come and go between opening and closing,
 * and can refuse them; one that comes while the table is not open is told when it opens.
 */
static void
test_callbacks(void)
{
	void *refusing, *content;

	content = rte_lcore_callback_register("content", note_init, note_uninit, NULL);
	make_config();
	UNIT_CHECK(content != NULL && lcore_init(&config) == 0);
	refusing = rte_lcore_callback_register("refusing", note_init, NULL, (void *)5);
	UNIT_CHECK(refusing != NULL && calls[0] == '\0');
	run(fail_while_closed, NULL);
	UNIT_CHECK(lcore_open() == -ECANCELED);
	UNIT_CHECK(strcmp(calls, "+3+3+5+5-5-3") == 0);
	run(fail_while_closed, NULL);
	rte_lcore_callback_unregister(refusing);
	lcore_fini();
	test_off();

	calls[0] = '\0';
	UNIT_CHECK(lcore_init(&config) == 0 && lcore_open() == 0);
	UNIT_CHECK(lcore_close() == 0);
	run(fail_while_closed, NULL);
	lcore_fini();
	UNIT_CHECK(strcmp(calls, "+3+5+9-9-5-3") == 0);
	rte_lcore_callback_unregister(content);
	rte_lcore_callback_unregister(NULL);
	UNIT_CHECK(strcmp(calls, "+3+5+9-9-5-3") == 0);
	rte_errno = 0;
	UNIT_CHECK(rte_lcore_callback_register(NULL, note_init, NULL, NULL) == NULL);
	UNIT_CHECK(rte_errno == EINVAL);
}

/* --- Walks beside changes ------------------------------------------------------------------ */

static int
note_visit(unsigned int lcore_id, void *visited)
{
	((bool *)visited)[lcore_id] = true;
	return 0;
}

/* A walk visits main and workers, and the one that is named; LCORE_ID_ANY: none. */
static void
check_walk(unsigned int other)
{
	bool visited[RTE_MAX_LCORE] = {false};

	UNIT_CHECK(rte_lcore_iterate(note_visit, visited) == 0);
	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++)
		UNIT_CHECK(visited[i] == (i == 3 || i == 5 || i == 9 || i == other));
}

/* In a callback the id that comes or goes is not visited, though it is in use. */
static int
walk_init(unsigned int lcore_id, void *arg)
{
	(void)arg;
	UNIT_CHECK(rte_eal_lcore_role(lcore_id) != ROLE_OFF);
	check_walk(LCORE_ID_ANY);
	return 0;
}

static void
walk_uninit(unsigned int lcore_id, void *arg)
{
	walk_init(lcore_id, arg);
}

static void *
walk_as_lcore(void *arg)
{
	(void)arg;
	UNIT_CHECK(rte_thread_register() == 0);
	check_walk(rte_lcore_id());
	rte_thread_unregister();
	check_walk(LCORE_ID_ANY);
	return NULL;
}

/* A callback that waits for a walk in another thread. */
static struct {
	sem_t entered, walked;
} beside;

static int
wait_init(unsigned int lcore_id, void *arg)
{
	(void)arg;
	if (rte_eal_lcore_role(lcore_id) == ROLE_NON_EAL) {
		sem_post(&beside.entered);
		sem_wait(&beside.walked); /* for ever if walks wait for changes */
	}
	return 0;
}

static void
wait_uninit(unsigned int lcore_id, void *arg)
{
	wait_init(lcore_id, arg);
}

static void
test_walks(void)
{
	void *handle;
	pthread_t thread;

	sem_init(&beside.entered, 0, 0);
	sem_init(&beside.walked, 0, 0);
	make_config();
	UNIT_CHECK(lcore_init(&config) == 0);
	handle = rte_lcore_callback_register("walks", walk_init, walk_uninit, NULL);
	UNIT_CHECK(handle != NULL && lcore_open() == 0);
	run(walk_as_lcore, NULL);
	rte_lcore_callback_unregister(handle);

	handle = rte_lcore_callback_register("waits", wait_init, wait_uninit, NULL);
	UNIT_CHECK(pthread_create(&thread, NULL, register_and_leave, (void *)0) == 0);
	for (unsigned int i = 0; i < 2; i++) { /* it comes, and goes */
		sem_wait(&beside.entered);
		check_walk(LCORE_ID_ANY);
		sem_post(&beside.walked);
	}
	pthread_join(thread, NULL);
	rte_lcore_callback_unregister(handle);
	UNIT_CHECK(lcore_close() == 0);
	lcore_fini();
}

static int
nest(unsigned int lcore_id, void *arg)
{
	(void)lcore_id;
	rte_lcore_callback_unregister(rte_lcore_callback_register("nested", NULL, NULL, arg));
	return 0;
}

/* A callback that would wait for its own thread ends the program instead of breaking the lock. */
static void
test_self_lock(void)
{
	pid_t child;
	int status;

	make_config();
	UNIT_CHECK(lcore_init(&config) == 0);
	UNIT_CHECK(lcore_open() == 0);
	child = fork();
	UNIT_CHECK(child >= 0);
	if (child == 0) {
		rte_lcore_callback_register("bad", nest, NULL, NULL);
		_exit(0);
	}
	UNIT_CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
	UNIT_CHECK(WEXITSTATUS(status) == PANICKED);
	UNIT_CHECK(lcore_close() == 0);
	lcore_fini();
}

int
main(void)
{
	process_set = affinity();
	own_cpu = topology_first_cpu(&process_set);
	test_off();
	test_bad_config();
	sem_init(&stayers.registered, 0, 0);
	sem_init(&stayers.may_end, 0, 0);
	UNIT_CHECK(pthread_key_create(&rounds.key[0], note_first) == 0);
	test_no_thread_data();
	test_thread_data();
	test_life();
	test_life();
	test_callbacks();
	test_walks();
	test_self_lock();
	return unit_status();
}
