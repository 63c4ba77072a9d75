/* Finding and checking the program in the initrd, and loading the part that all processes share. */
#ifndef KERNEL_IMAGE_H
#define KERNEL_IMAGE_H

#include "board/machine.h"
#include "kernel/parsers/elf_image.h"

struct image {
    struct elf_image elf;
    const char *name;                    /* of the file that the program is */
    uint64_t frames[ELF_IMAGE_SEGMENTS]; /* physical pages of the segments that are not writable,
                                            and of those that come when touched the first page */
};

extern struct image program_image;

/* Finds and checks the program, the first file in the initrd, and the files that come with it
 * (kernel/host/files.h). Ends the machine with a message if no program can run. */
void image_find(const struct machine *machine);

/* Loads the segments that processes cannot write, and the first page of those whose pages come when
 * touched, once for all processes. Returns false when memory is short. */
bool image_load_shared(void);

/* Return the pages of a segment that image_load_shared loads, and those that a process has of it
 * from the start. */
size_t image_shared_pages(const struct elf_segment *segment);
size_t image_own_pages(const struct elf_segment *segment);

/* Fills the `pages` pages at the physical address `frames` from page number `page` of a segment on.
 * Bytes that the file does not give become zero. */
void image_copy_segment(const struct elf_segment *segment, size_t page, size_t pages,
                        uint64_t frames);

/* Return the number of pages that a segment touches, and the address of the first of them. */
size_t image_segment_pages(const struct elf_segment *segment);
uint64_t image_segment_start(const struct elf_segment *segment);

#endif
