/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_pages.c: ranges, order of back-end and callbacks, refusals.
 * The back-end writes one letter an operation.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_lcore.h>

#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_event.h"
#include "mem_pages.h"
#include "mem_seg.h"
#include "unit.h"

#define PAGE_SZ 4096u
#define AREA_LEN (8u * PAGE_SZ)
#define BASE ((char *)(uintptr_t)0x40000000u)

UNIT_FAKE_LOG()

static const struct mem_area area = {
	.addr = (void *)(uintptr_t)0x40000000u,
	.len = AREA_LEN,
	.page_sz = PAGE_SZ,
	.socket_id = 1,
};

static struct {
	char did[16];
	char *addr;
	size_t len;
	int open_rc, bind_rc, populate_rc, close_rc;
	bool refuse;
	int page_node;
	unsigned int n_node_calls;
} fake;

static void
did(const char *what, const void *addr, size_t len)
{
	strcat(fake.did, what);
	fake.addr = (char *)(uintptr_t)addr;
	fake.len = len;
}

static int
fake_open(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == &area);
	did("o", addr, len);
	return fake.open_rc;
}

static int
fake_bind(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == &area);
	did("b", addr, len);
	return fake.bind_rc;
}

static int
fake_populate(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == &area);
	did("p", addr, len);
	return fake.populate_rc;
}

static int
fake_close(const struct mem_area *a, void *addr, size_t len)
{
	UNIT_CHECK(a == &area);
	did("c", addr, len);
	return fake.close_rc;
}

static int
fake_get_fd(const struct mem_area *a, const void *addr, size_t *offset)
{
	UNIT_CHECK(a == &area && addr == BASE);
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

const struct mem_area *
mem_area_find(const void *addr)
{
	const char *at = addr;

	return at >= BASE && at < BASE + AREA_LEN ? &area : NULL;
}

size_t
mem_seg_node_sz(int socket_id)
{
	UNIT_CHECK(socket_id == area.socket_id);
	return AREA_LEN;
}

bool
mem_event_allows(int socket_id, size_t new_len)
{
	UNIT_CHECK(socket_id == area.socket_id && new_len == AREA_LEN);
	return !fake.refuse;
}

void
mem_event_notify(enum rte_mem_event event, const void *addr, size_t len)
{
	did(event == RTE_MEM_EVENT_ALLOC ? "A" : "F", addr, len);
}

unsigned int
rte_socket_count(void)
{
	return 2;
}

int
mem_numa_node_of(const void *addr)
{
	UNIT_CHECK(addr != NULL);
	fake.n_node_calls++;
	return fake.page_node;
}

static void
fresh(void)
{
	memset(&fake, 0, sizeof(fake));
	fake.page_node = area.socket_id;
	unit_log_lines = 0;
	mem_pages_start(&backend);
}

static void
check_get(void)
{
	fresh();
	UNIT_CHECK(mem_pages_get(&area, BASE, AREA_LEN) == 0);
	UNIT_CHECK(strcmp(fake.did, "obA") == 0 && fake.addr == BASE && fake.len == AREA_LEN);
	UNIT_CHECK(unit_log_lines == 0);

	fresh();
	fake.bind_rc = -EPERM; /* one notice, and the memory is there all the same */
	UNIT_CHECK(mem_pages_get(&area, BASE, AREA_LEN) == 0);
	UNIT_CHECK(strcmp(fake.did, "obA") == 0 && unit_log_lines == 1);

	fresh();
	fake.open_rc = -ENOMEM;
	UNIT_CHECK(mem_pages_get(&area, BASE, AREA_LEN) == -ENOMEM);
	UNIT_CHECK(strcmp(fake.did, "o") == 0);

	fresh();
	fake.refuse = true;
	UNIT_CHECK(mem_pages_get(&area, BASE, AREA_LEN) == -EPERM);
	UNIT_CHECK(strcmp(fake.did, "") == 0);
}

static void
check_return(void)
{
	fresh();
	UNIT_CHECK(mem_pages_return(&area, BASE, PAGE_SZ) == 0);
	UNIT_CHECK(strcmp(fake.did, "Fc") == 0 && fake.len == PAGE_SZ);
	fake.close_rc = -EINVAL;
	UNIT_CHECK(mem_pages_return(&area, BASE, PAGE_SZ) == -EINVAL);
}

/* Ranges are widened to whole pages and never leave their area. */
static void
check_populate_range(void)
{
	fresh();
	UNIT_CHECK(mem_pages_populate(BASE + 1, 1) == 0);
	UNIT_CHECK(fake.addr == BASE && fake.len == PAGE_SZ);
	UNIT_CHECK(mem_pages_populate(BASE + PAGE_SZ - 1, 2) == 0);
	UNIT_CHECK(fake.addr == BASE && fake.len == 2 * PAGE_SZ);
	UNIT_CHECK(mem_pages_populate(BASE + PAGE_SZ, PAGE_SZ) == 0);
	UNIT_CHECK(fake.addr == BASE + PAGE_SZ && fake.len == PAGE_SZ);
	UNIT_CHECK(mem_pages_populate(BASE, AREA_LEN) == 0 && fake.len == AREA_LEN);

	fresh();
	UNIT_CHECK(mem_pages_populate(BASE, 0) == 0);
	UNIT_CHECK(mem_pages_populate(BASE, AREA_LEN + 1) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE + 1, AREA_LEN) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE + 1, SIZE_MAX) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE + AREA_LEN, 1) == -ENOMEM);
	UNIT_CHECK(mem_pages_populate(BASE - 1, 1) == -ENOMEM);
	UNIT_CHECK(strcmp(fake.did, "") == 0);
}

/* The node of the first pages is looked at once, and told if it is another. */
static void
check_populate_node(void)
{
	fresh();
	fake.populate_rc = -ENOMEM;
	UNIT_CHECK(mem_pages_populate(BASE, 1) == -ENOMEM && fake.n_node_calls == 0);
	fake.populate_rc = 0;
	fake.page_node = 0;
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0);
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0);
	UNIT_CHECK(fake.n_node_calls == 1 && unit_log_lines == 1);

	fresh();
	fake.page_node = -ENOSYS;
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0 && unit_log_lines == 0);
	fresh();
	UNIT_CHECK(mem_pages_populate(BASE, 1) == 0 && unit_log_lines == 0);
}

static void
check_fd(void)
{
	size_t offset = 0;

	fresh();
	UNIT_CHECK(mem_pages_get_fd(&area, BASE, &offset) == 3 && offset == 5);
}

int
main(void)
{
	check_get();
	check_return();
	check_populate_range();
	check_populate_node();
	check_fd();
	return unit_status();
}
