/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Level settings by pattern: applied to the types there are, and kept for types that are registered
 * later when the command line made them. The list is guarded by the registry lock.
 */
#include <errno.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include <eal_export.h>

#include <rte_log.h>

#include "log_internal.h"
#include "log_private.h"

/* A pattern of one of two kinds: pattern != NULL is for fnmatch(), else regex is used. */
struct log_matcher {
	char *pattern;
	regex_t regex;
};

struct log_filter {
	TAILQ_ENTRY(log_filter) next;
	struct log_matcher matcher;
	uint32_t level;
};

static TAILQ_HEAD(, log_filter) saved_filters = TAILQ_HEAD_INITIALIZER(saved_filters);

static int
matcher_init(struct log_matcher *matcher, const char *text, bool is_regex)
{
	memset(matcher, 0, sizeof(*matcher));
	if (is_regex)
		return regcomp(&matcher->regex, text, REG_NOSUB) == 0 ? 0 : -EINVAL;
	matcher->pattern = strdup(text);
	return matcher->pattern != NULL ? 0 : -ENOMEM;
}

static void
matcher_fini(struct log_matcher *matcher)
{
	if (matcher->pattern == NULL)
		regfree(&matcher->regex);
	free(matcher->pattern);
}

static bool
matcher_fits(const struct log_matcher *matcher, const char *name)
{
	if (matcher->pattern != NULL)
		return fnmatch(matcher->pattern, name, 0) == 0;
	return regexec(&matcher->regex, name, 0, NULL, 0) == 0;
}

/* Registry lock held, so that no type is added between this and the saving of a filter. */
static void
apply_to_types(const struct log_matcher *matcher, uint32_t level)
{
	const uint32_t count = log_types_count();

	for (uint32_t id = 0; id < count; id++) {
		struct log_type *type = log_types_get(id);

		if (type->name != NULL && matcher_fits(matcher, type->name))
			rte_atomic_store_explicit(&type->level, level, rte_memory_order_relaxed);
	}
}

void
log_filter_pick(const char *name, uint32_t *level)
{
	const struct log_filter *filter;

	TAILQ_FOREACH(filter, &saved_filters, next) {
		if (matcher_fits(&filter->matcher, name)) {
			*level = filter->level;
			return;
		}
	}
}

void
log_filter_reset(void)
{
	struct log_filter *filter;

	log_types_lock();
	while ((filter = TAILQ_FIRST(&saved_filters)) != NULL) {
		TAILQ_REMOVE(&saved_filters, filter, next);
		matcher_fini(&filter->matcher);
		free(filter);
	}
	log_types_unlock();
}

static int
set_now(const char *text, bool is_regex, uint32_t level)
{
	struct log_matcher matcher;

	if (text == NULL || level > RTE_LOG_MAX || matcher_init(&matcher, text, is_regex) < 0)
		return -1;
	log_types_lock();
	apply_to_types(&matcher, level);
	log_types_unlock();
	matcher_fini(&matcher);
	return 0;
}

static int
set_and_save(const char *text, bool is_regex, uint32_t level)
{
	struct log_filter *filter;
	int ret;

	if (text == NULL || level > RTE_LOG_MAX)
		return -EINVAL;
	filter = malloc(sizeof(*filter));
	if (filter == NULL)
		return -ENOMEM;
	ret = matcher_init(&filter->matcher, text, is_regex);
	if (ret < 0) {
		free(filter);
		return ret;
	}
	filter->level = level;
	log_types_lock();
	apply_to_types(&filter->matcher, level);
	TAILQ_INSERT_HEAD(&saved_filters, filter, next);
	log_types_unlock();
	return 0;
}

RTE_EXPORT_SYMBOL(rte_log_set_level_pattern)
int
rte_log_set_level_pattern(const char *pattern, uint32_t level)
{
	return set_now(pattern, false, level);
}

RTE_EXPORT_SYMBOL(rte_log_set_level_regexp)
int
rte_log_set_level_regexp(const char *regex, uint32_t level)
{
	return set_now(regex, true, level);
}

RTE_EXPORT_INTERNAL_SYMBOL(eal_log_save_pattern)
int
eal_log_save_pattern(const char *pattern, uint32_t level)
{
	return set_and_save(pattern, false, level);
}

RTE_EXPORT_INTERNAL_SYMBOL(eal_log_save_regexp)
int
eal_log_save_regexp(const char *regexp, uint32_t level)
{
	return set_and_save(regexp, true, level);
}
