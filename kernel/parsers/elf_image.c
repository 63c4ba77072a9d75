#include "kernel/parsers/elf_image.h"

#include <string.h>

#include "kernel/page.h"
#include "kernel/parsers/elf_format.h"

/* Whether `bytes` bytes at `offset` lie in a file of `file_bytes` bytes. Every position in the file
 * is checked by this function, which forms no sum that could wrap. */
/*@ assigns \nothing;
    ensures \result != 0 <==> offset + bytes <= file_bytes; */
static bool in_file(uint64_t file_bytes, uint64_t offset, uint64_t bytes) {
    return offset <= file_bytes && bytes <= file_bytes - offset;
}

/* ---- The header ---- */

/*@ requires \valid_read(header);
    assigns \nothing; */
static const char *check_processor(const struct elf_header *header) {
    if (header->identity[ELF_AT_ORDER] != ELF_LITTLE_ENDIAN)
        return "big-endian program (expected: little-endian AArch64; compile it with cubecc)";
    switch (header->machine) {
    case ELF_AARCH64:
        break;
    case ELF_X86_64:
        return "x86-64 program (expected: AArch64; compile it with cubecc)";
    case ELF_386:
        return "x86 program (expected: AArch64; compile it with cubecc)";
    case ELF_ARM:
        return "32-bit Arm program (expected: AArch64; compile it with cubecc)";
    case ELF_RISCV:
        return "RISC-V program (expected: AArch64; compile it with cubecc)";
    default:
        return "program for another processor (expected: AArch64; compile it with cubecc)";
    }
    if (header->identity[ELF_AT_CLASS] != ELF_64_BIT)
        return "32-bit program (expected: 64-bit; compile it with cubecc)";
    return NULL;
}

/*@ requires \valid_read(header);
    assigns \nothing; */
static const char *check_type(const struct elf_header *header) {
    switch (header->type) {
    case ELF_EXECUTABLE:
        return NULL;
    case ELF_SHARED:
        return "position-independent program (link it with -static and -no-pie, as cubecc does)";
    case ELF_RELOCATABLE:
        return "object file, not a program (link it with cubecc)";
    case ELF_CORE:
        return "core dump, not a program";
    default:
        return "ELF file, but not a program";
    }
}

/* Copies the header, or what the file has of it. */
/*@ requires \valid_read(file + (0 .. bytes - 1)) && \valid(header);
    assigns *header; */
static void copy_header(const uint8_t *file, size_t bytes, struct elf_header *header) {
    memset(header, 0, sizeof *header);
    memcpy(header, file, bytes < sizeof *header ? bytes : sizeof *header);
}

/*@ requires \valid_read(file + (0 .. bytes - 1)) && \valid(header);
    assigns *header;
    ensures \result == \null ==>
        header->program_headers + header->program_header_count * 56 <= bytes; */
static const char *read_header(const uint8_t *file, size_t bytes, struct elf_header *header) {
    copy_header(file, bytes, header);
    if (bytes == 0)
        return "empty file";
    if (bytes < ELF_MAGIC_BYTES || memcmp(header->identity, ELF_MAGIC, ELF_MAGIC_BYTES) != 0)
        return "not a program (no ELF file; compile one with cubecc)";
    if (bytes < sizeof *header)
        return "truncated: ends in the middle of the ELF header";
    const char *reason = check_processor(header);
    if (!reason)
        reason = check_type(header);
    if (reason)
        return reason;
    if (header->identity[ELF_AT_VERSION] != ELF_CURRENT ||
        header->program_header_bytes != sizeof(struct elf_program_header))
        return "damaged: unknown version of the ELF header";
    if (!in_file(bytes, header->program_headers,
                 (uint64_t)header->program_header_count * sizeof(struct elf_program_header)))
        return "truncated: the program headers lie beyond its end";
    return NULL;
}

/* ---- Segments ---- */

/*@ requires \valid_read(header) && \valid(image) && image->segments <= ELF_IMAGE_SEGMENTS;
    requires \separated(header, image);
    assigns *image;
    ensures image->segments <= ELF_IMAGE_SEGMENTS; */
