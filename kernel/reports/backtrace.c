#include "kernel/reports/backtrace.h"

#include <string.h>

#include "kernel/console.h"
#include "kernel/image.h"
#include "kernel/reports/place.h"

enum { CALLERS_SHOWN = 16, INSTRUCTION_BYTES = 4 };

/* The frame record of a function, to which x29 points (procedure call standard, 6.4.6). */
struct frame_record {
    uint64_t caller;  /* the caller's frame pointer */
    uint64_t address; /* where the function returns to */
};

/* A walk from a function to those that have called it. The process may have written anything where
 * its frame records should be. So each record is read through the page tables of the process, and
 * the walk ends unless the next record lies above this one. */
struct walk {
    const struct process *process;
    uint64_t record; /* the address of the next record; 0: there is none */
    int left;        /* how many callers may still be looked for */
};

static struct walk walk_from(const struct process *process, const struct trap_frame *frame) {
    return (struct walk){process, frame->x[29], CALLERS_SHOWN};
}

static const char *function_at(uint64_t address) {
    uint64_t offset;
    return elf_image_function(&program_image.elf, address, &offset);
}

/* Whether an address is in the function that calls main, which says nothing to the program's
 * author. */
static bool is_start(uint64_t address) {
    const char *function = function_at(address);
    return function && strcmp(function, "_start") == 0;
}

/* Goes on to the next caller. Returns the address of the instruction that calls, or 0 at the end of
 * the walk. */
static uint64_t next_address(struct walk *walk) {
    struct frame_record record;
    if (!walk->record || walk->record % sizeof walk->record || !walk->left-- ||
        !process_read(walk->process, &record, walk->record, sizeof record) || !record.address)
        return 0;
    walk->record = record.caller > walk->record ? record.caller : 0;
    return record.address - INSTRUCTION_BYTES;
}

/* Does the same, but ends where main was called. */
static uint64_t next_call(struct walk *walk) {
    uint64_t call = next_address(walk);
    return call && is_start(call) ? 0 : call;
}

/* ---- Each caller in a line of its own ---- */

static void print_place(const char *how, uint64_t address) {
    char text[PLACE_TEXT_BYTES];
    place_text(address, text);
    for (char *rest = text, *line; (line = strsep(&rest, "\n")); how = "inlined in")
        console_print("graycube:   %s %s\n", how, line);
}

/* A function that calls no other makes no frame record: only x30 says who called it. In a function
 * that has made a record, x30 says nothing new: it is an address in the function itself, or the
 * address that the record holds. */
static void print_caller_of_leaf(const struct process *process, const struct trap_frame *frame) {
    struct frame_record first = {0};
    uint64_t caller = frame->x[30] - INSTRUCTION_BYTES;
    const char *function = function_at(caller);
    process_read(process, &first, frame->x[29], sizeof first);
    if (function && function != function_at(frame->pc) && frame->x[30] != first.address)
        print_place("called from", caller);
}

void backtrace_print(const struct process *process, const struct trap_frame *frame) {
    struct walk walk = walk_from(process, frame);
    uint64_t call;
    print_place("at", frame->pc);
    print_caller_of_leaf(process, frame);
    while ((call = next_call(&walk)))
        print_place("called from", call);
}

/* Whether an address is in the code of the cube's libraries, which the linker puts between these
 * two symbols (libc/program.ld). */
static bool is_in_library(uint64_t address) {
    uint64_t start, end;
    return elf_image_symbol(&program_image.elf, "library_text_start", &start) &&
           elf_image_symbol(&program_image.elf, "library_text_end", &end) && address >= start &&
           address < end;
}

/* Whether an address is in what a failed assertion calls: __assert_func or __assert_no_args. */
static bool is_in_assertion(uint64_t address) {
    static const char begin[] = "__assert_";
    const char *function = function_at(address);
    return function && strncmp(function, begin, sizeof begin - 1) == 0;
}

void backtrace_print_outside(const struct process *process, const struct trap_frame *frame) {
    struct walk walk = walk_from(process, frame);
    uint64_t call = 0;
    if (is_in_library(frame->pc))
        while ((call = next_call(&walk)) && (is_in_library(call) || is_in_assertion(call)))
            ;
    if (!call)
        backtrace_print(process, frame);
    for (; call; call = next_call(&walk))
        print_place("called from", call);
}

/* ---- All callers in one line ---- */

/* Counts the callers up to the last one that is in the library. Only those after it have called the
 * library from outside: before it there may be functions of the program, too, such as an operator
 * that the library calls. */
static int callers_in_library(struct walk walk) {
    int count = 0, in_library = 0;
    uint64_t call;
    while ((call = next_call(&walk))) {
        count++;
        if (is_in_library(call))
            in_library = count;
    }
    return in_library;
}

/* Writes a place behind the text of *length bytes, with a comma between, and adds to *length what
 * it has written. Returns whether there was room for all of it. */
static bool append_place(uint64_t address, char *text, size_t *length, size_t room) {
    char place[PLACE_TEXT_BYTES];
    place_text(address, place);
    for (char *rest = place, *line; (line = strsep(&rest, "\n"));) {
        const char *between = *length ? ", " : "";
        size_t bytes = strlen(between) + strlen(line);
        if (bytes >= room - *length)
            return false;
        strcpy(text + *length, between);
        strcat(text + *length, line);
        *length += bytes;
    }
    return true;
}

size_t backtrace_callers(const struct process *process, const struct trap_frame *frame, char *text,
                         size_t room) {
    struct walk walk = walk_from(process, frame);
    int inside = callers_in_library(walk);
    size_t length = 0;
    uint64_t call;
    for (int i = 0; inside && (call = next_call(&walk)); i++)
        if (i >= inside && !append_place(call, text, &length, room))
            break; /* a text with a gap would name a caller that is none */
    return length;
}

size_t backtrace_place(uint64_t address, char *text, size_t room) {
    size_t length = 0;
    append_place(address, text, &length, room);
    return length;
}

/* ---- As numbers ---- */

size_t backtrace_addresses(const struct process *process, const struct trap_frame *frame,
                           uint64_t address[], size_t room) {
    struct walk walk = walk_from(process, frame);
    size_t count = 0;
    address[count++] = frame->pc;
    address[count++] = frame->x[30] - INSTRUCTION_BYTES;
    walk.left = (int)(room - count);
    while ((address[count] = next_address(&walk)))
        count++;
    return count;
}
