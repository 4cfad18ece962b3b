/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The error variable of the libraries. Like errno it is per thread and only meaningful
 * right after a call that documents it and failed.
 */

#ifndef _RTE_ERRNO_H_
#define _RTE_ERRNO_H_

/**
 * @file
 * Error number of the last failed call in this thread.
 */

#include <rte_per_lcore.h>

#ifdef __cplusplus
extern "C" {
#endif

RTE_DECLARE_PER_LCORE(int, _rte_errno);

/** Error of this thread's last failed call; positive; can be assigned to. */
#define rte_errno RTE_PER_LCORE(_rte_errno)

/**
 * Text of an error number, from errno.h or of the enumeration below.
 *
 * @param errnum
 *   Error number, positive.
 * @return
 *   A text in a buffer of the calling thread, overwritten by its next call. Never NULL.
 */
const char *
rte_strerror(int errnum);

#ifndef __ELASTERROR
/** No error number of the system reaches this value. */
#define __ELASTERROR 1000
#endif

/** Error numbers beyond those of the system. */
enum {
	/** Below all numbers of our own; no error itself. */
	RTE_MIN_ERRNO = __ELASTERROR,
	/** A secondary process may not do this. */
	E_RTE_SECONDARY,
	/** The shared configuration is missing. */
	E_RTE_NO_CONFIG,
	/** Above all numbers of our own; no error itself. */
	RTE_MAX_ERRNO
};

#ifdef __cplusplus
}
#endif

#endif /* _RTE_ERRNO_H_ */
