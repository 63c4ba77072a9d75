#include "kernel/reports/place.h"

#include <stdio.h>

#include "kernel/host/questions.h"
#include "kernel/image.h"

enum { FUNCTION_SHOWN = 80 };

void place_text(uint64_t address, char *text) {
    size_t bytes = questions_place(address, text);
    text[bytes] = 0;
    if (bytes)
        return;
    uint64_t offset = 0;
    const char *function = elf_image_function(&program_image.elf, address, &offset);
    if (function)
        snprintf(text, PLACE_TEXT_BYTES, "%.*s+0x%lx (0x%lx)", FUNCTION_SHOWN, function,
                 (unsigned long)offset, (unsigned long)address);
    else
        snprintf(text, PLACE_TEXT_BYTES, "0x%lx", (unsigned long)address);
}
