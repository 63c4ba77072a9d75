/* The calls of cube.h, but for the barrier and exchange_all: each fills in a request for its row of
 * the table below. */
#include "collectives/call/call.h"
#include "collectives/call/complete.h"
#include "collectives/call/mesh_call.h"
#include "collectives/cube/shared.h"
#include "collectives/mesh/algorithms.h"
#include "collectives/refined/permutation.h"
#include "collectives/refined/refined.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"

#include <errno.h>
#include <string.h>

/* ---- The table ---- */

enum { FIRST = OPERATION_BEFORE_FIRST + 1 };

/* By operation: the usual algorithm, the one that keeps the order, what a size means, and what
 * completes the call. */
static const struct collective plain[OPERATION_COUNT] = {
/* clang-format off */
#define ROW(operation) [OPERATION_##operation - FIRST]
    ROW(BROADCAST)      = {&broadcast_binomial, NULL, MESSAGE_WHOLE, NULL},
    ROW(REDUCTION)      = {&reduction_binomial, &reduction_binomial, MESSAGE_WHOLE, NULL},
    ROW(ALLREDUCE)      = {&allreduce_exchange, &allreduce_exchange, MESSAGE_WHOLE, NULL},
    ROW(SCAN)           = {&scan_exchange, NULL, MESSAGE_WHOLE, NULL},
    ROW(EXSCAN)         = {&exscan_exchange, NULL, MESSAGE_WHOLE, NULL},
    ROW(REDUCE_SCATTER) = {&reduce_scatter_exchange, &reduce_scatter_ordered, MESSAGE_BLOCKS, NULL},
    ROW(GATHER)         = {&gather_binomial, NULL, MESSAGE_BLOCKS, NULL},
    ROW(SCATTER)        = {&scatter_binomial, NULL, MESSAGE_BLOCKS, NULL},
    ROW(ALLGATHER)      = {&allgather_exchange, NULL, MESSAGE_BLOCKS, NULL},
    ROW(ALLTOALL)       = {&alltoall_pieces, NULL, MESSAGE_BLOCKS, NULL},
    ROW(TRANSFER)       = {&transfer_path, NULL, MESSAGE_WHOLE, NULL},
    ROW(ASPC)           = {&aspc_all_port, NULL, MESSAGE_AS_IT_IS, NULL},
    ROW(SHIFT)          = {&shift_ecube, NULL, MESSAGE_AS_IT_IS, complete_distance},
    ROW(GRAY_SHIFT)     = {&gray_shift_signed, NULL, MESSAGE_AS_IT_IS, complete_distance},
    ROW(XOR)            = {&xor_ecube, NULL, MESSAGE_AS_IT_IS, complete_mask},
    ROW(PERMUTATION)    = {&permutation_ecube, NULL, MESSAGE_AS_IT_IS, complete_permutation},
    ROW(PM2I)           = {&pm2i, NULL, MESSAGE_AS_IT_IS, complete_functions},

    ROW(MESH_BROADCAST)      = {&mesh_broadcast, NULL, MESSAGE_WHOLE, NULL},
    ROW(MESH_REDUCTION)      = {&mesh_reduction, &mesh_reduction, MESSAGE_WHOLE, NULL},
    ROW(MESH_ALLREDUCE)      = {&mesh_allreduce, NULL, MESSAGE_WHOLE, NULL},
    ROW(MESH_SCAN)           = {&mesh_scan, NULL, MESSAGE_WHOLE, NULL},
    ROW(MESH_REDUCE_SCATTER) = {&mesh_reduce_scatter, &mesh_reduce_scatter_ordered, MESSAGE_BLOCKS, NULL},
    ROW(MESH_GATHER)         = {&mesh_gather, NULL, MESSAGE_BLOCKS, NULL},
    ROW(MESH_SCATTER)        = {&mesh_scatter, NULL, MESSAGE_BLOCKS, NULL},
    ROW(MESH_ALLGATHER)      = {&mesh_allgather, NULL, MESSAGE_BLOCKS, NULL},
    ROW(MESH_ALLTOALL)       = {&mesh_alltoall, NULL, MESSAGE_BLOCKS, NULL},
    ROW(MESH_TRANSFER)       = {&mesh_transfer_path, NULL, MESSAGE_WHOLE, NULL},
    ROW(MESH_SHIFT)          = {&mesh_shift, NULL, MESSAGE_AS_IT_IS, complete_mesh_distance},
    ROW(MESH_FIVE_POINT)     = {&mesh_five_point, NULL, MESSAGE_AS_IT_IS, complete_points},
    ROW(MESH_NINE_POINT)     = {&mesh_nine_point, NULL, MESSAGE_AS_IT_IS, complete_points},
};

