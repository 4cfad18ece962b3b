/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Attributes, small macros and types that every other header uses. Nothing here depends on
 * a running library but the three functions at the end.
 */

#ifndef _RTE_COMMON_H_
#define _RTE_COMMON_H_

/**
 * @file
 * Compiler attributes, pointer and alignment arithmetic, common types.
 */

#include <assert.h>
#include <limits.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_compat.h>
#include <rte_config.h>
#include <rte_os.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef typeof
/** Keyword that strict ISO C lacks. */
#define typeof __typeof__
#endif
#ifndef __cplusplus
#ifndef asm
/** Keyword that strict ISO C lacks. */
#define asm __asm__
#endif
#endif

/* --- Compiler ------------------------------------------------------------------------- */

#ifdef __clang__
/** Built by clang. */
#define RTE_CC_CLANG
/** 1 if built by GNU C. */
#define RTE_CC_IS_GNU 0
#else
/** Built by GNU C. */
#define RTE_CC_GCC
/** 1 if built by GNU C. */
#define RTE_CC_IS_GNU 1
#endif
#if RTE_CC_IS_GNU
/** Version of GNU C: 120200 for 12.2.0. */
#define GCC_VERSION (10000 * __GNUC__ + 100 * __GNUC_MINOR__ + __GNUC_PATCHLEVEL__)
#endif

/** Non-zero if the compiler knows the value of @p e. */
#define __rte_constant(e) __extension__(__builtin_constant_p(e))

/** Alignment of a type or variable, in bytes; a power of two. */
#define __rte_aligned(a) __attribute__((__aligned__(a)))

/** @{ Integer that may stand at any address. */
#ifdef RTE_ARCH_STRICT_ALIGN
typedef uint64_t unaligned_uint64_t __rte_aligned(1);
typedef uint32_t unaligned_uint32_t __rte_aligned(1);
typedef uint16_t unaligned_uint16_t __rte_aligned(1);
#else
typedef uint64_t unaligned_uint64_t;
typedef uint32_t unaligned_uint32_t;
typedef uint16_t unaligned_uint16_t;
#endif
/** @} */

/** Record without padding; stands after the closing brace. */
#define __rte_packed __attribute__((__packed__))
/** Stands before `struct` or `union` of a packed record. */
#define __rte_packed_begin
/** Stands after the closing brace of a packed record. */
#define __rte_packed_end __attribute__((__packed__))

/** Type whose objects may alias objects of every type. */
#define __rte_may_alias __attribute__((__may_alias__))

/** Using the declaration gives a warning. */
#define __rte_deprecated __attribute__((__deprecated__))
/** Using the declaration gives a warning with a text. */
#define __rte_deprecated_msg(msg) __attribute__((__deprecated__(msg)))

/** A pragma from within a macro. */
#define RTE_PRAGMA(x) _Pragma(#x)
/** A compile-time warning from within a macro. */
#define RTE_PRAGMA_WARNING(w) RTE_PRAGMA(GCC warning #w)
/** Put in the value of a macro that should no longer be used. */
#define RTE_DEPRECATED(x) RTE_PRAGMA_WARNING(#x is deprecated)

/** Remember which diagnostics are on. */
#define __rte_diagnostic_push _Pragma("GCC diagnostic push")
/** Return to the diagnostics of the matching push. */
#define __rte_diagnostic_pop _Pragma("GCC diagnostic pop")
/** Allow casts that drop a qualifier, up to the matching pop. */
#define __rte_diagnostic_ignored_wcast_qual _Pragma("GCC diagnostic ignored \"-Wcast-qual\"")

/** Definition that another of the same name replaces. */
#define __rte_weak __attribute__((__weak__))
/** Function whose result depends on its arguments and on memory only. */
#define __rte_pure __attribute__((__pure__))
/** Keep the function or variable though nothing refers to it. */
#define __rte_used __attribute__((__used__))
/** No warning if unused. */
#define __rte_unused __attribute__((__unused__))
/** The pointer is the only way to its object. */
#define __rte_restrict __restrict

/** Mark a variable as used on purpose. */
#define RTE_SET_USED(x) ((void)(x))

