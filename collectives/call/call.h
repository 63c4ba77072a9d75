/* From what a program asks for to a call of the executor.
 *
 * Each call of cube.h is described once, by a struct collective. The call itself fills in a request
 * and hands both to collective_run, which runs the plan that is kept for such a request. Where
 * there is none, it checks the request, selects an algorithm, and has the call executed.
 */
#ifndef COLLECTIVES_CALL_CALL_H
#define COLLECTIVES_CALL_CALL_H

#include "collectives/call/select.h"
#include "collectives/run/executor.h"
#include "collectives/run/plan_cache.h"
#include "collectives/run/plan_run.h"
#include "collectives/run/request.h"
#include "cube.h"

/* What a call of cube.h is, whatever its arguments. */
struct collective {
    const struct algorithm *usual;   /* what it takes where a choice leaves that open; it tells the
                                        operation, too */
    const struct algorithm *ordered; /* what it takes instead for an operator that does not commute,
                                        where the choice names no algorithm, and what its port model
                                        has does not keep the order. It needs no more ports than the
                                        strictest model has, so it is right for all of them. Null:
                                        the operation keeps the order anyway, or combines nothing */
    bool rooted;                     /* the request's argument is a root, and its target a node */
    bool on_mesh;                    /* the request's first array is a mesh */
    enum message_kind message;       /* how `size` is meant */
    /* Sets what this operation alone knows of: members of the shape, or the layout's offsets.
     * Returns 0 or a negative errno. Null: there is nothing of that. */
    int (*complete)(struct call *call, const struct request *request);
};

/* Does what the request asks for. Returns as the calls of cube.h do: 0, -EINVAL (the request has an
 * argument that the operation does not take, or what call_begin, call_divide or execute returns it
 * for), or another error of execute. */
int collective_run_any(const struct collective *collective, const struct request *request);

/* Does so, at once where the plan is in front. It is compiled into each call of cube.h: the members
 * of the request then are the call's arguments, in their registers, and are written to memory only
 * where collective_run_any reads them. */
always_inline int collective_run(const struct collective *collective,
                                 const struct request *request) {
    struct plan *plan = plan_in_front(request);
    if (very_likely(plan != NULL))
        return plan_run(request->input, request->output[0], plan);
    const struct request written = {
        .operation = request->operation,
        .form = request->form,
        .argument = request->argument,
        .target = request->target,
        .size = request->size,
        .type = request->type,
        .op = request->op,
        .choice = request->choice,
        .array = {request->array[0], request->array[1]},
        .input = request->input,
        .output = {request->output[0], request->output[1]},
    };
    return collective_run_any(collective, &written);
}

/* The parts of it, for those who begin a call in another way. */

/* Runs the plan that is kept for call->request, or executes the call where there is none. Returns
 * as execute does, or -EINVAL if the algorithm is a program's own whose steps cannot be carried out
 * at this node. */
int call_run(const struct call *call);

/* Begins *call: finds the algorithm of the operation of `usual` that `choice` asks for, and the
 * cube it runs in; `usual` itself where the choice is null or says nothing of either. What remains
 * to be set is all else. Returns 0, or -EINVAL: there is no such algorithm of this operation, no
 * such port model or dimension, or there are more packets than CUBE_PACKETS. */
int call_begin(struct call *call, const struct algorithm *usual, const struct cube_choice *choice);

/* Returns 0, or -EINVAL if the call's root or target is no node, or the algorithm does not apply to
 * its shape: after the shape has been set. */
int call_check(const struct call *call);

/* Sets type and operator (null: the operation combines nothing), and divides `count` elements into
 * `parts` blocks, in order and as evenly as it goes. 0 parts: as many as the root has in this
 * algorithm. Where a pipelined algorithm shall be given no number of packets by the choice, it
 * gets one by size. Returns 0, or -EINVAL: the operator cannot work on the type; it does not
 * commute, though the algorithm changes the order; or there are more elements than an area may
 * have. */
int call_divide(struct call *call, size_t count, const struct cube_type *type,
                const struct cube_op *op, uint32_t parts);

/* Whether offsets[0 .. N] can be those of a block for each of the N nodes, this one between
 * offsets[v] and offsets[v + 1]: returns 0, or -EINVAL if the array is null, descends, or spans
 * 4 GiB or more. */
int call_offsets(const struct call *call, const size_t offsets[]);

/* Takes the sizes of all blocks into what the nodes have to agree on. */
void call_agree_on(struct call *call, const size_t offsets[]);

/* A number for `count` numbers that all nodes have to give alike: in a member of the shape that the
 * algorithm does not look at, it tells nodes that gave others (executor.h). */
uint32_t call_mix(const int numbers[], uint32_t count);

#endif
