/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_pages.c: ranges, order of what is done, limits, roll back after
 * a failure of each step. The neighbours are fakes that write one letter a call.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_eal_memconfig.h>
#include <rte_lcore.h>

#include "eal_config.h"
#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_event.h"
#include "mem_iova.h"
#include "mem_pages.h"
#include "mem_seg.h"
#include "mem_units.h"
#include "unit.h"

#define PAGE_SZ 4096u
#define AREA_LEN (8u * PAGE_SZ)
#define BASE ((char *)(uintptr_t)0x40000000u)

UNIT_FAKE_LOG()

/* Ordinary pages; hugepages that stay; hugepages that come and go. */
static const struct mem_area on_demand = {
	.addr = (void *)(uintptr_t)0x40000000u,
	.len = AREA_LEN,
	.page_sz = PAGE_SZ,
	.socket_id = 1,
	.on_demand = true,
};
static const struct mem_area whole = {
	.addr = (void *)(uintptr_t)0x40000000u,
	.len = AREA_LEN,
	.page_sz = PAGE_SZ,
	.socket_id = 1,
};
static const struct mem_area growing = {
	.addr = (void *)(uintptr_t)0x40000000u,
	.len = AREA_LEN,
	.page_sz = PAGE_SZ,
	.socket_id = 1,
	.grows = true,
	.start_len = 2 * PAGE_SZ,
};

static const struct mem_area *area = &on_demand;
static struct eal_config config;

static struct {
	char did[64];
	char *addr;
	size_t len;
	/* what fails: the call of this number among those that can, and how many there were */
	unsigned int fail_at;
	unsigned int n_calls;
	bool bind_refused;
	bool close_fails;
	int page_node;
	unsigned int n_nodes;
	unsigned int n_looks;
	/* what is held at the moment */
	int lock_depth;
	size_t booked;
	size_t booked_elsewhere; /* pages of the same size on another node */
	bool is_open;
	bool is_marked;
} fake;

/* Note a call; -error if it is the one that is to fail. */
static int
did(const char *what, const void *addr, size_t len, int error)
{
	strcat(fake.did, what);
	fake.addr = (char *)(uintptr_t)addr;
	fake.len = len;
	return error != 0 && ++fake.n_calls == fake.fail_at ? -error : 0;
}

static int
fake_open(const struct mem_area *a, void *addr, size_t len)
{
	int rc = did("o", addr, len, ENOMEM);

	UNIT_CHECK(a == area && !fake.is_open && fake.lock_depth == 0);
	fake.is_open = rc == 0;
	return rc;
}

static int
fake_bind(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == area && fake.is_open);
	did("b", addr, len, 0);
	return fake.bind_refused ? -EPERM : 0;
}

static int
fake_populate(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == area && fake.lock_depth == 0);
	return did("p", addr, len, ENOMEM);
}

static int
fake_close(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == area && !fake.is_marked && fake.lock_depth == 0);
	did("c", addr, len, 0);
	if (fake.close_fails)
		return -ENOMEM;
	fake.is_open = false;
	return 0;
}

static int
fake_get_fd(const struct mem_area *a, const void *addr, size_t *offset)
{
	UNIT_CHECK(a == area && addr == BASE);
	*offset = 5;
	return 3;
}

static const struct mem_backend backend = {
	.open = fake_open,
	.bind = fake_bind,
	.populate = fake_populate,
	.close = fake_close,
	.get_fd = fake_get_fd,
};

void
rte_mcfg_mem_write_lock(void)
{
	UNIT_CHECK(fake.lock_depth++ == 0);
}

void
rte_mcfg_mem_write_unlock(void)
{
	UNIT_CHECK(--fake.lock_depth == 0);
}

const struct mem_area *
mem_area_find(const void *addr)
{
	const char *at = addr;

	return at >= BASE && at < BASE + AREA_LEN ? area : NULL;
}

/* Of the node, or of the page size on all nodes. */
size_t
mem_seg_booked_sz(int socket_id, size_t page_sz)
{
	UNIT_CHECK(fake.lock_depth == 1);
	if (socket_id == area->socket_id) {
		UNIT_CHECK(page_sz == 0);
		return fake.booked;
	}
	UNIT_CHECK(socket_id == SOCKET_ID_ANY && page_sz == area->page_sz);
	return fake.booked + fake.booked_elsewhere;
}

