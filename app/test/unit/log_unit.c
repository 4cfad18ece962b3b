/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The log library by itself: registry and its growth, patterns kept for later types, the look of a
 * message, threads that register and log at once.
 */
#include <errno.h>
#include <pthread.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log_internal.h"
#include "log_private.h"
#include "unit.h"

/* Length of the registry's first chunks together, so that the tests cross their ends. */
#define MANY_TYPES 500

static char *text;
static size_t text_len;
static FILE *text_stream;

/* From here to capture_end() messages go to text. */
static void
capture_begin(void)
{
	text_stream = open_memstream(&text, &text_len);
	rte_openlog_stream(text_stream);
}

static void
capture_end(void)
{
	rte_openlog_stream(NULL);
	fclose(text_stream);
}

static bool
text_matches(const char *pattern)
{
	regex_t regex;
	bool matches;

	if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	matches = regexec(&regex, text, 0, NULL, 0) == 0;
	regfree(&regex);
	if (!matches)
		fprintf(stderr, "'%s' does not match '%s'\n", text, pattern);
	return matches;
}

static void
test_fixed_types(void)
{
	UNIT_CHECK(log_types_count() == RTE_LOGTYPE_FIRST_EXT_ID);
	UNIT_CHECK(strcmp(log_types_get(RTE_LOGTYPE_EAL)->name, "lib.eal") == 0);
	UNIT_CHECK(strcmp(log_types_get(RTE_LOGTYPE_USER1)->name, "user1") == 0);
	UNIT_CHECK(strcmp(log_types_get(RTE_LOGTYPE_USER8)->name, "user8") == 0);
	UNIT_CHECK(log_types_get(RTE_LOGTYPE_USER1 - 1)->name == NULL);
	for (uint32_t id = 0; id < RTE_LOGTYPE_FIRST_EXT_ID; id++)
		UNIT_CHECK(rte_log_get_level(id) == RTE_LOG_INFO);
	UNIT_CHECK(log_types_get(RTE_LOGTYPE_FIRST_EXT_ID) == NULL);
	UNIT_CHECK(rte_log_get_level(RTE_LOGTYPE_FIRST_EXT_ID) == -1);
	UNIT_CHECK(rte_log_get_global_level() == RTE_LOG_DEBUG);
	UNIT_CHECK(rte_log_register("user3") == RTE_LOGTYPE_USER3);
}

static void
test_registry(void)
{
	const uint32_t first = log_types_count();
	char name[32];

	for (uint32_t i = 0; i < MANY_TYPES; i++) {
		snprintf(name, sizeof(name), "unit.many.%u", i);
		UNIT_CHECK(rte_log_register(name) == (int)(first + i));
	}
	for (uint32_t i = 0; i < MANY_TYPES; i++) {
		snprintf(name, sizeof(name), "unit.many.%u", i);
		UNIT_CHECK(strcmp(log_types_get(first + i)->name, name) == 0);
		UNIT_CHECK(rte_log_register(name) == (int)(first + i));
		UNIT_CHECK(rte_log_get_level(first + i) == RTE_LOG_INFO);
	}
	UNIT_CHECK(log_types_count() == first + MANY_TYPES);
	UNIT_CHECK(rte_log_register(NULL) == -EINVAL);
	UNIT_CHECK(rte_log_register_type_and_pick_level(NULL, RTE_LOG_ERR) == -EINVAL);
	UNIT_CHECK(rte_log_set_level(first, RTE_LOG_MAX + 1) == -1);
	UNIT_CHECK(rte_log_set_level(first + MANY_TYPES, RTE_LOG_ERR) == -1);
	UNIT_CHECK(rte_log_get_level(first) == RTE_LOG_INFO);
}

