/* Moving and combining inside a node. */
#include "collectives/workspace.h"

#include <string.h>

void workspace_copy_input(struct workspace *workspace, uint32_t area) {
    size_t bytes = block_offset(workspace, area, workspace->blocks[area]);
    if (workspace->target[area] != workspace->source[area])
        memcpy(workspace->target[area], workspace->source[area], bytes);
    workspace_written(workspace, area);
}

void workspace_combine(const struct workspace *workspace, uint32_t area, size_t offset,
                       const void *arrived, size_t bytes, bool left) {
    if (bytes > 0)
        combine(&workspace->combiner, workspace->target[area] + offset,
                workspace->source[area] + offset, arrived, bytes, left);
}

/* Copies runs of `consecutive` blocks where all blocks have `bytes` > 0 bytes. */
static void copy_even(const uint8_t *from_area, uint8_t *to_area, struct block_set from,
                      struct block_set to, uint32_t consecutive, size_t bytes) {
    uint32_t source = from.first;
    uint32_t target = to.first;
    size_t run = consecutive * bytes;
    do {
        if (run == sizeof(uint64_t))
            memcpy(to_area + target * bytes, from_area + source * bytes, sizeof(uint64_t));
        else
            memcpy(to_area + target * bytes, from_area + source * bytes, run);
        source = block_set_next(&from, source);
        target = block_set_next(&to, target);
    } while (source != from.first);
}

/* The same for any blocks, and combining. */
static void move_any(struct workspace *workspace, enum move_kind kind, struct block_set from,
                     struct block_set to, uint32_t consecutive) {
    uint32_t source = from.first;
    uint32_t target = to.first;
    do {
        size_t start = block_offset(workspace, from.area, source);
        size_t bytes = block_offset(workspace, from.area, source + consecutive) - start;
        const uint8_t *data = workspace->source[from.area] + start;
        size_t offset = block_offset(workspace, to.area, target);
        if (kind == MOVE_COPY)
            memcpy(workspace->target[to.area] + offset, data, bytes);
        else
            workspace_combine(workspace, to.area, offset, data, bytes, kind == MOVE_LEFT);
        source = block_set_next(&from, source);
        target = block_set_next(&to, target);
    } while (source != from.first);
}

/* One block after the other. */
static void spread(struct workspace *workspace, struct block_set from, struct block_set to) {
    workspace_separate(workspace, to.area);
    for (uint32_t b = 0; b < from.free; b++) {
        size_t start = block_offset(workspace, from.area, from.first + b);
        memcpy(workspace->target[to.area] +
                   block_offset(workspace, to.area, to.first + b * to.free),
               workspace->source[from.area] + start,
               block_offset(workspace, from.area, from.first + b + 1) - start);
    }
}

void workspace_move(struct workspace *workspace, const struct move *move) {
    if (move->kind == MOVE_SPREAD) {
        spread(workspace, move->from, move->to);
        return;
    }
    struct block_set from = move->from;
    struct block_set to = move->to;
    /* Low bits free in both sets: there the blocks are consecutive, and one copy does. */
    uint32_t both = from.free & to.free;
    uint32_t consecutive = ~both & (both + 1);
    from.free &= ~(consecutive - 1);
    to.free &= ~(consecutive - 1);

    bool whole = move->kind != MOVE_COPY && consecutive == workspace->blocks[to.area];
    if (!whole)
        workspace_separate(workspace, to.area);
    if (move->kind == MOVE_COPY && workspace->bytes > 0)
        copy_even(workspace->source[from.area], workspace->target[to.area], from, to, consecutive,
                  workspace->bytes);
    else
        move_any(workspace, move->kind, from, to, consecutive);
    if (whole)
        workspace_written(workspace, to.area);
}
