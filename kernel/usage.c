#include "kernel/usage.h"

#include "kernel/ending.h"
#include "kernel/node.h"
#include "kernel/pages.h"
#include "kernel/records.h"

enum { MIB = 1 << 20 };

static size_t needed, found;

static unsigned long mebibytes(size_t pages) {
    return (pages * CUBE_PAGE_BYTES + MIB - 1) / MIB;
}

void usage_need(size_t pages) {
    needed = pages;
    found = pages_left();
    if (found < needed)
        usage_short();
}

void usage_short(void) {
    ending_fail(ENDING_OPTIONS,
                "too little memory: %u nodes with this program need %lu MiB beside the kernel and "
                "the files, and %lu MiB are free; give the machine more with -m",
                (unsigned)node_count, mebibytes(needed), mebibytes(found));
}

void usage_record(void) {
    records_print("{\"kernel\":{\"nodes\":%u,\"kernel_bytes\":%lu,\"program_bytes\":%lu}}",
                  (unsigned)node_count, (unsigned long)pages_used(PAGES_KERNEL) * CUBE_PAGE_BYTES,
                  (unsigned long)pages_used(PAGES_PROGRAM) * CUBE_PAGE_BYTES);
}
