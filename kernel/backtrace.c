#include "kernel/backtrace.h"

#include <string.h>

#include "kernel/console.h"
#include "kernel/image.h"
#include "kernel/place.h"

enum { CALLERS_SHOWN = 16, INSTRUCTION_BYTES = 4 };

/* What a function puts on the stack when it begins; its frame pointer x29 points to it (procedure
 * call standard, 6.4.6). */
struct frame_record {
    uint64_t caller;  /* the caller's frame pointer */
    uint64_t address; /* where the function returns to */
};

/* A walk from a function to those that have called it. The process may have written anything where
 * its frame records should be. So each record is read through the page tables of the process, and
 * the walk ends unless the next record lies above this one. */
struct walk {
    const struct process *process;
    uint64_t record; /* the address of the next one; 0: there is none */
    int left;        /* how many callers may yet be found */
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

/* Returns the address of the instruction that has called, or 0 at the end of the walk. */
static uint64_t next_call(struct walk *walk) {
    struct frame_record record;
    if (!walk->record || walk->record % sizeof walk->record || !walk->left-- ||
        !process_read(walk->process, &record, walk->record, sizeof record) || !record.address)
        return 0;
    walk->record = record.caller > walk->record ? record.caller : 0;
    uint64_t call = record.address - INSTRUCTION_BYTES;
    return is_start(call) ? 0 : call;
}

/* ---- A line each ---- */

static void print_place(const char *how, uint64_t address) {
    char text[PLACE_TEXT_BYTES];
    place_text(address, text);
    for (char *line = text, *next; line; line = next, how = "inlined in") {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        console_print("graycube:   %s %s\n", how, line);
    }
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

/* ---- All in one line ---- */

/* Whether an address is in the text of the cube's libraries, which the linker gathers there. */
static bool is_in_library(uint64_t address) {
    uint64_t start, end;
    return elf_image_symbol(&program_image.elf, "library_text_start", &start) &&
           elf_image_symbol(&program_image.elf, "library_text_end", &end) && address >= start &&
           address < end;
}

/* How many callers there are up to the last one in the library: those behind it are the program's.
 * A function of the program's own, such as an operator, may be called by the library in turn. */
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

/* Writes a place behind the text that has `length` bytes, with a comma between. Returns the new
 * length, or the old one if there is no room. */
static size_t append_place(uint64_t address, char *text, size_t length, size_t room) {
    char place[PLACE_TEXT_BYTES];
    place_text(address, place);
    for (char *line = place, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        const char *between = length ? ", " : "";
        size_t bytes = strlen(between) + strlen(line);
        if (bytes >= room - length)
            break;
        strcpy(text + length, between);
        strcat(text + length, line);
        length += bytes;
    }
    return length;
}

size_t backtrace_callers(const struct process *process, const struct trap_frame *frame, char *text,
                         size_t room) {
    struct walk walk = walk_from(process, frame);
    int inside = callers_in_library(walk);
    size_t length = 0;
    uint64_t call;
    for (int i = 0; inside && (call = next_call(&walk)); i++)
        if (i >= inside)
            length = append_place(call, text, length, room);
    return length;
}
