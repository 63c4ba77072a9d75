#include "kernel/elf_image.h"

#include <elf.h>
#include <string.h>

#include "kernel/page.h"

/* Whether `bytes` bytes at `offset` lie in a file of `file_bytes` bytes. Every position in the file
 * is checked by this function, which forms no sum that could wrap. */
static bool in_file(uint64_t file_bytes, uint64_t offset, uint64_t bytes) {
    return offset <= file_bytes && bytes <= file_bytes - offset;
}

/* ---- The header ---- */

static const char *check_processor(const Elf64_Ehdr *header) {
    if (header->e_ident[EI_DATA] != ELFDATA2LSB)
        return "is a big-endian program; this machine runs little-endian AArch64";
    switch (header->e_machine) {
    case EM_AARCH64:
        break;
    case EM_X86_64:
        return "is an x86-64 program; this machine runs AArch64: compile it with cubecc";
    case EM_386:
        return "is an x86 program; this machine runs AArch64: compile it with cubecc";
    case EM_ARM:
        return "is a 32-bit Arm program; this machine runs AArch64: compile it with cubecc";
    case EM_RISCV:
        return "is a RISC-V program; this machine runs AArch64: compile it with cubecc";
    default:
        return "is a program for another processor; this machine runs AArch64: compile it with "
               "cubecc";
    }
    if (header->e_ident[EI_CLASS] != ELFCLASS64)
        return "is a 32-bit program; this machine runs 64-bit programs";
    return NULL;
}

static const char *check_type(const Elf64_Ehdr *header) {
    switch (header->e_type) {
    case ET_EXEC:
        return NULL;
    case ET_DYN:
        return "is position-independent; link it with -static and -no-pie, as cubecc does";
    case ET_REL:
        return "is an object file, not yet linked";
    case ET_CORE:
        return "is a core dump, not a program";
    default:
        return "is an ELF file, but not a program";
    }
}

static const char *read_header(const uint8_t *file, size_t bytes, Elf64_Ehdr *header) {
    memset(header, 0, sizeof *header);
    memcpy(header, file, bytes < sizeof *header ? bytes : sizeof *header);
    if (bytes == 0)
        return "is empty";
    if (bytes < SELFMAG || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return "is not a program (no ELF file); compile one with cubecc";
    if (bytes < sizeof *header)
        return "is truncated: it ends in the middle of the ELF header";
    const char *reason = check_processor(header);
    if (!reason)
        reason = check_type(header);
    if (reason)
        return reason;
    if (header->e_ident[EI_VERSION] != EV_CURRENT || header->e_phentsize != sizeof(Elf64_Phdr))
        return "is damaged: its ELF header is of no known version";
    if (!in_file(bytes, header->e_phoff, (uint64_t)header->e_phnum * sizeof(Elf64_Phdr)))
        return "is truncated: its program headers lie beyond its end";
    return NULL;
}

/* ---- Segments ---- */

static const char *add_segment(const uint8_t *file, size_t bytes, const Elf64_Phdr *header,
                               uint64_t lowest, uint64_t highest, struct elf_image *image) {
    uint64_t end = header->p_vaddr + header->p_memsz;
    if (header->p_filesz > header->p_memsz)
        return "is damaged: a segment is larger in the file than in memory";
    if (!in_file(bytes, header->p_offset, header->p_filesz))
        return "is truncated: a segment lies beyond its end";
    if (end < header->p_vaddr)
        return "has a segment that wraps round the end of the address space";
    if (header->p_vaddr < lowest || end > highest)
        return "has a segment at addresses that belong to the kernel or to the stack";
    if ((header->p_flags & PF_W) && (header->p_flags & PF_X))
        return "has a segment that is both writable and executable";
    if (image->segments == ELF_IMAGE_SEGMENTS)
        return "has more segments than the kernel maps (8)";
    if (image->segments > 0 && header->p_vaddr < image->segment[image->segments - 1].address)
        return "is damaged: its segments are not in ascending order";
    if (image->segments > 0 && page_down(header->p_vaddr) < image->end)
        return "has segments that overlap or share a page of 4096 bytes";
    image->segment[image->segments++] = (struct elf_segment){
        .address = header->p_vaddr,
        .bytes = header->p_memsz,
        .data = file + header->p_offset,
        .file_bytes = header->p_filesz,
        .writable = (header->p_flags & PF_W) != 0,
        .executable = (header->p_flags & PF_X) != 0,
    };
    image->end = page_up(end);
    return NULL;
}

static const char *read_segments(const uint8_t *file, size_t bytes, const Elf64_Ehdr *elf,
                                 uint64_t lowest, uint64_t highest, struct elf_image *image) {
    /* Above this address page_up would wrap. None of our page tables reaches it. */
    if (highest > UINT64_MAX - CUBE_PAGE_BYTES)
        highest = UINT64_MAX - CUBE_PAGE_BYTES;
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        Elf64_Phdr header;
        memcpy(&header, file + elf->e_phoff + i * sizeof header, sizeof header);
        if (header.p_type == PT_INTERP || header.p_type == PT_DYNAMIC)
            return "is dynamically linked; link it with -static, as cubecc does";
        if (header.p_type != PT_LOAD || header.p_memsz == 0)
            continue;
        const char *reason = add_segment(file, bytes, &header, lowest, highest, image);
        if (reason)
            return reason;
    }
    return image->segments > 0 ? NULL : "has nothing to load";
}

