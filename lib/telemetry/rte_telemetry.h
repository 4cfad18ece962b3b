/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Telemetry: commands that a client outside of the process asks over a local socket, and the values
 * that answer them.
 *
 * A library registers a command with a function; when a client asks, the function is called in the
 * telemetry thread and fills in the answer with the rte_tel_data_ functions. The client gets it as
 * JSON. Commands may be registered by any thread at any time, before rte_eal_init() too. An answer
 * belongs to one thread at a time.
 */
#ifndef _RTE_TELEMETRY_H_
#define _RTE_TELEMETRY_H_

/**
 * @file
 * Commands of telemetry and the values that answer them.
 */

#include <stdint.h>

#include <rte_common.h>
#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Room for a name or for a string in an array or dictionary, in bytes, terminator included. */
#define RTE_TEL_MAX_STRING_LEN 128
/** Room for the string of an answer that is one string, in bytes, terminator included. */
#define RTE_TEL_MAX_SINGLE_STRING_LEN 8192
/** Most entries of a dictionary. */
#define RTE_TEL_MAX_DICT_ENTRIES 256
/** Most entries of an array. */
#define RTE_TEL_MAX_ARRAY_ENTRIES 512

/** What an array holds. */
enum rte_tel_value_type {
	RTE_TEL_STRING_VAL, /**< Strings. */
	RTE_TEL_INT_VAL,    /**< Signed numbers of 64 bits. */
	RTE_TEL_UINT_VAL,   /**< Unsigned numbers of 64 bits. */
	RTE_TEL_CONTAINER,  /**< Arrays and dictionaries. */
};

/** Earlier name of RTE_TEL_UINT_VAL. */
#define RTE_TEL_U64_VAL RTE_TEL_UINT_VAL

/** An answer, or an array or a dictionary within one. */
struct rte_tel_data;

/**
 * Make the answer an array. What it held before is dropped.
 *
 * @param d
 *   The answer.
 * @param type
 *   What the array holds.
 * @return
 *   0, or -EINVAL when @p d is NULL or @p type is none of the enumeration.
 */
int
rte_tel_data_start_array(struct rte_tel_data *d, enum rte_tel_value_type type);

/**
 * Make the answer a dictionary. What it held before is dropped.
 *
 * @param d
 *   The answer.
 * @return
 *   0, or -EINVAL when @p d is NULL.
 */
int
rte_tel_data_start_dict(struct rte_tel_data *d);

/**
 * Make the answer a string. What it held before is dropped.
 *
 * @param d
 *   The answer.
 * @param str
 *   The string; it is copied, cut to RTE_TEL_MAX_SINGLE_STRING_LEN - 1 bytes.
 * @return
 *   0; E2BIG (positive) when the string was cut; -EINVAL when an argument is NULL; -ENOMEM.
 */
int
rte_tel_data_string(struct rte_tel_data *d, const char *str);

/**
 * Append a string to an array.
 *
 * @param d
 *   An array of strings.
 * @param str
 *   The string; it is copied, cut to RTE_TEL_MAX_STRING_LEN - 1 bytes.
 * @return
 *   0; E2BIG (positive) when the string was cut; -EINVAL when @p d is no array of strings or an
 *   argument is NULL; -ENOSPC when the array is full; -ENOMEM.
 */
int
rte_tel_data_add_array_string(struct rte_tel_data *d, const char *str);

/**
 * Append a signed number to an array.
 *
 * @param d
 *   An array of signed numbers.
 * @param x
 *   The number.
 * @return
 *   0; -EINVAL when @p d is no array of signed numbers; -ENOSPC when the array is full; -ENOMEM.
 */
int
rte_tel_data_add_array_int(struct rte_tel_data *d, int64_t x);

/**
 * Append an unsigned number to an array.
 *
 * @param d
 *   An array of unsigned numbers.
 * @param x
 *   The number.
 * @return
 *   0; -EINVAL when @p d is no array of unsigned numbers; -ENOSPC when the array is full; -ENOMEM.
 */
int
rte_tel_data_add_array_uint(struct rte_tel_data *d, uint64_t x);

/**
 * Append an array or a dictionary to an array.
 *
 * @param d
 *   An array of containers.
 * @param val
 *   The array or dictionary to append; not @p d itself nor one that holds it.
 * @param keep
 *   0: it becomes part of @p d and is freed with it, so it may be in one place only.
 *   Otherwise: it stays the caller's, who must not free it before the answer was sent, and so keeps
 *   it for good.
 * @return
 *   0; -EINVAL when @p d is no array of containers or @p val cannot be appended, which then stays
 *   the caller's; -ENOSPC when the array is full; -ENOMEM.
 */
int
rte_tel_data_add_array_container(struct rte_tel_data *d, struct rte_tel_data *val, int keep);

/**
 * Append a number to an array as a hexadecimal string with "0x" in front.
 *
 * @param d
 *   An array of strings.
 * @param val
 *   The number.
 * @param display_bitwidth
 *   Bits to show: zeros are put in front up to that width, rounded up to whole digits.
 *   0: no zeros in front. At most 64. A number that needs more is shown whole.
 * @return
 *   0; -EINVAL when @p d is no array of strings or the width is above 64; -ENOSPC when the array is
 *   full; -ENOMEM.
 */
__rte_experimental
int
rte_tel_data_add_array_uint_hex(struct rte_tel_data *d, uint64_t val, uint8_t display_bitwidth);