/* Those whose blocks have sizes of their own. */
static const struct collective with_offsets[OPERATION_COUNT] = {
    ROW(GATHER)    = {&gather_binomial, NULL, MESSAGE_AS_IT_IS, complete_gatherv},
    ROW(SCATTER)   = {&scatter_binomial, NULL, MESSAGE_AS_IT_IS, complete_scatterv},
    ROW(ALLGATHER) = {&allgather_exchange, NULL, MESSAGE_AS_IT_IS, complete_allgatherv},
    ROW(ALLTOALL)  = {&alltoall_pieces, NULL, MESSAGE_AS_IT_IS, complete_alltoallv},
#undef ROW
    /* clang-format on */
};

static const struct request_array no_array;

/* A call on `count` elements, which an operator may combine. `argument` is the root, how far to
 * shift, ...; 0 if there is none. */
ALWAYS_INLINE int on_elements(enum operation_tag operation, const struct cube_choice *choice,
                              struct request_array array, const void *input, void *output,
                              size_t count, const struct cube_type *type, const struct cube_op *op,
                              int argument) {
    return collective_run(&plain[operation - FIRST],
                          &(struct request){.operation = operation,
                                            .argument = (uint32_t)argument,
                                            .size = count,
                                            .type = type,
                                            .op = op,
                                            .choice = choice,
                                            .array = {array},
                                            .input = input,
                                            .output = {output}});
}

/* A call on blocks of bytes. */
ALWAYS_INLINE int on_bytes(enum operation_tag operation, const struct cube_choice *choice,
                           struct request_array array, const void *input, void *output,
                           size_t bytes, int argument) {
    return on_elements(operation, choice, array, input, output, bytes, NULL, NULL, argument);
}

/* A call on blocks that lie between offsets. */
ALWAYS_INLINE int on_offsets(enum operation_tag operation, const struct cube_choice *choice,
                             struct request_array first, struct request_array second,
                             const void *input, void *output, int root) {
    return collective_run(&with_offsets[operation - FIRST],
                          &(struct request){.operation = operation,
                                            .form = FORM_OFFSETS,
                                            .argument = (uint32_t)root,
                                            .choice = choice,
                                            .array = {first, second},
                                            .input = input,
                                            .output = {output}});
}

/* A call between two nodes. */
ALWAYS_INLINE int between(enum operation_tag operation, const struct cube_choice *choice,
                          struct request_array array, const void *input, void *output, size_t bytes,
                          int source, int target) {
    return collective_run(&plain[operation - FIRST], &(struct request){.operation = operation,
                                                                       .argument = (uint32_t)source,
                                                                       .target = (uint32_t)target,
                                                                       .size = bytes,
                                                                       .type = &cube_byte,
                                                                       .choice = choice,
                                                                       .array = {array},
                                                                       .input = input,
                                                                       .output = {output}});
}

/* ---- Broadcast, and operations that combine ---- */

int cube_bcast_by(const struct cube_choice *choice, void *buffer, size_t count,
                  const struct cube_type *type, int root) {
    return on_elements(OPERATION_BROADCAST, choice, no_array, buffer, buffer, count, type, NULL,
                       root);
}

FLATTEN int cube_bcast(void *buffer, size_t count, const struct cube_type *type, int root) {
    return cube_bcast_by(NULL, buffer, count, type, root);
}

int cube_reduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op, int root) {
    return on_elements(OPERATION_REDUCTION, choice, no_array, send, recv, count, type, op, root);
}

FLATTEN int cube_reduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op, int root) {
    return cube_reduce_by(NULL, send, recv, count, type, op, root);
}

int cube_allreduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                      const struct cube_type *type, const struct cube_op *op) {
    return on_elements(OPERATION_ALLREDUCE, choice, no_array, send, recv, count, type, op, 0);
}

FLATTEN int cube_allreduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                           const struct cube_op *op) {
    return cube_allreduce_by(NULL, send, recv, count, type, op);
}

int cube_reduce_scatter_by(const struct cube_choice *choice, const void *send, void *recv,
                           size_t count, const struct cube_type *type, const struct cube_op *op) {
    return on_elements(OPERATION_REDUCE_SCATTER, choice, no_array, send, recv, count, type, op, 0);
}

FLATTEN int cube_reduce_scatter(const void *send, void *recv, size_t count,
                                const struct cube_type *type, const struct cube_op *op) {
    return cube_reduce_scatter_by(NULL, send, recv, count, type, op);
}

int cube_scan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                 const struct cube_type *type, const struct cube_op *op) {
    return on_elements(OPERATION_SCAN, choice, no_array, send, recv, count, type, op, 0);
}

FLATTEN int cube_scan(const void *send, void *recv, size_t count, const struct cube_type *type,
                      const struct cube_op *op) {
    return cube_scan_by(NULL, send, recv, count, type, op);
}

