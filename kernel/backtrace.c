#include "kernel/backtrace.h"

#include <string.h>

#include "kernel/console.h"
#include "kernel/image.h"

enum { CALLERS_SHOWN = 16, INSTRUCTION_BYTES = 4 };

/* What a function puts on the stack when it begins; its frame pointer x29 points to it (procedure
 * call standard, 6.4.6). */
struct frame_record {
    uint64_t caller;  /* the caller's frame pointer */
    uint64_t address; /* where the function returns to */
};

static const char *function_at(uint64_t address, uint64_t *offset) {
    return elf_image_function(&program_image.elf, address, offset);
}

static void print_place(const char *how, uint64_t address) {
    uint64_t offset = 0;
    const char *function = function_at(address, &offset);
    console_print("graycube:   %s 0x%lx", how, (unsigned long)address);
    if (function)
        console_print(" %.80s+0x%lx", function, (unsigned long)offset);
    console_print("\n");
}

/* A function that calls no other makes no frame record: only x30 says who called it. In a function
 * that has made a record, x30 says nothing new: it is an address in the function itself, or the
 * address that the record holds. */
static void print_caller_of_leaf(const struct trap_frame *frame, const struct frame_record *first) {
    uint64_t offset, caller = frame->x[30] - INSTRUCTION_BYTES;
    const char *function = function_at(caller, &offset);
    if (function && function != function_at(frame->pc, &offset) && frame->x[30] != first->address)
        print_place("called from", caller);
}

/* The process may have written anything where its frame records should be. So each record is read
 * through the page tables of the process, and the walk ends unless the next record lies above this
 * one. */
void backtrace_print(const struct process *process, const struct trap_frame *frame) {
    struct frame_record record = {0};
    uint64_t at = frame->x[29];
    print_place("at", frame->pc);
    process_read(process, &record, at, sizeof record);
    print_caller_of_leaf(frame, &record);
    for (int i = 0; i < CALLERS_SHOWN && at % sizeof at == 0; i++) {
        if (!process_read(process, &record, at, sizeof record) || !record.address)
            return;
        print_place("called from", record.address - INSTRUCTION_BYTES);
        if (record.caller <= at)
            return;
        at = record.caller;
    }
}

/* Whether a function is one of MPI's, by either of its two names. */
static bool is_library_call(const char *function) {
    return strncmp(function + (function[0] == 'P'), "MPI_", strlen("MPI_")) == 0;
}

void backtrace_print_caller(const struct process *process, const struct trap_frame *frame) {
    struct frame_record record;
    uint64_t at = frame->x[29], offset;
    bool found = false;
    for (int i = 0; i < CALLERS_SHOWN && at % sizeof at == 0; i++) {
        if (!process_read(process, &record, at, sizeof record) || !record.address)
            return;
        uint64_t caller = record.address - INSTRUCTION_BYTES;
        const char *function = function_at(caller, &offset);
        bool is_call = function && is_library_call(function);
        if (function && found && !is_call) {
            console_print(", called from %.80s+0x%lx (0x%lx)", function, (unsigned long)offset,
                          (unsigned long)caller);
            return;
        }
        found |= is_call;
        if (record.caller <= at)
            return;
        at = record.caller;
    }
}
