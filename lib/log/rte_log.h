/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Log messages with a level and a type.
 *
 * A message is written when its level is above neither the global level nor the level of its type.
 * Types are numbered; the first 32 numbers are fixed (EAL and eight for applications), libraries
 * and drivers register theirs by name. All functions may be called from any thread and before
 * rte_eal_init(); the state belongs to the process.
 */
#ifndef _RTE_LOG_H_
#define _RTE_LOG_H_

/**
 * @file
 * Log messages with levels and types.
 */

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_common.h>
#include <rte_config.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @name Types with a fixed number
 * USER1 to USER8 are free for applications that do not register a type of their own.
 * @{
 */
#define RTE_LOGTYPE_EAL 0 /**< EAL itself, named lib.eal */
#define RTE_LOGTYPE_USER1 24 /**< Application type, named user1. */
#define RTE_LOGTYPE_USER2 25 /**< Application type, named user2. */
#define RTE_LOGTYPE_USER3 26 /**< Application type, named user3. */
#define RTE_LOGTYPE_USER4 27 /**< Application type, named user4. */
#define RTE_LOGTYPE_USER5 28 /**< Application type, named user5. */
#define RTE_LOGTYPE_USER6 29 /**< Application type, named user6. */
#define RTE_LOGTYPE_USER7 30 /**< Application type, named user7. */
#define RTE_LOGTYPE_USER8 31 /**< Application type, named user8. */
#define RTE_LOGTYPE_FIRST_EXT_ID 32 /**< Number of the first registered type. */
/** @} */

/** @name Levels, the gravest first; each is one above the syslog priority of the same meaning
 * @{
 */
#define RTE_LOG_EMERG 1U /**< The program cannot go on. */
#define RTE_LOG_ALERT 2U /**< Someone has to act now. */
#define RTE_LOG_CRIT 3U /**< Grave fault. */
#define RTE_LOG_ERR 4U /**< An operation failed. */
#define RTE_LOG_WARNING 5U /**< Something is odd but work goes on. */
#define RTE_LOG_NOTICE 6U /**< Normal, worth knowing. */
#define RTE_LOG_INFO 7U /**< Progress. */
#define RTE_LOG_DEBUG 8U /**< For developers. */
#define RTE_LOG_MAX RTE_LOG_DEBUG /**< Highest level there is. */
/** @} */

/**
 * Choose where messages go.
 *
 * @param f
 *   Stream that takes all messages from now on; it stays the caller's and must outlive its use.
 *   NULL goes back to the default: stderr, or syslog when that was asked for at start.
 * @return
 *   0 always.
 *
 * Thread safe; a message being written by another thread may still go to the old stream.
 */
int
rte_openlog_stream(FILE *f);

/**
 * Stream that takes the messages now.
 *
 * @return
 *   The stream given to rte_openlog_stream(), else the default; never NULL.
 */
FILE *
rte_log_get_stream(void);

/**
 * Set the level that holds for all types.
 *
 * @param level
 *   RTE_LOG_EMERG to RTE_LOG_MAX; messages above it are dropped. 0 drops all.
 */
void
rte_log_set_global_level(uint32_t level);

/**
 * Level that holds for all types.
 *
 * @return
 *   The level; RTE_LOG_DEBUG at start.
 */
uint32_t
rte_log_get_global_level(void);

/**
 * Level of one type.
 *
 * @param logtype
 *   Number of the type.
 * @return
 *   The level, or -1 when there is no such type.
 */
int
rte_log_get_level(uint32_t logtype);

/**
 * Tell whether a message would be written.
 *
 * @param logtype
 *   Number of the type.
 * @param loglevel
 *   Level of the message.
 * @return
 *   true when neither the global level nor the level of the type drops it; false also for an
 *   unknown type.
 */
bool
rte_log_can_log(uint32_t logtype, uint32_t loglevel);

/**
 * Set the level of each registered type whose name fits a shell pattern.
 *
 * @param pattern
 *   Pattern as for fnmatch(), such as "lib.*".
 * @param level
 *   Level up to RTE_LOG_MAX.
 * @return
 *   0 (also when no name fits), or -1 when @p level is too high.
 *
 * Types registered later are not concerned.
 */
int
rte_log_set_level_pattern(const char *pattern, uint32_t level);

/**
 * Set the level of each registered type whose name matches a POSIX basic regular expression.
 *
 * @param regex
 *   The expression; it may match any part of the name.
 * @param level
 *   Level up to RTE_LOG_MAX.
 * @return
 *   0 (also when no name matches), or -1 when @p level is too high or @p regex is not valid.
 *
 * Types registered later are not concerned.
 */
int
rte_log_set_level_regexp(const char *regex, uint32_t level);

/**
 * Set the level of one type.
 *
 * @param logtype
 *   Number of the type.
 * @param level
 *   Level up to RTE_LOG_MAX.
 * @return
 *   0, or -1 when there is no such type or @p level is too high.
 */
int
rte_log_set_level(uint32_t logtype, uint32_t level);

/**
 * Level of the message that the calling thread is writing.
 *
 * Meant for the write function of a stream made with fopencookie().
 *
 * @return
 *   The level, or 0 when the thread has not written a message yet.
 */
int
rte_log_cur_msg_loglevel(void);

/**
 * Type of the message that the calling thread is writing.
 *
 * Meant for the write function of a stream made with fopencookie().
 *
 * @return
 *   The number of the type, 0 when the thread has not written a message yet.
 */
int
rte_log_cur_msg_logtype(void);

/**
 * Register a type, or find it when the name is known.
 *
 * @param name
 *   Name of the type, copied. Parts are separated by dots: lib.ring, pmd.net.null.
 * @return
 *   Number of the type, -ENOMEM when memory is short, or -EINVAL when @p name is NULL.
 *
 * A new type gets RTE_LOG_INFO. Thread safe; loggers need not stop meanwhile.
 */
int
rte_log_register(const char *name);

/**
 * Register a type and give it the level that the user asked for on the command line.
 *
 * @param name
 *   Name of the type, copied.
 * @param level_def
 *   Level when no --log-level setting fits the name.
 * @return
 *   Number of the type, -ENOMEM when memory is short, or -EINVAL when @p name is NULL.
 *
 * Works before rte_eal_init() too: the settings of its command line reach the types that exist by
 * then.
 */
int
rte_log_register_type_and_pick_level(const char *name, uint32_t level_def);

/**
 * Print the names of all types, one a line.
 *
 * @param out
 *   Stream to print to.
 * @param prefix
 *   Text before each name.
 */
void
rte_log_list_types(FILE *out, const char *prefix);

/**
 * Print the global level and number, name and level of each type.
 *
 * @param f
 *   Stream to print to.
 */
void
rte_log_dump(FILE *f);

/**
 * Write a message if the levels let it pass.
 *
 * @param level
 *   Level of the message, RTE_LOG_EMERG to RTE_LOG_DEBUG.
 * @param logtype
 *   Number of the type.
 * @param format
 *   Format as for printf(), a newline at its end; then its arguments.
 * @return
 *   Number of characters written, 0 when the levels drop the message, negative on error.
 *
 * Thread safe: messages of different threads do not mix. errno is kept.
 */
int
rte_log(uint32_t level, uint32_t logtype, const char *format, ...)
	__rte_cold __rte_format_printf(3, 4);

/**
 * The same as rte_log() with an argument list.
 *
 * @param level
 *   Level of the message.
 * @param logtype
 *   Number of the type.
 * @param format
 *   Format as for printf().
 * @param ap
 *   Arguments of the format.
 * @return
 *   As rte_log().
 */
int
rte_vlog(uint32_t level, uint32_t logtype, const char *format, va_list ap)
	__rte_format_printf(3, 0);

/**
 * Write a message, with the short name of its type and a colon in front.
 *
 * @param l
 *   Level without prefix: ERR, INFO...
 * @param t
 *   Type without the prefix RTE_LOGTYPE_: EAL, USER1...
 * @param ...
 *   Format (a string literal that ends with a newline) and its arguments.
 * @return
 *   As rte_log().
 */
#define RTE_LOG(l, t, ...) rte_log(RTE_LOG_##l, RTE_LOGTYPE_##t, #t ": " __VA_ARGS__)

/**
 * RTE_LOG() for fast paths: gone from the code when the level is above RTE_LOG_DP_LEVEL.
 *
 * @param l
 *   Level without prefix.
 * @param t
 *   Type without prefix.
 * @param ...
 *   Format and arguments.
 */
#define RTE_LOG_DP(l, t, ...) \
	((void)(RTE_LOG_##l <= RTE_LOG_DP_LEVEL && RTE_LOG(l, t, __VA_ARGS__) != 0))

/**
 * Stop the compilation when a format literal contains a newline; checked by gcc only, as other
 * compilers do not take the expression for a constant.
 */
#if defined(__GNUC__) && !defined(__clang__)
#define RTE_LOG_CHECK_NO_NEWLINE(fmt) __extension__ \
	static_assert(!__builtin_strpbrk(fmt, "\n"), "newline in the format of a log line")
#else
#define RTE_LOG_CHECK_NO_NEWLINE(fmt) static_assert(sizeof(fmt) != 0, "not an array")
#endif

/**
 * Write a message as one line: the newline is added.
 *
 * @param l
 *   Level without prefix.
 * @param t
 *   Type without prefix.
 * @param ...
 *   Format (a string literal without newline) and its arguments.
 */
#define RTE_LOG_LINE(l, t, ...) do { \
	RTE_LOG_CHECK_NO_NEWLINE(RTE_FMT_HEAD(__VA_ARGS__ ,)); \
	RTE_LOG(l, t, RTE_FMT(RTE_FMT_HEAD(__VA_ARGS__ ,) "\n", RTE_FMT_TAIL(__VA_ARGS__ ,))); \
} while (0)

/**
 * RTE_LOG_LINE() for fast paths: gone from the code when the level is above RTE_LOG_DP_LEVEL.
 *
 * @param l
 *   Level without prefix.
 * @param t
 *   Type without prefix.
 * @param ...
 *   Format and arguments.
 */
#define RTE_LOG_DP_LINE(l, t, ...) do { \
	if (RTE_LOG_##l <= RTE_LOG_DP_LEVEL) \
		RTE_LOG_LINE(l, t, __VA_ARGS__); \
} while (0)

/**
 * Separates the arguments of the prefix in RTE_LOG_LINE_PREFIX(). It must stand in the use of that
 * macro itself: passed on by another macro it would be a comma too early.
 */
#define RTE_LOG_COMMA ,

/**
 * RTE_LOG_LINE() with a formatted prefix before the message.
 *
 * @param l
 *   Level without prefix.
 * @param t
 *   Type without prefix.
 * @param prefix
 *   Format of the prefix, a string literal.
 * @param args
 *   Arguments of the prefix, joined by RTE_LOG_COMMA.
 * @param ...
 *   Format and arguments of the message.
 */
#define RTE_LOG_LINE_PREFIX(l, t, prefix, args, ...) do { \
	RTE_LOG_CHECK_NO_NEWLINE(prefix RTE_FMT_HEAD(__VA_ARGS__ ,)); \
	RTE_LOG(l, t, RTE_FMT(prefix RTE_FMT_HEAD(__VA_ARGS__ ,) "\n", \
		args RTE_LOG_COMMA RTE_FMT_TAIL(__VA_ARGS__ ,))); \
} while (0)

/**
 * RTE_LOG_LINE_PREFIX() for fast paths: gone from the code above RTE_LOG_DP_LEVEL.
 *
 * @param l
 *   Level without prefix.
 * @param t
 *   Type without prefix.
 * @param prefix
 *   Format of the prefix.
 * @param args
 *   Arguments of the prefix, joined by RTE_LOG_COMMA.
 * @param ...
 *   Format and arguments of the message.
 */
#define RTE_LOG_DP_LINE_PREFIX(l, t, prefix, args, ...) do { \
	RTE_LOG_CHECK_NO_NEWLINE(prefix RTE_FMT_HEAD(__VA_ARGS__ ,)); \
	RTE_LOG_DP(l, t, RTE_FMT(prefix RTE_FMT_HEAD(__VA_ARGS__ ,) "\n", \
		args RTE_LOG_COMMA RTE_FMT_TAIL(__VA_ARGS__ ,))); \
} while (0)

