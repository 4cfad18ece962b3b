/* SPDX-License-Identifier: BSD-3-Clause */

/* Arguments of a reservation, and their check. */

#ifndef MEMZONE_CHECK_H
#define MEMZONE_CHECK_H

#include <stdbool.h>

#include "heap.h"

/* A reservation: as it is asked for, and after the check complete. */
struct memzone_request {
	const char *name;
	int socket_id;
	bool page_sz_is_wish; /* other page sizes will do; set by the check */
	struct heap_req req;
};

/*
 * Check a reservation and complete it: round up length and alignment, take the
 * page sizes from the flags. 0, or -EINVAL or -ENAMETOOLONG after a log line.
 */
int
memzone_check(struct memzone_request *res, unsigned int flags);

#endif /* MEMZONE_CHECK_H */