static void
test_saved_patterns(void)
{
	const int old = rte_log_register("unit.pick.old");

	UNIT_CHECK(eal_log_save_pattern("unit.pick.*", RTE_LOG_ERR) == 0);
	UNIT_CHECK(rte_log_get_level(old) == RTE_LOG_ERR);
	UNIT_CHECK(eal_log_save_regexp("^unit\\.pick\\.b", RTE_LOG_DEBUG) == 0);
	UNIT_CHECK(rte_log_get_level(old) == RTE_LOG_ERR);
	UNIT_CHECK(rte_log_get_level(rte_log_register_type_and_pick_level("unit.pick.a",
		RTE_LOG_NOTICE)) == RTE_LOG_ERR);
	UNIT_CHECK(rte_log_get_level(rte_log_register_type_and_pick_level("unit.pick.b",
		RTE_LOG_NOTICE)) == RTE_LOG_DEBUG);
	UNIT_CHECK(rte_log_get_level(rte_log_register_type_and_pick_level("unit.other",
		RTE_LOG_NOTICE)) == RTE_LOG_NOTICE);
	UNIT_CHECK(eal_log_save_pattern("*", RTE_LOG_MAX + 1) == -EINVAL);
	UNIT_CHECK(eal_log_save_regexp("[", RTE_LOG_ERR) == -EINVAL);
	UNIT_CHECK(eal_log_save_regexp(NULL, RTE_LOG_ERR) == -EINVAL);

	/* what the application sets holds for existing types only */
	UNIT_CHECK(rte_log_set_level_pattern("unit.later*", RTE_LOG_CRIT) == 0);
	UNIT_CHECK(rte_log_get_level(rte_log_register_type_and_pick_level("unit.later",
		RTE_LOG_NOTICE)) == RTE_LOG_NOTICE);
	rte_eal_log_cleanup();
	UNIT_CHECK(rte_log_get_level(rte_log_register_type_and_pick_level("unit.pick.c",
		RTE_LOG_NOTICE)) == RTE_LOG_NOTICE);
	UNIT_CHECK(rte_log_get_level(old) == RTE_LOG_ERR);
}

static void
test_message(void)
{
	const int type = rte_log_register("unit.message");

	capture_begin();
	errno = E2BIG;
	UNIT_CHECK(rte_log(RTE_LOG_ERR, type, "one %d\n", 1) == 6);
	UNIT_CHECK(errno == E2BIG);
	UNIT_CHECK(rte_log_cur_msg_loglevel() == RTE_LOG_ERR);
	UNIT_CHECK(rte_log_cur_msg_logtype() == type);
	UNIT_CHECK(rte_log(RTE_LOG_DEBUG, type, "two\n") == 0);
	rte_log_set_global_level(RTE_LOG_CRIT);
	UNIT_CHECK(rte_log(RTE_LOG_ERR, type, "three\n") == 0);
	rte_log_set_global_level(RTE_LOG_DEBUG);
	UNIT_CHECK(rte_log(RTE_LOG_ERR, log_types_count(), "four\n") == -1);
	RTE_LOG(NOTICE, USER1, "five\n");
	RTE_LOG_LINE(NOTICE, USER1, "six %s", "seven");
	RTE_LOG_LINE_PREFIX(NOTICE, USER1, "%s:%d ", "at" RTE_LOG_COMMA 8, "nine %c", 'x');
	capture_end();
	UNIT_CHECK(strcmp(text, "one 1\nUSER1: five\nUSER1: six seven\nUSER1: at:8 nine x\n") == 0);
	free(text);
}

static void
test_time_stamps(void)
{
	static const struct {
		const char *form;
		const char *pattern;
	} forms[] = {
		{NULL, "^\\[    0\\.[0-9]{6}\\] a\n\\[    0\\.[0-9]{6}\\] b\n$"},
		{"notime", "^a\nb\n$"},
		/* two dates if the minute changes in between */
		{"reltime",
			"^\\[[A-Z][a-z]{2}[0-9]{2} [0-9:]{5}\\] a\n\\[[A-Za-z0-9:.+ ]+\\] b\n$"},
		{"delta", "^\\[    0\\.[0-9]{6} <    0\\.000000>\\] a\n"
			  "\\[    0\\.[0-9]{6} <    0\\.[0-9]{6}>\\] b\n$"},
		{"ctime", "^\\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]{2} [0-9:]{8} [0-9]{4}\\] a\n"},
		{"iso", "^\\[[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{6}[+-][0-9]{2}:[0-9]{2}"
			"\\] "
			"a\n"},
	};

	for (unsigned int i = 0; i < RTE_DIM(forms); i++) {
		UNIT_CHECK(eal_log_timestamp(forms[i].form) == 0);
		capture_begin();
		rte_log(RTE_LOG_INFO, RTE_LOGTYPE_EAL, "a\n");
		rte_log(RTE_LOG_INFO, RTE_LOGTYPE_EAL, "b\n");
		capture_end();
		UNIT_CHECK(text_matches(forms[i].pattern));
		free(text);
	}
	UNIT_CHECK(eal_log_timestamp("iso8601") == -EINVAL);
	rte_eal_log_cleanup();
}

