/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Life of a stack: creation, the list of stacks, look-up.
 *
 * A stack is a memzone STK_<name> and an entry of the list RTE_STACK, which the tailq lock guards.
 * The memzone's name keeps stack names unique. A stack is listed last and taken off the list first,
 * so that whoever finds it there finds it whole.
 */

#include <errno.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include <eal_export.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_log.h>
#include <rte_malloc.h>
#include <rte_memzone.h>
#include <rte_stack.h>
#include <rte_string_fns.h>
#include <rte_tailq.h>

RTE_LOG_REGISTER_DEFAULT(stack_logtype, NOTICE)
#define RTE_LOGTYPE_STACK stack_logtype
#define STACK_LOG(level, ...) RTE_LOG_LINE(level, STACK, __VA_ARGS__)

static struct rte_tailq_elem stack_tailq = {
	.name = RTE_TAILQ_STACK_NAME,
};
EAL_REGISTER_TAILQ(stack_tailq)

/* 0, -EINVAL, -ENOTSUP or -ENAMETOOLONG, with a message. */
static int
stack_check(const char *name, uint32_t flags)
{
	if ((flags & ~RTE_STACK_F_LF) != 0) {
		STACK_LOG(ERR, "unknown stack flags 0x%x; 0x%x is known", flags & ~RTE_STACK_F_LF,
			RTE_STACK_F_LF);
		return -EINVAL;
	}
#ifndef RTE_STACK_LF_SUPPORTED
	if ((flags & RTE_STACK_F_LF) != 0) {
		STACK_LOG(ERR, "no lock-free stacks on this processor; do without RTE_STACK_F_LF");
		return -ENOTSUP;
	}
#endif
	if (name == NULL) {
		STACK_LOG(ERR, "stack without a name");
		return -EINVAL;
	}
	if (strnlen(name, RTE_STACK_NAMESIZE) == RTE_STACK_NAMESIZE) {
		STACK_LOG(ERR, "stack name %s is longer than %zu characters", name,
			RTE_STACK_NAMESIZE - 1);
		return -ENAMETOOLONG;
	}
	return 0;
}

/* Reserve the memory of a stack; 0 or -errno, with a message. */
static int
stack_reserve(const char *name, size_t sz, int socket_id, const struct rte_memzone **mz)
{
	char mz_name[RTE_MEMZONE_NAMESIZE];
	int err;

	snprintf(mz_name, sizeof(mz_name), "%s%s", RTE_STACK_MZ_PREFIX, name);
	*mz = rte_memzone_reserve_aligned(mz_name, sz, socket_id, 0, alignof(struct rte_stack));
	if (*mz != NULL)
		return 0;

	err = rte_errno;
	STACK_LOG(ERR, "no memory for stack %s, %zu bytes on socket %d: %s", name, sz, socket_id,
		rte_strerror(err));
	return -err;
}

/* Make an empty stack of the memory of a zone. */
static struct rte_stack *
stack_fill(const struct rte_memzone *mz, const char *name, unsigned int count, uint32_t flags)
{
	struct rte_stack *s = mz->addr;

	memset(s, 0, sizeof(*s));
	strlcpy(s->name, name, sizeof(s->name));
	s->memzone = mz;
	s->capacity = count;
	s->flags = flags;
	if ((flags & RTE_STACK_F_LF) != 0)
		rte_stack_lf_init(s, count);
	else
		rte_stack_std_init(s);
	return s;
}

/* Make and list a stack; name and flags have been checked. 0 or -errno. */
static int
stack_create(const char *name, unsigned int count, int socket_id, uint32_t flags,
		struct rte_stack **stack)
{
	const ssize_t sz = (flags & RTE_STACK_F_LF) != 0 ? rte_stack_lf_get_memsize(count) :
			rte_stack_std_get_memsize(count);
	const struct rte_memzone *mz;
	struct rte_tailq_entry *entry;
	int ret;

	entry = rte_zmalloc("STACK_LIST_ENTRY", sizeof(*entry), alignof(struct rte_tailq_entry));
	if (entry == NULL) {
		STACK_LOG(ERR, "no memory for the list entry of stack %s", name);
		return -ENOMEM;
	}
	ret = stack_reserve(name, sz, socket_id, &mz);
	if (ret != 0) {
		rte_free(entry);
		return ret;
	}

	*stack = stack_fill(mz, name, count, flags);
	entry->data = *stack;

	rte_mcfg_tailq_write_lock();
	TAILQ_INSERT_TAIL(&stack_tailq.head->tailq_head, entry, next);
	rte_mcfg_tailq_write_unlock();
	return 0;
}

RTE_EXPORT_SYMBOL(rte_stack_create)
struct rte_stack *
rte_stack_create(const char *name, unsigned int count, int socket_id, uint32_t flags)
{
	struct rte_stack *s = NULL;
	int ret = stack_check(name, flags);

	if (ret == 0)
		ret = stack_create(name, count, socket_id, flags, &s);
	if (ret != 0)
		rte_errno = -ret;
	return s;
}

RTE_EXPORT_SYMBOL(rte_stack_free)
void
rte_stack_free(struct rte_stack *s)
{
	struct rte_tailq_entry *entry;

	if (s == NULL)
		return;

	rte_mcfg_tailq_write_lock();
	TAILQ_FOREACH(entry, &stack_tailq.head->tailq_head, next) {
		if (entry->data == s) {
			TAILQ_REMOVE(&stack_tailq.head->tailq_head, entry, next);
			break;
		}
	}
	rte_mcfg_tailq_write_unlock();

	/* Nothing is read from a stack that may have been freed before. */
	if (entry == NULL) {
		STACK_LOG(ERR, "stack %p not freed: it was not made by rte_stack_create(), or it "
			"has been freed", (void *)s);
		return;
	}
	if (rte_memzone_free(s->memzone) != 0)
		STACK_LOG(ERR, "memory of stack %p not freed: its record is damaged", (void *)s);
	rte_free(entry);
}

RTE_EXPORT_SYMBOL(rte_stack_lookup)
struct rte_stack *
rte_stack_lookup(const char *name)
{
	struct rte_tailq_entry *entry;
	struct rte_stack *s = NULL;

	if (name == NULL) {
		rte_errno = EINVAL;
		return NULL;
	}

	rte_mcfg_tailq_read_lock();
	TAILQ_FOREACH(entry, &stack_tailq.head->tailq_head, next) {
		s = entry->data;
		if (strncmp(s->name, name, RTE_STACK_NAMESIZE) == 0)
			break;
	}
	rte_mcfg_tailq_read_unlock();

	if (entry == NULL) {
		rte_errno = ENOENT;
		return NULL;
	}
	return s;
}
