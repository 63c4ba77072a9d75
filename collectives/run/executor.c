#include "collectives/run/executor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/run/lower.h"
#include "collectives/run/plan_cache.h"
#include "collectives/schedule/subcube.h"
#include "net/copy.h"
#include "net/node.h"
#include "net/route.h"

enum {
    SMALL_SPARE = 256, /* bytes of elements that an operator that does not commute takes at once */
    MIX_SHIFT = 8,     /* where a header's operation holds what tells calls of it apart */
};

/* What the headers of a call's packets say: the operation, and a mix of all else that nodes have to
 * agree on and that sizes do not tell. So nodes whose calls do not match are told at the first
 * packet. Schedules and operators have the same addresses at all nodes. */
always_inline uint32_t call_tag(const struct call *call) {
    const struct shape *shape = &call->shape;
    uint32_t mix = (uint32_t)(uintptr_t)call->algorithm;
    for (uint32_t axis = 0; unlikely(axis < shape->axes); axis++)
        mix = mix * CALL_MIX_FACTOR + shape->side[axis];
    if (call->op != NULL)
        mix = (mix * CALL_MIX_FACTOR + (uint32_t)(uintptr_t)call->op->function) * CALL_MIX_FACTOR +
              call->type->kind;
    mix = mix * CALL_MIX_FACTOR + shape->root;
    mix = mix * CALL_MIX_FACTOR + shape->target;
    mix = mix * CALL_MIX_FACTOR + shape->packets;
    mix = mix * CALL_MIX_FACTOR + shape->shift;
    mix = mix * CALL_MIX_FACTOR + call->free;
    return call->algorithm->operation->tag | mix << MIX_SHIFT;
}

/* How much room the operator needs for elements, beside one for each port. */
static uint32_t spare_bytes(const struct call *call) {
    uint32_t element = (uint32_t)call->type->bytes;
    return element > SMALL_SPARE ? element : SMALL_SPARE - SMALL_SPARE % element;
}

/* Evaluates step `number`; its ports are then the cube's. */
always_inline void evaluate(const struct call *call, const struct shape *shape, uint32_t number,
                            struct step *step) {
    call->algorithm->step(shape, call->node, number, step);
    if (unlikely(shape->dimension != node.dimension))
        subcube_ports(step, call->free);
}

/* Finds out how many blocks the areas have, points the caller's at the caller's buffers, and gives
 * the others their places in the scratch memory. Returns 0 or -EINVAL. */
always_inline int set_areas(struct workspace *workspace, const struct call *call,
                            struct plan *plan) {
    static uint8_t nothing[1]; /* where all areas of no bytes are */
    const struct algorithm *algorithm = call->algorithm;
    size_t scratch = 0;
    for (uint32_t area = 0; area < algorithm->areas; area++) {
        workspace->blocks[area] = algorithm->blocks(&call->shape, call->node, area);
        size_t bytes = block_offset(workspace, area, workspace->blocks[area]);
        if (unlikely(bytes > UINT32_MAX))
            return -EINVAL;
        if (area > workspace->outputs) {
            workspace->scratch[area] = scratch;
            scratch += element_room(bytes);
            continue;
        }
        const void *buffer = area == AREA_INPUT ? call->input : call->output[area - 1];
        plan->buffer[area] = bytes == 0 ? nothing : (uint8_t *)(uintptr_t)buffer;
        if (unlikely(plan->buffer[area] == NULL))
            return -EINVAL;
    }
    size_t spare = scratch, carry = scratch;
    if (call->op != NULL) {
        plan->spare_bytes = spare_bytes(call);
        carry = spare + element_room(plan->spare_bytes);
        scratch = carry + node.dimension * element_room(call->type->bytes);
    }
    if (unlikely(scratch > UINT32_MAX))
        return -EINVAL;
    plan->spare = (uint32_t)spare;
    plan->carry = (uint32_t)carry;
    plan->scratch_bytes = (uint32_t)scratch;
    return 0;
}

/* Writes all steps into the plan, and does it. */
static int lower_and_do(const struct call *call, const struct shape *shape,
                        struct lowering *lowering) {
    uint32_t steps = call->algorithm->steps(shape);
    lower_begin(lowering, call->algorithm->accumulators);
    for (uint32_t number = 1; number <= steps + 1 && lowering->error == 0; number++) {
        struct step step;
        evaluate(call, shape, number, &step);
        lower_step(lowering, &step, number);
    }
    lower_end(lowering);
    return lowering->error != 0 ? lowering->error : plan_do(lowering->plan);
}

