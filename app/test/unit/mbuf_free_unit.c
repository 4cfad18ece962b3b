/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bulk free against fake pools: what is put from the caller's array and what from a staging
 * array, every way in which an mbuf is not plain at every place of a group, and what a callback
 * finds. The pools have no cache; their handler records each put.
 */

#include <stdlib.h>
#include <string.h>

#include <rte_mbuf.h>

#include "unit.h"

/* What the pool's inlines reach in an unoptimised build: trace points that are off. */
rte_trace_point_t __rte_mempool_trace_ops_enqueue_bulk;
rte_trace_point_t __rte_mempool_trace_generic_put;
rte_trace_point_t __rte_mempool_trace_put_bulk;
rte_trace_point_t __rte_mempool_trace_default_cache;
RTE_DEFINE_PER_LCORE(void *, trace_mem);

void
__rte_trace_mem_per_thread_alloc(void)
{
	abort();
}

#define N_MBUFS 512
#define MAX_CALLS 64

/* Fakes of what the inlines reach. */
RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = LCORE_ID_ANY;
struct rte_mempool_ops_table rte_mempool_ops_table;

void
rte_mbuf_sanity_check(const struct rte_mbuf *m, int is_header)
{
	UNIT_CHECK(m != NULL);
	(void)is_header;
}

void
rte_mbuf_raw_sanity_check(const struct rte_mbuf *m, const struct rte_mempool *mp)
{
	UNIT_CHECK(m != NULL && (mp == NULL || m->pool == mp));
}

void
rte_mempool_check_cookies(const struct rte_mempool *mp, void *const *objs, unsigned int n,
		int free)
{
	UNIT_CHECK(mp != NULL && objs != NULL && n != 0);
	(void)free;
}

void
__rte_panic(const char *function, const char *format, ...)
{
	fprintf(stderr, "panic in %s: %s", function, format);
	abort();
}

struct fake_pool {
	struct rte_mempool mp;
	struct rte_pktmbuf_pool_private room;
};
static_assert(offsetof(struct fake_pool, room) == sizeof(struct rte_mempool),
	"the private area follows a pool without caches");

/* Objects of a pool: the header that the mempool library puts in front, then the mbuf. */
struct fake_object {
	alignas(RTE_CACHE_LINE_SIZE) char pad[RTE_CACHE_LINE_SIZE -
					      sizeof(struct rte_mempool_objhdr)];
	struct rte_mempool_objhdr header;
	struct rte_mbuf m;
};

static struct fake_pool pools[2];
static struct fake_object objects[N_MBUFS + 1]; /* one more as room for the shift */
static size_t shift; /* of the mbufs, bytes */
static struct rte_mbuf *array[N_MBUFS];

static struct {
	const struct rte_mempool *mp;
	void *const *objs;	/* where the put read from */
	unsigned int n;
} calls[MAX_CALLS];
static unsigned int n_calls;
static struct rte_mbuf *back[2 * N_MBUFS];
static unsigned int n_back;

static int
fake_put(struct rte_mempool *mp, void *const *objs, unsigned int n)
{
	UNIT_CHECK(n != 0 && n <= 64 && n_calls < MAX_CALLS && n_back + n <= RTE_DIM(back));
	calls[n_calls].mp = mp;
	calls[n_calls].objs = objs;
	calls[n_calls++].n = n;
	memcpy(&back[n_back], objs, n * sizeof(objs[0]));
	n_back += n;
	return 0;
}

static bool
in_array(unsigned int call)
{
	return calls[call].objs >= (void *const *)array && calls[call].objs <
		(void *const *)&array[N_MBUFS];
}

static struct rte_mbuf *
mbuf_at(unsigned int i)
{
	return (void *)((char *)&objects[i].m + shift);
}

/* All mbufs plain, of pool 0 and listed in order. */
static void
start(void)
{
	memset(objects, 0, sizeof(objects));
	for (unsigned int i = 0; i < N_MBUFS; i++) {
		struct rte_mbuf m = {.pool = &pools[0].mp, .nb_segs = 1};

		array[i] = mbuf_at(i);
		m.buf_addr = array[i] + 1;
		rte_mbuf_refcnt_set(&m, 1);
		/* by bytes: the type promises more alignment than there is with a shift */
		memcpy((char *)array[i], (char *)&m, sizeof(m));
	}
	n_calls = 0;
	n_back = 0;
}

