/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Interrupt modes of a device, for those who name them without knowing PCI.
 */
#ifndef _RTE_PCI_DEV_DEFS_H_
#define _RTE_PCI_DEV_DEFS_H_

/**
 * @file
 * Interrupt modes of devices.
 */

#ifdef __cplusplus
extern "C" {
#endif

/** How a device raises interrupts. */
enum rte_intr_mode {
	RTE_INTR_MODE_NONE = 0, /**< It does not, or nobody chose a mode. */
	RTE_INTR_MODE_LEGACY,   /**< By an interrupt line. */
	RTE_INTR_MODE_MSI,      /**< By messages. */
	RTE_INTR_MODE_MSIX      /**< By messages, one for each vector. */
};

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PCI_DEV_DEFS_H_ */