static const char *add_segment(const uint8_t *file, size_t bytes,
                               const struct elf_program_header *header, uint64_t lowest,
                               uint64_t highest, struct elf_image *image) {
    uint64_t end = header->address + header->memory_bytes;
    if (header->file_bytes > header->memory_bytes)
        return "damaged: a segment is larger in the file than in memory";
    if (!in_file(bytes, header->offset, header->file_bytes))
        return "truncated: a segment lies beyond its end";
    if (end < header->address)
        return "a segment extends beyond the address space (link it with cubecc)";
    if (header->address < lowest || end > highest)
        return "a segment overlaps the kernel or the stack (link it with cubecc)";
    if ((header->flags & ELF_MAY_WRITE) && (header->flags & ELF_MAY_EXECUTE))
        return "a segment is both writable and executable (link it with cubecc)";
    if ((header->flags & ELF_WHEN_TOUCHED) &&
        (!(header->flags & ELF_MAY_WRITE) || header->address % CUBE_PAGE_BYTES != 0 ||
         header->file_bytes > CUBE_PAGE_BYTES))
        return "damaged: invalid segment of zero pages (link it with cubecc)";
    if (image->segments == ELF_IMAGE_SEGMENTS)
        return "too many segments (expected: at most 8; link it with cubecc)";
    if (image->segments > 0 && header->address < image->segment[image->segments - 1].address)
        return "damaged: the segments are not in ascending order";
    if (image->segments > 0 && page_down(header->address) < image->end)
        return "segments overlap or share a page of 4096 bytes (link it with cubecc)";
    image->segment[image->segments++] = (struct elf_segment){
        .address = header->address,
        .bytes = header->memory_bytes,
        .data = file + header->offset,
        .file_bytes = header->file_bytes,
        .writable = (header->flags & ELF_MAY_WRITE) != 0,
        .executable = (header->flags & ELF_MAY_EXECUTE) != 0,
        .when_touched = (header->flags & ELF_WHEN_TOUCHED) != 0,
    };
    image->end = page_up(end);
    return NULL;
}

/*@ requires \valid_read(file + elf->program_headers + (index * 56 .. index * 56 + 55));
    requires \valid_read(elf);
    assigns \result \from file[0 ..], *elf, index; */
static struct elf_program_header program_header_at(const uint8_t *file,
                                                   const struct elf_header *elf, uint32_t index) {
    struct elf_program_header header;
    memcpy(&header, file + elf->program_headers + index * sizeof header, sizeof header);
    return header;
}

/*@ requires \valid_read(file + (0 .. bytes - 1)) && \valid_read(elf) && \valid(image);
    requires elf->program_headers + elf->program_header_count * 56 <= bytes;
    requires image->segments <= ELF_IMAGE_SEGMENTS && \separated(elf, image);
    assigns *image;
    ensures image->segments <= ELF_IMAGE_SEGMENTS; */
static const char *read_segments(const uint8_t *file, size_t bytes, const struct elf_header *elf,
                                 uint64_t lowest, uint64_t highest, struct elf_image *image) {
    /* Above this address page_up would wrap. None of our page tables reaches it. */
    if (highest > UINT64_MAX - CUBE_PAGE_BYTES)
        highest = UINT64_MAX - CUBE_PAGE_BYTES;
    /*@ loop invariant 0 <= i <= elf->program_header_count;
        loop invariant image->segments <= ELF_IMAGE_SEGMENTS;
        loop assigns i, *image;
        loop variant elf->program_header_count - i; */
    for (unsigned i = 0; i < elf->program_header_count; i++) {
        struct elf_program_header header = program_header_at(file, elf, i);
        if (header.type == ELF_INTERPRETER || header.type == ELF_DYNAMIC)
            return "dynamically linked program (link it with -static, as cubecc does)";
        if (header.type == ELF_GNU_STACK) /* linkers that lay out by libc/program.ld make none */
            return "program for Linux (compile it with cubecc)";
        if (header.type != ELF_LOAD || header.memory_bytes == 0)
            continue;
        const char *reason = add_segment(file, bytes, &header, lowest, highest, image);
        if (reason)
            return reason;
    }
    return image->segments > 0 ? NULL : "no segment to load (link it with cubecc)";
}

/*@ requires \valid_read(image) && image->segments <= ELF_IMAGE_SEGMENTS;
    assigns \nothing; */
static bool is_executable(const struct elf_image *image, uint64_t address) {
    /*@ loop invariant 0 <= i <= image->segments;
        loop assigns i;
        loop variant image->segments - i; */
    for (uint32_t i = 0; i < image->segments; i++) {
        const struct elf_segment *segment = &image->segment[i];
        if (segment->executable && address - segment->address < segment->bytes)
            return true;
    }
    return false;
}

/* ---- Symbols ---- */

/*@ predicate symbols_in(struct elf_image *image) =
        \valid_read(image->symbols + (0 .. image->symbol_count * 24 - 1)) &&
        ends_with_zero((char *)image->strings, image->string_bytes); */

/*@ requires \valid_read(file + elf->section_headers + (index * 64 .. index * 64 + 63));
    requires \valid_read(elf);
    assigns \result \from file[0 ..], *elf, index; */
static struct elf_section_header section_at(const uint8_t *file, const struct elf_header *elf,
                                            uint32_t index) {
    struct elf_section_header section;
    memcpy(&section, file + elf->section_headers + index * sizeof section, sizeof section);
    return section;
}

/*@ requires \valid_read(file + (0 .. bytes - 1)) && \valid_read(elf) && \valid(image);
    requires \separated(image, elf) && \separated(image, file + (0 .. bytes - 1));
    assigns *image;
    ensures image->segments == \old(image->segments); */
