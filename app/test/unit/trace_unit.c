/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of the trace folder: registration, enabling, what an event looks like in the buffer,
 * full buffers, threads, metadata and saved files.
 */

#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <rte_lcore.h>

#include "cpu.h"
#include "trace.h"
#include "trace_private.h"
#include "trace_unit_points.h"
#include "unit.h"
#include "unit_log.h"

UNIT_FAKE_ERRNO();


/* A system without users. */
struct passwd *
getpwuid(uid_t uid)
{
	RTE_SET_USED(uid);
	return NULL;
}

uint64_t
cpu_tsc_hz(void)
{
	return 1000 * 1000 * 1000;
}

#define HEADER __RTE_TRACE_EVENT_HEADER_SZ

static struct __rte_trace_header *
buffer(void)
{
	return RTE_PER_LCORE(trace_mem);
}

static uint64_t
word_at(uint32_t offset)
{
	uint64_t word;

	memcpy(&word, &buffer()->mem[offset], sizeof(word));
	return word;
}

static void
fields_none(void)
{
	RTE_PER_LCORE(trace_mem) = RTE_PER_LCORE(trace_mem); /* no size: not a trace point */
}

static void
test_register(void)
{
	static rte_trace_point_t unused;
	unsigned int lines = unit_log_lines;

	UNIT_CHECK(__rte_trace_point_register(NULL, "a", fields_none) == -EINVAL);
	UNIT_CHECK(__rte_trace_point_register(&unused, NULL, fields_none) == -EINVAL);
	UNIT_CHECK(__rte_trace_point_register(&unused, "", fields_none) == -EINVAL);
	UNIT_CHECK(__rte_trace_point_register(&unused, "a", NULL) == -EINVAL);
	UNIT_CHECK(__rte_trace_point_register(&unused, "a", fields_none) == -EINVAL);
	UNIT_CHECK(unit_log_lines == lines + 5);
	UNIT_CHECK(rte_trace_point_lookup("a") == NULL);

	UNIT_CHECK(rte_trace_point_lookup("unit.numbers") == &__unit_trace_numbers);
	UNIT_CHECK(rte_trace_point_lookup("unit") == NULL);
	UNIT_CHECK(rte_trace_point_lookup(NULL) == NULL);
	UNIT_CHECK((__unit_trace_numbers & __RTE_TRACE_FIELD_SIZE_MASK) ==
			HEADER + 1 + 4 + 2 + 8 + 8 + 8);
	UNIT_CHECK((__unit_trace_text & __RTE_TRACE_FIELD_SIZE_MASK) ==
			HEADER + 32 + 1 + RTE_TRACE_BLOB_LEN_MAX);
	UNIT_CHECK((__unit_trace_empty & __RTE_TRACE_FIELD_SIZE_MASK) == HEADER);
}

static void
test_enable(void)
{
	static rte_trace_point_t foreign;

	UNIT_CHECK(rte_trace_feature_is_enabled());
	UNIT_CHECK(!rte_trace_is_enabled());
	UNIT_CHECK(rte_trace_point_enable(NULL) == -ERANGE);
	UNIT_CHECK(rte_trace_point_enable(&foreign) == -ERANGE);
	UNIT_CHECK(rte_trace_point_disable(&foreign) == -ERANGE);
	UNIT_CHECK(!rte_trace_point_is_enabled(NULL));
	UNIT_CHECK(!rte_trace_point_is_enabled(&foreign));

	UNIT_CHECK(rte_trace_point_enable(&__unit_trace_text) == 0);
	UNIT_CHECK(rte_trace_point_enable(&__unit_trace_text) == 0);
	UNIT_CHECK(rte_trace_point_is_enabled(&__unit_trace_text));
	UNIT_CHECK(!rte_trace_point_is_enabled(&__unit_trace_empty));
	UNIT_CHECK(rte_trace_is_enabled());
	UNIT_CHECK(rte_trace_point_disable(&__unit_trace_text) == 0);
	UNIT_CHECK(rte_trace_point_disable(&__unit_trace_text) == 0);
	UNIT_CHECK(!rte_trace_is_enabled());

	UNIT_CHECK(rte_trace_pattern("unit.*", true) == 1);
	UNIT_CHECK(rte_trace_point_is_enabled(&__unit_trace_empty));
	UNIT_CHECK(rte_trace_pattern("un", true) == 0);
	UNIT_CHECK(rte_trace_pattern("unit.*", false) == 1);
	UNIT_CHECK(!rte_trace_is_enabled());
	UNIT_CHECK(rte_trace_regexp("t.*te", true) == 1);
	UNIT_CHECK(rte_trace_point_is_enabled(&__unit_trace_text));
	UNIT_CHECK(!rte_trace_point_is_enabled(&__unit_trace_empty));
	UNIT_CHECK(rte_trace_regexp("^te", true) == 0);
	UNIT_CHECK(rte_trace_regexp("[", true) == -EINVAL);
	UNIT_CHECK(rte_trace_regexp(NULL, true) == -EINVAL);
	UNIT_CHECK(rte_trace_pattern(NULL, true) == -EINVAL);
	UNIT_CHECK(rte_trace_regexp(".", false) == 1);
}

