/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading the command line over the option table, and applying what was found. No state: results
 * are handed over in structs.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_string_fns.h>

#include "eal_log.h"
#include "eal_options.h"
#include "eal_rundir.h"
#include "linux_topology.h"
#include "log_internal.h"

static const struct eal_option *
find_by_name(const char *name, size_t len)
{
	unsigned int n;
	const struct eal_option *table = eal_option_table(&n);

	for (unsigned int i = 0; i < n; i++)
		if (strncmp(table[i].name, name, len) == 0 && table[i].name[len] == '\0')
			return &table[i];
	return NULL;
}

static const struct eal_option *
find_by_letter(char letter)
{
	unsigned int n;
	const struct eal_option *table = eal_option_table(&n);

	for (unsigned int i = 0; i < n; i++)
		if (table[i].letter != 0 && table[i].letter == letter)
			return &table[i];
	return NULL;
}

/* Cut a word that starts with a dash into option and attached value (NULL = none). */
static const struct eal_option *
split_word(const char *word, const char **value)
{
	if (word[1] == '-') {
		const size_t len = strcspn(word + 2, "=");

		*value = word[2 + len] == '=' ? word + 2 + len + 1 : NULL;
		return find_by_name(word + 2, len);
	}
	if (word[2] == '\0')
		*value = NULL;
	else
		*value = word[2] == '=' ? word + 3 : word + 2;
	return find_by_letter(word[1]);
}

static bool
is_used(const struct eal_options_scan *scan, const struct eal_option *option)
{
	for (unsigned int i = 0; i < scan->n_uses; i++)
		if (scan->uses[i].option == option)
			return true;
	return false;
}

/*
 * Note the option in argv[at]. Returns the number of words it takes, or -EINVAL.
 */
static int
scan_option(struct eal_options_scan *scan, char **argv, int at, struct eal_reason *why)
{
	const char *word = argv[at], *value;
	const struct eal_option *option = split_word(word, &value);
	int n_words = 1;

	if (option == NULL)
		return eal_reason_set(why, "unknown option '%s'", word);
	if (!option->is_list && is_used(scan, option))
		return eal_reason_set(why, "option --%s is given more than once", option->name);
	if (option->arg == EAL_ARG_NONE && value != NULL)
		return eal_reason_set(
			why, "option --%s takes no value, in '%s'", option->name, word);
	if (option->arg == EAL_ARG_REQUIRED && value == NULL) {
		if (at + 1 >= scan->argc)
			return eal_reason_set(why, "option --%s needs a value", option->name);
		value = argv[at + 1];
		n_words = 2;
	}
	scan->uses[scan->n_uses++] = (struct eal_option_use){ .option = option, .value = value };
	if (option->letter == 'h')
		scan->help = true;
	return n_words;
}

/* Sort the words from argv[1] on into EAL's (to the front of order) and the others (to rest). */
static int
scan_words(struct eal_options_scan *scan, char **argv, char **rest, struct eal_reason *why)
{
	int n_rest = 0, at = 1;

	while (at < scan->argc && strcmp(argv[at], "--") != 0) {
		int n;

		if (argv[at][0] != '-' || argv[at][1] == '\0') {
			rest[n_rest++] = argv[at++];
			continue;
		}
		n = scan_option(scan, argv, at, why);
		if (n < 0)
			return n;
		while (n-- > 0)
			scan->order[scan->n_taken++] = argv[at++];
	}
	if (at < scan->argc)
		scan->order[scan->n_taken++] = argv[at++];
	while (at < scan->argc)
		rest[n_rest++] = argv[at++];
	memcpy(scan->order + scan->n_taken, rest, n_rest * sizeof(*rest));
	return 0;
}

int
eal_options_scan(int argc, char **argv, struct eal_options_scan *scan, struct eal_reason *why)
{
	char **rest = calloc(argc, sizeof(*rest));
	int ret = -ENOMEM;

	memset(scan, 0, sizeof(*scan));
	scan->argc = argc;
	scan->uses = calloc(argc, sizeof(*scan->uses));
	scan->order = calloc(argc, sizeof(*scan->order));
	if (rest != NULL && scan->uses != NULL && scan->order != NULL) {
		scan->order[0] = argv[0];
		scan->n_taken = 1;
		ret = scan_words(scan, argv, rest, why);
		scan->n_taken--;
	} else {
		eal_reason_set(why, "out of memory");
	}
	free(rest);
	if (ret < 0)
		eal_options_release(scan);
	return ret;
}

void
eal_options_release(struct eal_options_scan *scan)
{
	free(scan->uses);
	free(scan->order);
	memset(scan, 0, sizeof(*scan));
}

int
eal_options_commit(const struct eal_options_scan *scan, char **argv)
{
	memcpy(argv, scan->order, scan->argc * sizeof(*argv));
	argv[scan->n_taken] = argv[0];
	return scan->n_taken;
}

static bool
is_given(const struct eal_options_scan *scan, const char *name)
{
	return is_used(scan, find_by_name(name, strlen(name)));
}

static int
check_conflicts(const struct eal_options_scan *scan)
{
	unsigned int n;
	const struct eal_option_conflict *conflicts = eal_option_conflicts(&n);

	for (unsigned int i = 0; i < n; i++) {
		if (!is_given(scan, conflicts[i].a) || !is_given(scan, conflicts[i].b))
			continue;
		EAL_LOG(ERR, "Options --%s and --%s exclude each other, give one of them",
			conflicts[i].a, conflicts[i].b);
		return -EINVAL;
	}
	return 0;
}

