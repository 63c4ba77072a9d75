#include "collectives/run/executor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/run/kept/plan_cache.h"
#include "collectives/run/lower.h"
#include "collectives/run/plan_run.h"
#include "collectives/schedule/subcube.h"
#include "net/messages/route.h"
#include "net/node.h"
#include "net/system/buffers.h"

enum {
    SMALL_SPARE = 256, /* bytes of elements to which an operator that does not commute is applied
                          at once */
    MIX_SHIFT = 8,     /* from this bit on, a header's operation tells calls apart */
};

/* Returns what the headers of a call's packets say: the operation, and a mix of all else on which
 * the nodes have to agree and which the packets' sizes do not show. So the first packet tells nodes
 * whose calls do not match. Algorithms and operators have the same addresses at all nodes. */
ALWAYS_INLINE uint32_t call_tag(const struct call *call) {
    const struct shape *shape = &call->shape;
    uint32_t mix = (uint32_t)(uintptr_t)call->algorithm;
    for (uint32_t axis = 0; UNLIKELY(axis < shape->axes); axis++)
        mix = mix * CALL_MIX_FACTOR + shape->side[axis];
    if (call->op)
        mix = (mix * CALL_MIX_FACTOR + (uint32_t)(uintptr_t)call->op->function) * CALL_MIX_FACTOR +
              call->type->kind;
    mix = mix * CALL_MIX_FACTOR + shape->root;
    mix = mix * CALL_MIX_FACTOR + shape->target;
    mix = mix * CALL_MIX_FACTOR + shape->packets;
    mix = mix * CALL_MIX_FACTOR + shape->shift;
    mix = mix * CALL_MIX_FACTOR + call->free;
    return call->algorithm->operation->tag | mix << MIX_SHIFT;
}

/* Returns the bytes that the operator needs to work in, besides the room for one element of each
 * port. */
static uint32_t spare_bytes(const struct call *call) {
    uint32_t element = (uint32_t)call->type->bytes;
    return element > SMALL_SPARE ? element : SMALL_SPARE - SMALL_SPARE % element;
}

/* Evaluates step `number`, and renumbers its ports as those of the whole cube. */
ALWAYS_INLINE void evaluate(const struct call *call, const struct shape *shape, uint32_t number,
                            struct step *step) {
    algorithm_step(call->algorithm, shape, call->node, number, step);
    if (UNLIKELY(shape->dimension != node.dimension))
        subcube_ports(step, call->free);
}

/* Finds out how many blocks each area has. The caller's areas lie in the caller's buffers, and the
 * others get their places in the scratch memory. Returns 0 or -EINVAL. */
ALWAYS_INLINE int set_areas(struct workspace *workspace, const struct call *call,
                            struct plan *plan) {
    static uint8_t nothing[1]; /* the buffer of all areas of no bytes */
    const struct algorithm *algorithm = call->algorithm;
    size_t scratch = 0;
    for (uint32_t area = 0; area < algorithm_areas(algorithm); area++) {
        workspace->blocks[area] = algorithm_blocks(algorithm, &call->shape, call->node, area);
        size_t bytes = block_offset(workspace, area, workspace->blocks[area]);
        if (UNLIKELY(bytes > UINT32_MAX))
            return -EINVAL;
        workspace->empty |= (uint32_t)(bytes == 0) << area;
        workspace->longest = bytes > workspace->longest ? bytes : workspace->longest;
        if (area > workspace->outputs) {
            workspace->buffer[area] = BUFFER_SCRATCH;
            workspace->begin[area] = scratch;
            scratch += element_room(bytes);
            plan->scratch_blocks[plan->scratch_areas++] = (uint16_t)workspace->blocks[area];
            continue;
        }
        workspace->buffer[area] = area;
        workspace->begin[area] = 0;
        const void *buffer = area == AREA_INPUT ? call->input : call->output[area - 1];
        plan->buffer[area] = bytes == 0 ? nothing : (uint8_t *)(uintptr_t)buffer;
        if (UNLIKELY(!plan->buffer[area]))
            return -EINVAL;
        buffer_used(area == AREA_INPUT ? BUFFER_READ : BUFFER_GIVEN, plan->buffer[area], bytes);
    }
    return plan_set_scratch(plan, scratch) ? 0 : -EINVAL;
}

