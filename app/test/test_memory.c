/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * memory_autotest: the public contract of rte_memory.h on whatever memory EAL was
 * started with: sizes, walkers, look-ups, IO addresses, files, callbacks.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_eal_memconfig.h>
#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_rwlock.h>

#include "child.h"
#include "dump_lock.h"
#include "test.h"
#include "thread_start.h"

#define N_THREADS 3

static void
no_event(enum rte_mem_event event, const void *addr, size_t len, void *arg)
{
	RTE_SET_USED(event);
	RTE_SET_USED(addr);
	RTE_SET_USED(len);
	RTE_SET_USED(arg);
}

/* Do pages come and go? */
static bool
memory_grows(void)
{
	if (rte_mem_event_callback_register("memory_grows", no_event, NULL) < 0)
		return false;
	rte_mem_event_callback_unregister("memory_grows", NULL);
	return true;
}

/* What a walk has seen. */
struct walk_sum {
	unsigned int n_calls;
	unsigned int n_wrong;
	uint64_t n_bytes;
	uint64_t last_addr;
	unsigned int stop_at; /* call that stops the walk, 0 = none */
	int stop_value;
};

static int
walk_note(struct walk_sum *sum, uint64_t addr, size_t len)
{
	sum->n_calls++;
	sum->n_bytes += len;
	sum->n_wrong += addr < sum->last_addr;
	sum->last_addr = addr + len;
	return sum->n_calls == sum->stop_at ? sum->stop_value : 0;
}

static int
note_segment(const struct rte_memseg_list *msl, const struct rte_memseg *ms, void *arg)
{
	struct walk_sum *sum = arg;

	sum->n_wrong += ms->len != msl->page_sz || ms->hugepage_sz != msl->page_sz;
	sum->n_wrong += ms->socket_id != msl->socket_id;
	sum->n_wrong += ms->iova != rte_mem_virt2iova(ms->addr);
	sum->n_wrong += rte_mem_virt2memseg(ms->addr, NULL) != ms;
	return walk_note(sum, ms->addr_64, ms->len);
}

static int
note_run(const struct rte_memseg_list *msl, const struct rte_memseg *ms, size_t len, void *arg)
{
	struct walk_sum *sum = arg;

	sum->n_wrong += len % msl->page_sz != 0 || len > msl->len;
	return walk_note(sum, ms->addr_64, len);
}

static int
note_list(const struct rte_memseg_list *msl, void *arg)
{
	struct walk_sum *sum = arg;

	sum->n_wrong += msl->external != 0 || msl->heap != 1 || msl->socket_id < 0;
	sum->n_wrong += msl->base_va == NULL || msl->memseg_arr.len * msl->page_sz != msl->len;
	return walk_note(sum, msl->addr_64, msl->len);
}

static int
test_walks(void)
{
	void *block = rte_malloc(NULL, 5 << 20, 0); /* so that there is any */
	uint64_t total = rte_eal_get_physmem_size();
	struct walk_sum segments = { 0 };
	struct walk_sum runs = { 0 };
	struct walk_sum lists = { 0 };

	TEST_ASSERT(total > 0, "no memory");
	TEST_ASSERT_SUCCESS(rte_memseg_walk(note_segment, &segments), "walk stopped");
	TEST_ASSERT_SUCCESS(rte_memseg_contig_walk(note_run, &runs), "walk stopped");
	TEST_ASSERT_SUCCESS(rte_memseg_list_walk(note_list, &lists), "walk stopped");
	TEST_ASSERT_EQUAL(segments.n_wrong + runs.n_wrong + lists.n_wrong, 0,
			"%u segments, %u runs, %u lists wrong",
			segments.n_wrong, runs.n_wrong, lists.n_wrong);
	TEST_ASSERT(segments.n_bytes == total && runs.n_bytes == total, "sums differ from %" PRIu64,
			total);
	TEST_ASSERT(lists.n_bytes == total || (lists.n_bytes > total && memory_grows()),
			"lists of %" PRIu64 " bytes", lists.n_bytes);
	TEST_ASSERT(segments.n_calls >= runs.n_calls && runs.n_calls > 0 && lists.n_calls > 0,
			"too few calls");
	rte_free(block);
	return 0;
}

