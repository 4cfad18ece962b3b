/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Test of EAL in a program that loads and unloads it: a thread that had an lcore id and gave it
 * back goes on, and ends when the library is gone. The program is not linked to EAL; the argument
 * is the path of the library.
 */

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <rte_common.h>

#include "unit.h"

#define N_LIVES 3

static int (*thread_register)(void);
static void (*thread_unregister)(void);
static sem_t unregistered, may_end;

static void *
run(void *arg)
{
	UNIT_CHECK(thread_register() == 0);
	thread_unregister();
	sem_post(&unregistered);
	sem_wait(&may_end);
	return arg;
}

/* Start EAL and stop it with a thread that stays. Returns 0, or -1 if that was not possible. */
static int
use_eal(void *library, pthread_t *thread)
{
	char words[][16] = {
		"unload", "--no-huge", "--in-memory", "-m", "16", "--no-pci", "-l", "0",
	};
	int (*init)(int, char **) = (int (*)(int, char **))dlsym(library, "rte_eal_init");
	int (*cleanup)(void) = (int (*)(void))dlsym(library, "rte_eal_cleanup");
	char *argv[RTE_DIM(words) + 1] = {NULL};

	for (unsigned int i = 0; i < RTE_DIM(words); i++)
		argv[i] = words[i];
	thread_register = (int (*)(void))dlsym(library, "rte_thread_register");
	thread_unregister = (void (*)(void))dlsym(library, "rte_thread_unregister");
	if (init == NULL || cleanup == NULL || thread_register == NULL ||
			thread_unregister == NULL || init(RTE_DIM(words), argv) < 0)
		return -1;
	if (pthread_create(thread, NULL, run, NULL) != 0)
		return -1;
	sem_wait(&unregistered);
	return cleanup();
}

static void
check_life(const char *path)
{
	void *library = dlopen(path, RTLD_NOW);
	pthread_t thread;
	int ret;

	UNIT_CHECK(library != NULL);
	if (library == NULL)
		return;
	ret = use_eal(library, &thread);
	UNIT_CHECK(ret == 0);
	if (ret != 0)
		return;
	dlclose(library);
	UNIT_CHECK(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL);
	sem_post(&may_end);
	pthread_join(thread, NULL);
}

int
main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: %s library\n", argv[0]);
		return 2;
	}
	sem_init(&unregistered, 0, 0);
	sem_init(&may_end, 0, 0);
	for (unsigned int i = 0; i < N_LIVES && unit_failures == 0; i++)
		check_life(argv[1]);
	fflush(NULL);
	/* Not by exit(): what an unloaded library kept looks like a leak. */
	_exit(unit_status());
}
