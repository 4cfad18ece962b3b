/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Strings: bounded copies that always terminate, splitting, base names.
 */

#ifndef _RTE_STRING_FNS_H_
#define _RTE_STRING_FNS_H_

/**
 * @file
 * String functions. All are thread safe; none allocates.
 */

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include <rte_common.h>
#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Split a string in place at each @p delim, which becomes a terminator. The last token takes the
 * rest when there are more pieces than room.
 *
 * @param string
 *   String to split, changed; need not be terminated.
 * @param stringlen
 *   Most bytes of it to look at; it ends earlier at a terminator.
 * @param tokens
 *   Receives a pointer to each piece; pieces may be empty.
 * @param maxtokens
 *   Room in @p tokens.
 * @param delim
 *   Character to split at.
 * @return
 *   Number of tokens, or -1 with errno EINVAL if @p string or @p tokens is NULL.
 */
int
rte_strsplit(char *string, int stringlen, char **tokens, int maxtokens, char delim);

/**
 * Copy a string, cut to fit.
 *
 * @param dst
 *   Receives the text, terminated unless @p size is 0.
 * @param src
 *   Text to copy.
 * @param size
 *   Bytes in @p dst.
 * @return
 *   Length of @p src; the copy was cut if that is @p size or more.
 */
static inline size_t
rte_strlcpy(char *dst, const char *src, size_t size)
{
	size_t len = strlen(src);

	if (size > 0) {
		size_t kept = len < size ? len : size - 1;

		memcpy(dst, src, kept);
		dst[kept] = '\0';
	}
	return len;
}

/**
 * Append a string, cut to fit.
 *
 * @param dst
 *   Text to append to; stays terminated.
 * @param src
 *   Text to append.
 * @param size
 *   Bytes in @p dst, all of it.
 * @return
 *   Length the whole text would have; it was cut if that is @p size or more. If @p dst holds no
 *   terminator within @p size bytes it is left alone and counted as @p size.
 */
static inline size_t
rte_strlcat(char *dst, const char *src, size_t size)
{
	const char *end = (const char *)memchr(dst, '\0', size);
	size_t used = end != NULL ? (size_t)(end - dst) : size;

	return used + rte_strlcpy(dst + used, src, size - used);
}

/*
 * C libraries that lack the two BSD functions, or hide them in strict ISO C, get ours under the
 * same names.
 */
#ifdef RTE_USE_LIBBSD
#include <bsd/string.h>
#else
#ifndef strlcpy
/** The BSD function: rte_strlcpy(). */
#define strlcpy(dst, src, size) rte_strlcpy(dst, src, size)
#endif
#ifndef strlcat
/** The BSD function: rte_strlcat(). */
#define strlcat(dst, src, size) rte_strlcat(dst, src, size)
#endif
#endif

/**
 * Copy a string, cut to fit, without reading @p src beyond what is copied.
 *
 * @param dst
 *   Receives the text, terminated unless @p dsize is 0.
 * @param src
 *   Text to copy.
 * @param dsize
 *   Bytes in @p dst.
 * @return
 *   Length of the copy, or -E2BIG with rte_errno E2BIG if it was cut or @p dsize is 0.
 */
ssize_t
rte_strscpy(char *dst, const char *src, size_t dsize);

/**
 * @warning Experimental, may change.
 *
 * Find the first character that is no white space.
 *
 * @param src
 *   Text to look at.
 * @return
 *   Pointer into @p src; to the terminator if there is nothing but white space.
 */
__rte_experimental
static inline const char *
rte_str_skip_leading_spaces(const char *src)
{
	while (isspace((unsigned char)*src))
		src++;
	return src;
}

/**
 * @warning Experimental, may change.
 *
 * Copy the last component of a path, as basename(1) sees it.
 *
 * @param path
 *   Path; NULL and the empty string give ".".
 * @param buf
 *   Receives the name, cut to fit and terminated.
 * @param buflen
 *   Bytes in @p buf.
 * @return
 *   Length of the component; it was cut if that is @p buflen or more. (size_t)-1 on a path that is
 *   too long for the system.
 */
__rte_experimental
size_t
rte_basename(const char *path, char *buf, size_t buflen);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_STRING_FNS_H_ */