int cube_exscan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op) {
    return on_elements(OPERATION_EXSCAN, choice, no_array, send, recv, count, type, op, 0);
}

FLATTEN int cube_exscan(const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op) {
    return cube_exscan_by(NULL, send, recv, count, type, op);
}

/* ---- Blocks ---- */

int cube_gather_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                   int root) {
    return on_bytes(OPERATION_GATHER, choice, no_array, send, recv, bytes, root);
}

FLATTEN int cube_gather(const void *send, void *recv, size_t bytes, int root) {
    return cube_gather_by(NULL, send, recv, bytes, root);
}

int cube_scatter_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    int root) {
    return on_bytes(OPERATION_SCATTER, choice, no_array, send, recv, bytes, root);
}

FLATTEN int cube_scatter(const void *send, void *recv, size_t bytes, int root) {
    return cube_scatter_by(NULL, send, recv, bytes, root);
}

int cube_allgather_by(const struct cube_choice *choice, const void *send, void *recv,
                      size_t bytes) {
    return on_bytes(OPERATION_ALLGATHER, choice, no_array, send, recv, bytes, 0);
}

FLATTEN int cube_allgather(const void *send, void *recv, size_t bytes) {
    return cube_allgather_by(NULL, send, recv, bytes);
}

int cube_alltoall_by(const struct cube_choice *choice, const void *blocks, void *out,
                     size_t bytes) {
    return on_bytes(OPERATION_ALLTOALL, choice, no_array, blocks, out, bytes, 0);
}

FLATTEN int cube_alltoall(const void *blocks, void *out, size_t bytes) {
    return cube_alltoall_by(NULL, blocks, out, bytes);
}

int cube_gatherv_by(const struct cube_choice *choice, const void *send, void *recv,
                    const size_t offsets[], int root) {
    return on_offsets(OPERATION_GATHER, choice, request_offsets(choice, offsets), no_array, send,
                      recv, root);
}

FLATTEN int cube_gatherv(const void *send, void *recv, const size_t offsets[], int root) {
    return cube_gatherv_by(NULL, send, recv, offsets, root);
}

int cube_scatterv_by(const struct cube_choice *choice, const void *send, void *recv,
                     const size_t offsets[], int root) {
    return on_offsets(OPERATION_SCATTER, choice, request_offsets(choice, offsets), no_array, send,
                      recv, root);
}

FLATTEN int cube_scatterv(const void *send, void *recv, const size_t offsets[], int root) {
    return cube_scatterv_by(NULL, send, recv, offsets, root);
}

int cube_allgatherv_by(const struct cube_choice *choice, const void *send, void *recv,
                       const size_t offsets[]) {
    return on_offsets(OPERATION_ALLGATHER, choice, request_offsets(choice, offsets), no_array, send,
                      recv, 0);
}

FLATTEN int cube_allgatherv(const void *send, void *recv, const size_t offsets[]) {
    return cube_allgatherv_by(NULL, send, recv, offsets);
}

int cube_alltoallv_by(const struct cube_choice *choice, const void *send,
                      const size_t send_offsets[], void *recv, const size_t recv_offsets[]) {
    return on_offsets(OPERATION_ALLTOALL, choice, request_offsets(choice, send_offsets),
                      request_offsets(choice, recv_offsets), send, recv, 0);
}

FLATTEN int cube_alltoallv(const void *send, const size_t send_offsets[], void *recv,
                           const size_t recv_offsets[]) {
    return cube_alltoallv_by(NULL, send, send_offsets, recv, recv_offsets);
}

/* ---- Permutations, and what else goes from node to node ---- */

int cube_transfer_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                     int source, int target) {
    return between(OPERATION_TRANSFER, choice, no_array, send, recv, bytes, source, target);
}

FLATTEN int cube_transfer(const void *send, void *recv, size_t bytes, int source, int target) {
    return cube_transfer_by(NULL, send, recv, bytes, source, target);
}

int cube_shift_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                  int q) {
    return on_bytes(OPERATION_SHIFT, choice, no_array, send, recv, bytes, q);
}

FLATTEN int cube_shift(const void *send, void *recv, size_t bytes, int q) {
    return cube_shift_by(NULL, send, recv, bytes, q);
}

int cube_gray_shift_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                       int q) {
    return on_bytes(OPERATION_GRAY_SHIFT, choice, no_array, send, recv, bytes, q);
}

FLATTEN int cube_gray_shift(const void *send, void *recv, size_t bytes, int q) {
    return cube_gray_shift_by(NULL, send, recv, bytes, q);
}

