/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Building the values that answer a command. No state.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_telemetry.h>

#include "telemetry_data.h"

/* Entries that the first allocation makes room for, a power of two. */
#define FIRST_ROOM 8u

/* "0x" and the digits of 64 bits. */
#define HEX_SZ (2 + 16 + 1)

/* Copy at most sz - 1 bytes; *cut is set when that is not all. NULL when memory is short. */
static char *
copy_string(const char *str, size_t sz, bool *cut)
{
	if (strnlen(str, sz) == sz)
		*cut = true;
	return strndup(str, sz - 1);
}

/* Make room for one more entry. Returns it, cleared, or NULL when memory is short. */
static struct telemetry_entry *
next_entry(struct rte_tel_data *d)
{
	struct telemetry_entry *entries;

	if (d->n == 0 || (d->n >= FIRST_ROOM && (d->n & (d->n - 1)) == 0)) {
		entries = reallocarray(d->entries, RTE_MAX(2 * d->n, FIRST_ROOM), sizeof(*entries));
		if (entries == NULL)
			return NULL;
		d->entries = entries;
	}
	memset(&d->entries[d->n], 0, sizeof(d->entries[0]));
	return &d->entries[d->n];
}

/* An own name and string for the entry in place of the caller's. Returns 0, E2BIG or -ENOMEM. */
static int
own_strings(struct telemetry_entry *entry)
{
	bool cut = false;

	if (entry->name != NULL) {
		entry->name = copy_string(entry->name, RTE_TEL_MAX_STRING_LEN, &cut);
		if (entry->name == NULL)
			return -ENOMEM;
	}
	if (entry->str != NULL) {
		entry->str = copy_string(entry->str, RTE_TEL_MAX_STRING_LEN, &cut);
		if (entry->str == NULL) {
			free(entry->name);
			return -ENOMEM;
		}
	}
	return cut ? E2BIG : 0;
}

/* Append an entry whose strings are the caller's. Returns 0, E2BIG, -ENOSPC or -ENOMEM. */
static int
append(struct rte_tel_data *d, unsigned int max, struct telemetry_entry entry)
{
	struct telemetry_entry *place;
	int ret;

	if (d->n == max)
		return -ENOSPC;
	place = next_entry(d);
	if (place == NULL)
		return -ENOMEM;
	ret = own_strings(&entry);
	if (ret < 0)
		return ret;
	*place = entry;
	d->n++;
	return ret;
}

static int
append_array(struct rte_tel_data *d, struct telemetry_entry entry)
{
	if (d == NULL || d->kind != TELEMETRY_ARRAY || d->type != entry.type)
		return -EINVAL;
	return append(d, RTE_TEL_MAX_ARRAY_ENTRIES, entry);
}

/* Whatever the locale. */
static bool
is_valid_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '/';
}

static bool
is_valid_name(const char *name)
{
	if (name == NULL || *name == '\0')
		return false;
	for (; *name != '\0'; name++)
		if (!is_valid_letter(*name))
			return false;
	return true;
}

static int
append_dict(struct rte_tel_data *d, struct telemetry_entry entry)
{
	if (d == NULL || d->kind != TELEMETRY_DICT || !is_valid_name(entry.name))
		return -EINVAL;
	return append(d, RTE_TEL_MAX_DICT_ENTRIES, entry);
}

int
telemetry_data_add_text(struct rte_tel_data *d, const char *name, const char *val)
{
	const struct telemetry_entry entry = {
		.name = (char *)(uintptr_t)name,
		.type = RTE_TEL_STRING_VAL,
		.str = (char *)(uintptr_t)val,
	};

	return append(d, RTE_TEL_MAX_DICT_ENTRIES, entry);
}

/* Whether val may become part of d. */
static bool
can_hold(const struct rte_tel_data *d, const struct rte_tel_data *val)
{
	if (val == NULL || val->owner != NULL)
		return false;
	if (val->kind != TELEMETRY_ARRAY && val->kind != TELEMETRY_DICT)
		return false;
	for (; d != NULL; d = d->owner)
		if (d == val)
			return false;
	return true;
}

/* Hexadecimal form, with zeros up to a width of so many bits. Returns 0 or -EINVAL. */
static int
format_hex(char text[HEX_SZ], uint64_t val, uint8_t bits)
{
	if (bits > 64)
		return -EINVAL;
	snprintf(text, HEX_SZ, "0x%0*" PRIx64, (bits + 3) / 4, val);
	return 0;
}

void
telemetry_data_clear(struct rte_tel_data *d)
{
	for (unsigned int i = 0; i < d->n; i++) {
		struct telemetry_entry *entry = &d->entries[i];

		free(entry->name);
		free(entry->str);
		/* one that its maker keeps may be gone */
		if (entry->owned) {
			telemetry_data_clear(entry->container);
			free(entry->container);
		}
	}
	free(d->entries);
	free(d->str);
	d->entries = NULL;
	d->str = NULL;
	d->n = 0;
	d->kind = TELEMETRY_NULL;
}

RTE_EXPORT_SYMBOL(rte_tel_data_alloc)
struct rte_tel_data *
rte_tel_data_alloc(void)
{
	return calloc(1, sizeof(struct rte_tel_data));
}

