#include "collectives/cube/allgather.h"
#include "collectives/call/call.h"
#include "collectives/mesh/allgather.h"
#include "cube.h"

int cube_allgather_by(const struct cube_choice *choice, const void *send, void *recv,
                      size_t bytes) {
    static const struct collective allgather = {
        .usual = &allgather_exchange,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&allgather, &(struct request){.operation = OPERATION_ALLGATHER,
                                                        .size = bytes,
                                                        .choice = choice,
                                                        .input = send,
                                                        .output = {recv}});
}

FLATTEN int cube_allgather(const void *send, void *recv, size_t bytes) {
    return cube_allgather_by(NULL, send, recv, bytes);
}

static int set_offsets(struct call *call, const struct request *request) {
    const size_t *offsets = request->array[0].at;
    int error = call_offsets(call, offsets);
    if (error != 0)
        return error;
    call_agree_on(call, offsets);
    call->offsets[AREA_INPUT] = offsets + call->node;
    call->offsets[AREA_OUTPUT] = offsets;
    return 0;
}

int cube_allgatherv_by(const struct cube_choice *choice, const void *send, void *recv,
                       const size_t offsets[]) {
    static const struct collective allgatherv = {
        .usual = &allgather_exchange,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_offsets,
    };
    return collective_run(&allgatherv,
                          &(struct request){.operation = OPERATION_ALLGATHER,
                                            .form = FORM_OFFSETS,
                                            .choice = choice,
                                            .array = {request_offsets(choice, offsets)},
                                            .input = send,
                                            .output = {recv}});
}

FLATTEN int cube_allgatherv(const void *send, void *recv, const size_t offsets[]) {
    return cube_allgatherv_by(NULL, send, recv, offsets);
}

int cube_mesh_allgather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t bytes) {
    static const struct collective allgather = {
        .usual = &mesh_allgather,
        .on_mesh = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&allgather, &(struct request){.operation = OPERATION_MESH_ALLGATHER,
                                                        .size = bytes,
                                                        .choice = choice,
                                                        .array = {request_mesh(mesh)},
                                                        .input = send,
                                                        .output = {recv}});
}