/** Function with arguments as for printf(): positions, from 1, of the format and what follows. */
#ifdef __clang__
#define __rte_format_printf(format_index, first_arg) \
	__attribute__((__format__(__printf__, format_index, first_arg)))
#else
#define __rte_format_printf(format_index, first_arg) \
	__attribute__((__format__(gnu_printf, format_index, first_arg)))
#endif

/** Put into a named section of the object file. */
#define __rte_section(name) __attribute__((__section__(name)))

/** Positions of the arguments whose product is the size of the returned block. */
#define __rte_alloc_size(...) __attribute__((__alloc_size__(__VA_ARGS__)))
/**
 * Position of the argument that is the alignment of the returned block. Nothing for clang, which
 * takes the legal alignment 0 for an error.
 */
#if RTE_CC_IS_GNU
#define __rte_alloc_align(argno) __attribute__((__alloc_align__(argno)))
#else
#define __rte_alloc_align(argno)
#endif
/** The returned block is new: no other pointer leads to it. */
#define __rte_malloc __attribute__((__malloc__))
/** Function and argument position that give the returned block back. */
#if RTE_CC_IS_GNU && __GNUC__ >= 11
#define __rte_dealloc(dealloc, argno) __attribute__((__malloc__(dealloc, argno)))
#else
#define __rte_dealloc(dealloc, argno)
#endif

/* --- Functions run before and after main() -------------------------------------------- */

/** Priority of log types: the first. */
#define RTE_PRIORITY_LOG 101
/** Priority of buses. */
#define RTE_PRIORITY_BUS 110
/** Priority of device classes. */
#define RTE_PRIORITY_CLASS 120
/** Priority of everything else. */
#define RTE_PRIORITY_LAST 65535
/** Number of a priority from the end of its name. */
#define RTE_PRIO(prio) RTE_PRIORITY_ ## prio

/** Define a function that runs before main(); low priorities first. */
#ifndef RTE_INIT_PRIO
#define RTE_INIT_PRIO(func, prio) \
	static void __attribute__((__constructor__(RTE_PRIO(prio)), __used__)) func(void)
#endif
/** Define a function that runs before main(). */
#define RTE_INIT(func) RTE_INIT_PRIO(func, LAST)
/** Define a function that runs at exit; high priorities first. */
#ifndef RTE_FINI_PRIO
#define RTE_FINI_PRIO(func, prio) \
	static void __attribute__((__destructor__(RTE_PRIO(prio)), __used__)) func(void)
#endif
/** Define a function that runs at exit. */
#define RTE_FINI(func) RTE_FINI_PRIO(func, LAST)

/* --- Functions and control flow ------------------------------------------------------- */

/** The function does not return. */
#define __rte_noreturn __attribute__((__noreturn__))
/** Control never gets here. */
#define __rte_unreachable() __extension__(__builtin_unreachable())
/** Ignoring the result gives a warning. */
#define __rte_warn_unused_result __attribute__((__warn_unused_result__))
/** Inline even without optimisation; replaces `inline`. */
#define __rte_always_inline inline __attribute__((__always_inline__))
/** Never inline. */
#define __rte_noinline __attribute__((__noinline__))
/** Called often: optimise for speed. */
#define __rte_hot __attribute__((__hot__))
/** Called seldom: optimise for size, keep away from hot code. */
#define __rte_cold __attribute__((__cold__))

/** The optimiser may take the condition for granted; undefined behaviour if it is false. */
#ifdef __clang__
#define __rte_assume(condition) __extension__(__builtin_assume(condition))
#else
#define __rte_assume(condition) \
	do { \
		if (!(condition)) \
			__rte_unreachable(); \
	} while (0)
#endif

/** The address sanitizer leaves the function alone. */
#if defined(__SANITIZE_ADDRESS__)
#define __rte_no_asan __attribute__((__no_sanitize_address__))
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __rte_no_asan __attribute__((no_sanitize("address")))
#else
#define __rte_no_asan
#endif
#else
#define __rte_no_asan
#endif

/* --- Pointers ------------------------------------------------------------------------- */

