/* Every collective call of cube.h in one form, for tests that make them all. */
#ifndef TESTS_ANY_CALL_H
#define TESTS_ANY_CALL_H

#include <stddef.h>

#include "cube.h"

/* The arguments of all calls together: each call takes some of them. */
struct arguments {
    const struct cube_choice *choice; /* null: the form without one, where there is one */
    const struct cube_mesh *mesh;
    const struct cube_type *type;
    const struct cube_op *op;
    const void *send;
    void *recv;
    void *other; /* aspc */
    size_t bytes;
    size_t most;
    unsigned points;
    int root;
    int target;
    int j;
    const size_t *offsets;
    const size_t *recv_offsets; /* alltoallv */
    const int *destination;
    const int *functions;     /* of a PM2I network */
    cube_operation *exchange; /* the operation of exchange_all; null: the first message */
};

/* Which of the arguments a call takes. */
enum takes {
    TAKES_MESH = 1u << 0,
    TAKES_TYPE = 1u << 1,
    TAKES_OP = 1u << 2,
    TAKES_BUFFERS = 1u << 3,
    TAKES_SIZE = 1u << 4,   /* a message of `count` bytes or elements */
    TAKES_BLOCKS = 1u << 5, /* a block of `count` for each node */
    TAKES_ROOT = 1u << 6,
    TAKES_TARGET = 1u << 7,
    TAKES_OFFSETS = 1u << 8,
    TAKES_J = 1u << 9,
    TAKES_DESTINATION = 1u << 10,
    TAKES_FUNCTIONS = 1u << 11,
    TAKES_POINTS = 1u << 12,
    TAKES_MOST = 1u << 13,
};

static size_t arguments_keep(void *message, const void *arrived, size_t bytes, int dimension,
                             int upper, void *context) {
    (void)message, (void)arrived, (void)dimension, (void)upper, (void)context;
    return bytes;
}

/* name_of(arguments): cube_name, or cube_name_by where there is a choice. */
#define BOTH(name, ...)                                                                            \
    static int call_##name(const struct arguments *a) {                                            \
        return !a->choice ? cube_##name(__VA_ARGS__) : cube_##name##_by(a->choice, __VA_ARGS__);   \
    }
#define ON_MESH(name, ...)                                                                         \
    static int call_mesh_##name(const struct arguments *a) {                                       \
        return cube_mesh_##name(a->choice, a->mesh, __VA_ARGS__);                                  \
    }

static int call_barrier(const struct arguments *a) {
    return !a->choice ? cube_barrier() : cube_barrier_by(a->choice);
}
BOTH(bcast, a->recv, a->bytes, a->type, a->root)
BOTH(reduce, a->send, a->recv, a->bytes, a->type, a->op, a->root)
BOTH(allreduce, a->send, a->recv, a->bytes, a->type, a->op)
BOTH(reduce_scatter, a->send, a->recv, a->bytes, a->type, a->op)
BOTH(scan, a->send, a->recv, a->bytes, a->type, a->op)
BOTH(exscan, a->send, a->recv, a->bytes, a->type, a->op)
BOTH(gather, a->send, a->recv, a->bytes, a->root)
BOTH(gatherv, a->send, a->recv, a->offsets, a->root)
BOTH(scatter, a->send, a->recv, a->bytes, a->root)
BOTH(scatterv, a->send, a->recv, a->offsets, a->root)
BOTH(allgather, a->send, a->recv, a->bytes)
BOTH(allgatherv, a->send, a->recv, a->offsets)
BOTH(transfer, a->send, a->recv, a->bytes, a->root, a->target)
BOTH(alltoall, a->send, a->recv, a->bytes)
BOTH(alltoallv, a->send, a->offsets, a->recv, a->recv_offsets)
BOTH(exchange_all, a->recv, a->bytes, a->most, !a->exchange ? arguments_keep : a->exchange, NULL)
BOTH(shift, a->send, a->recv, a->bytes, a->j)
BOTH(gray_shift, a->send, a->recv, a->bytes, a->j)
BOTH(permute, a->send, a->recv, a->bytes, a->destination)
BOTH(permute_xor, a->send, a->recv, a->bytes, a->j)
BOTH(pm2i, a->send, a->recv, a->bytes, a->functions)
BOTH(aspc, a->send, a->recv, a->other, a->bytes)
ON_MESH(bcast, a->recv, a->bytes, a->type, a->root)
ON_MESH(reduce, a->send, a->recv, a->bytes, a->type, a->op, a->root)
ON_MESH(scatter, a->send, a->recv, a->bytes, a->root)
ON_MESH(gather, a->send, a->recv, a->bytes, a->root)
ON_MESH(allgather, a->send, a->recv, a->bytes)
ON_MESH(reduce_scatter, a->send, a->recv, a->bytes, a->type, a->op)
ON_MESH(allreduce, a->send, a->recv, a->bytes, a->type, a->op)
ON_MESH(scan, a->send, a->recv, a->bytes, a->type, a->op)
ON_MESH(alltoall, a->send, a->recv, a->bytes)
ON_MESH(shift, a->send, a->recv, a->bytes, a->j)
ON_MESH(transfer, a->send, a->recv, a->bytes, a->root, a->target)
ON_MESH(five_point, a->send, a->recv, a->bytes, a->points)
ON_MESH(nine_point, a->send, a->recv, a->bytes, a->points)
#undef BOTH
#undef ON_MESH

