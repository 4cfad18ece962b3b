/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lists of words in a buffer of fixed size: each word is followed by a space, and a word that
 * does not fit is cut.
 */

#ifndef MBUF_TEXT_H
#define MBUF_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct mbuf_text {
	char *end;	/* where the next word goes */
	size_t room;	/* bytes from there on, terminator included */
	bool cut;	/* something did not fit */
};

/* Begin an empty list in buf of size bytes; size 0 counts as cut, and buf is not touched. */
static inline void
mbuf_text_start(struct mbuf_text *text, char *buf, size_t size)
{
	*text = (struct mbuf_text){buf, size, size == 0};
	if (size != 0)
		*buf = '\0';
}

/* Append a word and a space. */
static inline void
mbuf_text_word(struct mbuf_text *text, const char *word)
{
	int len;

	if (text->cut)
		return;
	len = snprintf(text->end, text->room, "%s ", word);
	if (len < 0 || (size_t)len >= text->room) {
		text->cut = true;
		return;
	}
	text->end += len;
	text->room -= (size_t)len;
}

/* 0, or -1 if something was cut. */
static inline int
mbuf_text_result(const struct mbuf_text *text)
{
	return text->cut ? -1 : 0;
}

#endif /* MBUF_TEXT_H */
