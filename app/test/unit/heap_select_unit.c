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
	if (able_node < 0 || able_node > 9 || strchr(order, '0' + able_node) == NULL)
		return data == NULL;
	return data == heap_select(able_node);
}

static void
set_node(unsigned int i, int node)
{
	shared.heaps[i].socket_id = node;
	rte_atomic_store_explicit(&shared.nodes[i], node, rte_memory_order_relaxed);
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

	rte_atomic_store_explicit(&shared.n_areas, 3, rte_memory_order_relaxed);
	UNIT_CHECK(heap_select_area(memory[0]) == NULL);
	for (unsigned int i = 0; i < 2; i++) {
		rte_atomic_store_explicit(&shared.ranges[i].start, (uintptr_t)memory[i],
			rte_memory_order_relaxed);
		rte_atomic_store_explicit(&shared.ranges[i].len, sizeof(memory[i]),
			rte_memory_order_relaxed);
		UNIT_CHECK(heap_select_area(memory[i]) == &shared.areas[i]);
		UNIT_CHECK(heap_select_area(memory[i] + 255) == &shared.areas[i]);
	}
	UNIT_CHECK(heap_select_area(NULL) == NULL);
	UNIT_CHECK(heap_select_area((void *)UINTPTR_MAX) == NULL);
	rte_atomic_store_explicit(&shared.ranges[0].len, 0, rte_memory_order_relaxed);
	UNIT_CHECK(heap_select_area(memory[0]) == NULL);
	UNIT_CHECK(heap_select_area(memory[1]) == &shared.areas[1]);
}

/* A heap of users is found by its node only, and no longer when it is gone. */
static void
test_extern(void)
{
	unsigned int idx = 0, n = 0;

	set_node(3, HEAP_FIRST_EXTERN);
	own_node = 0;
	able_node = HEAP_FIRST_EXTERN;
	UNIT_CHECK(asks(64, SOCKET_ID_ANY, "012"));
	UNIT_CHECK(heap_select_greatest(SOCKET_ID_ANY) == 102);
	UNIT_CHECK(heap_select(HEAP_FIRST_EXTERN) == &shared.heaps[3]);
	UNIT_CHECK(heap_select_greatest(HEAP_FIRST_EXTERN) == 1000);
	while (heap_select_next(&idx) != NULL)
		n++;
	UNIT_CHECK(n == 4);
	rte_atomic_store_explicit(&shared.nodes[3], HEAP_NO_NODE, rte_memory_order_relaxed);
	UNIT_CHECK(heap_select(HEAP_FIRST_EXTERN) == NULL);
	UNIT_CHECK(heap_select(HEAP_NO_NODE) == NULL);
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
	rte_atomic_store_explicit(&shared.n_heaps, 4, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&shared.nodes[3], HEAP_NO_NODE, rte_memory_order_relaxed);
	shared.n_native = 3;
	for (unsigned int i = 0; i < 3; i++)
		set_node(i, (int)i);
	test_order();
	test_nodes_do_not_matter();
	test_extern();
	test_areas();
	test_not_running();
	return unit_status();
}
