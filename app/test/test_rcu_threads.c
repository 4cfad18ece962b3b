/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * RCU under fire: readers follow pointers that writers replace, and look whether what they hold is
 * alive; writers free in three ways. Readers report, go offline and come back, leave and register
 * again. On two CPUs, with as many threads and with more. What is freed is overwritten with plain
 * stores, so that a sanitizer sees a reader that is not waited for.
 */

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_memory.h>

#include "test.h"
#include "test_rcu.h"
#include "thread_start.h"

#define N_PLACES 4
#define MAX_READERS 5
#define MAX_WRITERS 2
#define RUN_MS 150
#define MOST_MS 20000
#define LEAST_ROUNDS 20
#define ALIVE UINT64_C(0x616c697665)

struct thing {
	uint64_t state;
	uint64_t twin; /* the same; both are written once before anybody sees them */
};

struct stage {
	struct rte_rcu_qsbr *v;
	struct rte_rcu_qsbr_dq *dq;
	RTE_ATOMIC(struct thing *) place[N_PLACES];
	RTE_ATOMIC(bool) stop;
};

struct actor {
	struct stage *stage;
	unsigned int id;
	RTE_ATOMIC(uint64_t) rounds; /* relaxed: written by the actor, looked at by who made it */
	uint64_t faults;
	pthread_t thread;
};

static uint64_t
rounds_of(struct actor *actor)
{
	return rte_atomic_load_explicit(&actor->rounds, rte_memory_order_relaxed);
}

static void
next_round(struct actor *actor)
{
	rte_atomic_store_explicit(&actor->rounds, rounds_of(actor) + 1, rte_memory_order_relaxed);
}

static void
thing_free(struct thing *thing)
{
	thing->state = 0;
	thing->twin = 1;
	free(thing);
}

/* free_fn of the defer queue: a resource is a pointer. */
static void
thing_free_queued(void *p, void *e, unsigned int n)
{
	struct thing **table = e;

	RTE_SET_USED(p);
	while (n-- > 0)
		thing_free(table[n]);
}

static struct thing *
thing_make(uint64_t seed)
{
	struct thing *thing = malloc(sizeof(*thing));

	if (thing != NULL)
		*thing = (struct thing){ .state = ALIVE + seed, .twin = ALIVE + seed };
	return thing;
}

/* Hold some things for a while. */
static void
read_places(struct actor *me)
{
	struct rte_rcu_qsbr *v = me->stage->v;
	struct thing *held[N_PLACES];
	unsigned int i;

	rte_rcu_qsbr_lock(v, me->id);
	for (i = 0; i < N_PLACES; i++)
		/* Acquire, of the exchange in replace(). */
		held[i] = rte_atomic_load_explicit(&me->stage->place[i], rte_memory_order_acquire);
	for (i = 0; i < N_PLACES; i++)
		if (held[i]->state < ALIVE || held[i]->state != held[i]->twin)
			me->faults++;
	rte_rcu_qsbr_unlock(v, me->id);
}

static void *
reader(void *arg)
{
	struct actor *me = arg;
	struct rte_rcu_qsbr *v = me->stage->v;

	me->faults += test_rcu_reader(v, me->id);
	while (!rte_atomic_load_explicit(&me->stage->stop, rte_memory_order_relaxed)) {
		read_places(me);
		next_round(me);
		if (rounds_of(me) % 4 != 0)
			continue;
		rte_rcu_qsbr_quiescent(v, me->id);
		if (rounds_of(me) % 64 == 32) {
			rte_rcu_qsbr_thread_offline(v, me->id);
			/* A writer may have no processor but this one. */
			if (rounds_of(me) % 4096 == 32)
				sched_yield();
			rte_rcu_qsbr_thread_online(v, me->id);
		} else if (rounds_of(me) % 1024 == 0) {
			rte_rcu_qsbr_thread_offline(v, me->id);
			me->faults += rte_rcu_qsbr_thread_unregister(v, me->id);
			me->faults += test_rcu_reader(v, me->id);
		}
	}
	rte_rcu_qsbr_thread_offline(v, me->id);
	me->faults += rte_rcu_qsbr_thread_unregister(v, me->id);
	return NULL;
}

static struct thing *
replace(struct actor *me, unsigned int place)
{
	struct thing *thing = thing_make(rounds_of(me));

	if (thing == NULL)
		return NULL;
	/* Release, of the new thing; acquire, of what another writer has put there. */
	return rte_atomic_exchange_explicit(&me->stage->place[place], thing,
			rte_memory_order_acq_rel);
}

