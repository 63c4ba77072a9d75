/* The memory of a process: its layout, and how the kernel accesses it. Everything is mapped before
 * the process runs, except the heap, whose pages are mapped when the process moves its end, and
 * pages that come when touched first: of the lower stack, of segments and notes, and of a heap
 * beyond PROCESS_HEAP_AT_ONCE.
 *
 * The colours of pages (board/colours.h) where there are 64 of them, or modulo their number:
 *
 *   control page of window k     26 + k, where k = 0 .. 17
 *   page p of the slots of it    44 + k + p. Links that are used alike are at the same p, so their
 *                                pages differ from each other, and from the control pages
 *   second mapping of a window   32 more than the first
 *   node page                    25
 *   top of the stack             24, and less for the pages below it; in a cube of up to 64 nodes
 *                                windows take these colours last */
#ifndef KERNEL_PROCESS_MEMORY_H
#define KERNEL_PROCESS_MEMORY_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

/* The first 64 KiB stay unmapped, so that a null pointer faults even with an offset. */
#define PROCESS_PROGRAM_LOWEST  0x10000ull
#define PROCESS_PROGRAM_HIGHEST 0x6000000000ull /* leaves room for the largest heap */
#define PROCESS_HEAP_AT_ONCE    0x4000000ull    /* bytes; a smaller heap traps for no page */
#define PROCESS_NOTES           0x7000000000ull /* CUBE_NOTES_BYTES */
#define PROCESS_FILES           0x7200000000ull /* all processes share the tables of the files: */
#define PROCESS_FILES_END       0x7e00000000ull /* so nothing else lies in these gigabytes */
#define PROCESS_STACK_TOP       0x7e80019000ull
#define PROCESS_STACK_GUARD     0x10000000ull   /* bytes below the stack that are not mapped */
#define PROCESS_DEAD            0x7f001a0000ull /* kernel/faults/dead.h; two pages at most */
#define PROCESS_FAILED          0x7f001a2000ull /* kernel/faults/failed.h; one page */
#define PROCESS_WINDOWS         0x7f0021a000ull
#define PROCESS_END             (1ull << 39)
static_assert(PROCESS_NOTES + CUBE_NOTES_BYTES <= PROCESS_FILES, "the notes end before the files");

struct process {
    uint64_t *table;          /* the first level of its page tables */
    uint64_t heap_end;        /* where the process has moved the heap's end to */
    uint64_t heap_mapped;     /* the pages of the heap below this address are mapped */
    uint64_t heap_lazy;       /* from this address on its pages are cleared when touched */
    uint64_t heap_limit;      /* the highest address that heap_end may have */
    const char *heap_needs;   /* the option of cuberun that would have let the heap grow; null: it
                                 has always grown */
    _Atomic uint64_t *excess; /* of its node page (cube_abi.h) */
    _Atomic uint64_t *fails;  /* of its node page, where links fail */
    uint64_t stack_bottom;    /* the stack's lowest address, whether its page is there or not */
    bool finished;            /* whether the program has ended; the process goes on forwarding */
    uint64_t began;           /* with turns: a count of its instructions, when it began */
    uint64_t instructions;    /* and executed up to its end */
    uint8_t status;           /* exit status of the program */
    bool died;                /* the program has killed itself, */
    uint64_t died_at;         /* its clock at the end; 0: no clock */
    uint64_t unreceived;      /* address of its struct cube_unreceived; 0: none */
    uint64_t meters;          /* address of its struct cube_meters; 0: none */
    uint64_t rings;           /* address of its struct cube_rings; 0: none */
};

/* Makes the pages that have any of the `bytes` bytes from `address` on come when touched, in all
 * processes: each is a copy of *page, CUBE_PAGE_BYTES bytes, which stay the caller's. There can be
 * one more of these ranges than a program has segments. */
void process_when_touched(uint64_t address, uint64_t bytes, const uint8_t *page);

/* Returns the kernel's address of the byte at `address` of the process, or null if the process may
 * not read it. Sets *run to the number of bytes from there to the end of the page. */
const uint8_t *process_bytes(const struct process *process, uint64_t address, size_t *run);

/* Does the same for a byte that the process may write, and allocates the page if it comes when
 * touched. Only the core of the process may call it. */
uint8_t *process_room(struct process *process, uint64_t address, size_t *run);

/* Returns the contents that the page of `address` will have when touched, CUBE_PAGE_BYTES bytes, or
 * null if it is no untouched page. */
const uint8_t *process_untouched(const struct process *process, uint64_t address);

/* Allocates the untouched page in which `address` lies. Returns false for another page, or if
 * memory is short. Only the core of the process may call it. */
bool process_touch(struct process *process, uint64_t address);

/* Copies `bytes` bytes from `address` of the process. Returns false if it may not read them all. */
bool process_read(const struct process *process, void *to, uint64_t address, size_t bytes);

/* Copies `bytes` bytes to `address` of the process. Returns false when it may not write them all.
 * Only the core of the process may call it. */
bool process_write(struct process *process, uint64_t address, const void *from, size_t bytes);

/* Moves the end of the heap by `bytes` bytes, up or down. Returns the old end, or -ENOMEM where the
 * option heap= or the memory of the machine does not allow the new one (kernel/heap.c). */
int64_t heap_move(struct process *process, int64_t bytes);

#endif
