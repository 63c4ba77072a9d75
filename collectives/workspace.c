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

void workspace_move(struct workspace *workspace, const struct move *move) {
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

    uint32_t source = from.first;
    uint32_t target = to.first;
    do {
        size_t start = block_offset(workspace, from.area, source);
        size_t bytes = block_offset(workspace, from.area, source + consecutive) - start;
        const uint8_t *data = workspace->source[from.area] + start;
        size_t offset = block_offset(workspace, to.area, target);
        if (move->kind == MOVE_COPY)
            memcpy(workspace->target[to.area] + offset, data, bytes);
        else
            workspace_combine(workspace, to.area, offset, data, bytes, move->kind == MOVE_LEFT);
        source = block_set_next(&from, source);
        target = block_set_next(&to, target);
    } while (source != from.first);
    if (whole)
        workspace_written(workspace, to.area);
}
