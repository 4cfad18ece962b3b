/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Strings of the form "key=value,key,key=[a,b]", as device arguments have them.
 *
 * A string is parsed once into a list of pairs. All functions may be called from any thread; a list
 * may be read by several threads at a time, and is freed by one when no other uses it.
 */
#ifndef _RTE_KVARGS_H_
#define _RTE_KVARGS_H_

/**
 * @file
 * Strings of keys and values.
 */

#ifdef __cplusplus
extern "C" {
#endif

/** Most pairs in one list. */
#define RTE_KVARGS_MAX 32
/** What separates pairs. */
#define RTE_KVARGS_PAIRS_DELIM ","
/** What separates a key from its value; only the first one in a pair counts. */
#define RTE_KVARGS_KV_DELIM "="

/**
 * Handles one pair.
 *
 * @param key
 *   The key.
 * @param value
 *   The value; empty for "key=". NULL for a key that stands alone, which only
 *   rte_kvargs_process_opt() passes on.
 * @param opaque
 *   The caller's pointer.
 * @return
 *   0 or more to go on, negative to stop.
 */
typedef int (*arg_handler_t)(const char *key, const char *value, void *opaque);

/** A key and its value; both lie in the string of the list. */
struct rte_kvargs_pair {
	char *key;   /**< The key, not empty. */
	char *value; /**< The value, NULL for a key that stands alone. */
};

/** A parsed string. */
struct rte_kvargs {
	char *str; /**< Copy of the string, cut up; owned by the list. */
	unsigned int count; /**< Number of pairs. */
	struct rte_kvargs_pair pairs[RTE_KVARGS_MAX]; /**< The pairs, in the order of the string. */
};

/**
 * Parse a string.
 *
 * Pairs are separated by commas; a comma between square brackets belongs to the value. Nothing
 * between two commas is skipped. A key may appear more than once.
 *
 * @param args
 *   The string; it is copied.
 * @param valid_keys
 *   Keys that are allowed, NULL at the end; or NULL to allow all.
 * @return
 *   The list, to be freed with rte_kvargs_free(). NULL when @p args is NULL, a key is empty or not
 *   allowed, a bracket is not closed, there are more than RTE_KVARGS_MAX pairs or memory is short.
 */
struct rte_kvargs *
rte_kvargs_parse(const char *args, const char *const valid_keys[]);

/**
 * Parse the start of a string.
 *
 * @param args
 *   The string; it is copied.
 * @param valid_keys
 *   As for rte_kvargs_parse().
 * @param valid_ends
 *   Characters of which the first one ends the part to parse; or NULL to parse all.
 * @return
 *   As for rte_kvargs_parse().
 */
struct rte_kvargs *
rte_kvargs_parse_delim(const char *args, const char *const valid_keys[], const char *valid_ends);

/**
 * Free a list.
 *
 * @param kvlist
 *   The list; nothing happens when it is NULL.
 */
void
rte_kvargs_free(struct rte_kvargs *kvlist);

/**
 * Value of the first pair with a key.
 *
 * @param kvlist
 *   The list, or NULL.
 * @param key
 *   The key, NULL for any.
 * @return
 *   The value; NULL when there is no such pair, no value, or no list.
 */
const char *
rte_kvargs_get(const struct rte_kvargs *kvlist, const char *key);

/**
 * Value of the first pair with a key and a value.
 *
 * @param kvlist
 *   The list, or NULL.
 * @param key
 *   The key, NULL for any.
 * @param value
 *   The value, NULL for any.
 * @return
 *   The value in the list; NULL when there is no such pair, no value, or no list.
 */
const char *
rte_kvargs_get_with_value(const struct rte_kvargs *kvlist, const char *key, const char *value);

/**
 * Call a function for each pair with a key, all of which need a value.
 *
 * @param kvlist
 *   The list, or NULL for none.
 * @param key_match
 *   The key, NULL for any.
 * @param handler
 *   Called in the order of the string until it returns a negative value.
 * @param opaque_arg
 *   Passed to @p handler.
 * @return
 *   0, also when nothing fits; -1 when the handler failed or a key has no value.
 */
int
rte_kvargs_process(const struct rte_kvargs *kvlist, const char *key_match, arg_handler_t handler,
	void *opaque_arg);

/**
 * Call a function for each pair with a key, with or without a value.
 *
 * @param kvlist
 *   The list, or NULL for none.
 * @param key_match
 *   The key, NULL for any.
 * @param handler
 *   Called in the order of the string until it returns a negative value; its value argument is NULL
 *   for a key that stands alone.
 * @param opaque_arg
 *   Passed to @p handler.
 * @return
 *   0, also when nothing fits; -1 when the handler failed.
 */
int
rte_kvargs_process_opt(const struct rte_kvargs *kvlist, const char *key_match,
	arg_handler_t handler, void *opaque_arg);

/**
 * Number of pairs with a key.
 *
 * @param kvlist
 *   The list, or NULL for none.
 * @param key_match
 *   The key, NULL for any.
 * @return
 *   The number.
 */
unsigned int
rte_kvargs_count(const struct rte_kvargs *kvlist, const char *key_match);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_KVARGS_H_ */
