#include "collectives/cube/reduction.h"
#include "collectives/call/call.h"
#include "collectives/mesh/broadcast.h"
#include "cube.h"

int cube_reduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op, int root) {
    static const struct collective reduction = {
        .usual = &reduction_binomial,
        .ordered = &reduction_binomial,
        .rooted = true,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&reduction, &(struct request){.operation = OPERATION_REDUCTION,
                                                        .argument = (uint32_t)root,
                                                        .size = count,
                                                        .type = type,
                                                        .op = op,
                                                        .choice = choice,
                                                        .input = send,
                                                        .output = {recv}});
}

FLATTEN int cube_reduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op, int root) {
    return cube_reduce_by(NULL, send, recv, count, type, op, root);
}

int cube_mesh_reduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t count, const struct cube_type *type,
                     const struct cube_op *op, int root) {
    static const struct collective reduction = {
        .usual = &mesh_reduction,
        .ordered = &mesh_reduction,
        .rooted = true,
        .on_mesh = true,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&reduction, &(struct request){.operation = OPERATION_MESH_REDUCTION,
                                                        .argument = (uint32_t)root,
                                                        .size = count,
                                                        .type = type,
                                                        .op = op,
                                                        .choice = choice,
                                                        .array = {request_mesh(mesh)},
                                                        .input = send,
                                                        .output = {recv}});
}
