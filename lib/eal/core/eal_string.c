/* SPDX-License-Identifier: BSD-3-Clause */

/* Strings: splitting, bounded copies, sizes with units. Pure functions of their arguments. */

#include <ctype.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_errno.h>
#include <rte_string_fns.h>

RTE_EXPORT_SYMBOL(rte_strsplit)
int
rte_strsplit(char *string, int stringlen, char **tokens, int maxtokens, char delim)
{
	size_t left;
	int n = 0;

	if (string == NULL || tokens == NULL) {
		errno = EINVAL;
		return -1;
	}
	left = stringlen > 0 ? strnlen(string, stringlen) : 0;
	while (left > 0 && n < maxtokens) {
		char *end = memchr(string, delim, left);

		tokens[n++] = string;
		/* The last token that there is room for keeps the rest, delimiters included. */
		if (end == NULL || n == maxtokens)
			break;
		*end++ = '\0';
		left -= end - string;
		string = end;
	}
	return n;
}

RTE_EXPORT_SYMBOL(rte_strscpy)
ssize_t
rte_strscpy(char *dst, const char *src, size_t dsize)
{
	size_t len = strnlen(src, dsize);

	if (len < dsize) {
		memcpy(dst, src, len + 1);
		return len;
	}
	if (dsize > 0) {
		memcpy(dst, src, dsize - 1);
		dst[dsize - 1] = '\0';
	}
	rte_errno = E2BIG;
	return -E2BIG;
}

/* Number of factors 1024 that a unit letter stands for; 0 for any other character. */
static unsigned int
string_unit_power(char unit)
{
	static const char units[] = "KMGTPE";
	const char *found = unit == '\0' ? NULL : strchr(units, toupper((unsigned char)unit));

	return found == NULL ? 0 : found - units + 1;
}

RTE_EXPORT_SYMBOL(rte_str_to_size)
uint64_t
rte_str_to_size(const char *str)
{
	unsigned int shift;
	uint64_t value;
	char *end;

	while (isspace((unsigned char)*str))
		str++;
	if (*str == '-') {
		errno = EINVAL;
		return 0;
	}
	errno = 0;
	value = strtoull(str, &end, 0);
	if (errno != 0)
		return 0;
	while (isspace((unsigned char)*end))
		end++;
	shift = 10 * string_unit_power(*end);
	if (value << shift >> shift != value) {
		errno = ERANGE;
		return 0;
	}
	return value << shift;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_size_to_str)
char *
rte_size_to_str(char *buf, int buf_size, uint64_t count, bool use_iec, const char *unit)
{
	static const char *const si[] = {"", "k", "M", "G", "T", "P", "E"};
	static const char *const iec[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
	const char *const *prefix = use_iec ? iec : si;
	uint64_t base = use_iec ? 1024 : 1000, divisor = 1;
	double value = count;
	int decimals, len;

	/* What would be rounded up to the base belongs to the next prefix. */
	while (value >= base - 0.5) {
		divisor *= base;
		value = (double)count / divisor;
		prefix++;
	}
	/* Three digits in all, but no zeros after the point for an exact value. */
	decimals = count % divisor == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
	if (unit == NULL)
		unit = "";
	len = snprintf(buf, RTE_MAX(buf_size, 0), "%.*f%s%s%s", decimals, value,
		**prefix != '\0' || *unit != '\0' ? " " : "", *prefix, unit);
	return len < buf_size ? buf : NULL;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_basename)
size_t
rte_basename(const char *path, char *buf, size_t buflen)
{
	char copy[PATH_MAX + 1];

	if (path == NULL)
		path = ".";
	/* basename() from libgen.h writes into its argument. */
	if (rte_strlcpy(copy, path, sizeof(copy)) >= sizeof(copy))
		return (size_t)-1;
	return rte_strlcpy(buf, basename(copy), buflen);
}
