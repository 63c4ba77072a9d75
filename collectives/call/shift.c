#include "collectives/refined/shift.h"
#include "collectives/call/call.h"
#include "collectives/mesh/shift.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"

static int set_distance(struct call *call, const struct request *request) {
    call->shape.shift = request->argument & (shape_nodes(&call->shape) - 1);
    return 0;
}

int cube_shift_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                  int q) {
    static const struct collective shift = {
        .usual = &shift_ecube,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_distance,
    };
    return collective_run(&shift, &(struct request){.operation = OPERATION_SHIFT,
                                                    .argument = (uint32_t)q,
                                                    .size = bytes,
                                                    .choice = choice,
                                                    .input = send,
                                                    .output = {recv}});
}

FLATTEN int cube_shift(const void *send, void *recv, size_t bytes, int q) {
    return cube_shift_by(NULL, send, recv, bytes, q);
}

int cube_gray_shift_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                       int q) {
    static const struct collective gray_shift = {
        .usual = &gray_shift_signed,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_distance,
    };
    return collective_run(&gray_shift, &(struct request){.operation = OPERATION_GRAY_SHIFT,
                                                         .argument = (uint32_t)q,
                                                         .size = bytes,
                                                         .choice = choice,
                                                         .input = send,
                                                         .output = {recv}});
}

FLATTEN int cube_gray_shift(const void *send, void *recv, size_t bytes, int q) {
    return cube_gray_shift_by(NULL, send, recv, bytes, q);
}

static int set_distance_on_mesh(struct call *call, const struct request *request) {
    int nodes = (int)mesh_nodes(&call->shape);
    call->shape.shift = (uint32_t)(((int)request->argument % nodes + nodes) % nodes);
    return 0;
}

int cube_mesh_shift(const struct cube_choice *choice, const struct cube_mesh *mesh,
                    const void *send, void *recv, size_t bytes, int q) {
    static const struct collective shift = {
        .usual = &mesh_shift,
        .on_mesh = true,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_distance_on_mesh,
    };
    return collective_run(&shift, &(struct request){.operation = OPERATION_MESH_SHIFT,
                                                    .argument = (uint32_t)q,
                                                    .size = bytes,
                                                    .choice = choice,
                                                    .array = {request_mesh(mesh)},
                                                    .input = send,
                                                    .output = {recv}});
}
