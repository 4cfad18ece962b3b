/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of eal_tailq.c: registration before, during and after a life of EAL, and its limits. */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal_memconfig.h>

#include "core_shared.h"
#include "eal_tailq.h"
#include "unit.h"

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

static int lock_depth; /* 0 free, 1 read, 2 written */

void
rte_mcfg_tailq_read_lock(void)
{
	UNIT_CHECK(lock_depth == 0);
	lock_depth = 1;
}

void
rte_mcfg_tailq_read_unlock(void)
{
	UNIT_CHECK(lock_depth == 1);
	lock_depth = 0;
}

void
rte_mcfg_tailq_write_lock(void)
{
	UNIT_CHECK(lock_depth == 0);
	lock_depth = 2;
}

void
rte_mcfg_tailq_write_unlock(void)
{
	UNIT_CHECK(lock_depth == 2);
	lock_depth = 0;
}

void
__rte_panic(const char *funcname, const char *format, ...)
{
	fprintf(stderr, "panic in %s: %s", funcname, format);
	abort();
}

/* Registered by a constructor, before main(). */
static struct rte_tailq_elem early = {.name = "EARLY"};
EAL_REGISTER_TAILQ(early)

static struct rte_tailq_elem late = {.name = "LATE"};
static struct core_shared shared;

static bool
is_in(const struct rte_tailq_head *head, const struct core_shared *block)
{
	return head >= block->tailqs && head < &block->tailqs[RTE_MAX_TAILQ];
}

static bool
is_empty(const struct rte_tailq_head *head)
{
	return head->tailq_head.tqh_first == NULL &&
		head->tailq_head.tqh_last == &head->tailq_head.tqh_first;
}

static void
test_before_init(void)
{
	UNIT_CHECK(early.head != NULL && is_empty(early.head));
	UNIT_CHECK(rte_eal_tailq_lookup("EARLY") == early.head);
	UNIT_CHECK(rte_eal_tailq_lookup("LATE") == NULL);
	UNIT_CHECK(rte_eal_tailq_lookup("") == NULL);
	UNIT_CHECK(rte_eal_tailq_lookup(NULL) == NULL);
	UNIT_CHECK(RTE_TAILQ_LOOKUP("LATE", rte_tailq_entry_head) == NULL);
}

static void
test_life(void)
{
	struct rte_tailq_entry entry = {.data = &entry};
	struct rte_tailq_entry_head *list;

	memset(&shared, 0, sizeof(shared));
	UNIT_CHECK(tailq_init(&shared) == 0);
	UNIT_CHECK(is_in(early.head, &shared) && is_empty(early.head));
	UNIT_CHECK(late.head != NULL || rte_eal_tailq_register(&late) == 0);
	UNIT_CHECK(is_in(late.head, &shared) && late.head != early.head);
	UNIT_CHECK(rte_eal_tailq_lookup("LATE") == late.head);

	list = RTE_TAILQ_LOOKUP("LATE", rte_tailq_entry_head);
	UNIT_CHECK(list == &late.head->tailq_head);
	TAILQ_INSERT_TAIL(list, &entry, next);
	UNIT_CHECK(TAILQ_FIRST(&late.head->tailq_head) == &entry);

	tailq_fini();
	UNIT_CHECK(!is_in(early.head, &shared) && is_empty(early.head));
	UNIT_CHECK(!is_in(late.head, &shared) && is_empty(late.head));
	UNIT_CHECK(rte_eal_tailq_lookup("LATE") == late.head);
}

static void
test_bad(void)
{
	static struct rte_tailq_elem again = {.name = "EARLY"};
	static struct rte_tailq_elem nameless;
	static struct rte_tailq_elem endless = {.name = "0123456789012345678901234567890"};
	struct rte_tailq_head *before = early.head;
	char *name = (char *)(uintptr_t)endless.name;

	name[RTE_TAILQ_NAMESIZE - 1] = 'x';
	unit_log_lines = 0;
	UNIT_CHECK(rte_eal_tailq_register(NULL) == -1);
	UNIT_CHECK(rte_eal_tailq_register(&nameless) == -1);
	UNIT_CHECK(rte_eal_tailq_register(&endless) == -1);
	UNIT_CHECK(rte_eal_tailq_register(&again) == -1 && again.head == NULL);
	UNIT_CHECK(rte_eal_tailq_register(&early) == -1 && early.head == before);
	UNIT_CHECK(unit_log_lines == 5);
	name[RTE_TAILQ_NAMESIZE - 1] = '\0';
	UNIT_CHECK(rte_eal_tailq_register(&endless) == 0);
}

/* Three lists exist; more fit up to the limit, the next is refused and changes nothing. */
static void
test_full(void)
{
	static struct rte_tailq_elem more[RTE_MAX_TAILQ];
	unsigned int n;

	for (n = 0; n < RTE_MAX_TAILQ; n++) {
		snprintf((char *)(uintptr_t)more[n].name, RTE_TAILQ_NAMESIZE, "MORE_%u", n);
		if (rte_eal_tailq_register(&more[n]) < 0)
			break;
	}
	UNIT_CHECK(n == RTE_MAX_TAILQ - 3);
	UNIT_CHECK(more[n].head == NULL);
	UNIT_CHECK(rte_eal_tailq_lookup(more[n].name) == NULL);
	memset(&shared, 0, sizeof(shared));
	UNIT_CHECK(tailq_init(&shared) == 0);
	UNIT_CHECK(is_in(more[n - 1].head, &shared) && is_in(early.head, &shared));

	/* A table in which somebody else took a slot is too small: everything goes back. */
	tailq_fini();
	memset(&shared, 0, sizeof(shared));
	strcpy(shared.tailqs[5].name, "FOREIGN");
	UNIT_CHECK(tailq_init(&shared) == -ENOSPC);
	UNIT_CHECK(!is_in(early.head, &shared) && !is_in(more[n - 1].head, &shared));
}

static ssize_t
write_unlocked(void *cookie, const char *text, size_t len)
{
	(void)text;
	UNIT_CHECK(lock_depth == 0);
	++*(unsigned int *)cookie;
	return (ssize_t)len;
}

static void
test_dump(void)
{
	const cookie_io_functions_t functions = {.write = write_unlocked};
	unsigned int n_writes = 0;
	char *text = NULL;
	size_t size;
	FILE *f = fopencookie(&n_writes, "w", functions);

	/* a stream that may block is written to without the lock */
	setvbuf(f, NULL, _IONBF, 0);
	rte_dump_tailq(f);
	fclose(f);
	UNIT_CHECK(n_writes > 0);

	f = open_memstream(&text, &size);

	rte_dump_tailq(f);
	fclose(f);
	UNIT_CHECK(strstr(text, "<EARLY>") != NULL && strstr(text, "<LATE>") != NULL);
	free(text);
}

int
main(void)
{
	test_before_init();
	test_life();
	test_life();
	test_dump();
	test_bad();
	test_full();
	UNIT_CHECK(lock_depth == 0);
	return unit_status();
}