/** @p ptr moved forward by @p x bytes, as void pointer without qualifiers. */
#define RTE_PTR_ADD(ptr, x) ((void *)((uintptr_t)(ptr) + (x)))
/** @p ptr moved back by @p x bytes, as void pointer without qualifiers. */
#define RTE_PTR_SUB(ptr, x) ((void *)((uintptr_t)(ptr) - (x)))
/** Bytes from @p ptr2 to @p ptr1, unsigned. */
#define RTE_PTR_DIFF(ptr1, ptr2) ((uintptr_t)(ptr1) - (uintptr_t)(ptr2))
/** Pointer without its qualifiers; where it is used nothing may be written that is const. */
#define RTE_PTR_UNQUAL(X) ((void *)(uintptr_t)(X))
/** Cast a pointer without warnings about qualifiers or alignment. */
#define RTE_CAST_PTR(type, ptr) ((type)(uintptr_t)(ptr))
/** Member @p field of *@p var, read or written as if its type were @p type. */
#define RTE_CAST_FIELD(var, field, type) (*(type *)(uintptr_t)&(var)->field)

/**
 * Is @p ptr a multiple of @p align?
 *
 * @param ptr
 *   Any pointer.
 * @param align
 *   Alignment in bytes, not 0.
 * @return
 *   1 or 0.
 */
static inline int
rte_is_aligned(const void * const __rte_restrict ptr, const unsigned int align)
{
	return (uintptr_t)ptr % align == 0;
}

/* --- Rounding: align is a power of two ------------------------------------------------ */

/** @p val rounded down to a multiple of @p align. */
#define RTE_ALIGN_FLOOR(val, align) ((typeof(val))((val) & ~((typeof(val))(align) - 1)))
/** @p val rounded up to a multiple of @p align; wraps at the end of its type. */
#define RTE_ALIGN_CEIL(val, align) RTE_ALIGN_FLOOR((val) + ((typeof(val))(align) - 1), align)
/** Same as RTE_ALIGN_CEIL(). */
#define RTE_ALIGN(val, align) RTE_ALIGN_CEIL(val, align)
/** @p ptr moved back to a multiple of @p align; keeps its type. */
#define RTE_PTR_ALIGN_FLOOR(ptr, align) ((typeof(ptr))RTE_ALIGN_FLOOR((uintptr_t)(ptr), align))
/** @p ptr moved forward to a multiple of @p align; keeps its type. */
#define RTE_PTR_ALIGN_CEIL(ptr, align) ((typeof(ptr))RTE_ALIGN_CEIL((uintptr_t)(ptr), align))
/** Same as RTE_PTR_ALIGN_CEIL(). */
#define RTE_PTR_ALIGN(ptr, align) RTE_PTR_ALIGN_CEIL(ptr, align)

/** @p v rounded up to a multiple of @p mul, which may be any number but 0. */
#define RTE_ALIGN_MUL_CEIL(v, mul) \
	((((v) + (typeof(v))(mul) - 1) / (typeof(v))(mul)) * (typeof(v))(mul))
/** @p v rounded down to a multiple of @p mul, which may be any number but 0. */
#define RTE_ALIGN_MUL_FLOOR(v, mul) (((v) / (typeof(v))(mul)) * (typeof(v))(mul))
/** The multiple of @p mul that is nearest to @p v; the greater one halfway. */
#define RTE_ALIGN_MUL_NEAR(v, mul) __extension__ ({ \
	typeof(v) above_ = RTE_ALIGN_MUL_CEIL(v, mul); \
	typeof(v) below_ = RTE_ALIGN_MUL_FLOOR(v, mul); \
	above_ - (v) <= (v) - below_ ? above_ : below_; \
})

/** Stop the compilation if the constant @p condition is true. */
#define RTE_BUILD_BUG_ON(condition) do { static_assert(!(condition), #condition); } while (0)

/* --- Cache lines ---------------------------------------------------------------------- */

/** Offset bits inside a cache line. */
#define RTE_CACHE_LINE_MASK (RTE_CACHE_LINE_SIZE - 1)
/** @p size rounded up to whole cache lines. */
#define RTE_CACHE_LINE_ROUNDUP(size) \
	(RTE_CACHE_LINE_SIZE * (((size) + RTE_CACHE_LINE_SIZE - 1) / RTE_CACHE_LINE_SIZE))

