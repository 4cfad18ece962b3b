/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * EAL options, each command line in a process of its own: that it starts or is refused in the right
 * way, and that a refusal says something.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>

#include "child.h"
#include "flag_rows.h"
#include "test.h"

#define BASE "dpdk-test --no-huge --in-memory -m 64 "

static int
test_c_opt(void)
{
	static const struct flag_row rows[] = {
		{ BASE "-l #A", STARTED, 1, NULL },
		{ BASE "-l#A", STARTED, 1, NULL },
		{ BASE "-l=#A", STARTED, 1, NULL },
		{ BASE "-l #A,#B", STARTED, 2, NULL },
		{ BASE "--lcores #B,#A,#B", STARTED, 2, NULL },
		{ BASE "--lcores=0@#A", STARTED, 1, NULL },
		{ BASE "--lcores=(5-7)@#A,9@#A", STARTED, 4, NULL },
		{ BASE "--lcores=0@(#A,#B),1@(#A,#B)", STARTED, 2, NULL },
		{ BASE "--lcores=(#A,#B)", STARTED, 2, NULL },
		{ BASE "-l #A -R", STARTED, 1, NULL },
		{ BASE "-l #A,#B -R 5", STARTED, 2, NULL },
		{ BASE "-c #M", STARTED, 1, "deprecated" },
		{ BASE "-c 0x#M", STARTED, 1, NULL },
		{ BASE "-l", BAD_LINE, 0, "needs a value" },
		{ BASE "-l #A -l #A", BAD_LINE, 0, "more than once" },
		{ BASE "-l #A --lcores #A", BAD_LINE, 0, "more than once" },
		{ BASE "-l #A -c #M", EINVAL, 0, "exclude" },
		{ BASE "-l=", EINVAL, 0, "lcores" },
		{ BASE "-l x", EINVAL, 0, "lcores" },
		{ BASE "-l #A-", EINVAL, 0, "lcores" },
		{ BASE "-l #A,", EINVAL, 0, "lcores" },
		{ BASE "-l 1000", EINVAL, 0, "CPU 1000" },
		{ BASE "-l 99999999", EINVAL, 0, "too high" },
		{ BASE "--lcores=0@#A@#A", EINVAL, 0, "lcores" },
		{ BASE "--lcores=(#A", EINVAL, 0, "missing" },
		{ BASE "--lcores=0@1000", EINVAL, 0, "CPU 1000" },
		{ BASE "--lcores=0@#A -R", EINVAL, 0, "remap" },
		{ BASE "-c 0", EINVAL, 0, "mask" },
		{ BASE "-c x", EINVAL, 0, "mask" },
		{ BASE "-s #M", ENOTSUP, 0, "not built" },
		{ BASE "-S #A", ENOTSUP, 0, "not built" },
	};

	return CHECK_ROWS(rows);
}

static int
check_main_lcore(const void *arg)
{
	char text[256];

	flag_rows_fill_in(arg, text, sizeof(text));
	if (child_init_eal(text) < 0)
		return rte_errno;
	return rte_get_main_lcore() == 7 && rte_lcore_id() == 7 ? 0 : 1;
}

static int
test_main_opt(void)
{
	static const struct flag_row rows[] = {
		{ BASE "-l #A --main-lcore #A", STARTED, 1, NULL },
		{ BASE "-l #A,#B --main-lcore=#B", STARTED, 2, NULL },
		{ BASE "-l #A --main-lcore 127", EINVAL, 0, "not enabled" },
		{ BASE "-l #A --main-lcore x", EINVAL, 0, "main-lcore" },
		{ BASE "-l #A --main-lcore=", EINVAL, 0, "main-lcore" },
		{ BASE "-l #A --main-lcore -1", EINVAL, 0, "main-lcore" },
		{ BASE "-l #A --main-lcore", BAD_LINE, 0, "needs a value" },
	};

	if (CHECK_ROWS(rows) < 0)
		return TEST_FAILED;
	return flag_rows_run(check_main_lcore, BASE "--lcores (5,7)@#A --main-lcore 7");
}

static int
test_n_opt(void)
{
	static const struct flag_row rows[] = {
		{ BASE "-n 1", STARTED, 0, NULL },
		{ BASE "-n 0", EINVAL, 0, "channels" },
		{ BASE "-n e", EINVAL, 0, "channels" },
		{ BASE "-n", BAD_LINE, 0, "needs a value" },
		{ BASE "-n 2 -n 3", BAD_LINE, 0, "more than once" },
	};

	return CHECK_ROWS(rows);
}

