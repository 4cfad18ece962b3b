/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Dynamic fields and flags. Registrations last as long as EAL, so the cases run once a process
 * and each finds the room that the ones before have left.
 */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_mbuf.h>
#include <rte_mbuf_dyn.h>

#include "dump_lock.h"
#include "test.h"
#include "test_mbuf.h"

#define FIRST_FREE_BIT 23
#define LAST_FREE_BIT 40

static struct rte_mbuf_dynfield
field(const char *name, size_t size, size_t align)
{
	struct rte_mbuf_dynfield f = {.size = size, .align = align, .flags = 0};

	snprintf(f.name, sizeof(f.name), "%s", name);
	return f;
}

static struct rte_mbuf_dynflag
flag(const char *name)
{
	struct rte_mbuf_dynflag f = {.flags = 0};

	snprintf(f.name, sizeof(f.name), "%s", name);
	return f;
}

/* A field that must be refused with an error. */
static int
field_refused(struct rte_mbuf_dynfield f, size_t offset, int error)
{
	rte_errno = 0;
	TEST_ASSERT_EQUAL(rte_mbuf_dynfield_register_offset(&f, offset), -1, "%s", f.name);
	TEST_ASSERT_EQUAL(rte_errno, error, "%s: rte_errno %d", f.name, rte_errno);
	return TEST_SUCCESS;
}

static int
flag_refused(struct rte_mbuf_dynflag f, unsigned int bit, int error)
{
	rte_errno = 0;
	TEST_ASSERT_EQUAL(rte_mbuf_dynflag_register_bitnum(&f, bit), -1, "%s", f.name);
	TEST_ASSERT_EQUAL(rte_errno, error, "%s: rte_errno %d", f.name, rte_errno);
	return TEST_SUCCESS;
}

/* Looking up and dumping before anything was registered. */
static int
case_first_touch(void)
{
	char *text = NULL;
	size_t len;
	FILE *f;

	rte_errno = 0;
	TEST_ASSERT_EQUAL(rte_mbuf_dynflag_lookup("test_dyn_none", NULL), -1, "flag");
	TEST_ASSERT_EQUAL(rte_errno, ENOENT, "rte_errno %d", rte_errno);
	rte_errno = 0;
	TEST_ASSERT_EQUAL(rte_mbuf_dynfield_lookup("test_dyn_none", NULL), -1, "field");
	TEST_ASSERT_EQUAL(rte_errno, ENOENT, "rte_errno %d", rte_errno);
	f = open_memstream(&text, &len);
	TEST_ASSERT_NOT_NULL(f, "stream");
	rte_mbuf_dyn_dump(f);
	fclose(f);
	TEST_ASSERT(strstr(text, " 92 ") != NULL && strstr(text, " 127") != NULL, "%s", text);
	free(text);
	TEST_ASSERT(dump_is_unlocked(rte_mbuf_dyn_dump, rte_mcfg_tailq_get_lock()),
		"dump writes with the lock");
	return TEST_SUCCESS;
}

static int
case_field_refused(void)
{
	const size_t any = SIZE_MAX;
	struct rte_mbuf_dynfield f;

	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 0, 1), any, EINVAL), "size 0");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 128, 1), any, EINVAL), "size 128");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", SIZE_MAX, 1), any, EINVAL), "size");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 0), any, EINVAL), "alignment 0");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 3), any, EINVAL), "alignment 3");
	TEST_ASSERT_SUCCESS(field_refused(field("", 4, 4), any, EINVAL), "no name");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 100, 1), any, ENOENT), "no room");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 1, 128), any, ENOENT), "alignment");
	f = field("test_dyn", 4, 4);
	f.flags = 1;
	TEST_ASSERT_SUCCESS(field_refused(f, any, EINVAL), "flags");
	f = field("test_dyn", 4, 4);
	memset(f.name, 'x', sizeof(f.name));
	TEST_ASSERT_SUCCESS(field_refused(f, any, ENAMETOOLONG), "name");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 4), 0, EBUSY), "in use");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 4), 90, EBUSY), "half in use");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 4), 98, EBUSY), "not aligned");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 4), 128, EBUSY), "behind the end");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 8, 1), 124, EBUSY), "across the end");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 4), SIZE_MAX - 3, EBUSY), "far off");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn", 4, 4), (size_t)UINT_MAX + 97, EBUSY),
		"an offset that wraps in 32 bits");
	return TEST_SUCCESS;
}

