/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Memory barriers and the older atomic counters. The counters are compiler builtins on every
 * architecture: full barriers, as they always were. New code uses rte_stdatomic.h, which
 * lets it choose the order.
 *
 * The barriers are macros or functions of the architecture's rte_atomic.h:
 *   rte_mb, rte_wmb, rte_rmb              order all, stores, loads, devices included
 *   rte_smp_mb, rte_smp_wmb, rte_smp_rmb  the same among lcores only
 *   rte_io_mb, rte_io_wmb, rte_io_rmb     the same towards devices
 */

#ifndef _RTE_ATOMIC_H_
#define _RTE_ATOMIC_H_

/**
 * @file
 * Memory barriers and atomic counters of 16, 32 and 64 bits.
 *
 * cmpset: if *dst is exp, set it to src; 1 if it was, else 0. exchange: set and give the value
 * before. test_and_set: set a counter that is 0 to 1; 1 if it was 0, else 0. All may be called by
 * any number of threads on one counter; init is for a counter nobody else sees yet.
 */

#include <stdint.h>

#include <rte_common.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Keeps the compiler, not the processor, from moving memory accesses across. */
#define rte_compiler_barrier() do { asm volatile("" : : : "memory"); } while (0)

/**
 * Fence between lcores.
 *
 * @param memorder
 *   One of rte_memory_order_*.
 */
static __rte_always_inline void
rte_atomic_thread_fence(rte_memory_order memorder);

/* --- 16 bits ------------------------------------------------------------- */

/** Counter of 16 bits; reached through the functions below only. */
typedef struct {
	volatile int16_t cnt; /**< Value. */
} rte_atomic16_t;

/** Initial value of a counter. */
#define RTE_ATOMIC16_INIT(val) { (val) }

/** Compare and set, see above. */
static inline int
rte_atomic16_cmpset(volatile uint16_t *dst, uint16_t exp, uint16_t src)
{
	return __atomic_compare_exchange_n(dst, &exp, src, 0, __ATOMIC_SEQ_CST,
			__ATOMIC_SEQ_CST);
}

/** Set a plain variable and give the value before. */
static inline uint16_t
rte_atomic16_exchange(volatile uint16_t *dst, uint16_t val)
{
	return __atomic_exchange_n(dst, val, __ATOMIC_SEQ_CST);
}

/** Make a new counter 0. */
static inline void
rte_atomic16_init(rte_atomic16_t *v)
{
	v->cnt = 0;
}

/** Value of the counter; orders nothing. */
static inline int16_t
rte_atomic16_read(const rte_atomic16_t *v)
{
	return __atomic_load_n(&v->cnt, __ATOMIC_RELAXED);
}

/** Set the counter; orders nothing. */
static inline void
rte_atomic16_set(rte_atomic16_t *v, int16_t new_value)
{
	__atomic_store_n(&v->cnt, new_value, __ATOMIC_RELAXED);
}

/** Add to the counter. */
static inline void
rte_atomic16_add(rte_atomic16_t *v, int16_t inc)
{
	__atomic_fetch_add(&v->cnt, inc, __ATOMIC_SEQ_CST);
}

/** Subtract from the counter. */
static inline void
rte_atomic16_sub(rte_atomic16_t *v, int16_t dec)
{
	__atomic_fetch_sub(&v->cnt, dec, __ATOMIC_SEQ_CST);
}

/** Add 1. */
static inline void
rte_atomic16_inc(rte_atomic16_t *v)
{
	rte_atomic16_add(v, 1);
}

/** Subtract 1. */
static inline void
rte_atomic16_dec(rte_atomic16_t *v)
{
	rte_atomic16_sub(v, 1);
}

/** Add and give the new value. */
static inline int16_t
rte_atomic16_add_return(rte_atomic16_t *v, int16_t inc)
{
	return __atomic_add_fetch(&v->cnt, inc, __ATOMIC_SEQ_CST);
}

/** Subtract and give the new value. */
static inline int16_t
rte_atomic16_sub_return(rte_atomic16_t *v, int16_t dec)
{
	return __atomic_sub_fetch(&v->cnt, dec, __ATOMIC_SEQ_CST);
}

