/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Access to device registers. The relaxed forms are one volatile access; the others keep it in
 * order with other memory accesses.
 */

#ifndef _RTE_IO_H_
#define _RTE_IO_H_

/**
 * @file
 * Reading and writing device registers.
 *
 * rte_readN() and rte_writeN(): N bits at a naturally aligned address of device memory. A read
 * comes before later accesses, a write after earlier ones; the _relaxed forms order nothing. The
 * _wc forms write to memory mapped write-combining and may bypass the processor's buffer.
 */

#include <stdint.h>

#include <rte_atomic.h>
#include <rte_common.h>
#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Read 8 bits, in no order. */
static __rte_always_inline uint8_t
rte_read8_relaxed(const volatile void *addr)
{
	return *(const volatile uint8_t *)addr;
}

/** Write 8 bits, in no order. */
static __rte_always_inline void
rte_write8_relaxed(uint8_t value, volatile void *addr)
{
	*(volatile uint8_t *)addr = value;
}

/** Read 8 bits, before everything that follows. */
static __rte_always_inline uint8_t
rte_read8(const volatile void *addr)
{
	uint8_t value = rte_read8_relaxed(addr);

	rte_io_rmb();
	return value;
}

/** Write 8 bits, after everything before. */
static __rte_always_inline void
rte_write8(uint8_t value, volatile void *addr)
{
	rte_io_wmb();
	rte_write8_relaxed(value, addr);
}

/** Read 16 bits, in no order. */
static __rte_always_inline uint16_t
rte_read16_relaxed(const volatile void *addr)
{
	return *(const volatile uint16_t *)addr;
}

/** Write 16 bits, in no order. */
static __rte_always_inline void
rte_write16_relaxed(uint16_t value, volatile void *addr)
{
	*(volatile uint16_t *)addr = value;
}

/** Read 16 bits, before everything that follows. */
static __rte_always_inline uint16_t
rte_read16(const volatile void *addr)
{
	uint16_t value = rte_read16_relaxed(addr);

	rte_io_rmb();
	return value;
}

/** Write 16 bits, after everything before. */
static __rte_always_inline void
rte_write16(uint16_t value, volatile void *addr)
{
	rte_io_wmb();
	rte_write16_relaxed(value, addr);
}

/** Read 32 bits, in no order. */
static __rte_always_inline uint32_t
rte_read32_relaxed(const volatile void *addr)
{
	return *(const volatile uint32_t *)addr;
}

/** Write 32 bits, in no order. */
static __rte_always_inline void
rte_write32_relaxed(uint32_t value, volatile void *addr)
{
	*(volatile uint32_t *)addr = value;
}

/** Read 32 bits, before everything that follows. */
static __rte_always_inline uint32_t
rte_read32(const volatile void *addr)
{
	uint32_t value = rte_read32_relaxed(addr);

	rte_io_rmb();
	return value;
}

/** Write 32 bits, after everything before. */
static __rte_always_inline void
rte_write32(uint32_t value, volatile void *addr)
{
	rte_io_wmb();
	rte_write32_relaxed(value, addr);
}

/** Read 64 bits, in no order. */
static __rte_always_inline uint64_t
rte_read64_relaxed(const volatile void *addr)
{
	return *(const volatile uint64_t *)addr;
}

/** Write 64 bits, in no order. */
static __rte_always_inline void
rte_write64_relaxed(uint64_t value, volatile void *addr)
{
	*(volatile uint64_t *)addr = value;
}

/** Read 64 bits, before everything that follows. */
static __rte_always_inline uint64_t
rte_read64(const volatile void *addr)
{
	uint64_t value = rte_read64_relaxed(addr);

	rte_io_rmb();
	return value;
}

/** Write 64 bits, after everything before. */
static __rte_always_inline void
rte_write64(uint64_t value, volatile void *addr)
{
	rte_io_wmb();
	rte_write64_relaxed(value, addr);
}

#ifndef RTE_NATIVE_WRITE32_WC
/** @warning Experimental. Write 32 bits to write-combining memory, in no order. */
__rte_experimental
static __rte_always_inline void
rte_write32_wc_relaxed(uint32_t value, volatile void *addr)
{
	rte_write32_relaxed(value, addr);
}

/** @warning Experimental. Write 32 bits to write-combining memory, after everything before. */
__rte_experimental
static __rte_always_inline void
rte_write32_wc(uint32_t value, volatile void *addr)
{
	rte_write32(value, addr);
}
#endif /* RTE_NATIVE_WRITE32_WC */

#ifdef __cplusplus
}
#endif

#endif /* _RTE_IO_H_ */
