/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Telemetry commands about heaps and their elements. No state. What is told of elements was copied
 * under the locks of the heap and may have changed since.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_common.h>
#include <rte_telemetry.h>

#include "eal_telemetry.h"
#include "heap.h"
#include "heap_dump.h"
#include "heap_select.h"

/* Parameters of the commands about elements, in this order. */
enum {
	AT_HEAP,
	AT_LIST,
	AT_SEGMENT,
	AT_FIRST,
	AT_LAST,
	AT_COUNT,
};

/* The heap of a number, or NULL. */
static struct heap *
find_heap(unsigned int id)
{
	unsigned int idx = id;
	struct heap *heap = heap_select_next(&idx);

	return idx == id + 1 ? heap : NULL;
}

static int
answer_heap_list(const char *cmd, const char *params, struct rte_tel_data *info)
{
	unsigned int idx = 0;

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	rte_tel_data_start_array(info, RTE_TEL_INT_VAL);
	while (heap_select_next(&idx) != NULL)
		rte_tel_data_add_array_int(info, idx - 1);
	return 0;
}

static int
answer_heap_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	struct heap_books books;
	struct heap *heap;
	unsigned int id;
	size_t greatest;

	RTE_SET_USED(cmd);
	if (eal_telemetry_numbers(params, &id, 1) < 0)
		return -EINVAL;
	heap = find_heap(id);
	if (heap == NULL)
		return -ENOENT;
	heap_read_books(heap, &books, &greatest);
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_int(info, "Heap_id", id);
	rte_tel_data_add_dict_string(info, "Name", books.name);
	rte_tel_data_add_dict_int(info, "Socket_id", books.socket_id);
	rte_tel_data_add_dict_uint(info, "Heap_size", books.total_sz);
	rte_tel_data_add_dict_uint(info, "Free_size", books.free_sz);
	rte_tel_data_add_dict_uint(info, "Alloc_size", books.alloc_sz);
	rte_tel_data_add_dict_uint(info, "Greatest_free_size", greatest);
	rte_tel_data_add_dict_uint(info, "Alloc_count", books.n_alloc);
	rte_tel_data_add_dict_uint(info, "Free_count", books.n_free);
	return 0;
}

/* Elements of the heap that lie in a segment, or partly. */
struct elems {
	struct heap_elem_copy *copy; /* owned, all of the heap */
	struct heap_elem_copy *first; /* of the segment */
	size_t n;
};

/* Returns 0, -ENOENT (no such heap, list or segment in use) or -ENOMEM. */
static int
read_elems(const unsigned int *at, struct elems *elems)
{
	struct heap *heap = find_heap(at[AT_HEAP]);
	const void *addr;
	size_t n, len;
	int ret;

	if (heap == NULL)
		return -ENOENT;
	ret = eal_telemetry_segment(at[AT_LIST], at[AT_SEGMENT], &addr, &len);
	if (ret < 0)
		return ret;
	*elems = (struct elems){ .copy = heap_copy_elems(heap, &n) };
	if (elems->copy == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		struct heap_elem_copy *elem = &elems->copy[i];

		if ((uintptr_t)elem->addr >= (uintptr_t)addr + len ||
				(uintptr_t)elem->addr + elem->size <= (uintptr_t)addr)
			continue;
		if (elems->n++ == 0)
			elems->first = elem;
	}
	return 0;
}

static int
answer_elem_list(const char *cmd, const char *params, struct rte_tel_data *info)
{
	unsigned int at[AT_FIRST];
	struct elems elems;
	int ret;

	RTE_SET_USED(cmd);
	if (eal_telemetry_numbers(params, at, RTE_DIM(at)) < 0)
		return -EINVAL;
	ret = read_elems(at, &elems);
	if (ret < 0)
		return ret;
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_uint(info, "Element_count", elems.n);
	free(elems.copy);
	return 0;
}

/* Add an element to the answer. Returns 0, or -ENOSPC or -ENOMEM when there is no room for it. */
static int
describe_elem(struct rte_tel_data *info, unsigned int number, const struct heap_elem_copy *elem)
{
	struct rte_tel_data *entry = rte_tel_data_alloc();
	char name[32];
	int ret;

	if (entry == NULL)
		return -ENOMEM;
	rte_tel_data_start_dict(entry);
	rte_tel_data_add_dict_uint_hex(entry, "Address", (uintptr_t)elem->addr, 0);
	rte_tel_data_add_dict_uint(entry, "Size", elem->size);
	rte_tel_data_add_dict_string(entry, "State", elem->state);
	snprintf(name, sizeof(name), "Element_%u", number);
	ret = rte_tel_data_add_dict_container(info, name, entry, 0);
	if (ret < 0)
		rte_tel_data_free(entry);
	return ret;
}

static int
answer_elem_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	unsigned int at[AT_COUNT];
	struct elems elems;
	int ret;

	RTE_SET_USED(cmd);
	if (eal_telemetry_numbers(params, at, RTE_DIM(at)) < 0 || at[AT_FIRST] > at[AT_LAST])
		return -EINVAL;
	ret = read_elems(at, &elems);
	if (ret < 0)
		return ret;
	rte_tel_data_start_dict(info);
	for (size_t i = at[AT_FIRST]; i < elems.n && i <= at[AT_LAST]; i++)
		if (describe_elem(info, i, elems.first + i) < 0)
			break;
	free(elems.copy);
	return 0;
}

void
eal_telemetry_add_heaps(void)
{
	static const struct eal_telemetry_row rows[] = {
		{ "/eal/heap_list", answer_heap_list,
			"Lists the numbers of the heaps. No parameters" },
		{ "/eal/heap_info", answer_heap_info,
			"Tells how full a heap is. Parameters: number of the heap" },
		{ "/eal/mem_element_list", answer_elem_list,
			"Counts the heap elements in a segment. Parameters: numbers of heap, "
			"segment list, segment" },
		{ "/eal/mem_element_info", answer_elem_info,
			"Describes elements. Parameters: numbers of heap, segment list, segment, "
			"first, last element" },
	};

	eal_telemetry_add(rows, RTE_DIM(rows));
}
