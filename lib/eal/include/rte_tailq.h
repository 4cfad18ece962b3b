/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Named lists: a library registers a name and gets a list head that lies in memory which all
 * processes share.
 */

#ifndef _RTE_TAILQ_H_
#define _RTE_TAILQ_H_

/**
 * @file
 * Named tail queues.
 *
 * The lists are protected by rte_mcfg_tailq_read_lock() and rte_mcfg_tailq_write_lock(), taken by
 * whoever walks or changes one.
 */

#include <stdio.h>

#include <rte_common.h>
#include <rte_debug.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An element of a named list. */
struct rte_tailq_entry {
	RTE_TAILQ_ENTRY(rte_tailq_entry) next; /**< Links of the list. */
	void *data;                            /**< What the element stands for. */
};

/** A list of elements. */
RTE_TAILQ_HEAD(rte_tailq_entry_head, rte_tailq_entry);

/** Size of a list's name, terminator included. */
#define RTE_TAILQ_NAMESIZE 32

/** Head of a named list, in shared memory. */
struct rte_tailq_head {
	struct rte_tailq_entry_head tailq_head; /**< The list. */
	char name[RTE_TAILQ_NAMESIZE];          /**< Its name; empty: not in use. */
};

/** What a library registers for a list. */
struct rte_tailq_elem {
	/**
	 * Head of the list, set by the registration. While EAL is not running it is an empty list
	 * of this process: look-ups find nothing there and nothing may be added.
	 */
	struct rte_tailq_head *head;
	RTE_TAILQ_ENTRY(rte_tailq_elem) next; /**< Used by EAL. */
	const char name[RTE_TAILQ_NAMESIZE];  /**< Name of the list, terminated. */
};

/** The list of a struct rte_tailq_head as a pointer to the caller's own list type; NULL stays. */
#define RTE_TAILQ_CAST(tailq_entry, struct_name) ((struct struct_name *)(void *)(tailq_entry))

/** The list named @p name as a pointer to the caller's own list type; NULL if there is none. */
#define RTE_TAILQ_LOOKUP(name, struct_name) \
	RTE_TAILQ_CAST(rte_eal_tailq_lookup(name), struct_name)

/**
 * Write the names of all lists and where their heads lie. Any thread.
 *
 * @param f
 *   Stream to write to.
 */
void
rte_dump_tailq(FILE *f);

/**
 * Find a named list. Any thread.
 *
 * @param name
 *   Name to look for.
 * @return
 *   Its head, or NULL if @p name is NULL or no list has this name.
 */
struct rte_tailq_head *
rte_eal_tailq_lookup(const char *name);

/**
 * Register a named list. May be called before rte_eal_init(), as constructors do, and later. The
 * registration lasts as long as the process: rte_eal_init() and rte_eal_cleanup() move the head
 * pointer to where the list then is. Any thread.
 *
 * @param t
 *   Description of the list, with its name filled in; stays in use for the life of the process.
 * @return
 *   0, or -1 with nothing changed: @p t is NULL, its name is empty or not terminated, the name is
 *   registered already, or RTE_MAX_TAILQ lists exist.
 */
int
rte_eal_tailq_register(struct rte_tailq_elem *t);

/** Register the list @p t before main() starts; the program stops if that fails. */
#define EAL_REGISTER_TAILQ(t) \
	RTE_INIT(tailqinitfn_##t) \
	{ \
		if (rte_eal_tailq_register(&(t)) < 0) \
			rte_panic("tail queue %s cannot be registered\n", (t).name); \
	}

#ifndef RTE_TAILQ_FOREACH_SAFE
/** Visit every element of a tail queue; @p tvar holds the next, so @p var may be removed. */
#define RTE_TAILQ_FOREACH_SAFE(var, head, field, tvar) \
	for ((var) = RTE_TAILQ_FIRST((head)); \
	     (var) != NULL && ((tvar) = RTE_TAILQ_NEXT((var), field), 1); (var) = (tvar))
#endif

#ifdef __cplusplus
}
#endif

#endif /* _RTE_TAILQ_H_ */
