#include "collectives/run/executor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/run/play.h"
#include "collectives/run/progress.h"
#include "collectives/run/recall.h"
#include "collectives/run/script.h"
#include "collectives/schedule/subcube.h"
#include "net/copy.h"
#include "net/node.h"
#include "net/route.h"

enum {
    SMALL_SCRATCH = 1024, /* bytes of scratch up to which the stack is used, not the heap */
    SMALL_SPARE = 256, /* bytes of elements that an operator that does not commute takes at once */
    MIX_SHIFT = 8,     /* where a header's operation holds what tells calls of it apart */
};

/* What the headers of a call's packets say: the operation, and a mix of all else that nodes have to
 * agree on and that sizes do not tell. So nodes whose calls do not match are told at the first
 * packet. Schedules and operators have the same addresses at all nodes. */
within uint32_t call_tag(const struct call *call) {
    const struct shape *shape = &call->shape;
    uint32_t mix = (uint32_t)(uintptr_t)call->schedule;
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
    return call->schedule->operation->tag | mix << MIX_SHIFT;
}

/* Before accumulators are written that still are the input: those of which not all is combined at
 * once get their own copy. */
static rare void separate(struct workspace *workspace, const struct step *step) {
    for (uint32_t ports = step->receives; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        struct run run = step->receive[port];
        if (!((step->combines >> port) & 1) || run.count < workspace->blocks[run.area])
            workspace_separate(workspace, run.area);
    }
}

/* Carries out a step. */
static int carry_out(const struct schedule *schedule, struct workspace *workspace,
                     const struct step *step, uint32_t number) {
    for (uint32_t m = 0; m < step->moves; m++)
        workspace_move(workspace, &step->move[m]);
    if ((step->sends | step->receives | step->relays) == 0)
        return 0;
    if (workspace->shared != 0)
        separate(workspace, step);
    return progress_step(schedule, workspace, step, number);
}

/* Evaluates step `number`; its ports are then the cube's. */
within void evaluate(const struct call *call, const struct shape *shape, uint32_t number,
                     struct step *step) {
    call->schedule->step(shape, call->node, number, step);
    if (unlikely(shape->dimension != node.dimension))
        subcube_ports(step, call->free);
}

static int run_steps(const struct call *call, const struct shape *shape,
                     struct workspace *workspace) {
    uint32_t steps = call->schedule->steps(shape);
    for (uint32_t number = 1; number <= steps + 1; number++) {
        struct step step;
        evaluate(call, shape, number, &step);
        int error = carry_out(call->schedule, workspace, &step, number);
        if (unlikely(error != 0))
            return error;
    }
    for (uint32_t area = 1; workspace->shared != 0 && area <= workspace->outputs; area++)
        workspace_separate(workspace, area);
    return 0;
}

/* Writes all steps into a script. Returns null if they are not for one. */
static struct script *write_script(const struct call *call, const struct shape *shape,
                                   struct workspace *workspace) {
    uint32_t room, steps = call->schedule->steps(shape);
    struct script *script = recall_room(&room);
    script_begin(script, room, workspace, call->schedule->operation->name);
    for (uint32_t number = 1; number <= steps + 1; number++) {
        struct step step;
        evaluate(call, shape, number, &step);
        if (!script_add(script, workspace, &step, number))
            return NULL;
    }
    return script_end(script, workspace) && script->length > 0 ? script : NULL;
}

/* Runs the schedule: by a script where the call may come again. */
static int run_schedule(const struct call *call, const struct shape *shape,
                        struct workspace *workspace, bool again) {
    struct script *script = again ? write_script(call, shape, workspace) : NULL;
    if (script == NULL) {
        workspace_share(workspace, call->schedule->accumulators);
        return run_steps(call, shape, workspace);
    }
    for (uint32_t area = 1; area <= workspace->outputs; area++)
        script->buffer[area] = workspace->target[area];
    int error = play(workspace->source[AREA_INPUT], script->buffer[AREA_OUTPUT], script);
    if (error == 0)
        recall_keep(call, script);
    return error;
}

/* Finds out how many blocks each of the `areas` areas has, points the caller's at the caller's
 * buffers, and counts the bytes of the others. Returns 0 or -EINVAL. */
within int set_areas(struct workspace *workspace, const struct call *call, uint32_t areas,
                     size_t *scratch) {
    static uint8_t nothing[1]; /* where all areas of no bytes are */
    const struct schedule *schedule = call->schedule;
    uint32_t outputs = workspace->outputs = schedule->operation->outputs;
    *scratch = 0;
    uint32_t area = 0; /* the input, which every schedule has */
    do {
        workspace->blocks[area] = schedule->blocks(&call->shape, call->node, area);
        size_t bytes = block_offset(workspace, area, workspace->blocks[area]);
        if (unlikely(bytes > UINT32_MAX))
            return -EINVAL;
        if (area > outputs) {
            *scratch += element_room(bytes);
            continue;
        }
        const void *buffer = area == AREA_INPUT ? call->input : call->output[area - 1];
        workspace->source[area] = bytes == 0 ? nothing : buffer;
        workspace->target[area] = (uint8_t *)(uintptr_t)workspace->source[area];
        if (unlikely(workspace->source[area] == NULL))
            return -EINVAL;
    } while (++area < areas);
    return 0;
}

