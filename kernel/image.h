/* The program: found in the initrd, checked, and what of it all processes share. */
#ifndef KERNEL_IMAGE_H
#define KERNEL_IMAGE_H

#include "board/machine.h"
#include "kernel/elf_image.h"

struct image {
    struct elf_image elf;
    const char *name;                    /* of the program's file */
    uint64_t frames[ELF_IMAGE_SEGMENTS]; /* physical pages of the segments that are not writable */
};

extern struct image program_image;

/* Finds the program, the first file in the initrd, and checks it, and what comes with it (files.h).
 * Ends the machine with a message when there is none that can run. */
void image_find(const struct machine *machine);

/* Loads what is shared. Returns false when memory is short. */
bool image_load_shared(void);

/* Copies what `pages` pages of a segment, from its page number `page` on, hold into those at the
 * physical address `frames`; what the file does not give is zero. */
void image_copy_segment(const struct elf_segment *segment, size_t page, size_t pages,
                        uint64_t frames);

/* Pages that a segment touches, and the address of the first. */
size_t image_segment_pages(const struct elf_segment *segment);
uint64_t image_segment_start(const struct elf_segment *segment);

#endif
