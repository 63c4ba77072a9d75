/* A part: one of several machines, each with an emulator of its own, that together are one cube.
 *
 * A cube of K parts has its lowest dimensions inside each part, and its log2 K highest ones between
 * the parts. The memory of a part is its own but for one range that all parts share: the windows of
 * the links between parts, and a page of words for their kernels (struct part_words). Each word has
 * one writer, and none needs atomic read-modify-write, which two emulators do not execute as one
 * instruction.
 *
 * kernel/links.c gets the windows of links between parts here. kernel/parts/bell.h acts when no
 * node of the machine is awake (kernel/sleep.c). */
#ifndef KERNEL_PARTS_PART_H
#define KERNEL_PARTS_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "board/machine.h"
#include "cube_abi.h"
#include "kernel/parsers/options.h"
#include "kernel/parts/stage.h"

/* The most parts of a cube, and the dimensions between them. */
enum { PART_DIMENSIONS = 5, PART_MOST = 1 << PART_DIMENSIONS };

/* The most nodes of a part of several: a power of two, beside a core for the watcher. */
enum { PART_CORES = MACHINE_CORES / 2 };
static_assert(PART_MOST * PART_CORES == 1u << CUBE_MAX_DIMENSION, "the largest cube");

/* Room for the results of one stage of a part (kernel/parts/agree.h): 16 lines. */
enum { PART_TEXT_BYTES = 16 << 10 };

/* The words of a set of a part's cores. */
enum { PART_SET_WORDS = PART_CORES / 64 };

/* How many parts the cube has, the number of this one, and how many dimensions lie inside it. */
extern uint32_t part_count, part_self, part_inside;

/* The option spins= (kernel/parsers/options.h), or 0 in a cube of one part. */
extern uint32_t part_spins;

/* Sets the parts by the options, and removes the shared memory from the machine's own. `cores` is
 * the number of nodes of this machine. Called before node_dimension is known. Returns null or an
 * error, a constant string. */
const char *part_choose(const struct options *options, struct machine *machine, uint32_t cores);

/* Maps the shared memory, and checks that all windows between parts fit. Called when the size of a
 * window is known. Returns null or an error. */
const char *part_start(uint32_t window_pages);

/* Whether the neighbours on a dimension are in another part. */
static inline bool part_is_outside(uint32_t dimension) {
    return dimension >= part_inside;
}

/* Returns the part that a dimension between parts leads to. */
static inline uint32_t part_neighbour(uint32_t dimension) {
    return part_self ^ 1u << (dimension - part_inside);
}

/* Claims the end of the cube, so that only one part reports the cause. Returns whether this part
 * has it; if not, it has nothing more to do. */
bool part_take_end(void);

/* Returns the turn (formats/output.h) of the next output of this part, or 0 if no other part has
 * printed since its last. Called by one core at a time. */
uint64_t part_turn(void);

/* Returns the kernel's address of the window of a directed link between parts. */
struct cube_window *part_window(uint32_t node, uint32_t dimension);

/* ---- The words of a part ---- */

/* The result of a phase, of a part or of all (kernel/parts/phase.h). */
struct phase_end {
    bool busy;       /* a node has run in it, or can go on */
    uint64_t rest;   /* how long it is until a deadline passes, by CNTVCT_EL0; UINT64_MAX: there is
                        none */
    uint32_t failed; /* links that have failed at its nodes (kernel/faults/failures.h) */
};

/* Values of `end`: the part wants to end the cube, or does (part_take_end). */
enum part_end { END_NONE, END_WANTED, END_TAKEN };

/* The words of a part for the others. Only the part writes them. */
struct part_words {
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t layout; /* CUBE_LAYOUT when its windows are ready */
    /* For kernel/parts/meet.c: the part that may ask part 0 for its time, questions, answers, and
     * the last answer. */
    _Atomic uint32_t asker, asked, answered;
    _Atomic uint64_t time;
    uint64_t epoch;          /* cores_epoch, known once `layout` is */
    _Atomic uint64_t turn;   /* see part_turn */
    _Atomic uint32_t end;    /* enum part_end */
    _Atomic uint32_t failed; /* links that have failed at its nodes (kernel/faults/failures.h) */

    /* kernel/parts/bell.c. Doorbells are counted for each dimension between parts, the lowest
     * first. */
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t rung[PART_DIMENSIONS]; /* doorbells rung there */
    _Atomic uint32_t taken[PART_DIMENSIONS]; /* doorbells of the neighbour that were taken */
    _Atomic uint32_t parked;                 /* odd: it has to be called */
    _Atomic uint32_t idle;                   /* odd: none of its nodes is awake */

    /* kernel/parts/agree.c: whether all of its programs have ended, and the first failure among
     * them. */
    _Atomic uint32_t finished;
    _Atomic uint64_t failure;

    /* kernel/parts/agree.c: how part 0 has another part do a stage of the end. */
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t ordered[PART_MOST]; /* by part 0, for each part */
    _Atomic uint32_t done;      /* of those ordered, by the part */
    struct stage_state state;   /* the result: of part 0 before a stage, of another after it */
    char text[PART_TEXT_BYTES]; /* another part's output in a stage, zero-terminated */

    /* kernel/parts/phase.c: the number of the part's meetings with the others, and its words at the
     * last two. */
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint64_t met;
    struct part_phase {
        struct phase_end end;
        uint64_t ran[PART_SET_WORDS];
    } phase[2];

    /* Doorbells rung for the node on each core of the neighbour, by the dimension. */
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t bell[PART_DIMENSIONS][PART_CORES];
};

/* Returns the words of a part. */
struct part_words *part_words(uint32_t part);

/* Adds one to a word of this part. */
static inline void part_add_one(_Atomic uint32_t *word, memory_order order) {
    atomic_store_explicit(word, atomic_load_explicit(word, memory_order_relaxed) + 1, order);
}

/* Orders all earlier writes of this core before its later reads, also between two emulators. The
 * fence of the C language is not enough: QEMU before 8.1 leaves it out where all cores of an
 * emulator share one host thread. A read of the virtual counter leaves the translated code and
 * takes a lock of the emulator, which orders them on every host whose locks have a fence, as on
 * x86. */
void part_fence(void);

#endif