static bool is_executable(const struct elf_image *image, uint64_t address) {
    for (uint32_t i = 0; i < image->segments; i++) {
        const struct elf_segment *segment = &image->segment[i];
        if (segment->executable && address - segment->address < segment->bytes)
            return true;
    }
    return false;
}

/* ---- Symbols ---- */

static Elf64_Shdr section_at(const uint8_t *file, const Elf64_Ehdr *elf, uint32_t index) {
    Elf64_Shdr section;
    memcpy(&section, file + elf->e_shoff + index * sizeof section, sizeof section);
    return section;
}

static const char *read_symbols(const uint8_t *file, size_t bytes, const Elf64_Ehdr *elf,
                                struct elf_image *image) {
    static const char damaged[] = "is damaged: its symbol table is not one";
    if (elf->e_shoff == 0 || elf->e_shnum == 0)
        return NULL;
    /* A linker writes the section headers last. Where they are missing, other parts of the file may
     * be missing as well. */
    if (!in_file(bytes, elf->e_shoff, (uint64_t)elf->e_shnum * sizeof(Elf64_Shdr)))
        return "is truncated: its section headers lie beyond its end";
    if (elf->e_shentsize != sizeof(Elf64_Shdr))
        return damaged;
    for (uint32_t i = 0; i < elf->e_shnum; i++) {
        Elf64_Shdr table = section_at(file, elf, i);
        if (table.sh_type != SHT_SYMTAB)
            continue;
        if (table.sh_entsize != sizeof(Elf64_Sym) || table.sh_link >= elf->e_shnum)
            return damaged;
        Elf64_Shdr strings = section_at(file, elf, table.sh_link);
        if (!in_file(bytes, table.sh_offset, table.sh_size) ||
            !in_file(bytes, strings.sh_offset, strings.sh_size))
            return "is truncated: its symbol table lies beyond its end";
        if (strings.sh_type != SHT_STRTAB || strings.sh_size == 0 ||
            file[strings.sh_offset + strings.sh_size - 1] != 0 ||
            table.sh_size / sizeof(Elf64_Sym) > UINT32_MAX)
            return damaged;
        image->symbols = file + table.sh_offset;
        image->symbol_count = (uint32_t)(table.sh_size / sizeof(Elf64_Sym));
        image->strings = (const char *)file + strings.sh_offset;
        image->string_bytes = strings.sh_size;
        return NULL;
    }
    return NULL;
}

const char *elf_image_read(const uint8_t *file, size_t bytes, uint64_t lowest, uint64_t highest,
                           struct elf_image *image) {
    Elf64_Ehdr header;
    memset(image, 0, sizeof *image);
    const char *reason = read_header(file, bytes, &header);
    if (!reason)
        reason = read_segments(file, bytes, &header, lowest, highest, image);
    if (!reason)
        reason = read_symbols(file, bytes, &header, image);
    if (reason)
        return reason;
    if (header.e_entry % 4 != 0 || !is_executable(image, header.e_entry))
        return "starts at an address that is not in its code";
    image->entry = header.e_entry;
    return NULL;
}

bool elf_image_symbol(const struct elf_image *image, const char *name, uint64_t *value) {
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, image->symbols + i * sizeof symbol, sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF && symbol.st_name < image->string_bytes &&
            strcmp(image->strings + symbol.st_name, name) == 0) {
            *value = symbol.st_value;
            return true;
        }
    }
    return false;
}

const char *elf_image_function(const struct elf_image *image, uint64_t address, uint64_t *offset) {
    Elf64_Sym nearest = {.st_name = 0};
    bool found = false;
    if (!is_executable(image, address))
        return NULL;
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, image->symbols + i * sizeof symbol, sizeof symbol);
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF &&
            symbol.st_name < image->string_bytes && symbol.st_value <= address &&
            (!found || symbol.st_value > nearest.st_value)) {
            nearest = symbol;
            found = true;
        }
    }
    /* Assembly may leave a function's size out. Such a function ends where the next one starts. */
    if (!found || (nearest.st_size > 0 && address - nearest.st_value >= nearest.st_size))
        return NULL;
    *offset = address - nearest.st_value;
    return image->strings + nearest.st_name;
}