/* Free in one of three ways; what does not fit on the queue is waited for. */
static void
give_up(struct actor *me, struct thing *old)
{
	struct rte_rcu_qsbr *v = me->stage->v;
	const uint64_t way = rounds_of(me) % 8;
	uint64_t t;

	if (way != 0 && way != 4 && rte_rcu_qsbr_dq_enqueue(me->stage->dq, &old) == 0)
		return;
	if (way != 4) {
		rte_rcu_qsbr_synchronize(v, RTE_QSBR_THRID_INVALID);
	} else {
		t = rte_rcu_qsbr_start(v);
		while (rte_rcu_qsbr_check(v, t, false) == 0)
			sched_yield();
	}
	thing_free(old);
}

static void *
writer(void *arg)
{
	struct actor *me = arg;
	struct thing *old;

	while (!rte_atomic_load_explicit(&me->stage->stop, rte_memory_order_relaxed)) {
		old = replace(me, (rounds_of(me) + me->id) % N_PLACES);
		if (old == NULL) {
			me->faults++;
			break;
		}
		give_up(me, old);
		next_round(me);
	}
	return NULL;
}

/* Numbers of readers: side by side, or far apart in the map. */
static unsigned int
reader_id(uint32_t max_threads, unsigned int n_readers, unsigned int i)
{
	return max_threads == n_readers ? i : i * (max_threads - 1) / (MAX_READERS - 1);
}

/* Let them run for a time, and until all have done something. */
static void
watch(struct actor *actor, unsigned int n)
{
	unsigned int i, ms = 0;

	do {
		rte_delay_us_sleep(RUN_MS * 1000);
		ms += RUN_MS;
		for (i = 0; i < n && rounds_of(&actor[i]) >= LEAST_ROUNDS; i++)
			;
	} while (i < n && ms < MOST_MS);
}

static int
act(struct stage *stage, unsigned int n_readers, unsigned int n_writers)
{
	struct actor actor[MAX_READERS + MAX_WRITERS];
	unsigned int i, n = n_readers + n_writers;
	int ret = TEST_SUCCESS;

	for (i = 0; i < n; i++) {
		actor[i] = (struct actor){ .stage = stage, .id = i };
		if (i < n_readers)
			actor[i].id = reader_id(stage->v->max_threads, n_readers, i);
		TEST_ASSERT_SUCCESS(thread_start(&actor[i].thread, i < n_readers ? reader : writer,
			&actor[i]), "no thread");
	}
	watch(actor, n);
	rte_atomic_store_explicit(&stage->stop, true, rte_memory_order_relaxed);
	for (i = 0; i < n; i++) {
		pthread_join(actor[i].thread, NULL);
		printf("%s %u: %" PRIu64 " rounds\n", i < n_readers ? "reader" : "writer",
			actor[i].id, rounds_of(&actor[i]));
		if (actor[i].faults != 0 || rounds_of(&actor[i]) < LEAST_ROUNDS) {
			printf("%" PRIu64 " faults\n", actor[i].faults);
			ret = TEST_FAILED;
		}
	}
	return ret;
}

static int
check_play(uint32_t max_threads, unsigned int n_readers, unsigned int n_writers)
{
	struct rte_rcu_qsbr *v = test_rcu_record(max_threads);
	struct rte_rcu_qsbr_dq_parameters params = {
		.name = "rcu threads", .size = 32, .esize = sizeof(struct thing *),
		.trigger_reclaim_limit = 8, .max_reclaim_size = 16, .free_fn = thing_free_queued,
		.v = v, .flags = n_writers == 1 ? RTE_RCU_QSBR_DQ_MT_UNSAFE : 0,
	};
	struct stage stage = { .v = v };
	unsigned int i;
	int ret;

	TEST_ASSERT_NOT_NULL(v, "no record");
	stage.dq = rte_rcu_qsbr_dq_create(&params);
	TEST_ASSERT_NOT_NULL(stage.dq, "error %d", rte_errno);
	for (i = 0; i < N_PLACES; i++) {
		stage.place[i] = thing_make(i);
		TEST_ASSERT_NOT_NULL(stage.place[i], "no memory");
	}
	ret = act(&stage, n_readers, n_writers);
	TEST_ASSERT(v->num_threads == 0, "%u readers are left", v->num_threads);
	TEST_ASSERT_SUCCESS(rte_rcu_qsbr_dq_delete(stage.dq), "not deleted");
	for (i = 0; i < N_PLACES; i++)
		thing_free(stage.place[i]);
	rte_free(v);
	return ret;
}

int
test_rcu_threads(void)
{
	int ret = 0;

	ret |= check_play(1, 1, 1);             /* all counters are looked at */
	ret |= check_play(200, 1, 1);           /* those of the map */
	ret |= check_play(2, 2, 2);             /* more threads than CPUs */
	ret |= check_play(200, 2, 2);
	ret |= check_play(MAX_READERS, MAX_READERS, MAX_WRITERS);
	ret |= check_play(200, MAX_READERS, MAX_WRITERS);
	return ret;
}