/* The same with the table that the schedule reads, at `table`. */
static cold int lower_with_table(const struct call *call, struct lowering *lowering, void *table) {
    struct shape shape = call->shape;
    call->algorithm->make_table(&shape, table);
    shape.table = table;
    return lower_and_do(call, &shape, lowering);
}

/* Whether the plan of such a call can be kept: all that it depends on is in its key, and nobody can
 * change what its pointers lead to. */
static bool may_come_again(const struct call *call) {
    bool in_key = call->algorithm->table_bytes == NULL || call->known != CALL_UNKNOWN;
    return node.records == 0 && in_key && call->layout.offsets == NULL &&
           type_is_constant(call->type) && operator_is_constant(call->op);
}

/* Makes the plan of a call, does it, and keeps it if it may come again. */
static noinline int execute_new(const struct call *call, uint32_t mix) {
    const struct algorithm *algorithm = call->algorithm;
    const struct shape *shape = &call->shape;
    bool uneven = call->layout.longer > 0 || call->layout.offsets != NULL;
    struct workspace workspace = {
        .layout = &call->layout,
        .uneven = uneven,
        .bytes = uneven ? 0 : call->layout.bytes,
        .outputs = algorithm->operation->outputs,
    };
    uint32_t room;
    struct plan *plan = plan_room(&room);
    *plan = (struct plan){.name = operation_name(algorithm->operation->tag), .room = room};
    if (call->layout.bytes > UINT32_MAX)
        return -EINVAL;
    int error = set_areas(&workspace, call, plan);
    if (unlikely(error != 0))
        return error;
    if (call->op != NULL) {
        plan->key.type = call->type;
        plan->key.op = call->op;
        plan->function = operator_for(call->op, call->type);
    }

    size_t table_bytes = algorithm->table_bytes == NULL ? 0 : algorithm->table_bytes(shape);
    size_t scratch_bytes = plan->scratch_bytes > PLAN_SCRATCH ? plan->scratch_bytes : 0;
    uint8_t *allocated = NULL;
    if (scratch_bytes + table_bytes > 0 &&
        (allocated = malloc(scratch_bytes + table_bytes)) == NULL)
        return -ENOMEM;
    plan->buffer[BUFFER_SCRATCH] = scratch_bytes > 0 ? allocated : plans.scratch;
    struct lowering lowering = {.plan = plan,
                                .workspace = &workspace,
                                .operation = mix,
                                .relays_whole = algorithm->relay == RELAY_WHOLE};
    error = table_bytes == 0 ? lower_and_do(call, shape, &lowering)
                             : lower_with_table(call, &lowering, allocated + scratch_bytes);
    free(allocated);
    if (error == 0 && !lowering.done_in_part && may_come_again(call))
        plan_keep(call, mix, plan);
    return error;
}

int execute(const struct call *call) {
    uint32_t mix = call_tag(call);
    struct plan *plan = plan_found(call, mix);
    route_poll();
    if (plan == NULL)
        return execute_new(call, mix);
    for (uint32_t k = 0; k < call->algorithm->operation->outputs; k++)
        plan->buffer[BUFFER_OUTPUT + k] = call->output[k];
    return plan_run(call->input, call->output[0], plan);
}

void call_step(const struct call *call, uint32_t number, struct step *step) {
    struct shape shape = call->shape;
    void *table = NULL;
    step_clear(step);
    if (call->algorithm->table_bytes != NULL) {
        table = malloc(call->algorithm->table_bytes(&shape) + 1);
        if (table == NULL)
            return;
        call->algorithm->make_table(&shape, table);
        shape.table = table;
    }
    call->algorithm->step(&shape, call->node, number, step);
    free(table);
}

int execute_call(const struct algorithm *algorithm, const void *input, void *const output[],
                 size_t bytes) {
    struct call call = {
        .algorithm = algorithm,
        .shape = shape_of(node.dimension),
        .node = node.number,
        .free = (1u << node.dimension) - 1,
        .input = input,
        .layout = {.bytes = bytes},
    };
    for (uint32_t k = 0; k < algorithm->operation->outputs; k++)
        call.output[k] = output[k];
    return execute(&call);
}