void
mem_seg_book(const struct mem_area *a, size_t len)
{
	UNIT_CHECK(a == area && fake.lock_depth == 1);
	fake.booked += len;
}

void
mem_seg_unbook(const struct mem_area *a, size_t len)
{
	UNIT_CHECK(a == area && fake.lock_depth == 1 && len <= fake.booked);
	fake.booked -= len;
}

int
mem_seg_fill(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == area && fake.is_open && fake.lock_depth == 0);
	return did("f", addr, len, EFAULT);
}

void
mem_seg_mark(const struct mem_area *a, const void *addr, size_t len, bool used)
{
	UNIT_CHECK(a == area && fake.is_open && fake.lock_depth == 1 && used != fake.is_marked);
	did(used ? "+" : "-", addr, len, 0);
	fake.is_marked = used;
}

void
mem_units_set(const struct mem_area *a, const void *addr, size_t len)
{
	UNIT_CHECK(a == area);
	did("u", addr, len, 0);
}

void
mem_units_clear(const struct mem_area *a, const void *addr, size_t len)
{
	UNIT_CHECK(a == area && !fake.is_open);
	did("x", addr, len, 0);
}

/* Page 5 is half of a unit. */
bool
mem_units_narrow(const struct mem_area *a, void **addr, size_t *len)
{
	UNIT_CHECK(a == area);
	if (*addr != BASE + 5 * PAGE_SZ)
		return true;
	if (*len == PAGE_SZ)
		return false;
	*addr = BASE + 6 * PAGE_SZ;
	*len -= PAGE_SZ;
	return true;
}

bool
mem_iova_in_reach(const struct mem_area *a, const void *addr, size_t len)
{
	UNIT_CHECK(a == area && fake.lock_depth == 1);
	return did("r", addr, len, ERANGE) == 0;
}

bool
mem_event_allows(int socket_id, size_t new_len)
{
	UNIT_CHECK(socket_id == area->socket_id && fake.lock_depth == 1);
	return did("v", NULL, new_len, EPERM) == 0;
}

void
mem_event_notify(enum rte_mem_event event, const void *addr, size_t len)
{
	UNIT_CHECK(fake.lock_depth == 1 && fake.is_open && fake.is_marked);
	did(event == RTE_MEM_EVENT_ALLOC ? "A" : "F", addr, len, 0);
}

unsigned int
rte_socket_count(void)
{
	return fake.n_nodes;
}

int
mem_numa_look(const void *addr, size_t len, size_t page_sz, int node)
{
	UNIT_CHECK(addr != NULL && len > 0 && page_sz == PAGE_SZ && node == area->socket_id);
	fake.n_looks++;
	return fake.page_node;
}

static void
fresh(const struct mem_area *use)
{
	memset(&fake, 0, sizeof(fake));
	memset(&config, 0, sizeof(config));
	area = use;
	fake.page_node = area->socket_id;
	fake.n_nodes = 2;
	unit_log_lines = 0;
	mem_pages_start(&backend, &config);
}

static bool
did_all(const char *expected)
{
	bool same = strcmp(fake.did, expected) == 0;

	if (!same)
		fprintf(stderr, "did '%s', expected '%s'\n", fake.did, expected);
	fake.did[0] = '\0';
	return same;
}

static void
check_get(const struct mem_area *use, const char *expected)
{
	fresh(use);
	UNIT_CHECK(mem_pages_get(area, BASE, AREA_LEN) == 0);
	UNIT_CHECK(did_all(expected) && fake.addr == BASE && fake.len == AREA_LEN);
	UNIT_CHECK(fake.is_open && fake.is_marked && fake.booked == AREA_LEN);
	UNIT_CHECK(unit_log_lines == 0);
}

/* Whatever fails, all is as before, and what had to be undone is undone. */
static void
check_get_fails(const struct mem_area *use, unsigned int n_steps)
{
	unsigned int step;

	for (step = 1; step <= n_steps + 1; step++) {
		fresh(use);
		fake.fail_at = step;
		if (mem_pages_get(area, BASE, PAGE_SZ) == 0) {
			UNIT_CHECK(step == n_steps + 1);
			continue;
		}
		UNIT_CHECK(step <= n_steps && fake.n_calls == step);
		UNIT_CHECK(!fake.is_open && !fake.is_marked && fake.booked == 0);
		UNIT_CHECK(strchr(fake.did, 'A') == NULL && strchr(fake.did, 'u') == NULL);
		/* and it can be had after that */
		fake.fail_at = 0;
		UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == 0 && fake.booked == PAGE_SZ);
	}
}

