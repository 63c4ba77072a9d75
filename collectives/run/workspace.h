/* The areas of a schedule in a node's memory. */
#ifndef COLLECTIVES_RUN_WORKSPACE_H
#define COLLECTIVES_RUN_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/run/operator.h"
#include "collectives/schedule/schedule.h"

/* How large the blocks are. All areas have the same sizes, `bytes` for each block and one `element`
 * more for each of the first `longer`. But if `offsets` is not null, then for an area for which
 * offsets[area] is not null block b lies between offsets[area][b] and offsets[area][b + 1], in
 * bytes; the area begins where block 0 does. The arrays are the caller's. */
struct layout {
    size_t bytes;
    size_t longer;
    size_t element;
    const size_t *const *offsets; /* null, or SCHEDULE_AREAS of them */
};

struct workspace {
    const uint8_t *source[SCHEDULE_AREAS]; /* where an area's contents are */
    uint8_t *target[SCHEDULE_AREAS];       /* where they belong: the same, but for an accumulator
                                              that still is the input; null for the input */
    size_t bytes;                          /* of a block where all are of one size; else 0 */
    bool uneven;                           /* blocks differ in size: see layout */
    uint32_t shared;                       /* set of accumulators that still are the input */
    uint32_t outputs;                      /* areas 1 .. outputs are the caller's */
    uint8_t *scratch;                      /* the areas after these lie from here on */
    uint32_t blocks[SCHEDULE_AREAS];
    const struct layout *layout;
    struct combiner combiner;
    uint8_t *carry; /* element_room(element) bytes for each port */
    uint32_t tag;   /* what the headers of the packets say of the call */
};

/* Room for one element, and the next after it is aligned for any type. */
static inline size_t element_room(size_t element) {
    size_t alignment = _Alignof(max_align_t);
    return (element + alignment - 1) & ~(alignment - 1);
}

/* Where block `block` of an area begins, in bytes from the area's start; of a block past the last,
 * where the area ends. */
static inline size_t block_offset(const struct workspace *workspace, uint32_t area,
                                  uint32_t block) {
    const struct layout *layout = workspace->layout;
    if (!workspace->uneven)
        return block * workspace->bytes;
    if (layout->offsets != NULL && layout->offsets[area] != NULL)
        return layout->offsets[area][block] - layout->offsets[area][0];
    size_t longer = block < layout->longer ? block : layout->longer;
    return block * layout->bytes + longer * layout->element;
}

static inline size_t run_bytes(const struct workspace *workspace, struct run run) {
    return block_offset(workspace, run.area, run.first + run.count) -
           block_offset(workspace, run.area, run.first);
}

/* All of the area has been combined into: it is the input no longer. */
static inline void workspace_written(struct workspace *workspace, uint32_t area) {
    workspace->shared &= ~(1u << area);
    workspace->source[area] = workspace->target[area];
}

/* Lets a set of accumulators, as far as this node has them, be the input for now. */
void workspace_share(struct workspace *workspace, uint32_t accumulators);

/* Gives an accumulator that still is the input its own copy of it. */
void workspace_copy_input(struct workspace *workspace, uint32_t area);

/* An area is about to be written: the same, if it is such an accumulator. */
static inline void workspace_separate(struct workspace *workspace, uint32_t area) {
    if ((workspace->shared >> area) & 1)
        workspace_copy_input(workspace, area);
}

/* Combines `bytes` bytes of whole elements at `arrived` into the area, `offset` bytes from its
 * start; `left`: as the left operand. An accumulator that still is the input takes the other
 * operand from there: the caller has separated it, unless what is combined in the end is all of it.
 */
void workspace_combine(const struct workspace *workspace, uint32_t area, size_t offset,
                       const void *arrived, size_t bytes, bool left);

/* The blocks of a move as runs of consecutive ones. */
struct move_runs {
    uint32_t blocks; /* in each run */
    uint32_t source; /* the first of this run, and where it goes */
    uint32_t target;
    bool spread;
    struct block_set from; /* the first blocks of all runs */
    struct block_set to;
};

/* The first run. */
static inline struct move_runs move_runs(const struct move *move) {
    struct move_runs runs = {
        1, move->from.first, move->to.first, move->kind == MOVE_SPREAD, move->from, move->to};
    if (!runs.spread) {
        /* Low bits that are free in both sets: there the blocks are consecutive. */
        uint32_t both = move->from.free & move->to.free;
        runs.blocks = ~both & (both + 1);
        runs.from.free &= ~(runs.blocks - 1);
        runs.to.free &= ~(runs.blocks - 1);
    }
    return runs;
}

/* The next one. Returns false after the last. */
static inline bool move_runs_next(struct move_runs *runs) {
    if (runs->spread) {
        runs->source++;
        runs->target += runs->to.free;
        return runs->source != runs->from.first + runs->from.free;
    }
    runs->source = block_set_next(&runs->from, runs->source);
    runs->target = block_set_next(&runs->to, runs->target);
    return runs->source != runs->from.first;
}

/* Makes a move of a step. */
void workspace_move(struct workspace *workspace, const struct move *move);

#endif
