/* Calls whose results every node checks, and that read more than numbers: offsets, meshes, names,
 * types and operators. What they read stays where it is, and has other contents in each call. */
#ifndef UNIT_COLLECTIVES_ROUNDS_BY_CONTENTS_H
#define UNIT_COLLECTIVES_ROUNDS_BY_CONTENTS_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/collectives/rounds.h"

/* The elements of a block of one node for another in a form with offsets: there are three sizes. */
static uint64_t part(const struct round *round, uint64_t from, uint64_t to) {
    return (from + to + round->root) % (MOST_PARTS + 1) * round->count;
}

/* What the calls read. */
static _Thread_local size_t offsets[MOST_NODES + 1], arriving[MOST_NODES + 1];
static _Thread_local int numbers[MOST_NODES];
static _Thread_local struct cube_mesh mesh;
static _Thread_local struct cube_choice choice;
static _Thread_local char name[32];

/* Sets offsets[] to those of blocks from every node to `to`. */
static void set_offsets(const struct round *round, uint64_t to) {
    offsets[0] = 0;
    for (uint64_t v = 0; v < round->nodes; v++)
        offsets[v + 1] = offsets[v] + part(round, v, to) * sizeof(uint64_t);
}

/* Whether at `at` are the elements that node `from` has at its input, from element `first` on. */
static bool are_of(const uint64_t *at, const struct round *round, uint64_t from, uint64_t first,
                   uint64_t count) {
    bool right = true;
    for (uint64_t i = 0; i < count; i++)
        right = right && at[i] == (round->number << 32 | from << 24 | (first + i));
    return right;
}

/* Fills an input whose elements are numbered from 0 on. */
static uint64_t *fill_through(const struct round *round) {
    for (uint64_t i = 0; i < ROOM; i++)
        input[round->me][i] = round->number << 32 | round->me << 24 | i;
    return input[round->me];
}

static void call_gatherv(const struct round *round, bool to_all) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    set_offsets(round, 0);
    if (to_all)
        host_check(cube_allgatherv(send, recv, offsets) == 0);
    else
        host_check(cube_gatherv(send, recv, offsets, (int)round->root) == 0);
    for (uint64_t v = 0; v < round->nodes && (to_all || round->me == round->root); v++)
        host_check(are_of(recv + offsets[v] / sizeof *recv, round, v, 0, part(round, v, 0)));
}

static void call_scatterv(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    set_offsets(round, 0);
    host_check(cube_scatterv(send, recv, offsets, (int)round->root) == 0);
    host_check(are_of(recv, round, round->root, offsets[round->me] / sizeof *recv,
                      part(round, round->me, 0)));
}

static void call_alltoallv(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    arriving[0] = 0;
    for (uint64_t v = 0; v < round->nodes; v++)
        arriving[v + 1] = arriving[v] + part(round, v, round->me) * sizeof *recv;
    set_offsets(round, round->me); /* sizes are the same in both directions */
    host_check(cube_alltoallv(send, offsets, recv, arriving) == 0);
    for (uint64_t v = 0; v < round->nodes; v++) {
        uint64_t first = 0; /* of the block for this node in v's input */
        for (uint64_t to = 0; to < round->me; to++)
            first += part(round, to, v);
        host_check(
            are_of(recv + arriving[v] / sizeof *recv, round, v, first, part(round, v, round->me)));
    }
}

/* Each logical node sends to the one 2^j further on. j differs from call to call. */
static void call_pm2i(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    int further = 1 << round->root % (uint64_t)(cube_dim() > 0 ? cube_dim() : 1);
    for (uint64_t v = 0; v < round->nodes; v++)
        numbers[v] = further;
    int error = cube_pm2i(send, recv, round->count * sizeof *recv, numbers);
    if (round->nodes == 1) {
        host_check(error == -EINVAL);
        return;
    }
    uint64_t logical = (uint64_t)cube_gray_inverse((int)round->me);
    uint64_t from = (uint64_t)cube_gray((int)((logical - (uint64_t)further) & (round->nodes - 1)));
    host_check(error == 0 && are_of(recv, round, from, 0, round->count));
}

