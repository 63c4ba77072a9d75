#include "collectives/cube/gather.h"
#include "collectives/call/call.h"
#include "collectives/cube/scatter.h"
#include "collectives/mesh/scatter.h"
#include "cube.h"

int cube_gather_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                   int root) {
    static const struct collective gather = {
        .usual = &gather_binomial,
        .rooted = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&gather, &(struct request){.operation = OPERATION_GATHER,
                                                     .argument = (uint32_t)root,
                                                     .size = bytes,
                                                     .choice = choice,
                                                     .input = send,
                                                     .output = {recv}});
}

FLATTEN int cube_gather(const void *send, void *recv, size_t bytes, int root) {
    return cube_gather_by(NULL, send, recv, bytes, root);
}

/* Sets the offsets of a call of gather or scatter with blocks of different sizes, whose root has
 * been set. offsets[v] is where the block of node v begins in the area `all`, in which the root has
 * all blocks: AREA_OUTPUT or AREA_INPUT. The array is the caller's, and has to live as long as the
 * call. Returns 0, or the error of call_check or call_offsets. */
static int set_offsets(struct call *call, const size_t offsets[], uint32_t all) {
    int error = call_check(call);
    if (error == 0)
        error = call_offsets(call, offsets);
    if (error != 0)
        return error;
    call_agree_on(call, offsets);
    /* What passes a node are the blocks of `passing` nodes, a power of two. These begin with the
     * first node that differs from this one only in low bits. */
    uint32_t passing =
        algorithm_blocks(call->algorithm, &call->shape, call->node, GATHER_UNDER_WAY);
    call->offsets[GATHER_UNDER_WAY] = offsets + (call->node & ~(passing - 1));
    call->offsets[all] = offsets;
    call->offsets[dual_area(all)] = offsets + call->node;
    return 0;
}

static int set_gathered(struct call *call, const struct request *request) {
    return set_offsets(call, request->array[0].at, AREA_OUTPUT);
}

int cube_gatherv_by(const struct cube_choice *choice, const void *send, void *recv,
                    const size_t offsets[], int root) {
    static const struct collective gatherv = {
        .usual = &gather_binomial,
        .rooted = true,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_gathered,
    };
    return collective_run(&gatherv, &(struct request){.operation = OPERATION_GATHER,
                                                      .form = FORM_OFFSETS,
                                                      .argument = (uint32_t)root,
                                                      .choice = choice,
                                                      .array = {request_offsets(choice, offsets)},
                                                      .input = send,
                                                      .output = {recv}});
}

FLATTEN int cube_gatherv(const void *send, void *recv, const size_t offsets[], int root) {
    return cube_gatherv_by(NULL, send, recv, offsets, root);
}

int cube_mesh_gather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t bytes, int root) {
    static const struct collective gather = {
        .usual = &mesh_gather,
        .rooted = true,
        .on_mesh = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&gather, &(struct request){.operation = OPERATION_MESH_GATHER,
                                                     .argument = (uint32_t)root,
                                                     .size = bytes,
                                                     .choice = choice,
                                                     .array = {request_mesh(mesh)},
                                                     .input = send,
                                                     .output = {recv}});
}

int cube_scatter_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    int root) {
    static const struct collective scatter = {
        .usual = &scatter_binomial,
        .rooted = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&scatter, &(struct request){.operation = OPERATION_SCATTER,
                                                      .argument = (uint32_t)root,
                                                      .size = bytes,
                                                      .choice = choice,
                                                      .input = send,
                                                      .output = {recv}});
}

FLATTEN int cube_scatter(const void *send, void *recv, size_t bytes, int root) {
    return cube_scatter_by(NULL, send, recv, bytes, root);
}

static int set_scattered(struct call *call, const struct request *request) {
    return set_offsets(call, request->array[0].at, AREA_INPUT);
}

int cube_scatterv_by(const struct cube_choice *choice, const void *send, void *recv,
                     const size_t offsets[], int root) {
    static const struct collective scatterv = {
        .usual = &scatter_binomial,
        .rooted = true,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_scattered,
    };
    return collective_run(&scatterv, &(struct request){.operation = OPERATION_SCATTER,
                                                       .form = FORM_OFFSETS,
                                                       .argument = (uint32_t)root,
                                                       .choice = choice,
                                                       .array = {request_offsets(choice, offsets)},
                                                       .input = send,
                                                       .output = {recv}});
}

FLATTEN int cube_scatterv(const void *send, void *recv, const size_t offsets[], int root) {
    return cube_scatterv_by(NULL, send, recv, offsets, root);
}

int cube_mesh_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                      const void *send, void *recv, size_t bytes, int root) {
    static const struct collective scatter = {
        .usual = &mesh_scatter,
        .rooted = true,
        .on_mesh = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&scatter, &(struct request){.operation = OPERATION_MESH_SCATTER,
                                                      .argument = (uint32_t)root,
                                                      .size = bytes,
                                                      .choice = choice,
                                                      .array = {request_mesh(mesh)},
                                                      .input = send,
                                                      .output = {recv}});
}