static const struct any_call {
    const char *name;
    const char *operation; /* its name in collectives/check/meaning.h */
    int (*call)(const struct arguments *arguments);
    unsigned takes;
} any_call[] = {
    {"barrier", "barrier", call_barrier, 0},
    {"bcast", "bcast", call_bcast, TAKES_TYPE | TAKES_SIZE | TAKES_ROOT},
    {"reduce", "reduce", call_reduce, TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_ROOT},
    {"allreduce", "allreduce", call_allreduce, TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_BUFFERS},
    {"reduce_scatter", "reduce_scatter", call_reduce_scatter,
     TAKES_TYPE | TAKES_OP | TAKES_BLOCKS | TAKES_BUFFERS},
    {"scan", "scan", call_scan, TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_BUFFERS},
    {"exscan", "exscan", call_exscan, TAKES_TYPE | TAKES_OP | TAKES_SIZE},
    {"gather", "gather", call_gather, TAKES_BLOCKS | TAKES_ROOT},
    {"gatherv", "gather", call_gatherv, TAKES_OFFSETS | TAKES_ROOT},
    {"scatter", "scatter", call_scatter, TAKES_BLOCKS | TAKES_ROOT},
    {"scatterv", "scatter", call_scatterv, TAKES_OFFSETS | TAKES_ROOT},
    {"allgather", "allgather", call_allgather, TAKES_BLOCKS | TAKES_BUFFERS},
    {"allgatherv", "allgather", call_allgatherv, TAKES_OFFSETS | TAKES_BUFFERS},
    {"transfer", "transfer", call_transfer, TAKES_SIZE | TAKES_ROOT | TAKES_TARGET},
    {"alltoall", "alltoall", call_alltoall, TAKES_BLOCKS | TAKES_BUFFERS},
    {"alltoallv", "alltoall", call_alltoallv, TAKES_OFFSETS | TAKES_BUFFERS},
    {"exchange_all", "allgather", call_exchange_all, TAKES_MOST},
    {"shift", "shift", call_shift, TAKES_SIZE | TAKES_BUFFERS},
    {"gray_shift", "gray-shift", call_gray_shift, TAKES_SIZE | TAKES_BUFFERS},
    {"permute", "permute", call_permute, TAKES_SIZE | TAKES_BUFFERS | TAKES_DESTINATION},
    {"permute_xor", "xor", call_permute_xor, TAKES_SIZE | TAKES_BUFFERS | TAKES_J},
    {"pm2i", "pm2i", call_pm2i, TAKES_SIZE | TAKES_BUFFERS | TAKES_FUNCTIONS},
    {"aspc", "aspc", call_aspc, TAKES_SIZE | TAKES_BUFFERS},
    {"mesh_bcast", "mesh-bcast", call_mesh_bcast,
     TAKES_MESH | TAKES_TYPE | TAKES_SIZE | TAKES_ROOT},
    {"mesh_reduce", "mesh-reduce", call_mesh_reduce,
     TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_ROOT},
    {"mesh_scatter", "mesh-scatter", call_mesh_scatter, TAKES_MESH | TAKES_BLOCKS | TAKES_ROOT},
    {"mesh_gather", "mesh-gather", call_mesh_gather, TAKES_MESH | TAKES_BLOCKS | TAKES_ROOT},
    {"mesh_allgather", "mesh-allgather", call_mesh_allgather, TAKES_MESH | TAKES_BLOCKS},
    {"mesh_reduce_scatter", "mesh-reducescat", call_mesh_reduce_scatter,
     TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_BLOCKS},
    {"mesh_allreduce", "mesh-allreduce", call_mesh_allreduce,
     TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_SIZE},
    {"mesh_scan", "mesh-scan", call_mesh_scan, TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_SIZE},
    {"mesh_alltoall", "mesh-alltoall", call_mesh_alltoall, TAKES_MESH | TAKES_BLOCKS},
    {"mesh_shift", "mesh-shift", call_mesh_shift, TAKES_MESH | TAKES_SIZE},
    {"mesh_transfer", "mesh-transfer", call_mesh_transfer,
     TAKES_MESH | TAKES_SIZE | TAKES_ROOT | TAKES_TARGET},
    {"mesh_five_point", "mesh-five-point", call_mesh_five_point,
     TAKES_MESH | TAKES_SIZE | TAKES_POINTS},
    {"mesh_nine_point", "mesh-nine-point", call_mesh_nine_point,
     TAKES_MESH | TAKES_SIZE | TAKES_POINTS},
};
enum { ANY_CALLS = sizeof any_call / sizeof any_call[0] };

#endif
