/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Features of x86-64 processors. The numbers are part of the binary interface: new ones go to
 * the end.
 */

#ifndef _RTE_CPUFLAGS_X86_64_H_
#define _RTE_CPUFLAGS_X86_64_H_

#ifdef __cplusplus
extern "C" {
#endif

/** A feature of the processor. */
enum rte_cpu_flag_t {
	RTE_CPUFLAG_SSE3 = 0, /**< SSE3. */
	RTE_CPUFLAG_PCLMULQDQ, /**< Carry-less multiplication. */
	RTE_CPUFLAG_DTES64, /**< 64-bit debug store. */
	RTE_CPUFLAG_MONITOR, /**< monitor and mwait. */
	RTE_CPUFLAG_DS_CPL, /**< Debug store by privilege level. */
	RTE_CPUFLAG_VMX, /**< Intel virtualisation. */
	RTE_CPUFLAG_SMX, /**< Safer mode. */
	RTE_CPUFLAG_EIST, /**< SpeedStep. */
	RTE_CPUFLAG_TM2, /**< Thermal monitor 2. */
	RTE_CPUFLAG_SSSE3, /**< SSSE3. */
	RTE_CPUFLAG_CNXT_ID, /**< L1 context id. */
	RTE_CPUFLAG_FMA, /**< Fused multiply-add. */
	RTE_CPUFLAG_CMPXCHG16B, /**< 128-bit compare and exchange. */
	RTE_CPUFLAG_XTPR, /**< Task priority messages. */
	RTE_CPUFLAG_PDCM, /**< Performance capabilities. */
	RTE_CPUFLAG_PCID, /**< Process context ids. */
	RTE_CPUFLAG_DCA, /**< Direct cache access. */
	RTE_CPUFLAG_SSE4_1, /**< SSE4.1. */
	RTE_CPUFLAG_SSE4_2, /**< SSE4.2. */
	RTE_CPUFLAG_X2APIC, /**< x2APIC. */
	RTE_CPUFLAG_MOVBE, /**< movbe. */
	RTE_CPUFLAG_POPCNT, /**< popcnt. */
	RTE_CPUFLAG_TSC_DEADLINE, /**< Timer by TSC. */
	RTE_CPUFLAG_AES, /**< AES. */
	RTE_CPUFLAG_XSAVE, /**< xsave. */
	RTE_CPUFLAG_OSXSAVE, /**< xsave enabled by the system. */
	RTE_CPUFLAG_AVX, /**< AVX. */
	RTE_CPUFLAG_F16C, /**< Half precision. */
	RTE_CPUFLAG_RDRAND, /**< rdrand. */
	RTE_CPUFLAG_HYPERVISOR, /**< Running in a virtual machine. */
	RTE_CPUFLAG_FPU, /**< x87. */
	RTE_CPUFLAG_VME, /**< Virtual 8086 mode. */
	RTE_CPUFLAG_DE, /**< Debugging extensions. */
	RTE_CPUFLAG_PSE, /**< 4 MiB pages. */
	RTE_CPUFLAG_TSC, /**< Time stamp counter. */
	RTE_CPUFLAG_MSR, /**< Model specific registers. */
	RTE_CPUFLAG_PAE, /**< Physical address extension. */
	RTE_CPUFLAG_MCE, /**< Machine check exception. */
	RTE_CPUFLAG_CX8, /**< 64-bit compare and exchange. */
	RTE_CPUFLAG_APIC, /**< Local APIC. */
	RTE_CPUFLAG_SEP, /**< sysenter. */
	RTE_CPUFLAG_MTRR, /**< Memory type ranges. */
	RTE_CPUFLAG_PGE, /**< Global pages. */
	RTE_CPUFLAG_MCA, /**< Machine check architecture. */
	RTE_CPUFLAG_CMOV, /**< Conditional moves. */
	RTE_CPUFLAG_PAT, /**< Page attribute table. */
	RTE_CPUFLAG_PSE36, /**< 36-bit page size extension. */
	RTE_CPUFLAG_PSN, /**< Processor serial number. */
	RTE_CPUFLAG_CLFSH, /**< clflush. */
	RTE_CPUFLAG_DS, /**< Debug store. */
	RTE_CPUFLAG_ACPI, /**< Thermal and clock control. */
	RTE_CPUFLAG_MMX, /**< MMX. */
	RTE_CPUFLAG_FXSR, /**< fxsave. */
	RTE_CPUFLAG_SSE, /**< SSE. */
	RTE_CPUFLAG_SSE2, /**< SSE2. */
	RTE_CPUFLAG_SS, /**< Self snoop. */
	RTE_CPUFLAG_HTT, /**< Several logical processors. */
	RTE_CPUFLAG_TM, /**< Thermal monitor. */
	RTE_CPUFLAG_PBE, /**< Pending break. */
	RTE_CPUFLAG_DIGTEMP, /**< Digital thermometer. */
	RTE_CPUFLAG_TRBOBST, /**< Turbo boost. */
	RTE_CPUFLAG_ARAT, /**< Always running APIC timer. */
	RTE_CPUFLAG_PLN, /**< Power limit notice. */
	RTE_CPUFLAG_ECMD, /**< Extended clock modulation. */
	RTE_CPUFLAG_PTM, /**< Package thermal management. */
	RTE_CPUFLAG_MPERF_APERF_MSR, /**< Frequency counters. */
	RTE_CPUFLAG_ACNT2, /**< ACNT2. */
	RTE_CPUFLAG_ENERGY_EFF, /**< Energy bias. */
	RTE_CPUFLAG_FSGSBASE, /**< User access to fs and gs base. */
	RTE_CPUFLAG_BMI1, /**< Bit manipulation 1. */
	RTE_CPUFLAG_HLE, /**< Lock elision. */
	RTE_CPUFLAG_AVX2, /**< AVX2. */
	RTE_CPUFLAG_SMEP, /**< Supervisor execution prevention. */
	RTE_CPUFLAG_BMI2, /**< Bit manipulation 2. */
	RTE_CPUFLAG_ERMS, /**< Fast rep movsb. */
	RTE_CPUFLAG_INVPCID, /**< invpcid. */
	RTE_CPUFLAG_RTM, /**< Transactional memory. */
	RTE_CPUFLAG_AVX512F, /**< AVX-512 foundation. */
	RTE_CPUFLAG_RDSEED, /**< rdseed. */
	RTE_CPUFLAG_LAHF_SAHF, /**< lahf and sahf in 64-bit mode. */
	RTE_CPUFLAG_LZCNT, /**< lzcnt. */
	RTE_CPUFLAG_SYSCALL, /**< syscall. */
	RTE_CPUFLAG_XD, /**< Execute disable. */
	RTE_CPUFLAG_1GB_PG, /**< 1 GiB pages. */
	RTE_CPUFLAG_RDTSCP, /**< rdtscp. */
	RTE_CPUFLAG_EM64T, /**< 64-bit mode. */
	RTE_CPUFLAG_INVTSC, /**< Time stamp counter of constant rate. */
	RTE_CPUFLAG_AVX512DQ, /**< AVX-512 double and quad words. */
	RTE_CPUFLAG_AVX512IFMA, /**< AVX-512 52-bit multiply-add. */
	RTE_CPUFLAG_AVX512CD, /**< AVX-512 conflict detection. */
	RTE_CPUFLAG_AVX512BW, /**< AVX-512 bytes and words. */
	RTE_CPUFLAG_AVX512VL, /**< AVX-512 short vectors. */
	RTE_CPUFLAG_AVX512VBMI, /**< AVX-512 byte permutation. */
	RTE_CPUFLAG_AVX512VBMI2, /**< AVX-512 byte compression. */
	RTE_CPUFLAG_GFNI, /**< Galois field arithmetic. */
	RTE_CPUFLAG_VAES, /**< AES on vectors. */
	RTE_CPUFLAG_VPCLMULQDQ, /**< Carry-less multiplication on vectors. */
	RTE_CPUFLAG_AVX512VNNI, /**< AVX-512 dot products. */
	RTE_CPUFLAG_AVX512BITALG, /**< AVX-512 bit algorithms. */
	RTE_CPUFLAG_AVX512VPOPCNTDQ, /**< AVX-512 popcnt. */
	RTE_CPUFLAG_CLDEMOTE, /**< cldemote. */
	RTE_CPUFLAG_MOVDIRI, /**< Direct store. */
	RTE_CPUFLAG_MOVDIR64B, /**< Direct store of 64 bytes. */
	RTE_CPUFLAG_AVX512VP2INTERSECT, /**< AVX-512 intersection. */
	RTE_CPUFLAG_WAITPKG, /**< Umonitor, umwait and tpause. */
	RTE_CPUFLAG_MONITORX /**< monitorx and mwaitx. */
};

#ifdef __cplusplus
}
#endif

#include "generic/rte_cpuflags.h"

#endif /* _RTE_CPUFLAGS_X86_64_H_ */
