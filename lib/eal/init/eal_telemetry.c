/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and stop of telemetry, and the command line as it was given.
 *
 * The words are written while the socket is closed, and only read by the telemetry thread.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_telemetry.h>
#include <rte_version.h>

#include "eal_config.h"
#include "eal_lcore.h"
#include "eal_log.h"
#include "eal_telemetry.h"
#include "telemetry_internal.h"

static struct {
	bool registered; /* commands stay for the life of the process */
	char **words;    /* owned, and so is each */
	unsigned int n_eal;
	unsigned int n; /* those of the application behind EAL's */
} telemetry;

int
eal_telemetry_numbers(const char *params, unsigned int *numbers, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		unsigned long number;
		char *end;

		/* no sign and no blank, which strtoul() would take */
		if (params == NULL || *params < '0' || *params > '9')
			return -EINVAL;
		errno = 0;
		number = strtoul(params, &end, 0);
		if (errno != 0 || number > UINT_MAX || *end != (i + 1 < n ? ',' : '\0'))
			return -EINVAL;
		numbers[i] = number;
		params = end + 1;
	}
	return 0;
}

void
eal_telemetry_add(const struct eal_telemetry_row *rows, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		const int ret = rte_telemetry_register_cmd(rows[i].cmd, rows[i].fn, rows[i].help);

		if (ret < 0)
			EAL_LOG(NOTICE, "Telemetry has no command %s: %s", rows[i].cmd,
				rte_strerror(-ret));
	}
}

/* Answer with the words from one place up to another. */
static int
answer_words(unsigned int from, unsigned int to, struct rte_tel_data *info)
{
	rte_tel_data_start_array(info, RTE_TEL_STRING_VAL);
	for (unsigned int i = from; i < to; i++)
		if (rte_tel_data_add_array_string(info, telemetry.words[i]) < 0)
			break;
	return 0;
}

static int
answer_params(const char *cmd, const char *params, struct rte_tel_data *info)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	return answer_words(0, telemetry.n_eal, info);
}

static int
answer_app_params(const char *cmd, const char *params, struct rte_tel_data *info)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	return answer_words(telemetry.n_eal, telemetry.n, info);
}

void
eal_telemetry_forget_words(void)
{
	for (unsigned int i = 0; i < telemetry.n; i++)
		free(telemetry.words[i]);
	free(telemetry.words);
	telemetry.words = NULL;
	telemetry.n = 0;
	telemetry.n_eal = 0;
}

/* Append copies. Room was made. Returns 0 or -ENOMEM. */
static int
copy_words(struct eal_telemetry_words words)
{
	for (unsigned int i = 0; i < words.n; i++) {
		char *copy = strdup(words.word[i]);

		if (copy == NULL)
			return -ENOMEM;
		telemetry.words[telemetry.n++] = copy;
	}
	return 0;
}

int
eal_telemetry_note_words(struct eal_telemetry_words eal, struct eal_telemetry_words app)
{
	int ret;

	telemetry.words = calloc((size_t)eal.n + app.n, sizeof(*telemetry.words));
	ret = telemetry.words != NULL ? copy_words(eal) : -ENOMEM;
	telemetry.n_eal = telemetry.n;
	if (ret == 0)
		ret = copy_words(app);
	if (ret < 0)
		eal_telemetry_forget_words();
	return ret;
}

static void
register_commands(void)
{
	static const struct eal_telemetry_row rows[] = {
		{ "/eal/params", answer_params,
			"Lists the words that started EAL. No parameters" },
		{ "/eal/app_params", answer_app_params,
			"Lists the words for the application. No parameters" },
	};

	if (telemetry.registered)
		return;
	telemetry.registered = true;
	eal_telemetry_add(rows, RTE_DIM(rows));
	eal_telemetry_add_lcores();
	eal_telemetry_add_memory();
	eal_telemetry_add_heaps();
}

int
eal_telemetry_start(const struct eal_config *config)
{
	const rte_cpuset_t *control = lcore_control_cpuset();
	rte_cpuset_t cpuset;
	int ret;

	if (config->no_telemetry || config->proc_type != RTE_PROC_PRIMARY)
		return 0;
	register_commands();
	if (control != NULL)
		cpuset = *control;
	ret = rte_telemetry_init(config->runtime_dir, rte_version(),
		control != NULL ? &cpuset : NULL);
	if (ret < 0)
		EAL_LOG(NOTICE, "No telemetry: cannot open its socket in %s: %s; --no-telemetry "
			"does without it", config->runtime_dir, rte_strerror(-ret));
	return 0;
}

void
eal_telemetry_stop(void)
{
	telemetry_stop();
}
