/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lists of external memory, and the public functions for memory that no heap
 * has. Lock: the memory lock. IO addresses are read without it, since callbacks
 * that are called with it held ask for them; who does so is counted, and waited
 * for before the list goes.
 */

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_fbarray.h>
#include <rte_stdatomic.h>

#include <eal_export.h>

#include "eal_log.h"
#include "mem_event.h"
#include "mem_extern.h"
#include "mem_fbarray.h"
#include "mem_seg.h"

/* Node of memory that is in no heap. */
#define EXTERN_SOCKET_ID 256

/*
 * By list: is it there for those who read without the lock, and how many do. Both are in one word,
 * so that each reader either sees that the list is gone or is seen.
 */
#define READERS_MAY_COME UINT32_C(0x80000000)
static RTE_ATOMIC(uint32_t) extern_readers[RTE_MAX_MEMSEG_LISTS];

static RTE_ATOMIC(uint32_t) *
readers_of(const struct rte_memseg_list *msl)
{
	return &extern_readers[msl - mem_seg_shared()->lists];
}

static int
extern_refuse(const struct mem_extern *ext, const char *why)
{
	EAL_LOG(ERR, "Memory at %p, %zu bytes in pages of %zu, cannot be added: %s", ext->addr,
			ext->len, ext->page_sz, why);
	return -EINVAL;
}

int
mem_extern_check(const struct mem_extern *ext, unsigned int n_pages)
{
	if (ext->addr == NULL || ext->len == 0)
		return extern_refuse(ext, "there is none");
	if (!rte_is_power_of_2(ext->page_sz))
		return extern_refuse(ext, "the page size is not a power of two");
	if (((uintptr_t)ext->addr | ext->len) % ext->page_sz != 0)
		return extern_refuse(ext, "address and length must be multiples of the page size");
	if (ext->len > UINTPTR_MAX - (uintptr_t)ext->addr)
		return extern_refuse(ext, "it ends beyond the address space");
	if (ext->len / ext->page_sz > INT32_MAX)
		return extern_refuse(ext, "more pages than a list can hold");
	if (ext->iovas != NULL && ext->len / ext->page_sz != n_pages)
		return extern_refuse(ext, "the number of IO addresses is not that of the pages");
	return 0;
}

/* With the lock: does a list have a part of the range? */
static bool
extern_overlaps(const struct mem_extern *ext)
{
	const struct rte_memseg_list *msl;
	uintptr_t start = (uintptr_t)ext->addr;
	unsigned int idx = 0;

	while ((msl = mem_seg_list_next(&idx)) != NULL) {
		if (start < msl->addr_64 + msl->len && msl->addr_64 < start + ext->len)
			return true;
	}
	return false;
}

/* With the lock: a list that is not in use, NULL if there is none. */
static struct rte_memseg_list *
extern_choose(struct mem_shared *shared)
{
	unsigned int i;

	/* those that were never used are the last */
	for (i = 0; i < RTE_DIM(shared->lists); i++) {
		if (shared->lists[i].base_va == NULL)
			return &shared->lists[i];
	}
	return NULL;
}

static void
extern_fill(struct rte_memseg_list *msl, const struct mem_extern *ext)
{
	struct rte_memseg *segments = msl->memseg_arr.data;
	unsigned int i;

	for (i = 0; i < msl->memseg_arr.len; i++) {
		segments[i] = (struct rte_memseg){
			.iova = ext->iovas != NULL ? ext->iovas[i] : RTE_BAD_IOVA,
			.addr_64 = (uintptr_t)ext->addr + i * ext->page_sz,
			.len = ext->page_sz,
			.hugepage_sz = ext->page_sz,
			.socket_id = ext->socket_id,
			.nchannel = rte_memory_get_nchannel(),
			.nrank = rte_memory_get_nrank(),
		};
	}
	mem_fbarray_mark_range(&msl->memseg_arr, 0, msl->memseg_arr.len, true);
}

/* With the lock: make the list. 0 or -errno. */
static int
extern_make(struct mem_shared *shared, const struct mem_extern *ext)
{
	struct rte_memseg_list *msl;
	char name[RTE_FBARRAY_NAME_LEN];

	if (shared == NULL || extern_overlaps(ext))
		return shared == NULL ? -EAGAIN : -EEXIST;
	msl = extern_choose(shared);
	if (msl == NULL)
		return -ENOSPC;
	snprintf(name, sizeof(name), "extern-%p", ext->addr);
	if (rte_fbarray_init(&msl->memseg_arr, name, (unsigned int)(ext->len / ext->page_sz),
			sizeof(struct rte_memseg)) < 0)
		return -rte_errno;
	extern_fill(msl, ext);
	msl->page_sz = ext->page_sz;
	msl->socket_id = ext->socket_id;
	msl->len = ext->len;
	msl->external = 1;
	msl->heap = ext->is_heap;
	msl->base_va = ext->addr;
	/* pairs with the acquire in mem_extern_iova() */
	rte_atomic_fetch_or_explicit(readers_of(msl), READERS_MAY_COME, rte_memory_order_release);
	mem_seg_publish(msl);
	mem_event_notify(RTE_MEM_EVENT_ALLOC, ext->addr, ext->len);
	return 0;
}

int
mem_extern_add(const struct mem_extern *ext)
{
	int rc;

	rte_mcfg_mem_write_lock();
	rc = extern_make(mem_seg_shared(), ext);
	rte_mcfg_mem_write_unlock();
	if (rc == -EAGAIN)
		EAL_LOG(ERR, "Memory cannot be added: EAL is not running");
	else if (rc == -EEXIST)
		EAL_LOG(ERR, "Memory at %p, %zu bytes, cannot be added: a part of it is known "
				"already", ext->addr, ext->len);
	else if (rc < 0)
		EAL_LOG(ERR, "Memory at %p, %zu bytes, cannot be added: %s (at most %d lists)",
				ext->addr, ext->len, strerror(-rc), RTE_MAX_MEMSEG_LISTS);
	return rc;
}

