/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Features of the processor, as the kernel tells them in the auxiliary vector. A table says which
 * bit is which; all else follows from it. No state.
 */

#include <errno.h>
#include <stdio.h>
#include <sys/auxv.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_cpuflags.h>

#include "cpu.h"

struct cpu_feature {
	const char *name;
	unsigned long word; /* AT_HWCAP or AT_HWCAP2; 0 for what every processor of this kind has */
	unsigned int bit;
};

#define FEATURE(name, word, bit) [RTE_CPUFLAG_##name] = { #name, word, bit }

static const struct cpu_feature features[] = {
	FEATURE(FP, AT_HWCAP, 0),
	FEATURE(NEON, AT_HWCAP, 1),
	FEATURE(EVTSTRM, AT_HWCAP, 2),
	FEATURE(AES, AT_HWCAP, 3),
	FEATURE(PMULL, AT_HWCAP, 4),
	FEATURE(SHA1, AT_HWCAP, 5),
	FEATURE(SHA2, AT_HWCAP, 6),
	FEATURE(CRC32, AT_HWCAP, 7),
	FEATURE(ATOMICS, AT_HWCAP, 8),
	FEATURE(SVE, AT_HWCAP, 22),
	FEATURE(SVE2, AT_HWCAP2, 1),
	FEATURE(SVEAES, AT_HWCAP2, 2),
	FEATURE(SVEPMULL, AT_HWCAP2, 3),
	FEATURE(SVEBITPERM, AT_HWCAP2, 4),
	FEATURE(SVESHA3, AT_HWCAP2, 5),
	FEATURE(SVESM4, AT_HWCAP2, 6),
	FEATURE(FLAGM2, AT_HWCAP2, 7),
	FEATURE(FRINT, AT_HWCAP2, 8),
	FEATURE(SVEI8MM, AT_HWCAP2, 9),
	FEATURE(SVEF32MM, AT_HWCAP2, 10),
	FEATURE(SVEF64MM, AT_HWCAP2, 11),
	FEATURE(SVEBF16, AT_HWCAP2, 12),
	FEATURE(AARCH64, 0, 0),
	FEATURE(WFXT, AT_HWCAP2, 31),
};

/* What the compiler took for granted in this build. */
static const enum rte_cpu_flag_t compiled_for[] = {
	RTE_CPUFLAG_NEON,
#ifdef __ARM_FEATURE_CRC32
	RTE_CPUFLAG_CRC32,
#endif
#ifdef __ARM_FEATURE_AES
	RTE_CPUFLAG_AES,
#endif
#ifdef __ARM_FEATURE_SHA2
	RTE_CPUFLAG_SHA2,
#endif
#ifdef __ARM_FEATURE_ATOMICS
	RTE_CPUFLAG_ATOMICS,
#endif
#ifdef __ARM_FEATURE_SVE
	RTE_CPUFLAG_SVE,
#endif
#ifdef __ARM_FEATURE_SVE2
	RTE_CPUFLAG_SVE2,
#endif
};

RTE_EXPORT_SYMBOL(rte_cpu_get_flag_name)
const char *
rte_cpu_get_flag_name(enum rte_cpu_flag_t feature)
{
	if ((unsigned int)feature >= RTE_DIM(features))
		return NULL;
	return features[feature].name;
}

RTE_EXPORT_SYMBOL(rte_cpu_get_flag_enabled)
int
rte_cpu_get_flag_enabled(enum rte_cpu_flag_t feature)
{
	const struct cpu_feature *wanted;

	if ((unsigned int)feature >= RTE_DIM(features))
		return -ENOENT;
	wanted = &features[feature];
	if (wanted->word == 0)
		return 1;
	return (getauxval(wanted->word) >> wanted->bit) & 1;
}

RTE_EXPORT_SYMBOL(rte_cpu_is_supported)
int
rte_cpu_is_supported(void)
{
	int supported = 1;

	for (size_t i = 0; i < RTE_DIM(compiled_for); i++) {
		if (rte_cpu_get_flag_enabled(compiled_for[i]) == 1)
			continue;
		fprintf(stderr,
			"This build needs a processor with %s; build with -Dplatform=generic "
			"to do without.\n",
			rte_cpu_get_flag_name(compiled_for[i]));
		supported = 0;
	}
	return supported;
}

int
cpu_check(void)
{
	return rte_cpu_is_supported() == 1 ? 0 : -ENOTSUP;
}
