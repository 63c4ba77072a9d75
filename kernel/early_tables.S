/* The first page tables. Three levels translate 39 bits: the 512 entries of a table stand for 1 GiB
 * each at the first level, for 2 MiB at the second and for 4 KiB at the third. Later C adds what
 * the device tree tells of (kernel/memory_map.c). It never has to change an entry that is made
 * here.
 *
 *   kernel_table    1 GiB each   DEVICE_BASE -> device_table, KERNEL_BASE -> memory_table
 *   device_table    2 MiB each   the device tree, read-only; C adds the devices
 *   memory_table    2 MiB each   the image -> image_table; C adds the memory that follows it
 *   image_table     4 KiB each   text executable, rodata read-only, data and what follows writable
 *   identity_table, identity_block_table
 *                                the image at its physical address, executable, for the few
 *                                instructions that switch the MMU on; a core replaces it by the
 *                                tables of its process
 */

#include "kernel/registers.h"

    .section .early, "aw", %nobits
    .balign 4096
    .global kernel_table, device_table, identity_table
kernel_table:         .skip 4096
device_table:         .skip 4096
memory_table:         .skip 4096
image_table:          .skip 4096
identity_table:       .skip 4096
identity_block_table: .skip 4096

    .text

#define tree    x19 /* from boot/start.S */
#define image   x20
#define line    x5 /* bytes of the smallest data cache line */
#define address x6

/* Points entry `index` of `table` to the table `next`. */
.macro link_table table, index, next
    adrp x0, \table
    adrp x1, \next
    add x1, x1, #DESCRIPTOR_TABLE
    str x1, [x0, \index, lsl #3]
.endm

/* Maps the pages of the image from symbol `first` up to `last` with the descriptor's low and high
 * bits `permit`. */
.macro map_image first, last, permit
    ldr x1, =\permit + DESCRIPTOR_PAGE
    adrp x2, \first
    adrp x3, \last
    bl map_pages
.endm

    .global build_early_tables
build_early_tables:
    mov x9, x30

    // The caches are off, so what follows is written past them. They may hold older lines of these
    // pages, which have to be dropped.
    mrs x0, ctr_el0
    ubfx x0, x0, #16, #4
    mov line, #4
    lsl line, line, x0
    adrp x0, early_start
    adrp x1, early_end
    bl clear_pages

    // The upper half. Bits 38 to 30 of an address are the index of its entry at the first level.
    ldr x4, =KERNEL_BASE
    ubfx x4, x4, #30, #9
    link_table kernel_table, x4, memory_table
    link_table kernel_table, xzr, device_table
    link_table memory_table, xzr, image_table
    map_image image_start, rodata_start, PERMIT_TEXT
    map_image rodata_start, rodata_end, PERMIT_RODATA
    map_image data_start, boot_stack_guard, PERMIT_DATA
    ldr x1, =PERMIT_DATA + DESCRIPTOR_PAGE
    adrp x2, boot_stack
    add x3, image, #0x200000
    bl map_pages

    // The device tree is at most 2 MiB long and may begin anywhere in a block: two blocks hold it.
    adrp x0, device_table
    ldr x1, =PERMIT_RODATA + DESCRIPTOR_BLOCK
    and x2, tree, #~0x1fffff
    add x1, x1, x2
    str x1, [x0]
    add x1, x1, #0x200000
    str x1, [x0, #8]

    // The lower half: the image at its physical address.
    ubfx x4, image, #30, #9
    link_table identity_table, x4, identity_block_table
    ldr x1, =PERMIT_TEXT + DESCRIPTOR_BLOCK
    add x1, x1, image
    ubfx x4, image, #21, #9
    adrp x0, identity_block_table
    str x1, [x0, x4, lsl #3]

    // Lines that a cache has fetched meanwhile are dropped before the caches are switched on.
    dmb sy
    adrp x0, early_start
    adrp x1, early_end
    bl drop_lines
    dsb sy                                  // so that a table walk finds the tables in memory
    ret x9

/* Clears the pages from x0 up to x1, after dropping their cache lines. Changes x2. */
clear_pages:
    mov x10, x30
    mov x2, x0
    bl drop_lines
    dsb sy                                  // so that no line is written back over the zeros
1:  stp xzr, xzr, [x2], #16
    cmp x2, x1
    b.lo 1b
    ret x10

/* Drops the lines of the data cache from x0 up to x1. */
drop_lines:
    dc ivac, x0
    add x0, x0, line
    cmp x0, x1
    b.lo drop_lines
    ret

/* Maps the pages from physical address x2 up to x3 in image_table with descriptor bits x1. */
map_pages:
    adrp x0, image_table
1:  sub x4, x2, image
    lsr x4, x4, #12
    orr address, x2, x1
    str address, [x0, x4, lsl #3]
    add x2, x2, #4096
    cmp x2, x3
    b.lo 1b
    ret