/* Whatever a function returns but 0 ends the walk and is its result. */
static int
test_walk_stops(void)
{
	static const int values[] = { 1, -1 };
	void *block = rte_malloc(NULL, 5 << 20, 0); /* two segments at least */
	unsigned int i;

	for (i = 0; i < RTE_DIM(values); i++) {
		struct walk_sum start = { .stop_at = 1, .stop_value = values[i] };
		struct walk_sum second = { .stop_at = 2, .stop_value = values[i] };
		struct walk_sum runs = start;
		struct walk_sum lists = start;

		TEST_ASSERT_EQUAL(rte_memseg_walk(note_segment, &second), values[i], "value");
		TEST_ASSERT_EQUAL(second.n_calls, 2, "%u calls", second.n_calls);
		TEST_ASSERT_EQUAL(rte_memseg_contig_walk(note_run, &runs), values[i], "value");
		TEST_ASSERT_EQUAL(rte_memseg_list_walk(note_list, &lists), values[i], "value");
		TEST_ASSERT_EQUAL(runs.n_calls + lists.n_calls, 2, "went on after the stop");
	}
	rte_free(block);
	return 0;
}

static int
test_lookups(void)
{
	char *block = rte_malloc(NULL, 100000, 0);
	struct rte_memseg_list *msl = rte_mem_virt2memseg_list(block);
	struct rte_memseg *ms = rte_mem_virt2memseg(block + 99999, NULL);
	int on_stack;

	TEST_ASSERT_NOT_NULL(block, "no memory");
	TEST_ASSERT(msl != NULL && ms != NULL, "block not found");
	TEST_ASSERT(ms == rte_mem_virt2memseg(block + 99999, msl), "depends on the list");
	TEST_ASSERT(block + 99999 >= (char *)ms->addr &&
			block + 99999 < (char *)ms->addr + ms->len, "wrong segment");
	TEST_ASSERT_NULL(rte_mem_virt2memseg_list(NULL), "list of NULL");
	TEST_ASSERT_NULL(rte_mem_virt2memseg_list(&on_stack), "list of the stack");
	TEST_ASSERT_NULL(rte_mem_virt2memseg(&on_stack, NULL), "segment of the stack");
	TEST_ASSERT_NULL(rte_mem_virt2memseg(&on_stack, msl), "segment outside its list");
	TEST_ASSERT_NULL(rte_mem_virt2memseg((char *)msl->base_va + msl->len, msl), "end of list");
	TEST_ASSERT_NULL(rte_mem_virt2memseg((char *)msl->base_va - 1, NULL), "start of list");
	rte_free(block);
	return 0;
}

static int
test_io_addresses(void)
{
	char *block = rte_zmalloc(NULL, 64, 0);
	size_t page_sz = rte_mem_page_size();
	phys_addr_t phys;
	int on_stack = 0;

	TEST_ASSERT_NOT_NULL(block, "no memory");
	TEST_ASSERT(rte_eal_iova_mode() == RTE_IOVA_VA || rte_eal_iova_mode() == RTE_IOVA_PA,
			"mode %d", rte_eal_iova_mode());
	TEST_ASSERT(rte_eal_has_hugepages() || rte_eal_using_phys_addrs() == 0,
			"physical addresses known");
	TEST_ASSERT_EQUAL(rte_mem_virt2iova(block), rte_eal_iova_mode() == RTE_IOVA_VA ?
			(uintptr_t)block : rte_mem_virt2phy(block), "IO address of a block");
	TEST_ASSERT(rte_mem_iova2virt(rte_mem_virt2iova(block) + 1) == block + 1,
			"address of a block");
	TEST_ASSERT_NULL(rte_mem_iova2virt((uintptr_t)&on_stack), "the stack is not EAL's");
	TEST_ASSERT_NULL(rte_mem_iova2virt(RTE_BAD_IOVA), "no address");

	phys = rte_mem_virt2phy(block + 5);
	TEST_ASSERT(phys == RTE_BAD_IOVA || phys % page_sz == (uintptr_t)(block + 5) % page_sz,
			"physical address %#" PRIx64 " of %p", phys, (void *)(block + 5));
	TEST_ASSERT_EQUAL(rte_mem_virt2phy(NULL), RTE_BAD_IOVA, "NULL has an address");
	rte_free(block);
	return 0;
}

