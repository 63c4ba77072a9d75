#include "collectives/run/plan_cache.h"

#include <string.h>

NODE_LOCAL struct plans plans;

/* The place of the plans of calls with this mix and size. */
static struct plan **place_of(const struct call *call, uint32_t mix) {
    uint32_t sizes = (uint32_t)(call->layout.bytes + call->layout.longer * CALL_MIX_FACTOR);
    uint32_t all = (mix ^ sizes) * CALL_MIX_FACTOR;
    return &plans.other[(all >> 16) % PLAN_PLACES];
}

/* Everything that a call's plan depends on, zeros where there is nothing. */
static struct plan_case case_of(const struct call *call) {
    const struct shape *shape = &call->shape;
    struct plan_case all = {
        .algorithm = call->algorithm,
        .free = call->free,
        .root = shape->root,
        .target = shape->target,
        .packets = shape->packets,
        .shift = shape->shift,
        .axes = shape->axes,
        .bytes = call->layout.bytes,
        .longer = call->layout.longer,
        .element = call->layout.element,
        .type = call->type,
        .op = call->op,
    };
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        all.side[axis] = shape->side[axis];
    return all;
}

/* Whether that is all: neither offsets nor what a table is made from are numbers in it. */
static bool is_in_case(const struct call *call) {
    return call->layout.offsets == NULL && !algorithm_has_table(call->algorithm);
}

struct plan *plan_found(const struct call *call, uint32_t mix) {
    struct plan *plan = *place_of(call, mix);
    if (plan == NULL || node.records != 0 || !is_in_case(call))
        return NULL;
    struct plan_case wanted = case_of(call);
    return memcmp(&wanted, &plan->of, sizeof wanted) == 0 ? plan : NULL;
}

struct plan *plan_room(uint32_t *actions) {
    if (PLANS_BYTES - plans.used < PLAN_ROOM) {
        memset(plans.known, 0, sizeof plans.known);
        memset(plans.other, 0, sizeof plans.other);
        plans.used = 0;
    }
    size_t bytes = PLANS_BYTES - plans.used - sizeof(struct plan);
    *actions = (uint32_t)(bytes / sizeof(struct action));
    return (struct plan *)(void *)(plans.memory + plans.used);
}

void plan_keep(const struct call *call, uint32_t mix, struct plan *plan) {
    size_t bytes = sizeof *plan + plan->length * sizeof plan->action[0];
    plan->key = (struct plan_key){call->size, call->argument, call->type, call->op};
    plan->of = case_of(call);
    plan->buffer[BUFFER_SCRATCH] = plans.scratch;
    plans.used += (bytes + _Alignof(struct plan) - 1) & ~(_Alignof(struct plan) - 1);
    if (call->known != CALL_UNKNOWN)
        plans.known[call->known][call->argument % PLAN_WAYS] = plan;
    if (is_in_case(call))
        *place_of(call, mix) = plan;
}
