#include "kernel/host/files.h"

#include <string.h>

#include "formats/cpio.h"
#include "formats/initrd.h"
#include "kernel/ending.h"
#include "kernel/memory.h"
#include "kernel/page.h"
#include "kernel/process_memory.h"
#include "kernel/table.h"

struct files files;

static uint64_t *shared_table; /* the first level of page tables that map the files alone */

/* Takes strings, each with a zero behind it. */
static void take_strings(const struct cpio_file *file, const char **strings, size_t *bytes) {
    if (file->bytes && file->data[file->bytes - 1])
        ending_fail(STATUS_IMAGE, "initrd: %s is not zero-terminated", file->name);
    *strings = (const char *)file->data;
    *bytes = file->bytes;
}

static void take(const struct cpio_file *file, const uint8_t *from, const uint8_t *end) {
    if (strcmp(file->name, INITRD_ENVIRONMENT) == 0) {
        take_strings(file, &files.environment, &files.environment_bytes);
    } else if (strcmp(file->name, INITRD_ARGUMENTS) == 0) {
        take_strings(file, &files.arguments, &files.arguments_bytes);
    } else if (strcmp(file->name, INITRD_DEAD) == 0) {
        files.dead = (const uint16_t *)(uintptr_t)file->data; /* data begin at a multiple of 4 */
        files.dead_bytes = file->bytes;
    } else if (strcmp(file->name, INITRD_FAILING) == 0) {
        files.failing = file->data;
        files.failing_bytes = file->bytes;
    } else if (!files.archive) {
        files.archive = from;
        files.bytes = (size_t)(end - from);
    }
}

void files_find(const uint8_t *archive, size_t bytes, size_t offset) {
    const uint8_t *from = archive + offset;
    const char *reason = NULL;
    struct cpio_file file;
    int found;
    while ((found = cpio_next(archive, bytes, &offset, &file, &reason)) == 1) {
        take(&file, from, archive + bytes);
        from = archive + offset;
    }
    if (found < 0)
        ending_fail(STATUS_IMAGE, "initrd: %s", reason);
    if (files.bytes > PROCESS_FILES_END - PROCESS_FILES - CUBE_PAGE_BYTES)
        ending_fail(STATUS_IMAGE, "initrd: its files are too large (%zu bytes)", files.bytes);
}

static uint64_t first_frame(void) {
    return page_down(memory_physical(files.archive));
}

static size_t pages(void) {
    return page_count(memory_physical(files.archive) - first_frame() + files.bytes);
}

size_t files_pages(void) {
    return files.bytes ? 1 + table_pages(pages()) : 0;
}

bool files_start(void) {
    if (!files.bytes)
        return true;
    shared_table = table_make();
    return shared_table && table_map_pages(shared_table, PROCESS_FILES, first_frame(), pages(),
                                           TABLE_PROCESS_RODATA);
}

uint64_t files_share(uint64_t *table) {
    if (!files.bytes)
        return 0;
    table_share(table, shared_table, PROCESS_FILES, pages());
    return PROCESS_FILES + memory_physical(files.archive) - first_frame();
}