/**
 * Add a string to a dictionary.
 *
 * @param d
 *   A dictionary.
 * @param name
 *   Name of the entry: letters, digits, '_' and '/'. It is copied, cut to
 *   RTE_TEL_MAX_STRING_LEN - 1 bytes. Names are not compared with those that are there.
 * @param val
 *   The string; it is copied, cut to RTE_TEL_MAX_STRING_LEN - 1 bytes.
 * @return
 *   0; E2BIG (positive) when the name or the string was cut; -EINVAL when @p d is no dictionary,
 *   the name has other characters or an argument is NULL; -ENOSPC when the dictionary is full;
 *   -ENOMEM.
 */
int
rte_tel_data_add_dict_string(struct rte_tel_data *d, const char *name, const char *val);

/**
 * Add a signed number to a dictionary.
 *
 * @param d
 *   A dictionary.
 * @param name
 *   As for rte_tel_data_add_dict_string().
 * @param val
 *   The number.
 * @return
 *   As for rte_tel_data_add_dict_string().
 */
int
rte_tel_data_add_dict_int(struct rte_tel_data *d, const char *name, int64_t val);

/**
 * Add an unsigned number to a dictionary.
 *
 * @param d
 *   A dictionary.
 * @param name
 *   As for rte_tel_data_add_dict_string().
 * @param val
 *   The number.
 * @return
 *   As for rte_tel_data_add_dict_string().
 */
int
rte_tel_data_add_dict_uint(struct rte_tel_data *d, const char *name, uint64_t val);

/**
 * Add an array or a dictionary to a dictionary.
 *
 * @param d
 *   A dictionary.
 * @param name
 *   As for rte_tel_data_add_dict_string().
 * @param val
 *   The array or dictionary to add; not @p d itself nor one that holds it.
 * @param keep
 *   As for rte_tel_data_add_array_container().
 * @return
 *   As for rte_tel_data_add_dict_string(); -EINVAL also if @p val cannot be added. With a negative
 *   result @p val stays the caller's.
 */
int
rte_tel_data_add_dict_container(struct rte_tel_data *d, const char *name,
	struct rte_tel_data *val, int keep);

/**
 * Add a number to a dictionary as a hexadecimal string with "0x" in front.
 *
 * @param d
 *   A dictionary.
 * @param name
 *   As for rte_tel_data_add_dict_string().
 * @param val
 *   The number.
 * @param display_bitwidth
 *   As for rte_tel_data_add_array_uint_hex().
 * @return
 *   As for rte_tel_data_add_dict_string(); -EINVAL also when the width is above 64.
 */
__rte_experimental
int
rte_tel_data_add_dict_uint_hex(struct rte_tel_data *d, const char *name, uint64_t val,
	uint8_t display_bitwidth);

/**
 * Answers a command. Runs in the telemetry thread, one call at a time, and holds all clients up
 * until it returns.
 *
 * @param cmd
 *   The command as it was registered.
 * @param params
 *   What the client sent behind the comma, not empty; NULL without a comma, or nothing behind it.
 *   It is the client's text: nothing has been checked but that it is a string.
 * @param info
 *   The answer to be filled in; null in JSON when it is not.
 * @return
 *   0 or more when the answer is good, negative: the client gets null.
 */
typedef int (*telemetry_cb)(const char *cmd, const char *params, struct rte_tel_data *info);

/**
 * Answers a command, with an argument from its registration. Else as telemetry_cb.
 *
 * @param cmd
 *   The command as it was registered.
 * @param params
 *   The client's parameters, or NULL.
 * @param arg
 *   The argument of rte_telemetry_register_cmd_arg().
 * @param info
 *   The answer to be filled in.
 * @return
 *   0 or more when the answer is good, negative: the client gets null.
 */
typedef int (*telemetry_arg_cb)(const char *cmd, const char *params, void *arg,
	struct rte_tel_data *info);

/**
 * Register a command. It stays until the process ends.
 *
 * May be called by any thread at any time, from a constructor too.
 *
 * @param cmd
 *   The command: '/', then printable characters of ASCII but space, comma, quotation mark and
 *   backslash; shorter than RTE_TEL_MAX_STRING_LEN. It is copied.
 * @param fn
 *   Called for each request.
 * @param help
 *   What the command does and which parameters it takes, for /help. It is copied, cut to
 *   RTE_TEL_MAX_STRING_LEN - 1 bytes.
 * @return
 *   0; -EINVAL when an argument is NULL or the command has a bad form; -EEXIST when there is such a
 *   command; -ENOMEM.
 */
int
rte_telemetry_register_cmd(const char *cmd, telemetry_cb fn, const char *help);

/**
 * Register a command whose function gets an argument. Else as rte_telemetry_register_cmd().
 *
 * @param cmd
 *   The command, as for rte_telemetry_register_cmd().
 * @param fn
 *   Called for each request.
 * @param arg
 *   Passed to @p fn; must stay valid until the process ends.
 * @param help
 *   As for rte_telemetry_register_cmd().
 * @return
 *   As for rte_telemetry_register_cmd().
 */
__rte_experimental
int
rte_telemetry_register_cmd_arg(const char *cmd, telemetry_arg_cb fn, void *arg, const char *help);

/**
 * Free an array or a dictionary that was not added to another, with all that it holds.
 *
 * @param data
 *   From rte_tel_data_alloc(); nothing happens when it is NULL. Never the answer that a function
 *   was given to fill in.
 */
void
rte_tel_data_free(struct rte_tel_data *data);

/**
 * Allocate a container, to be started as an array or a dictionary and added to another.
 *
 * @return
 *   The container, or NULL when memory is short.
 */
struct rte_tel_data *
rte_tel_data_alloc(void)
	__rte_malloc __rte_dealloc(rte_tel_data_free, 1);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_TELEMETRY_H_ */