static int
test_dma_mask(void)
{
	TEST_ASSERT_SUCCESS(rte_mem_check_dma_mask(63), "63 bits are too few");
	TEST_ASSERT_EQUAL(rte_mem_check_dma_mask(12), -1, "12 bits are enough");
	TEST_ASSERT_EQUAL(rte_mem_check_dma_mask(0), -1, "no bits are enough");
	TEST_ASSERT_EQUAL(rte_mem_check_dma_mask(64), -1, "64 bits taken");
	TEST_ASSERT_SUCCESS(rte_mem_check_dma_mask(63), "a failed check was remembered");
	return 0;
}

/* Hugepages have files, other memory says that it has none. */
static int
test_files(void)
{
	char *block = rte_malloc(NULL, 64, 0);
	struct rte_memseg *ms = rte_mem_virt2memseg(block, NULL);
	struct rte_memseg foreign = { .addr = block };
	size_t offset = 77;

	TEST_ASSERT_NOT_NULL(ms, "no segment");
	if (rte_eal_has_hugepages()) {
		TEST_ASSERT(rte_memseg_get_fd(ms) >= 0, "no descriptor");
		TEST_ASSERT_SUCCESS(rte_memseg_get_fd_offset(ms, &offset), "no offset");
		TEST_ASSERT_EQUAL(offset % ms->len, 0, "offset %zu", offset);
		offset = 77;
	} else {
		TEST_ASSERT(rte_memseg_get_fd(ms) == -1 && rte_errno == ENOTSUP, "descriptor");
		TEST_ASSERT(rte_memseg_get_fd_offset(ms, &offset) == -1 && rte_errno == ENOTSUP,
				"offset");
	}
	TEST_ASSERT(rte_memseg_get_fd(NULL) == -1 && rte_errno == EINVAL, "of NULL");
	TEST_ASSERT(rte_memseg_get_fd(&foreign) == -1 && rte_errno == EINVAL, "of foreign");
	TEST_ASSERT_EQUAL(rte_mcfg_get_single_file_segments(), rte_eal_has_hugepages(), "files");
	TEST_ASSERT(rte_memseg_get_fd_offset(ms, NULL) == -1 && rte_errno == EINVAL, "no result");
	TEST_ASSERT_EQUAL(offset, 77, "offset changed");
	rte_free(block);
	return 0;
}

/* Memory that never changes has nothing to tell. */
static int
test_events(void)
{
	if (memory_grows()) {
		TEST_ASSERT(rte_mem_alloc_validator_unregister("test", 0) == -1 &&
				rte_errno == ENOENT, "validator known");
		return 0;
	}
	TEST_ASSERT(rte_mem_event_callback_register("test", no_event, NULL) == -1 &&
			rte_errno == ENOTSUP, "callback taken");
	TEST_ASSERT(rte_mem_alloc_validator_unregister("test", 0) == -1 &&
			rte_errno == ENOTSUP, "validator known");
	return 0;
}

