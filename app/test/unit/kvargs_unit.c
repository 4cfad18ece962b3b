/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cutting up key and value strings: where pairs end, and that no string makes the parser read or
 * write outside its copy (run under the address sanitizer).
 */
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_kvargs.h>

#include "unit.h"

/* A string and what the list looks like, each pair as key, and =value where there is one. */
struct row {
	const char *args;
	const char *pairs; /* joined by "|"; NULL = refused */
};

static const struct row rows[] = {
	{ "", "" },
	{ ",", "" },
	{ ",,a,,", "a" },
	{ "a", "a" },
	{ "a=", "a=" },
	{ "a=1", "a=1" },
	{ "a=1,b", "a=1|b" },
	{ "a=1,a=2", "a=1|a=2" },
	{ "a=b=c", "a=b=c" },
	{ "a==", "a==" },
	{ "a=[1,2],b=3", "a=[1,2]|b=3" },
	{ "a=[1,[2,3],4],b", "a=[1,[2,3],4]|b" },
	{ "a=x[0,1]y[2,3]", "a=x[0,1]y[2,3]" },
	{ "a=]1,b", "a=]1|b" },
	{ "a= 1 , b", "a= 1 | b" },
	{ "=1", NULL },
	{ "a,=1", NULL },
	{ "=", NULL },
	{ "a=[1,2", NULL },
	{ "a=[[1],b=2", NULL },
	{ "[", NULL },
};

static void
join(const struct rte_kvargs *kvlist, char *text)
{
	text[0] = '\0';
	for (unsigned int i = 0; i < kvlist->count; i++) {
		if (i > 0)
			strcat(text, "|");
		strcat(text, kvlist->pairs[i].key);
		if (kvlist->pairs[i].value != NULL) {
			strcat(text, "=");
			strcat(text, kvlist->pairs[i].value);
		}
	}
}

static void
test_rows(void)
{
	char text[64];

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		struct rte_kvargs *kvlist = rte_kvargs_parse(rows[i].args, NULL);

		UNIT_CHECK((kvlist != NULL) == (rows[i].pairs != NULL));
		if (kvlist == NULL || rows[i].pairs == NULL) {
			rte_kvargs_free(kvlist);
			continue;
		}
		join(kvlist, text);
		if (strcmp(text, rows[i].pairs) != 0)
			fprintf(stderr, "'%s' gives '%s'\n", rows[i].args, text);
		UNIT_CHECK(strcmp(text, rows[i].pairs) == 0);
		rte_kvargs_free(kvlist);
	}
}

static void
test_limit(void)
{
	char args[4 * RTE_KVARGS_MAX + 8] = "";
	struct rte_kvargs *kvlist;

	for (unsigned int i = 0; i < RTE_KVARGS_MAX; i++)
		strcat(args, "a=1,");
	kvlist = rte_kvargs_parse(args, NULL);
	UNIT_CHECK(kvlist != NULL && kvlist->count == RTE_KVARGS_MAX);
	rte_kvargs_free(kvlist);
	strcat(args, "b");
	UNIT_CHECK(rte_kvargs_parse(args, NULL) == NULL);
}

static void
test_ends(void)
{
	struct rte_kvargs *kvlist = rte_kvargs_parse_delim("a=1,b/c=2", NULL, "/;");

	UNIT_CHECK(kvlist != NULL && kvlist->count == 2);
	UNIT_CHECK(kvlist != NULL && strcmp(kvlist->pairs[1].key, "b") == 0);
	rte_kvargs_free(kvlist);
	kvlist = rte_kvargs_parse_delim("/a=1", NULL, "/");
	UNIT_CHECK(kvlist != NULL && kvlist->count == 0);
	rte_kvargs_free(kvlist);
	kvlist = rte_kvargs_parse_delim("a=/", NULL, "");
	UNIT_CHECK(kvlist != NULL && strcmp(rte_kvargs_get(kvlist, "a"), "/") == 0);
	rte_kvargs_free(kvlist);
}

/* Any mix of the characters that matter: pairs stay inside the copy, keys are never empty. */
static void
test_random(void)
{
	static const char letters[] = "ab=,[]";
	const unsigned int seed = 20261127;
	char args[80];

	srandom(seed);
	for (unsigned int round = 0; round < 20000; round++) {
		const size_t len = random() % sizeof(args);
		struct rte_kvargs *kvlist;

		for (size_t i = 0; i < len; i++)
			args[i] = letters[random() % (sizeof(letters) - 1)];
		args[len < sizeof(args) ? len : sizeof(args) - 1] = '\0';
		kvlist = rte_kvargs_parse(args, NULL);
		for (unsigned int i = 0; kvlist != NULL && i < kvlist->count; i++) {
			const struct rte_kvargs_pair *pair = &kvlist->pairs[i];

			UNIT_CHECK(pair->key >= kvlist->str && pair->key[0] != '\0');
			UNIT_CHECK(pair->key + strlen(pair->key) <= kvlist->str + len);
			UNIT_CHECK(pair->value == NULL ||
				pair->value + strlen(pair->value) <= kvlist->str + len);
		}
		rte_kvargs_free(kvlist);
	}
}

int
main(void)
{
	test_rows();
	test_limit();
	test_ends();
	test_random();
	return unit_status();
}
