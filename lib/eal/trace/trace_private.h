/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Shared by the files of this folder: the table of trace points and the list of buffers.
 */

#ifndef TRACE_PRIVATE_H
#define TRACE_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include <rte_trace_point.h>

/* A registered trace point; lives for ever. */
struct trace_point {
	STAILQ_ENTRY(trace_point) next; /* registry lock */
	rte_trace_point_t *handle;
	char *name;
	char *fields; /* lines of CTF, one a field */
	uint32_t id; /* counts up from 0 */
	uint32_t size; /* bytes of an event */
};

/* A thread's buffer; outlives its thread. */
struct trace_buffer {
	TAILQ_ENTRY(trace_buffer) next; /* buffer lock */
	void **owner_slot; /* where the owner keeps mem, NULL when it has ended; buffer lock */
	struct __rte_trace_header *mem; /* written by the owner, but for the start */
};

/*
 * Call a function for each trace point, in order of id, under the registry lock, until it gives
 * non-zero; that is returned, else 0.
 */
int trace_registry_walk(int (*visit)(const struct trace_point *point, void *arg), void *arg);

/* Disable every trace point. */
void trace_registry_disable_all(void);

/* The same for buffers, oldest first, under the buffer lock. */
int trace_buffer_walk(int (*visit)(const struct trace_buffer *buf, void *arg), void *arg);

/* Note what wall-clock time the cycle counter stands for; before anything records. */
void trace_clock_start(void);

/* UUID that ties buffers and metadata together; made at first use. */
void trace_uuid_get(rte_uuid_t uuid);

/* Bytes of a buffer that hold events; the owner may be adding more. */
uint32_t trace_buffer_used(const struct trace_buffer *buf);

#endif /* TRACE_PRIVATE_H */
