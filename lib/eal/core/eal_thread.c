/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Threads on top of pthreads. A rte_thread_t is a pthread_t. No state but the cached thread id;
 * what a thread knows of its CPUs is kept by eal_lcore.c.
 */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_eal.h>
#include <rte_per_lcore.h>
#include <rte_string_fns.h>
#include <rte_thread.h>

#include "eal_lcore.h"
#include "eal_log.h"
#include "eal_thread.h"

static_assert(sizeof(pthread_t) == sizeof(uintptr_t), "rte_thread_t cannot hold a pthread_t");

/* What a new thread needs to start; owned by it once it runs. */
struct thread_start {
	rte_thread_func func;
	void *arg;
	bool pinned;         /* created with cpuset as its affinity */
	rte_cpuset_t cpuset;
	char name[RTE_THREAD_NAME_SIZE]; /* empty: keep that of the creator */
};

static const struct thread_stack system_stack;

RTE_EXPORT_SYMBOL(per_lcore__thread_id)
RTE_DEFINE_PER_LCORE(int, _thread_id) = -1;

RTE_EXPORT_SYMBOL(rte_sys_gettid)
int
rte_sys_gettid(void)
{
	return (int)syscall(SYS_gettid);
}

static pthread_t
thread_native(rte_thread_t thread_id)
{
	return (pthread_t)thread_id.opaque_id;
}

/* First function of every thread made here. */
static void *
thread_run(void *arg)
{
	struct thread_start start = *(struct thread_start *)arg;

	free(arg);
	if (start.name[0] != '\0')
		rte_thread_set_name(rte_thread_self(), start.name);
	if (start.pinned)
		lcore_thread_moved(&start.cpuset);
	return (void *)(uintptr_t)start.func(start.arg);
}

/* Put the attributes into those of pthreads, initialised. Returns 0 or a positive error number. */
static int
thread_fill_attr(pthread_attr_t *native, const rte_thread_attr_t *attr)
{
	const struct sched_param param = {0};
	int ret;

	if (attr->priority == RTE_THREAD_PRIORITY_REALTIME_CRITICAL)
		return ENOTSUP;
	if (attr->priority != RTE_THREAD_PRIORITY_NORMAL)
		return EINVAL;
	ret = pthread_attr_setinheritsched(native, PTHREAD_EXPLICIT_SCHED);
	if (ret == 0)
		ret = pthread_attr_setschedpolicy(native, SCHED_OTHER);
	if (ret == 0)
		ret = pthread_attr_setschedparam(native, &param);
	if (ret == 0 && CPU_COUNT(&attr->cpuset) > 0)
		ret = pthread_attr_setaffinity_np(native, sizeof(attr->cpuset), &attr->cpuset);
	return ret;
}

/* The words for pthreads of attributes (NULL = none) and a stack. As above. */
static int
thread_make_attr(pthread_attr_t *native, const rte_thread_attr_t *attr,
	const struct thread_stack *stack)
{
	int ret = pthread_attr_init(native);

	if (ret != 0)
		return ret;
	if (attr != NULL)
		ret = thread_fill_attr(native, attr);
	if (ret == 0 && stack->addr != NULL)
		ret = pthread_attr_setstack(native, stack->addr, stack->sz);
	if (ret != 0)
		pthread_attr_destroy(native);
	return ret;
}

/* rte_thread_create() with a stack and a name, "" for none. */
static int
thread_create(rte_thread_t *thread_id, const rte_thread_attr_t *attr,
	const struct thread_stack *stack, const char *name, rte_thread_func func, void *arg)
{
	struct thread_start *start;
	pthread_attr_t native;
	int ret;

	if (thread_id == NULL || func == NULL)
		return EINVAL;
	ret = thread_make_attr(&native, attr, stack);
	if (ret != 0)
		return ret;
	start = calloc(1, sizeof(*start));
	if (start == NULL) {
		ret = ENOMEM;
		goto out_attr;
	}
	start->func = func;
	start->arg = arg;
	rte_strlcpy(start->name, name, sizeof(start->name));
	if (attr != NULL) {
		start->pinned = CPU_COUNT(&attr->cpuset) > 0;
		start->cpuset = attr->cpuset;
	}
	/* Stored before the thread runs, so that it can use the caller's variable. */
	ret = pthread_create((pthread_t *)&thread_id->opaque_id, &native, thread_run, start);
	if (ret != 0)
		free(start);
out_attr:
	pthread_attr_destroy(&native);
	return ret;
}

