#include "libc/memory/guard.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"
#include "cube_system_call.h"
#include "libc/memory/blocks.h"
#include "libc/memory/heap.h"
#include "net/system/system.h"

enum {
    CALLERS = 3,     /* callers kept of an allocation or a free */
    TAIL_BYTES = 16, /* behind the block */
    TAIL = 0xa5,     /* what is in each of them */
    FREED = 0xdf,    /* what is in each byte of a block that is kept after it was freed */
    KEPT_MOST = 64,  /* blocks that are kept so */
    INSTRUCTION_BYTES = 4,
    TEXT_BYTES = 180 /* for the callers of either kind: half of what system_abort prints */
};

/* What a guard is sealed with, and its own address: any numbers that programs do not write. */
#define TAKEN_SEAL 0x7461b37a6b656e21u
#define KEPT_SEAL  0x6b65ba7074626c6bu /* freed, but not given to the heap yet */
#define GONE_SEAL  0x676fa16e65e12e5du

struct callers {
    uintptr_t address[CALLERS]; /* of the calls, the innermost first; 0: no more */
};

/* It lies before the bytes of its block. */
struct guard {
    _Alignas(BLOCKS_ALIGNMENT) struct guard *next, *previous; /* all guards, the oldest first */
    struct callers allocated, freed;
    size_t bytes; /* that were asked for */
    uint64_t seal;
};

static struct guard all = {.next = &all, .previous = &all};
static struct guard *kept[KEPT_MOST];
static size_t freed; /* blocks, also those that are no longer kept */
static uintptr_t stack_top;

extern char library_text_start[], library_text_end[]; /* libc/program.ld */

void guard_start(const void *top) {
    stack_top = (uintptr_t)top;
}

/* ---- Reports ---- */

/* Writes who the callers are, behind `how`. */
static const char *name(const char *how, const struct callers *callers, char text[TEXT_BYTES]) {
    size_t length = 0;
    text[0] = 0;
    for (int i = 0; i < CALLERS && callers->address[i]; i++) {
        char place[TEXT_BYTES] = "";
        system_call(CUBE_SYS_PLACE, callers->address[i], (uintptr_t)place, sizeof place - 1);
        const char *between = i ? ", " : how;
        if (length + strlen(between) + strlen(place) >= TEXT_BYTES)
            break;
        strcpy(text + length, between);
        strcat(text + length, place);
        length = strlen(text);
    }
    return text;
}

static _Noreturn void report(const struct guard *guard, const char *what) {
    char by[TEXT_BYTES], from[TEXT_BYTES];
    system_abort("graycube: node %d: heap: %s the block of %lu bytes at 0x%lx%s%s\n", cube_node(),
                 what, (unsigned long)guard->bytes, (unsigned long)(guard + 1),
                 name(", allocated by ", &guard->allocated, by),
                 name(", freed by ", &guard->freed, from));
}

/* ---- Callers ---- */

/* What a function puts on the stack when it begins, and to which x29 points (procedure call
 * standard, 6.4.6). */
struct frame_record {
    const struct frame_record *caller;
    uintptr_t address;
};

/* The calls that have led here from outside of the cube's library. The program may have anything in
 * x29, so records are looked for on its stack alone. */
static struct callers find_callers(void) {
    struct callers callers = {{0}};
    uintptr_t last = 0, next = (uintptr_t)__builtin_frame_address(0);
    for (int count = 0; count < CALLERS && next > last && next % sizeof next == 0 &&
                        next + sizeof(struct frame_record) <= stack_top;) {
        const struct frame_record *record = (const struct frame_record *)next;
        if (record->address < (uintptr_t)library_text_start)
            break; /* _start lies there, which has called main */
        if (record->address >= (uintptr_t)library_text_end)
            callers.address[count++] = record->address - INSTRUCTION_BYTES;
        last = next;
        next = (uintptr_t)record->caller;
    }
    return callers;
}

/* ---- Guards ---- */

static uint64_t seal(const struct guard *guard, uint64_t with) {
    return (uintptr_t)guard ^ with;
}

static unsigned char *bytes_of(struct guard *guard) {
    return (unsigned char *)(guard + 1);
}

static bool all_are(const unsigned char *bytes, size_t count, unsigned char value) {
    while (count && *bytes == value) {
        bytes++;
        count--;
    }
    return count == 0;
}

/* Looks at a block, which is taken or kept. */
static void look(struct guard *guard) {
    bool is_kept = guard->seal == seal(guard, KEPT_SEAL);
    if (!is_kept && guard->seal != seal(guard, TAKEN_SEAL))
        system_abort(
            "graycube: node %d: heap: the bytes before the block at 0x%lx were overwritten\n",
            cube_node(), (unsigned long)(guard + 1));
    if (!all_are(bytes_of(guard) + guard->bytes, TAIL_BYTES, TAIL))
        report(guard, "written beyond the end of");
    if (is_kept && !all_are(bytes_of(guard), guard->bytes, FREED))
        report(guard, "written, after it was freed, to");
}

void guard_look(void) {
    for (struct guard *guard = all.next; guard != &all; guard = guard->next)
        look(guard);
}

/* Gives a kept block to the heap. */
static void release(struct guard *guard) {
    look(guard);
    guard->previous->next = guard->next;
    guard->next->previous = guard->previous;
    guard->seal = seal(guard, GONE_SEAL);
    heap_give(guard);
}

static void release_all(void) {
    for (int i = 0; i < KEPT_MOST; i++) {
        if (kept[i])
            release(kept[i]);
        kept[i] = NULL;
    }
}

void *guard_take(size_t alignment, size_t bytes) {
    enum { ROOM = sizeof(struct guard) + TAIL_BYTES };
    size_t room = bytes < SIZE_MAX - ROOM ? bytes + ROOM : SIZE_MAX;
    struct guard *guard = heap_take_aligned(alignment, sizeof *guard, room);
    if (!guard) {
        release_all();
        guard = heap_take_aligned(alignment, sizeof *guard, room);
    }
    if (!guard)
        return NULL;
    *guard = (struct guard){.next = &all,
                            .previous = all.previous,
                            .allocated = find_callers(),
                            .bytes = bytes,
                            .seal = seal(guard, TAKEN_SEAL)};
    all.previous->next = guard;
    all.previous = guard;
    memset(bytes_of(guard) + bytes, TAIL, TAIL_BYTES);
    return bytes_of(guard);
}

/* Returns the guard of a block that is taken. */
static struct guard *taken(void *memory) {
    struct guard *guard = (struct guard *)memory - 1;
    if ((uintptr_t)memory % BLOCKS_ALIGNMENT || !heap_has(guard))
        system_abort("graycube: node %d: heap: there is no block at 0x%lx\n", cube_node(),
                     (unsigned long)memory);
    if (guard->seal == seal(guard, KEPT_SEAL) || guard->seal == seal(guard, GONE_SEAL))
        report(guard, "freed again:");
    look(guard);
    return guard;
}

void guard_give(void *memory) {
    struct guard *guard = taken(memory), **place = &kept[freed++ % KEPT_MOST];
    guard->seal = seal(guard, KEPT_SEAL);
    guard->freed = find_callers();
    memset(memory, FREED, guard->bytes);
    if (*place)
        release(*place);
    *place = guard;
}

size_t guard_bytes(void *memory) {
    return taken(memory)->bytes;
}
