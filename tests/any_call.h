/* Every collective call of cube.h in one form, for tests that make all of them alike. */
#ifndef TESTS_ANY_CALL_H
#define TESTS_ANY_CALL_H

#include <stddef.h>

#include "cube.h"

/* What any of the calls may take. */
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
    const int *destination;
    const int *functions; /* of a PM2I network */
};

/* Which of them a call takes. */
enum takes {
    TAKES_MESH = 1u << 0,
    TAKES_TYPE = 1u << 1,
    TAKES_OP = 1u << 2,
    TAKES_BUFFERS = 1u << 3,
    TAKES_SIZE = 1u << 4,   /* a message of so many bytes or elements */
    TAKES_BLOCKS = 1u << 5, /* a block of so many for each node */
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
        return a->choice == NULL ? cube_##name(__VA_ARGS__)                                        \
                                 : cube_##name##_by(a->choice, __VA_ARGS__);                       \
    }
#define ON_MESH(name, ...)                                                                         \
    static int call_mesh_##name(const struct arguments *a) {                                       \
        return cube_mesh_##name(a->choice, a->mesh, __VA_ARGS__);                                  \
    }

static int call_barrier(const struct arguments *a) {
    return a->choice == NULL ? cube_barrier() : cube_barrier_by(a->choice);
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
BOTH(alltoallv, a->send, a->offsets, a->recv, a->offsets)
BOTH(exchange_all, a->recv, a->bytes, a->most, arguments_keep, NULL)
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
    int (*call)(const struct arguments *arguments);
    unsigned takes;
} any_call[] = {
    {"barrier", call_barrier, 0},
    {"bcast", call_bcast, TAKES_TYPE | TAKES_SIZE | TAKES_ROOT},
    {"reduce", call_reduce, TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_ROOT},
    {"allreduce", call_allreduce, TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_BUFFERS},
    {"reduce_scatter", call_reduce_scatter, TAKES_TYPE | TAKES_OP | TAKES_BLOCKS | TAKES_BUFFERS},
    {"scan", call_scan, TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_BUFFERS},
    {"exscan", call_exscan, TAKES_TYPE | TAKES_OP | TAKES_SIZE},
    {"gather", call_gather, TAKES_BLOCKS | TAKES_ROOT},
    {"gatherv", call_gatherv, TAKES_OFFSETS | TAKES_ROOT},
    {"scatter", call_scatter, TAKES_BLOCKS | TAKES_ROOT},
    {"scatterv", call_scatterv, TAKES_OFFSETS | TAKES_ROOT},
    {"allgather", call_allgather, TAKES_BLOCKS | TAKES_BUFFERS},
    {"allgatherv", call_allgatherv, TAKES_OFFSETS | TAKES_BUFFERS},
    {"transfer", call_transfer, TAKES_SIZE | TAKES_ROOT | TAKES_TARGET},
    {"alltoall", call_alltoall, TAKES_BLOCKS | TAKES_BUFFERS},
    {"alltoallv", call_alltoallv, TAKES_OFFSETS | TAKES_BUFFERS},
    {"exchange_all", call_exchange_all, TAKES_MOST},
    {"shift", call_shift, TAKES_SIZE | TAKES_BUFFERS},
    {"gray_shift", call_gray_shift, TAKES_SIZE | TAKES_BUFFERS},
    {"permute", call_permute, TAKES_SIZE | TAKES_BUFFERS | TAKES_DESTINATION},
    {"permute_xor", call_permute_xor, TAKES_SIZE | TAKES_BUFFERS | TAKES_J},
    {"pm2i", call_pm2i, TAKES_SIZE | TAKES_BUFFERS | TAKES_FUNCTIONS},
    {"aspc", call_aspc, TAKES_SIZE | TAKES_BUFFERS},
    {"mesh_bcast", call_mesh_bcast, TAKES_MESH | TAKES_TYPE | TAKES_SIZE | TAKES_ROOT},
    {"mesh_reduce", call_mesh_reduce, TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_SIZE | TAKES_ROOT},
    {"mesh_scatter", call_mesh_scatter, TAKES_MESH | TAKES_BLOCKS | TAKES_ROOT},
    {"mesh_gather", call_mesh_gather, TAKES_MESH | TAKES_BLOCKS | TAKES_ROOT},
    {"mesh_allgather", call_mesh_allgather, TAKES_MESH | TAKES_BLOCKS},
    {"mesh_reduce_scatter", call_mesh_reduce_scatter,
     TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_BLOCKS},
    {"mesh_allreduce", call_mesh_allreduce, TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_SIZE},
    {"mesh_scan", call_mesh_scan, TAKES_MESH | TAKES_TYPE | TAKES_OP | TAKES_SIZE},
    {"mesh_alltoall", call_mesh_alltoall, TAKES_MESH | TAKES_BLOCKS},
    {"mesh_shift", call_mesh_shift, TAKES_MESH | TAKES_SIZE},
    {"mesh_transfer", call_mesh_transfer, TAKES_MESH | TAKES_SIZE | TAKES_ROOT | TAKES_TARGET},
    {"mesh_five_point", call_mesh_five_point, TAKES_MESH | TAKES_SIZE | TAKES_POINTS},
    {"mesh_nine_point", call_mesh_nine_point, TAKES_MESH | TAKES_SIZE | TAKES_POINTS},
};
enum { ANY_CALLS = sizeof any_call / sizeof any_call[0] };

#endif
