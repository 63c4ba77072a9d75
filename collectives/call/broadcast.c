#include "collectives/cube/broadcast.h"
#include "collectives/call/call.h"
#include "collectives/mesh/broadcast.h"
#include "cube.h"

int cube_bcast_by(const struct cube_choice *choice, void *buffer, size_t count,
                  const struct cube_type *type, int root) {
    static const struct collective broadcast = {
        .usual = &broadcast_binomial,
        .rooted = true,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&broadcast, &(struct request){.operation = OPERATION_BROADCAST,
                                                        .argument = (uint32_t)root,
                                                        .size = count,
                                                        .type = type,
                                                        .choice = choice,
                                                        .input = buffer,
                                                        .output = {buffer}});
}

FLATTEN int cube_bcast(void *buffer, size_t count, const struct cube_type *type, int root) {
    return cube_bcast_by(NULL, buffer, count, type, root);
}

int cube_mesh_bcast(const struct cube_choice *choice, const struct cube_mesh *mesh, void *buffer,
                    size_t count, const struct cube_type *type, int root) {
    static const struct collective broadcast = {
        .usual = &mesh_broadcast,
        .rooted = true,
        .on_mesh = true,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&broadcast, &(struct request){.operation = OPERATION_MESH_BROADCAST,
                                                        .argument = (uint32_t)root,
                                                        .size = count,
                                                        .type = type,
                                                        .choice = choice,
                                                        .array = {request_mesh(mesh)},
                                                        .input = buffer,
                                                        .output = {buffer}});
}
