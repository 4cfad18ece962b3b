/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Features of the processor, by CPUID. A table says where each is told; all else follows from it.
 * No state but rte_rtm_supported.
 */

#include <cpuid.h>
#include <errno.h>
#include <stdio.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_cpuflags.h>
#include <rte_spinlock.h>

#include "cpu.h"

enum cpuid_register {
	EAX,
	EBX,
	ECX,
	EDX,
	N_REGISTERS
};

struct cpu_feature {
	const char *name;
	uint32_t leaf; /* of subleaf 0 */
	enum cpuid_register reg;
	uint32_t bit;
};

#define FEATURE(name, leaf, reg, bit) [RTE_CPUFLAG_##name] = { #name, leaf, reg, bit }

static const struct cpu_feature features[] = {
	FEATURE(SSE3, 1, ECX, 0),
	FEATURE(PCLMULQDQ, 1, ECX, 1),
	FEATURE(DTES64, 1, ECX, 2),
	FEATURE(MONITOR, 1, ECX, 3),
	FEATURE(DS_CPL, 1, ECX, 4),
	FEATURE(VMX, 1, ECX, 5),
	FEATURE(SMX, 1, ECX, 6),
	FEATURE(EIST, 1, ECX, 7),
	FEATURE(TM2, 1, ECX, 8),
	FEATURE(SSSE3, 1, ECX, 9),
	FEATURE(CNXT_ID, 1, ECX, 10),
	FEATURE(FMA, 1, ECX, 12),
	FEATURE(CMPXCHG16B, 1, ECX, 13),
	FEATURE(XTPR, 1, ECX, 14),
	FEATURE(PDCM, 1, ECX, 15),
	FEATURE(PCID, 1, ECX, 17),
	FEATURE(DCA, 1, ECX, 18),
	FEATURE(SSE4_1, 1, ECX, 19),
	FEATURE(SSE4_2, 1, ECX, 20),
	FEATURE(X2APIC, 1, ECX, 21),
	FEATURE(MOVBE, 1, ECX, 22),
	FEATURE(POPCNT, 1, ECX, 23),
	FEATURE(TSC_DEADLINE, 1, ECX, 24),
	FEATURE(AES, 1, ECX, 25),
	FEATURE(XSAVE, 1, ECX, 26),
	FEATURE(OSXSAVE, 1, ECX, 27),
	FEATURE(AVX, 1, ECX, 28),
	FEATURE(F16C, 1, ECX, 29),
	FEATURE(RDRAND, 1, ECX, 30),
	FEATURE(HYPERVISOR, 1, ECX, 31),
	FEATURE(FPU, 1, EDX, 0),
	FEATURE(VME, 1, EDX, 1),
	FEATURE(DE, 1, EDX, 2),
	FEATURE(PSE, 1, EDX, 3),
	FEATURE(TSC, 1, EDX, 4),
	FEATURE(MSR, 1, EDX, 5),
	FEATURE(PAE, 1, EDX, 6),
	FEATURE(MCE, 1, EDX, 7),
	FEATURE(CX8, 1, EDX, 8),
	FEATURE(APIC, 1, EDX, 9),
	FEATURE(SEP, 1, EDX, 11),
	FEATURE(MTRR, 1, EDX, 12),
	FEATURE(PGE, 1, EDX, 13),
	FEATURE(MCA, 1, EDX, 14),
	FEATURE(CMOV, 1, EDX, 15),
	FEATURE(PAT, 1, EDX, 16),
	FEATURE(PSE36, 1, EDX, 17),
	FEATURE(PSN, 1, EDX, 18),
	FEATURE(CLFSH, 1, EDX, 19),
	FEATURE(DS, 1, EDX, 21),
	FEATURE(ACPI, 1, EDX, 22),
	FEATURE(MMX, 1, EDX, 23),
	FEATURE(FXSR, 1, EDX, 24),
	FEATURE(SSE, 1, EDX, 25),
	FEATURE(SSE2, 1, EDX, 26),
	FEATURE(SS, 1, EDX, 27),
	FEATURE(HTT, 1, EDX, 28),
	FEATURE(TM, 1, EDX, 29),
	FEATURE(PBE, 1, EDX, 31),
	FEATURE(DIGTEMP, 6, EAX, 0),
	FEATURE(TRBOBST, 6, EAX, 1),
	FEATURE(ARAT, 6, EAX, 2),
	FEATURE(PLN, 6, EAX, 4),
	FEATURE(ECMD, 6, EAX, 5),
	FEATURE(PTM, 6, EAX, 6),
	FEATURE(MPERF_APERF_MSR, 6, ECX, 0),
	FEATURE(ACNT2, 6, ECX, 1),
	FEATURE(ENERGY_EFF, 6, ECX, 3),
	FEATURE(FSGSBASE, 7, EBX, 0),
	FEATURE(BMI1, 7, EBX, 3),
	FEATURE(HLE, 7, EBX, 4),
	FEATURE(AVX2, 7, EBX, 5),
	FEATURE(SMEP, 7, EBX, 7),
	FEATURE(BMI2, 7, EBX, 8),
	FEATURE(ERMS, 7, EBX, 9),
	FEATURE(INVPCID, 7, EBX, 10),
	FEATURE(RTM, 7, EBX, 11),
	FEATURE(AVX512F, 7, EBX, 16),
	FEATURE(RDSEED, 7, EBX, 18),
	FEATURE(LAHF_SAHF, 0x80000001, ECX, 0),
	FEATURE(LZCNT, 0x80000001, ECX, 5),
	FEATURE(SYSCALL, 0x80000001, EDX, 11),
	FEATURE(XD, 0x80000001, EDX, 20),
	FEATURE(1GB_PG, 0x80000001, EDX, 26),
	FEATURE(RDTSCP, 0x80000001, EDX, 27),
	FEATURE(EM64T, 0x80000001, EDX, 29),
	FEATURE(INVTSC, 0x80000007, EDX, 8),
	FEATURE(AVX512DQ, 7, EBX, 17),
	FEATURE(AVX512IFMA, 7, EBX, 21),
	FEATURE(AVX512CD, 7, EBX, 28),
	FEATURE(AVX512BW, 7, EBX, 30),
	FEATURE(AVX512VL, 7, EBX, 31),
	FEATURE(AVX512VBMI, 7, ECX, 1),
	FEATURE(AVX512VBMI2, 7, ECX, 6),
	FEATURE(GFNI, 7, ECX, 8),
	FEATURE(VAES, 7, ECX, 9),
	FEATURE(VPCLMULQDQ, 7, ECX, 10),
	FEATURE(AVX512VNNI, 7, ECX, 11),
	FEATURE(AVX512BITALG, 7, ECX, 12),
	FEATURE(AVX512VPOPCNTDQ, 7, ECX, 14),
	FEATURE(CLDEMOTE, 7, ECX, 25),
	FEATURE(MOVDIRI, 7, ECX, 27),
	FEATURE(MOVDIR64B, 7, ECX, 28),
	FEATURE(AVX512VP2INTERSECT, 7, EDX, 8),
	FEATURE(WAITPKG, 7, ECX, 5),
	FEATURE(MONITORX, 0x80000001, ECX, 29),
};

