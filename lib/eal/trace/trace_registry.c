/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The table of trace points: registration, look-up, enabling.
 *
 * One mutex protects the list; points are only ever added. The state word of a point is changed by
 * atomic operations under the mutex and read by its trace point without.
 */

#include <errno.h>
#include <fnmatch.h>
#include <pthread.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_log.h>
#include <rte_per_lcore.h>
#include <rte_trace.h>

#include "trace_private.h"

#define MAX_POINTS (__RTE_TRACE_FIELD_ID_MASK >> __RTE_TRACE_FIELD_ID_SHIFT)
#define MAX_EVENT_SZ ((int)(__RTE_TRACE_FIELD_SIZE_MASK >> __RTE_TRACE_FIELD_SIZE_SHIFT))

static struct {
	pthread_mutex_t lock;
	STAILQ_HEAD(, trace_point) points; /* lock */
	uint32_t n_points; /* lock */
	RTE_ATOMIC(uint32_t) n_enabled; /* changed under lock, read relaxed without */
	RTE_ATOMIC(int) mode; /* enum rte_trace_mode; changed under lock, read relaxed without */
} registry = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.points = STAILQ_HEAD_INITIALIZER(registry.points),
};

/* Size of the event that this thread is registering, grows with each field. */
RTE_EXPORT_EXPERIMENTAL_SYMBOL(per_lcore_trace_point_sz)
RTE_DEFINE_PER_LCORE(volatile int, trace_point_sz);

/* Text of the fields of that event; NULL without fields and after a failure. */
static RTE_DEFINE_PER_LCORE(char *, field_text);
static RTE_DEFINE_PER_LCORE(bool, field_failed);

/*
 * Turn an expression such as hdr->len[0] into an identifier, _hdr_len_0. Readers of CTF take the
 * underscore in front away; without it a field could be a keyword.
 */
static void
write_identifier(char *out, size_t out_sz, const char *expression)
{
	size_t len = 0;

	for (const char *at = expression; *at != '\0' && len + 2 < out_sz; at++) {
		bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
				(*at >= '0' && *at <= '9') || *at == '_';

		if (len == 0)
			out[len++] = '_';
		if (plain)
			out[len++] = *at;
		else if (out[len - 1] != '_')
			out[len++] = '_';
	}
	while (len > 1 && out[len - 1] == '_')
		len--;
	out[len] = '\0';
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_trace_point_emit_field)
void
__rte_trace_point_emit_field(size_t sz, const char *field, const char *type)
{
	/* these are arrays of bytes */
	const bool array = strcmp(type, "string_bounded_t") == 0 || strcmp(type, "blob_t") == 0;
	const char *before = RTE_PER_LCORE(field_text);
	char identifier[128];
	char *text;
	int ret;

	write_identifier(identifier, sizeof(identifier), field);
	if (array)
		ret = asprintf(&text, "%s\t\t%s %s[%zu];\n", before != NULL ? before : "", type,
				identifier, sz);
	else
		ret = asprintf(&text, "%s\t\t%s %s;\n", before != NULL ? before : "", type,
				identifier);
	if (ret < 0) {
		RTE_PER_LCORE(field_failed) = true;
		return;
	}
	free(RTE_PER_LCORE(field_text));
	RTE_PER_LCORE(field_text) = text;
	RTE_PER_LCORE(trace_point_sz) += (int)RTE_MIN_T(sz, MAX_EVENT_SZ, size_t);
}

static struct trace_point *
find_by_name(const char *name)
{
	struct trace_point *point;

	STAILQ_FOREACH(point, &registry.points, next) {
		if (strcmp(point->name, name) == 0)
			return point;
	}
	return NULL;
}

static struct trace_point *
find_by_handle(const rte_trace_point_t *handle)
{
	struct trace_point *point;

	STAILQ_FOREACH(point, &registry.points, next) {
		if (point->handle == handle)
			return point;
	}
	return NULL;
}

