/* From a program's request to a call of the executor.
 *
 * Each call of cube.h is described once, by a struct collective. The call itself fills in a request
 * and hands both to collective_run, which runs the plan that is kept for such a request. If there
 * is no such plan, it checks the request, selects an algorithm, and has the call executed. */
#ifndef COLLECTIVES_CALL_CALL_H
#define COLLECTIVES_CALL_CALL_H

#include "collectives/call/select.h"
#include "collectives/run/executor.h"
#include "collectives/run/kept/plan_cache.h"
#include "collectives/run/plan_run.h"
#include "collectives/run/request.h"
#include "cube.h"

/* A call of cube.h without its arguments. If the usual algorithm varies with the root, the
 * request's argument is a root, and its target a node; if it varies with the sides, the request's
 * first array is a mesh. */
struct collective {
    const struct algorithm *usual;   /* the algorithm of calls whose choice leaves it open; it also
                                        tells the operation */
    const struct algorithm *ordered; /* the algorithm that replaces it if the operator does not
                                        commute, the choice names no algorithm, and the algorithm of
                                        its port model does not keep the order. It needs no more
                                        ports than the strictest model has, so it suits all models.
                                        Null: the operation keeps the order anyway, or combines
                                        nothing */
    enum message_kind message;       /* how `size` is meant */
    /* Sets members of the shape, or the layout's offsets, that only this operation has. Returns 0
     * or a negative errno. Optional. */
    int (*complete)(struct call *call, const struct request *request);
};

/* Executes the request. Returns a result of cube.h: 0, -EINVAL (the operation does not take an
 * argument of the request, or call_begin, call_divide or execute returns it), or another error of
 * execute. */
int collective_run_any(const struct collective *collective, const struct request *request);

/* Executes the request, at once if its plan is in front. It is compiled into each call of cube.h:
 * then the members of the request are the call's arguments, in their registers, and are written to
 * memory only if collective_run_any has to read them. */
ALWAYS_INLINE int collective_run(const struct collective *collective,
                                 const struct request *request) {
    struct plan *plan = plan_in_front(request);
    if (LIKELY(plan))
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

/* The parts of collective_run_any, for code that begins a call in another way. */

/* Runs the plan that is kept for call->request, or executes the call if there is none, by a
 * schedule that is given for it (given.h) if there is one. Returns the result of execute, or
 * -EINVAL if the steps of a program's own algorithm or of a given schedule cannot be executed at
 * this node. */
int call_run(struct call *call);

/* Begins *call: finds the algorithm that `choice` asks for, of the same operation as `usual`, and
 * the cube that the call runs in. If the choice is null or leaves these open, they are `usual` and
 * the whole cube. The caller sets all other members. Returns 0, or -EINVAL if this operation has no
 * such algorithm, if there is no such port model or dimension, or if there are more packets than
 * CUBE_PACKETS. */
int call_begin(struct call *call, const struct algorithm *usual, const struct cube_choice *choice);

/* Checks a call whose shape has been set. Returns 0, or -EINVAL if its root or target is no node,
 * or if the algorithm does not apply to its shape. */
int call_check(const struct call *call);

/* Sets type and operator (null: the operation combines nothing), and divides `count` elements into
 * `parts` blocks, in order and as evenly as possible. If `parts` is 0, there are as many blocks as
 * the root has in this algorithm. If the algorithm is pipelined and the choice gives no number of
 * packets, the number is set by the size. Returns 0, or -EINVAL if the operator cannot work on the
 * type, if it does not commute although the algorithm changes the order, or if there are more
 * elements than an area may have. */
int call_divide(struct call *call, size_t count, const struct cube_type *type,
                const struct cube_op *op, uint32_t parts);

#endif
