/* A kernel that ends at its first instruction with status 0: the floor of every start time. */

SYS_EXIT_EXTENDED = 0x20        /* Arm semihosting specification, 6.7 */
ADP_STOPPED_APPLICATION_EXIT = 0x20026

        .text
        .global _start
_start: b       exit            /* the arm64 image header (Linux, Documentation/arm64/booting.rst) */
        .long   0
        .quad   0               /* offset from the start of memory */
        .quad   _end - _start   /* bytes of the image */
        .quad   0               /* flags: little endian, any page size */
        .quad   0, 0, 0
        .ascii  "ARM\x64"
        .long   0

exit:   mov     w0, #SYS_EXIT_EXTENDED
        adr     x1, reason
        hlt     #0xf000
1:      wfi                     /* reached only where semihosting is off */
        b       1b

        .balign 8
reason: .quad   ADP_STOPPED_APPLICATION_EXIT, 0
_end:
