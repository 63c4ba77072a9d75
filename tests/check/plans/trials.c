#include "tests/check/plans/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/check/shapes.h"
#include "collectives/run/executor.h"
#include "collectives/run/kept/plan_resize.h"
#include "collectives/run/plan_run.h"
#include "collectives/schedule/subcube.h"
#include "formats/operations.h"
#include "tests/host/host.h"

/* The number of blocks into which the elements of a call are divided. */
enum { PARTS = 1 << 10 };

/* So many trials have one in which a plan is made of one for another size. */
enum { RESIZED_EVERY = 3 };

/* ---- Plans are taken instead of being run: this replaces collectives/run/plan_run.c ---- */

/* All that a node's call has handed over. */
static _Thread_local struct plan *taken;

/* Whether no part of a plan ends between actions that belong together. */
static bool is_whole(const struct plan *plan) {
    uint32_t k = 0;
    while (k < plan->length) {
        bool group =
            plan->action[k].kind == ACTION_ANY_ORDER || plan->action[k].kind == ACTION_TOGETHER;
        k += 1u + (group ? plan->action[k].count : 0);
    }
    return k == plan->length;
}

static int take(const struct plan *plan) {
    host_check(is_whole(plan));
    uint32_t before = taken ? taken->length : 0;
    struct plan *all =
        realloc(taken, sizeof *plan + (before + plan->length) * sizeof *plan->action);
    if (!all)
        abort();
    memcpy(all, plan, sizeof *plan);
    memcpy(all->action + before, plan->action, plan->length * sizeof *plan->action);
    all->length += before;
    taken = all;
    return 0;
}

void plan_ready(UNUSED struct plan *plan) {
}

int plan_do(struct plan *plan) {
    return take(plan);
}

int plan_run(const void *input, void *output, struct plan *plan) {
    plan->buffer[BUFFER_INPUT] = (uint8_t *)(uintptr_t)input;
    plan->buffer[BUFFER_OUTPUT] = output;
    return take(plan);
}

/* Returns the plan taken from this node's calls since the last call of this, with the parts of a
 * long one joined; null if none. The caller frees it. */
static struct plan *taken_plan(void) {
    struct plan *plan = taken;
    taken = NULL;
    return plan;
}

/* ---- A call ---- */

/* Block b of the v forms lies between offsets b and b + 1. Where each block is for, or of, one
 * rank, `rank` is any. */
static void set_offsets(const struct planned *call, bool to, uint32_t rank, size_t offsets[]) {
    offsets[0] = 3; /* offsets need not begin with 0 */
    for (uint32_t v = 0; v < shape_nodes(&call->shape); v++)
        offsets[v + 1] =
            offsets[v] + (to ? planned_size(call, rank, v) : planned_size(call, v, rank));
}

static int call_uneven(const struct planned *call, const void *input, void *output, uint32_t rank) {
    const struct cube_choice choice = {.algorithm = call->algorithm->name,
                                       .dimensions = call->free};
    const char *name = operation_name(call->algorithm->operation->tag);
    size_t from[MOST_NODES + 1], to[MOST_NODES + 1];
    bool all_to_all = strcmp(name, "alltoall") == 0;
    set_offsets(call, false, all_to_all ? rank : 0, from);
    set_offsets(call, true, rank, to);
    if (all_to_all)
        return cube_alltoallv_by(&choice, input, to, output, from);
    if (strcmp(name, "gather") == 0)
        return cube_gatherv_by(&choice, input, output, from, (int)call->shape.root);
    if (strcmp(name, "scatter") == 0)
        return cube_scatterv_by(&choice, input, output, to, (int)call->shape.root);
    return cube_allgatherv_by(&choice, input, output, from);
}

static int call_even(const struct trial *trial, const void *input, uint8_t *output) {
    const struct planned *planned = &trial->call;
    struct call call = {
        .algorithm = planned->algorithm,
        .shape = planned->shape,
        .node = subcube_rank((uint32_t)cube_node(), planned->free),
        .free = planned->free,
        .input = input,
        .layout = {.bytes = planned->bytes,
                   .longer = planned->longer,
                   .element = planned->element,
                   .parts = PARTS},
        .type = trial->type,
        .op = trial->op,
    };
    for (uint32_t k = 0; k < SCHEDULE_OUTPUTS; k++)
        call.output[k] = output + k;
    return execute(&call);
}

/* Whether a plan works on these buffers, where it works on an input and on outputs. */
static bool has_buffers(const struct plan *plan, const uint8_t *input, const uint8_t *output) {
    bool right = true;
    for (uint32_t area = 0; area <= SCHEDULE_OUTPUTS; area++)
        if (plan->buffers >> area & 1)
            right = right && plan->buffer[area] == (area == 0 ? input : output + area - 1);
    return right;
}