static void
check_codes(void)
{
	fresh(&growing);
	fake.fail_at = 1;
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == -EPERM);
	fresh(&growing);
	fake.fail_at = 2;
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == -ENOMEM);
	fresh(&growing);
	fake.fail_at = 5;
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == -ENOMEM);
}

/* Memory that is refused because it is too much costs nothing. */
static void
check_limit(void)
{
	fresh(&growing);
	config.numa_limit[1] = 3 * PAGE_SZ;
	mem_pages_start(&backend, &config);
	UNIT_CHECK(mem_pages_get(area, BASE, 2 * PAGE_SZ) == 0);
	fake.is_open = fake.is_marked = false;
	fake.did[0] = '\0';
	UNIT_CHECK(mem_pages_get(area, BASE + 2 * PAGE_SZ, 2 * PAGE_SZ) == -ENOMEM);
	UNIT_CHECK(did_all("") && fake.booked == 2 * PAGE_SZ);
	UNIT_CHECK(mem_pages_get(area, BASE + 2 * PAGE_SZ, PAGE_SZ) == 0);
	UNIT_CHECK(fake.booked == 3 * PAGE_SZ);

	/* what does not grow has no limit */
	fresh(&whole);
	config.numa_limit[1] = PAGE_SZ;
	mem_pages_start(&backend, &config);
	UNIT_CHECK(mem_pages_get(area, BASE, 2 * PAGE_SZ) == 0);
}

/* The limit of a page size is for all nodes together, and for pages of that size only. */
static void
check_size_limit(void)
{
	fresh(&growing);
	config.pagesz_mem.n = 2;
	config.pagesz_mem.limit[0].page_sz = 2 * PAGE_SZ;
	config.pagesz_mem.limit[1].page_sz = PAGE_SZ;
	config.pagesz_mem.limit[1].limit = 5 * PAGE_SZ;
	fake.booked_elsewhere = 3 * PAGE_SZ;
	mem_pages_start(&backend, &config);
	UNIT_CHECK(mem_pages_get(area, BASE, 3 * PAGE_SZ) == -ENOMEM);
	UNIT_CHECK(did_all("") && fake.booked == 0);
	UNIT_CHECK(mem_pages_get(area, BASE, 2 * PAGE_SZ) == 0);
	UNIT_CHECK(fake.booked == 2 * PAGE_SZ);
	fake.is_open = fake.is_marked = false;
	UNIT_CHECK(mem_pages_get(area, BASE + 2 * PAGE_SZ, PAGE_SZ) == -ENOMEM);
	fake.booked_elsewhere -= PAGE_SZ;
	UNIT_CHECK(mem_pages_get(area, BASE + 2 * PAGE_SZ, PAGE_SZ) == 0);

	fresh(&whole);
	config.pagesz_mem.n = 1;
	config.pagesz_mem.limit[0].page_sz = PAGE_SZ;
	mem_pages_start(&backend, &config);
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == 0);
}

static void
check_return(void)
{
	fresh(&growing);
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == 0);
	fake.did[0] = '\0';
	fake.close_fails = true;
	UNIT_CHECK(mem_pages_return(area, BASE, PAGE_SZ) == -ENOMEM);
	UNIT_CHECK(did_all("F-c+A"));
	UNIT_CHECK(fake.is_open && fake.is_marked && fake.booked == PAGE_SZ);
	fake.close_fails = false;
	UNIT_CHECK(mem_pages_return(area, BASE, PAGE_SZ) == 0);
	UNIT_CHECK(did_all("F-cx") && fake.booked == 0 && fake.lock_depth == 0);
}

