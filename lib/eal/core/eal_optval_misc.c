/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers, names, modes and log levels given as option values. Pure.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <rte_log.h>
#include <rte_string_fns.h>

#include "eal_optval.h"

#define SIMD_BITWIDTH_MIN 64
#define SIMD_BITWIDTH_MAX 32768

int
eal_reason_set(struct eal_reason *why, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(why->text, sizeof(why->text), format, ap);
	va_end(ap);
	return -EINVAL;
}

int
eal_optval_number(const char *text, int base, uint64_t max, uint64_t *number)
{
	unsigned long long value;
	char *end;

	/* strtoull() would take blanks and a sign */
	if (!isxdigit((unsigned char)text[0]))
		return -EINVAL;
	errno = 0;
	value = strtoull(text, &end, base);
	if (errno != 0 || end == text || *end != '\0' || value > max)
		return -EINVAL;
	*number = value;
	return 0;
}

int
eal_optval_proc_type(const char *value, void *dest, struct eal_reason *why)
{
	enum rte_proc_type_t type;

	if (strcasecmp(value, "primary") == 0)
		type = RTE_PROC_PRIMARY;
	else if (strcasecmp(value, "secondary") == 0)
		type = RTE_PROC_SECONDARY;
	else if (strcasecmp(value, "auto") == 0)
		type = RTE_PROC_AUTO;
	else
		return eal_reason_set(why, "none of primary, secondary, auto");
	*(enum rte_proc_type_t *)dest = type;
	return 0;
}

int
eal_optval_file_prefix(const char *value, void *dest, struct eal_reason *why)
{
	if (value[0] == '\0' || strpbrk(value, "%/") != NULL || strcmp(value, ".") == 0 ||
			strcmp(value, "..") == 0)
		return eal_reason_set(why, "not a file name without '%%' and '/'");
	if (strlen(value) >= EAL_FILE_PREFIX_SZ)
		return eal_reason_set(why, "longer than %d characters", EAL_FILE_PREFIX_SZ - 1);
	rte_strlcpy(dest, value, EAL_FILE_PREFIX_SZ);
	return 0;
}

int
eal_optval_string(const char *value, void *dest, struct eal_reason *why)
{
	int ret;

	if (value[0] == '\0')
		return eal_reason_set(why, "the value is empty");
	ret = eal_config_set_str(dest, value);
	if (ret < 0)
		eal_reason_set(why, "out of memory");
	return ret;
}

int
eal_optval_simd_bitwidth(const char *value, void *dest, struct eal_reason *why)
{
	uint64_t bits;

	if (eal_optval_number(value, 0, SIMD_BITWIDTH_MAX, &bits) < 0 || (bits & (bits - 1)) != 0 ||
			(bits != 0 && bits < SIMD_BITWIDTH_MIN))
		return eal_reason_set(why, "neither 0 nor a power of two from %d to %d",
			SIMD_BITWIDTH_MIN, SIMD_BITWIDTH_MAX);
	*(unsigned int *)dest = bits != 0 ? (unsigned int)bits : SIMD_BITWIDTH_MAX;
	return 0;
}

/* A number from 1, or the start of a level's name, the gravest that fits. Returns 0 or -EINVAL. */
static int
parse_level(const char *text, uint32_t *level)
{
	static const char *const names[] = {
		"emergency", "alert", "critical", "error", "warning", "notice", "info", "debug",
	};
	uint64_t number;

	if (isdigit((unsigned char)text[0])) {
		if (eal_optval_number(text, 10, UINT32_MAX, &number) < 0 || number == 0)
			return -EINVAL;
		*level = (uint32_t)RTE_MIN(number, RTE_LOG_MAX);
		return 0;
	}
	for (unsigned int i = 0; text[0] != '\0' && i < RTE_DIM(names); i++) {
		if (strncasecmp(names[i], text, strlen(text)) != 0)
			continue;
		*level = i + RTE_LOG_EMERG;
		return 0;
	}
	return -EINVAL;
}

int
eal_optval_log_level(const char *value, void *dest, struct eal_reason *why)
{
	struct eal_log_setting setting = { .target = EAL_LOG_GLOBAL };
	const char *level = value, *mark;

	if (strcmp(value, "help") == 0) {
		setting.target = EAL_LOG_HELP;
		*(struct eal_log_setting *)dest = setting;
		return 0;
	}
	/* a comma may not be part of a pattern, a colon may be part of an expression */
	mark = strrchr(value, ',');
	if (mark != NULL) {
		setting.target = EAL_LOG_REGEX;
	} else {
		mark = strrchr(value, ':');
		if (mark != NULL)
			setting.target = EAL_LOG_GLOB;
	}
	if (mark != NULL) {
		if ((size_t)(mark - value) >= sizeof(setting.subject))
			return eal_reason_set(why, "the pattern is too long");
		memcpy(setting.subject, value, mark - value);
		level = mark + 1;
	}
	if (parse_level(level, &setting.level) < 0)
		return eal_reason_set(
			why, "'%.32s' is no level from 1 to 8 and no level's name", level);
	*(struct eal_log_setting *)dest = setting;
	return 0;
}