/* Small fields use up scraps, so that a wide aligned one still fits. */
static int
case_scraps_first(void)
{
	const struct rte_mbuf_dynfield last = field("test_dyn_124", 4, 4);
	const struct rte_mbuf_dynfield any = field("test_dyn_any4", 4, 1);
	const struct rte_mbuf_dynfield wide = field("test_dyn_wide", 8, 8);
	struct rte_mbuf_dynfield found;
	int offset;

	TEST_ASSERT_EQUAL(rte_mbuf_dynfield_register_offset(&last, 124), 124, "at 124");
	offset = rte_mbuf_dynfield_register(&any);
	TEST_ASSERT(offset == 92 || offset == 120, "4 bytes at %d", offset);
	offset = rte_mbuf_dynfield_register(&wide);
	TEST_ASSERT(offset > 0 && offset % 8 == 0, "8 bytes at %d: %s", offset,
		rte_strerror(rte_errno));

	/* Again: the same place, or a refusal where something differs. */
	TEST_ASSERT_EQUAL(rte_mbuf_dynfield_register(&wide), offset, "again");
	TEST_ASSERT_EQUAL(
		rte_mbuf_dynfield_register_offset(&wide, (size_t)offset), offset, "again");
	TEST_ASSERT_SUCCESS(field_refused(wide, offset == 96 ? 104 : 96, EEXIST), "elsewhere");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn_wide", 4, 8), SIZE_MAX, EEXIST), "size");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn_wide", 8, 4), SIZE_MAX, EEXIST), "align");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn_b", 4, 4), 124, EBUSY), "taken");

	memset(&found, 0xff, sizeof(found));
	TEST_ASSERT_EQUAL(rte_mbuf_dynfield_lookup("test_dyn_wide", &found), offset, "look-up");
	TEST_ASSERT(strcmp(found.name, wide.name) == 0 && found.size == 8 && found.align == 8 &&
		found.flags == 0, "parameters");
	return TEST_SUCCESS;
}

/* All that is left can be had, byte by byte, once. */
static int
case_fill_up(void)
{
	bool taken[sizeof(struct rte_mbuf)] = {false};
	unsigned int n = 0;
	char name[32];
	int offset;

	for (;;) {
		struct rte_mbuf_dynfield f;

		snprintf(name, sizeof(name), "test_dyn_byte%u", n);
		f = field(name, 1, 1);
		offset = rte_mbuf_dynfield_register(&f);
		if (offset < 0)
			break;
		TEST_ASSERT(!taken[offset], "byte %d twice", offset);
		TEST_ASSERT(offset >= (int)offsetof(struct rte_mbuf, dynfield1) ||
			(!RTE_IOVA_IN_MBUF && offset >= 64 && offset < 72), "byte %d", offset);
		taken[offset] = true;
		n++;
	}
	TEST_ASSERT_EQUAL(rte_errno, ENOENT, "rte_errno %d", rte_errno);
	TEST_ASSERT(n > 0, "no byte left");
	TEST_ASSERT_SUCCESS(field_refused(field("test_dyn_late", 1, 1), SIZE_MAX, ENOENT), "full");
	return TEST_SUCCESS;
}

