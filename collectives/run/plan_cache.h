/* The plans that a node keeps. A call that comes again runs its plan; nothing else of it has to be
 * done again, for all that a plan depends on is in its key, or stays as it is while the node lives:
 * the node's number, the cube's dimension, and the costs by which algorithms are selected.
 *
 * Every call has a plan that can be kept, whatever its form, its choice, its type and its operator,
 * with clocks on and while steps are recorded. What a request points to is compared with a copy,
 * byte by byte, so a program may change its tables, or use their memory for something else.
 *
 * What is kept is bounded: PLANS_BYTES of memory, in which plans follow each other as they are
 * made. Where the memory ends it begins again, and each new plan takes the place of the oldest
 * ones. A plan is written in a room of its own, PLAN_MOST bytes, before its length is known. Where
 * the room is too small the call is done part by part (lower.h), each time anew; that is so for
 * some all-port algorithms on large cubes, whose steps are many and whose packets are many a step.
 *
 * The sizes come from measurements of all operations of tools/bench/collectives.c: on 64 nodes the
 * plan of an operation takes 0.4 to 2.6 KiB, but 14 KiB for an all-to-all of separate packets. So a
 * program that goes round twenty calls finds the plans of all of them.
 */
#ifndef COLLECTIVES_RUN_PLAN_CACHE_H
#define COLLECTIVES_RUN_PLAN_CACHE_H

#include "collectives/run/plan.h"
#include "collectives/run/plan_run.h"
#include "collectives/run/request.h"
#include "net/node.h"

/* A test makes these smaller. */
#ifndef PLANS_BYTES
#define PLANS_BYTES (40u << 10)
#endif
#ifndef PLAN_MOST
#define PLAN_MOST (16u << 10)
#endif

enum {
    PLAN_PLACE_BITS = 7,
    PLAN_PLACES = 1 << PLAN_PLACE_BITS, /* in each a list of plans, the newest first */
    PLAN_SCRATCH = 1 << 10, /* bytes of scratch memory that need not be allocated for a call */
};

extern NODE_LOCAL struct plans {
    struct plan *first[PLAN_PLACES];
    uint32_t kept;   /* how many there are */
    uint32_t oldest; /* where the oldest begins, in bytes of `memory` */
    uint32_t end;    /* where the newest ends */
    uint32_t turn;   /* where the plans end that lie behind the newest; 0: there are none */
    _Alignas(max_align_t) uint8_t scratch[PLAN_SCRATCH]; /* of the plan that is run */
    _Alignas(struct plan) uint8_t room[PLAN_MOST];       /* of the plan that is written */
    _Alignas(struct plan) uint8_t memory[PLANS_BYTES];
} plans;

/* The place of a call's plan. The factors are those of Marsaglia's congruential generator and of
 * Fibonacci hashing, 2^32 over the golden ratio: sizes in arithmetic or geometric progression come
 * to different places. */
always_inline uint32_t plan_place(uint32_t tag, size_t size, uint32_t argument) {
    const uint32_t apart = 69069, golden = 2654435769;
    uint32_t mix = ((uint32_t)size * apart + argument) * apart + tag;
    return (mix * golden) >> (32 - PLAN_PLACE_BITS);
}

/* The plan of a call of which nothing is said but operation, size, argument, and a type and an
 * operator of cube.h, null for an operation that has none. Null: the first plan of its place is not
 * this one, so plan_found has to look. */
always_inline struct plan *plan_kept_typed(const struct operation *operation, size_t size,
                                           uint32_t argument, const struct cube_type *type,
                                           const struct cube_op *op) {
    struct plan *plan = plans.first[plan_place(operation->tag, size, argument)];
    if (!very_likely(plan != NULL && node.records == 0))
        return NULL;
    const struct plan_key *key = &plan->key;
    bool same = (key->size == size) & (key->argument == argument) & (key->operation == operation) &
                (key->type == type) & (key->op == op) & key->plain;
    return very_likely(same) ? plan : NULL;
}

/* The plan of such a call on bytes. */
always_inline struct plan *plan_kept(const struct operation *operation, size_t size,
                                     uint32_t argument) {
    return plan_kept_typed(operation, size, argument, NULL, NULL);
}

/* The plan of any call, ready to be run with the request's type, operator and outputs; or null. */
struct plan *plan_found(const struct request *request);

/* The room for the next plan, and how many actions it takes. What is written there is the caller's
 * until the next call of this. */
struct plan *plan_room(uint32_t *actions);

/* Keeps the plan that has been written in the room, for requests like this one. `algorithm`: the
 * name by which the catalogue has what the plan runs. */
void plan_keep(const struct request *request, const char *algorithm, const struct plan *plan);

#endif