static const char *read_symbols(const uint8_t *file, size_t bytes, const struct elf_header *elf,
                                struct elf_image *image) {
    static const char damaged[] = "damaged: invalid symbol table";
    if (elf->section_headers == 0 || elf->section_header_count == 0)
        return NULL;
    /* A linker writes the section headers last. Where they are missing, other parts of the file may
     * be missing as well. */
    if (!in_file(bytes, elf->section_headers,
                 (uint64_t)elf->section_header_count * sizeof(struct elf_section_header)))
        return "truncated: the section headers lie beyond its end";
    if (elf->section_header_bytes != sizeof(struct elf_section_header))
        return damaged;
    /*@ loop invariant 0 <= i <= elf->section_header_count;
        loop assigns i;
        loop variant elf->section_header_count - i; */
    for (uint32_t i = 0; i < elf->section_header_count; i++) {
        struct elf_section_header table = section_at(file, elf, i);
        if (table.type != ELF_SYMBOLS)
            continue;
        if (table.entry_bytes != sizeof(struct elf_symbol) ||
            table.link >= elf->section_header_count)
            return damaged;
        struct elf_section_header strings = section_at(file, elf, table.link);
        if (!in_file(bytes, table.offset, table.bytes) ||
            !in_file(bytes, strings.offset, strings.bytes))
            return "truncated: the symbol table lies beyond its end";
        if (strings.type != ELF_STRINGS || strings.bytes == 0 ||
            file[strings.offset + strings.bytes - 1] != 0 ||
            table.bytes / sizeof(struct elf_symbol) > UINT32_MAX)
            return damaged;
        image->symbols = file + table.offset;
        image->symbol_count = (uint32_t)(table.bytes / sizeof(struct elf_symbol));
        image->strings = (const char *)file + strings.offset;
        image->string_bytes = strings.bytes;
        return NULL;
    }
    return NULL;
}

/*@ requires \valid(image);
    assigns *image;
    ensures image->segments == 0; */
static void clear(struct elf_image *image) {
    memset(image, 0, sizeof *image);
}

/*@ requires \valid_read(file + (0 .. bytes - 1)) && \valid(image);
    requires \separated(image, file + (0 .. bytes - 1));
    assigns *image;
    ensures image->segments <= ELF_IMAGE_SEGMENTS; */
const char *elf_image_read(const uint8_t *file, size_t bytes, uint64_t lowest, uint64_t highest,
                           struct elf_image *image) {
    struct elf_header header;
    clear(image);
    const char *reason = read_header(file, bytes, &header);
    if (!reason)
        reason = read_segments(file, bytes, &header, lowest, highest, image);
    if (!reason)
        reason = read_symbols(file, bytes, &header, image);
    if (reason)
        return reason;
    if (header.entry % 4 != 0 || !is_executable(image, header.entry))
        return "the entry address is outside of the code (link it with cubecc)";
    image->entry = header.entry;
    return NULL;
}

/*@ requires \valid_read(image) && \valid_read(image->symbols + (index * 24 .. index * 24 + 23));
    assigns \result \from *image, image->symbols[0 ..], index; */
static struct elf_symbol symbol_at(const struct elf_image *image, uint32_t index) {
    struct elf_symbol symbol;
    memcpy(&symbol, image->symbols + index * sizeof symbol, sizeof symbol);
    return symbol;
}

/*@ requires \valid_read(image) && symbols_in(image) && \valid(value) && terminated((char *)name);
    requires \separated(value, image);
    assigns *value; */
bool elf_image_symbol(const struct elf_image *image, const char *name, uint64_t *value) {
    /*@ loop invariant 0 <= i <= image->symbol_count;
        loop assigns i;
        loop variant image->symbol_count - i; */
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        struct elf_symbol symbol = symbol_at(image, i);
        if (symbol.section != ELF_UNDEFINED && symbol.name < image->string_bytes &&
            strcmp(image->strings + symbol.name, name) == 0) {
            *value = symbol.value;
            return true;
        }
    }
    return false;
}

/*@ requires \valid_read(image) && image->segments <= ELF_IMAGE_SEGMENTS && symbols_in(image);
    requires \valid(offset) && \separated(offset, image);
    assigns *offset; */
const char *elf_image_function(const struct elf_image *image, uint64_t address, uint64_t *offset) {
    struct elf_symbol nearest = {.name = 0};
    bool found = false;
    if (!is_executable(image, address))
        return NULL;
    /*@ loop invariant 0 <= i <= image->symbol_count;
        loop assigns i, nearest, found;
        loop variant image->symbol_count - i; */
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        struct elf_symbol symbol = symbol_at(image, i);
        if ((symbol.kind & ELF_KIND_MASK) == ELF_FUNCTION && symbol.section != ELF_UNDEFINED &&
            symbol.name < image->string_bytes && symbol.value <= address &&
            (!found || symbol.value > nearest.value)) {
            nearest = symbol;
            found = true;
        }
    }
    /* Assembly may leave a function's size out. Such a function ends where the next one starts. */
    if (!found || (nearest.bytes > 0 && address - nearest.value >= nearest.bytes))
        return NULL;
    *offset = address - nearest.value;
    return image->strings + nearest.name;
}