/** Add 1; 1 if the counter is 0 now, else 0. */
static inline int
rte_atomic16_inc_and_test(rte_atomic16_t *v)
{
	return rte_atomic16_add_return(v, 1) == 0;
}

/** Subtract 1; 1 if the counter is 0 now, else 0. */
static inline int
rte_atomic16_dec_and_test(rte_atomic16_t *v)
{
	return rte_atomic16_sub_return(v, 1) == 0;
}

/** Set a counter that is 0 to 1; 1 if it was 0, else 0. */
static inline int
rte_atomic16_test_and_set(rte_atomic16_t *v)
{
	return rte_atomic16_cmpset((volatile uint16_t *)&v->cnt, 0, 1);
}

/** Set the counter to 0; orders nothing. */
static inline void
rte_atomic16_clear(rte_atomic16_t *v)
{
	rte_atomic16_set(v, 0);
}

/* --- 32 bits ------------------------------------------------------------- */

/** Counter of 32 bits; reached through the functions below only. */
typedef struct {
	volatile int32_t cnt; /**< Value. */
} rte_atomic32_t;

/** Initial value of a counter. */
#define RTE_ATOMIC32_INIT(val) { (val) }

/** Compare and set, see above. */
static inline int
rte_atomic32_cmpset(volatile uint32_t *dst, uint32_t exp, uint32_t src)
{
	return __atomic_compare_exchange_n(dst, &exp, src, 0, __ATOMIC_SEQ_CST,
			__ATOMIC_SEQ_CST);
}

/** Set a plain variable and give the value before. */
static inline uint32_t
rte_atomic32_exchange(volatile uint32_t *dst, uint32_t val)
{
	return __atomic_exchange_n(dst, val, __ATOMIC_SEQ_CST);
}

/** Make a new counter 0. */
static inline void
rte_atomic32_init(rte_atomic32_t *v)
{
	v->cnt = 0;
}

/** Value of the counter; orders nothing. */
static inline int32_t
rte_atomic32_read(const rte_atomic32_t *v)
{
	return __atomic_load_n(&v->cnt, __ATOMIC_RELAXED);
}

/** Set the counter; orders nothing. */
static inline void
rte_atomic32_set(rte_atomic32_t *v, int32_t new_value)
{
	__atomic_store_n(&v->cnt, new_value, __ATOMIC_RELAXED);
}

/** Add to the counter. */
static inline void
rte_atomic32_add(rte_atomic32_t *v, int32_t inc)
{
	__atomic_fetch_add(&v->cnt, inc, __ATOMIC_SEQ_CST);
}

/** Subtract from the counter. */
static inline void
rte_atomic32_sub(rte_atomic32_t *v, int32_t dec)
{
	__atomic_fetch_sub(&v->cnt, dec, __ATOMIC_SEQ_CST);
}

/** Add 1. */
static inline void
rte_atomic32_inc(rte_atomic32_t *v)
{
	rte_atomic32_add(v, 1);
}

/** Subtract 1. */
static inline void
rte_atomic32_dec(rte_atomic32_t *v)
{
	rte_atomic32_sub(v, 1);
}

/** Add and give the new value. */
static inline int32_t
rte_atomic32_add_return(rte_atomic32_t *v, int32_t inc)
{
	return __atomic_add_fetch(&v->cnt, inc, __ATOMIC_SEQ_CST);
}

/** Subtract and give the new value. */
static inline int32_t
rte_atomic32_sub_return(rte_atomic32_t *v, int32_t dec)
{
	return __atomic_sub_fetch(&v->cnt, dec, __ATOMIC_SEQ_CST);
}

/** Add 1; 1 if the counter is 0 now, else 0. */
static inline int
rte_atomic32_inc_and_test(rte_atomic32_t *v)
{
	return rte_atomic32_add_return(v, 1) == 0;
}

/** Subtract 1; 1 if the counter is 0 now, else 0. */
static inline int
rte_atomic32_dec_and_test(rte_atomic32_t *v)
{
	return rte_atomic32_sub_return(v, 1) == 0;
}

/** Set a counter that is 0 to 1; 1 if it was 0, else 0. */
static inline int
rte_atomic32_test_and_set(rte_atomic32_t *v)
{
	return rte_atomic32_cmpset((volatile uint32_t *)&v->cnt, 0, 1);
}

