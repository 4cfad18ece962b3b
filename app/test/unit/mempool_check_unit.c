/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mempool_check.c and mempool_holders.c as builds with RTE_LIBRTE_MEMPOOL_DEBUG have
 * them, whatever this build is: each fault that marks show stops the program and says which, good
 * objects pass, and who got the missing objects is told.
 */

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <rte_eal.h>

#include "mempool_holders.h"
#include "mempool_private.h"
#include "mempool_size.h"
#include "unit.h"

#define N_OBJS 12
#define ELT_SZ 100

UNIT_FAKE_ERRNO();

RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = 3;
RTE_DEFINE_PER_LCORE(int, _thread_id) = 71;

/* A panic comes back to where EXPECT_PANIC() stands. */
static jmp_buf panic_jump;
static char panic_text[256];

void
__rte_panic(__rte_unused const char *funcname, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(panic_text, sizeof(panic_text), format, args);
	va_end(args);
	longjmp(panic_jump, 1);
}

/* The call panics, and its text has those words. */
#define EXPECT_PANIC(call, words) do { \
	panic_text[0] = '\0'; \
	if (setjmp(panic_jump) == 0) { \
		call; \
		UNIT_CHECK(!"a panic"); \
	} \
	UNIT_CHECK(strstr(panic_text, words) != NULL && strstr(panic_text, "checked") != NULL); \
} while (0)

int
rte_sys_gettid(void)
{
	return 71;
}

/* --- A pool by hand -------------------------------------------------------------------- */

static struct rte_mempool pool;
static struct rte_mempool_cache caches[RTE_MAX_LCORE];
static char memory[N_OBJS * 512] __rte_aligned(64);
static void *objs[N_OBJS];
static unsigned int block_sz; /* objects in a block; 0: the handler has none */

int
rte_mempool_ops_get_info(__rte_unused const struct rte_mempool *mp, struct rte_mempool_info *info)
{
	info->contig_block_size = block_sz;
	return block_sz == 0 ? -ENOTSUP : 0;
}

uint32_t
mempool_cache_len(const struct rte_mempool_cache *cache)
{
	return cache->len;
}

uint32_t
rte_mempool_obj_iter(struct rte_mempool *mp, rte_mempool_obj_cb_t *obj_cb, void *obj_cb_arg)
{
	struct rte_mempool_objhdr *hdr;
	uint32_t n = 0;

	STAILQ_FOREACH(hdr, &mp->elt_list, next)
		obj_cb(mp, obj_cb_arg, hdr + 1, n++);
	return n;
}

/* All objects are in the pool, and were never got. */
static void
pool_reset(uint32_t flags)
{
	struct rte_mempool_objhdr *hdr;
	struct rte_mempool_objsz sz;
	unsigned int i;

	UNIT_CHECK(mempool_size_object(ELT_SZ, flags, 0, 0, &sz) == 0);
	memset(&pool, 0, sizeof(pool));
	memset(memory, 0xEE, sizeof(memory));
	strcpy(pool.name, "checked");
	pool.elt_size = sz.elt_size;
	pool.header_size = sz.header_size;
	pool.trailer_size = sz.trailer_size;
	pool.populated_size = N_OBJS;
	STAILQ_INIT(&pool.elt_list);
	for (i = 0; i < N_OBJS; i++) {
		objs[i] = memory + (size_t)i * sz.total_size + sz.header_size;
		hdr = rte_mempool_get_header(objs[i]);
		hdr->mp = &pool;
		hdr->cookie = RTE_MEMPOOL_HEADER_COOKIE2;
		mempool_holder_clear(hdr);
		rte_mempool_get_trailer(objs[i])->cookie = RTE_MEMPOOL_TRAILER_COOKIE;
		STAILQ_INSERT_TAIL(&pool.elt_list, hdr, next);
	}
	UNIT_CHECK((size_t)N_OBJS * sz.total_size <= sizeof(memory));
}

/* --- Marks ----------------------------------------------------------------------------- */

static void
check_marks(void)
{
	struct rte_mempool other;

	pool_reset(0);
	rte_mempool_check_cookies(&pool, objs, N_OBJS, 2);
	rte_mempool_check_cookies(&pool, objs, 0, 1);
	rte_mempool_check_cookies(&pool, objs, 4, 1);
	rte_mempool_check_cookies(&pool, objs, N_OBJS, 2);
	EXPECT_PANIC(rte_mempool_check_cookies(&pool, &objs[3], 1, 1), "in use already");
	rte_mempool_check_cookies(&pool, objs, 4, 0);
	EXPECT_PANIC(rte_mempool_check_cookies(&pool, &objs[3], 1, 0), "in the pool already");
	rte_mempool_audit(&pool);

	memcpy(&other, &pool, sizeof(other));
	EXPECT_PANIC(rte_mempool_check_cookies(&other, objs, 1, 0), "belongs to");

	rte_mempool_get_header(objs[5])->cookie = 0x1234;
	EXPECT_PANIC(rte_mempool_check_cookies(&pool, &objs[5], 1, 2), "destroyed (0x1234");
	EXPECT_PANIC(rte_mempool_audit(&pool), "audit");

	pool_reset(0);
	/* A write of one byte too many. */
	memset(objs[6], 0, pool.elt_size + 1);
	EXPECT_PANIC(rte_mempool_check_cookies(&pool, &objs[6], 1, 1), "mark behind it");
	EXPECT_PANIC(rte_mempool_audit(&pool), "mark behind it");
}

