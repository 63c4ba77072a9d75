#include "collectives/cube/reduce_scatter.h"
#include "collectives/call/call.h"
#include "collectives/mesh/reduce_scatter.h"
#include "collectives/refined/refined.h"
#include "cube.h"

int cube_reduce_scatter_by(const struct cube_choice *choice, const void *send, void *recv,
                           size_t count, const struct cube_type *type, const struct cube_op *op) {
    static const struct collective reduce_scatter = {
        .usual = &reduce_scatter_exchange,
        .ordered = &reduce_scatter_ordered,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&reduce_scatter, &(struct request){.operation = OPERATION_REDUCE_SCATTER,
                                                             .size = count,
                                                             .type = type,
                                                             .op = op,
                                                             .choice = choice,
                                                             .input = send,
                                                             .output = {recv}});
}

FLATTEN int cube_reduce_scatter(const void *send, void *recv, size_t count,
                                const struct cube_type *type, const struct cube_op *op) {
    return cube_reduce_scatter_by(NULL, send, recv, count, type, op);
}

int cube_mesh_reduce_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                             const void *send, void *recv, size_t count,
                             const struct cube_type *type, const struct cube_op *op) {
    static const struct collective reduce_scatter = {
        .usual = &mesh_reduce_scatter,
        .ordered = &mesh_reduce_scatter_ordered,
        .on_mesh = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&reduce_scatter,
                          &(struct request){.operation = OPERATION_MESH_REDUCE_SCATTER,
                                            .size = count,
                                            .type = type,
                                            .op = op,
                                            .choice = choice,
                                            .array = {request_mesh(mesh)},
                                            .input = send,
                                            .output = {recv}});
}
