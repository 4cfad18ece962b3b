/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of rte_ring.c and ring_dump.c: sizes, flags, failures, the list, reset and dumps. */

#include <dlfcn.h>

#include <rte_ring.h>

#include "named_fakes.h"

/* The largest size of a ring. */
#define MAX_SLOTS (UINT32_C(1) << 30)

static void
test_memsize(void)
{
	const ssize_t guard = RTE_CACHE_GUARD_LINES * RTE_CACHE_LINE_SIZE;
	const ssize_t record = sizeof(struct rte_ring);

	UNIT_CHECK(rte_ring_get_memsize(1024) == record + 8192 + guard);
	UNIT_CHECK(rte_ring_get_memsize(1) == record + RTE_CACHE_LINE_SIZE + guard);
	UNIT_CHECK(rte_ring_get_memsize_elem(4, 8) == rte_ring_get_memsize_elem(16, 2));
	UNIT_CHECK(rte_ring_get_memsize_elem(16, 1u << 29) == record + (INT64_C(1) << 33) + guard);
	UNIT_CHECK(rte_ring_get_memsize_elem(0, 8) == record + guard);
	UNIT_CHECK(rte_ring_get_memsize_elem(UINT32_MAX - 3, MAX_SLOTS) > 0);
	UNIT_CHECK(rte_ring_get_memsize_elem(3, 8) == -EINVAL);
	UNIT_CHECK(rte_ring_get_memsize(0) == -EINVAL);
	UNIT_CHECK(rte_ring_get_memsize(3) == -EINVAL);
	UNIT_CHECK(rte_ring_get_memsize(RTE_RING_SZ_MASK) == -EINVAL);
	UNIT_CHECK(rte_ring_get_memsize(1u << 31) == -EINVAL);
}

/* What a count and flags make of a ring. */
static void
check_init(unsigned int count, unsigned int flags, uint32_t size, uint32_t capacity)
{
	struct rte_ring r;

	memset(&r, 0xA5, sizeof(r));
	UNIT_CHECK(rte_ring_init(&r, "unit", count, flags) == 0);
	UNIT_CHECK(r.size == size && r.mask == size - 1 && r.capacity == capacity);
	UNIT_CHECK(r.flags == (int)flags && r.memzone == NULL && strcmp(r.name, "unit") == 0);
	UNIT_CHECK(rte_ring_empty(&r) && rte_ring_free_count(&r) == capacity);
	UNIT_CHECK(r.prod.head == 0 && r.cons.head == 0);
}

/* A refusal leaves the memory alone. */
static void
check_no_init(const char *name, unsigned int count, unsigned int flags, int ret)
{
	struct rte_ring r, before;
	const unsigned int lines = unit_log_lines;

	memset(&before, 0xA5, sizeof(before));
	r = before;
	UNIT_CHECK(rte_ring_init(&r, name, count, flags) == ret);
	UNIT_CHECK(memcmp(&r, &before, sizeof(r)) == 0);
	UNIT_CHECK(unit_log_lines == lines + 1);
}

static void
test_counts(void)
{
	static const unsigned int plain[] = {0, 3, 7, 100, (1u << 31) - 1, 1u << 31, UINT32_MAX};
	static const unsigned int exact[] = {MAX_SLOTS, (1u << 31) - 2, (1u << 31) - 1, 1u << 31,
		UINT32_MAX};
	unsigned int i;

	check_init(1, 0, 1, 0);
	check_init(2, 0, 2, 1);
	check_init(64, 0, 64, 63);
	check_init(MAX_SLOTS, 0, MAX_SLOTS, MAX_SLOTS - 1);
	check_init(0, RING_F_EXACT_SZ, 1, 0);
	check_init(1, RING_F_EXACT_SZ, 2, 1);
	check_init(2, RING_F_EXACT_SZ, 4, 2);
	check_init(3, RING_F_EXACT_SZ, 4, 3);
	check_init(100, RING_F_EXACT_SZ, 128, 100);
	check_init(MAX_SLOTS - 1, RING_F_EXACT_SZ, MAX_SLOTS, MAX_SLOTS - 1);
	for (i = 0; i < RTE_DIM(plain); i++)
		check_no_init("unit", plain[i], 0, -EINVAL);
	for (i = 0; i < RTE_DIM(exact); i++)
		check_no_init("unit", exact[i], RING_F_EXACT_SZ, -EINVAL);
}

static void
test_names(void)
{
	char name[RTE_RING_NAMESIZE + 1];
	struct rte_ring r;

	memset(name, 'n', sizeof(name));
	name[RTE_RING_NAMESIZE - 1] = 0;
	UNIT_CHECK(rte_ring_init(&r, name, 8, 0) == 0 && strcmp(r.name, name) == 0);
	name[RTE_RING_NAMESIZE - 1] = 'n';
	name[RTE_RING_NAMESIZE] = 0;
	check_no_init(name, 8, 0, -ENAMETOOLONG);
	check_no_init(NULL, 8, 0, -EINVAL);
}

