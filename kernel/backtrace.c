#include "kernel/backtrace.h"

#include "kernel/console.h"
#include "kernel/image.h"

enum { CALLERS_SHOWN = 16, INSTRUCTION_BYTES = 4 };

static void print_place(const char *how, uint64_t address) {
    uint64_t offset = 0;
    const char *function = elf_image_function(&program_image.elf, address, &offset);
    console_print("graycube:   %s 0x%lx", how, (unsigned long)address);
    if (function)
        console_print(" %.80s+0x%lx", function, (unsigned long)offset);
    console_print("\n");
}

/* A frame record is the caller's frame pointer and the return address (procedure call standard,
 * 6.4.6). The process may have made them up: each is read through its page tables, and each frame
 * must lie above the one before, so that the walk ends. */
void backtrace_print(const struct process *process, const struct trap_frame *frame) {
    struct {
        uint64_t caller, address;
    } record;
    print_place("at", frame->pc);
    uint64_t at = frame->x[29];
    for (int i = 0; i < CALLERS_SHOWN && at % sizeof at == 0; i++) {
        if (!process_read(process, &record, at, sizeof record) || !record.address)
            return;
        print_place("called from", record.address - INSTRUCTION_BYTES);
        if (record.caller <= at)
            return;
        at = record.caller;
    }
}
