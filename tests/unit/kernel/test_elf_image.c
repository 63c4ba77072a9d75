/* Finds a broken program image that the reader takes: a small one written by hand, with one change
 * for every refusal. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/parsers/elf_format.h"
#include "kernel/parsers/elf_image.h"
#include "tests/unit/test.h"

/* Programs of these tests may use the addresses [LOWEST, HIGHEST). */
#define LOWEST  UINT64_C(0x10000)
#define HIGHEST UINT64_C(0x7f00000000)

#define TEXT UINT64_C(0x400000)
#define DATA UINT64_C(0x402008)

enum { NOTE, CODE, DATA_SEGMENT, PROGRAM_HEADERS = ELF_IMAGE_SEGMENTS + 1 };
enum { NO_SECTION, SYMBOLS, STRINGS, SECTIONS };
enum { NO_SYMBOL, START, MAIN, LABEL, DATA_OBJECT, SYMBOL_COUNT };

static struct program {
    Elf64_Ehdr elf;
    Elf64_Phdr segment[PROGRAM_HEADERS];
    uint8_t code[256];
    uint8_t data[64];
    Elf64_Sym symbol[SYMBOL_COUNT];
    char strings[32];
    Elf64_Shdr section[SECTIONS];
} program;

static const char strings[] = "\0_start\0main\0label\0object";

static Elf64_Phdr load(uint64_t address, uint64_t offset, uint64_t bytes, uint32_t flags) {
    return (Elf64_Phdr){.p_type = PT_LOAD,
                        .p_flags = flags,
                        .p_offset = offset,
                        .p_vaddr = address,
                        .p_filesz = bytes,
                        .p_memsz = bytes};
}

static Elf64_Sym symbol(uint32_t name, uint8_t type, uint64_t address, uint64_t bytes) {
    return (Elf64_Sym){.st_name = name,
                       .st_info = ELF64_ST_INFO(STB_GLOBAL, type),
                       .st_shndx = 1,
                       .st_value = address,
                       .st_size = bytes};
}

/* 256 bytes of code; 64 bytes of data, and as many of zeros behind them. */
static int write_program(void **state) {
    (void)state;
    memset(&program, 0, sizeof program);
    program.elf = (Elf64_Ehdr){
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_AARCH64,
        .e_version = EV_CURRENT,
        .e_entry = TEXT + 16,
        .e_phoff = offsetof(struct program, segment),
        .e_shoff = offsetof(struct program, section),
        .e_ehsize = sizeof(Elf64_Ehdr),
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = 3,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = SECTIONS,
    };
    program.segment[NOTE].p_type = PT_NOTE;
    program.segment[CODE] =
        load(TEXT, offsetof(struct program, code), sizeof program.code, PF_R | PF_X);
    program.segment[DATA_SEGMENT] =
        load(DATA, offsetof(struct program, data), sizeof program.data, PF_R | PF_W);
    program.segment[DATA_SEGMENT].p_memsz = 2 * sizeof program.data;
    memcpy(program.strings, strings, sizeof strings);
    program.symbol[START] = symbol(1, STT_FUNC, TEXT + 16, 16);
    program.symbol[MAIN] = symbol(8, STT_FUNC, TEXT + 64, 32);
    program.symbol[LABEL] = symbol(13, STT_FUNC, TEXT + 128, 0);
    program.symbol[DATA_OBJECT] = symbol(19, STT_OBJECT, DATA, 64);
    program.section[SYMBOLS] = (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                                            .sh_offset = offsetof(struct program, symbol),
                                            .sh_size = sizeof program.symbol,
                                            .sh_entsize = sizeof(Elf64_Sym),
                                            .sh_link = STRINGS};
    program.section[STRINGS] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                            .sh_offset = offsetof(struct program, strings),
                                            .sh_size = sizeof program.strings};
    return 0;
}
static CMFixtureFunction before_each = write_program;

/* Reads the first `bytes` bytes of the program, from a block of exactly that size at an odd
 * address. The image's pointers are dead afterwards. */
static const char *read_first(size_t bytes, struct elf_image *image) {
    uint8_t *copy = malloc(bytes + 1);
    memcpy(copy + 1, &program, bytes);
    const char *reason = elf_image_read(copy + 1, bytes, LOWEST, HIGHEST, image);
    free(copy);
    return reason;
}