/* Each of the 256 sets of the 7 flags and one unknown. */
static void
test_flags(void)
{
	static const enum rte_ring_sync_type type[8] = {
		[0] = RTE_RING_SYNC_MT, [1] = RTE_RING_SYNC_ST,
		[2] = RTE_RING_SYNC_MT_RTS, [4] = RTE_RING_SYNC_MT_HTS,
	};
	struct rte_ring r;
	unsigned int flags, prod, cons;

	for (flags = 0; flags < 256; flags++) {
		prod = (flags & RING_F_SP_ENQ) | (flags & RING_F_MP_RTS_ENQ) >> 2 |
			(flags & RING_F_MP_HTS_ENQ) >> 3;
		cons = (flags & RING_F_SC_DEQ) >> 1 | (flags & RING_F_MC_RTS_DEQ) >> 3 |
			(flags & RING_F_MC_HTS_DEQ) >> 4;
		if (flags > 127 || __builtin_popcount(prod) > 1 || __builtin_popcount(cons) > 1) {
			check_no_init("unit", 8, flags, -EINVAL);
			continue;
		}
		UNIT_CHECK(rte_ring_init(&r, "unit", 64, flags) == 0);
		UNIT_CHECK(rte_ring_get_prod_sync_type(&r) == type[prod]);
		UNIT_CHECK(rte_ring_get_cons_sync_type(&r) == type[cons]);
		UNIT_CHECK(rte_ring_is_prod_single(&r) == (prod == 1));
		UNIT_CHECK(rte_ring_is_cons_single(&r) == (cons == 1));
		UNIT_CHECK(rte_ring_get_prod_htd_max(&r) == (prod == 2 ? r.capacity / 8 :
				UINT32_MAX));
		UNIT_CHECK(rte_ring_get_cons_htd_max(&r) == (cons == 2 ? r.capacity / 8 :
				UINT32_MAX));
	}
}

/* A failing creation: rte_errno is positive, nothing is kept, one line is logged. */
static void
check_no_create(const char *name, unsigned int esize, unsigned int count, unsigned int flags,
		int err)
{
	const unsigned int blocks = fake.blocks, zones = fake.zones, lines = unit_log_lines;

	rte_errno = 0;
	UNIT_CHECK(rte_ring_create_elem(name, esize, count, 0, flags) == NULL);
	UNIT_CHECK(rte_errno == err);
	UNIT_CHECK(fake.blocks == blocks && fake.zones == zones && fake.readers == 0);
	UNIT_CHECK(unit_log_lines == lines + 1);
}

static void
test_create_fails(void)
{
	check_no_create("fails", 3, 8, 0, EINVAL);
	check_no_create("fails", 8, 9, 0, EINVAL);
	check_no_create("fails", 8, 8, 0x8000, EINVAL);
	check_no_create("a name of twenty-nine letters", 8, 8, 0, ENAMETOOLONG);
	fake.block_fails = true;
	check_no_create("fails", 8, 8, 0, ENOMEM);
	fake.zone_error = ENOMEM;
	check_no_create("fails", 8, 8, 0, ENOMEM);
	fake.zone_error = ENOSPC;
	check_no_create("fails", 8, 8, 0, ENOSPC);
	fake_check_clean();
}

static void
test_list(void)
{
	struct rte_ring *a, *b, local;
	struct rte_ring *volatile stray[2]; /* keeps the compiler from warning */

	a = rte_ring_create("a", 8, SOCKET_ID_ANY, RING_F_SP_ENQ);
	UNIT_CHECK(fake.zone_sz == (size_t)rte_ring_get_memsize(8));
	b = rte_ring_create_elem("b", 16, 5, 0, RING_F_EXACT_SZ);
	UNIT_CHECK(fake.zone_sz == (size_t)rte_ring_get_memsize_elem(16, 8));
	UNIT_CHECK(a != NULL && b != NULL && fake.blocks == 2 && fake.zones == 2);
	UNIT_CHECK(strcmp(a->memzone->name, "RG_a") == 0 && a->memzone->addr == a);
	UNIT_CHECK(rte_ring_lookup("a") == a && rte_ring_lookup("b") == b);
	check_no_create("a", 8, 8, 0, EEXIST);

	stray[0] = a;
	rte_ring_free(a);
	rte_errno = 0;
	UNIT_CHECK(rte_ring_lookup("a") == NULL && rte_errno == ENOENT);
	UNIT_CHECK(rte_ring_lookup("b") == b && fake.blocks == 1 && fake.zones == 1);

	/* What is not on the list is refused and not looked at. */
	UNIT_CHECK(rte_ring_init(&local, "local", 8, 0) == 0);
	unit_log_lines = 0;
	stray[1] = &local;
	rte_ring_free(stray[0]);
	rte_ring_free(stray[1]);
	UNIT_CHECK(unit_log_lines == 2 && fake.zones == 1);
	rte_ring_free(NULL);
	UNIT_CHECK(unit_log_lines == 2);

	rte_ring_free(b);
	fake_check_clean();
}

