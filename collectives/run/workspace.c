/* Moving and combining inside a node. */
#include "collectives/run/workspace.h"

#include <string.h>

void workspace_share(struct workspace *workspace, uint32_t accumulators) {
    workspace->shared = 0;
    for (uint32_t areas = accumulators; areas != 0; areas &= areas - 1) {
        uint32_t area = lowest_port(areas);
        if (workspace->blocks[area] == 0)
            continue;
        workspace->shared |= 1u << area;
        workspace->source[area] = workspace->source[AREA_INPUT];
    }
}

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
    uint32_t from = move->from.area;
    uint32_t to = move->to.area;
    struct move_runs runs = move_runs(move);
    bool combines = move->kind == MOVE_LEFT || move->kind == MOVE_RIGHT;
    bool whole = combines && runs.blocks == workspace->blocks[to];
    if (!whole)
        workspace_separate(workspace, to);
    do {
        size_t start = block_offset(workspace, from, runs.source);
        size_t bytes = block_offset(workspace, from, runs.source + runs.blocks) - start;
        const uint8_t *data = workspace->source[from] + start;
        size_t offset = block_offset(workspace, to, runs.target);
        if (combines)
            workspace_combine(workspace, to, offset, data, bytes, move->kind == MOVE_LEFT);
        else
            memcpy(workspace->target[to] + offset, data, bytes);
    } while (move_runs_next(&runs));
    if (whole)
        workspace_written(workspace, to);
}