/* Then makes the program good again. */
static void refused(const char *expected) {
    struct elf_image image;
    const char *reason = read_first(sizeof program, &image);
    assert_non_null(reason);
    assert_string_equal(reason, expected);
    write_program(NULL);
}

static void accepted(struct elf_image *image) {
    const char *reason =
        elf_image_read((const uint8_t *)&program, sizeof program, LOWEST, HIGHEST, image);
    if (reason)
        fail_msg("refused: %s", reason);
}

#define TOUCHED "damaged: invalid segment of zero pages (link it with cubecc)"

/* ---- Good programs ---- */

TEST(reads_segments_and_entry) {
    struct elf_image image;
    accepted(&image);
    assert_int_equal(image.entry, TEXT + 16);
    assert_int_equal(image.end, 0x403000);
    assert_int_equal(image.segments, 2);
    assert_int_equal(image.segment[0].address, TEXT);
    assert_int_equal(image.segment[0].bytes, 256);
    assert_ptr_equal(image.segment[0].data, program.code);
    assert_true(image.segment[0].executable);
    assert_false(image.segment[0].writable);
    assert_int_equal(image.segment[1].address, DATA);
    assert_int_equal(image.segment[1].file_bytes, 64);
    assert_int_equal(image.segment[1].bytes, 128);
    assert_false(image.segment[1].executable);
    assert_true(image.segment[1].writable);
}

TEST(reads_that_pages_come_when_touched) {
    struct elf_image image;
    accepted(&image);
    assert_false(image.segment[1].when_touched);
    program.segment[DATA_SEGMENT].p_flags = PF_R | PF_W | ELF_WHEN_TOUCHED;
    program.segment[DATA_SEGMENT].p_vaddr = 0x402000;
    accepted(&image);
    assert_true(image.segment[1].when_touched);
    program.segment[DATA_SEGMENT].p_flags = PF_R | ELF_WHEN_TOUCHED;
    refused(TOUCHED);
}

TEST(passes_over_empty_segments) {
    struct elf_image image;
    program.segment[NOTE] = load(0, 0, 0, PF_R | PF_W | PF_X);
    accepted(&image);
    assert_int_equal(image.segments, 2);
}

TEST(takes_segments_up_to_the_bounds) {
    struct elf_image image;
    program.segment[CODE].p_vaddr = LOWEST;
    program.elf.e_entry = LOWEST + 252;
    program.segment[DATA_SEGMENT].p_vaddr = HIGHEST - 128;
    accepted(&image);
    assert_int_equal(image.end, HIGHEST);
}

TEST(takes_as_many_segments_as_it_has_room_for) {
    struct elf_image image;
    program.elf.e_phnum = PROGRAM_HEADERS;
    for (unsigned i = 0; i < ELF_IMAGE_SEGMENTS; i++)
        program.segment[i] =
            load(TEXT + 0x1000 * i, offsetof(struct program, code), 4096 / 16, PF_R | PF_X);
    program.segment[ELF_IMAGE_SEGMENTS].p_type = PT_NULL;
    accepted(&image);
    assert_int_equal(image.segments, ELF_IMAGE_SEGMENTS);
    program.segment[ELF_IMAGE_SEGMENTS] = load(TEXT + 0x100000, 0, 16, PF_R);
    refused("too many segments (expected: at most 8; link it with cubecc)");
}

TEST(names_functions) {
    static const struct {
        uint64_t address;
        const char *name;
        uint64_t offset;
    } cases[] = {
        {TEXT + 16, "_start", 0}, {TEXT + 31, "_start", 15}, {TEXT + 64, "main", 0},
        {TEXT + 95, "main", 31},  {TEXT + 128, "label", 0},  {TEXT + 255, "label", 127},
        {TEXT, NULL, 0},          {TEXT + 32, NULL, 0},      {TEXT + 96, NULL, 0},
        {TEXT + 256, NULL, 0},    {DATA, NULL, 0},           {0, NULL, 0},
        {UINT64_MAX, NULL, 0},
    };
    struct elf_image image;
    accepted(&image);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t offset = 0;
        const char *name = elf_image_function(&image, cases[i].address, &offset);
        if (cases[i].name) {
            assert_non_null(name);
            assert_string_equal(name, cases[i].name);
            assert_int_equal(offset, cases[i].offset);
        } else {
            assert_null(name);
        }
    }
}