/* Is each mbuf that came back as a pool wants it, and of the pool it was put to? */
static bool
back_is_sound(void)
{
	unsigned int n = 0;

	for (unsigned int call = 0; call < n_calls; call++) {
		for (unsigned int i = 0; i < calls[call].n; i++, n++) {
			const struct rte_mbuf *m = back[n];

			if (m->pool != calls[call].mp || rte_mbuf_refcnt_read(m) != 1 ||
					m->next != NULL || m->nb_segs != 1 || !RTE_MBUF_DIRECT(m))
				return false;
		}
	}
	return n == n_back;
}

static bool
came_back(const struct rte_mbuf *m)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < n_back; i++)
		n += back[i] == m;
	return n == 1;
}

/* A flat burst is put from the caller's array, 64 at a time. */
static void
check_in_place(void)
{
	for (unsigned int n = 1; n <= 300; n++) {
		start();
		rte_pktmbuf_free_bulk(array, n);
		UNIT_CHECK(n_calls == (n + 63) / 64 && n_back == n && back_is_sound());
		for (unsigned int call = 0; call < n_calls; call++)
			UNIT_CHECK(calls[call].objs == (void *const *)&array[64 * call]);
	}
}

/* A gap moves the open batch away once, and does not cut it. */
static void
check_gap(void)
{
	for (unsigned int gap = 0; gap < 200; gap++) {
		start();
		array[gap] = NULL;
		rte_pktmbuf_free_bulk(array, 200);
		UNIT_CHECK(n_calls == 4 && n_back == 199 && back_is_sound());
		for (unsigned int call = 0; call < n_calls; call++) {
			UNIT_CHECK(calls[call].n == (call == 3 ? 7 : 64));
			UNIT_CHECK(in_array(call) == (64 * (call + 1) <= gap));
		}
		for (unsigned int i = 0; i < n_back; i++)
			UNIT_CHECK(back[i] == mbuf_at(i + (i >= gap)));
	}
}

/* The ways in which one mbuf is not plain. */
enum oddity {
	ODD_SHARED,
	ODD_STALE_COUNT,
	ODD_STALE_LINK,
	ODD_CHAIN,
	ODD_OTHER_POOL,
	ODD_CLONE,
	ODD_EXTERNAL,
	N_ODDITIES,
};

static unsigned int n_released;

static void
release(void *addr, void *opaque)
{
	n_released += addr == opaque;
}

/* Give array[i] an oddity; where it needs a second mbuf, that is the last but i. */
static void
make_odd(enum oddity oddity, unsigned int i, struct rte_mbuf_ext_shared_info *shinfo)
{
	struct rte_mbuf *m = array[i], *second = array[N_MBUFS - 1 - i];

	switch (oddity) {
	case ODD_SHARED:
		rte_mbuf_refcnt_set(m, 2);
		break;
	case ODD_STALE_COUNT:
		m->nb_segs = 2;
		break;
	case ODD_CHAIN:
		m->nb_segs = 2;
		/* fall through */
	case ODD_STALE_LINK:
		m->next = second;
		break;
	case ODD_OTHER_POOL:
		m->pool = &pools[1].mp;
		break;
	case ODD_CLONE:
		rte_pktmbuf_attach(m, second);
		rte_mbuf_refcnt_set(second, 1);
		break;
	default:
		shinfo->free_cb = release;
		shinfo->fcb_opaque = second;
		rte_mbuf_ext_refcnt_set(shinfo, 1);
		rte_pktmbuf_attach_extbuf(m, second, 1, 100, shinfo);
	}
}