/** Set the counter to 0; orders nothing. */
static inline void
rte_atomic32_clear(rte_atomic32_t *v)
{
	rte_atomic32_set(v, 0);
}

/* --- 64 bits ------------------------------------------------------------- */

/** Counter of 64 bits; reached through the functions below only. */
typedef struct {
	volatile int64_t cnt; /**< Value. */
} rte_atomic64_t;

/** Initial value of a counter. */
#define RTE_ATOMIC64_INIT(val) { (val) }

/** Compare and set, see above. */
static inline int
rte_atomic64_cmpset(volatile uint64_t *dst, uint64_t exp, uint64_t src)
{
	return __atomic_compare_exchange_n(dst, &exp, src, 0, __ATOMIC_SEQ_CST,
			__ATOMIC_SEQ_CST);
}

/** Set a plain variable and give the value before. */
static inline uint64_t
rte_atomic64_exchange(volatile uint64_t *dst, uint64_t val)
{
	return __atomic_exchange_n(dst, val, __ATOMIC_SEQ_CST);
}

/** Make a new counter 0. */
static inline void
rte_atomic64_init(rte_atomic64_t *v)
{
	v->cnt = 0;
}

/** Value of the counter; orders nothing. */
static inline int64_t
rte_atomic64_read(rte_atomic64_t *v)
{
	return __atomic_load_n(&v->cnt, __ATOMIC_RELAXED);
}

/** Set the counter; orders nothing. */
static inline void
rte_atomic64_set(rte_atomic64_t *v, int64_t new_value)
{
	__atomic_store_n(&v->cnt, new_value, __ATOMIC_RELAXED);
}

/** Add to the counter. */
static inline void
rte_atomic64_add(rte_atomic64_t *v, int64_t inc)
{
	__atomic_fetch_add(&v->cnt, inc, __ATOMIC_SEQ_CST);
}

/** Subtract from the counter. */
static inline void
rte_atomic64_sub(rte_atomic64_t *v, int64_t dec)
{
	__atomic_fetch_sub(&v->cnt, dec, __ATOMIC_SEQ_CST);
}

/** Add 1. */
static inline void
rte_atomic64_inc(rte_atomic64_t *v)
{
	rte_atomic64_add(v, 1);
}

/** Subtract 1. */
static inline void
rte_atomic64_dec(rte_atomic64_t *v)
{
	rte_atomic64_sub(v, 1);
}

/** Add and give the new value. */
static inline int64_t
rte_atomic64_add_return(rte_atomic64_t *v, int64_t inc)
{
	return __atomic_add_fetch(&v->cnt, inc, __ATOMIC_SEQ_CST);
}

/** Subtract and give the new value. */
static inline int64_t
rte_atomic64_sub_return(rte_atomic64_t *v, int64_t dec)
{
	return __atomic_sub_fetch(&v->cnt, dec, __ATOMIC_SEQ_CST);
}

/** Add 1; 1 if the counter is 0 now, else 0. */
static inline int
rte_atomic64_inc_and_test(rte_atomic64_t *v)
{
	return rte_atomic64_add_return(v, 1) == 0;
}

/** Subtract 1; 1 if the counter is 0 now, else 0. */
static inline int
rte_atomic64_dec_and_test(rte_atomic64_t *v)
{
	return rte_atomic64_sub_return(v, 1) == 0;
}

/** Set a counter that is 0 to 1; 1 if it was 0, else 0. */
static inline int
rte_atomic64_test_and_set(rte_atomic64_t *v)
{
	return rte_atomic64_cmpset((volatile uint64_t *)&v->cnt, 0, 1);
}

/** Set the counter to 0; orders nothing. */
static inline void
rte_atomic64_clear(rte_atomic64_t *v)
{
	rte_atomic64_set(v, 0);
}

/* --- 128 bits ------------------------------------------------------------------------- */

/** A value of 128 bits, for rte_atomic128_cmp_exchange() of the architectures that have it. */
typedef struct {
	union {
		uint64_t val[2]; /**< Low half first. */
#ifdef RTE_ARCH_64
		__extension__ __int128 int128; /**< All of it. */
#endif
	};
} __rte_aligned(16) rte_int128_t;

#ifdef __cplusplus
}
#endif

#endif /* _RTE_ATOMIC_H_ */