TEST(finds_a_symbol_by_its_name) {
    struct elf_image image;
    uint64_t value = 0;
    accepted(&image);
    assert_true(elf_image_symbol(&image, "main", &value));
    assert_int_equal(value, TEXT + 64);
    assert_false(elf_image_symbol(&image, "mai", &value));
    program.symbol[MAIN].st_shndx = SHN_UNDEF;
    accepted(&image);
    assert_false(elf_image_symbol(&image, "main", &value));
}

TEST(names_no_function_without_symbols) {
    struct elf_image image;
    uint64_t offset;
    program.elf.e_shoff = 0;
    accepted(&image);
    assert_null(image.symbols);
    assert_null(elf_image_function(&image, TEXT + 16, &offset));
}

TEST(passes_over_symbols_that_name_nothing) {
    struct elf_image image;
    uint64_t offset;
    program.symbol[START].st_name = sizeof program.strings;
    program.symbol[MAIN].st_shndx = SHN_UNDEF;
    accepted(&image);
    assert_null(elf_image_function(&image, TEXT + 16, &offset));
    assert_null(elf_image_function(&image, TEXT + 64, &offset));
}

/* ---- Refusals ---- */

TEST(refuses_what_is_no_elf_file) {
    struct elf_image image;
    assert_string_equal(read_first(0, &image), "empty file");
    memcpy(program.elf.e_ident, "#!/b", 4);
    assert_string_equal(read_first(3, &image),
                        "not a program (no ELF file; compile one with cubecc)");
    refused("not a program (no ELF file; compile one with cubecc)");
}

/* A member of the program, by its place and size. */
#define IN(member) offsetof(struct program, member), sizeof program.member

#define OUTSIDE         "a segment overlaps the kernel or the stack (link it with cubecc)"
#define WRAPS           "a segment extends beyond the address space (link it with cubecc)"
#define SHARED          "segments overlap or share a page of 4096 bytes (link it with cubecc)"
#define VERSION         "damaged: unknown version of the ELF header"
#define DYNAMIC         "dynamically linked program (link it with -static, as cubecc does)"
#define NO_CODE         "the entry address is outside of the code (link it with cubecc)"
#define SYMBOLS_DAMAGED "damaged: invalid symbol table"
#define HERE            " (expected: AArch64; compile it with cubecc)"

