/* The areas of a schedule at a node: how large their blocks are, and where they lie. */
#ifndef COLLECTIVES_RUN_WORKSPACE_H
#define COLLECTIVES_RUN_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/schedule/step.h"

/* How large the blocks are. All areas have the same sizes, `bytes` for each block and one `element`
 * more for each of the first `longer`. There is an exception: if `offsets` and offsets[area] are
 * not null, then block b of that area lies between offsets[area][b] and offsets[area][b + 1], in
 * bytes, and the area begins where block 0 does. The arrays are the caller's. */
struct layout {
    size_t bytes;
    size_t longer;
    size_t element;
    const size_t *const *offsets; /* null, or SCHEDULE_AREAS of them */
    uint32_t parts; /* into how many blocks the elements were divided; 0: the sizes are given */
};

/* Divides `count` elements of `element` bytes into `parts` blocks, in order and as evenly as
 * possible. */
static inline struct layout layout_of(size_t count, size_t element, uint32_t parts) {
    return (struct layout){.bytes = count / parts * element,
                           .longer = count % parts,
                           .element = element,
                           .parts = parts};
}

/* Returns where block `block` begins if no offsets are given. */
static inline size_t layout_offset(const struct layout *layout, size_t block) {
    size_t longer = block < layout->longer ? block : layout->longer;
    return block * layout->bytes + longer * layout->element;
}

/* Returns the number of the block that begins at `offset` and has some bytes. */
static inline size_t layout_block(const struct layout *layout, size_t offset) {
    size_t long_blocks = layout->longer * (layout->bytes + layout->element);
    return offset < long_blocks ? offset / (layout->bytes + layout->element)
                                : (offset - long_blocks) / layout->bytes + layout->longer;
}

/* The largest number of blocks of an accumulator for which it is known of each block whether its
 * contents are still in the input: one for each node of the largest cube. */
enum { WORKSPACE_SET_BLOCKS = CUBE_MAX_NODES };

struct workspace {
    size_t bytes;     /* of a block if all are of one size; else 0 */
    bool uneven;      /* blocks may differ in size: see layout */
    uint32_t outputs; /* areas 1 .. outputs are the caller's */
    uint32_t blocks[SCHEDULE_AREAS];
    uint32_t buffer[SCHEDULE_AREAS]; /* in which of the plan's buffers an area lies */
    size_t begin[SCHEDULE_AREAS];    /* where in this buffer it begins, in bytes */
    uint32_t empty;                  /* set of areas of no bytes */
    size_t longest;                  /* bytes of the longest area */
    /* unwritten[area] is the set of an accumulator's unwritten blocks. Their contents are still in
     * the input. `accumulators` is the set of areas that have such a set of blocks. An accumulator
     * with more blocks than a set takes is copied from the input at the beginning. */
    uint32_t accumulators;
    uint64_t unwritten[SCHEDULE_AREAS][WORKSPACE_SET_BLOCKS / 64];
    const struct layout *layout;
};

/* Returns where block `block` of an area begins, in bytes from the area's start. The block after
 * the last one begins where the area ends. */
static inline size_t block_offset(const struct workspace *workspace, uint32_t area,
                                  uint32_t block) {
    const struct layout *layout = workspace->layout;
    if (!workspace->uneven)
        return block * workspace->bytes;
    if (layout->offsets && layout->offsets[area])
        return layout->offsets[area][block] - layout->offsets[area][0];
    return layout_offset(layout, block);
}

/* Returns the bytes of a run. If it is a set, its blocks have to be of one size. */
static inline size_t run_bytes(const struct workspace *workspace, struct run run) {
    if (run.free != 0)
        return run.count * workspace->bytes;
    return block_offset(workspace, run.area, run.first + run.count) -
           block_offset(workspace, run.area, run.first);
}

/* Notes that the contents of all blocks of an accumulator, at most WORKSPACE_SET_BLOCKS, are in the
 * input. */
static inline void workspace_begin(struct workspace *workspace, uint32_t area) {
    uint32_t blocks = workspace->blocks[area];
    workspace->accumulators |= 1u << area;
    for (uint32_t k = 0; blocks > 0; k++, blocks -= blocks < 64 ? blocks : 64)
        workspace->unwritten[area][k] = blocks >= 64 ? UINT64_MAX : (UINT64_C(1) << blocks) - 1;
}

/* Whether some of the area's contents may be in the input. */
static inline bool has_unwritten(const struct workspace *workspace, uint32_t area) {
    return (workspace->accumulators >> area & 1) != 0;
}

/* Whether the contents of a block are still in the input. */
static inline bool is_unwritten(const struct workspace *workspace, uint32_t area, uint32_t block) {
    return has_unwritten(workspace, area) && block < WORKSPACE_SET_BLOCKS &&
           ((workspace->unwritten[area][block / 64] >> block % 64) & 1) != 0;
}

/* Notes that `count` blocks of an accumulator, from `first` on, have been written. */
static inline void workspace_written(struct workspace *workspace, uint32_t area, uint32_t first,
                                     uint32_t count) {
    for (uint32_t block = first; block < first + count && block < WORKSPACE_SET_BLOCKS; block++)
        workspace->unwritten[area][block / 64] &= ~(UINT64_C(1) << block % 64);
}

/* The blocks of a move as runs of consecutive ones. */
struct move_runs {
    uint32_t blocks; /* in each run */
    uint32_t source; /* the first block of this run; `target` is where it goes */
    uint32_t target;
    bool spread;
    struct block_set from; /* the first blocks of all runs */
    struct block_set to;
};

/* Returns the first run of a move. */
static inline struct move_runs move_runs(const struct move *move) {
    struct move_runs runs = {
        1, move->from.first, move->to.first, move->kind == MOVE_SPREAD, move->from, move->to};
    if (runs.spread && move->to.free == 1) { /* the blocks are consecutive there, too: one run */
        runs.blocks = move->from.free;
    } else if (!runs.spread) {
        /* The blocks are consecutive in the lowest bits that are free in both sets. */
        uint32_t both = move->from.free & move->to.free;
        runs.blocks = ~both & (both + 1);
        runs.from.free &= ~(runs.blocks - 1);
        runs.to.free &= ~(runs.blocks - 1);
    }
    return runs;
}

/* Goes on to the next run. Returns false after the last. */
static inline bool move_runs_next(struct move_runs *runs) {
    if (runs->spread) {
        runs->source += runs->blocks;
        runs->target += runs->to.free;
        return runs->source != runs->from.first + runs->from.free;
    }
    runs->source = block_set_next(&runs->from, runs->source);
    runs->target = block_set_next(&runs->to, runs->target);
    return runs->source != runs->from.first;
}

#endif
