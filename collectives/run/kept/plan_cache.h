/* The plans that a node keeps. A call that comes again runs its plan, and nothing else of the call
 * has to be done again. All that a plan depends on is in its key, or stays as it is while the node
 * lives: the node's number, the cube's dimension, and the costs by which algorithms are selected.
 *
 * Every call has a plan that can be kept, whatever its form, its choice, its type and its operator,
 * with clocks on and while steps are recorded. What a request points to is compared with a copy,
 * byte by byte, so a program may change its tables, or use their memory for something else.
 *
 * What is kept is bounded: PLANS_BYTES of memory, in which plans follow each other as they are
 * made. At the end of the memory the next plan goes to its beginning again, and each new plan takes
 * the place of the oldest ones. A plan is written in a room of its own, PLAN_MOST bytes, before its
 * length is known. If the room is too small, the call is done part by part (lower.h), each time
 * anew. That is so for some all-port algorithms on large cubes, which have many steps, and many
 * packets in a step.
 *
 * The sizes come from what plans take, measured for all operations of tools/bench/collectives.c and
 * blocks of 8 bytes to 16 KiB: 320 bytes to 1 KiB each on 8 nodes, 400 bytes to 1.6 KiB on 64. Only
 * an all-to-all of separate packets takes 10 KiB there, and more than the room on larger cubes. So
 * a program that makes fifty different calls again and again finds the plans of all of them.
 */
#ifndef COLLECTIVES_RUN_PLAN_CACHE_H
#define COLLECTIVES_RUN_PLAN_CACHE_H

#include "collectives/run/kept/plan_key.h"
#include "collectives/run/plan.h"
#include "collectives/run/request.h"
#include "net/fast_path.h"
#include "net/node.h"

/* A test makes these smaller. */
#ifndef PLANS_BYTES
#define PLANS_BYTES (32u << 10)
#endif
#ifndef PLAN_MOST
#define PLAN_MOST (12u << 10)
#endif

enum {
    PLAN_ROWS = 32, /* at least the number of tags of operations */
    PLAN_COLUMN_BITS = 3,
    PLAN_COLUMNS = 1 << PLAN_COLUMN_BITS,
    PLAN_SCRATCH = 8 << 10, /* bytes of scratch memory that need not be allocated for a call */
};

extern NODE_LOCAL struct plans {
    /* Lists of plans, each with the plan in front that was found or kept last. The row is the
     * operation's. */
    struct plan *first[PLAN_ROWS][PLAN_COLUMNS];
    struct plan *newest[PLAN_ROWS]; /* the plan of each row that was kept last; or null */
    uint32_t kept;                  /* how many there are */
    uint32_t oldest;                /* where the oldest begins, in bytes of `memory` */
    uint32_t end;                   /* where the newest ends */
    uint32_t turn; /* where the plans end that lie behind the newest one; 0: there are none */
    _Alignas(max_align_t) uint8_t scratch[PLAN_SCRATCH]; /* of the plan that is run */
    _Alignas(struct plan) uint8_t room[PLAN_MOST];       /* of the plan that is written */
    _Alignas(struct plan) uint8_t memory[PLANS_BYTES];
} plans;

/* Returns the column of a call's plan, by Fibonacci hashing, whose factor is 2^16 over the golden
 * ratio. So sizes in arithmetic or geometric progression come to different columns. 16 bits are
 * what a single instruction loads. */
ALWAYS_INLINE uint32_t plan_column(size_t size, uint32_t argument) {
    const uint32_t golden = 40503, golden_bits = 16;
    uint32_t mix = (((uint32_t)size + argument) * golden) >> (golden_bits - PLAN_COLUMN_BITS);
    return mix % PLAN_COLUMNS;
}

/* Returns a hash of an array: of its last 8 bytes, which tell many arrays apart. In an array of
 * offsets these are the sum of all sizes. */
ALWAYS_INLINE uint32_t plan_mix(struct request_array array) {
    uint64_t last;
    if (!array.at || array.bytes < sizeof last)
        return 0;
    memcpy(&last, (const uint8_t *)array.at + array.bytes - sizeof last, sizeof last);
    return (uint32_t)last ^ (uint32_t)(last >> 32);
}

/* Returns the list that a request's plan is in. */
ALWAYS_INLINE struct plan **plan_place(const struct request *request) {
    uint32_t array = request->array[0].bytes > 0 ? plan_mix(request->array[0]) : 0;
    struct plan **row = in_register(plans.first[request->operation % PLAN_ROWS]);
    return &row[plan_column(request->size + array, request->argument)];
}

/* Returns the plan of a request, ready to be run with the request's outputs, if the request is like
 * most (plan_key.h) and the plan is the first one of its list. Else returns null, and plan_found
 * has to look. */
ALWAYS_INLINE struct plan *plan_in_front(const struct request *request) {
    struct plan *plan = *plan_place(request);
    bool same = LIKELY(plan) && plan_is_for(plan, request);
    return LIKELY(same) ? plan_prepare(plan, request) : NULL;
}

/* Returns the plan of any request, wherever it is in its list, and brings it to the front. Returns
 * null if there is none. */
struct plan *plan_found(const struct request *request);

/* Returns memory for the next plan, and sets *actions to the number of actions that fit. The caller
 * owns it until plan_room is called again. */
struct plan *plan_room(uint32_t *actions);

/* Returns a kept plan from which one for this request can be made (plan_resize.h), or null. It is
 * the plan of a request that is like this one in all but its size. In bytes, of which an element
 * has `element`, the two sizes differ only in the lowest `ignored` bits. */
const struct plan *plan_of_other_size(const struct request *request, size_t element,
                                      uint32_t ignored);

/* Keeps a copy of the plan `kept` for requests like this one, which differs from that of `kept`
 * only in its size. The caller then sets what else differs. Returns the copy, or null if it would
 * take the memory of `kept`. */
struct plan *plan_keep_like(const struct plan *kept, const struct request *request);

/* Keeps the plan that has been written in the room, for requests like this one. `algorithm` is the
 * catalogue's name of the algorithm that the plan runs. */
void plan_keep(const struct request *request, const char *algorithm, struct plan *plan);

#endif
