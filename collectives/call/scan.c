#include "collectives/cube/scan.h"
#include "collectives/call/call.h"
#include "collectives/mesh/prefix.h"
#include "cube.h"

int cube_scan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                 const struct cube_type *type, const struct cube_op *op) {
    static const struct collective scan = {
        .usual = &scan_exchange,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&scan, &(struct request){.operation = OPERATION_SCAN,
                                                   .size = count,
                                                   .type = type,
                                                   .op = op,
                                                   .choice = choice,
                                                   .input = send,
                                                   .output = {recv}});
}

FLATTEN int cube_scan(const void *send, void *recv, size_t count, const struct cube_type *type,
                      const struct cube_op *op) {
    return cube_scan_by(NULL, send, recv, count, type, op);
}

int cube_exscan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op) {
    static const struct collective exscan = {
        .usual = &exscan_exchange,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&exscan, &(struct request){.operation = OPERATION_EXSCAN,
                                                     .size = count,
                                                     .type = type,
                                                     .op = op,
                                                     .choice = choice,
                                                     .input = send,
                                                     .output = {recv}});
}

FLATTEN int cube_exscan(const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op) {
    return cube_exscan_by(NULL, send, recv, count, type, op);
}

int cube_mesh_scan(const struct cube_choice *choice, const struct cube_mesh *mesh, const void *send,
                   void *recv, size_t count, const struct cube_type *type,
                   const struct cube_op *op) {
    static const struct collective scan = {
        .usual = &mesh_scan,
        .on_mesh = true,
        .message = MESSAGE_WHOLE,
    };
    return collective_run(&scan, &(struct request){.operation = OPERATION_MESH_SCAN,
                                                   .size = count,
                                                   .type = type,
                                                   .op = op,
                                                   .choice = choice,
                                                   .array = {request_mesh(mesh)},
                                                   .input = send,
                                                   .output = {recv}});
}