/* Give a point its id and its state word. Lock held. */
static int
add_point(struct trace_point *point)
{
	uint64_t state;

	if (find_by_name(point->name) != NULL || find_by_handle(point->handle) != NULL)
		return -EEXIST;
	if (registry.n_points > MAX_POINTS)
		return -ENOSPC;

	point->id = registry.n_points++;
	state = (uint64_t)point->id << __RTE_TRACE_FIELD_ID_SHIFT | point->size;
	if (rte_atomic_load_explicit(&registry.mode, rte_memory_order_relaxed) ==
			RTE_TRACE_MODE_DISCARD)
		state |= __RTE_TRACE_FIELD_ENABLE_DISCARD;
	rte_atomic_store_explicit(point->handle, state, rte_memory_order_release);
	STAILQ_INSERT_TAIL(&registry.points, point, next);
	return 0;
}

/* Make a point out of what its function tells. */
static int
create_point(rte_trace_point_t *handle, const char *name, void (*register_fn)(void))
{
	struct trace_point *point = calloc(1, sizeof(*point));
	int ret = -ENOMEM;

	if (point == NULL)
		return -ENOMEM;
	point->handle = handle;
	point->name = strdup(name);

	RTE_PER_LCORE(field_text) = NULL;
	RTE_PER_LCORE(field_failed) = false;
	RTE_PER_LCORE(trace_point_sz) = 0;
	register_fn();
	point->fields = RTE_PER_LCORE(field_text);
	point->size = (uint32_t)RTE_PER_LCORE(trace_point_sz);
	RTE_PER_LCORE(field_text) = NULL;

	if (point->name == NULL || RTE_PER_LCORE(field_failed))
		goto err_free;
	ret = -EFBIG;
	if (point->size > (uint32_t)MAX_EVENT_SZ)
		goto err_free;
	ret = -EINVAL;
	if (point->size < __RTE_TRACE_EVENT_HEADER_SZ)
		goto err_free;

	pthread_mutex_lock(&registry.lock);
	ret = add_point(point);
	pthread_mutex_unlock(&registry.lock);
	if (ret == 0)
		return 0;

err_free:
	free(point->fields);
	free(point->name);
	free(point);
	return ret;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_trace_point_register)
int
__rte_trace_point_register(rte_trace_point_t *trace, const char *name, void (*register_fn)(void))
{
	int ret = -EINVAL;

	if (trace != NULL && name != NULL && name[0] != '\0' && register_fn != NULL)
		ret = create_point(trace, name, register_fn);
	if (ret < 0)
		RTE_LOG_LINE(ERR, EAL, "Trace point %s cannot be registered: %s",
				name != NULL ? name : "without a name", strerror(-ret));
	return ret;
}

/* Lock held. */
static void
set_enabled(struct trace_point *point, bool enable)
{
	const uint64_t bit = __RTE_TRACE_FIELD_ENABLE_MASK;
	uint64_t before;

	/* release: pairs with the acquire when the point is reached */
	if (enable)
		before = rte_atomic_fetch_or_explicit(point->handle, bit, rte_memory_order_release);
	else
		before = rte_atomic_fetch_and_explicit(point->handle, ~bit,
				rte_memory_order_release);
	if (((before & bit) != 0) == enable)
		return;
	rte_atomic_fetch_add_explicit(&registry.n_enabled, enable ? 1 : UINT32_MAX,
			rte_memory_order_relaxed);
}

static int
set_enabled_by_handle(const rte_trace_point_t *handle, bool enable)
{
	struct trace_point *point;

	pthread_mutex_lock(&registry.lock);
	point = find_by_handle(handle);
	if (point != NULL)
		set_enabled(point, enable);
	pthread_mutex_unlock(&registry.lock);
	return point != NULL ? 0 : -ERANGE;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_point_enable)