static void
test_color(void)
{
	UNIT_CHECK(eal_log_color("sometimes") == -EINVAL);
	UNIT_CHECK(eal_log_color("always") == 0);
	capture_begin();
	UNIT_CHECK(rte_log(RTE_LOG_ERR, RTE_LOGTYPE_EAL, "a\n\n") == 3);
	rte_log(RTE_LOG_INFO, RTE_LOGTYPE_EAL, "b\n");
	capture_end();
	UNIT_CHECK(strcmp(text, "\033[31ma\033[0m\n\nb\n") == 0);
	free(text);

	/* automatic means the terminal, and this stream is none */
	UNIT_CHECK(eal_log_color("auto") == 0);
	capture_begin();
	rte_log(RTE_LOG_ERR, RTE_LOGTYPE_EAL, "a\n");
	capture_end();
	UNIT_CHECK(strcmp(text, "a\n") == 0);
	free(text);
	UNIT_CHECK(eal_log_color(NULL) == 0);
	rte_eal_log_cleanup();
}

static void
test_syslog(void)
{
	char journal[64];
	struct stat st;
	FILE *sink;

	unsetenv("JOURNAL_STREAM");
	UNIT_CHECK(eal_log_syslog("local8") == -EINVAL);
	eal_log_init("unit");
	UNIT_CHECK(rte_log_get_stream() == stderr);
	UNIT_CHECK(eal_log_syslog("local7") == 0);
	eal_log_init("unit");
	sink = rte_log_get_stream();
	UNIT_CHECK(sink != stderr);
	UNIT_CHECK(rte_log(RTE_LOG_DEBUG, RTE_LOGTYPE_EAL, "dropped\n") == 0);
	UNIT_CHECK(rte_log(RTE_LOG_INFO, RTE_LOGTYPE_EAL, "kept\n") == 5);
	rte_eal_log_cleanup();
	UNIT_CHECK(rte_log_get_stream() == stderr);

	/* under systemd stderr is the journal already */
	fstat(STDERR_FILENO, &st);
	snprintf(journal, sizeof(journal), "%llu:%llu", (unsigned long long)st.st_dev,
		(unsigned long long)st.st_ino);
	setenv("JOURNAL_STREAM", journal, 1);
	UNIT_CHECK(eal_log_syslog(NULL) == 0);
	eal_log_init("unit");
	UNIT_CHECK(rte_log_get_stream() == stderr);
	rte_eal_log_cleanup();
	unsetenv("JOURNAL_STREAM");
}

static void
test_lists(void)
{
	FILE *f = open_memstream(&text, &text_len);

	rte_log_list_types(f, "- ");
	fclose(f);
	UNIT_CHECK(strstr(text, "- lib.eal\n") != NULL);
	UNIT_CHECK(strstr(text, "- user1\n- user2\n") != NULL);
	UNIT_CHECK(strncmp(text, "- lib.eal\n- unit.", 17) == 0);
	free(text);
	rte_log_set_level(RTE_LOGTYPE_USER2, 0);
	f = open_memstream(&text, &text_len);
	rte_log_dump(f);
	fclose(f);
	UNIT_CHECK(strncmp(text, "global level: debug\ntype 0 lib.eal: info\n", 41) == 0);
	UNIT_CHECK(strstr(text, "type 25 user2: disabled\n") != NULL);
	free(text);
	UNIT_CHECK(strcmp(eal_log_level2str(RTE_LOG_EMERG), "emergency") == 0);
	UNIT_CHECK(strcmp(eal_log_level2str(RTE_LOG_MAX + 1), "unknown") == 0);
}

#define N_THREADS 4
#define N_ROUNDS 200

static void *
register_and_log(void *arg)
{
	const unsigned int thread = (unsigned int)(uintptr_t)arg;
	char name[32];

	for (unsigned int i = 0; i < N_ROUNDS; i++) {
		int type;

		snprintf(name, sizeof(name), "unit.race.%u", i);
		type = rte_log_register_type_and_pick_level(name, RTE_LOG_INFO);
		if (i % 50 == thread)
			eal_log_save_pattern(name, RTE_LOG_INFO);
		rte_log(RTE_LOG_INFO, type, "%u %u\n", thread, i);
		rte_log_set_level_pattern("unit.none", RTE_LOG_ERR);
	}
	return NULL;
}

static void
test_threads(void)
{
	const uint32_t before = log_types_count();
	pthread_t threads[N_THREADS];
	unsigned int n_lines = 0;

	capture_begin();
	for (uintptr_t i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, register_and_log, (void *)i);
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	capture_end();
	UNIT_CHECK(log_types_count() == before + N_ROUNDS);
	for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
		unsigned int thread, round;
		char more;

		UNIT_CHECK(sscanf(line, "%u %u%c", &thread, &round, &more) == 2);
		n_lines++;
	}
	UNIT_CHECK(n_lines == N_THREADS * N_ROUNDS);
	free(text);
	rte_eal_log_cleanup();
}

int
main(void)
{
	test_fixed_types();
	test_registry();
	test_saved_patterns();
	test_message();
	test_time_stamps();
	test_color();
	test_syslog();
	test_lists();
	test_threads();
	return unit_status();
}
