/* From reset to C. The firmware enters here at EL1 or EL2, with interrupts masked and MMU and
 * caches off: the first core at primary_entry, and every other core at secondary_entry, when a core
 * that runs already asks for it. To run the machine again (kernel/again.c), the last core that is
 * left starts the first core at again_entry. Before addresses are translated nothing is written but
 * the early page tables.
 *
 *   x19   first core: physical address of the device tree; other cores: their struct node
 *   x20   physical address of the image
 *   x21   where to go on when addresses are translated
 *   x22   first core: whether it has run before
 */

#include "kernel/registers.h"
#include "kernel/node_offsets.h"

#define context  x19
#define image    x20
#define continue x21
#define again    x22

    .text
    .global again_entry
again_entry:
    yield                                   // the core that is not off yet has a turn
    mov again, #1
    b 1f

    .global primary_entry
primary_entry:
    mov again, #0
1:  mov context, x0
    adrp image, image_start
    bl enter_el1
    bl build_early_tables
    ldr continue, =primary_translated
    b enable_translation

    .global secondary_entry
secondary_entry:
    mov context, x0
    bl enter_el1
    ldr continue, =secondary_translated

/* Switches the MMU and the caches on, and goes on at `continue`. identity_table maps the
 * instructions here at their physical addresses. */
enable_translation:
    ldr x0, =MEMORY_ATTRIBUTES
    msr mair_el1, x0
    ldr x0, =TRANSLATION_CONTROL
    mrs x1, id_aa64mmfr0_el1
    and x1, x1, #PHYSICAL_RANGE_MASK        // how many bits the core's physical addresses have,
    mov x2, #PHYSICAL_RANGE_48
    cmp x1, x2                              // but at most the 48 that these tables express
    csel x1, x1, x2, lo
    orr x0, x0, x1, lsl #TRANSLATION_CONTROL_RANGE
    msr tcr_el1, x0
    adrp x0, identity_table
    msr ttbr0_el1, x0
    adrp x0, kernel_table
    msr ttbr1_el1, x0
    mov x0, #FLOATING_POINT_ENABLED         // processes use it
    msr cpacr_el1, x0
    tlbi vmalle1
    ic iallu
    dsb nsh                                 // the old translations are gone
    isb                                     // before the new ones are switched on
    ldr x0, =SYSTEM_CONTROL
    msr sctlr_el1, x0
    isb                                     // from here on addresses are translated
    ldr x0, =exception_vectors
    msr vbar_el1, x0
    mov x29, #0                             // a backtrace ends here
    mov x30, #0
    br continue

primary_translated:
    ldr x0, =boot_stack_top
    mov sp, x0
    ldr x0, =boot_node
    msr tpidr_el1, x0
    ldr x0, =data_start                     // keeps .data as it is in the image, or takes it back
    ldr x1, =data_end
    ldr x2, =data_kept
1:  cmp x0, x1
    b.hs 3f
    cbnz again, 2f
    ldp x3, x4, [x0]
    stp x3, x4, [x2]
2:  ldp x3, x4, [x2], #16
    stp x3, x4, [x0], #16
    b 1b
3:  ldr x0, =bss_start
    ldr x1, =bss_end
1:  cmp x0, x1
    b.hs 2f
    stp xzr, xzr, [x0], #16
    b 1b
2:  ldr x0, =image_start
    sub x0, x0, image                       // the distance from physical addresses to ours
    mov x1, context
    ldr x2, =secondary_entry
    ldr x3, =again_entry
    bl kernel_main
    b .                                     // it does not return

secondary_translated:
    msr tpidr_el1, context
    ldr x0, [context, #NODE_STACK_TOP]
    sub sp, x0, #FRAME_BYTES                // above it lies the frame of its process
    mov x0, context
    bl kernel_secondary
    b .                                     // it does not return