/* What the compiler took for granted in this build. */
static const enum rte_cpu_flag_t compiled_for[] = {
	RTE_CPUFLAG_SSE,
	RTE_CPUFLAG_SSE2,
#ifdef __SSE3__
	RTE_CPUFLAG_SSE3,
#endif
#ifdef __SSSE3__
	RTE_CPUFLAG_SSSE3,
#endif
#ifdef __SSE4_1__
	RTE_CPUFLAG_SSE4_1,
#endif
#ifdef __SSE4_2__
	RTE_CPUFLAG_SSE4_2,
#endif
#ifdef __POPCNT__
	RTE_CPUFLAG_POPCNT,
#endif
#ifdef __LZCNT__
	RTE_CPUFLAG_LZCNT,
#endif
#ifdef __MOVBE__
	RTE_CPUFLAG_MOVBE,
#endif
#ifdef __BMI__
	RTE_CPUFLAG_BMI1,
#endif
#ifdef __BMI2__
	RTE_CPUFLAG_BMI2,
#endif
#ifdef __FMA__
	RTE_CPUFLAG_FMA,
#endif
#ifdef __AVX__
	RTE_CPUFLAG_AVX,
#endif
#ifdef __AVX2__
	RTE_CPUFLAG_AVX2,
#endif
#ifdef __AVX512F__
	RTE_CPUFLAG_AVX512F,
#endif
#ifdef __AVX512BW__
	RTE_CPUFLAG_AVX512BW,
#endif
#ifdef __AVX512CD__
	RTE_CPUFLAG_AVX512CD,
#endif
#ifdef __AVX512DQ__
	RTE_CPUFLAG_AVX512DQ,
#endif
#ifdef __AVX512VL__
	RTE_CPUFLAG_AVX512VL,
#endif
};

/* Read by the inlines of rte_spinlock.h; written once, by cpu_check(). */
RTE_EXPORT_SYMBOL(rte_rtm_supported)
uint8_t rte_rtm_supported;

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
	uint32_t regs[N_REGISTERS];

	if ((unsigned int)feature >= RTE_DIM(features))
		return -ENOENT;
	wanted = &features[feature];

	/* 0 if the processor does not know the leaf */
	if (__get_cpuid_count(wanted->leaf, 0, &regs[EAX], &regs[EBX], &regs[ECX], &regs[EDX]) == 0)
		return 0;
	return (regs[wanted->reg] >> wanted->bit) & 1;
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
	if (rte_cpu_is_supported() == 0)
		return -ENOTSUP;
	rte_rtm_supported = rte_cpu_get_flag_enabled(RTE_CPUFLAG_RTM) == 1;
	return 0;
}
