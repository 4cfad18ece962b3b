/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings: sizes, flags, names, result codes, the list (cases A5, A8), and each call by its name.
 *
 * Order and content are in test_ring_model.c and test_ring_peek.c.
 */

#include <errno.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_memory.h>

#include "dump_lock.h"
#include "heap_base.h"
#include "log_catch.h"
#include "test.h"
#include "test_ring.h"

/* A creation that must fail with the error, one line of log and nothing left. */
static int
check_fails(int error, const char *name, unsigned int esize, unsigned int count,
		unsigned int flags)
{
	struct heap_base base = heap_base_read();
	struct rte_ring *r;
	struct log_catch catch;
	int got;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_errno = 0;
	r = rte_ring_create_elem(name, esize, count, SOCKET_ID_ANY, flags);
	got = rte_errno;
	TEST_ASSERT(log_catch_stop(&catch, "ring") == 1, "not one line");
	TEST_ASSERT(r == NULL && got == error,
		"element %u, count %u, flags 0x%x: %p with %d, not %d", esize, count, flags,
		(void *)r, got, error);
	TEST_ASSERT(heap_base_restored(&base), "a failed creation left something");
	rte_errno = 0;
	TEST_ASSERT(rte_ring_lookup(name) == NULL && rte_errno == ENOENT, "%s is there", name);
	return TEST_SUCCESS;
}

/* Size, capacity and free count that a count gives. */
static int
check_size(unsigned int count, unsigned int flags, unsigned int size, unsigned int capacity)
{
	struct heap_base base = heap_base_read();
	struct rte_ring *r = rte_ring_create("size", count, SOCKET_ID_ANY, flags);

	TEST_ASSERT_NOT_NULL(r, "count %u, flags 0x%x: error %d", count, flags, rte_errno);
	TEST_ASSERT(rte_ring_get_size(r) == size && rte_ring_get_capacity(r) == capacity &&
		rte_ring_free_count(r) == capacity && rte_ring_empty(r) &&
		rte_ring_full(r) == (capacity == 0),
		"count %u, flags 0x%x: size %u, capacity %u, free %u", count, flags,
		rte_ring_get_size(r), rte_ring_get_capacity(r), rte_ring_free_count(r));
	rte_ring_free(r);
	TEST_ASSERT(heap_base_restored(&base), "a ring left something");
	return TEST_SUCCESS;
}

/* Case A5. An exact size of 0 gives a ring of capacity 0. */
static int
test_sizes(void)
{
	static const unsigned int bad[] = {0, 3, 7, 100, INT32_MAX, UINT32_C(1) << 31, UINT32_MAX};
	static const unsigned int bad_exact[] = {INT32_MAX, UINT32_C(1) << 31, UINT32_MAX};
	unsigned int i;
	int ret = 0;

	ret |= check_size(1, 0, 1, 0);
	ret |= check_size(2, 0, 2, 1);
	ret |= check_size(8, 0, 8, 7);
	ret |= check_size(64, 0, 64, 63);
	ret |= check_size(0, RING_F_EXACT_SZ, 1, 0);
	ret |= check_size(1, RING_F_EXACT_SZ, 2, 1);
	ret |= check_size(2, RING_F_EXACT_SZ, 4, 2);
	ret |= check_size(3, RING_F_EXACT_SZ, 4, 3);
	ret |= check_size(7, RING_F_EXACT_SZ, 8, 7);
	ret |= check_size(8, RING_F_EXACT_SZ, 16, 8);
	ret |= check_size(100, RING_F_EXACT_SZ, 128, 100);
	for (i = 0; i < RTE_DIM(bad); i++)
		ret |= check_fails(EINVAL, "bad", 8, bad[i], 0);
	for (i = 0; i < RTE_DIM(bad_exact); i++)
		ret |= check_fails(EINVAL, "bad", 8, bad_exact[i], RING_F_EXACT_SZ);
	ret |= check_fails(EINVAL, "bad", 6, 8, 0);
	return ret;
}

static int
test_memsize(void)
{
	struct log_catch catch;
	ssize_t odd, three;

	TEST_ASSERT(rte_ring_get_memsize_elem(16, UINT32_C(1) << 29) > INT64_C(8589934592),
		"a product of 32 bits");
	TEST_ASSERT(rte_ring_get_memsize(1024) == rte_ring_get_memsize_elem(8, 1024),
		"pointers are not 8 bytes");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	odd = rte_ring_get_memsize_elem(3, 8);
	three = rte_ring_get_memsize(3);
	TEST_ASSERT(log_catch_stop(&catch, "ring") == 2, "not one line each");
	TEST_ASSERT(odd == -EINVAL && three == -EINVAL, "%zd and %zd", odd, three);
	return TEST_SUCCESS;
}

