#include "kernel/image.h"

#include <string.h>

#include "board/registers.h"
#include "cube_abi.h"
#include "formats/cpio.h"
#include "kernel/ending.h"
#include "kernel/host/files.h"
#include "kernel/memory.h"
#include "kernel/memory_map.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/process_memory.h"

struct image program_image;

void image_find(const struct machine *machine) {
    uint64_t bytes = machine->initrd_end - machine->initrd_start;
    if (!bytes)
        ending_fail(STATUS_IMAGE, "no program: the machine was started without an initrd");
    if (!memory_map_contains(machine, machine->initrd_start, bytes))
        ending_fail(STATUS_IMAGE, "initrd: not in the machine's memory");

    struct cpio_file file;
    const char *reason = NULL;
    size_t offset = 0;
    const uint8_t *archive = memory_at(machine->initrd_start);
    switch (cpio_next(archive, bytes, &offset, &file, &reason)) {
    case -1:
        ending_fail(STATUS_IMAGE, "initrd: %s", reason);
    case 0:
        ending_fail(STATUS_IMAGE, "no program: the initrd is empty");
    default:
        break;
    }
    reason = elf_image_read(file.data, file.bytes, PROCESS_PROGRAM_LOWEST, PROCESS_PROGRAM_HIGHEST,
                            &program_image.elf);
    if (reason)
        ending_fail(STATUS_IMAGE, "%s: %s", file.name, reason);
    program_image.name = file.name;
    files_find(archive, bytes, offset);
}

uint64_t image_segment_start(const struct elf_segment *segment) {
    return page_down(segment->address);
}

size_t image_segment_pages(const struct elf_segment *segment) {
    return page_count(segment->address + segment->bytes - image_segment_start(segment));
}

void image_copy_segment(const struct elf_segment *segment, size_t page, size_t pages,
                        uint64_t frames) {
    uint8_t *to = memory_at(frames);
    /* Both ranges count from the start of the first page: [from, end) is copied, the file gives
     * [file, file_end), and [first, last) is in both. */
    size_t from = page * CUBE_PAGE_BYTES, end = from + pages * CUBE_PAGE_BYTES;
    size_t file = segment->address % CUBE_PAGE_BYTES, file_end = file + segment->file_bytes;
    size_t first = file < from ? from : file > end ? end : file;
    size_t last = file_end < first ? first : file_end > end ? end : file_end;
    memset(to, 0, first - from);
    memcpy(to + (first - from), segment->data + (first - file), last - first);
    memset(to + (last - from), 0, end - last);
}

size_t image_shared_pages(const struct elf_segment *segment) {
    return segment->when_touched ? 1 : segment->writable ? 0 : image_segment_pages(segment);
}

size_t image_own_pages(const struct elf_segment *segment) {
    return segment->writable && !segment->when_touched ? image_segment_pages(segment) : 0;
}

/* Bytes in the smallest line of a data cache. CTR_EL0.DminLine holds the logarithm of its words. */
static size_t data_line_bytes(void) {
    return (size_t)4 << (read_ctr_el0() >> 16 & 0xf);
}

/* Whether the pages at `copy` are what the file gives of the segment, and it gives all but the ends
 * of the first and last page: so it is where a machine runs again. The emulator would translate
 * anew what is written. */
static bool is_loaded(const struct elf_segment *segment, const uint8_t *copy, size_t pages) {
    size_t first = segment->address % CUBE_PAGE_BYTES;
    return !segment->when_touched && segment->executable &&
           first + segment->file_bytes <= pages * CUBE_PAGE_BYTES &&
           memcmp(copy + first, segment->data, segment->file_bytes) == 0;
}

bool image_load_shared(void) {
    const struct elf_image *elf = &program_image.elf;
    for (uint32_t i = 0; i < elf->segments; i++) {
        const struct elf_segment *segment = &elf->segment[i];
        size_t pages = image_shared_pages(segment);
        if (pages == 0)
            continue;
        uint64_t frames = program_image.frames[i] = pages_allocate(pages, PAGES_PROGRAM);
        if (!frames)
            return false;
        const uint8_t *copy = memory_at(frames);
        if (!is_loaded(segment, copy, pages))
            image_copy_segment(segment, 0, pages, frames);
        if (segment->when_touched)
            process_when_touched(segment->address, segment->bytes, copy);
        for (size_t at = 0; at < pages * CUBE_PAGE_BYTES; at += data_line_bytes())
            clean_line(copy + at);
    }
    instructions_changed();
    return true;
}
