/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bits: constants and fields, single bits of variables of 32 and 64 bits (plain and atomic),
 * counting, powers of two.
 */

#ifndef _RTE_BITOPS_H_
#define _RTE_BITOPS_H_

/**
 * @file
 * Bit operations. Bits are numbered from 0, the least significant.
 */

#include <stdint.h>

#include <rte_compat.h>
#include <rte_debug.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Constants and fields ------------------------------------------------------------- */

/** 64-bit value with bit @p nr set, up to 63. */
#define RTE_BIT64(nr) (UINT64_C(1) << (nr))
/** 32-bit value with bit @p nr set, up to 31. */
#define RTE_BIT32(nr) (UINT32_C(1) << (nr))
/** 32-bit value @p val moved up by @p nr bits. */
#define RTE_SHIFT_VAL32(val, nr) ((uint32_t)(val) << (nr))
/** 64-bit value @p val moved up by @p nr bits. */
#define RTE_SHIFT_VAL64(val, nr) ((uint64_t)(val) << (nr))
/** 32-bit value with the bits from @p low to @p high set, both included. */
#define RTE_GENMASK32(high, low) ((UINT32_MAX >> (31 - (high))) & (UINT32_MAX << (low)))
/** 64-bit value with the bits from @p low to @p high set, both included. */
#define RTE_GENMASK64(high, low) ((UINT64_MAX >> (63 - (high))) & (UINT64_MAX << (low)))
/** The field of @p reg under the contiguous @p mask, moved down to bit 0. */
#define RTE_FIELD_GET32(mask, reg) ((uint32_t)(((reg) & (mask)) >> rte_ctz32(mask)))
/** As RTE_FIELD_GET32(), for 64 bits. */
#define RTE_FIELD_GET64(mask, reg) ((uint64_t)(((reg) & (mask)) >> rte_ctz64(mask)))

/* --- Single bits of a variable -------------------------------------------------------- */

#ifndef __cplusplus

/* Picks the function by type: plain or volatile (v_), 32 or 64 bits. */
#define __RTE_BIT_SELECT(addr, prefix, op) _Generic((addr), \
	uint32_t *: prefix ## op ## 32, volatile uint32_t *: prefix ## v_ ## op ## 32, \
	uint64_t *: prefix ## op ## 64, volatile uint64_t *: prefix ## v_ ## op ## 64)
/* The same for functions that only read. */
#define __RTE_BIT_SELECT_CONST(addr, prefix, op) _Generic((addr), \
	uint32_t *: prefix ## op ## 32, volatile uint32_t *: prefix ## v_ ## op ## 32, \
	const uint32_t *: prefix ## op ## 32, const volatile uint32_t *: prefix ## v_ ## op ## 32, \
	uint64_t *: prefix ## op ## 64, volatile uint64_t *: prefix ## v_ ## op ## 64, \
	const uint64_t *: prefix ## op ## 64, const volatile uint64_t *: prefix ## v_ ## op ## 64)

/**
 * Is bit @p nr of *@p addr set? In this and the macros below, @p addr points to a uint32_t or a
 * uint64_t, which may be volatile. In C++ they are overloaded functions. Not atomic: other threads
 * must not change the word meanwhile, not even other bits of it.
 */
#define rte_bit_test(addr, nr) __RTE_BIT_SELECT_CONST(addr, __rte_bit_, test)(addr, nr)
/** Set bit @p nr of *@p addr; not atomic. */
#define rte_bit_set(addr, nr) __RTE_BIT_SELECT(addr, __rte_bit_, set)(addr, nr)
/** Clear bit @p nr of *@p addr; not atomic. */
#define rte_bit_clear(addr, nr) __RTE_BIT_SELECT(addr, __rte_bit_, clear)(addr, nr)
/** Set bit @p nr of *@p addr to @p value, true or false; not atomic. */
#define rte_bit_assign(addr, nr, value) __RTE_BIT_SELECT(addr, __rte_bit_, assign)(addr, nr, value)
/** Turn bit @p nr of *@p addr over; not atomic. */
#define rte_bit_flip(addr, nr) __RTE_BIT_SELECT(addr, __rte_bit_, flip)(addr, nr)

