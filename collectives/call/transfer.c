#include <errno.h>
#include <string.h>

#include "collectives/call/call.h"
#include "collectives/call/mesh_call.h"
#include "collectives/mesh/transfer.h"
#include "collectives/refined/transfer.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"

int cube_transfer_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                     int source, int target) {
    static const struct collective transfer = {
        .usual = &transfer_path,
        .rooted = true,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&transfer, &(struct request){.operation = OPERATION_TRANSFER,
                                                       .argument = (uint32_t)source,
                                                       .target = (uint32_t)target,
                                                       .size = bytes,
                                                       .type = &cube_byte,
                                                       .choice = choice,
                                                       .input = send,
                                                       .output = {recv}});
}

FLATTEN int cube_transfer(const void *send, void *recv, size_t bytes, int source, int target) {
    return cube_transfer_by(NULL, send, recv, bytes, source, target);
}

int cube_mesh_transfer(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *send, void *recv, size_t bytes, int source, int target) {
    static const struct collective transfer = {
        .usual = &mesh_transfer_path,
        .rooted = true,
        .on_mesh = true,
        .message = MESSAGE_WHOLE,
    };
    int error = collective_run(&transfer, &(struct request){.operation = OPERATION_MESH_TRANSFER,
                                                            .argument = (uint32_t)source,
                                                            .target = (uint32_t)target,
                                                            .size = bytes,
                                                            .type = &cube_byte,
                                                            .choice = choice,
                                                            .array = {request_mesh(mesh)},
                                                            .input = send,
                                                            .output = {recv}});
    if (error != 0 || source != target || bytes == 0)
        return error;
    struct shape shape = shape_of((uint32_t)__builtin_ctz(request_nodes(choice)));
    uint32_t number = request_node(choice);
    if (mesh_set(&shape, mesh) != 0 || !mesh_has(&shape, number) ||
        mesh_rank(&shape, number) != (uint32_t)source)
        return 0;
    if (!send || !recv)
        return -EINVAL;
    memmove(recv, send, bytes);
    return 0;
}
