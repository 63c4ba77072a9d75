/* The memory of a process: where it has what, and how the kernel gets at it.
 *
 * Everything but the heap is in place before it runs. The emulator looks a page up in a
 * direct-mapped table of some power of two of entries, from 64 on: pages that a process touches
 * together must have different numbers modulo 64 (their "colours"). Modulo 64:
 *
 *   windows, control pages    26 + k for the k-th window, k = 0 .. 17
 *   windows, slots            44 + k + p for page p of them: links that are used alike are at the
 *                             same p, and so neither on each other's colour nor on a control page's
 *   the same, second mapping  32 more
 *   the node page             25, and
 *   the top of the stack      24 and less: up to 64 nodes, the last that windows take
 */
#ifndef KERNEL_PROCESS_MEMORY_H
#define KERNEL_PROCESS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

/* The first 64 KiB stay unmapped: a null pointer with an offset faults. */
#define PROCESS_PROGRAM_LOWEST  0x10000ull
#define PROCESS_PROGRAM_HIGHEST 0x6000000000ull /* leaves room for the largest heap */
#define PROCESS_FILES           0x7200000000ull /* its tables are shared: a gigabyte's start, */
#define PROCESS_FILES_END       0x7e00000000ull /* and nothing else in the last one */
#define PROCESS_STACK_TOP       0x7e80019000ull
#define PROCESS_STACK_GUARD     0x100000ull /* unmapped, below the stack */
#define PROCESS_WINDOWS         0x7f0021a000ull
#define PROCESS_END             (1ull << 39)

enum {
    PROCESS_WINDOW_COLOUR_STEP = 1,
    PROCESS_COLOURS = 64,
};

struct process {
    uint64_t *table;      /* first level */
    uint64_t heap_end;    /* as the process has moved it */
    uint64_t heap_mapped; /* pages below this are mapped */
    uint64_t heap_limit;
    _Atomic uint64_t *excess; /* in its node page */
    uint64_t stack_bottom;    /* lowest mapped address of the stack */
    bool finished;            /* the program has ended; the process goes on forwarding */
    uint8_t status;           /* that it ended with */
    uint64_t unreceived;      /* where it keeps its struct cube_unreceived; 0: nowhere */
};

/* Where the kernel finds the byte at `address` of the process, with the rights to read it; null if
 * the process has none. *run is how many bytes follow in the same page, that one included. */
const uint8_t *process_bytes(const struct process *process, uint64_t address, size_t *run);

/* The same with the rights to write it. */
uint8_t *process_room(const struct process *process, uint64_t address, size_t *run);

/* Copies `bytes` bytes from `address` of the process. Returns false when it may not read them all.
 */
bool process_read(const struct process *process, void *to, uint64_t address, size_t bytes);

/* Copies `bytes` bytes to `address` of the process. Returns false when it may not write them all.
 */
bool process_write(const struct process *process, uint64_t address, const void *from, size_t bytes);

#endif