static const struct unit_pair pair = { .first = 0x0102, .second = { 5, 6 } };

/* The fields of unit_trace_numbers(1, -2, &pair, 0.5), one behind the other. */
static void
check_fields(const uint8_t *at)
{
	uint64_t word;
	int32_t b;

	UNIT_CHECK(at[0] == 1);
	memcpy(&b, at + 1, 4);
	UNIT_CHECK(b == -2);
	UNIT_CHECK(memcmp(at + 5, &pair.first, 2) == 0);
	memcpy(&word, at + 7, 8);
	UNIT_CHECK(word == 6);
	memcpy(&word, at + 15, 8);
	UNIT_CHECK(word == 5);
}

static void
test_event(void)
{
	uint64_t id = (__unit_trace_numbers & __RTE_TRACE_FIELD_ID_MASK) >>
			__RTE_TRACE_FIELD_ID_SHIFT;
	uint64_t before;

	unit_trace_numbers(1, -2, &pair, 0.5);
	UNIT_CHECK(buffer() == NULL);

	rte_trace_point_enable(&__unit_trace_numbers);
	before = rte_get_tsc_cycles();
	unit_trace_numbers(1, -2, &pair, 0.5);
	UNIT_CHECK(buffer() != NULL);
	UNIT_CHECK(buffer()->offset == HEADER + 31);
	UNIT_CHECK(word_at(0) >> 48 == id);
	UNIT_CHECK(((word_at(0) - before) & RTE_LEN2MASK(48, uint64_t)) < UINT64_C(1) << 40);
	check_fields(&buffer()->mem[HEADER]);

	/* the next one starts at a multiple of 8 */
	unit_trace_numbers(1, -2, &pair, 0.5);
	UNIT_CHECK(word_at(40) >> 48 == id);
	UNIT_CHECK(buffer()->offset == 40 + HEADER + 31);
	/* the fast path is not compiled in */
	rte_trace_point_enable(&__unit_trace_fast);
	unit_trace_fast(1);
	UNIT_CHECK(buffer()->offset == 40 + HEADER + 31);

	UNIT_CHECK(buffer()->stream_header.magic == 0xc1fc1fc1);
	UNIT_CHECK(buffer()->stream_header.lcore_id == LCORE_ID_ANY);
	trace_fini();
	UNIT_CHECK(buffer() == NULL);
	UNIT_CHECK(!rte_trace_is_enabled());
}

static unsigned int
lcore_seven(void)
{
	return 7;
}

static void
test_text(void)
{
	static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	uint8_t bytes[100];
	uint8_t *at;

	memset(bytes, 0x77, sizeof(bytes));
	trace_set_lcore_id_cb(lcore_seven);
	rte_trace_point_enable(&__unit_trace_text);
	rte_errno = 4711;
	unit_trace_text(alphabet, bytes, sizeof(bytes));
	UNIT_CHECK(rte_errno == 4711);
	UNIT_CHECK(buffer()->stream_header.lcore_id == 7);
	at = &buffer()->mem[HEADER];
	UNIT_CHECK(memcmp(at, alphabet, 31) == 0 && at[31] == 0);
	UNIT_CHECK(at[32] == RTE_TRACE_BLOB_LEN_MAX);
	UNIT_CHECK(memcmp(at + 33, bytes, RTE_TRACE_BLOB_LEN_MAX) == 0);

	memset(buffer()->mem, 0xff, 1024);
	unit_trace_text(NULL, NULL, 3);
	at = &buffer()->mem[112 + HEADER];
	for (int i = 0; i < 32 + 1 + RTE_TRACE_BLOB_LEN_MAX; i++)
		UNIT_CHECK(at[i] == 0);
	trace_set_lcore_id_cb(NULL);
	trace_fini();
}

static void
test_full(void)
{
	uint32_t len;

	UNIT_CHECK(rte_trace_mode_get() == RTE_TRACE_MODE_OVERWRITE);
	rte_trace_point_enable(&__unit_trace_empty);
	unit_trace_empty();
	len = buffer()->len;
	for (uint32_t i = 1; i < len / HEADER; i++)
		unit_trace_empty();
	UNIT_CHECK(buffer()->offset == len);
	unit_trace_empty();
	UNIT_CHECK(buffer()->offset == HEADER);

	rte_trace_mode_set(RTE_TRACE_MODE_DISCARD);
	UNIT_CHECK(rte_trace_mode_get() == RTE_TRACE_MODE_DISCARD);
	UNIT_CHECK(rte_trace_point_is_enabled(&__unit_trace_empty));
	buffer()->offset = len - HEADER + 1;
	unit_trace_empty();
	UNIT_CHECK(buffer()->offset == len - HEADER + 1);
	buffer()->offset = len - HEADER;
	unit_trace_empty();
	UNIT_CHECK(buffer()->offset == len);
	rte_trace_mode_set(RTE_TRACE_MODE_OVERWRITE);
	trace_fini();
}

static void *
record_one(void *arg)
{
	RTE_SET_USED(arg);
	unit_trace_empty();
	return buffer();
}

