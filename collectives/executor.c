#include "collectives/executor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/progress.h"
#include "collectives/workspace.h"
#include "net/node.h"
#include "net/route.h"

#define SMALL_SCRATCH 1024u /* bytes of scratch up to which the stack is used, not the heap */

static void make_move(const struct workspace *workspace, const struct move *move) {
    struct block_set from = move->from;
    struct block_set to = move->to;
    /* Low bits free in both sets: there the blocks are consecutive, and one copy does. */
    uint32_t both = from.free & to.free;
    uint32_t consecutive = ~both & (both + 1);
    from.free &= ~(consecutive - 1);
    to.free &= ~(consecutive - 1);

    uint32_t source = from.first;
    uint32_t target = to.first;
    do {
        memcpy(workspace->target[to.area] + target * workspace->bytes,
               workspace->source[from.area] + source * workspace->bytes,
               consecutive * workspace->bytes);
        source = block_set_next(&from, source);
        target = block_set_next(&to, target);
    } while (source != from.first);
}

static int run_schedule(const struct schedule *schedule, const struct shape *shape,
                        const struct workspace *workspace) {
    uint32_t steps = schedule->steps(shape);
    for (uint32_t number = 1; number <= steps + 1; number++) {
        struct step step;
        schedule->step(shape, node.number, number, &step);
        for (uint32_t m = 0; m < step.moves && workspace->bytes > 0; m++)
            make_move(workspace, &step.move[m]);
        if (number > steps)
            break;
        int error = progress_step(schedule, workspace, &step, number);
        if (error != 0)
            return error;
    }
    return 0;
}

/* Points the caller's areas at the caller's buffers. Returns false if one is missing. */
static bool set_buffers(struct workspace *workspace, const struct schedule *schedule,
                        const void *input, void *const output[]) {
    static uint8_t nothing[1]; /* where all blocks of no bytes are */
    bool empty = workspace->bytes == 0;
    workspace->source[AREA_INPUT] = empty ? nothing : input;
    workspace->target[AREA_INPUT] = NULL;
    bool complete = workspace->source[AREA_INPUT] != NULL;
    for (uint32_t k = 0; k < schedule->operation->outputs; k++) {
        workspace->target[1 + k] = empty ? nothing : output[k];
        workspace->source[1 + k] = workspace->target[1 + k];
        complete = complete && workspace->target[1 + k] != NULL;
    }
    return complete;
}

int execute_call(const struct schedule *schedule, const void *input, void *const output[],
                 size_t bytes) {
    struct shape shape = {.dimension = node.dimension};
    struct workspace workspace;
    size_t area_bytes[SCHEDULE_AREAS];
    size_t scratch_bytes = 0;
    uint32_t first_scratch = 1 + schedule->operation->outputs;

    route_poll();
    workspace.bytes = bytes;
    if (!set_buffers(&workspace, schedule, input, output) || bytes > UINT32_MAX)
        return -EINVAL;
    for (uint32_t area = 0; area < schedule->areas; area++) {
        area_bytes[area] = schedule->blocks(&shape, area) * bytes;
        if (area_bytes[area] > UINT32_MAX)
            return -EINVAL;
        scratch_bytes += area < first_scratch ? 0 : area_bytes[area];
    }

    _Alignas(max_align_t) uint8_t small[SMALL_SCRATCH];
    uint8_t *scratch = scratch_bytes <= sizeof small ? small : malloc(scratch_bytes);
    if (scratch == NULL)
        return -ENOMEM;
    uint8_t *next = scratch;
    for (uint32_t area = first_scratch; area < schedule->areas; area++) {
        workspace.source[area] = workspace.target[area] = next;
        next += area_bytes[area];
    }
    int error = run_schedule(schedule, &shape, &workspace);
    if (scratch != small)
        free(scratch);
    return error;
}
