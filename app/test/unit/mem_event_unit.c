/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of mem_event.c: registration, order, keys, limits, the fixed mode. */

#include <errno.h>
#include <string.h>

#include "eal_config.h"
#include "eal_locks.h"
#include "mem_event.h"
#include "mem_seg.h"
#include "mem_shared.h"
#include "unit.h"

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

static struct eal_config config;
static struct mem_shared *shared; /* NULL = EAL is not running */
static char called[16]; /* one letter a callback, in order */
static int memory[4];

const struct eal_config *
eal_config_get(void)
{
	return &config;
}

struct mem_shared *
mem_seg_shared(void)
{
	return shared;
}

void
locks_check_enter(enum lock_rank rank)
{
	UNIT_CHECK(rank == LOCK_RANK_EVENT);
}

void
locks_check_leave(enum lock_rank rank)
{
	UNIT_CHECK(rank == LOCK_RANK_EVENT);
}

static void
note_call(enum rte_mem_event event, const void *addr, size_t len, void *arg)
{
	UNIT_CHECK(event == RTE_MEM_EVENT_FREE && addr == memory && len == sizeof(memory));
	strcat(called, arg);
}

static int
refuse(int socket_id, size_t cur_limit, size_t new_len)
{
	UNIT_CHECK(socket_id == 1 && cur_limit == 100 && new_len == 101);
	return -1;
}

static int
permit(int socket_id, size_t cur_limit, size_t new_len)
{
	UNIT_CHECK(new_len > cur_limit && socket_id >= 0);
	return 0;
}

static const char *
notify(void)
{
	called[0] = '\0';
	mem_event_notify(RTE_MEM_EVENT_FREE, memory, sizeof(memory));
	return called;
}

static void
check_callbacks(void)
{
	char a[] = "a", b[] = "b", c[] = "c";

	UNIT_CHECK(strcmp(notify(), "") == 0);
	UNIT_CHECK(mem_event_add("one", note_call, a) == 0);
	UNIT_CHECK(mem_event_add("one", note_call, b) == 0);
	UNIT_CHECK(mem_event_add("two", note_call, c) == 0);
	UNIT_CHECK(strcmp(notify(), "abc") == 0);
	UNIT_CHECK(mem_event_add("one", note_call, b) == -EEXIST);
	UNIT_CHECK(mem_event_remove("two", b) == -ENOENT);
	UNIT_CHECK(mem_event_remove("one", b) == 0);
	UNIT_CHECK(mem_event_remove("one", b) == -ENOENT);
	UNIT_CHECK(strcmp(notify(), "ac") == 0);
	mem_event_reset();
	UNIT_CHECK(strcmp(notify(), "") == 0);
}

static void
check_validators(void)
{
	UNIT_CHECK(mem_event_allows(1, SIZE_MAX));
	UNIT_CHECK(mem_event_add_validator("p", permit, 1, 10) == 0);
	UNIT_CHECK(mem_event_add_validator("r", refuse, 1, 100) == 0);
	UNIT_CHECK(mem_event_add_validator("r", permit, 2, 100) == 0);
	UNIT_CHECK(mem_event_add_validator("r", permit, 2, 200) == -EEXIST);
	UNIT_CHECK(mem_event_allows(1, 100));
	UNIT_CHECK(!mem_event_allows(1, 101));
	UNIT_CHECK(mem_event_allows(2, 101));
	UNIT_CHECK(mem_event_allows(0, SIZE_MAX));
	UNIT_CHECK(mem_event_remove_validator("r", 1) == 0);
	UNIT_CHECK(mem_event_remove_validator("r", 1) == -ENOENT);
	UNIT_CHECK(mem_event_allows(1, 101));
	mem_event_reset();
}

static void
check_arguments(void)
{
	char name[RTE_MEM_EVENT_CALLBACK_NAME_LEN + 1];
	unsigned int lines = unit_log_lines;

	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	UNIT_CHECK(mem_event_add(NULL, note_call, NULL) == -EINVAL);
	UNIT_CHECK(mem_event_add("", note_call, NULL) == -EINVAL);
	UNIT_CHECK(mem_event_add("x", NULL, NULL) == -EINVAL);
	UNIT_CHECK(mem_event_add(name, note_call, NULL) == -ENAMETOOLONG);
	UNIT_CHECK(mem_event_remove(NULL, NULL) == -EINVAL);
	UNIT_CHECK(mem_event_remove(name, NULL) == -ENAMETOOLONG);
	UNIT_CHECK(mem_event_add_validator("x", NULL, 0, 0) == -EINVAL);
	UNIT_CHECK(mem_event_add_validator("x", permit, -1, 0) == -EINVAL);
	UNIT_CHECK(mem_event_remove_validator("x", -1) == -EINVAL);
	UNIT_CHECK(unit_log_lines == lines + 9);

	name[sizeof(name) - 2] = '\0';
	UNIT_CHECK(mem_event_add(name, note_call, NULL) == 0);
	UNIT_CHECK(mem_event_remove(name, NULL) == 0);
}

/* The public calls say that memory never changes. */
static void
check_refused(void)
{
	UNIT_CHECK(rte_mem_event_callback_register("x", note_call, NULL) == -1);
	UNIT_CHECK(rte_errno == ENOTSUP);
	UNIT_CHECK(rte_mem_event_callback_unregister("x", NULL) == -1 && rte_errno == ENOTSUP);
	UNIT_CHECK(rte_mem_alloc_validator_register("x", permit, 0, 0) == -1);
	UNIT_CHECK(rte_errno == ENOTSUP);
	UNIT_CHECK(rte_mem_alloc_validator_unregister("x", 0) == -1 && rte_errno == ENOTSUP);
}

/* Where memory can change they do what they are for. */
static void
check_public(void)
{
	static struct mem_shared running;

	check_refused(); /* not running, whatever the mode will be */
	shared = &running;
	config.no_huge = true;
	check_refused();
	config.no_huge = false;
	config.legacy_mem = true;
	check_refused();
	config.legacy_mem = false;
	UNIT_CHECK(rte_mem_event_callback_register("x", note_call, NULL) == 0);
	UNIT_CHECK(rte_mem_event_callback_register("x", note_call, NULL) == -1);
	UNIT_CHECK(rte_errno == EEXIST);
	UNIT_CHECK(rte_mem_event_callback_unregister("x", NULL) == 0);
	UNIT_CHECK(rte_mem_alloc_validator_register("x", permit, 0, 0) == 0);
	UNIT_CHECK(rte_mem_alloc_validator_unregister("x", 0) == 0);
}

int
main(void)
{
	check_callbacks();
	check_validators();
	check_arguments();
	check_public();
	return unit_status();
}