#if RTE_CACHE_LINE_SIZE == 64
/** Number of offset bits inside a cache line. */
#define RTE_CACHE_LINE_SIZE_LOG2 6
#elif RTE_CACHE_LINE_SIZE == 128
/** Number of offset bits inside a cache line. */
#define RTE_CACHE_LINE_SIZE_LOG2 7
#else
#error "RTE_CACHE_LINE_SIZE must be 64 or 128"
#endif

/** Smallest cache line of the supported machines. */
#define RTE_CACHE_LINE_MIN_SIZE 64
/** Alignment to the configured cache line. */
#define __rte_cache_aligned __rte_aligned(RTE_CACHE_LINE_SIZE)
/** Alignment to the smallest cache line. */
#define __rte_cache_min_aligned __rte_aligned(RTE_CACHE_LINE_MIN_SIZE)

/* Members of one record need different names: the source line makes them so. */
#define _RTE_CACHE_GUARD_HELPER2(unique) \
	alignas(RTE_CACHE_LINE_SIZE) \
	char cache_guard_ ## unique[RTE_CACHE_LINE_SIZE * RTE_CACHE_GUARD_LINES]
#define _RTE_CACHE_GUARD_HELPER1(unique) _RTE_CACHE_GUARD_HELPER2(unique)
/**
 * Unused lines between members that different lcores write, against prefetchers that fetch
 * the next line too.
 */
#if RTE_CACHE_GUARD_LINES > 0
#define RTE_CACHE_GUARD _RTE_CACHE_GUARD_HELPER1(__LINE__)
#else
#define RTE_CACHE_GUARD
#endif

/* --- Addresses and markers ------------------------------------------------------------ */

/** Physical address. */
typedef uint64_t phys_addr_t;
/** No physical address. */
#define RTE_BAD_PHYS_ADDR ((phys_addr_t)-1)

/** Address by which devices reach memory: physical or, behind an IOMMU, virtual. */
typedef uint64_t rte_iova_t;
/** No IO address. */
#define RTE_BAD_IOVA ((rte_iova_t)-1)

/** A place inside a record, without size. */
__extension__ typedef void *RTE_MARKER[0];
/** A place inside a record, aligned to 1 byte. */
__extension__ typedef uint8_t RTE_MARKER8[0];
/** A place inside a record, aligned to 2 bytes. */
__extension__ typedef uint16_t RTE_MARKER16[0];
/** A place inside a record, aligned to 4 bytes. */
__extension__ typedef uint32_t RTE_MARKER32[0];
/** A place inside a record, aligned to 8 bytes. */
__extension__ typedef uint64_t RTE_MARKER64[0];

/* --- Values --------------------------------------------------------------------------- */

/** The lesser of two values; each argument is evaluated once. */
#define RTE_MIN(a, b) __extension__ ({ \
	typeof(a) min_a_ = (a); \
	typeof(b) min_b_ = (b); \
	min_a_ < min_b_ ? min_a_ : min_b_; \
})
/** The least of three values; each argument is evaluated once. */
#define RTE_MIN3(a, b, c) __extension__ ({ \
	typeof(a) min3_a_ = (a); \
	typeof(b) min3_b_ = (b); \
	typeof(c) min3_c_ = (c); \
	min3_a_ < min3_b_ ? (min3_a_ < min3_c_ ? min3_a_ : min3_c_) : \
			     (min3_b_ < min3_c_ ? min3_b_ : min3_c_); \
})
/** The lesser of two values as type @p t, a constant if both are; evaluates twice. */
#define RTE_MIN_T(a, b, t) ((t)(b) < (t)(a) ? (t)(b) : (t)(a))