static int
count(const struct trace_buffer *buf, void *arg)
{
	((unsigned int *)arg)[buf->owner_slot != NULL]++;
	return 0;
}

static void
test_threads(void)
{
	unsigned int n[2] = { 0, 0 }; /* of ended threads, of living ones */
	pthread_t thread;
	void *mem;

	rte_trace_point_enable(&__unit_trace_empty);
	unit_trace_empty();
	for (int i = 0; i < RTE_MAX_LCORE + 20; i++) {
		UNIT_CHECK(pthread_create(&thread, NULL, record_one, NULL) == 0);
		pthread_join(thread, &mem);
		UNIT_CHECK(mem != NULL && mem != buffer());
	}
	trace_buffer_walk(count, n);
	UNIT_CHECK(n[1] == 1);
	UNIT_CHECK(n[0] == RTE_MAX_LCORE - 1);
	trace_fini();
	n[0] = n[1] = 0;
	trace_buffer_walk(count, n);
	UNIT_CHECK(n[0] + n[1] == 0);
}

/* The clock of the metadata, at the counter's value now, shows the time of day. */
static void
check_clock(const char *metadata)
{
	const double hz = (double)cpu_tsc_hz();
	const char *clock = strstr(metadata, "clock {");
	uint64_t ticks = rte_get_tsc_cycles() & RTE_LEN2MASK(48, uint64_t);
	uintmax_t seconds = 0, offset = 0;
	double now;

	UNIT_CHECK(clock != NULL && sscanf(clock, "clock { name = \"tsc\"; freq = 1000000000; "
			"offset_s = %ju; offset = %ju;", &seconds, &offset) == 2);
	UNIT_CHECK((double)offset < hz);
	now = (double)seconds + ((double)offset + (double)ticks) / hz;
	UNIT_CHECK(now > (double)time(NULL) - 60 && now < (double)time(NULL) + 60);
}

static void
test_metadata(void)
{
	char *text;
	size_t text_sz;
	FILE *f = open_memstream(&text, &text_sz);

	UNIT_CHECK(rte_trace_metadata_dump(NULL) == -EINVAL);
	UNIT_CHECK(rte_trace_metadata_dump(f) == 0);
	fclose(f);
	UNIT_CHECK(strncmp(text, "/* CTF 1.8 */\n", 14) == 0);
	UNIT_CHECK(strstr(text, "name = \"unit.numbers\";\n\tfields := struct {\n"
			"\t\tuint8_t _align;\n\t\tint32_t _b;\n\t\tuint16_t _pair_first;\n"
			"\t\tuint64_t _pair_second_1;\n\t\tuint64_t _pair_second;\n"
			"\t\tdouble _d;\n\t};") != NULL);
	UNIT_CHECK(strstr(text, "\t\tstring_bounded_t _str[32];\n\t\tuint8_t _bytes_len;\n"
			"\t\tblob_t _bytes[64];\n") != NULL);
	check_clock(text);
	free(text);

	f = open_memstream(&text, &text_sz);
	rte_trace_dump(f);
	fclose(f);
	UNIT_CHECK(strstr(text, "unit.fast") != NULL);
	free(text);
}

static int
remove_entry(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
	RTE_SET_USED(st);
	RTE_SET_USED(kind);
	RTE_SET_USED(walk);
	return remove(path);
}

static void
test_save(void)
{
	char home[] = "/tmp/trace_unit.XXXXXX", pattern[128];
	struct stat st;
	glob_t found;

	UNIT_CHECK(mkdtemp(home) != NULL);
	setenv("HOME", home, 1);
	UNIT_CHECK(rte_trace_save() == 0);

	rte_trace_point_enable(&__unit_trace_text);
	unit_trace_text("one", "1", 1);
	unit_trace_text("two", "22", 2);
	UNIT_CHECK(rte_trace_save() == 0);
	UNIT_CHECK(rte_trace_save() == 0);

	snprintf(pattern, sizeof(pattern), "%s/dpdk-traces/rte-*/metadata", home);
	UNIT_CHECK(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 2);
	globfree(&found);
	snprintf(pattern, sizeof(pattern), "%s/dpdk-traces/rte-*/channel0_0", home);
	UNIT_CHECK(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 2);
	UNIT_CHECK(stat(found.gl_pathv[0], &st) == 0 && st.st_size == 56 + 112 + 105);
	globfree(&found);

	setenv("HOME", "/proc/nowhere", 1);
	UNIT_CHECK(rte_trace_save() == -ENOENT);
	UNIT_CHECK(strstr(unit_log_last, "/proc/nowhere/dpdk-traces") != NULL);
	unsetenv("HOME");
	UNIT_CHECK(rte_trace_save() == -ENOENT);
	UNIT_CHECK(strstr(unit_log_last, "no home folder") != NULL);
	UNIT_CHECK(nftw(home, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0);
	trace_fini();
}

int
main(void)
{
	trace_clock_start();
	test_register();
	test_enable();
	test_event();
	test_text();
	test_full();
	test_threads();
	test_metadata();
	test_save();
	return unit_status();
}