/* How much room the operator needs for elements, beside one for each port. */
static size_t spare_bytes(const struct call *call) {
    size_t element = call->type->bytes;
    if (likely(SMALL_SPARE % sizeof(uint64_t) == 0 && element == sizeof(uint64_t)))
        return SMALL_SPARE;
    return element > SMALL_SPARE ? element : SMALL_SPARE - SMALL_SPARE % element;
}

/* Hands out the scratch memory, as execute() has counted it, to those of the `areas` areas that are
 * not the caller's. */
within void set_scratch(struct workspace *workspace, const struct call *call, uint32_t areas,
                        uint8_t *scratch) {
    workspace->scratch = scratch;
    for (uint32_t area = 1 + workspace->outputs; area < areas; area++) {
        workspace->source[area] = workspace->target[area] = scratch;
        scratch += element_room(block_offset(workspace, area, workspace->blocks[area]));
    }
    workspace->combiner = (struct combiner){0};
    if (call->op == NULL)
        return;
    workspace->combiner = (struct combiner){call->op, call->type, scratch, spare_bytes(call)};
    workspace->carry = scratch + element_room(workspace->combiner.spare_bytes);
}

/* Runs with the table that the schedule reads, at `table`. */
static rare int run_with_table(const struct call *call, struct workspace *workspace, void *table,
                               bool again) {
    struct shape shape = call->shape;
    call->schedule->make_table(&shape, table);
    shape.table = table;
    return run_schedule(call, &shape, workspace, again);
}

/* Whether a script can be kept for such calls; `scratch` bytes are what its areas need. */
static bool may_come_again(const struct call *call, const struct workspace *workspace,
                           size_t scratch) {
    return call->known != RECALL_NOTHING && node.unwatched != 0 && workspace->bytes > 0 &&
           workspace->bytes <= COPY_SMALL && scratch <= RECALL_SCRATCH &&
           type_is_constant(call->type) && operator_is_constant(call->op);
}

int execute(const struct call *call) {
    const struct schedule *schedule = call->schedule;
    const struct shape *shape = &call->shape;
    struct workspace workspace;
    size_t scratch_bytes;

    route_poll();
    workspace.layout = &call->layout;
    workspace.uneven = call->layout.longer > 0 || call->layout.offsets != NULL;
    workspace.bytes = workspace.uneven ? 0 : call->layout.bytes;
    workspace.tag = call_tag(call);
    if (call->layout.bytes > UINT32_MAX)
        return -EINVAL;
    uint32_t areas = schedule->areas;
    int error = set_areas(&workspace, call, areas, &scratch_bytes);
    if (unlikely(error != 0))
        return error;
    bool again = may_come_again(call, &workspace, scratch_bytes);
    if (call->op != NULL)
        scratch_bytes +=
            element_room(spare_bytes(call)) + node.dimension * element_room(call->type->bytes);
    size_t table_bytes = schedule->table_bytes == NULL ? 0 : schedule->table_bytes(shape);

    _Alignas(max_align_t) uint8_t small[SMALL_SCRATCH];
    uint8_t *scratch =
        scratch_bytes + table_bytes <= sizeof small ? small : malloc(scratch_bytes + table_bytes);
    if (scratch == NULL)
        return -ENOMEM;
    set_scratch(&workspace, call, areas, scratch);
    workspace_share(&workspace, schedule->accumulators);
    error = table_bytes == 0 ? run_schedule(call, shape, &workspace, again)
                             : run_with_table(call, &workspace, scratch + scratch_bytes, again);
    if (scratch != small)
        free(scratch);
    return error;
}

void call_step(const struct call *call, uint32_t number, struct step *step) {
    struct shape shape = call->shape;
    void *table = NULL;
    step_clear(step);
    if (call->schedule->table_bytes != NULL) {
        table = malloc(call->schedule->table_bytes(&shape) + 1);
        if (table == NULL)
            return;
        call->schedule->make_table(&shape, table);
        shape.table = table;
    }
    call->schedule->step(&shape, call->node, number, step);
    free(table);
}

int execute_call(const struct schedule *schedule, const void *input, void *const output[],
                 size_t bytes) {
    struct call call = {
        .schedule = schedule,
        .shape = shape_of(node.dimension),
        .node = node.number,
        .free = (1u << node.dimension) - 1,
        .input = input,
        .layout = {.bytes = bytes},
    };
    for (uint32_t k = 0; k < schedule->operation->outputs; k++)
        call.output[k] = output[k];
    return execute(&call);
}