/* With the lock: the list of exactly this memory, NULL if there is none. */
static struct rte_memseg_list *
extern_find(const void *addr, size_t len, bool is_heap)
{
	struct rte_memseg_list *msl = mem_seg_list_find(addr);

	if (msl == NULL || msl->external == 0 || (msl->heap != 0) != is_heap)
		return NULL;
	return msl->base_va == addr && msl->len == len ? msl : NULL;
}

/* With the lock: take a list away, as soon as nobody reads it. */
static void
extern_drop(struct rte_memseg_list *msl)
{
	RTE_ATOMIC(uint32_t) *readers = readers_of(msl);

	mem_seg_withdraw(msl);
	rte_atomic_fetch_and_explicit(readers, ~READERS_MAY_COME, rte_memory_order_relaxed);
	/* pairs with the release in mem_extern_iova() */
	while (rte_atomic_load_explicit(readers, rte_memory_order_acquire) != 0)
		sched_yield();
	rte_fbarray_destroy(&msl->memseg_arr);
	memset(msl, 0, sizeof(*msl));
}

int
mem_extern_remove(const void *addr, size_t len, bool is_heap)
{
	struct rte_memseg_list *msl;

	rte_mcfg_mem_write_lock();
	msl = extern_find(addr, len, is_heap);
	if (msl != NULL) {
		mem_event_notify(RTE_MEM_EVENT_FREE, addr, len);
		extern_drop(msl);
	}
	rte_mcfg_mem_write_unlock();
	return msl != NULL ? 0 : -ENOENT;
}

bool
mem_extern_exists(const void *addr, size_t len, bool is_heap)
{
	bool exists;

	rte_mcfg_mem_read_lock();
	exists = extern_find(addr, len, is_heap) != NULL;
	rte_mcfg_mem_read_unlock();
	return exists;
}

/* IO address of an address in a list that stays, RTE_BAD_IOVA if it is not in it. */
static rte_iova_t
extern_iova_in(const struct rte_memseg_list *msl, const void *addr)
{
	const struct rte_memseg *segments = msl->memseg_arr.data;
	size_t offset = (uintptr_t)addr - msl->addr_64;
	rte_iova_t iova;

	if (offset >= msl->len)
		return RTE_BAD_IOVA;
	iova = segments[offset / msl->page_sz].iova;
	return iova == RTE_BAD_IOVA ? iova : iova + offset % msl->page_sz;
}

rte_iova_t
mem_extern_iova(const void *addr)
{
	const struct rte_memseg_list *msl = mem_seg_list_find(addr);
	RTE_ATOMIC(uint32_t) *readers;
	rte_iova_t iova = RTE_BAD_IOVA;

	if (msl == NULL)
		return RTE_BAD_IOVA;
	readers = readers_of(msl);
	/* the list may have gone meanwhile, or have become another */
	if ((rte_atomic_fetch_add_explicit(readers, 1, rte_memory_order_acquire) &
			READERS_MAY_COME) != 0)
		iova = extern_iova_in(msl, addr);
	rte_atomic_fetch_sub_explicit(readers, 1, rte_memory_order_release);
	return iova;
}

/* The result of a public function: 0, or -1 with rte_errno. */
static int
extern_result(int rc)
{
	if (rc == 0)
		return 0;
	rte_errno = -rc;
	return -1;
}

RTE_EXPORT_SYMBOL(rte_extmem_register)
int
rte_extmem_register(void *va_addr, size_t len, rte_iova_t iova_addrs[], unsigned int n_pages,
		size_t page_sz)
{
	struct mem_extern ext = {
		.addr = va_addr,
		.len = len,
		.page_sz = page_sz,
		.iovas = iova_addrs,
		.socket_id = EXTERN_SOCKET_ID,
	};
	int rc = mem_extern_check(&ext, n_pages);

	return extern_result(rc < 0 ? rc : mem_extern_add(&ext));
}

/* -EINVAL or -ENOENT after a log line that this memory is none of the registered. */
static int
extern_unknown(const char *function, const void *addr, size_t len)
{
	EAL_LOG(ERR, "%s: memory at %p, %zu bytes, was not registered like that", function, addr,
			len);
	return addr == NULL || len == 0 ? -EINVAL : -ENOENT;
}

RTE_EXPORT_SYMBOL(rte_extmem_unregister)
int
rte_extmem_unregister(void *va_addr, size_t len)
{
	int rc = mem_extern_remove(va_addr, len, false);

	return extern_result(rc == 0 ? 0 : extern_unknown(__func__, va_addr, len));
}

/* There are no other processes yet, so all that is known is attached. */
RTE_EXPORT_SYMBOL(rte_extmem_attach)
int
rte_extmem_attach(void *va_addr, size_t len)
{
	if (!mem_extern_exists(va_addr, len, false))
		return extern_result(extern_unknown(__func__, va_addr, len));
	EAL_LOG(ERR, "Memory at %p is attached already: this process registered it", va_addr);
	return extern_result(-EEXIST);
}

RTE_EXPORT_SYMBOL(rte_extmem_detach)
int
rte_extmem_detach(void *va_addr, size_t len)
{
	if (!mem_extern_exists(va_addr, len, false))
		return extern_result(extern_unknown(__func__, va_addr, len));
	EAL_LOG(ERR, "Memory at %p cannot be detached by the process that registered it; call "
			"rte_extmem_unregister()", va_addr);
	return extern_result(-EBUSY);
}
