/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Buffers: one a thread, from malloc at its first event. A buffer outlives its thread so that its
 * events can be saved; when there are too many, that of the thread which ended first is reused.
 *
 * One mutex protects the list and who owns what. The content of a buffer is its owner's.
 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_config.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_per_lcore.h>

#include "trace.h"
#include "trace_private.h"

/* Bytes of events in a buffer. */
#define BUFFER_SZ (1024 * 1024)
/* Magic number at the start of a stream of the Common Trace Format. */
#define CTF_MAGIC 0xc1fc1fc1
/* From this number on buffers of ended threads are used again. */
#define MANY_BUFFERS RTE_MAX_LCORE

static struct {
	pthread_mutex_t lock;
	TAILQ_HEAD(, trace_buffer) list; /* oldest first; lock */
	unsigned int n_buffers; /* lock */
	unsigned int (*lcore_id)(void); /* lock; NULL if unknown */
	rte_uuid_t uuid; /* set once */
	pthread_key_t exit_key; /* set once; its destructor tells that an owner has ended */
	bool exit_key_valid; /* set once */
} buffers = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.list = TAILQ_HEAD_INITIALIZER(buffers.list),
};

static pthread_once_t once = PTHREAD_ONCE_INIT;

RTE_EXPORT_EXPERIMENTAL_SYMBOL(per_lcore_trace_mem)
RTE_DEFINE_PER_LCORE(void *, trace_mem);

/* Runs in an ending thread. */
static void
owner_ends(void *arg)
{
	struct trace_buffer *buf;

	RTE_SET_USED(arg);
	pthread_mutex_lock(&buffers.lock);
	TAILQ_FOREACH(buf, &buffers.list, next) {
		if (buf->owner_slot == &RTE_PER_LCORE(trace_mem))
			buf->owner_slot = NULL;
	}
	RTE_PER_LCORE(trace_mem) = NULL;
	pthread_mutex_unlock(&buffers.lock);
}

static void
init_once(void)
{
	if (getrandom(buffers.uuid, sizeof(buffers.uuid), GRND_NONBLOCK) !=
			(ssize_t)sizeof(buffers.uuid))
		memset(buffers.uuid, 0x5a, sizeof(buffers.uuid));
	/* version 4, variant 1 */
	buffers.uuid[6] = (buffers.uuid[6] & 0x0f) | 0x40;
	buffers.uuid[8] = (buffers.uuid[8] & 0x3f) | 0x80;

	buffers.exit_key_valid = pthread_key_create(&buffers.exit_key, owner_ends) == 0;
}

void
trace_uuid_get(rte_uuid_t uuid)
{
	pthread_once(&once, init_once);
	rte_uuid_copy(uuid, buffers.uuid);
}

static struct trace_buffer *
create_buffer(void)
{
	struct trace_buffer *buf = calloc(1, sizeof(*buf));

	if (buf == NULL)
		return NULL;
	buf->mem = malloc(sizeof(*buf->mem) + BUFFER_SZ);
	if (buf->mem == NULL) {
		free(buf);
		return NULL;
	}
	buffers.n_buffers++;
	return buf;
}

/* A buffer that is not in the list: of an ended thread if there are many, else a new one. */
static struct trace_buffer *
take_buffer(void)
{
	struct trace_buffer *buf;

	if (buffers.n_buffers < MANY_BUFFERS)
		return create_buffer();
	TAILQ_FOREACH(buf, &buffers.list, next) {
		if (buf->owner_slot == NULL) {
			TAILQ_REMOVE(&buffers.list, buf, next);
			return buf;
		}
	}
	return create_buffer();
}

static void
start_buffer(struct trace_buffer *buf)
{
	struct __rte_trace_stream_header *stream = &buf->mem->stream_header;

	memset(buf->mem, 0, sizeof(*buf->mem));
	buf->mem->len = BUFFER_SZ;
	stream->magic = CTF_MAGIC;
	rte_uuid_copy(stream->uuid, buffers.uuid);
	stream->lcore_id = buffers.lcore_id != NULL ? buffers.lcore_id() : LCORE_ID_ANY;
	if (pthread_getname_np(pthread_self(), stream->thread_name,
			sizeof(stream->thread_name)) != 0)
		stream->thread_name[0] = '\0';
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_trace_mem_per_thread_alloc)
void
__rte_trace_mem_per_thread_alloc(void)
{
	struct trace_buffer *buf;

	if (RTE_PER_LCORE(trace_mem) != NULL)
		return;
	pthread_once(&once, init_once);
	/* Without the notice of its end a thread would leave its address behind. */
	if (!buffers.exit_key_valid || pthread_setspecific(buffers.exit_key, &buffers) != 0)
		return;

	pthread_mutex_lock(&buffers.lock);
	buf = take_buffer();
	if (buf != NULL) {
		start_buffer(buf);
		buf->owner_slot = &RTE_PER_LCORE(trace_mem);
		TAILQ_INSERT_TAIL(&buffers.list, buf, next);
		RTE_PER_LCORE(trace_mem) = buf->mem;
	}
	pthread_mutex_unlock(&buffers.lock);
}

uint32_t
trace_buffer_used(const struct trace_buffer *buf)
{
	return __atomic_load_n(&buf->mem->offset, __ATOMIC_RELAXED);
}

int
trace_buffer_walk(int (*visit)(const struct trace_buffer *buf, void *arg), void *arg)
{
	struct trace_buffer *buf;
	int ret = 0;

	pthread_mutex_lock(&buffers.lock);
	TAILQ_FOREACH(buf, &buffers.list, next) {
		ret = visit(buf, arg);
		if (ret != 0)
			break;
	}
	pthread_mutex_unlock(&buffers.lock);
	return ret;
}

/* Free all buffers; their owners start new ones if they record again. */
static void
free_all_buffers(void)
{
	struct trace_buffer *buf;

	pthread_mutex_lock(&buffers.lock);
	while ((buf = TAILQ_FIRST(&buffers.list)) != NULL) {
		TAILQ_REMOVE(&buffers.list, buf, next);
		if (buf->owner_slot != NULL)
			*buf->owner_slot = NULL;
		free(buf->mem);
		free(buf);
	}
	buffers.n_buffers = 0;
	pthread_mutex_unlock(&buffers.lock);
}

void
trace_set_lcore_id_cb(unsigned int (*lcore_id)(void))
{
	pthread_mutex_lock(&buffers.lock);
	buffers.lcore_id = lcore_id;
	pthread_mutex_unlock(&buffers.lock);
}

void
trace_fini(void)
{
	trace_registry_disable_all();
	free_all_buffers();
}
