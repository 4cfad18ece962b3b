/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of ring_telemetry.c: the commands, what they list, and what they say of a ring. */

#include <rte_ring.h>
#include <rte_telemetry.h>

#include "named_fakes.h"
#include "telemetry_data.h"
#include "telemetry_registry.h"

/* Run a command; 0 or -errno. */
static int
ask(const char *cmd, const char *params, struct rte_tel_data *answer)
{
	const struct telemetry_command *command = telemetry_registry_find(cmd);
	int ret;

	UNIT_CHECK(command != NULL && command->fn != NULL && command->help[0] != '\0');
	memset(answer, 0, sizeof(*answer));
	ret = command->fn(cmd, params, answer);
	UNIT_CHECK(fake.readers == 0);
	return ret;
}

static void
test_list(void)
{
	struct rte_tel_data answer;
	struct rte_ring *one, *two;

	UNIT_CHECK(ask("/ring/list", NULL, &answer) == 0);
	UNIT_CHECK(answer.kind == TELEMETRY_ARRAY && answer.n == 0);
	telemetry_data_clear(&answer);

	one = rte_ring_create("one", 8, 0, 0);
	two = rte_ring_create("two", 8, 0, 0);
	UNIT_CHECK(ask("/ring/list", NULL, &answer) == 0);
	UNIT_CHECK(answer.n == 2 && strcmp(answer.entries[0].str, "one") == 0 &&
		strcmp(answer.entries[1].str, "two") == 0);
	telemetry_data_clear(&answer);
	rte_ring_free(one);
	rte_ring_free(two);
	fake_check_clean();
}

/* The entry of a dictionary with that name. */
static const struct telemetry_entry *
entry(const struct rte_tel_data *answer, const char *name)
{
	unsigned int i;

	for (i = 0; i < answer->n; i++)
		if (strcmp(answer->entries[i].name, name) == 0)
			return &answer->entries[i];
	fprintf(stderr, "no entry %s\n", name);
	abort();
}

static void
test_info(void)
{
	struct rte_tel_data answer;
	struct rte_ring *other, *r;

	other = rte_ring_create("other", 8, 0, 0);
	r = rte_ring_create("told", 10, 3, RING_F_EXACT_SZ | RING_F_MP_RTS_ENQ | RING_F_SC_DEQ);
	UNIT_CHECK(rte_ring_enqueue(r, r) == 0 && rte_ring_enqueue(r, r) == 0);
	UNIT_CHECK(ask("/ring/info", "told", &answer) == 0 && answer.kind == TELEMETRY_DICT);
	UNIT_CHECK(strcmp(entry(&answer, "name")->str, "told") == 0);
	UNIT_CHECK(strcmp(entry(&answer, "producer_type")->str, "MT_RTS") == 0);
	UNIT_CHECK(strcmp(entry(&answer, "consumer_type")->str, "ST") == 0);
	UNIT_CHECK(strcmp(entry(&answer, "flags")->str, "0xe") == 0);
	UNIT_CHECK(entry(&answer, "size")->unum == 16 && entry(&answer, "capacity")->unum == 10);
	UNIT_CHECK(entry(&answer, "used")->unum == 2 && entry(&answer, "free")->unum == 8);
	UNIT_CHECK(entry(&answer, "socket_id")->num == 3);
	UNIT_CHECK(strcmp(entry(&answer, "mz_name")->str, "RG_told") == 0);
	UNIT_CHECK(entry(&answer, "mz_len")->unum == fake.zone_sz);
	telemetry_data_clear(&answer);

	UNIT_CHECK(ask("/ring/info", "tol", &answer) == -ENOENT);
	UNIT_CHECK(ask("/ring/info", NULL, &answer) == -EINVAL);
	UNIT_CHECK(ask("/ring/info", "", &answer) == -EINVAL);
	rte_ring_free(r);
	rte_ring_free(other);
	fake_check_clean();
}

int
main(void)
{
	test_list();
	test_info();
	return unit_status();
}
