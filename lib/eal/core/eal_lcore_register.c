/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What changes and walks the set of lcores: callbacks on ids that come and go, threads that
 * register themselves, iteration and dump.
 *
 * Changes are made under the changes lock of eal_lcore.h, walks under the table lock, which a
 * change takes for the moment only in which an id is shown or hidden. User functions run under
 * both, and may make pools or allocate, so both come before all of enum lock_rank. A walk of the
 * lcores may also come after those, as in a function called by rte_mempool_walk(): nobody waits for
 * anything while the table lock is held for writing, and readers do not wait for each other. To
 * register there may be to wait for a callback that waits to make a pool.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_stdatomic.h>

#include "dump_copy.h"
#include "eal_cpuset.h"
#include "eal_lcore.h"
#include "eal_log.h"

struct lcore_callback {
	TAILQ_ENTRY(lcore_callback) next; /* changes lock */
	char *name;                       /* owned */
	rte_lcore_init_cb init;           /* may be NULL */
	rte_lcore_uninit_cb uninit;       /* may be NULL */
	void *arg;
};

TAILQ_HEAD(lcore_callbacks, lcore_callback);

static struct {
	struct lcore_callbacks callbacks;       /* in the order of registration; changes lock */
	bool open; /* callbacks know of the ids in use, threads may register; changes lock */
	RTE_ATOMIC(rte_lcore_usage_cb) usage;   /* release / acquire */
} lcore_register_state = {
	.callbacks = TAILQ_HEAD_INITIALIZER(lcore_register_state.callbacks),
};

static int
lcore_callback_call_init(const struct lcore_callback *callback, unsigned int lcore_id)
{
	if (callback->init == NULL || callback->init(lcore_id, callback->arg) >= 0)
		return 0;
	EAL_LOG(ERR, "lcore %u refused by callback %s", lcore_id, callback->name);
	return -ECANCELED;
}

static void
lcore_callback_call_uninit(const struct lcore_callback *callback, unsigned int lcore_id)
{
	if (callback->uninit != NULL)
		callback->uninit(lcore_id, callback->arg);
}

/* Tell the callbacks before one, the nearest first, that an id goes out of use. NULL: all. */
static void
lcore_callbacks_uninit_before(struct lcore_callback *callback, unsigned int lcore_id)
{
	struct lcore_callbacks *list = &lcore_register_state.callbacks;

	callback = callback == NULL ? TAILQ_LAST(list, lcore_callbacks) :
		TAILQ_PREV(callback, lcore_callbacks, next);
	for (; callback != NULL; callback = TAILQ_PREV(callback, lcore_callbacks, next))
		lcore_callback_call_uninit(callback, lcore_id);
}

/* Tell all callbacks that an id comes into use; all or nothing. Returns 0 or -ECANCELED. */
static int
lcore_callbacks_init(unsigned int lcore_id)
{
	struct lcore_callback *callback;
	int ret;

	TAILQ_FOREACH(callback, &lcore_register_state.callbacks, next) {
		ret = lcore_callback_call_init(callback, lcore_id);
		if (ret < 0) {
			lcore_callbacks_uninit_before(callback, lcore_id);
			return ret;
		}
	}
	return 0;
}

/* Tell all callbacks about every id below end that is in use: they go out of use. */
static void
lcore_callbacks_uninit_below(unsigned int end)
{
	for (unsigned int i = end; i-- > 0; )
		if (rte_eal_lcore_role(i) != ROLE_OFF)
			lcore_callbacks_uninit_before(NULL, i);
}

int
lcore_open(void)
{
	int ret = 0;

	lcore_changes_lock();
	for (unsigned int i = 0; i < RTE_MAX_LCORE && ret == 0; i++) {
		if (rte_eal_lcore_role(i) == ROLE_OFF)
			continue;
		ret = lcore_callbacks_init(i);
		if (ret < 0)
			lcore_callbacks_uninit_below(i);
	}
	lcore_register_state.open = ret == 0;
	lcore_changes_unlock();
	return ret;
}

unsigned int
lcore_close(void)
{
	unsigned int n_registered;

	lcore_changes_lock();
	n_registered = lcore_count_registered();
	if (n_registered == 0) {
		lcore_register_state.open = false;
		lcore_callbacks_uninit_below(RTE_MAX_LCORE);
	}
	lcore_changes_unlock();
	return n_registered;
}

/* Tell one callback about every id below end that is in use: they go out of use for it. */
static void
lcore_callback_leave_all(const struct lcore_callback *callback, unsigned int end)
{
	for (unsigned int i = end; i-- > 0; )
		if (rte_eal_lcore_role(i) != ROLE_OFF)
			lcore_callback_call_uninit(callback, i);
}