static int
test_r_opt(void)
{
	static const struct flag_row rows[] = {
		{ BASE "-r 1", STARTED, 0, NULL },
		{ BASE "-r 16", STARTED, 0, NULL },
		{ BASE "-r 0", EINVAL, 0, "ranks" },
		{ BASE "-r 17", EINVAL, 0, "ranks" },
		{ BASE "-r -1", EINVAL, 0, "ranks" },
		{ BASE "-r", BAD_LINE, 0, "needs a value" },
	};

	return CHECK_ROWS(rows);
}

static int
test_hpet(void)
{
	static const struct flag_row rows[] = {
		{ BASE "--no-hpet", STARTED, 0, NULL },
		{ BASE "--no-hpet=1", BAD_LINE, 0, "takes no value" },
		{ BASE "--vmware-tsc-map", STARTED, 0, "no effect" },
	};

	return CHECK_ROWS(rows);
}

static int
test_no_huge(void)
{
	static const struct flag_row rows[] = {
		{ "dpdk-test --no-huge", STARTED, 0, NULL },
		{ "dpdk-test --no-huge --legacy-mem", STARTED, 0, NULL },
		{ BASE "--legacy-mem", EINVAL, 0, "exclude" },
		{ BASE "--huge-unlink", EINVAL, 0, "exclude" },
		{ BASE "--huge-worker-stack", EINVAL, 0, "exclude" },
		{ BASE "--match-allocations", EINVAL, 0, "exclude" },
		{ BASE "--single-file-segments", EINVAL, 0, "exclude" },
		{ BASE "--pagesz-mem 2M:64M", EINVAL, 0, "exclude" },
		{ BASE "--numa-mem 64", EINVAL, 0, "exclude" },
		{ "dpdk-test --no-huge --no-huge", BAD_LINE, 0, "more than once" },
		{ "dpdk-test --no-huge=yes", BAD_LINE, 0, "takes no value" },
	};

	return CHECK_ROWS(rows);
}

static int
test_mem(void)
{
	static const struct flag_row rows[] = {
		{ "dpdk-test --no-huge -m 8", STARTED, 0, NULL },
		{ "dpdk-test --no-huge -m8", STARTED, 0, NULL },
		{ "dpdk-test --no-huge --memory-size=8", STARTED, 0, NULL },
		{ "dpdk-test --no-huge -m x", EINVAL, 0, "megabytes" },
		{ "dpdk-test --no-huge -m -1", EINVAL, 0, "megabytes" },
		{ "dpdk-test --no-huge -m 99999999999999999999", EINVAL, 0, "megabytes" },
		{ "dpdk-test --no-huge -m 16000000000000", ENOMEM, 0, "memory" },
		{ "dpdk-test --no-huge -m 8 -m 8", BAD_LINE, 0, "more than once" },
		{ "dpdk-test --in-memory --huge-unlink", EINVAL, 0, "exclude" },
		{ "dpdk-test -m 8 --socket-mem 8", EINVAL, 0, "exclude" },
		{ "dpdk-test -m 8 --numa-mem 8", EINVAL, 0, "exclude" },
		{ "dpdk-test --numa-mem 8,", EINVAL, 0, "megabytes" },
		{ "dpdk-test --numa-mem=", EINVAL, 0, "megabytes" },
		{ "dpdk-test --socket-mem x", EINVAL, 0, "megabytes" },
		{ "dpdk-test --socket-mem -1", EINVAL, 0, "megabytes" },
		{ "dpdk-test --numa-mem 17592186044416", EINVAL, 0, "megabytes" },
		{ "dpdk-test --numa-mem 8 --numa-mem 8", BAD_LINE, 0, "more than once" },
		{ "dpdk-test --numa-limit 8,8,", EINVAL, 0, "megabytes" },
		{ "dpdk-test --socket-limit 8M", EINVAL, 0, "megabytes" },
		{ "dpdk-test --legacy-mem --numa-limit 8", EINVAL, 0, "exclude" },
		{ "dpdk-test --legacy-mem --socket-limit 8", EINVAL, 0, "exclude" },
		{ "dpdk-test --legacy-mem --match-allocations", EINVAL, 0, "exclude" },
		{ "dpdk-test --legacy-mem --in-memory", EINVAL, 0, "exclude" },
		{ "dpdk-test --single-file-segments --huge-unlink", EINVAL, 0, "exclude" },
		{ "dpdk-test --huge-unlink=sometimes", EINVAL, 0, "existing" },
		{ "dpdk-test --huge-unlink=", EINVAL, 0, "existing" },
		{ "dpdk-test --huge-dir=", EINVAL, 0, "huge-dir" },
		{ "dpdk-test --huge-dir", BAD_LINE, 0, "needs a value" },
		{ "dpdk-test --huge-worker-stack=0", EINVAL, 0, "kilobytes" },
		{ "dpdk-test --huge-worker-stack=1M", EINVAL, 0, "kilobytes" },
		{ "dpdk-test --match-allocations=1", BAD_LINE, 0, "takes no value" },
		{ "dpdk-test --no-huge --numa-limit 32", STARTED, 0, NULL },
		{ "dpdk-test --no-huge --numa-limit 32 -m 33", ENOMEM, 0, "limit of node" },
		{ "dpdk-test --no-huge --huge-dir /mnt", STARTED, 0, "no effect" },
		{ BASE "--base-virtaddr=0x200000000", STARTED, 0, NULL },
		{ BASE "--base-virtaddr=there", EINVAL, 0, "address" },
	};

	return CHECK_ROWS(rows);
}

