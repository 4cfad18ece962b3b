/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_select.c with three nodes: which heaps are asked, in which order.
 */

#include <stdbool.h>
#include <string.h>

#include <rte_lcore.h>
#include <rte_memory.h>

#include "heap_select.h"
#include "heap_shared.h"
#include "unit.h"

static struct heap_shared shared;
static bool is_running = true;
static int own_node;
static int able_node;          /* the only node that has memory; -1 = none */
static char asked[16];         /* nodes in the order they were asked, as digits */

struct heap_shared *
heap_shared_get(void)
{
	return is_running ? &shared : NULL;
}

unsigned int
rte_socket_id(void)
{
	return (unsigned int)own_node;
}

void *
heap_alloc(struct heap *heap, const struct heap_req *req)
{
	size_t n = strlen(asked);

	(void)req;
	asked[n] = (char)('0' + heap->socket_id);
	asked[n + 1] = '\0';
	return heap->socket_id == able_node ? heap : NULL;
}

void
heap_read_books(struct heap *heap, struct heap_books *books, size_t *greatest)
{
	memset(books, 0, sizeof(*books));
	*greatest = heap->socket_id == able_node ? 1000 : (size_t)(100 + heap->socket_id);
}

/* Ask for len bytes; true if the right heap gave and `order` is how they were asked. */
static bool
asks(size_t len, int socket, const char *order)
{
	struct heap_req req = { .len = len };
	void *data;

	asked[0] = '\0';
	data = heap_select_alloc(&req, socket);
	if (strcmp(asked, order) != 0)
		return false;
	return data == (strchr(order, '0' + able_node) == NULL ? NULL : heap_select(able_node));
}

static void
test_order(void)
{
	own_node = 2;
	able_node = 2;
	UNIT_CHECK(asks(64, SOCKET_ID_ANY, "2"));
	UNIT_CHECK(asks(64, 2, "2"));
	UNIT_CHECK(asks(64, 1, "1")); /* a node that was named has no substitute */
	UNIT_CHECK(asks(64, 7, ""));
	UNIT_CHECK(asks(64, -5, ""));
	able_node = 1;
	UNIT_CHECK(asks(64, SOCKET_ID_ANY, "201"));
	UNIT_CHECK(heap_select_greatest(SOCKET_ID_ANY) == 1000);
	UNIT_CHECK(heap_select_greatest(0) == 100);
	UNIT_CHECK(heap_select_greatest(7) == 0);
	able_node = -1;
	UNIT_CHECK(asks(64, SOCKET_ID_ANY, "201"));
	own_node = SOCKET_ID_ANY; /* a thread that may run anywhere */
	able_node = 2;
	UNIT_CHECK(asks(64, SOCKET_ID_ANY, "012"));
	own_node = 0;
	UNIT_CHECK(asks(0, SOCKET_ID_ANY, "2")); /* the longest block */
}

static void
test_nodes_do_not_matter(void)
{
	shared.any_node = true;
	own_node = 0;
	able_node = 2;
	UNIT_CHECK(asks(64, 1, "012"));
	UNIT_CHECK(asks(64, RTE_MAX_NUMA_NODES - 1, "012"));
	UNIT_CHECK(asks(64, RTE_MAX_NUMA_NODES, ""));
	UNIT_CHECK(asks(64, -5, ""));
	UNIT_CHECK(heap_select_node(3) == SOCKET_ID_ANY);
	shared.any_node = false;
	UNIT_CHECK(heap_select_node(3) == 3);
}

static void
test_areas(void)
{
	static char memory[2][256];

	shared.n_areas = 2;
	for (unsigned int i = 0; i < 2; i++) {
		shared.areas[i].addr = memory[i];
		shared.areas[i].len = sizeof(memory[i]);
		UNIT_CHECK(heap_select_area(memory[i]) == &shared.areas[i]);
		UNIT_CHECK(heap_select_area(memory[i] + 255) == &shared.areas[i]);
	}
	UNIT_CHECK(heap_select_area(NULL) == NULL);
	UNIT_CHECK(heap_select_area((void *)UINTPTR_MAX) == NULL);
}

static void
test_not_running(void)
{
	is_running = false;
	UNIT_CHECK(asks(64, SOCKET_ID_ANY, ""));
	UNIT_CHECK(heap_select(0) == NULL);
	UNIT_CHECK(heap_select_area(&shared) == NULL);
	UNIT_CHECK(heap_select_greatest(SOCKET_ID_ANY) == 0);
}

int
main(void)
{
	shared.n_heaps = 3;
	for (unsigned int i = 0; i < 3; i++)
		shared.heaps[i].socket_id = (int)i;
	test_order();
	test_nodes_do_not_matter();
	test_areas();
	test_not_running();
	return unit_status();
}