/* One odd mbuf at each place of the first groups, in arrays of several lengths. */
static void
check_oddities(void)
{
	struct rte_mbuf_ext_shared_info shinfo;
	const unsigned int lengths[] = {1, 2, 3, 4, 5, 8, 9, 64, 67, 130};

	for (int oddity = 0; oddity < N_ODDITIES; oddity++) {
		const bool has_second = oddity == ODD_STALE_LINK || oddity == ODD_CHAIN ||
			oddity == ODD_CLONE;

		for (unsigned int j = 0; j < RTE_DIM(lengths) * 9; j++) {
			const unsigned int n = lengths[j / 9], place = j % 9;

			if (place >= n)
				continue;
			start();
			n_released = 0;
			make_odd(oddity, place, &shinfo);
			rte_pktmbuf_free_bulk(array, n);
			UNIT_CHECK(back_is_sound());
			UNIT_CHECK(n_back == n + has_second - (oddity == ODD_SHARED));
			UNIT_CHECK(came_back(array[place]) == (oddity != ODD_SHARED));
			UNIT_CHECK(came_back(array[N_MBUFS - 1 - place]) == has_second);
			UNIT_CHECK(rte_mbuf_refcnt_read(array[place]) == 1);
			UNIT_CHECK(n_released == (oddity == ODD_EXTERNAL));
			UNIT_CHECK(oddity == ODD_SHARED || n == 1 || n >= 64 ||
				n_calls == 1 + (oddity == ODD_OTHER_POOL));
		}
	}
}

/* The callback overwrites the caller's array, where nothing is pending any more. */
static void
overwrite(void *addr, void *opaque)
{
	(void)addr;
	(void)opaque;
	UNIT_CHECK(n_calls == 1 && calls[0].n == 64 && in_array(0));
	for (unsigned int i = 0; i < 70; i++)
		array[i] = mbuf_at(N_MBUFS - 1);
}

static void
check_callback(void)
{
	struct rte_mbuf_ext_shared_info shinfo = {.free_cb = overwrite};

	start();
	rte_mbuf_ext_refcnt_set(&shinfo, 1);
	rte_pktmbuf_attach_extbuf(array[70], array[N_MBUFS - 1], 1, 100, &shinfo);
	rte_pktmbuf_free_bulk(array, 90);
	UNIT_CHECK(n_calls == 2 && n_back == 90 && back_is_sound() && !in_array(1));
	for (unsigned int i = 0; i < 90; i++)
		UNIT_CHECK(back[i] == mbuf_at(i));
}

/* A clone comes back with its own buffer, and after the owner of the other. */
static void
check_clone(void)
{
	struct rte_mbuf *clone, *owner;

	start();
	clone = array[1];
	owner = array[100];
	clone->pool = &pools[1].mp;
	rte_pktmbuf_attach(clone, owner);
	rte_mbuf_refcnt_set(owner, 1);
	rte_pktmbuf_free_bulk(array, 2);
	UNIT_CHECK(n_calls == 2 && n_back == 3 && back_is_sound());
	UNIT_CHECK(came_back(clone) && came_back(owner));
	UNIT_CHECK(clone->buf_addr == (char *)(clone + 1) + pools[1].room.mbuf_priv_size);
	UNIT_CHECK(clone->priv_size == pools[1].room.mbuf_priv_size);
	UNIT_CHECK(clone->buf_len == pools[1].room.mbuf_data_room_size);
	UNIT_CHECK(clone->data_off == 100 && clone->data_len == 0 && clone->ol_flags == 0);
}

#if defined(__SANITIZE_ADDRESS__)
#define ALIGNMENT_CHECKED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define ALIGNMENT_CHECKED
#endif
#endif

/*
 * Mbufs of a pool with RTE_MEMPOOL_F_NO_CACHE_ALIGN: no wide load may want more than 8 bytes of
 * alignment. Not in builds with the address or the undefined behaviour sanitizer: that one finds
 * every access to a field of a struct rte_mbuf that is not aligned as its type says. The undefined
 * behaviour sanitizer of gcc cannot be told alone; the project uses both together.
 */
static void
check_unaligned(void)
{
#ifndef ALIGNMENT_CHECKED
	shift = sizeof(uint64_t);
	check_in_place();
	check_gap();
	shift = 0;
#endif
}

int
main(void)
{
	rte_mempool_ops_table.ops[0].enqueue = fake_put;
	for (unsigned int i = 0; i < RTE_DIM(pools); i++)
		pools[i].mp.private_data_size = sizeof(pools[i].room);
	pools[1].room.mbuf_data_room_size = 100;
	pools[1].room.mbuf_priv_size = 24;

	check_in_place();
	check_gap();
	check_oddities();
	check_callback();
	check_clone();
	check_unaligned();
	start();
	rte_pktmbuf_free_bulk(NULL, 0);
	UNIT_CHECK(n_calls == 0);
	return unit_status();
}