RTE_EXPORT_SYMBOL(rte_thread_create)
int
rte_thread_create(rte_thread_t *thread_id, const rte_thread_attr_t *thread_attr,
	rte_thread_func thread_func, void *arg)
{
	return thread_create(thread_id, thread_attr, &system_stack, "", thread_func, arg);
}

int
thread_create_on_stack(rte_thread_t *thread_id, const rte_thread_attr_t *attr,
	const struct thread_stack *stack, rte_thread_func func, void *arg)
{
	return thread_create(thread_id, attr, stack, "", func, arg);
}

size_t
thread_stack_sz(void)
{
	pthread_attr_t native;
	size_t sz = 0;

	if (pthread_attr_init(&native) == 0) {
		pthread_attr_getstacksize(&native, &sz);
		pthread_attr_destroy(&native);
	}
	return sz;
}

RTE_EXPORT_SYMBOL(rte_thread_create_control)
int
rte_thread_create_control(rte_thread_t *thread, const char *name, rte_thread_func thread_func,
	void *arg)
{
	const rte_cpuset_t *cpuset = lcore_control_cpuset();
	rte_thread_attr_t attr;
	int ret;

	rte_thread_attr_init(&attr);
	if (cpuset != NULL)
		attr.cpuset = *cpuset;
	ret = thread_create(thread, &attr, &system_stack, name != NULL ? name : "", thread_func,
		arg);
	if (ret != 0)
		EAL_LOG(ERR, "control thread %s not created: %s", name != NULL ? name : "",
			strerror(ret));
	return -ret;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_thread_create_internal_control)
int
rte_thread_create_internal_control(rte_thread_t *id, const char *name, rte_thread_func func,
	void *arg)
{
	char prefixed[RTE_THREAD_NAME_SIZE];

	snprintf(prefixed, sizeof(prefixed), "%s%s", RTE_THREAD_INTERNAL_PREFIX, name);
	return rte_thread_create_control(id, prefixed, func, arg);
}

RTE_EXPORT_SYMBOL(rte_thread_join)
int
rte_thread_join(rte_thread_t thread_id, uint32_t *value_ptr)
{
	void *value;
	int ret = pthread_join(thread_native(thread_id), &value);

	if (ret == 0 && value_ptr != NULL)
		*value_ptr = (uintptr_t)value;
	return ret;
}

RTE_EXPORT_SYMBOL(rte_thread_detach)
int
rte_thread_detach(rte_thread_t thread_id)
{
	return pthread_detach(thread_native(thread_id));
}

RTE_EXPORT_SYMBOL(rte_thread_self)
rte_thread_t
rte_thread_self(void)
{
	rte_thread_t self = {.opaque_id = (uintptr_t)pthread_self()};

	return self;
}

RTE_EXPORT_SYMBOL(rte_thread_equal)
int
rte_thread_equal(rte_thread_t t1, rte_thread_t t2)
{
	return pthread_equal(thread_native(t1), thread_native(t2));
}

RTE_EXPORT_SYMBOL(rte_thread_set_name)
void
rte_thread_set_name(rte_thread_t thread_id, const char *thread_name)
{
	char name[RTE_THREAD_NAME_SIZE];
	int ret;

	if (rte_strlcpy(name, thread_name, sizeof(name)) >= sizeof(name))
		EAL_LOG(DEBUG, "thread name %s cut to %s", thread_name, name);
	ret = pthread_setname_np(thread_native(thread_id), name);
	if (ret != 0)
		EAL_LOG(DEBUG, "thread not named %s: %s", name, strerror(ret));
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_thread_set_prefixed_name)
void
rte_thread_set_prefixed_name(rte_thread_t id, const char *name)
{
	char prefixed[RTE_THREAD_NAME_SIZE];

	snprintf(prefixed, sizeof(prefixed), "%s%s", RTE_THREAD_INTERNAL_PREFIX, name);
	rte_thread_set_name(id, prefixed);
}

