/* The program image: a static AArch64 ET_EXEC file, checked before any of it is mapped. These
 * functions are pure, and are fuzzed on the host. */
#ifndef KERNEL_ELF_IMAGE_H
#define KERNEL_ELF_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ELF_IMAGE_SEGMENTS = 8 };

struct elf_segment {
    uint64_t address;    /* virtual, any alignment */
    uint64_t bytes;      /* in memory; the part beyond file_bytes is zero */
    const uint8_t *data; /* points into the file */
    uint64_t file_bytes;
    bool writable;
    bool executable;   /* never both */
    bool when_touched; /* writable. It begins a page, and the file has at most that page of it. A
                          process gets each page when it touches it, as a copy of the first */
};

struct elf_image {
    uint64_t entry; /* inside an executable segment */
    uint64_t end;   /* first page-aligned address above all segments: where the heap starts */
    uint32_t segments;
    struct elf_segment segment[ELF_IMAGE_SEGMENTS]; /* ascending, no two on one page */
    const uint8_t *symbols;                         /* .symtab, or null */
    uint32_t symbol_count;
    const char *strings; /* its string table, zero-terminated at its end */
    size_t string_bytes;
};

/* Checks the file of `bytes` bytes at `file` and fills *image, whose pointers lead into the file.
 * All segments must lie in the range [lowest, highest); addresses outside belong to the kernel or
 * the stack. Returns null, or the reason why the file cannot run: a constant string that continues
 * a sentence about the file, in words for its owner. */
const char *elf_image_read(const uint8_t *file, size_t bytes, uint64_t lowest, uint64_t highest,
                           struct elf_image *image);

/* Returns the name of the function that contains `address`, a string in the file, and sets *offset
 * to the address's distance from the function's start. Returns null without a symbol. */
const char *elf_image_function(const struct elf_image *image, uint64_t address, uint64_t *offset);

/* Looks for a defined symbol by its zero-terminated name. Returns whether there is one, and then
 * sets *value to its value, which is an address. */
bool elf_image_symbol(const struct elf_image *image, const char *name, uint64_t *value);

#endif
