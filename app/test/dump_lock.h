/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Do dumps write to their stream without the lock of what they print? Nobody else may use the lock
 * meanwhile.
 */

#ifndef DUMP_LOCK_H
#define DUMP_LOCK_H

#include <stdbool.h>
#include <stdio.h>

#include <rte_eal_memconfig.h>
#include <rte_rwlock.h>

struct dump_lock {
	rte_rwlock_t *lock;
	unsigned int n_writes; /* to the stream */
	unsigned int n_locked; /* of them, with the lock held */
};

/* A writer that wants the lock, as one whose reader waits for it would. */
static inline __rte_no_thread_safety_analysis ssize_t
dump_lock_write(void *cookie, const char *text, size_t len)
{
	struct dump_lock *seen = cookie;

	RTE_SET_USED(text);
	seen->n_writes++;
	if (rte_rwlock_write_trylock(seen->lock) == 0)
		rte_rwlock_write_unlock(seen->lock);
	else
		seen->n_locked++;
	return (ssize_t)len;
}

/* Whether a dump writes something, and never with the lock held. */
static inline bool
dump_is_unlocked(void (*dump)(FILE *f), rte_rwlock_t *lock)
{
	const cookie_io_functions_t functions = {.write = dump_lock_write};
	struct dump_lock seen = {.lock = lock};
	FILE *f = fopencookie(&seen, "w", functions);

	if (f == NULL)
		return false;
	setvbuf(f, NULL, _IONBF, 0);
	dump(f);
	fclose(f);
	return seen.n_writes > 0 && seen.n_locked == 0;
}

#endif /* DUMP_LOCK_H */
