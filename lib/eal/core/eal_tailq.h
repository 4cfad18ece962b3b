/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Named lists: the registrations of this process, and the heads in shared memory they point to.
 */
#ifndef EAL_TAILQ_H
#define EAL_TAILQ_H

struct core_shared;

/*
 * Give every registered list an empty head in shared memory. Returns 0, or -ENOSPC when the table
 * is full. Nobody may be using the lists.
 */
int tailq_init(struct core_shared *shared);

/* Point every registered list to an empty head of this process again. The same condition. */
void tailq_fini(void);

#endif /* EAL_TAILQ_H */