RTE_EXPORT_SYMBOL(rte_thread_attr_init)
int
rte_thread_attr_init(rte_thread_attr_t *attr)
{
	if (attr == NULL)
		return EINVAL;
	attr->priority = RTE_THREAD_PRIORITY_NORMAL;
	CPU_ZERO(&attr->cpuset);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_attr_set_priority)
int
rte_thread_attr_set_priority(rte_thread_attr_t *thread_attr, enum rte_thread_priority priority)
{
	if (thread_attr == NULL)
		return EINVAL;
	thread_attr->priority = priority;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_attr_set_affinity)
int
rte_thread_attr_set_affinity(rte_thread_attr_t *thread_attr, rte_cpuset_t *cpuset)
{
	if (thread_attr == NULL || cpuset == NULL)
		return EINVAL;
	thread_attr->cpuset = *cpuset;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_attr_get_affinity)
int
rte_thread_attr_get_affinity(rte_thread_attr_t *thread_attr, rte_cpuset_t *cpuset)
{
	if (thread_attr == NULL || cpuset == NULL)
		return EINVAL;
	*cpuset = thread_attr->cpuset;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_set_affinity_by_id)
int
rte_thread_set_affinity_by_id(rte_thread_t thread_id, const rte_cpuset_t *cpuset)
{
	if (cpuset == NULL)
		return EINVAL;
	return pthread_setaffinity_np(thread_native(thread_id), sizeof(*cpuset), cpuset);
}

RTE_EXPORT_SYMBOL(rte_thread_get_affinity_by_id)
int
rte_thread_get_affinity_by_id(rte_thread_t thread_id, rte_cpuset_t *cpuset)
{
	if (cpuset == NULL)
		return EINVAL;
	return pthread_getaffinity_np(thread_native(thread_id), sizeof(*cpuset), cpuset);
}

RTE_EXPORT_SYMBOL(rte_thread_set_affinity)
int
rte_thread_set_affinity(rte_cpuset_t *cpusetp)
{
	int ret = rte_thread_set_affinity_by_id(rte_thread_self(), cpusetp);

	if (ret != 0) {
		EAL_LOG(ERR, "affinity of the calling thread not changed: %s", strerror(ret));
		return -1;
	}
	lcore_thread_moved(cpusetp);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_get_affinity)
void
rte_thread_get_affinity(rte_cpuset_t *cpusetp)
{
	const rte_cpuset_t *known = lcore_thread_cpuset();

	if (known != NULL)
		*cpusetp = *known;
	else if (rte_thread_get_affinity_by_id(rte_thread_self(), cpusetp) != 0)
		CPU_ZERO(cpusetp);
}

RTE_EXPORT_SYMBOL(rte_thread_get_priority)
int
rte_thread_get_priority(rte_thread_t thread_id, enum rte_thread_priority *priority)
{
	struct sched_param param;
	int policy, ret;

	if (priority == NULL)
		return EINVAL;
	ret = pthread_getschedparam(thread_native(thread_id), &policy, &param);
	if (ret != 0)
		return ret;
	if (policy == SCHED_FIFO || policy == SCHED_RR)
		*priority = RTE_THREAD_PRIORITY_REALTIME_CRITICAL;
	else
		*priority = RTE_THREAD_PRIORITY_NORMAL;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_set_priority)
int
rte_thread_set_priority(rte_thread_t thread_id, enum rte_thread_priority priority)
{
	const struct sched_param param = {0};

	if (priority == RTE_THREAD_PRIORITY_REALTIME_CRITICAL)
		return ENOTSUP;
	if (priority != RTE_THREAD_PRIORITY_NORMAL)
		return EINVAL;
	return pthread_setschedparam(thread_native(thread_id), SCHED_OTHER, &param);
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_thread_mutex_init_shared)
void
rte_thread_mutex_init_shared(pthread_mutex_t *mutex)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(mutex, &attr);
	pthread_mutexattr_destroy(&attr);
}
