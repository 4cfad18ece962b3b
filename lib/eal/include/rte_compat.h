/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Stability marks of declarations. A declaration without a mark is stable; a use of a
 * marked one is diagnosed unless the file that uses it opted in.
 */

#ifndef _RTE_COMPAT_H_
#define _RTE_COMPAT_H_

/**
 * @file
 * Stability marks of public declarations.
 */

/**
 * Marks a function that may change in any release. Using it gives a deprecation warning
 * unless ALLOW_EXPERIMENTAL_API is defined before the first include.
 */
#ifdef ALLOW_EXPERIMENTAL_API
#define __rte_experimental
#else
#define __rte_experimental \
	__attribute__((deprecated("experimental: define ALLOW_EXPERIMENTAL_API to use it")))
#endif

/**
 * Marks a function meant for our own libraries and drivers. Using it is a compile error
 * unless ALLOW_INTERNAL_API is defined before the first include.
 */
#if defined(ALLOW_INTERNAL_API) || !defined(__has_attribute)
#define __rte_internal
#elif __has_attribute(error)
#define __rte_internal __attribute__((error("internal: not part of the public interface")))
#else
#define __rte_internal
#endif

#endif /* _RTE_COMPAT_H_ */
