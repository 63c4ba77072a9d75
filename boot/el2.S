/* From EL2, where the firmware may have started the core, to EL1, where the kernel runs. */

#include "kernel/registers.h"

    .text

/* Returns to the caller at EL1, with interrupts masked and the MMU off. May be called at EL1 or
 * EL2. Changes x0 and x1. */
    .global enter_el1
enter_el1:
    mrs x0, CurrentEL
    cmp x0, #CURRENT_EL2
    b.eq 1f
    msr daifset, #0xf
    isb
    ret

1:  mov x0, #EL1_IS_64_BIT
    msr hcr_el2, x0
    ldr x0, =SYSTEM_CONTROL_OFF
    msr sctlr_el1, x0

    mov x0, #EL1_READS_COUNTERS
    msr cnthctl_el2, x0
    msr cntvoff_el2, xzr                    // the virtual count is the physical one
    mrs x0, pmcr_el0
    ubfx x0, x0, #11, #5                    // the cycle counter and all others belong to EL1
    msr mdcr_el2, x0
    ldr x0, =NO_FLOATING_POINT_TRAPS
    msr cptr_el2, x0
    msr hstr_el2, xzr
    msr vttbr_el2, xzr
    mrs x0, midr_el1                        // EL1 sees the core's own identity
    msr vpidr_el2, x0
    mrs x0, mpidr_el1
    msr vmpidr_el2, x0

    mrs x0, id_aa64pfr0_el1                 // does the core have registers of the interrupt
    ubfx x0, x0, #24, #4                    // controller (GIC version 3)?
    cbz x0, 2f                              // if so, EL1 may use them
    mrs x0, icc_sre_el2
    mov x1, #INTERRUPT_REGISTERS_FOR_EL1
    orr x0, x0, x1
    msr icc_sre_el2, x0
    isb
    msr ich_hcr_el2, xzr

2:  mov x0, #STATE_EL1_MASKED
    msr spsr_el2, x0
    msr elr_el2, x30
    eret