/**
 * Is bit @p nr of *@p addr set? In this and the macros below, any number of threads may work on the
 * word at the same time; @p memory_order is one of rte_memory_order_*.
 */
#define rte_bit_atomic_test(addr, nr, memory_order) \
	__RTE_BIT_SELECT_CONST(addr, __rte_bit_atomic_, test)(addr, nr, memory_order)
/** Set bit @p nr of *@p addr, atomically. */
#define rte_bit_atomic_set(addr, nr, memory_order) \
	__RTE_BIT_SELECT(addr, __rte_bit_atomic_, set)(addr, nr, memory_order)
/** Clear bit @p nr of *@p addr, atomically. */
#define rte_bit_atomic_clear(addr, nr, memory_order) \
	__RTE_BIT_SELECT(addr, __rte_bit_atomic_, clear)(addr, nr, memory_order)
/** Set bit @p nr of *@p addr to @p value, true or false, atomically. */
#define rte_bit_atomic_assign(addr, nr, value, memory_order) \
	__RTE_BIT_SELECT(addr, __rte_bit_atomic_, assign)(addr, nr, value, memory_order)
/** Turn bit @p nr of *@p addr over, atomically. */
#define rte_bit_atomic_flip(addr, nr, memory_order) \
	__RTE_BIT_SELECT(addr, __rte_bit_atomic_, flip)(addr, nr, memory_order)
/** Set bit @p nr of *@p addr, atomically; true if it was set before. */
#define rte_bit_atomic_test_and_set(addr, nr, memory_order) \
	__RTE_BIT_SELECT(addr, __rte_bit_atomic_, test_and_set)(addr, nr, memory_order)
/** Clear bit @p nr of *@p addr, atomically; true if it was set before. */
#define rte_bit_atomic_test_and_clear(addr, nr, memory_order) \
	__RTE_BIT_SELECT(addr, __rte_bit_atomic_, test_and_clear)(addr, nr, memory_order)
/** Set bit @p nr of *@p addr to @p value, atomically; true if it was set before. */
#define rte_bit_atomic_test_and_assign(addr, nr, value, memory_order) \
	__RTE_BIT_SELECT(addr, __rte_bit_atomic_, test_and_assign)(addr, nr, value, memory_order)

#endif /* !__cplusplus */

/* In C++ the overloads at the end carry the mark, which their callees must not have too. */
#ifdef __cplusplus
#define __RTE_BIT_INNER
#else
#define __RTE_BIT_INNER __rte_experimental
#endif

/*
 * The functions behind these macros, for one size and one kind of pointer: variant is empty or v_,
 * qualifier empty or volatile.
 */