/* Case A8: flags that fight or do not exist. */
static int
test_flags(void)
{
	int ret = 0;

	ret |= check_fails(EINVAL, "flags0", 8, 8, RING_F_SP_ENQ | RING_F_MP_HTS_ENQ);
	ret |= check_fails(EINVAL, "flags1", 8, 8, RING_F_SP_ENQ | RING_F_MP_RTS_ENQ);
	ret |= check_fails(EINVAL, "flags2", 8, 8, RING_F_MC_RTS_DEQ | RING_F_MC_HTS_DEQ);
	ret |= check_fails(EINVAL, "flags3", 8, 8, 1 << 15);
	ret |= check_fails(EINVAL, "flags4", 8, 8, RING_F_SC_DEQ | RING_F_MC_HTS_DEQ);
	return ret;
}

/* Case A8: names, and the list. */
static int
test_names(void)
{
	struct heap_base base = heap_base_read();
	const char *longest = "a name of 28 characters, yes";
	struct rte_ring *r, *twin;
	struct log_catch catch;
	int got;

	TEST_ASSERT_SUCCESS(check_fails(ENAMETOOLONG, "a name of 29 characters, so it", 8, 8, 0),
		"a name that is too long");
	r = rte_ring_create(longest, 8, SOCKET_ID_ANY, 0);
	TEST_ASSERT(strlen(longest) == 28 && r != NULL, "28 characters: error %d", rte_errno);
	TEST_ASSERT(rte_ring_lookup(longest) == r, "not found");

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	twin = rte_ring_create(longest, 16, SOCKET_ID_ANY, 0);
	got = rte_errno;
	TEST_ASSERT(log_catch_stop(&catch, longest) >= 1, "no line");
	TEST_ASSERT(twin == NULL && got == EEXIST, "a twin: %p with %d", (void *)twin, got);
	TEST_ASSERT(rte_ring_lookup(longest) == r, "not found beside its twin");

	rte_ring_free(r);
	rte_errno = 0;
	TEST_ASSERT(rte_ring_lookup(longest) == NULL && rte_errno == ENOENT, "found when freed");
	rte_ring_free(NULL);
	TEST_ASSERT(heap_base_restored(&base), "a ring left something");
	return TEST_SUCCESS;
}

/* A ring the library did not make, or not any more, is refused with a message. */
static int
test_bad_free(void)
{
	struct heap_base base = heap_base_read();
	struct rte_ring *volatile stale = rte_ring_create("stale", 8, SOCKET_ID_ANY, 0);
	struct rte_ring *volatile stray;
	struct rte_ring local;
	struct log_catch catch;

	TEST_ASSERT(stale != NULL && rte_ring_init(&local, "stray", 8, 0) == 0, "no rings");
	stray = &local;
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_ring_free(stray);
	rte_ring_free(stale);
	rte_ring_free(stale);
	TEST_ASSERT(log_catch_stop(&catch, "not freed") == 2, "not one line each");
	TEST_ASSERT(heap_base_restored(&base), "books do not balance");
	return TEST_SUCCESS;
}

/* Case A8: result codes; and a dump that says what is inside. */
static int
test_codes(void)
{
	struct rte_ring *r;
	char *text = NULL;
	size_t len = 0;
	void *obj = &r;
	unsigned int prod, cons;
	FILE *f;

	for (prod = 0; prod < 4; prod++) {
		for (cons = 0; cons < 4; cons++) {
			r = rte_ring_create("codes", 2, SOCKET_ID_ANY,
				test_ring_prod_flags[prod] | test_ring_cons_flags[cons]);
			TEST_ASSERT_NOT_NULL(r, "error %d", rte_errno);
			TEST_ASSERT(rte_ring_dequeue(r, &obj) == -ENOENT, "empty");
			TEST_ASSERT(rte_ring_enqueue(r, obj) == 0, "not empty, not full");
			TEST_ASSERT(rte_ring_enqueue(r, obj) == -ENOBUFS, "full");
			rte_ring_reset(r);
			TEST_ASSERT(rte_ring_dequeue(r, &obj) == -ENOENT, "reset");
			TEST_ASSERT(rte_ring_enqueue(r, obj) == 0, "reset");

			f = open_memstream(&text, &len);
			rte_ring_list_dump(f);
			fclose(f);
			TEST_ASSERT(strstr(text, "codes") != NULL, "dump without the name");
			free(text);
			TEST_ASSERT(dump_is_unlocked(rte_ring_list_dump, rte_mcfg_tailq_get_lock()),
				"dump writes with the lock");
			rte_ring_free(r);
		}
	}
	return TEST_SUCCESS;
}

typedef unsigned int (*enqueue_fn)(struct rte_ring *, void *const *, unsigned int, unsigned int *);
typedef unsigned int (*dequeue_fn)(struct rte_ring *, void **, unsigned int, unsigned int *);

