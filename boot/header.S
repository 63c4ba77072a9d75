/* The header of an arm64 boot image (Linux, Documentation/arm64/booting). QEMU, U-Boot's booti and
 * the firmware of boards look for it in the first 64 bytes of the file. */

#define LITTLE_ENDIAN_KERNEL (0 << 0)
#define PAGES_OF_4K          (1 << 1)
#define ANYWHERE_IN_MEMORY   (1 << 3)

    .section .header, "ax"
    .global image_header
image_header:
    b primary_entry
    .word 0
    .quad 0                                 // is loaded so far above a multiple of 2 MiB,
    .quad image_bytes                       // and needs so much memory from there on
    .quad LITTLE_ENDIAN_KERNEL | PAGES_OF_4K | ANYWHERE_IN_MEMORY
    .quad 0
    .quad 0
    .quad 0
    .ascii "ARM\x64"
    .word 0