int cube_permute_xor_by(const struct cube_choice *choice, const void *send, void *recv,
                        size_t bytes, int j) {
    return on_bytes(OPERATION_XOR, choice, no_array, send, recv, bytes, j);
}

FLATTEN int cube_permute_xor(const void *send, void *recv, size_t bytes, int j) {
    return cube_permute_xor_by(NULL, send, recv, bytes, j);
}

int cube_permute_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    const int destination[]) {
    return on_bytes(OPERATION_PERMUTATION, choice, request_numbers(choice, destination), send, recv,
                    bytes, 0);
}

FLATTEN int cube_permute(const void *send, void *recv, size_t bytes, const int destination[]) {
    return cube_permute_by(NULL, send, recv, bytes, destination);
}

int cube_pm2i_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                 const int offset[]) {
    return on_bytes(OPERATION_PM2I, choice, request_numbers(choice, offset), send, recv, bytes, 0);
}

FLATTEN int cube_pm2i(const void *send, void *recv, size_t bytes, const int offset[]) {
    return cube_pm2i_by(NULL, send, recv, bytes, offset);
}

int cube_aspc_by(const struct cube_choice *choice, const void *elements, void *plus, void *minus,
                 size_t bytes) {
    return collective_run(&plain[OPERATION_ASPC - FIRST],
                          &(struct request){.operation = OPERATION_ASPC,
                                            .size = bytes,
                                            .choice = choice,
                                            .input = elements,
                                            .output = {plus, minus}});
}

FLATTEN int cube_aspc(const void *elements, void *plus, void *minus, size_t bytes) {
    return cube_aspc_by(NULL, elements, plus, minus, bytes);
}

/* ---- On a mesh ---- */

int cube_mesh_bcast(const struct cube_choice *choice, const struct cube_mesh *mesh, void *buffer,
                    size_t count, const struct cube_type *type, int root) {
    return on_elements(OPERATION_MESH_BROADCAST, choice, request_mesh(mesh), buffer, buffer, count,
                       type, NULL, root);
}

int cube_mesh_reduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t count, const struct cube_type *type,
                     const struct cube_op *op, int root) {
    return on_elements(OPERATION_MESH_REDUCTION, choice, request_mesh(mesh), send, recv, count,
                       type, op, root);
}

int cube_mesh_allreduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op) {
    return on_elements(OPERATION_MESH_ALLREDUCE, choice, request_mesh(mesh), send, recv, count,
                       type, op, 0);
}

int cube_mesh_reduce_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                             const void *send, void *recv, size_t count,
                             const struct cube_type *type, const struct cube_op *op) {
    return on_elements(OPERATION_MESH_REDUCE_SCATTER, choice, request_mesh(mesh), send, recv, count,
                       type, op, 0);
}

int cube_mesh_scan(const struct cube_choice *choice, const struct cube_mesh *mesh, const void *send,
                   void *recv, size_t count, const struct cube_type *type,
                   const struct cube_op *op) {
    return on_elements(OPERATION_MESH_SCAN, choice, request_mesh(mesh), send, recv, count, type, op,
                       0);
}

int cube_mesh_gather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t bytes, int root) {
    return on_bytes(OPERATION_MESH_GATHER, choice, request_mesh(mesh), send, recv, bytes, root);
}

int cube_mesh_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                      const void *send, void *recv, size_t bytes, int root) {
    return on_bytes(OPERATION_MESH_SCATTER, choice, request_mesh(mesh), send, recv, bytes, root);
}

int cube_mesh_allgather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t bytes) {
    return on_bytes(OPERATION_MESH_ALLGATHER, choice, request_mesh(mesh), send, recv, bytes, 0);
}

int cube_mesh_alltoall(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *blocks, void *out, size_t bytes) {
    return on_bytes(OPERATION_MESH_ALLTOALL, choice, request_mesh(mesh), blocks, out, bytes, 0);
}

int cube_mesh_shift(const struct cube_choice *choice, const struct cube_mesh *mesh,
                    const void *send, void *recv, size_t bytes, int q) {
    return on_bytes(OPERATION_MESH_SHIFT, choice, request_mesh(mesh), send, recv, bytes, q);
}

int cube_mesh_five_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points) {
    return on_bytes(OPERATION_MESH_FIVE_POINT, choice, request_mesh(mesh), edges, around, bytes,
                    (int)points);
}

int cube_mesh_nine_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points) {
    return on_bytes(OPERATION_MESH_NINE_POINT, choice, request_mesh(mesh), edges, around, bytes,
                    (int)points);
}

/* A rank that sends to itself has no packet, so that it copies. */
int cube_mesh_transfer(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *send, void *recv, size_t bytes, int source, int target) {
    int error = between(OPERATION_MESH_TRANSFER, choice, request_mesh(mesh), send, recv, bytes,
                        source, target);
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
