/* The parts of the ELF format that the kernel reads, by the System V ABI, chapters 4 and 5. Not
 * every C library has an <elf.h>. */
#ifndef KERNEL_ELF_FORMAT_H
#define KERNEL_ELF_FORMAT_H

#include <stdint.h>

/* The first bytes of a file, and where some of them lie. */
#define ELF_MAGIC "\177ELF"
enum { ELF_MAGIC_BYTES = 4, ELF_AT_CLASS = 4, ELF_AT_ORDER = 5, ELF_AT_VERSION = 6 };
enum { ELF_64_BIT = 2, ELF_LITTLE_ENDIAN = 1, ELF_CURRENT = 1 };

struct elf_header {
    uint8_t identity[16];
    uint16_t type;    /* one of enum elf_type */
    uint16_t machine; /* one of enum elf_machine */
    uint32_t version;
    uint64_t entry;           /* address of the first instruction */
    uint64_t program_headers; /* offset in the file */
    uint64_t section_headers; /* offset in the file; 0: there are none */
    uint32_t flags;
    uint16_t bytes; /* of this header */
    uint16_t program_header_bytes, program_header_count;
    uint16_t section_header_bytes, section_header_count;
    uint16_t section_names; /* number of the section that has the sections' names */
};

enum elf_type { ELF_RELOCATABLE = 1, ELF_EXECUTABLE = 2, ELF_SHARED = 3, ELF_CORE = 4 };
enum elf_machine { ELF_386 = 3, ELF_ARM = 40, ELF_X86_64 = 62, ELF_AARCH64 = 183, ELF_RISCV = 243 };

struct elf_program_header {
    uint32_t type;  /* one of enum elf_program_type */
    uint32_t flags; /* a set of enum elf_program_flag */
    uint64_t offset, address, physical_address, file_bytes, memory_bytes, alignment;
};

enum elf_program_type {
    ELF_LOAD = 1,
    ELF_DYNAMIC = 2,
    ELF_INTERPRETER = 3,
    ELF_GNU_STACK = 0x6474e551, /* of static programs for Linux, too */
};
enum elf_program_flag {
    ELF_MAY_EXECUTE = 1 << 0,
    ELF_MAY_WRITE = 1 << 1,
    ELF_WHEN_TOUCHED = 1 << 20, /* our own, of the system's range: see elf_image.h */
};

struct elf_section_header {
    uint32_t name;
    uint32_t type; /* one of enum elf_section_type */
    uint64_t flags, address, offset, bytes;
    uint32_t link; /* of a symbol table: the number of the section that has its strings */
    uint32_t information;
    uint64_t alignment, entry_bytes;
};

enum elf_section_type { ELF_SYMBOLS = 2, ELF_STRINGS = 3 };

struct elf_symbol {
    uint32_t name; /* offset in the strings */
    uint8_t kind;  /* one of enum elf_symbol_kind in the bits of ELF_KIND_MASK */
    uint8_t visibility;
    uint16_t section; /* ELF_UNDEFINED: of another file */
    uint64_t value, bytes;
};

enum elf_symbol_kind { ELF_FUNCTION = 2 };
enum { ELF_KIND_MASK = 0xf, ELF_UNDEFINED = 0 };

_Static_assert(sizeof(struct elf_header) == 64 && sizeof(struct elf_program_header) == 56 &&
                   sizeof(struct elf_section_header) == 64 && sizeof(struct elf_symbol) == 24,
               "these are the sizes of ELF for 64 bits");

#endif