static int
check_built(const struct eal_options_scan *scan)
{
	for (unsigned int i = 0; i < scan->n_uses; i++) {
		if (scan->uses[i].option->parse != NULL)
			continue;
		EAL_LOG(ERR, "Option --%s is known but not built yet, start without it",
			scan->uses[i].option->name);
		return -ENOTSUP;
	}
	return 0;
}

/* Apply the options of the log group, or all but them. */
static int
apply_uses(const struct eal_options_scan *scan, bool log_group, struct eal_options *options)
{
	struct eal_reason why;

	for (unsigned int i = 0; i < scan->n_uses; i++) {
		const struct eal_option_use *use = &scan->uses[i];
		const bool has_value = use->value != NULL;
		int ret;

		if ((use->option->group == EAL_GROUP_LOG) != log_group)
			continue;
		ret = use->option->parse(use->value, (char *)options + use->option->dest, &why);
		if (ret < 0) {
			EAL_LOG(ERR, "Option --%s%s%s: %s", use->option->name, has_value ? "=" : "",
				has_value ? use->value : "", why.text);
			return ret;
		}
	}
	return 0;
}

static int
complete_lcores(struct eal_options *options)
{
	struct topology *topology = malloc(sizeof(*topology));
	rte_cpuset_t available, affinity;
	struct eal_reason why;
	int ret = -ENOMEM;

	eal_reason_set(&why, "out of memory");
	if (topology != NULL)
		ret = topology_read(TOPOLOGY_SYSFS, topology);
	if (ret < 0)
		goto out;
	CPU_ZERO(&available);
	for (unsigned int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (topology->cpu[cpu].present)
			CPU_SET(cpu, &available);
	if (pthread_getaffinity_np(pthread_self(), sizeof(affinity), &affinity) != 0)
		affinity = available;
	ret = eal_lcores_build(&options->lcores, &available, &affinity, &options->config.lcores,
		&why);
out:
	free(topology);
	if (ret == -ENODEV)
		eal_reason_set(&why, "the system does not tell which CPUs it has");
	if (ret < 0)
		EAL_LOG(ERR, "Cannot choose lcores: %s", why.text);
	return ret;
}

static int
complete_process(struct eal_config *config)
{
	if (config->in_memory)
		config->no_shconf = true;
	if (eal_rundir_path(config->file_prefix, config->runtime_dir,
			sizeof(config->runtime_dir)) < 0) {
		EAL_LOG(ERR, "The path of the run directory is too long, "
			"see RUNTIME_DIRECTORY and XDG_RUNTIME_DIR");
		return -EINVAL;
	}
	if (config->proc_type == RTE_PROC_AUTO)
		config->proc_type = !config->no_shconf &&
			eal_rundir_has_primary(config->runtime_dir) ?
			RTE_PROC_SECONDARY : RTE_PROC_PRIMARY;
	if (config->proc_type == RTE_PROC_SECONDARY) {
		EAL_LOG(ERR, "Secondary processes are not built yet, start with "
			"--proc-type=primary and a --file-prefix that no other process has");
		return -ENOTSUP;
	}
	return 0;
}

static int
complete_memory(struct eal_config *config)
{
	if (config->no_huge)
		config->legacy_mem = true;
	if (config->in_memory)
		config->huge_unlink = EAL_UNLINK_ALWAYS;
	if (config->huge_dir != NULL && (config->in_memory || config->no_huge))
		EAL_LOG(WARNING, "--huge-dir has no effect with --%s, which needs no files",
			config->no_huge ? "no-huge" : "in-memory");
	if (config->iova_mode == RTE_IOVA_PA && config->no_huge) {
		EAL_LOG(ERR, "Physical addresses of ordinary pages may change at any time: "
			"start with hugepages or with --iova-mode=va");
		return -EINVAL;
	}
	if (config->iova_mode == RTE_IOVA_DC)
		config->iova_mode = RTE_IOVA_VA;
	return 0;
}

static int
apply_all(const struct eal_options_scan *scan, const char *prgname, struct eal_options *options)
{
	int ret = apply_uses(scan, true, options);

	if (ret < 0)
		return ret;
	eal_log_init(prgname);
	ret = check_conflicts(scan);
	if (ret == 0)
		ret = check_built(scan);
	if (ret == 0)
		ret = apply_uses(scan, false, options);
	if (ret == 0)
		ret = complete_process(&options->config);
	if (ret == 0)
		ret = complete_memory(&options->config);
	if (ret == 0)
		ret = complete_lcores(options);
	return ret;
}

int
eal_options_apply(const struct eal_options_scan *scan, const char *prgname,
	struct eal_config *config)
{
	struct eal_options *options = calloc(1, sizeof(*options));
	int ret;

	if (options == NULL) {
		EAL_LOG(ERR, "Cannot read the options: out of memory");
		return -ENOMEM;
	}
	rte_strlcpy(options->config.file_prefix, EAL_FILE_PREFIX_DEFAULT,
		sizeof(options->config.file_prefix));
	options->lcores.main_lcore = EAL_LCORE_NONE;
	ret = apply_all(scan, prgname, options);
	if (ret == 0)
		*config = options->config;
	else
		eal_config_free_strings(&options->config);
	free(options);
	return ret;
}
