#include "collectives/cube/allreduce.h"
#include "collectives/call/call.h"
#include "collectives/mesh/prefix.h"
#include "cube.h"

int cube_allreduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                      const struct cube_type *type, const struct cube_op *op) {
    static const struct collective allreduce = {
        .usual = &allreduce_exchange,
        .ordered = &allreduce_exchange,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&allreduce, &(struct request){.operation = OPERATION_ALLREDUCE,
                                                        .size = count,
                                                        .type = type,
                                                        .op = op,
                                                        .choice = choice,
                                                        .input = send,
                                                        .output = {recv}});
}

FLATTEN int cube_allreduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                           const struct cube_op *op) {
    return cube_allreduce_by(NULL, send, recv, count, type, op);
}

int cube_mesh_allreduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op) {
    static const struct collective allreduce = {
        .usual = &mesh_allreduce,
        .on_mesh = true,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&allreduce, &(struct request){.operation = OPERATION_MESH_ALLREDUCE,
                                                        .size = count,
                                                        .type = type,
                                                        .op = op,
                                                        .choice = choice,
                                                        .array = {request_mesh(mesh)},
                                                        .input = send,
                                                        .output = {recv}});
}