static int
case_flags(void)
{
	struct rte_mbuf_dynflag f = flag("test_dyn_flag");
	struct rte_mbuf_dynflag found;
	char name[32];
	int bit;

	f.flags = 1;
	TEST_ASSERT_SUCCESS(flag_refused(f, UINT_MAX, EINVAL), "options");
	f.flags = 0;
	TEST_ASSERT_SUCCESS(flag_refused(f, 64, EINVAL), "bit 64");
	TEST_ASSERT_SUCCESS(flag_refused(f, 22, EBUSY), "fixed bit");
	TEST_ASSERT_SUCCESS(flag_refused(flag(""), UINT_MAX, EINVAL), "no name");
	memset(f.name, 'x', sizeof(f.name));
	TEST_ASSERT_SUCCESS(flag_refused(f, UINT_MAX, ENAMETOOLONG), "name");

	f = flag("test_dyn_flag_40");
	TEST_ASSERT_EQUAL(rte_mbuf_dynflag_register_bitnum(&f, 40), 40, "bit 40");
	TEST_ASSERT_EQUAL(rte_mbuf_dynflag_register(&f), 40, "again");
	TEST_ASSERT_SUCCESS(flag_refused(f, 39, EEXIST), "another bit");
	TEST_ASSERT_SUCCESS(flag_refused(flag("test_dyn_flag_b"), 40, EBUSY), "taken");
	TEST_ASSERT_EQUAL(rte_mbuf_dynflag_lookup("test_dyn_flag_40", &found), 40, "look-up");
	TEST_ASSERT(strcmp(found.name, f.name) == 0 && found.flags == 0, "parameters");
	for (int want = -1;; want = bit) {
		snprintf(name, sizeof(name), "test_dyn_flag%d", want);
		f = flag(name);
		bit = rte_mbuf_dynflag_register(&f);
		if (bit < 0)
			break;
		TEST_ASSERT(
			bit > want && bit >= FIRST_FREE_BIT && bit < LAST_FREE_BIT, "bit %d", bit);
	}
	TEST_ASSERT_EQUAL(rte_errno, ENOENT, "rte_errno %d", rte_errno);
	return TEST_SUCCESS;
}

/* Time stamps: one field for both directions, two flags. */
static int
case_timestamps(void)
{
	int rx_offset = -1, tx_offset = -2;
	uint64_t rx_flag = 0, tx_flag = 0;

	TEST_ASSERT_SUCCESS(rte_mbuf_dyn_rx_timestamp_register(&rx_offset, &rx_flag), "rx");
	TEST_ASSERT_SUCCESS(rte_mbuf_dyn_tx_timestamp_register(&tx_offset, &tx_flag), "tx");
	TEST_ASSERT_SUCCESS(rte_mbuf_dyn_tx_timestamp_register(NULL, NULL), "nothing asked");
	TEST_ASSERT(rx_offset == tx_offset && rx_offset % 8 == 0, "field at %d", rx_offset);
	TEST_ASSERT(rx_flag != tx_flag && (rx_flag & (rx_flag - 1)) == 0 && rx_flag != 0 &&
		tx_flag != 0, "flags");
	TEST_ASSERT_EQUAL(UINT64_C(1) << rte_mbuf_dynflag_lookup(RTE_MBUF_DYNFLAG_RX_TIMESTAMP_NAME,
		NULL), rx_flag, "flag by name");
	return TEST_SUCCESS;
}

static const struct mbuf_case cases[] = {
	{"first_touch", case_first_touch},
	{"field_refused", case_field_refused},
	{"scraps_first", case_scraps_first},
	{"timestamps", case_timestamps},
	{"flags", case_flags},
	{"fill_up", case_fill_up},
};

int
test_mbuf_dyn(void)
{
	struct rte_mbuf_dynfield f;

	/* Once a process is all there is room for. */
	if (rte_mbuf_dynfield_lookup("test_dyn_124", &f) >= 0)
		return TEST_SUCCESS;
	return mbuf_cases_run(cases, RTE_DIM(cases));
}
