/* Finds a copy of a structure out of a program's file that takes other bytes than its contract asks
 * for, by values: any file. */
#include "tests/prove/string.h"

#include "kernel/parsers/elf_image.c"
#include "tests/prove/prove.h"

enum { BYTES = 128 };
static uint8_t file[BYTES];

int main(void) {
    struct elf_header header;
    struct elf_image image;
    any_bytes(file, sizeof file);
    for (size_t bytes = 1; bytes <= BYTES; bytes++)
        copy_header(file + BYTES - bytes, bytes, &header);
    clear(&image);
    //@ assert image.segments == 0;
    for (uint32_t index = 0; index < 2; index++) {
        header.program_headers = BYTES - (index + 1) * sizeof(struct elf_program_header);
        program_header_at(file, &header, index);
        header.section_headers = BYTES - (index + 1) * sizeof(struct elf_section_header);
        section_at(file, &header, index);
        image.symbols = file + BYTES - (index + 1) * sizeof(struct elf_symbol);
        symbol_at(&image, index);
    }
}