static void call_transfer(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t target = (round->root + round->number) & (round->nodes - 1);
    host_check(
        cube_transfer(send, recv, round->count * sizeof *recv, (int)round->root, (int)target) == 0);
    if (round->me == target)
        host_check(are_of(recv, round, round->root, 0, round->count));
}

/* A ring of all nodes, or one of two axes. */
static void call_on_mesh(const struct round *round, bool all_to_all) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t columns = round->root % 2 == 0 || round->nodes < 4 ? 1 : 2;
    mesh = (struct cube_mesh){.axes = columns == 1 ? 1 : 2,
                              .side = {(unsigned)(round->nodes / columns), (unsigned)columns}};
    if (!all_to_all) {
        host_check(cube_mesh_allreduce(NULL, &mesh, send, recv, round->count, &cube_uint64,
                                       &cube_max) == 0);
        host_check(are_of(recv, round, round->nodes - 1, 0, round->count));
        return;
    }
    host_check(cube_mesh_alltoall(NULL, &mesh, send, recv, round->count * sizeof *recv) == 0);
    for (uint64_t rank = 0; rank < round->nodes; rank++)
        host_check(
            are_of(recv + rank * round->count, round, (uint64_t)cube_mesh_node(&mesh, (int)rank),
                   (uint64_t)cube_mesh_rank(&mesh, (int)round->me) * round->count, round->count));
}

/* Calls in the two subcubes without one dimension, which the round gives, or by an algorithm whose
 * name is always at the same address. */
static void call_by(const struct round *round, bool in_subcube) {
    static const char *const names[] = {"allgather-exchange", "allgather-all-port"};
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t without = 0;
    choice = (struct cube_choice){0};
    if (in_subcube && round->nodes > 2) {
        without = 1u << round->root % (uint64_t)cube_dim();
        choice.dimensions = (unsigned)((round->nodes - 1) & ~without);
    } else {
        strcpy(name, names[round->root % 2]);
        choice.algorithm = name;
    }
    host_check(cube_allgather_by(&choice, send, recv, round->count * sizeof *recv) == 0);
    for (uint64_t v = 0, rank = 0; v < round->nodes; v++)
        if ((v & without) == (round->me & without))
            host_check(are_of(recv + rank++ * round->count, round, v, 0, round->count));
}

static void first_of(const void *left, void *right, size_t count, const struct cube_type *type) {
    memcpy(right, left, count * type->bytes);
}

/* A type and an operator in memory that holds others in the next call. */
static void call_own(const struct round *round) {
    static _Thread_local struct cube_type type;
    static _Thread_local struct cube_op op;
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t words = 1 + round->root % 2;
    type = (struct cube_type){.bytes = words * sizeof *recv};
    op = (struct cube_op){.function = round->count == 1 ? first_of : last_of};
    host_check(cube_allreduce(send, recv, round->count, &type, &op) == 0);
    host_check(
        are_of(recv, round, round->count == 1 ? 0 : round->nodes - 1, 0, round->count * words));
}

/* Makes call number `operation` of BY_CONTENTS and checks what it brings. */
enum { BY_CONTENTS = 11 };
static void call_by_contents(const struct round *round, int operation) {
    switch (operation) {
    case 0:
    case 1:
        call_gatherv(round, operation == 1);
        break;
    case 2:
        call_scatterv(round);
        break;
    case 3:
        call_alltoallv(round);
        break;
    case 4:
        call_pm2i(round);
        break;
    case 5:
        call_transfer(round);
        break;
    case 6:
    case 7:
        call_on_mesh(round, operation == 7);
        break;
    case 8:
    case 9:
        call_by(round, operation == 8);
        break;
    default:
        call_own(round);
    }
}

#endif