static int
test_paging(void)
{
	size_t page_sz = rte_mem_page_size();
	int prot = RTE_PROT_READ | RTE_PROT_WRITE;
	int flags = RTE_MAP_PRIVATE | RTE_MAP_ANONYMOUS;
	char *page = rte_mem_map(NULL, page_sz, prot, flags, -1, 0);

	TEST_ASSERT(page_sz != 0 && (page_sz & (page_sz - 1)) == 0, "page size %zu", page_sz);
	TEST_ASSERT_NOT_NULL(page, "cannot map");
	page[page_sz - 1] = 1;
	TEST_ASSERT_NULL(rte_mem_map(page, page_sz, prot,
			flags | RTE_MAP_FORCE_ADDRESS_NOREPLACE, -1, 0), "replaced");
	TEST_ASSERT_EQUAL(rte_errno, EEXIST, "code %d", rte_errno);
	TEST_ASSERT_EQUAL(page[page_sz - 1], 1, "page lost");
	TEST_ASSERT(rte_mem_map(page, page_sz, prot, flags | RTE_MAP_FORCE_ADDRESS, -1, 0) == page,
			"not at the address");
	TEST_ASSERT_EQUAL(page[page_sz - 1], 0, "page kept");
	/* sanitizers make mlock() a function that does nothing */
	TEST_ASSERT(CHILD_SANITIZED || (rte_mem_lock_page(NULL) == -1 &&
			(rte_errno == ENOMEM || rte_errno == EPERM)), "no page is locked");
	TEST_ASSERT(rte_mem_lock_page(page + 3) == 0 || rte_errno == ENOMEM || rte_errno == EPERM,
			"cannot lock: %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_mem_unmap(page, page_sz), "cannot unmap");
	TEST_ASSERT(rte_mem_unmap(page + 1, page_sz) == -1 && rte_errno == EINVAL, "odd address");
	TEST_ASSERT(rte_mem_map(NULL, page_sz, prot, 1 << 20, -1, 0) == NULL &&
			rte_errno == EINVAL, "unknown flag");
	TEST_ASSERT(rte_mem_map(NULL, 0, prot, flags, -1, 0) == NULL && rte_errno == EINVAL,
			"no size");
	return 0;
}

static int
test_dump(void)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	TEST_ASSERT_NOT_NULL(f, "no stream");
	rte_dump_physmem_layout(f);
	fclose(f);
	TEST_ASSERT(len > 0 && strchr(text, '\n') != NULL, "nothing dumped");
	free(text);

	TEST_ASSERT(dump_is_unlocked(rte_dump_physmem_layout, rte_mcfg_mem_get_lock()),
			"written to with the memory lock held");
	return 0;
}

static int
test_small_calls(void)
{
	char secret[3][40];

	memset(secret, 0x33, sizeof(secret));
	TEST_ASSERT(rte_memeq_timingsafe(secret[0], secret[1], 40), "equal");
	secret[1][39] ^= 0x40;
	TEST_ASSERT(!rte_memeq_timingsafe(secret[0], secret[1], 40), "last byte differs");
	TEST_ASSERT(rte_memeq_timingsafe(secret[0], secret[1], 39), "differs behind the end");
	TEST_ASSERT(rte_memeq_timingsafe(secret[0], secret[1], 0), "nothing differs");
	rte_memzero_explicit(secret[1], 40);
	TEST_ASSERT(secret[0][39] == 0x33 && secret[2][0] == 0x33, "zeroed too much");
	memset(secret[0], 0, 40);
	TEST_ASSERT(rte_memeq_timingsafe(secret[0], secret[1], 40), "not zeroed");
	TEST_ASSERT(rte_memory_get_nchannel() <= 64 && rte_memory_get_nrank() <= 16, "nonsense");
	return 0;
}

static void *
walk_often(void *arg)
{
	uintptr_t n_wrong = 0;
	unsigned int i;

	RTE_SET_USED(arg);
	for (i = 0; i < 200; i++) {
		struct walk_sum sum = { 0 };
		void *block = rte_malloc(NULL, 1 << (i % 16), 0);

		n_wrong += rte_memseg_contig_walk(note_run, &sum) != 0 || sum.n_wrong != 0;
		n_wrong += block == NULL || rte_mem_virt2memseg(block, NULL) == NULL;
		rte_free(block);
	}
	return (void *)n_wrong;
}

static int
test_threads(void)
{
	pthread_t threads[N_THREADS];
	unsigned int i;

	for (i = 0; i < N_THREADS; i++)
		TEST_ASSERT_SUCCESS(thread_start(&threads[i], walk_often, NULL),
				"no thread");
	for (i = 0; i < N_THREADS; i++) {
		void *n_wrong;

		pthread_join(threads[i], &n_wrong);
		TEST_ASSERT_NULL(n_wrong, "%zu wrong results", (size_t)n_wrong);
	}
	return 0;
}

static int
test_memory(void)
{
	/* first, so that the threads meet lists nobody has looked at yet */
	if (test_threads() < 0)
		return TEST_FAILED;
	if (test_walks() < 0 || test_walk_stops() < 0 || test_lookups() < 0)
		return TEST_FAILED;
	if (test_io_addresses() < 0 || test_dma_mask() < 0 || test_files() < 0 || test_events() < 0)
		return TEST_FAILED;
	if (test_paging() < 0 || test_dump() < 0 || test_small_calls() < 0)
		return TEST_FAILED;
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(memory_autotest, test_memory);
