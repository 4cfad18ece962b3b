/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two memories of a heap that stop it from asking the system the same again and
 * again: how much free memory a side keeps instead of returning pages that it
 * would soon need again, and requests for pages that failed lately. No page and
 * no lock of its own.
 */

#ifndef HEAP_KEEP_H
#define HEAP_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct heap_shortage;

/* Pages that are needed so soon after some were returned need not have been. */
#define HEAP_KEEP_SOON_MS 100
/*
 * After so long without that everything is returned again, by the next free on that side; sooner
 * by an allocation that would fail.
 */
#define HEAP_KEEP_FOR_MS 1000
/* Most that a side keeps, bytes; a page if that is more. A block of 64 MiB needs as much. */
#define HEAP_KEEP_MAX ((size_t)66 << 20)
/* A failed request is tried again after so long. */
#define HEAP_SHORTAGE_MS 100

/* Of a side, under its lock; zero at first. Times in TSC cycles. */
struct heap_keep {
	uint64_t returned_at; /* last return of pages */
	size_t returned_sz;   /* its bytes, and those of others shortly before */
	uint64_t since;       /* last time that pages were needed soon after that, 0 = never */
	size_t limit;         /* bytes of free pages kept since then */
};

/* Pages of `len` bytes were returned. */
void
heap_keep_returned(struct heap_keep *keep, size_t len);

/* Pages of page_sz were needed. */
void
heap_keep_needed(struct heap_keep *keep, size_t page_sz);

/* Does a side that has so many bytes of free pages keep them all? */
bool
heap_keep_all(const struct heap_keep *keep, size_t spare_sz);

/* Has a side a reserve that it has not needed for long? */
bool
heap_keep_is_over(const struct heap_keep *keep);

/* End the reserve of a side if it was not needed for long, or `now`. Was there one to end? */
bool
heap_keep_end(struct heap_keep *keep, bool now);

/*
 * Note a failed request for `len` bytes of pages. No lock needed. Who notes looks afterwards
 * whether pages went back since the request; who returned pages says so, and then ends the
 * shortage: one of the two sees the other. So both are seq_cst, as is heap.n_back.
 */
void
heap_shortage_note(struct heap_shortage *shortage, size_t len);

/* Pages were returned, so there may be some. No lock needed. */
void
heap_shortage_over(struct heap_shortage *shortage);

/* Did a request for at most `len` bytes fail a short while ago? No lock needed. */
bool
heap_shortage_lasts(const struct heap_shortage *shortage, size_t len);

#endif /* HEAP_KEEP_H */