#define __RTE_GEN_BIT_TEST(variant, qualifier, size) \
__RTE_BIT_INNER static inline bool \
__rte_bit_ ## variant ## test ## size(const qualifier uint ## size ## _t *addr, unsigned int nr) \
{ RTE_ASSERT(nr < size); return (*addr & RTE_BIT ## size(nr)) != 0; }

#define __RTE_GEN_BIT_SET(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_ ## variant ## set ## size(qualifier uint ## size ## _t *addr, unsigned int nr) \
{ RTE_ASSERT(nr < size); *addr = *addr | RTE_BIT ## size(nr); }

#define __RTE_GEN_BIT_CLEAR(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_ ## variant ## clear ## size(qualifier uint ## size ## _t *addr, unsigned int nr) \
{ RTE_ASSERT(nr < size); *addr = *addr & ~RTE_BIT ## size(nr); }

#define __RTE_GEN_BIT_ASSIGN(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_ ## variant ## assign ## size(qualifier uint ## size ## _t *addr, unsigned int nr, \
		bool value) \
{ RTE_ASSERT(nr < size); \
	*addr = (*addr & ~RTE_BIT ## size(nr)) | ((uint ## size ## _t)value << nr); }

#define __RTE_GEN_BIT_FLIP(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_ ## variant ## flip ## size(qualifier uint ## size ## _t *addr, unsigned int nr) \
{ RTE_ASSERT(nr < size); *addr = *addr ^ RTE_BIT ## size(nr); }

#define __RTE_GEN_BIT_OPS(v, qualifier, size) \
	__RTE_GEN_BIT_TEST(v, qualifier, size) \
	__RTE_GEN_BIT_SET(v, qualifier, size) \
	__RTE_GEN_BIT_CLEAR(v, qualifier, size) \
	__RTE_GEN_BIT_ASSIGN(v, qualifier, size) \
	__RTE_GEN_BIT_FLIP(v, qualifier, size)

#define __RTE_GEN_BIT_OPS_SIZE(size) \
	__RTE_GEN_BIT_OPS(,, size) \
	__RTE_GEN_BIT_OPS(v_, volatile, size)

#define __RTE_GEN_BIT_ATOMIC_TEST(variant, qualifier, size) \
__RTE_BIT_INNER static inline bool \
__rte_bit_atomic_ ## variant ## test ## size(const qualifier uint ## size ## _t *addr, \
		unsigned int nr, int memory_order) \
{ RTE_ASSERT(nr < size); \
	return (rte_atomic_load_explicit((const qualifier __rte_atomic uint ## size ## _t *)addr, \
			memory_order) & RTE_BIT ## size(nr)) != 0; }

/* Body of a read-modify-write: fetch is or, and, xor. */
#define __RTE_BIT_ATOMIC_FETCH(fetch, qualifier, size, mask) \
	rte_atomic_fetch_ ## fetch ## _explicit((qualifier __rte_atomic uint ## size ## _t *)addr, \
			mask, memory_order)

#define __RTE_GEN_BIT_ATOMIC_TEST_AND_SET(variant, qualifier, size) \
__RTE_BIT_INNER static inline bool \
__rte_bit_atomic_ ## variant ## test_and_set ## size(qualifier uint ## size ## _t *addr, \
		unsigned int nr, int memory_order) \
{ RTE_ASSERT(nr < size); uint ## size ## _t mask = RTE_BIT ## size(nr); \
	return (__RTE_BIT_ATOMIC_FETCH(or, qualifier, size, mask) & mask) != 0; }

#define __RTE_GEN_BIT_ATOMIC_TEST_AND_CLEAR(variant, qualifier, size) \
__RTE_BIT_INNER static inline bool \
__rte_bit_atomic_ ## variant ## test_and_clear ## size(qualifier uint ## size ## _t *addr, \
		unsigned int nr, int memory_order) \
{ RTE_ASSERT(nr < size); uint ## size ## _t mask = RTE_BIT ## size(nr); \
	return (__RTE_BIT_ATOMIC_FETCH(and, qualifier, size, ~mask) & mask) != 0; }

#define __RTE_GEN_BIT_ATOMIC_TEST_AND_ASSIGN(variant, qualifier, size) \
__RTE_BIT_INNER static inline bool \
__rte_bit_atomic_ ## variant ## test_and_assign ## size(qualifier uint ## size ## _t *addr, \
		unsigned int nr, bool value, int memory_order) \
{ RTE_ASSERT(nr < size); uint ## size ## _t mask = RTE_BIT ## size(nr); \
	return ((value ? __RTE_BIT_ATOMIC_FETCH(or, qualifier, size, mask) : \
		__RTE_BIT_ATOMIC_FETCH(and, qualifier, size, ~mask)) & mask) != 0; }

#define __RTE_GEN_BIT_ATOMIC_SET(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_atomic_ ## variant ## set ## size(qualifier uint ## size ## _t *addr, \
		unsigned int nr, int memory_order) \
{ RTE_ASSERT(nr < size); __RTE_BIT_ATOMIC_FETCH(or, qualifier, size, RTE_BIT ## size(nr)); }

#define __RTE_GEN_BIT_ATOMIC_CLEAR(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_atomic_ ## variant ## clear ## size(qualifier uint ## size ## _t *addr, \
		unsigned int nr, int memory_order) \
{ RTE_ASSERT(nr < size); __RTE_BIT_ATOMIC_FETCH(and, qualifier, size, ~RTE_BIT ## size(nr)); }

#define __RTE_GEN_BIT_ATOMIC_FLIP(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_atomic_ ## variant ## flip ## size(qualifier uint ## size ## _t *addr, \
		unsigned int nr, int memory_order) \
{ RTE_ASSERT(nr < size); __RTE_BIT_ATOMIC_FETCH(xor, qualifier, size, RTE_BIT ## size(nr)); }

#define __RTE_GEN_BIT_ATOMIC_ASSIGN(variant, qualifier, size) \
__RTE_BIT_INNER static inline void \
__rte_bit_atomic_ ## variant ## assign ## size(qualifier uint ## size ## _t *addr, \
		unsigned int nr, bool value, int memory_order) \
{ RTE_ASSERT(nr < size); \
	if (value) \
		__RTE_BIT_ATOMIC_FETCH(or, qualifier, size, RTE_BIT ## size(nr)); \
	else \
		__RTE_BIT_ATOMIC_FETCH(and, qualifier, size, ~RTE_BIT ## size(nr)); }

#define __RTE_GEN_BIT_ATOMIC_OPS(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_TEST(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_SET(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_CLEAR(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_ASSIGN(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_TEST_AND_SET(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_TEST_AND_CLEAR(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_TEST_AND_ASSIGN(variant, qualifier, size) \
	__RTE_GEN_BIT_ATOMIC_FLIP(variant, qualifier, size)

#define __RTE_GEN_BIT_ATOMIC_OPS_SIZE(size) \
	__RTE_GEN_BIT_ATOMIC_OPS(,, size) \
	__RTE_GEN_BIT_ATOMIC_OPS(v_, volatile, size)

__RTE_GEN_BIT_OPS_SIZE(32)
__RTE_GEN_BIT_OPS_SIZE(64)
__RTE_GEN_BIT_ATOMIC_OPS_SIZE(32)
__RTE_GEN_BIT_ATOMIC_OPS_SIZE(64)

/* --- Single bits: older functions ----------------------------------------------------- */

/* In spite of the name these are not atomic: other threads must leave the word alone. */

/** Bit @p nr in its place: non-zero if it is set. */
static inline uint32_t
rte_bit_relaxed_get32(unsigned int nr, volatile uint32_t *addr)
{
	RTE_ASSERT(nr < 32);
	return *addr & RTE_BIT32(nr);
}

/** Set bit @p nr. */
static inline void
rte_bit_relaxed_set32(unsigned int nr, volatile uint32_t *addr)
{
	RTE_ASSERT(nr < 32);
	*addr = *addr | RTE_BIT32(nr);
}

/** Clear bit @p nr. */
static inline void
rte_bit_relaxed_clear32(unsigned int nr, volatile uint32_t *addr)
{
	RTE_ASSERT(nr < 32);
	*addr = *addr & ~RTE_BIT32(nr);
}

/** Set bit @p nr; non-zero if it was set before. */
static inline uint32_t
rte_bit_relaxed_test_and_set32(unsigned int nr, volatile uint32_t *addr)
{
	uint32_t before = rte_bit_relaxed_get32(nr, addr);

	rte_bit_relaxed_set32(nr, addr);
	return before;
}

/** Clear bit @p nr; non-zero if it was set before. */
static inline uint32_t
rte_bit_relaxed_test_and_clear32(unsigned int nr, volatile uint32_t *addr)
{
	uint32_t before = rte_bit_relaxed_get32(nr, addr);

	rte_bit_relaxed_clear32(nr, addr);
	return before;
}

/** Bit @p nr in its place: non-zero if it is set. */
static inline uint64_t
rte_bit_relaxed_get64(unsigned int nr, volatile uint64_t *addr)
{
	RTE_ASSERT(nr < 64);
	return *addr & RTE_BIT64(nr);
}

/** Set bit @p nr. */
static inline void
rte_bit_relaxed_set64(unsigned int nr, volatile uint64_t *addr)
{
	RTE_ASSERT(nr < 64);
	*addr = *addr | RTE_BIT64(nr);
}

/** Clear bit @p nr. */
static inline void
rte_bit_relaxed_clear64(unsigned int nr, volatile uint64_t *addr)
{
	RTE_ASSERT(nr < 64);
	*addr = *addr & ~RTE_BIT64(nr);
}

/** Set bit @p nr; non-zero if it was set before. */
static inline uint64_t
rte_bit_relaxed_test_and_set64(unsigned int nr, volatile uint64_t *addr)
{
	uint64_t before = rte_bit_relaxed_get64(nr, addr);

	rte_bit_relaxed_set64(nr, addr);
	return before;
}

/** Clear bit @p nr; non-zero if it was set before. */
static inline uint64_t
rte_bit_relaxed_test_and_clear64(unsigned int nr, volatile uint64_t *addr)
{
	uint64_t before = rte_bit_relaxed_get64(nr, addr);

	rte_bit_relaxed_clear64(nr, addr);
	return before;
}

/* --- Counting and searching ----------------------------------------------------------- */

/** Number of clear bits above the highest set one; @p v is not 0. */
static inline unsigned int
rte_clz32(uint32_t v)
{
	return (unsigned int)__builtin_clz(v);
}

/** Number of clear bits above the highest set one; @p v is not 0. */
static inline unsigned int
rte_clz64(uint64_t v)
{
	return (unsigned int)__builtin_clzll(v);
}

/** Number of clear bits below the lowest set one; @p v is not 0. */
static inline unsigned int
rte_ctz32(uint32_t v)
{
	return (unsigned int)__builtin_ctz(v);
}

/** Number of clear bits below the lowest set one; @p v is not 0. */
static inline unsigned int
rte_ctz64(uint64_t v)
{
	return (unsigned int)__builtin_ctzll(v);
}

/** Number of set bits. */
static inline unsigned int
rte_popcount32(uint32_t v)
{
	return (unsigned int)__builtin_popcount(v);
}

/** Number of set bits. */
static inline unsigned int
rte_popcount64(uint64_t v)
{
	return (unsigned int)__builtin_popcountll(v);
}

/** @warning Experimental. Lowest set bit, counted from 1; 0 if @p v is 0. */
__rte_experimental
static inline unsigned int
rte_ffs32(uint32_t v)
{
	return (unsigned int)__builtin_ffs((int)v);
}

/** @warning Experimental. Lowest set bit, counted from 1; 0 if @p v is 0. */
__rte_experimental
static inline unsigned int
rte_ffs64(uint64_t v)
{
	return (unsigned int)__builtin_ffsll((long long)v);
}

/** @p x with every bit below its highest set one set too. */
static inline uint32_t
rte_combine32ms1b(uint32_t x)
{
	return x == 0 ? 0 : UINT32_MAX >> rte_clz32(x);
}

/** @p v with every bit below its highest set one set too. */
static inline uint64_t
rte_combine64ms1b(uint64_t v)
{
	return v == 0 ? 0 : UINT64_MAX >> rte_clz64(v);
}

/** Lowest set bit; @p v is not 0. */
static inline uint32_t
rte_bsf32(uint32_t v)
{
	return rte_ctz32(v);
}

/** Store the lowest set bit and give 1; 0 if @p v is 0. */
static inline int
rte_bsf32_safe(uint32_t v, uint32_t *pos)
{
	if (v == 0)
		return 0;
	*pos = rte_ctz32(v);
	return 1;
}

/** Lowest set bit; @p v is not 0. */
static inline uint32_t
rte_bsf64(uint64_t v)
{
	return rte_ctz64(v);
}

/** Store the lowest set bit and give 1; 0 if @p v is 0. */
static inline int
rte_bsf64_safe(uint64_t v, uint32_t *pos)
{
	if (v == 0)
		return 0;
	*pos = rte_ctz64(v);
	return 1;
}

/** Highest set bit, counted from 1; 0 if @p x is 0. */
static inline uint32_t
rte_fls_u32(uint32_t x)
{
	return x == 0 ? 0 : 32 - rte_clz32(x);
}

/** Highest set bit, counted from 1; 0 if @p x is 0. */
static inline uint32_t
rte_fls_u64(uint64_t x)
{
	return x == 0 ? 0 : 64 - rte_clz64(x);
}

/* --- Powers of two -------------------------------------------------------------------- */

/** Is @p n a power of two? A constant if @p n is; evaluates it more than once. */
#define RTE_IS_POWER_OF_2(n) ((n) != 0 && (((n) - 1) & (n)) == 0)

/** 1 if @p n is a power of two, else 0. */
static inline int
rte_is_power_of_2(uint32_t n)
{
	return RTE_IS_POWER_OF_2(n);
}

/** The least power of two that is not below @p x; 0 for 0 and above 2^31. */
static inline uint32_t
rte_align32pow2(uint32_t x)
{
	return rte_combine32ms1b(x - 1) + 1;
}

/** The greatest power of two that is not above @p x; 0 for 0. */
static inline uint32_t
rte_align32prevpow2(uint32_t x)
{
	return x == 0 ? 0 : RTE_BIT32(31 - rte_clz32(x));
}

/** The least power of two that is not below @p v; 0 for 0 and above 2^63. */
static inline uint64_t
rte_align64pow2(uint64_t v)
{
	return rte_combine64ms1b(v - 1) + 1;
}

/** The greatest power of two that is not above @p v; 0 for 0. */
static inline uint64_t
rte_align64prevpow2(uint64_t v)
{
	return v == 0 ? 0 : RTE_BIT64(63 - rte_clz64(v));
}

/** Logarithm to base 2, rounded up; 0 for 0. */
static inline uint32_t
rte_log2_u32(uint32_t v)
{
	return v == 0 ? 0 : rte_fls_u32(v - 1);
}

/** Logarithm to base 2, rounded up; 0 for 0. */
static inline uint32_t
rte_log2_u64(uint64_t v)
{
	return v == 0 ? 0 : rte_fls_u64(v - 1);
}

#ifdef __cplusplus
}

/* C++ has no _Generic: one overload for each kind of pointer. */
#define __RTE_BIT_ARGS(...) __VA_ARGS__
#define __RTE_BIT_OVERLOAD_ONE(group, op, ret, qualifier, variant, size, params, args) \
__rte_experimental static inline ret \
rte_bit_ ## group ## op(qualifier uint ## size ## _t *addr, __RTE_BIT_ARGS params) \
{ return __rte_bit_ ## group ## variant ## op ## size(addr, __RTE_BIT_ARGS args); }
#define __RTE_BIT_OVERLOAD(group, op, ret, qualifier, params, args) \
	__RTE_BIT_OVERLOAD_ONE(group, op, ret, qualifier,, 32, params, args) \
	__RTE_BIT_OVERLOAD_ONE(group, op, ret, qualifier volatile, v_, 32, params, args) \
	__RTE_BIT_OVERLOAD_ONE(group, op, ret, qualifier,, 64, params, args) \
	__RTE_BIT_OVERLOAD_ONE(group, op, ret, qualifier volatile, v_, 64, params, args)

__RTE_BIT_OVERLOAD(, test, bool, const, (unsigned int nr), (nr))
__RTE_BIT_OVERLOAD(, set, void,, (unsigned int nr), (nr))
__RTE_BIT_OVERLOAD(, clear, void,, (unsigned int nr), (nr))
__RTE_BIT_OVERLOAD(, assign, void,, (unsigned int nr, bool value), (nr, value))
__RTE_BIT_OVERLOAD(, flip, void,, (unsigned int nr), (nr))

__RTE_BIT_OVERLOAD(atomic_, test, bool, const, (unsigned int nr, int memory_order),
	(nr, memory_order))
__RTE_BIT_OVERLOAD(atomic_, set, void,, (unsigned int nr, int memory_order), (nr, memory_order))
__RTE_BIT_OVERLOAD(atomic_, clear, void,, (unsigned int nr, int memory_order), (nr, memory_order))
__RTE_BIT_OVERLOAD(atomic_, assign, void,, (unsigned int nr, bool value, int memory_order),
	(nr, value, memory_order))
__RTE_BIT_OVERLOAD(atomic_, flip, void,, (unsigned int nr, int memory_order), (nr, memory_order))
__RTE_BIT_OVERLOAD(atomic_, test_and_set, bool,, (unsigned int nr, int memory_order),
	(nr, memory_order))
__RTE_BIT_OVERLOAD(atomic_, test_and_clear, bool,, (unsigned int nr, int memory_order),
	(nr, memory_order))
__RTE_BIT_OVERLOAD(atomic_, test_and_assign, bool,,
	(unsigned int nr, bool value, int memory_order), (nr, value, memory_order))

#endif /* __cplusplus */

#endif /* _RTE_BITOPS_H_ */