int
rte_trace_point_enable(rte_trace_point_t *tp)
{
	return set_enabled_by_handle(tp, true);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_point_disable)
int
rte_trace_point_disable(rte_trace_point_t *tp)
{
	return set_enabled_by_handle(tp, false);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_point_is_enabled)
bool
rte_trace_point_is_enabled(rte_trace_point_t *tp)
{
	if (tp == NULL)
		return false;
	/* Only a registered point ever gets the bit. */
	return (rte_atomic_load_explicit(tp, rte_memory_order_acquire) &
			__RTE_TRACE_FIELD_ENABLE_MASK) != 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_point_lookup)
rte_trace_point_t *
rte_trace_point_lookup(const char *name)
{
	struct trace_point *point;

	if (name == NULL)
		return NULL;
	pthread_mutex_lock(&registry.lock);
	point = find_by_name(name);
	pthread_mutex_unlock(&registry.lock);
	return point != NULL ? point->handle : NULL;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_is_enabled)
bool
rte_trace_is_enabled(void)
{
	return rte_atomic_load_explicit(&registry.n_enabled, rte_memory_order_relaxed) > 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_mode_set)
void
rte_trace_mode_set(enum rte_trace_mode mode)
{
	const uint64_t bit = __RTE_TRACE_FIELD_ENABLE_DISCARD;
	struct trace_point *point;

	pthread_mutex_lock(&registry.lock);
	rte_atomic_store_explicit(&registry.mode, (int)mode, rte_memory_order_relaxed);
	STAILQ_FOREACH(point, &registry.points, next) {
		if (mode == RTE_TRACE_MODE_DISCARD)
			rte_atomic_fetch_or_explicit(point->handle, bit, rte_memory_order_relaxed);
		else
			rte_atomic_fetch_and_explicit(point->handle, ~bit,
					rte_memory_order_relaxed);
	}
	pthread_mutex_unlock(&registry.lock);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_mode_get)
enum rte_trace_mode
rte_trace_mode_get(void)
{
	return (enum rte_trace_mode)rte_atomic_load_explicit(&registry.mode,
			rte_memory_order_relaxed);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_pattern)
int
rte_trace_pattern(const char *pattern, bool enable)
{
	struct trace_point *point;
	int found = 0;

	if (pattern == NULL)
		return -EINVAL;
	pthread_mutex_lock(&registry.lock);
	STAILQ_FOREACH(point, &registry.points, next) {
		if (fnmatch(pattern, point->name, 0) != 0)
			continue;
		set_enabled(point, enable);
		found = 1;
	}
	pthread_mutex_unlock(&registry.lock);
	return found;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_trace_regexp)
int
rte_trace_regexp(const char *regex, bool enable)
{
	struct trace_point *point;
	regex_t compiled;
	int found = 0;

	if (regex == NULL || regcomp(&compiled, regex, REG_NOSUB) != 0)
		return -EINVAL;
	pthread_mutex_lock(&registry.lock);
	STAILQ_FOREACH(point, &registry.points, next) {
		if (regexec(&compiled, point->name, 0, NULL, 0) != 0)
			continue;
		set_enabled(point, enable);
		found = 1;
	}
	pthread_mutex_unlock(&registry.lock);
	regfree(&compiled);
	return found;
}

int
trace_registry_walk(int (*visit)(const struct trace_point *point, void *arg), void *arg)
{
	struct trace_point *point;
	int ret = 0;

	pthread_mutex_lock(&registry.lock);
	STAILQ_FOREACH(point, &registry.points, next) {
		ret = visit(point, arg);
		if (ret != 0)
			break;
	}
	pthread_mutex_unlock(&registry.lock);
	return ret;
}

void
trace_registry_disable_all(void)
{
	struct trace_point *point;

	pthread_mutex_lock(&registry.lock);
	STAILQ_FOREACH(point, &registry.points, next)
		set_enabled(point, false);
	pthread_mutex_unlock(&registry.lock);
}