/* Tell one callback about every id in use; all or nothing. Returns 0 or -ECANCELED. */
static int
lcore_callback_join_all(const struct lcore_callback *callback)
{
	int ret = 0;

	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++) {
		if (rte_eal_lcore_role(i) == ROLE_OFF)
			continue;
		ret = lcore_callback_call_init(callback, i);
		if (ret < 0) {
			lcore_callback_leave_all(callback, i);
			break;
		}
	}
	return ret;
}

static void
lcore_callback_free(struct lcore_callback *callback)
{
	free(callback->name);
	free(callback);
}

RTE_EXPORT_SYMBOL(rte_lcore_callback_register)
void *
rte_lcore_callback_register(const char *name, rte_lcore_init_cb init, rte_lcore_uninit_cb uninit,
	void *arg)
{
	struct lcore_callback *callback;
	int ret;

	if (name == NULL) {
		EAL_LOG(ERR, "lcore callback not registered: it has no name");
		rte_errno = EINVAL;
		return NULL;
	}
	callback = calloc(1, sizeof(*callback));
	if (callback != NULL)
		callback->name = strdup(name);
	if (callback == NULL || callback->name == NULL) {
		free(callback);
		rte_errno = ENOMEM;
		return NULL;
	}
	callback->init = init;
	callback->uninit = uninit;
	callback->arg = arg;

	lcore_changes_lock();
	ret = lcore_register_state.open ? lcore_callback_join_all(callback) : 0;
	if (ret == 0)
		TAILQ_INSERT_TAIL(&lcore_register_state.callbacks, callback, next);
	lcore_changes_unlock();
	if (ret < 0) {
		lcore_callback_free(callback);
		rte_errno = -ret;
		return NULL;
	}
	return callback;
}

RTE_EXPORT_SYMBOL(rte_lcore_callback_unregister)
void
rte_lcore_callback_unregister(void *handle)
{
	struct lcore_callback *callback = handle;

	if (callback == NULL)
		return;
	lcore_changes_lock();
	TAILQ_REMOVE(&lcore_register_state.callbacks, callback, next);
	if (lcore_register_state.open)
		lcore_callback_leave_all(callback, RTE_MAX_LCORE);
	lcore_changes_unlock();
	lcore_callback_free(callback);
}

/*
 * The end of a thread is noticed by thread data. Its value is not NULL as long as the thread has an
 * id, and no longer: the library may be unloaded before the thread ends. It is the number of the
 * round of destructors in which lcore_exit() is called next.
 */
static struct {
	pthread_key_t key;        /* written once, before has_key */
	RTE_ATOMIC(bool) has_key; /* changed under the changes lock; release / acquire */
} lcore_exit_watch;

/*
 * The id is there for the destructors of the application, whose order is not known, as long as
 * can be. Giving it back may record trace events, in a buffer that needs a round to be given back.
 */
#define LCORE_EXIT_ROUND (PTHREAD_DESTRUCTOR_ITERATIONS - 1)

/* Destructor of thread data: a thread that ends gives its id back. */
static void
lcore_exit(void *value)
{
	uintptr_t round = (uintptr_t)value;

	if (round >= LCORE_EXIT_ROUND ||
	    pthread_setspecific(lcore_exit_watch.key, (void *)(round + 1)) != 0)
		rte_thread_unregister();
}

/*
 * Have lcore_exit() called when the calling thread ends. Changes lock held. Returns 0 or
 * -ENOMEM.
 */
static int
lcore_watch_exit(void)
{
	if (!rte_atomic_load_explicit(&lcore_exit_watch.has_key, rte_memory_order_relaxed)) {
		if (pthread_key_create(&lcore_exit_watch.key, lcore_exit) != 0)
			return -ENOMEM;
		rte_atomic_store_explicit(&lcore_exit_watch.has_key, true,
			rte_memory_order_release);
	}
	return pthread_setspecific(lcore_exit_watch.key, (void *)1) == 0 ? 0 : -ENOMEM;
}

/* The calling thread may end without a notice. After lcore_watch_exit(). */
static void
lcore_unwatch_exit(void)
{
	pthread_setspecific(lcore_exit_watch.key, NULL);
}

RTE_FINI(lcore_exit_fini)
{
	/* Acquire pairs with the release in lcore_watch_exit(): the key is there. */
	if (rte_atomic_load_explicit(&lcore_exit_watch.has_key, rte_memory_order_acquire))
		pthread_key_delete(lcore_exit_watch.key);
}

/*
 * Bring an id into use for the calling thread. Changes lock held. Returns the id, -EINVAL
 * while EAL is not initialised, -ENOSPC, -ENOMEM, or -ECANCELED.
 */
static int
lcore_bring_in(const rte_cpuset_t *cpuset)
{
	int lcore_id, ret;

	if (!lcore_register_state.open)
		return -EINVAL;
	lcore_id = lcore_table_take(cpuset);
	if (lcore_id < 0)
		return lcore_id;
	ret = lcore_watch_exit();
	if (ret == 0) {
		ret = lcore_callbacks_init(lcore_id);
		if (ret == 0) {
			lcore_table_show(lcore_id, true);
			return lcore_id;
		}
		lcore_unwatch_exit();
	}
	lcore_table_give(lcore_id);
	return ret;
}

