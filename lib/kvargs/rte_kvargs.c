/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Key and value strings: cut a copy of the string up in place, then search the pairs. No state.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_kvargs.h>

static const char pair_delim = RTE_KVARGS_PAIRS_DELIM[0];
static const char kv_delim = RTE_KVARGS_KV_DELIM[0];

/* End of the pair that starts at text: the next comma outside brackets. NULL: a bracket is open. */
static char *
find_pair_end(char *text)
{
	unsigned int depth = 0;

	for (; *text != '\0'; text++) {
		if (*text == '[')
			depth++;
		else if (*text == ']' && depth > 0)
			depth--;
		else if (*text == pair_delim && depth == 0)
			break;
	}
	return depth == 0 ? text : NULL;
}

static bool
key_is_valid(const char *key, const char *const valid_keys[])
{
	if (valid_keys == NULL)
		return true;
	for (; *valid_keys != NULL; valid_keys++)
		if (strcmp(key, *valid_keys) == 0)
			return true;
	return false;
}

/* Cut text, a terminated pair, into a new entry of the list. */
static int
add_pair(struct rte_kvargs *kvlist, char *text, const char *const valid_keys[])
{
	struct rte_kvargs_pair *pair;
	char *value = strchr(text, kv_delim);

	if (value != NULL)
		*value++ = '\0';
	if (text[0] == '\0' || kvlist->count == RTE_KVARGS_MAX || !key_is_valid(text, valid_keys))
		return -1;
	pair = &kvlist->pairs[kvlist->count++];
	pair->key = text;
	pair->value = value;
	return 0;
}

static int
cut_up(struct rte_kvargs *kvlist, const char *const valid_keys[])
{
	char *text = kvlist->str;
	bool last;

	do {
		char *end = find_pair_end(text);

		if (end == NULL)
			return -1;
		last = *end == '\0';
		*end = '\0';
		if (end != text && add_pair(kvlist, text, valid_keys) < 0)
			return -1;
		text = end + 1;
	} while (!last);
	return 0;
}

static struct rte_kvargs *
parse_bytes(const char *args, size_t len, const char *const valid_keys[])
{
	struct rte_kvargs *kvlist = calloc(1, sizeof(*kvlist));

	if (kvlist == NULL)
		return NULL;
	kvlist->str = strndup(args, len);
	if (kvlist->str == NULL || cut_up(kvlist, valid_keys) < 0) {
		rte_kvargs_free(kvlist);
		return NULL;
	}
	return kvlist;
}

RTE_EXPORT_SYMBOL(rte_kvargs_parse)
struct rte_kvargs *
rte_kvargs_parse(const char *args, const char *const valid_keys[])
{
	return args == NULL ? NULL : parse_bytes(args, strlen(args), valid_keys);
}

RTE_EXPORT_SYMBOL(rte_kvargs_parse_delim)
struct rte_kvargs *
rte_kvargs_parse_delim(const char *args, const char *const valid_keys[], const char *valid_ends)
{
	if (args == NULL || valid_ends == NULL)
		return rte_kvargs_parse(args, valid_keys);
	return parse_bytes(args, strcspn(args, valid_ends), valid_keys);
}

RTE_EXPORT_SYMBOL(rte_kvargs_free)
void
rte_kvargs_free(struct rte_kvargs *kvlist)
{
	if (kvlist == NULL)
		return;
	free(kvlist->str);
	free(kvlist);
}

/* First pair from index *at on whose key fits; *at moves behind it. NULL at the end of the list. */
static const struct rte_kvargs_pair *
next_pair(const struct rte_kvargs *kvlist, const char *key, unsigned int *at)
{
	while (kvlist != NULL && *at < kvlist->count) {
		const struct rte_kvargs_pair *pair = &kvlist->pairs[(*at)++];

		if (key == NULL || strcmp(pair->key, key) == 0)
			return pair;
	}
	return NULL;
}

RTE_EXPORT_SYMBOL(rte_kvargs_get)
const char *
rte_kvargs_get(const struct rte_kvargs *kvlist, const char *key)
{
	return rte_kvargs_get_with_value(kvlist, key, NULL);
}

RTE_EXPORT_SYMBOL(rte_kvargs_get_with_value)
const char *
rte_kvargs_get_with_value(const struct rte_kvargs *kvlist, const char *key, const char *value)
{
	const struct rte_kvargs_pair *pair;
	unsigned int at = 0;

	while ((pair = next_pair(kvlist, key, &at)) != NULL)
		if (value == NULL || (pair->value != NULL && strcmp(pair->value, value) == 0))
			return pair->value;
	return NULL;
}

static int
process_pairs(const struct rte_kvargs *kvlist, const char *key, bool need_value,
	arg_handler_t handler, void *opaque)
{
	const struct rte_kvargs_pair *pair;
	unsigned int at = 0;

	while ((pair = next_pair(kvlist, key, &at)) != NULL) {
		if (need_value && pair->value == NULL)
			return -1;
		if (handler(pair->key, pair->value, opaque) < 0)
			return -1;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_kvargs_process)
int
rte_kvargs_process(const struct rte_kvargs *kvlist, const char *key_match, arg_handler_t handler,
	void *opaque_arg)
{
	return process_pairs(kvlist, key_match, true, handler, opaque_arg);
}

RTE_EXPORT_SYMBOL(rte_kvargs_process_opt)
int
rte_kvargs_process_opt(const struct rte_kvargs *kvlist, const char *key_match,
	arg_handler_t handler, void *opaque_arg)
{
	return process_pairs(kvlist, key_match, false, handler, opaque_arg);
}

RTE_EXPORT_SYMBOL(rte_kvargs_count)
unsigned int
rte_kvargs_count(const struct rte_kvargs *kvlist, const char *key_match)
{
	unsigned int at = 0, n = 0;

	while (next_pair(kvlist, key_match, &at) != NULL)
		n++;
	return n;
}