/** The greater of two values; each argument is evaluated once. */
#define RTE_MAX(a, b) __extension__ ({ \
	typeof(a) max_a_ = (a); \
	typeof(b) max_b_ = (b); \
	max_a_ > max_b_ ? max_a_ : max_b_; \
})
/** The greatest of three values; each argument is evaluated once. */
#define RTE_MAX3(a, b, c) __extension__ ({ \
	typeof(a) max3_a_ = (a); \
	typeof(b) max3_b_ = (b); \
	typeof(c) max3_c_ = (c); \
	max3_a_ > max3_b_ ? (max3_a_ > max3_c_ ? max3_a_ : max3_c_) : \
			     (max3_b_ > max3_c_ ? max3_b_ : max3_c_); \
})
/** The greater of two values as type @p t, a constant if both are; evaluates twice. */
#define RTE_MAX_T(a, b, t) ((t)(b) > (t)(a) ? (t)(b) : (t)(a))

/** Exchange two variables of one type. */
#define RTE_SWAP(a, b) __extension__ ({ \
	typeof(a) swap_a_ = (a); \
	(a) = (b); \
	(b) = swap_a_; \
})

/** Pointer to the record of type @p type whose member @p member lies at @p ptr. */
#ifndef container_of
#ifdef __cplusplus
#define container_of(ptr, type, member) ((type *)((uintptr_t)(ptr) - offsetof(type, member)))
#else
#define container_of(ptr, type, member) __extension__ ({ \
	const volatile typeof(((type *)0)->member) *inner_ = (ptr); \
	(type *)((uintptr_t)inner_ - offsetof(type, member)); \
})
#endif
#endif

/** Size of a member, in bytes. */
#define RTE_SIZEOF_FIELD(type, field) (sizeof(((type *)0)->field))

#define _RTE_STR(x) #x
/** Text of a macro's value. */
#define RTE_STR(x) _RTE_STR(x)

#define _RTE_CONCAT2(a, b) a ## b
/** Paste two tokens after expanding them. */
#define RTE_CONCAT(a, b) _RTE_CONCAT2(a, b)

/**
 * Format and arguments for a printf() family function, made of RTE_FMT_HEAD() with text around it
 * and RTE_FMT_TAIL():
 * `RTE_FMT("text " RTE_FMT_HEAD(__VA_ARGS__ ,) "\n", RTE_FMT_TAIL(__VA_ARGS__ ,))`.
 * An empty string, printed as nothing, fills the place left by a missing last argument.
 */
#define RTE_FMT(fmt, ...) fmt "%.0s", __VA_ARGS__ ""
/** The format, first of the arguments. */
#define RTE_FMT_HEAD(fmt, ...) fmt
/** The arguments after the format. */
#define RTE_FMT_TAIL(fmt, ...) __VA_ARGS__

/** Type @p tp with its @p ln low bits set; 1 to 64. */
#define RTE_LEN2MASK(ln, tp) ((tp)(UINT64_MAX >> (CHAR_BIT * sizeof(uint64_t) - (ln))))

/** Number of elements of an array. */
#define RTE_DIM(a) (sizeof(a) / sizeof((a)[0]))

/**
 * Read a size such as "64", "0x40", "4K", "2 MB" or "1G": a number and an optional unit of
 * powers of 1024, in either case.
 *
 * @param str
 *   Text to read, not NULL.
 * @return
 *   Size in bytes; 0 if the text is negative or does not fit, with errno set.
 */
uint64_t
rte_str_to_size(const char *str);

/**
 * @warning Experimental, may change.
 *
 * Write a number in short form, such as "640 kB", "1.21 Mi" or "3.5".
 *
 * @param buf
 *   Receives the text.
 * @param buf_size
 *   Bytes in @p buf.
 * @param count
 *   The number.
 * @param use_iec
 *   true: powers of 1024 (Ki, Mi ...), false: powers of 1000 (k, M ...).
 * @param unit
 *   Text to stand behind the prefix, such as "B"; NULL for none.
 * @return
 *   @p buf, or NULL if the text does not fit.
 */
__rte_experimental
char *
rte_size_to_str(char *buf, int buf_size, uint64_t count, bool use_iec, const char *unit);

/**
 * Log a message, clean the libraries up and end the process. The clean-up is left out where
 * rte_eal_cleanup() would refuse it.
 *
 * @param exit_code
 *   Exit status; the message is logged as an error unless it is 0.
 * @param format
 *   As for printf().
 */
__rte_noreturn __rte_format_printf(2, 3)
void
rte_exit(int exit_code, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_COMMON_H_ */
