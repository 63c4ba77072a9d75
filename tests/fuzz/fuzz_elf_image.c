/* The program image: every accepted one can be mapped. Its segments are inside the file and the
 * range, ascend, share no page, are never both writable and executable; symbols have names. */
#include <string.h>

#include "cube_abi.h"
#include "kernel/parsers/elf_image.h"
#include "tests/fuzz/fuzz.h"

#define LOWEST  UINT64_C(0x10000)
#define HIGHEST UINT64_C(0x7f00000000)

static void check_function(const struct elf_image *image, uint64_t address) {
    uint64_t offset = UINT64_MAX;
    const char *name = elf_image_function(image, address, &offset);
    if (!name)
        return;
    assert(fuzz_inside(image->strings, image->string_bytes, name, strlen(name) + 1));
    assert(offset <= address);
}

static void check_segments(const uint8_t *data, size_t bytes, const struct elf_image *image) {
    uint64_t free_from = LOWEST; /* the first address that the next segment may use */
    bool entry_is_code = false;
    assert(image->segments > 0 && image->segments <= ELF_IMAGE_SEGMENTS);
    for (uint32_t i = 0; i < image->segments; i++) {
        const struct elf_segment *segment = &image->segment[i];
        assert(segment->address >= free_from);
        assert(segment->address < HIGHEST && segment->bytes <= HIGHEST - segment->address);
        assert(segment->bytes > 0 && segment->file_bytes <= segment->bytes);
        assert(fuzz_inside(data, bytes, segment->data, segment->file_bytes));
        assert(!segment->writable || !segment->executable);
        assert(!segment->when_touched ||
               (segment->writable && segment->address % CUBE_PAGE_BYTES == 0 &&
                segment->file_bytes <= CUBE_PAGE_BYTES));
        if (segment->executable && image->entry >= segment->address &&
            image->entry - segment->address < segment->bytes)
            entry_is_code = true;
        free_from = (segment->address + segment->bytes + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES *
                    CUBE_PAGE_BYTES;
        check_function(image, segment->address);
    }
    assert(entry_is_code);
    assert(image->end == free_from);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    struct elf_image image;
    memset(&image, 0xff, sizeof image);
    const char *reason = elf_image_read(data, bytes, LOWEST, HIGHEST, &image);
    if (reason) {
        assert(reason[0]);
        return 0;
    }
    fuzz_accepted++;
    check_segments(data, bytes, &image);
    if (image.symbols) {
        assert(fuzz_inside(data, bytes, image.symbols, image.symbol_count * UINT64_C(24)));
        assert(fuzz_inside(data, bytes, image.strings, image.string_bytes));
        assert(image.string_bytes > 0 && image.strings[image.string_bytes - 1] == 0);
    }
    check_function(&image, image.entry);
    return 0;
}