/* In the child: the folder is named for the prefix; what telemetry makes of it goes again. */
static int
check_run_dir(const void *arg)
{
	char text[256], wanted[64], dir[PATH_MAX];

	snprintf(text, sizeof(text), BASE "--file-prefix=%s", (const char *)arg);
	snprintf(wanted, sizeof(wanted), "/dpdk/%s", (const char *)arg);
	if (rte_eal_get_runtime_dir()[0] != '\0' || child_init_eal(text) < 0)
		return 1;
	snprintf(dir, sizeof(dir), "%s", rte_eal_get_runtime_dir());
	if (strlen(dir) <= strlen(wanted) ||
		strcmp(dir + strlen(dir) - strlen(wanted), wanted) != 0)
		return 2;
	if (rte_eal_primary_proc_alive(NULL) != 0)
		return 3;
	if (rte_eal_cleanup() != 0)
		return 4;
	return access(dir, F_OK) == 0 ? 5 : 0;
}

static int
test_file_prefix(void)
{
	static const struct flag_row rows[] = {
		{ BASE "--file-prefix=a", STARTED, 0, NULL },
		{ BASE "--file-prefix a", STARTED, 0, NULL },
		{ BASE "--file-prefix=", EINVAL, 0, "file-prefix" },
		{ BASE "--file-prefix=a%d", EINVAL, 0, "file-prefix" },
		{ BASE "--file-prefix=../a", EINVAL, 0, "file-prefix" },
		{ BASE "--file-prefix", BAD_LINE, 0, "needs a value" },
	};

	if (CHECK_ROWS(rows) < 0)
		return TEST_FAILED;
	return flag_rows_run(check_run_dir, "test_of_prefix");
}

