/* SPDX-License-Identifier: BSD-3-Clause */

/* The files of the hugepage back-end, for the two sources that make them. */

#ifndef LINUX_HUGE_FILE_H
#define LINUX_HUGE_FILE_H

struct mem_area;

/*
 * Use an open, empty file for an area: it gets the area's length and is the
 * back-end's from now on, as is path (from malloc), the name to remove at the
 * end, NULL = none. On failure both stay the caller's: -errno. Starting thread.
 */
int
huge_file_add(const struct mem_area *area, int fd, char *path);

#endif /* LINUX_HUGE_FILE_H */
