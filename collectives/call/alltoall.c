#include <errno.h>

#include "collectives/call/call.h"
#include "collectives/cube/alltoall.h"
#include "collectives/mesh/alltoall.h"
#include "cube.h"

int cube_alltoall_by(const struct cube_choice *choice, const void *blocks, void *out,
                     size_t bytes) {
    static const struct collective alltoall = {
        .usual = &alltoall_pieces,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&alltoall, &(struct request){.operation = OPERATION_ALLTOALL,
                                                       .size = bytes,
                                                       .choice = choice,
                                                       .input = blocks,
                                                       .output = {out}});
}

FLATTEN int cube_alltoall(const void *blocks, void *out, size_t bytes) {
    return cube_alltoall_by(NULL, blocks, out, bytes);
}

static int set_offsets(struct call *call, const struct request *request) {
    const size_t *send = request->array[0].at, *recv = request->array[1].at;
    uint32_t me = call->node;
    if (call->algorithm != &alltoall_pieces || call_offsets(call, send) != 0 ||
        call_offsets(call, recv) != 0)
        return -EINVAL;
    if (send[me + 1] - send[me] != recv[me + 1] - recv[me])
        return -EMSGSIZE;
    call->offsets[AREA_INPUT] = send;
    call->offsets[AREA_OUTPUT] = recv;
    return 0;
}

int cube_alltoallv_by(const struct cube_choice *choice, const void *send,
                      const size_t send_offsets[], void *recv, const size_t recv_offsets[]) {
    static const struct collective alltoallv = {
        .usual = &alltoall_pieces,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_offsets,
    };
    return collective_run(&alltoallv,
                          &(struct request){.operation = OPERATION_ALLTOALL,
                                            .form = FORM_OFFSETS,
                                            .choice = choice,
                                            .array = {request_offsets(choice, send_offsets),
                                                      request_offsets(choice, recv_offsets)},
                                            .input = send,
                                            .output = {recv}});
}

FLATTEN int cube_alltoallv(const void *send, const size_t send_offsets[], void *recv,
                           const size_t recv_offsets[]) {
    return cube_alltoallv_by(NULL, send, send_offsets, recv, recv_offsets);
}

int cube_mesh_alltoall(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *blocks, void *out, size_t bytes) {
    static const struct collective alltoall = {
        .usual = &mesh_alltoall,
        .on_mesh = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&alltoall, &(struct request){.operation = OPERATION_MESH_ALLTOALL,
                                                       .size = bytes,
                                                       .choice = choice,
                                                       .array = {request_mesh(mesh)},
                                                       .input = blocks,
                                                       .output = {out}});
}
