/* SPDX-License-Identifier: BSD-3-Clause */

/* The per-thread error number and its texts. Texts live in a buffer of each thread; no lock. */

#include <stdio.h>
#include <string.h>

#include <eal_export.h>
#include <rte_errno.h>

#define TEXT_SZ 128

RTE_EXPORT_SYMBOL(per_lcore__rte_errno)
RTE_DEFINE_PER_LCORE(int, _rte_errno);

static RTE_DEFINE_PER_LCORE(char[TEXT_SZ], errno_text);

/* Text of a number that is ours; NULL for one that is the system's or nobody's. */
static const char *
errno_own_text(int errnum)
{
	switch (errnum) {
	case E_RTE_SECONDARY:
		return "Not possible in a secondary process";
	case E_RTE_NO_CONFIG:
		return "No shared configuration: EAL is not initialised";
	default:
		return NULL;
	}
}

RTE_EXPORT_SYMBOL(rte_strerror)
const char *
rte_strerror(int errnum)
{
	char *text = RTE_PER_LCORE(errno_text);
	const char *found = errno_own_text(errnum);

	if (found == NULL) {
		/* GNU's strerror_r() returns a constant, or text after it wrote the text there. */
		found = strerror_r(errnum, text, TEXT_SZ);
	}
	if (found != text)
		snprintf(text, TEXT_SZ, "%s", found);
	return text;
}