static void
test_reset(void)
{
	static const unsigned int flags[] = {0, RING_F_SP_ENQ | RING_F_SC_DEQ,
		RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ, RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ};
	struct {
		struct rte_ring ring;
		void *slots[8];
	} mem;
	struct rte_ring *r = &mem.ring;
	void *obj = &mem;
	unsigned int i, k;

	for (i = 0; i < RTE_DIM(flags); i++) {
		UNIT_CHECK(rte_ring_init(r, "reset", 8, flags[i]) == 0);
		for (k = 0; k < 5; k++)
			UNIT_CHECK(rte_ring_enqueue(r, obj) == 0);
		UNIT_CHECK(rte_ring_dequeue(r, &obj) == 0);
		rte_ring_reset(r);
		UNIT_CHECK(rte_ring_empty(r) && rte_ring_free_count(r) == 7);
		UNIT_CHECK(rte_ring_dequeue(r, &obj) == -ENOENT);
		for (k = 0; k < 7; k++)
			UNIT_CHECK(rte_ring_enqueue(r, obj) == 0);
		UNIT_CHECK(rte_ring_enqueue(r, obj) == -ENOBUFS);
	}
}

/* Text of the dump of all rings, and none for NULL. */
static void
test_dump(void)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct rte_ring *r =
		rte_ring_create("dumped", 16, 0, RING_F_MP_RTS_ENQ | RING_F_MC_HTS_DEQ);

	rte_ring_dump(f, NULL);
	rte_ring_headtail_dump(f, "x", NULL);
	rte_ring_dump(NULL, r);
	rte_ring_list_dump(NULL);
	rte_ring_headtail_dump(NULL, NULL, &r->prod);
	fflush(f);
	UNIT_CHECK(len == 0);

	UNIT_CHECK(rte_ring_enqueue(r, r) == 0 && rte_ring_enqueue(r, r) == 0);
	rte_ring_list_dump(f);
	rte_ring_headtail_dump(f, NULL, &r->cons);
	fclose(f);
	UNIT_CHECK(strstr(text, "ring dumped at") != NULL);
	UNIT_CHECK(strstr(text, "capacity=15\n") != NULL);
	UNIT_CHECK(strstr(text, "used=2\n") != NULL && strstr(text, "free=13\n") != NULL);
	UNIT_CHECK(strstr(text, "prod.type=MT_RTS\n") != NULL);
	UNIT_CHECK(strstr(text, "prod.head=2\n") != NULL && strstr(text, "prod.tail_count=2\n"));
	UNIT_CHECK(strstr(text, "cons.type=MT_HTS\n") != NULL);
	UNIT_CHECK(strstr(text, "\ntype=MT_HTS\nhead=0\ntail=0\n") != NULL);
	free(text);
	rte_ring_free(r);
	fake_check_clean();
}

static FILE *(*fake_memstream)(void);

/* The C library's, unless a test has put something in its place. */
FILE *
open_memstream(char **text, size_t *len)
{
	union {
		void *symbol;
		FILE *(*call)(char **text, size_t *len);
	} real = {.symbol = dlsym(RTLD_NEXT, "open_memstream")};

	return fake_memstream != NULL ? fake_memstream() : real.call(text, len);
}

static FILE *
no_memstream(void)
{
	return NULL;
}

/* Takes text, and fails in the end. */
static FILE *
full_memstream(void)
{
	return fopen("/dev/full", "w");
}

/* A dump of the list for which there is no memory says so, and nothing else. */
static void
test_dump_fails(void)
{
	FILE *(*const fakes[])(void) = {no_memstream, full_memstream};
	struct rte_ring *r = rte_ring_create("dumped", 16, 0, 0);

	for (unsigned int i = 0; i < RTE_DIM(fakes); i++) {
		char text[64] = "";
		FILE *f = fmemopen(text, sizeof(text), "w");

		fake_memstream = fakes[i];
		rte_ring_list_dump(f);
		fake_memstream = NULL;
		fclose(f);
		UNIT_CHECK(strcmp(text, "no memory for a dump\n") == 0);
	}
	rte_ring_free(r);
	fake_check_clean();
}

int
main(void)
{
	test_memsize();
	test_counts();
	test_names();
	test_flags();
	test_create_fails();
	test_list();
	test_reset();
	test_dump();
	test_dump_fails();
	return unit_status();
}