static int
check_more_rows(void)
{
	static const struct flag_row rows[] = {
		{ BASE "--no-pci --no-telemetry --no-shconf -A", STARTED, 0, NULL },
		{ BASE "-v", STARTED, 0, "DPDK" },
		{ BASE "--version", STARTED, 0, "DPDK" },
		{ BASE "-h", STARTED, 0, "Usage: dpdk-test" },
		{ BASE "--help", STARTED, 0, "--file-prefix" },
		{ BASE "--log-level=help", STARTED, 0, "lib.eal" },
		{ BASE "--log-level=debug --log-level=lib.*:debug", STARTED, 0, NULL },
		{ BASE "--log-level=^lib,4 --log-level=9", STARTED, 0, NULL },
		{ BASE "--log-level=loud", EINVAL, 0, "level" },
		{ BASE "--log-color=always -l 1000", EINVAL, 0, "\033[31m" },
		{ BASE "--log-color=blue", EINVAL, 0, "always" },
		{ BASE "--log-timestamp -l 1000", EINVAL, 0, "[    0." },
		{ BASE "--log-timestamp=never", EINVAL, 0, "notime" },
		{ BASE "--syslog", STARTED, 0, NULL },
		{ BASE "--syslog=local8", EINVAL, 0, "facility" },
		{ BASE "--proc-type=auto", STARTED, 0, NULL },
		{ BASE "--proc-type=PRIMARY", STARTED, 0, NULL },
		{ BASE "--proc-type=secondary", ENOTSUP, 0, "not built" },
		{ BASE "--proc-type=other", EINVAL, 0, "primary" },
		{ BASE "--iova-mode=va", STARTED, 0, NULL },
		{ BASE "--iova-mode=pa", EINVAL, 0, "Physical" },
		{ BASE "--iova-mode=xa", EINVAL, 0, "iova-mode" },
		{ BASE "--mbuf-pool-ops-name=stack", STARTED, 0, NULL },
		{ BASE "--mbuf-pool-ops-name=", EINVAL, 0, "mbuf-pool-ops-name" },
		{ BASE "--force-max-simd-bitwidth=256", STARTED, 0, NULL },
		{ BASE "--force-max-simd-bitwidth=300", EINVAL, 0, "power of two" },
		{ BASE "--telemetry", STARTED, 0, NULL },
		{ BASE "--no-telemetry", STARTED, 0, NULL },
		{ BASE "--telemetry --no-telemetry", EINVAL, 0, "exclude" },
		{ BASE "--trace=.*", ENOTSUP, 0, "not built" },
		{ BASE "--vdev=net_null0", ENOTSUP, 0, "not built" },
		{ BASE "-a 0000:00:00.0", ENOTSUP, 0, "not built" },
		{ BASE "-a 0000:00:00.0 -b 0000:00:00.0", EINVAL, 0, "exclude" },
		{ BASE "-d /lib/x.so", ENOTSUP, 0, "not built" },
		{ BASE "--vfio-intr=msi", ENOTSUP, 0, "not built" },
		{ BASE "--unknown", BAD_LINE, 0, "unknown" },
		{ BASE "-Z", BAD_LINE, 0, "unknown" },
		{ BASE "--no-pc", BAD_LINE, 0, "unknown" },
		{ BASE "-- --unknown", STARTED, 0, NULL },
	};

	return CHECK_ROWS(rows);
}

static void
print_own_usage(const char *prgname)
{
	printf("own usage of %s\n", prgname);
}

static int
ask_for_help(const void *arg)
{
	(void)arg;
	if (rte_set_application_usage_hook(print_own_usage) != NULL)
		return 1;
	if (rte_set_application_usage_hook(print_own_usage) != print_own_usage)
		return 2;
	child_init_eal("dpdk-test -h");
	return 3;
}

/* In the child: what is left to the application after a start, and that values are at work. */
static int
check_values(const void *arg)
{
	char name[] = "prog", no_huge[] = "--no-huge", memory[] = "-m", mb[] = "64", own[] = "own",
		ops[] = "--mbuf-pool-ops-name=stack", end[] = "--", dash[] = "-x";
	char *argv[] = { name, own, no_huge, memory, mb, ops, end, dash, NULL };

	(void)arg;
	if (rte_eal_mbuf_user_pool_ops() != NULL || rte_eal_init(8, argv) != 5)
		return 1;
	if (argv[5] != name || argv[6] != own || argv[7] != dash || argv[8] != NULL)
		return 2;
	memset(ops, '?', sizeof(ops));
	if (strcmp(rte_eal_mbuf_user_pool_ops(), "stack") != 0)
		return 3;
	if (rte_eal_has_hugepages() != 0 || rte_eal_has_pci() != 1 ||
			rte_eal_create_uio_dev() != 0 || rte_eal_iova_mode() != RTE_IOVA_VA ||
			rte_eal_process_type() != RTE_PROC_PRIMARY)
		return 4;
	return rte_eal_cleanup();
}

static int
test_misc(void)
{
	static struct child_result result;

	if (check_more_rows() < 0)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(child_run(ask_for_help, NULL, &result), "no child");
	TEST_ASSERT(result.status == 0 && strstr(result.output, "own usage of dpdk-test") != NULL,
		"status %d: %s", result.status, result.output);
	return flag_rows_run(check_values, "values");
}

REGISTER_BARE_TEST(eal_flags_c_opt_autotest, test_c_opt)
REGISTER_BARE_TEST(eal_flags_main_opt_autotest, test_main_opt)
REGISTER_BARE_TEST(eal_flags_n_opt_autotest, test_n_opt)
REGISTER_BARE_TEST(eal_flags_r_opt_autotest, test_r_opt)
REGISTER_BARE_TEST(eal_flags_hpet_autotest, test_hpet)
REGISTER_BARE_TEST(eal_flags_no_huge_autotest, test_no_huge)
REGISTER_BARE_TEST(eal_flags_mem_autotest, test_mem)
REGISTER_BARE_TEST(eal_flags_file_prefix_autotest, test_file_prefix)
REGISTER_BARE_TEST(eal_flags_misc_autotest, test_misc)