static void
check_blocks(void)
{
	pool_reset(0);
	block_sz = 0;
	rte_mempool_contig_blocks_check_cookies(&pool, objs, 1, 1);
	rte_mempool_check_cookies(&pool, objs, 1, 1);
	rte_mempool_check_cookies(&pool, objs, 1, 0);

	/* Two blocks of four; the objects between them stay. */
	block_sz = 4;
	objs[1] = objs[6];
	rte_mempool_contig_blocks_check_cookies(&pool, objs, 2, 1);
	EXPECT_PANIC(rte_mempool_check_cookies(&pool, &objs[2], 1, 1), "in use already");
	EXPECT_PANIC(rte_mempool_check_cookies(&pool, &objs[9], 1, 1), "in use already");
	rte_mempool_check_cookies(&pool, &objs[4], 2, 1);
	rte_mempool_check_cookies(&pool, &objs[10], 1, 1);
	rte_mempool_contig_blocks_check_cookies(&pool, objs, 2, 0);
}

static void
check_audit(void)
{
	pool_reset(0);
	pool.populated_size = N_OBJS + 1;
	EXPECT_PANIC(rte_mempool_audit(&pool), "12 objects in the list instead of 13");
	pool.populated_size = N_OBJS;
	pool.cache_size = 8;
	pool.local_cache = caches;
	/* More than its size is no fault of memory, more than its array is. */
	caches[2].len = RTE_DIM(caches[2].objs);
	rte_mempool_audit(&pool);
	caches[2].len++;
	EXPECT_PANIC(rte_mempool_audit(&pool), "cache of lcore 2 with 1025 objects");
	caches[2].len = 0;
}

/* --- Holders --------------------------------------------------------------------------- */

/*
 * A place that gets objects. Something is done behind it: a last call would not come back. Called
 * through a pointer, so that there is but one copy of it.
 */
static void
get_here(unsigned int first, unsigned int n)
{
	rte_mempool_check_cookies(&pool, &objs[first], n, 1);
	UNIT_CHECK(n != 0);
}

static void (*volatile here)(unsigned int first, unsigned int n) = get_here;

static unsigned int
count(const char *text, const char *word)
{
	unsigned int n = 0;

	for (; (text = strstr(text, word)) != NULL; text++)
		n++;
	return n;
}

static void
check_holders(void)
{
	char text[512], whole[512];
	size_t size;

	pool_reset(RTE_MEMPOOL_F_NO_CACHE_ALIGN);
	mempool_holders_tell(&pool, text, sizeof(text));
	UNIT_CHECK(text[0] == '\0');

	here(0, 3);
	here(3, 1);
	mempool_holders_tell(&pool, text, sizeof(text));
	UNIT_CHECK(strncmp(text, "; got last by lcore 3 at ", 25) == 0);
	UNIT_CHECK(strlen(text) > 3 && strcmp(text + strlen(text) - 3, ": 4") == 0);

	/* Again, by another thread, elsewhere: that one counts. */
	rte_mempool_check_cookies(&pool, &objs[1], 2, 0);
	RTE_PER_LCORE(_lcore_id) = LCORE_ID_ANY;
	RTE_PER_LCORE(_thread_id) = 72;
	rte_mempool_check_cookies(&pool, &objs[1], 2, 1);
	mempool_holders_tell(&pool, text, sizeof(text));
	UNIT_CHECK(strstr(text, " lcore 3 at ") != NULL && strstr(text, " thread 72 at ") != NULL);
	UNIT_CHECK(count(text, ": 2") == 2 && count(text, "others") == 0);

	/* More threads than places to tell of. */
	for (size = 4; size < 10; size++) {
		RTE_PER_LCORE(_thread_id) = (int)(100 + size);
		here((unsigned int)size, 1);
	}
	mempool_holders_tell(&pool, whole, sizeof(whole));
	UNIT_CHECK(count(whole, " thread ") == 3 && count(whole, ": 1,") == 2);
	UNIT_CHECK(strstr(whole, ": 1, others: 4") != NULL);
	for (size = 1; size < strlen(whole) + 2; size++) {
		memset(text, 'x', sizeof(text));
		mempool_holders_tell(&pool, text, size);
		UNIT_CHECK(strlen(text) <= size - 1 && text[size] == 'x');
		UNIT_CHECK(strncmp(text, whole, strlen(text)) == 0);
	}
	RTE_PER_LCORE(_lcore_id) = 3;
	RTE_PER_LCORE(_thread_id) = 71;
}

int
main(void)
{
	check_marks();
	check_blocks();
	check_audit();
	check_holders();
	return unit_status();
}
