/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What public headers need from Linux: intrusive lists and CPU sets under names that do
 * not depend on the operating system.
 */

#ifndef _RTE_OS_H_
#define _RTE_OS_H_

/**
 * @file
 * Operating system names used by other headers. Not meant to be included on its own.
 */

#include <alloca.h>
#include <sched.h>
#include <sys/queue.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Declare the head of a tail queue, see queue(7). */
#define RTE_TAILQ_HEAD(name, type) TAILQ_HEAD(name, type)
/** Declare the links inside an element of a tail queue. */
#define RTE_TAILQ_ENTRY(type) TAILQ_ENTRY(type)
/** Visit every element; the visited one must not be removed. */
#define RTE_TAILQ_FOREACH(var, head, field) TAILQ_FOREACH(var, head, field)
/** First element, NULL when the queue is empty. */
#define RTE_TAILQ_FIRST(head) TAILQ_FIRST(head)
/** Element after @p elem, NULL after the last. */
#define RTE_TAILQ_NEXT(elem, field) TAILQ_NEXT(elem, field)
/** Declare the head of a singly linked tail queue. */
#define RTE_STAILQ_HEAD(name, type) STAILQ_HEAD(name, type)
/** Declare the link inside an element of a singly linked tail queue. */
#define RTE_STAILQ_ENTRY(type) STAILQ_ENTRY(type)

/** A set of CPUs of the kernel's scheduler. */
typedef cpu_set_t rte_cpuset_t;

/** rte_cpuset_t is available. */
#define RTE_HAS_CPUSET

/** @p dst = intersection of two sets. */
#define RTE_CPU_AND(dst, src1, src2) CPU_AND(dst, src1, src2)
/** @p dst = union of two sets. */
#define RTE_CPU_OR(dst, src1, src2) CPU_OR(dst, src1, src2)

/** Put every CPU the type has room for into @p set. */
#define RTE_CPU_FILL(set) \
	do { \
		for (unsigned int cpu_ = 0; cpu_ < CPU_SETSIZE; cpu_++) \
			CPU_SET(cpu_, set); \
	} while (0)

/** @p dst = every CPU that is not in @p src. */
#define RTE_CPU_NOT(dst, src) \
	do { \
		cpu_set_t full_; \
		RTE_CPU_FILL(&full_); \
		CPU_XOR(dst, &full_, src); \
	} while (0)

#ifdef __cplusplus
}
#endif

#endif /* _RTE_OS_H_ */
