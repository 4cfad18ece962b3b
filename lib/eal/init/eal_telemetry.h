/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Telemetry of EAL: start and stop of the server, and the commands below /eal.
 */
#ifndef EAL_TELEMETRY_H
#define EAL_TELEMETRY_H

#include <stddef.h>

struct eal_config;
struct rte_tel_data;

/*
 * Open the socket, unless it is not wanted or this is a secondary process. Where that is not
 * possible a line says so, and EAL does without: always 0.
 */
int
eal_telemetry_start(const struct eal_config *config);

/* Close the socket. */
void
eal_telemetry_stop(void);

/* Words of a command line. */
struct eal_telemetry_words {
	char *const *word;
	unsigned int n;
};

/*
 * Note the command line: the words of EAL, the name of the program first, and those of the
 * application. They are copied. Returns 0 or -ENOMEM. Before the socket is open.
 */
int
eal_telemetry_note_words(struct eal_telemetry_words eal, struct eal_telemetry_words app);

/* Drop the words. When the socket is closed. */
void
eal_telemetry_forget_words(void);

/*
 * Register the commands of one subject. To be called once. Trouble is logged and leaves a command
 * out.
 */
void
eal_telemetry_add_lcores(void);
void
eal_telemetry_add_memory(void);
void
eal_telemetry_add_heaps(void);

/* Register a command, for the functions above. */
struct eal_telemetry_row {
	const char *cmd;
	int (*fn)(const char *cmd, const char *params, struct rte_tel_data *info);
	const char *help;
};
void
eal_telemetry_add(const struct eal_telemetry_row *rows, unsigned int n);

/*
 * Read exactly n numbers with commas between them, not negative and below 2^32. Returns 0 or
 * -EINVAL; params may be NULL.
 */
int
eal_telemetry_numbers(const char *params, unsigned int *numbers, unsigned int n);

/*
 * Where a segment lies, by the number of its list and its own. Takes the memory lock. Returns 0, or
 * -ENOENT when there is none in use.
 */
int
eal_telemetry_segment(unsigned int list_id, unsigned int id, const void **addr, size_t *len);

#endif /* EAL_TELEMETRY_H */
