/* Values of system registers that assembly sets before C runs. Their names and bits are those of
 * the Arm Architecture Reference Manual, D19. */
#ifndef KERNEL_REGISTERS_H
#define KERNEL_REGISTERS_H

/* MAIR_EL1: the kinds of memory, by the number in an entry of a page table (kernel/table.h). */
#define MEMORY_DEVICE     0 /* Device-nGnRE: no gathering, no reordering */
#define MEMORY_NORMAL     1 /* write-back, allocating */
#define MEMORY_ATTRIBUTES ((0x04 << (8 * MEMORY_DEVICE)) | (0xff << (8 * MEMORY_NORMAL)))

/* TCR_EL1: both halves have addresses of 39 bits and pages of 4 KiB, and page tables lie in
 * shareable cached memory. */
#define TRANSLATION_BITS          39
#define TABLE_WALKS               ((3 << 4) | (1 << 2) | (1 << 0)) /* inner shareable, write-back */
#define LOWER_HALF                ((64 - TRANSLATION_BITS) | (TABLE_WALKS << 8) | (0 << 14))
#define UPPER_HALF                (((64 - TRANSLATION_BITS) | (TABLE_WALKS << 8) | (2 << 14)) << 16)
#define TRANSLATION_CONTROL       (LOWER_HALF | UPPER_HALF)
#define TRANSLATION_CONTROL_RANGE 32
#define PHYSICAL_RANGE_MASK       0xf
#define PHYSICAL_RANGE_48         5

/* CPACR_EL1: floating point and SIMD do not trap, neither at EL1 nor at EL0. */
#define FLOATING_POINT_ENABLED (3 << 20)

/* SCTLR_EL1. Bit 23 (SPAN) is 0, so every exception takes away the kernel's access to memory by
 * addresses of the process. */
#define SYSTEM_CONTROL_ONES                                                                        \
    ((1 << 29) | (1 << 28) | (1 << 22) | (1 << 20) | (1 << 11) | (1 << 8) | (1 << 7))
#define SYSTEM_CONTROL_OFF (SYSTEM_CONTROL_ONES | (1 << 23))
#define SYSTEM_CONTROL                                                                             \
    (SYSTEM_CONTROL_ONES | (1 << 0) /* translation */                                              \
     | (1 << 2) | (1 << 12)         /* data and instruction caches */                              \
     | (1 << 3) | (1 << 4)          /* a misaligned stack pointer is a fault, here and at EL0 */   \
     | (1 << 14) | (1 << 15)        /* EL0 may clear cache lines and read their size */            \
     | (1 << 18)  /* EL0 may execute WFE, but not WFI: it could sleep for ever */                  \
     | (1 << 19)) /* writable memory is never executed */

/* EL2 (boot/el2.S). */
#define CURRENT_EL2                 (2 << 2)
#define EL1_IS_64_BIT               (1 << 31)
#define EL1_READS_COUNTERS          3
#define NO_FLOATING_POINT_TRAPS     0x33ff
#define INTERRUPT_REGISTERS_FOR_EL1 9     /* ICC_SRE_EL2.Enable and .SRE */
#define STATE_EL1_MASKED            0x3c5 /* EL1 with its own stack pointer; D, A, I, F masked */

/* Entries of the early tables (kernel/early_tables.S). kernel/table.h has these bits for C. */
#define DESCRIPTOR_TABLE     3
#define DESCRIPTOR_BLOCK     1
#define DESCRIPTOR_PAGE      3
#define DESCRIPTOR_NORMAL    ((1 << 10) | (3 << 8) | (MEMORY_NORMAL << 2)) /* used, shareable */
#define DESCRIPTOR_READ_ONLY (1 << 7)
#define DESCRIPTOR_NO_EL0_X  (1 << 54)
#define DESCRIPTOR_NO_EL1_X  (1 << 53)
#define PERMIT_TEXT          (DESCRIPTOR_NORMAL | DESCRIPTOR_READ_ONLY | DESCRIPTOR_NO_EL0_X)
#define PERMIT_RODATA        (PERMIT_TEXT | DESCRIPTOR_NO_EL1_X)
#define PERMIT_DATA          (DESCRIPTOR_NORMAL | DESCRIPTOR_NO_EL0_X | DESCRIPTOR_NO_EL1_X)

#endif