/* A member that is changed, to what, and why the program is refused. */
static const struct {
    size_t at, bytes;
    uint64_t value;
    const char *reason;
} changes[] = {
    {IN(elf.e_machine), EM_X86_64, "x86-64 program" HERE},
    {IN(elf.e_machine), EM_386, "x86 program" HERE},
    {IN(elf.e_machine), EM_ARM, "32-bit Arm program" HERE},
    {IN(elf.e_machine), EM_RISCV, "RISC-V program" HERE},
    {IN(elf.e_machine), EM_S390, "program for another processor" HERE},
    {IN(elf.e_ident[EI_CLASS]), ELFCLASS32,
     "32-bit program (expected: 64-bit; compile it with cubecc)"},
    {IN(elf.e_ident[EI_DATA]), ELFDATA2MSB,
     "big-endian program (expected: little-endian AArch64; compile it with cubecc)"},
    {IN(elf.e_ident[EI_VERSION]), 2, VERSION},
    {IN(elf.e_phentsize), 32, VERSION},
    {IN(elf.e_type), ET_DYN,
     "position-independent program (link it with -static and -no-pie, as cubecc does)"},
    {IN(elf.e_type), ET_REL, "object file, not a program (link it with cubecc)"},
    {IN(elf.e_type), ET_CORE, "core dump, not a program"},
    {IN(elf.e_type), ET_LOOS, "ELF file, but not a program"},
    {IN(segment[NOTE].p_type), PT_INTERP, DYNAMIC},
    {IN(segment[NOTE].p_type), PT_DYNAMIC, DYNAMIC},
    {IN(segment[NOTE].p_type), PT_GNU_STACK, "program for Linux (compile it with cubecc)"},
    {IN(segment[DATA_SEGMENT].p_memsz), 63,
     "damaged: a segment is larger in the file than in memory"},
    {IN(segment[CODE].p_vaddr), LOWEST - 1, OUTSIDE},
    {IN(segment[CODE].p_vaddr), 0, OUTSIDE},
    {IN(segment[DATA_SEGMENT].p_vaddr), HIGHEST - 127, OUTSIDE},
    {IN(segment[DATA_SEGMENT].p_vaddr), UINT64_C(0xffffff8000000000), OUTSIDE},
    {IN(segment[DATA_SEGMENT].p_memsz), HIGHEST, OUTSIDE},
    {IN(segment[DATA_SEGMENT].p_vaddr), UINT64_MAX - 126, WRAPS},
    {IN(segment[DATA_SEGMENT].p_memsz), UINT64_MAX, WRAPS},
    {IN(segment[DATA_SEGMENT].p_vaddr), TEXT, SHARED},
    {IN(segment[DATA_SEGMENT].p_vaddr), TEXT + 128, SHARED},
    {IN(segment[DATA_SEGMENT].p_vaddr), TEXT + 0xfff, SHARED},
    {IN(segment[DATA_SEGMENT].p_vaddr), TEXT - 0x1000,
     "damaged: the segments are not in ascending order"},
    {IN(segment[CODE].p_flags), PF_R | PF_W | PF_X,
     "a segment is both writable and executable (link it with cubecc)"},
    {IN(segment[DATA_SEGMENT].p_flags), PF_R | PF_W | ELF_WHEN_TOUCHED, TOUCHED}, /* in a page */
    {IN(elf.e_phnum), 0, "no segment to load (link it with cubecc)"},
    {IN(elf.e_phnum), 1, "no segment to load (link it with cubecc)"}, /* the note */
    {IN(elf.e_entry), 0, NO_CODE},
    {IN(elf.e_entry), TEXT - 4, NO_CODE},
    {IN(elf.e_entry), TEXT + 256, NO_CODE},
    {IN(elf.e_entry), TEXT + 2, NO_CODE},
    {IN(elf.e_entry), DATA, NO_CODE},
    {IN(elf.e_entry), DATA + 4, NO_CODE},
    {IN(elf.e_entry), UINT64_MAX, NO_CODE},
    {IN(elf.e_entry), UINT64_MAX - 3, NO_CODE},
    {IN(section[SYMBOLS].sh_entsize), 16, SYMBOLS_DAMAGED},
    {IN(section[SYMBOLS].sh_link), SECTIONS, SYMBOLS_DAMAGED},
    {IN(section[STRINGS].sh_type), SHT_NOTE, SYMBOLS_DAMAGED},
    {IN(section[STRINGS].sh_size), 0, SYMBOLS_DAMAGED},
    {IN(elf.e_shentsize), 40, SYMBOLS_DAMAGED},
};

/* Numbers are little-endian in the file and on the host. */
TEST(refuses_each_change) {
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        memcpy((uint8_t *)&program + changes[i].at, &changes[i].value, changes[i].bytes);
        refused(changes[i].reason);
    }
    program.strings[sizeof program.strings - 1] = 'x';
    refused(SYMBOLS_DAMAGED);
}

/* Whatever range the caller allows, the last page cannot be used: `end` would wrap. */
TEST(refuses_the_last_page) {
    struct elf_image image;
    program.segment[DATA_SEGMENT].p_vaddr = UINT64_MAX - 200;
    assert_string_equal(
        elf_image_read((const uint8_t *)&program, sizeof program, 0, UINT64_MAX, &image), OUTSIDE);
}

TEST(refuses_tables_beyond_the_end) {
    static const uint64_t offsets[] = {sizeof program - 8, sizeof program + 1, UINT64_MAX,
                                       UINT64_MAX - 100};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        program.elf.e_phoff = offsets[i];
        refused("truncated: the program headers lie beyond its end");
        program.elf.e_shoff = offsets[i];
        refused("truncated: the section headers lie beyond its end");
        program.section[SYMBOLS].sh_offset = offsets[i];
        refused("truncated: the symbol table lies beyond its end");
        program.section[STRINGS].sh_offset = offsets[i];
        refused("truncated: the symbol table lies beyond its end");
        program.segment[CODE].p_offset = offsets[i];
        refused("truncated: a segment lies beyond its end");
    }
    program.elf.e_phnum = UINT16_MAX;
    refused("truncated: the program headers lie beyond its end");
}

TEST(refuses_every_truncation) {
    for (size_t bytes = 0; bytes < sizeof program; bytes++) {
        struct elf_image image;
        const char *reason = read_first(bytes, &image);
        assert_non_null(reason);
        if (bytes >= SELFMAG)
            assert_non_null(strstr(reason, "truncated"));
    }
}