/* The calls for pointers, by type. */
static const struct calls {
	unsigned int flags;
	enqueue_fn enqueue_bulk, enqueue_burst;
	dequeue_fn dequeue_bulk, dequeue_burst;
} calls[] = {
	{0, rte_ring_mp_enqueue_bulk, rte_ring_mp_enqueue_burst,
		rte_ring_mc_dequeue_bulk, rte_ring_mc_dequeue_burst},
	{0, rte_ring_enqueue_bulk, rte_ring_enqueue_burst,
		rte_ring_dequeue_bulk, rte_ring_dequeue_burst},
	{RING_F_SP_ENQ | RING_F_SC_DEQ, rte_ring_sp_enqueue_bulk, rte_ring_sp_enqueue_burst,
		rte_ring_sc_dequeue_bulk, rte_ring_sc_dequeue_burst},
	{RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ, rte_ring_mp_rts_enqueue_bulk,
		rte_ring_mp_rts_enqueue_burst, rte_ring_mc_rts_dequeue_bulk,
		rte_ring_mc_rts_dequeue_burst},
	{RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ, rte_ring_mp_hts_enqueue_bulk,
		rte_ring_mp_hts_enqueue_burst, rte_ring_mc_hts_dequeue_bulk,
		rte_ring_mc_hts_dequeue_burst},
};

static int
check_calls(const struct calls *c)
{
	struct rte_ring *r = rte_ring_create("calls", 16, SOCKET_ID_ANY, c->flags);
	void *in[16], *out[16];
	unsigned int i, left;

	TEST_ASSERT_NOT_NULL(r, "error %d", rte_errno);
	for (i = 0; i < RTE_DIM(in); i++)
		in[i] = &in[i];
	TEST_ASSERT(c->enqueue_bulk(r, in, 16, &left) == 0 && left == 15, "bulk of 16");
	TEST_ASSERT(c->enqueue_bulk(r, in, 10, &left) == 10 && left == 5, "bulk of 10");
	TEST_ASSERT(c->enqueue_burst(r, in + 10, 6, &left) == 5 && left == 0, "burst of 6");
	TEST_ASSERT(c->enqueue_burst(r, in, 1, NULL) == 0, "burst into a full ring");
	TEST_ASSERT(c->enqueue_bulk(r, in, 0, &left) == 0 && left == 0, "bulk of none");

	TEST_ASSERT(c->dequeue_bulk(r, out, 16, &left) == 0 && left == 15, "bulk of 16");
	TEST_ASSERT(c->dequeue_bulk(r, out, 4, &left) == 4 && left == 11, "bulk of 4");
	TEST_ASSERT(c->dequeue_burst(r, out + 4, 12, &left) == 11 && left == 0, "burst of 12");
	TEST_ASSERT(c->dequeue_burst(r, out, 1, NULL) == 0, "burst from an empty ring");
	TEST_ASSERT(memcmp(in, out, 15 * sizeof(in[0])) == 0, "other pointers");
	rte_ring_free(r);
	return TEST_SUCCESS;
}

/* One pointer at a time. */
static int
test_single_calls(void)
{
	struct rte_ring *r = rte_ring_create("single", 4, SOCKET_ID_ANY, 0);
	void *obj;

	TEST_ASSERT_NOT_NULL(r, "error %d", rte_errno);
	TEST_ASSERT(rte_ring_mp_enqueue(r, &obj) == 0 && rte_ring_sp_enqueue(r, r) == 0 &&
		rte_ring_enqueue(r, &r) == 0, "not full");
	TEST_ASSERT(rte_ring_mp_enqueue(r, r) == -ENOBUFS &&
		rte_ring_sp_enqueue(r, r) == -ENOBUFS, "full");
	TEST_ASSERT(rte_ring_mc_dequeue(r, &obj) == 0 && obj == &obj, "first");
	TEST_ASSERT(rte_ring_sc_dequeue(r, &obj) == 0 && obj == r, "second");
	TEST_ASSERT(rte_ring_dequeue(r, &obj) == 0 && obj == &r, "third");
	TEST_ASSERT(rte_ring_mc_dequeue(r, &obj) == -ENOENT &&
		rte_ring_sc_dequeue(r, &obj) == -ENOENT, "empty");
	rte_ring_free(r);
	return TEST_SUCCESS;
}

static int
test_calls(void)
{
	unsigned int i;
	int ret = test_single_calls();

	for (i = 0; i < RTE_DIM(calls); i++)
		ret |= check_calls(&calls[i]);
	return ret;
}

static int
test_ring(void)
{
	struct heap_base base = heap_base_read();
	int ret = 0;

	ret |= test_sizes();
	ret |= test_memsize();
	ret |= test_flags();
	ret |= test_names();
	ret |= test_bad_free();
	ret |= test_codes();
	ret |= test_calls();
	ret |= test_ring_model();
	ret |= test_ring_peek();
	TEST_ASSERT_SUCCESS(ret, "a part failed");
	TEST_ASSERT(heap_base_restored(&base), "the rings left something");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(ring_autotest, test_ring)
