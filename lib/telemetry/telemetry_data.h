/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The values that answer a command, as a tree: a container holds entries, which hold a string, a
 * number or another container. One thread uses a tree at a time; there is no lock.
 *
 * A container that was added for good has an owner, the container it is freed with; so the owners
 * of a container are a chain without a loop. One that its maker keeps has none, and may be part of
 * several trees, or by mistake of itself: who walks a tree has to stop at TELEMETRY_DEPTH_MAX.
 */
#ifndef TELEMETRY_DATA_H
#define TELEMETRY_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_telemetry.h>

/* Containers inside each other, the outermost counted. */
#define TELEMETRY_DEPTH_MAX 32

enum telemetry_kind {
	TELEMETRY_NULL, /* never started */
	TELEMETRY_STRING,
	TELEMETRY_ARRAY,
	TELEMETRY_DICT,
};

struct telemetry_entry {
	char *name;                   /* owned; NULL in an array */
	enum rte_tel_value_type type; /* which of the values below it is */
	char *str;                    /* owned, NULL if it is no string */
	int64_t num;
	uint64_t unum;
	struct rte_tel_data *container;
	bool owned;                   /* the container: freed with this entry */
};

struct rte_tel_data {
	enum telemetry_kind kind;
	enum rte_tel_value_type type; /* of all entries, for an array */
	char *str;                    /* owned, for a string */
	struct telemetry_entry *entries; /* owned; room for as many as the power of two above n */
	unsigned int n;
	struct rte_tel_data *owner; /* NULL = none */
};

/* Drop what it holds: back to TELEMETRY_NULL. Not the link to its owner. */
void
telemetry_data_clear(struct rte_tel_data *d);

/*
 * rte_tel_data_add_dict_string() for a name of any characters. The answers about commands need it.
 */
int
telemetry_data_add_text(struct rte_tel_data *d, const char *name, const char *val);

#endif /* TELEMETRY_DATA_H */