/* Say why lcore_bring_in() failed; a callback that refuses is in the log already. */
static void
lcore_log_refused(int error)
{
	if (error == -EINVAL)
		EAL_LOG(ERR, "thread not registered: EAL is not initialised");
	else if (error == -ENOSPC)
		EAL_LOG(ERR, "thread not registered: all %u lcore ids are in use", RTE_MAX_LCORE);
	else if (error == -ENOMEM)
		EAL_LOG(ERR, "thread not registered: no thread data to notice its end by");
}

RTE_EXPORT_SYMBOL(rte_thread_register)
int
rte_thread_register(void)
{
	rte_cpuset_t cpuset;
	int lcore_id;

	if (rte_lcore_id() != LCORE_ID_ANY) {
		EAL_LOG(ERR, "thread not registered: it is lcore %u already", rte_lcore_id());
		rte_errno = EINVAL;
		return -1;
	}
	if (rte_thread_get_affinity_by_id(rte_thread_self(), &cpuset) != 0)
		CPU_ZERO(&cpuset);

	lcore_changes_lock();
	lcore_id = lcore_bring_in(&cpuset);
	lcore_changes_unlock();

	if (lcore_id < 0) {
		lcore_log_refused(lcore_id);
		rte_errno = lcore_id == -EINVAL ? EINVAL : ENOMEM;
		return -1;
	}
	lcore_thread_enter(lcore_id, &cpuset);
	EAL_LOG(DEBUG, "thread registered as lcore %d", lcore_id);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_unregister)
void
rte_thread_unregister(void)
{
	unsigned int lcore_id = rte_lcore_id();

	if (rte_eal_lcore_role(lcore_id) != ROLE_NON_EAL)
		return;
	lcore_changes_lock();
	lcore_table_show(lcore_id, false);
	lcore_callbacks_uninit_before(NULL, lcore_id);
	lcore_table_give(lcore_id);
	lcore_changes_unlock();
	lcore_unwatch_exit();
	lcore_thread_leave();
}

unsigned int
lcore_count_registered(void)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++)
		n += rte_eal_lcore_role(i) == ROLE_NON_EAL;
	return n;
}

RTE_EXPORT_SYMBOL(rte_lcore_iterate)
int
rte_lcore_iterate(rte_lcore_iterate_cb cb, void *arg)
{
	int ret = 0;

	lcore_table_lock();
	for (unsigned int i = 0; i < RTE_MAX_LCORE && ret == 0; i++)
		if (lcore_table_shows(i))
			ret = cb(i, arg);
	lcore_table_unlock();
	return ret;
}

RTE_EXPORT_SYMBOL(rte_lcore_register_usage_cb)
void
rte_lcore_register_usage_cb(rte_lcore_usage_cb cb)
{
	rte_atomic_store_explicit(&lcore_register_state.usage, cb, rte_memory_order_release);
}

const char *
lcore_role_text(enum rte_lcore_role_t role)
{
	switch (role) {
	case ROLE_RTE:
		return "RTE";
	case ROLE_SERVICE:
		return "SERVICE";
	case ROLE_NON_EAL:
		return "NON_EAL";
	default:
		return "OFF";
	}
}

bool
lcore_ask_usage(unsigned int lcore_id, struct rte_lcore_usage *usage)
{
	const rte_lcore_usage_cb usage_cb = rte_atomic_load_explicit(&lcore_register_state.usage,
		rte_memory_order_acquire);

	*usage = (struct rte_lcore_usage){0};
	return usage_cb != NULL && usage_cb(lcore_id, usage) == 0;
}

static int
lcore_dump_one(unsigned int lcore_id, void *arg)
{
	rte_cpuset_t cpuset = rte_lcore_cpuset(lcore_id);
	struct rte_lcore_usage usage;
	char text[256];
	FILE *f = arg;

	eal_cpuset_format(&cpuset, text, sizeof(text));
	fprintf(f, "lcore %u, socket %u, role %s, cpuset %s", lcore_id,
		rte_lcore_to_socket_id(lcore_id), lcore_role_text(rte_eal_lcore_role(lcore_id)),
		text);
	if (lcore_ask_usage(lcore_id, &usage))
		fprintf(f, ", busy cycles %" PRIu64 " of %" PRIu64, usage.busy_cycles,
			usage.total_cycles);
	fputc('\n', f);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_lcore_dump)
void
rte_lcore_dump(FILE *f)
{
	struct dump_copy dump;

	if (dump_copy_open(&dump, f) != NULL)
		rte_lcore_iterate(lcore_dump_one, dump.stream);
	dump_copy_close(&dump);
}
