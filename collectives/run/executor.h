/* A call whose algorithm is known, and its execution: the algorithm's steps are evaluated for this
 * node, one after the other, and lowered to a plan (lower.h), which is run over the links. */
#ifndef COLLECTIVES_RUN_EXECUTOR_H
#define COLLECTIVES_RUN_EXECUTOR_H

#include <stddef.h>

#include "collectives/run/operators/operator.h"
#include "collectives/run/request.h"
#include "collectives/run/workspace.h"
#include "collectives/schedule/algorithm.h"
#include "cube.h"

/* The factor of Marsaglia's congruential generator, by which calls are told apart: in a mix of 24
 * bits, two calls that differ in one or two of root, target, packets (less than 4096), shift and
 * dimensions never come out the same. */
enum { CALL_MIX_FACTOR = 69069 };

/* One call of a collective operation at this node, as far as it does not depend on the step. */
struct call {
    const struct algorithm *algorithm;
    struct shape shape; /* of the cube that the call runs in; its table is null, or the input of
                           make_table */
    uint32_t node;      /* this node's number in that cube */
    uint32_t free;      /* the dimensions of that cube, as a set of the whole cube's */
    const void *input;
    void *output[SCHEDULE_OUTPUTS];
    struct layout layout;
    const size_t *offsets[SCHEDULE_AREAS]; /* where layout.offsets points if it is not null */
    const struct cube_type *type;          /* type of the elements, if the operation combines */
    const struct cube_op *op;              /* null: the operation combines nothing */
    const struct request *request; /* the key of the kept plan; null: the plan is not kept */
};

/* Makes the plan of a call, runs it, and keeps it. The buffers are the caller's, sized as algorithm
 * and layout say; one may be null where its area has no bytes. Outputs may not overlap the input or
 * each other, but an output that is an accumulator may be the input itself. Scratch areas are
 * allocated for the time of the call. Every node of the (sub)cube makes the call with the same
 * algorithm, shape and sizes. All sends of a step are published, as far as the rings take them,
 * before the first wait.
 *
 * Returns 0, -EINVAL (a buffer is missing, or an area has 4 GiB or more), -ENOMEM (there is no
 * memory for scratch areas; nothing was sent), -EPROTO (a packet of another call or step arrived:
 * of another algorithm, root, shape or operator), or -EMSGSIZE (a packet of another size arrived).
 * After the last two the links' state is undefined. -EHOSTDOWN: this node's result depends on a
 * program that has died (hollow.h). */
int execute(const struct call *call);

/* Returns the operation in the headers of a call's packets (action_operation). */
uint32_t execute_tag(const struct call *call);

/* Fills *step with step `number` of this node's part, its ports numbered within the (sub)cube. This
 * is what the executor lowers; it is here for code that compares. A table that the algorithm needs
 * is made for the time of the call; if memory is short for it, the step is empty. */
void call_step(const struct call *call, uint32_t number, struct step *step);

#endif
