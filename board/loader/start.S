/* The first instructions of a loader, which the firmware enters as it would enter a kernel: with MMU and caches off. Its
 * code runs wherever it is loaded, at a multiple of 4 KiB. */

    .section .header, "ax"
    .global image_header
image_header:                               // that of an arm64 boot image (boot/header.S)
    b loader_entry
    .word 0
    .quad 0
    .quad image_bytes
    .quad (1 << 1) | (1 << 3)               // pages of 4 KiB; anywhere in memory
    .quad 0
    .quad 0
    .quad 0
    .ascii "ARM\x64"
    .word 0

    .text
loader_entry:
    adrp x0, stack_top
    add x0, x0, :lo12:stack_top
    mov sp, x0
    adrp x0, bss_start
    add x0, x0, :lo12:bss_start
    adrp x1, bss_end
    add x1, x1, :lo12:bss_end
1:  cmp x0, x1
    b.hs 2f
    stp xzr, xzr, [x0], #16
    b 1b
2:
    mov x29, #0
    mov x30, #0
    bl loader_main
    b .                                     // it does not return
