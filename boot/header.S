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
    .quad 0                                 // bytes from a multiple of 2 MiB to the image
    .quad image_bytes                       // bytes of memory that it needs from there on
    .quad LITTLE_ENDIAN_KERNEL | PAGES_OF_4K | ANYWHERE_IN_MEMORY
    .quad 0
    .quad 0
    .quad 0
    .ascii "ARM\x64"
    .word 0
