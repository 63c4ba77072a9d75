/* Runs this node's part of a schedule over the links. */
#ifndef COLLECTIVES_RUN_EXECUTOR_H
#define COLLECTIVES_RUN_EXECUTOR_H

#include <stddef.h>

#include "collectives/run/operator.h"
#include "collectives/run/request.h"
#include "collectives/run/workspace.h"
#include "collectives/schedule/algorithm.h"
#include "cube.h"

/* The factor of Marsaglia's congruential generator, by which calls are told apart: with 24 bits,
 * mixes that differ in one or two of root, target, packets (< 4096), shift and dimensions are never
 * the same. */
enum { CALL_MIX_FACTOR = 69069 };

/* One call of a collective operation at this node. */
struct call {
    const struct algorithm *algorithm;
    struct shape shape; /* of the cube it runs in; its table is not set */
    uint32_t node;      /* this node's number in it */
    uint32_t free;      /* the dimensions of the whole cube that it has */
    const void *input;
    void *output[SCHEDULE_OUTPUTS];
    struct layout layout;
    const size_t *offsets[SCHEDULE_AREAS]; /* for a layout that has offsets */
    const struct cube_type *type;          /* of an operation that combines */
    const struct cube_op *op;
    /* By which its plan is kept; null: it is not kept. */
    const struct request *request;
};

/* Runs it. Buffers are the caller's, sized as schedule and layout say; one may be null where its
 * area has no bytes. Outputs may not overlap the input or each other, but an output that is an
 * accumulator may be the input itself. Scratch areas are allocated for the time of the call. Every
 * node of the (sub)cube calls it with the same schedule, shape and sizes. All sends of a step are
 * published, as far as the rings take them, before the first wait. Returns 0, -EINVAL (a buffer is
 * missing; an area has 4 GiB or more), -ENOMEM (no memory for scratch; nothing was sent), -EPROTO
 * (a packet of another call or step arrived: another algorithm, root, shape or operator),
 * -EMSGSIZE (one of another size did). After the last two the links' state is undefined. */
int execute(const struct call *call);

/* Fills *step with step `number` of this node's part, ports numbered within the (sub)cube, as the
 * executor would carry it out; for those who compare. A table that the schedule needs is made for
 * the time of the call; where there is no memory for it, the step is empty. */
void call_step(const struct call *call, uint32_t number, struct step *step);

/* execute() for blocks of `bytes` bytes each, in the whole cube, by an algorithm that depends on
 * nothing else: the input at `input`, output area 1 + k at output[k]. */
int execute_call(const struct algorithm *algorithm, const void *input, void *const output[],
                 size_t bytes);

#endif
