/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The objects of a pool that are out, by who got them last: the few first pairs of thread and place
 * in the code, each with its number of objects, and how many more there are.
 */

#ifdef RTE_BACKTRACE
#include <execinfo.h>
#endif
#include <stdio.h>
#include <stdlib.h>

#include "mempool_holders.h"

#ifdef RTE_LIBRTE_MEMPOOL_DEBUG

#define MAX_GROUPS 4

/* Objects that one thread got at one place. */
struct holders_group {
	struct mempool_holder holder;
	unsigned int n;
};

struct holders_list {
	struct holders_group groups[MAX_GROUPS];
	unsigned int n_groups;
	unsigned int n_others; /* objects of groups that have no place here */
};

/* Adds one object. */
static void
holders_add(struct holders_list *list, const struct mempool_holder *holder)
{
	struct holders_group *group = list->groups;
	const struct holders_group *end = group + list->n_groups;

	while (group < end && (group->holder.caller != holder->caller ||
			group->holder.thread_id != holder->thread_id))
		group++;
	if (group < end) {
		group->n++;
	} else if (list->n_groups < MAX_GROUPS) {
		*group = (struct holders_group){.holder = *holder, .n = 1};
		list->n_groups++;
	} else {
		list->n_others++;
	}
}

/* Appends to a text of size bytes, len of them taken. New length, at most size. */
static __rte_format_printf(4, 5) size_t
holders_append(char *text, size_t size, size_t len, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text + len, size - len, format, args);
	va_end(args);
	return n < 0 ? len : RTE_MIN(len + (size_t)n, size);
}

/* Appends one group: who, where, how many. */
static size_t
holders_append_group(char *text, size_t size, size_t len, const struct holders_group *group)
{
	void *caller = (void *)(uintptr_t)group->holder.caller;
	char **names = NULL;

	if (group->holder.lcore_id == LCORE_ID_ANY)
		len = holders_append(text, size, len, " thread %d", group->holder.thread_id);
	else
		len = holders_append(text, size, len, " lcore %u", group->holder.lcore_id);
#ifdef RTE_BACKTRACE
	names = backtrace_symbols(&caller, 1);
#endif
	if (names != NULL)
		len = holders_append(text, size, len, " at %s: %u,", names[0], group->n);
	else
		len = holders_append(text, size, len, " at %p: %u,", caller, group->n);
	free(names);
	return len;
}

void
mempool_holders_tell(const struct rte_mempool *mp, char *text, size_t size)
{
	struct holders_list list = {.n_groups = 0};
	struct rte_mempool_objhdr *hdr;
	unsigned int i;
	size_t len;

	text[0] = '\0';
	STAILQ_FOREACH(hdr, &mp->elt_list, next)
		if (hdr->cookie == RTE_MEMPOOL_HEADER_COOKIE1)
			holders_add(&list, mempool_holder_of(hdr));
	if (list.n_groups == 0)
		return;
	len = holders_append(text, size, 0, "; got last by");
	for (i = 0; i < list.n_groups; i++)
		len = holders_append_group(text, size, len, &list.groups[i]);
	if (list.n_others > 0)
		holders_append(text, size, len, " others: %u", list.n_others);
	else if (len < size)
		text[len - 1] = '\0'; /* the last comma */
}

#else

void
mempool_holders_tell(__rte_unused const struct rte_mempool *mp, char *text,
		__rte_unused size_t size)
{
	text[0] = '\0';
}

#endif /* RTE_LIBRTE_MEMPOOL_DEBUG */
