#include <errno.h>

#include "collectives/call/call.h"
#include "collectives/mesh/stencil.h"
#include "cube.h"

static int set_points(struct call *call, const struct request *request) {
    uint32_t points = request->argument;
    if (points == 0 || points > CUBE_PACKETS ||
        request->size > UINT32_MAX / (DIRECTIONS * points + CORNERS))
        return -EINVAL;
    call->shape.packets = points;
    return 0;
}

int cube_mesh_five_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points) {
    static const struct collective five_point = {
        .usual = &mesh_five_point,
        .on_mesh = true,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_points,
    };
    return collective_run(&five_point, &(struct request){.operation = OPERATION_MESH_FIVE_POINT,
                                                         .argument = points,
                                                         .size = bytes,
                                                         .choice = choice,
                                                         .array = {request_mesh(mesh)},
                                                         .input = edges,
                                                         .output = {around}});
}

int cube_mesh_nine_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points) {
    static const struct collective nine_point = {
        .usual = &mesh_nine_point,
        .on_mesh = true,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_points,
    };
    return collective_run(&nine_point, &(struct request){.operation = OPERATION_MESH_NINE_POINT,
                                                         .argument = points,
                                                         .size = bytes,
                                                         .choice = choice,
                                                         .array = {request_mesh(mesh)},
                                                         .input = edges,
                                                         .output = {around}});
}
