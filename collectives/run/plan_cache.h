/* The plans of the calls that a node has made. A call that comes again runs its plan; nothing else
 * of it has to be done again, for all that a plan depends on is in its key, or is the same as long
 * as the node lives: its number and the cube's dimension.
 *
 * There are two doors. The calls of cube.h that leave every choice open ask by what they are given
 * (plan_kept), before anything has been found out; all others when the call has been put together
 * (plan_found). What is kept is bounded: when the memory is used up all is forgotten.
 */
#ifndef COLLECTIVES_RUN_PLAN_CACHE_H
#define COLLECTIVES_RUN_PLAN_CACHE_H

#include "collectives/run/executor.h"
#include "collectives/run/plan.h"
#include "collectives/run/plan_run.h"
#include "net/node.h"

enum {
    PLAN_WAYS = 8,               /* plans of one call of cube.h, by its argument */
    PLAN_PLACES = 64,            /* plans of all other calls, by a mix of what they depend on */
    PLANS_BYTES = 32 << 10,      /* the memory of all */
    PLAN_ROOM = PLANS_BYTES / 2, /* what is free at least for the next one */
    PLAN_SCRATCH = 1 << 10,      /* bytes of scratch memory that need not be allocated */
};

extern NODE_LOCAL struct plans {
    struct plan *known[CALL_KINDS][PLAN_WAYS];
    struct plan *other[PLAN_PLACES];
    size_t used;                                         /* bytes of memory */
    _Alignas(max_align_t) uint8_t scratch[PLAN_SCRATCH]; /* of the plan that is run */
    _Alignas(struct plan) uint8_t memory[PLANS_BYTES];
} plans;

/* The plan of such a call by which no choice is made, of an operation on bytes; or null. While
 * steps are recorded there is none, for no plan that is kept records them. */
always_inline struct plan *plan_kept(enum known_call call, size_t size, uint32_t argument) {
    struct plan *plan = plans.known[call][argument % PLAN_WAYS];
    if (!very_likely(plan != NULL && node.records == 0))
        return NULL;
    bool same = (plan->key.size == size) & (plan->key.argument == argument);
    return very_likely(same) ? plan : NULL;
}

/* The same of an operation on elements; null for `op`: it combines nothing. */
always_inline struct plan *plan_kept_typed(enum known_call call, size_t count, uint32_t argument,
                                           const struct cube_type *type, const struct cube_op *op) {
    struct plan *plan = plan_kept(call, count, argument);
    if (!very_likely(plan != NULL))
        return NULL;
    return very_likely((plan->key.type == type) & (plan->key.op == op)) ? plan : NULL;
}

/* The plan of a call that has been put together, or null. `mix`: what its packets say of it. */
struct plan *plan_found(const struct call *call, uint32_t mix);

/* Room for the next plan, of at least PLAN_ROOM bytes: it may forget all others. Its bytes are
 * the caller's until plan_keep or the next plan_room. */
struct plan *plan_room(uint32_t *actions);

/* Keeps the plan that has been written there, for calls like this one. */
void plan_keep(const struct call *call, uint32_t mix, struct plan *plan);

#endif
