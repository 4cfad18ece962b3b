/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values as JSON text: a writer that keeps room for the brackets it has still to close, and that
 * takes back what it wrote of an entry that does not fit.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>

#include "telemetry_json.h"

struct writer {
	char *buf;
	size_t sz;        /* bytes of buf, the terminator included */
	size_t len;       /* written */
	unsigned int open; /* brackets to be closed; room for them is kept */
	bool cut;         /* something did not fit; nothing is added any more */
};

static void
put_bytes(struct writer *w, const char *bytes, size_t len)
{
	if (w->cut || len >= w->sz - w->len - w->open) {
		w->cut = true;
		return;
	}
	memcpy(w->buf + w->len, bytes, len);
	w->len += len;
}

static void
put_text(struct writer *w, const char *text)
{
	put_bytes(w, text, strlen(text));
}

static void
open_bracket(struct writer *w, char bracket)
{
	/* its partner is counted before, so that both fit or none */
	w->open++;
	put_bytes(w, &bracket, 1);
	if (w->cut)
		w->open--;
}

/* The bracket was opened: there is room for it. */
static void
close_bracket(struct writer *w, char bracket)
{
	w->buf[w->len++] = bracket;
	w->open--;
}

/* Bytes of the UTF-8 character at the start of a string; 0: it is none. */
static size_t
utf8_len(const unsigned char *s)
{
	/* shortest form and no surrogates: what the second byte may be after some first bytes */
	unsigned char low = 0x80, high = 0xbf;
	size_t len;

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	len = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < len; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return len;
}

static void
put_char(struct writer *w, const char *s, size_t len)
{
	char escape[sizeof("\\u0000")];

	if (len == 0) {
		put_text(w, "\\ufffd");
	} else if (*s == '"' || *s == '\\') {
		put_text(w, "\\");
		put_bytes(w, s, 1);
	} else if ((unsigned char)*s < ' ' || *s == '\x7f') {
		snprintf(escape, sizeof(escape), "\\u%04x", (unsigned char)*s);
		put_text(w, escape);
	} else {
		put_bytes(w, s, len);
	}
}

static void
put_string(struct writer *w, const char *s)
{
	put_text(w, "\"");
	while (*s != '\0' && !w->cut) {
		const size_t len = utf8_len((const unsigned char *)s);

		put_char(w, s, len);
		s += RTE_MAX(len, (size_t)1);
	}
	put_text(w, "\"");
}

static void
put_data(struct writer *w, const struct rte_tel_data *d, unsigned int depth);

static void
put_value(struct writer *w, const struct telemetry_entry *entry, unsigned int depth)
{
	char number[24];

	switch (entry->type) {
	case RTE_TEL_STRING_VAL:
		put_string(w, entry->str);
		break;
	case RTE_TEL_INT_VAL:
		snprintf(number, sizeof(number), "%" PRId64, entry->num);
		put_text(w, number);
		break;
	case RTE_TEL_UINT_VAL:
		snprintf(number, sizeof(number), "%" PRIu64, entry->unum);
		put_text(w, number);
		break;
	case RTE_TEL_CONTAINER:
		put_data(w, entry->container, depth);
		break;
	}
}

/*
 * Write an entry, or nothing where it does not fit. A container within it counts as written once
 * its bracket is open.
 */
static void
put_entry(struct writer *w, const struct rte_tel_data *d, unsigned int i, unsigned int depth)
{
	const struct telemetry_entry *entry = &d->entries[i];
	const size_t before = w->len;
	size_t value_at;

	if (i > 0)
		put_text(w, ", ");
	if (d->kind == TELEMETRY_DICT) {
		put_string(w, entry->name);
		put_text(w, ": ");
	}
	value_at = w->len;
	put_value(w, entry, depth);
	if (w->cut && (entry->type != RTE_TEL_CONTAINER || w->len == value_at))
		w->len = before;
}

static void
put_container(struct writer *w, const struct rte_tel_data *d, unsigned int depth)
{
	const char *brackets = d->kind == TELEMETRY_DICT ? "{}" : "[]";

	open_bracket(w, brackets[0]);
	if (w->cut)
		return;
	for (unsigned int i = 0; i < d->n && !w->cut; i++)
		put_entry(w, d, i, depth + 1);
	close_bracket(w, brackets[1]);
}

/* Write a value; of one that does not fit a container keeps what does, a string nothing. */
static void
put_data(struct writer *w, const struct rte_tel_data *d, unsigned int depth)
{
	if (d == NULL || d->kind == TELEMETRY_NULL || depth >= TELEMETRY_DEPTH_MAX)
		put_text(w, "null");
	else if (d->kind == TELEMETRY_STRING)
		put_string(w, d->str);
	else
		put_container(w, d, depth);
}

/* Write the value, or null where nothing of it fits. Room for the word was kept. */
static void
put_answer(struct writer *w, const struct rte_tel_data *value, bool *cut)
{
	const size_t value_at = w->len;

	put_data(w, value, 0);
	*cut = w->cut;
	if (w->cut && (value->kind == TELEMETRY_STRING || w->len == value_at)) {
		w->len = value_at;
		w->cut = false;
		put_text(w, "null");
	}
}

size_t
telemetry_json_answer(char *buf, size_t sz, const char *name, const struct rte_tel_data *value,
	bool *cut)
{
	struct writer w = { .buf = buf, .sz = sz };
	char short_name[RTE_TEL_MAX_STRING_LEN];

	snprintf(short_name, sizeof(short_name), "%s", name);
	open_bracket(&w, '{');
	put_string(&w, short_name);
	put_text(&w, ": ");
	put_answer(&w, value, cut);
	close_bracket(&w, '}');
	buf[w.len] = '\0';
	return w.len;
}

size_t
telemetry_json_value(char *buf, size_t sz, const struct rte_tel_data *value, bool *cut)
{
	struct writer w = { .buf = buf, .sz = sz };

	put_answer(&w, value, cut);
	buf[w.len] = '\0';
	return w.len;
}
