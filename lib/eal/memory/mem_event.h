/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Who is told when memory comes or goes, and who is asked before it grows. The
 * lists belong to the process: they hold function pointers. Lock: inside, rank
 * LOCK_RANK_EVENT; held for reading while callbacks run, so that an
 * unregistered callback is never running any more.
 */

#ifndef MEM_EVENT_H
#define MEM_EVENT_H

#include <stdbool.h>
#include <stddef.h>

#include <rte_memory.h>

/* Call every callback, in the order of registration. Lock: the memory lock, for
 * writing, so that a callback may use the calls that take no lock. */
void
mem_event_notify(enum rte_mem_event event, const void *addr, size_t len);

/* Ask the node's validators whose limit is below new_len; false if one refuses.
 * Lock as above. */
bool
mem_event_allows(int socket_id, size_t new_len);

/* 0, -EINVAL, -ENAMETOOLONG, -EEXIST or -ENOMEM, after one log line. */
int
mem_event_add(const char *name, rte_mem_event_callback_t clb, void *arg);

/* 0, -EINVAL, -ENAMETOOLONG or -ENOENT, after one log line. */
int
mem_event_remove(const char *name, const void *arg);

/* As mem_event_add(). */
int
mem_event_add_validator(const char *name, rte_mem_alloc_validator_t clb, int socket_id,
		size_t limit);

/* As mem_event_remove(). */
int
mem_event_remove_validator(const char *name, int socket_id);

/* Forget all callbacks and validators. */
void
mem_event_reset(void);

#endif /* MEM_EVENT_H */