/* Writes all steps into the plan. Returns 0, or the error of a part that had to be done first to
 * make room. */
static int lower(const struct call *call, const struct shape *shape, struct lowering *lowering) {
    uint32_t steps = algorithm_steps(call->algorithm, shape);
    lower_begin(lowering, call->algorithm->accumulators);
    for (uint32_t number = 1; number <= steps + 1 && lowering->error == 0; number++) {
        struct step step;
        evaluate(call, shape, number, &step);
        lower_step(lowering, &step, number);
    }
    lower_end(lowering);
    return lowering->error;
}

int execute(const struct call *call) {
    const struct algorithm *algorithm = call->algorithm;
    bool uneven = call->layout.longer > 0 || call->layout.offsets;
    /* Too large for a small stack, and of one call at a time, like the plan's room. lower_begin
     * fills in its sets of blocks. */
    static NODE_LOCAL struct workspace workspace;
    workspace.layout = &call->layout;
    workspace.uneven = uneven;
    workspace.bytes = uneven ? 0 : call->layout.bytes;
    workspace.outputs = algorithm->operation->outputs;
    workspace.accumulators = 0;
    workspace.empty = 0;
    workspace.longest = 0;
    uint32_t room;
    route_poll();
    struct plan *plan = plan_room(&room);
    *plan = (struct plan){.name = operation_name(algorithm->operation->tag),
                          .parts = call->layout.parts,
                          .room = room};
    if (call->layout.bytes > UINT32_MAX)
        return -EINVAL;
    if (call->op) {
        plan->key.type = call->type;
        plan->key.op = call->op;
        plan->function = operator_for(call->op, call->type);
        plan->spare_bytes = spare_bytes(call);
    }
    int error = set_areas(&workspace, call, plan);
    if (UNLIKELY(error != 0))
        return error;

    struct shape shape = call->shape;
    size_t table_bytes = algorithm_table_bytes(algorithm, &shape);
    size_t scratch_bytes = plan->scratch_bytes > PLAN_SCRATCH ? plan->scratch_bytes : 0;
    uint8_t *allocated = NULL;
    if (scratch_bytes + table_bytes > 0 && !(allocated = malloc(scratch_bytes + table_bytes)))
        return -ENOMEM;
    plan->buffer[BUFFER_SCRATCH] = scratch_bytes > 0 ? allocated : plans.scratch;
    if (table_bytes > 0) {
        algorithm_make_table(algorithm, &shape, allocated + scratch_bytes);
        shape.table = allocated + scratch_bytes;
    }
    struct lowering lowering = {.plan = plan,
                                .workspace = &workspace,
                                .operation = call_tag(call),
                                .relays_whole = algorithm->relay == RELAY_WHOLE};
    error = lower(call, &shape, &lowering);
    if (error == 0)
        error = plan_do(plan);
    free(allocated);
    for (uint32_t area = 1; buffers_watched && area <= workspace.outputs; area++)
        buffer_used(BUFFER_TAKEN, plan->buffer[area],
                    block_offset(&workspace, area, workspace.blocks[area]));
    if (error == 0 && !buffers_watched && !lowering.done_in_part && call->request)
        plan_keep(call->request, algorithm->name, plan);
    return error;
}

uint32_t execute_tag(const struct call *call) {
    return call_tag(call);
}

void call_step(const struct call *call, uint32_t number, struct step *step) {
    struct shape shape = call->shape;
    void *table = NULL;
    step_clear(step);
    if (algorithm_has_table(call->algorithm)) {
        table = malloc(algorithm_table_bytes(call->algorithm, &shape) + 1);
        if (!table)
            return;
        algorithm_make_table(call->algorithm, &shape, table);
        shape.table = table;
    }
    algorithm_step(call->algorithm, &shape, call->node, number, step);
    free(table);
}