/* Makes a call at this node, and takes its plan. No buffer is touched: one byte will do. */
static struct plan *take_plan(const struct trial *trial) {
    static _Thread_local uint8_t input[1];
    static _Thread_local uint8_t output[SCHEDULE_OUTPUTS];
    uint32_t rank = subcube_rank((uint32_t)cube_node(), trial->call.free);
    int error = trial->call.uneven ? call_uneven(&trial->call, input, output, rank)
                                   : call_even(trial, input, output);
    struct plan *plan = taken_plan();
    if (error != 0 || !plan)
        printf("# node %d: %s, error %d\n", cube_node(), trial->call.algorithm->name, error);
    host_check(error == 0 && plan);
    host_check(!plan || has_buffers(plan, input, output));
    return plan;
}

static bool are_alike(const struct plan *one, const struct plan *other) {
    return one->length == other->length && one->buffers == other->buffers &&
           one->arrived == other->arrived && one->scratch_bytes == other->scratch_bytes &&
           memcmp(one->action, other->action, one->length * sizeof *one->action) == 0;
}

/* ---- Plans that are made of those for other sizes ---- */

/* The same call with blocks of another size, or with other blocks that are longer. */
static struct trial other_size(const struct trial *trial, uint32_t number) {
    struct trial other = *trial;
    struct planned *call = &other.call;
    size_t elements = call->bytes / call->element;
    bool less = elements > 4 && number % 2 == 0;
    call->bytes = (less ? elements / 2 + number % 3 : elements + 1 + number % 5) * call->element;
    if (trial->divides)
        call->longer = number % 4;
    return other;
}

/* Whether a plan of another size, made for this one, is the plan that was lowered for it; or none
 * is made, as always where packets go together. */
static bool is_resized_right(const struct trial *trial, const struct plan *plan, uint32_t number) {
    const struct planned *call = &trial->call;
    const struct trial other = other_size(trial, number);
    struct plan *kept = take_plan(&other);
    if (!kept)
        return false;
    bool right = true;
    if (kept->parts > 0) {
        kept->key.size = PARTS * (other.call.bytes / call->element) + other.call.longer;
        kept->key.type_copy.bytes = call->element;
        kept->bytes = (uint32_t)(sizeof *kept + kept->length * sizeof kept->action[0]);
        const struct request request = {.operation = call->algorithm->operation->tag,
                                        .size =
                                            PARTS * (call->bytes / call->element) + call->longer};
        const struct plan *resized = plan_resized(kept, &request);
        right = !resized || (plan->parts > 0 && are_alike(plan, resized));
    }
    free(kept);
    return right;
}

/* ---- A list of calls ---- */

static int take_plans(void *argument) {
    struct trials *list = argument;
    static _Thread_local struct cube_step_record records[1];
    for (uint32_t k = 0; k < list->count; k++) {
        struct trial *trial = &list->trial[k];
        cube_trace(trial->call.recorded ? records : NULL, 1);
        struct plan *plan = take_plan(trial);
        struct plan *again = take_plan(trial); /* which may be one that was kept */
        host_check(plan && again && are_alike(plan, again));
        free(again);
        if (!trial->call.uneven && k % RESIZED_EVERY == 0)
            host_check(is_resized_right(trial, plan, k / RESIZED_EVERY));
        trial->plan[cube_node()] = plan;
    }
    return 0;
}

static void print_trial(const struct trial *trial) {
    const struct planned *call = &trial->call;
    printf("# %s, %s, dimensions 0x%x of %u, %zu bytes, %zu longer, element %zu%s%s%s%s\n",
           call->algorithm->name, shape_text(call->algorithm, &call->shape), call->free,
           call->dimension, call->bytes, call->longer, call->element,
           call->uneven ? ", uneven" : "", call->commutes ? ", commutes" : "",
           call->in_place ? ", in place" : "", call->recorded ? ", recorded" : "");
}

void trials_run(struct trials *list, const struct host_options *options) {
    if (list->count == 0)
        return;
    uint32_t dimension = list->trial[0].call.dimension, trials = list->count;
    enum host_verdict verdict = host_run(dimension, options, take_plans, list);
    bool right = verdict == HOST_OK;
    for (uint32_t k = 0; right && k < trials; k++) {
        const struct trial *trial = &list->trial[k];
        right = planned_is_right(&trial->call, trial->seen, trial->plan);
        if (!right)
            print_trial(trial);
    }
    for (uint32_t k = 0; k < trials; k++)
        for (uint32_t v = 0; v < 1u << dimension; v++)
            free(list->trial[k].plan[v]);
    for (uint32_t k = 0; k < list->shapes; k++)
        sightings_end(&list->seen[k]);
    list->count = list->shapes = 0;
    assert_int_equal(verdict, HOST_OK);
    assert_true(right);
}