/**
 * Define an int variable with the number of a type that is registered before main().
 *
 * When registration fails, messages go out as those of EAL.
 *
 * @param type
 *   Name of the variable.
 * @param name
 *   Name of the type, a string.
 * @param level
 *   Default level without prefix.
 */
#define RTE_LOG_REGISTER_IMPL(type, name, level) \
int type; \
RTE_INIT(rte_log_register_##type) \
{ \
	const int rte_log_id = rte_log_register_type_and_pick_level(name, RTE_LOG_##level); \
	type = rte_log_id >= 0 ? rte_log_id : RTE_LOGTYPE_EAL; \
}

/**
 * RTE_LOG_REGISTER_IMPL() with the name given without quotes.
 *
 * @param type
 *   Name of the variable.
 * @param name
 *   Name of the type, such as lib.ring.
 * @param level
 *   Default level without prefix.
 */
#define RTE_LOG_REGISTER(type, name, level) RTE_LOG_REGISTER_IMPL(type, RTE_STR(name), level)

/**
 * Register the type that the build names RTE_LOG_DEFAULT_LOGTYPE for this library.
 *
 * @param type
 *   Name of the variable.
 * @param level
 *   Default level without prefix.
 */
#define RTE_LOG_REGISTER_DEFAULT(type, level) \
	RTE_LOG_REGISTER_IMPL(type, RTE_STR(RTE_LOG_DEFAULT_LOGTYPE), level)

/**
 * Register a type named RTE_LOG_DEFAULT_LOGTYPE, a dot and a suffix.
 *
 * @param type
 *   Name of the variable.
 * @param suffix
 *   Last part of the name, without quotes.
 * @param level
 *   Default level without prefix.
 */
#define RTE_LOG_REGISTER_SUFFIX(type, suffix, level) \
	RTE_LOG_REGISTER_IMPL(type, RTE_STR(RTE_LOG_DEFAULT_LOGTYPE) "." RTE_STR(suffix), level)

#ifdef __cplusplus
}
#endif

#endif /* _RTE_LOG_H_ */