RTE_EXPORT_SYMBOL(rte_tel_data_free)
void
rte_tel_data_free(struct rte_tel_data *data)
{
	/* a part of another is freed with it */
	if (data == NULL || data->owner != NULL)
		return;
	telemetry_data_clear(data);
	free(data);
}

RTE_EXPORT_SYMBOL(rte_tel_data_start_array)
int
rte_tel_data_start_array(struct rte_tel_data *d, enum rte_tel_value_type type)
{
	if (d == NULL || (unsigned int)type > RTE_TEL_CONTAINER)
		return -EINVAL;
	telemetry_data_clear(d);
	d->kind = TELEMETRY_ARRAY;
	d->type = type;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_tel_data_start_dict)
int
rte_tel_data_start_dict(struct rte_tel_data *d)
{
	if (d == NULL)
		return -EINVAL;
	telemetry_data_clear(d);
	d->kind = TELEMETRY_DICT;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_tel_data_string)
int
rte_tel_data_string(struct rte_tel_data *d, const char *str)
{
	bool cut = false;
	char *copy;

	if (d == NULL || str == NULL)
		return -EINVAL;
	copy = copy_string(str, RTE_TEL_MAX_SINGLE_STRING_LEN, &cut);
	if (copy == NULL)
		return -ENOMEM;
	telemetry_data_clear(d);
	d->kind = TELEMETRY_STRING;
	d->str = copy;
	return cut ? E2BIG : 0;
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_array_string)
int
rte_tel_data_add_array_string(struct rte_tel_data *d, const char *str)
{
	const struct telemetry_entry entry = {
		.type = RTE_TEL_STRING_VAL,
		.str = (char *)(uintptr_t)str,
	};

	return str == NULL ? -EINVAL : append_array(d, entry);
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_array_int)
int
rte_tel_data_add_array_int(struct rte_tel_data *d, int64_t x)
{
	const struct telemetry_entry entry = { .type = RTE_TEL_INT_VAL, .num = x };

	return append_array(d, entry);
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_array_uint)
int
rte_tel_data_add_array_uint(struct rte_tel_data *d, uint64_t x)
{
	const struct telemetry_entry entry = { .type = RTE_TEL_UINT_VAL, .unum = x };

	return append_array(d, entry);
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_array_container)
int
rte_tel_data_add_array_container(struct rte_tel_data *d, struct rte_tel_data *val, int keep)
{
	const struct telemetry_entry entry = {
		.type = RTE_TEL_CONTAINER,
		.container = val,
		.owned = !keep,
	};
	const int ret = can_hold(d, val) ? append_array(d, entry) : -EINVAL;

	if (ret == 0 && !keep)
		val->owner = d;
	return ret;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_tel_data_add_array_uint_hex)
int
rte_tel_data_add_array_uint_hex(struct rte_tel_data *d, uint64_t val, uint8_t display_bitwidth)
{
	char text[HEX_SZ];

	if (format_hex(text, val, display_bitwidth) < 0)
		return -EINVAL;
	return rte_tel_data_add_array_string(d, text);
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_dict_string)
int
rte_tel_data_add_dict_string(struct rte_tel_data *d, const char *name, const char *val)
{
	const struct telemetry_entry entry = {
		.name = (char *)(uintptr_t)name,
		.type = RTE_TEL_STRING_VAL,
		.str = (char *)(uintptr_t)val,
	};

	return val == NULL ? -EINVAL : append_dict(d, entry);
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_dict_int)
int
rte_tel_data_add_dict_int(struct rte_tel_data *d, const char *name, int64_t val)
{
	const struct telemetry_entry entry = {
		.name = (char *)(uintptr_t)name,
		.type = RTE_TEL_INT_VAL,
		.num = val,
	};

	return append_dict(d, entry);
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_dict_uint)
int
rte_tel_data_add_dict_uint(struct rte_tel_data *d, const char *name, uint64_t val)
{
	const struct telemetry_entry entry = {
		.name = (char *)(uintptr_t)name,
		.type = RTE_TEL_UINT_VAL,
		.unum = val,
	};

	return append_dict(d, entry);
}

RTE_EXPORT_SYMBOL(rte_tel_data_add_dict_container)
int
rte_tel_data_add_dict_container(struct rte_tel_data *d, const char *name,
	struct rte_tel_data *val, int keep)
{
	const struct telemetry_entry entry = {
		.name = (char *)(uintptr_t)name,
		.type = RTE_TEL_CONTAINER,
		.container = val,
		.owned = !keep,
	};
	const int ret = can_hold(d, val) ? append_dict(d, entry) : -EINVAL;

	if (ret >= 0 && !keep)
		val->owner = d;
	return ret;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_tel_data_add_dict_uint_hex)
int
rte_tel_data_add_dict_uint_hex(struct rte_tel_data *d, const char *name, uint64_t val,
	uint8_t display_bitwidth)
{
	char text[HEX_SZ];

	if (format_hex(text, val, display_bitwidth) < 0)
		return -EINVAL;
	return rte_tel_data_add_dict_string(d, name, text);
}