/* One line a start about placement, whatever is wrong with it and how often. */
static void
check_placement(void)
{
	fresh(&growing);
	fake.bind_refused = true;
	fake.n_nodes = 1;
	fake.page_node = 0;
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == 0 && unit_log_lines == 1);
	fake.is_open = fake.is_marked = false;
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == 0 && unit_log_lines == 1);

	fresh(&growing);
	fake.page_node = 0;
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == 0 && unit_log_lines == 1);
	fresh(&growing);
	fake.page_node = -ENOSYS;
	UNIT_CHECK(mem_pages_get(area, BASE, PAGE_SZ) == 0 && unit_log_lines == 0);
}

static bool
may_return(unsigned int first, unsigned int n, unsigned int *at, unsigned int *left)
{
	void *addr = BASE + first * PAGE_SZ;
	size_t len = n * PAGE_SZ;
	bool any = mem_pages_returnable(area, &addr, &len);

	*at = (unsigned int)((char *)addr - BASE) / PAGE_SZ;
	*left = (unsigned int)len / PAGE_SZ;
	return any;
}

static void
check_returnable(void)
{
	unsigned int at;
	unsigned int n;

	fresh(&whole);
	UNIT_CHECK(!may_return(4, 4, &at, &n) && at == 4 && n == 4);
	fresh(&growing);
	UNIT_CHECK(!may_return(0, 2, &at, &n) && at == 0 && n == 2);
	UNIT_CHECK(may_return(0, 3, &at, &n) && at == 2 && n == 1);
	UNIT_CHECK(may_return(1, 7, &at, &n) && at == 2 && n == 6);
	UNIT_CHECK(may_return(2, 6, &at, &n) && at == 2 && n == 6);
	UNIT_CHECK(may_return(5, 3, &at, &n) && at == 6 && n == 2);
	UNIT_CHECK(!may_return(5, 1, &at, &n) && at == 5 && n == 1);
}

/* Ranges are widened to whole pages and never leave their area. */
static void
check_populate_range(void)
{
	fresh(&on_demand);
	UNIT_CHECK(mem_pages_populate(BASE + 1, 1) == 0);
	UNIT_CHECK(fake.addr == BASE && fake.len == PAGE_SZ);
	UNIT_CHECK(mem_pages_populate(BASE + PAGE_SZ - 1, 2) == 0);
	UNIT_CHECK(fake.addr == BASE && fake.len == 2 * PAGE_SZ);
	UNIT_CHECK(mem_pages_populate(BASE + PAGE_SZ, PAGE_SZ) == 0);
	UNIT_CHECK(fake.addr == BASE + PAGE_SZ && fake.len == PAGE_SZ);
	UNIT_CHECK(mem_pages_populate(BASE, AREA_LEN) == 0 && fake.len == AREA_LEN);

	fresh(&on_demand);
	UNIT_CHECK(mem_pages_populate(BASE, 0) == 0);
	UNIT_CHECK(mem_pages_populate(BASE, AREA_LEN + 1) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE + 1, AREA_LEN) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE + 1, SIZE_MAX) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE + AREA_LEN, 1) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE - 1, 1) == -ENOMEM);
	UNIT_CHECK(did_all(""));
}

/* The node of the first pages is looked at once, and told if it is another. */
static void
check_populate_node(void)
{
	fresh(&on_demand);
	fake.fail_at = 1;
	UNIT_CHECK(mem_pages_populate(BASE, 1) == -ENOMEM && fake.n_looks == 0);
	fake.page_node = 0;
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0);
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0);
	UNIT_CHECK(fake.n_looks == 1 && unit_log_lines == 1);

	fresh(&on_demand);
	fake.page_node = -ENOSYS;
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0 && unit_log_lines == 0);
	fresh(&on_demand);
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0 && unit_log_lines == 0);
}

static void
check_fd(void)
{
	size_t offset = 0;

	fresh(&whole);
	UNIT_CHECK(mem_pages_get_fd(area, BASE, &offset) == 3 && offset == 5);
}

int
main(void)
{
	check_get(&on_demand, "vobr+uA");
	check_get(&whole, "vobpfr+uA");
	check_get(&growing, "vobpfr+uA");
	check_get_fails(&on_demand, 3); /* validator, open, reach */
	check_get_fails(&whole, 5); /* validator, open, populate, segments, reach */
	check_get_fails(&growing, 5);
	check_codes();
	check_limit();
	check_size_limit();
	check_return();
	check_placement();
	check_returnable();
	check_populate_range();
	check_populate_node();
	check_fd();
	return unit_status();
}
