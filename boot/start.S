/* From reset to C. The firmware enters here at EL1 or EL2, interrupts masked, MMU and caches off:
 * the first core at primary_entry, every other one, when the first asks for it, at secondary_entry.
 * Nothing here writes memory but the early page tables.
 *
 *   x19   primary: physical address of the device tree; secondary: its struct node
 *   x20   physical address of the image
 *   x21   where to go on once addresses are translated
 */

#include "boot/registers.h"
#include "kernel/node_offsets.h"

#define context  x19
#define image    x20
#define continue x21

    .text
    .global primary_entry
primary_entry:
    mov context, x0
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

/* Turns the MMU and the caches on, and goes on at `continue`. The instructions here are mapped at
 * their physical addresses by identity_table. */
enable_translation:
    ldr x0, =MEMORY_ATTRIBUTES
    msr mair_el1, x0
    ldr x0, =TRANSLATION_CONTROL
    mrs x1, id_aa64mmfr0_el1
    and x1, x1, #PHYSICAL_RANGE_MASK        // how many physical bits the core has,
    mov x2, #PHYSICAL_RANGE_48
    cmp x1, x2                              // 48 being the most that these tables express
    csel x1, x1, x2, lo
    orr x0, x0, x1, lsl #TRANSLATION_CONTROL_RANGE
    msr tcr_el1, x0
    adrp x0, identity_table
    msr ttbr0_el1, x0
    adrp x0, kernel_table
    msr ttbr1_el1, x0
    mov x0, #FLOATING_POINT_ENABLED         // for the C library and for processes
    msr cpacr_el1, x0
    tlbi vmalle1
    ic iallu
    dsb nsh                                 // the old translations are gone before
    isb                                     // the new ones are switched on
    ldr x0, =SYSTEM_CONTROL
    msr sctlr_el1, x0
    isb                                     // from here on addresses are translated
    ldr x0, =exception_vectors
    msr vbar_el1, x0
    mov x29, #0                             // the end of every backtrace
    mov x30, #0
    br continue

primary_translated:
    ldr x0, =boot_stack_top
    mov sp, x0
    ldr x0, =boot_node
    msr tpidr_el1, x0
    ldr x0, =bss_start
    ldr x1, =bss_end
1:  cmp x0, x1
    b.hs 2f
    stp xzr, xzr, [x0], #16
    b 1b
2:  ldr x0, =image_start
    sub x0, x0, image                       // from a physical address to the kernel's
    mov x1, context
    bl kernel_main
    b .                                     // it does not return

secondary_translated:
    msr tpidr_el1, context
    ldr x0, [context, #NODE_STACK_TOP]
    sub sp, x0, #FRAME_BYTES                // below the frame that it enters its process with
    mov x0, context
    bl kernel_secondary
    b .                                     // it does not return
