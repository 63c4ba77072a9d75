/* The program: finding it in the initrd, checking it, and loading what all processes share of it.
 */
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

/* Finds the program, which is the first file in the initrd, and what comes with it
 * (kernel/host/files.h), and checks both. Ends the machine with a message when there is no program
 * that can run. */
void image_find(const struct machine *machine);

/* Loads the segments that processes cannot write, and the first page of those whose pages come when
 * touched, once for all processes. Returns false when memory is short. */
bool image_load_shared(void);

/* Return how many pages image_load_shared loads of a segment, and how many pages a process has of
 * it from the start. */
size_t image_shared_pages(const struct elf_segment *segment);
size_t image_own_pages(const struct elf_segment *segment);

/* Fills the `pages` pages at the physical address `frames` with what a segment holds from its page
 * number `page` on. Bytes that the file does not give become zero. */
void image_copy_segment(const struct elf_segment *segment, size_t page, size_t pages,
                        uint64_t frames);

/* Return the number of pages that a segment touches, and the address of the first of them. */
size_t image_segment_pages(const struct elf_segment *segment);
uint64_t image_segment_start(const struct elf_segment *segment);

#endif
