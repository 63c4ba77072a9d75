/* Calls of cube.h with invalid arguments: every member of a choice, of a mesh and of a type, every
 * size, root, offset and pointer, each at its limits and beyond, alone and several at once. Each is
 * refused with -EINVAL at every node; nothing is sent, and later calls work. For the host under the
 * sanitizers and for the machine. */
#ifndef TESTS_ARGUMENTS_H
#define TESTS_ARGUMENTS_H

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "tests/any_call.h"

/* The most nodes of the cubes, and the bytes of blocks. */
enum { ARGUMENTS_NODES = 16, ARGUMENTS_BYTES = 8, ARGUMENTS_POINTS = 1 };

/* ---- Invalid arguments ---- */

/* A call's arguments, and the data that they point to. They are valid at first, and then some are
 * spoilt. */
struct spoilt {
    struct arguments arguments;
    struct cube_choice choice;
    struct cube_mesh mesh;
    struct cube_type type;
    struct cube_op op;
    size_t offsets[ARGUMENTS_NODES + 1];
    int destination[ARGUMENTS_NODES];
    int functions[ARGUMENTS_NODES];
    uint8_t send[(ARGUMENTS_NODES + 1) * ARGUMENTS_BYTES];
    uint8_t recv[(ARGUMENTS_NODES + 1) * ARGUMENTS_BYTES];
    uint8_t other[ARGUMENTS_NODES * ARGUMENTS_BYTES];
};

/* Makes the arguments right. Meshes that are no grids of points leave nodes out, and those must be
 * told the same errors. */
static void make_right(struct spoilt *spoilt, const struct any_call *call) {
    int nodes = cube_nodes();
    bool grid = (call->takes & TAKES_POINTS) != 0;
    memset(spoilt, 0, sizeof *spoilt);
    spoilt->arguments = (struct arguments){
        .mesh = &spoilt->mesh,
        .type = &spoilt->type,
        .op = &spoilt->op,
        .send = spoilt->send,
        .recv = spoilt->recv,
        .other = spoilt->other,
        .bytes = 1, /* byte, or element of eight */
        .most = ARGUMENTS_BYTES,
        .points = ARGUMENTS_POINTS,
        .offsets = spoilt->offsets,
        .recv_offsets = spoilt->offsets,
        .destination = spoilt->destination,
        .functions = spoilt->functions,
    };
    spoilt->mesh =
        grid ? (struct cube_mesh){.axes = 2, .side = {1, (unsigned)nodes}}
             : (struct cube_mesh){.axes = 1, .side = {(unsigned)(nodes > 4 ? nodes - 2 : nodes)}};
    spoilt->type = cube_uint64;
    spoilt->op = cube_sum;
    for (int v = 0; v < nodes; v++) {
        spoilt->offsets[v + 1] = (size_t)(v + 1) * ARGUMENTS_BYTES;
        spoilt->destination[v] = (v + 1) % nodes;
        spoilt->functions[v] = 1;
    }
}

/* One of several wrong values: number `way`, and after the last comes the first again. */
#define WRONG(way, type, ...)                                                                      \
    (((const type[]){__VA_ARGS__})[(way) % (sizeof((const type[]){__VA_ARGS__}) / sizeof(type))])

/* The arguments that can be spoilt. */
enum {
    WRONG_ALGORITHM,
    WRONG_PORTS,
    WRONG_DIMENSIONS,
    WRONG_PACKETS,
    WRONG_MESH,
    WRONG_TYPE,
    WRONG_OP,
    WRONG_BUFFER,
    WRONG_SIZE,
    WRONG_ROOT,
    WRONG_TARGET,
    WRONG_OFFSETS,
    WRONG_J,
    WRONG_DESTINATION,
    WRONG_FUNCTIONS,
    WRONG_POINTS,
    WRONG_MOST,
    WRONGS,
    WAYS = 8, /* no argument has more ways to be wrong */
};

static void spoil_choice(struct spoilt *spoilt, int wrong, unsigned way) {
    struct cube_choice *choice = &spoilt->choice;
    spoilt->arguments.choice = choice;
    if (wrong == WRONG_ALGORITHM)
        choice->algorithm = WRONG(way, char *, "", "none", "bcast", "allgather-exchange ",
                                  "mesh-none", "\xff", "exchange-all", "transfer");
    else if (wrong == WRONG_PORTS)
        choice->ports = (enum cube_ports)WRONG(way, unsigned, CUBE_SIMD + 1, CUBE_SIMD + 2, 77,
                                               INT_MAX, 1u << 31, UINT_MAX);
    else if (wrong == WRONG_DIMENSIONS)
        choice->dimensions = WRONG(way, unsigned, 1u << cube_dim(), 2u << cube_dim(),
                                   1u << CUBE_DIMENSIONS, 1u << 31, UINT_MAX);
    else if (wrong == WRONG_PACKETS)
        choice->packets = WRONG(way, unsigned, CUBE_PACKETS + 1, UINT_MAX, INT_MAX, 1u << 31,
                                UINT_MAX - 1, UINT_MAX - (unsigned)cube_dim() + 1);
}

static void spoil_mesh(struct cube_mesh *mesh, const struct cube_mesh **given, unsigned way) {
    unsigned nodes = (unsigned)cube_nodes();
    if (way == 0)
        *given = NULL;
    else if (way < 4)
        mesh->axes = WRONG(way, unsigned, UINT_MAX, 0, CUBE_DIMENSIONS + 1);
    else if (way == 4) /* 2^64 nodes: 0 in 32 or 64 bits */
        *mesh = (struct cube_mesh){.axes = 4, .side = {1u << 16, 1u << 16, 1u << 16, 1u << 16}};
    else
        mesh->side[0] = WRONG(way, unsigned, 0, 3, 2 * nodes, UINT_MAX, 1u << 31);
}

static void double_of(const void *left_in, void *right_inout, size_t count,
                      const struct cube_type *type) {
    (void)left_in, (void)right_inout, (void)count, (void)type;
}

/* Spoils the type of the elements. The last ways are wrong only with an operator of cube.h. */
static void spoil_type(struct spoilt *spoilt, bool combines, unsigned way) {
    way = combines ? way : way % 4;
    if (way == 0)
        spoilt->arguments.type = NULL;
    else if (way > 4)
        spoilt->type.kind = WRONG(way, unsigned, 0, 8, 31, 32, UINT_MAX);
    else /* of one byte the operator would go beyond its elements */
        spoilt->type.bytes = WRONG(way, size_t, 1, 0, SIZE_MAX, (size_t)UINT32_MAX + 1);
    if (way == 2) /* even of none of them */
        spoilt->arguments.bytes = 0;
}

static void spoil_op(struct spoilt *spoilt, unsigned way) {
    if (way % 4 == 0)
        spoilt->arguments.op = NULL;
    else if (way % 4 == 1)
        spoilt->op.function = NULL;
    else if (way % 4 == 2)
        spoilt->type = cube_double, spoilt->op = cube_and;
    else
        spoilt->op = (struct cube_op){double_of, 1, 1u << 31};
}

/* Sets a size whose product with elements, nodes and points is 4 GiB or more, or passes 2^64. */
static void spoil_size(struct spoilt *spoilt, unsigned takes, unsigned way) {
    size_t nodes = (takes & TAKES_BLOCKS) ? (size_t)cube_nodes() : 1;
    size_t element = (takes & TAKES_TYPE) ? sizeof(uint64_t) : 1;
    spoilt->arguments.bytes =
        WRONG(way, size_t, SIZE_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX / 2 + 1,
              SIZE_MAX / 2 / nodes + 1, SIZE_MAX / 2 / element + 1,
              UINT32_MAX / nodes / element + 1, ((size_t)UINT32_MAX + 1) / element, SIZE_MAX - 7);
}

static void spoil_offsets(struct spoilt *spoilt, unsigned way) {
    size_t *offsets = spoilt->offsets;
    int last = cube_nodes();
    if (way % 5 == 0)
        spoilt->arguments.offsets = NULL;
    else if (way % 5 == 1) /* descending, at the end */
        offsets[last] = offsets[last - 1] - 1;
    else if (way % 5 == 2) /* descending, and as far as it should be all the same */
        offsets[last / 2] = offsets[0] = offsets[last] + 1;
    else if (way % 5 == 3)
        offsets[last] = (size_t)UINT32_MAX + 1;
    else
        offsets[0] = SIZE_MAX;
}

static void spoil_numbers(int numbers[], const int **given, unsigned way, const int wrong[]) {
    if (way % 4 == 0)
        *given = NULL;
    else
        numbers[cube_nodes() - 1] = wrong[way % 4 - 1];
}

static bool spoil(struct spoilt *spoilt, const struct any_call *call, int wrong, unsigned way) {
    static const unsigned needed[WRONGS] = {
        [WRONG_MESH] = TAKES_MESH,
        [WRONG_TYPE] = TAKES_TYPE,
        [WRONG_OP] = TAKES_OP,
        [WRONG_BUFFER] = TAKES_BUFFERS,
        [WRONG_SIZE] = TAKES_SIZE | TAKES_BLOCKS,
        [WRONG_ROOT] = TAKES_ROOT,
        [WRONG_TARGET] = TAKES_TARGET,
        [WRONG_OFFSETS] = TAKES_OFFSETS,
        [WRONG_J] = TAKES_J,
        [WRONG_DESTINATION] = TAKES_DESTINATION,
        [WRONG_FUNCTIONS] = TAKES_FUNCTIONS,
        [WRONG_POINTS] = TAKES_POINTS,
        [WRONG_MOST] = TAKES_MOST,
    };
    struct arguments *arguments = &spoilt->arguments;
    int nodes = cube_nodes();
    int no_node = WRONG(way, int, -1, nodes, INT_MAX, INT_MIN, -nodes, 2 * nodes);
    if (needed[wrong] != 0 && (call->takes & needed[wrong]) == 0)
        return false;
    switch (wrong) {
    case WRONG_MESH:
        spoil_mesh(&spoilt->mesh, &arguments->mesh, way);
        break;
    case WRONG_TYPE:
        spoil_type(spoilt, (call->takes & TAKES_OP) != 0, way);
        break;
    case WRONG_OP:
        spoil_op(spoilt, way);
        break;
    case WRONG_BUFFER:
        if (way % 2 == 0)
            arguments->send = NULL;
        else
            arguments->recv = NULL;
        break;
    case WRONG_SIZE:
        spoil_size(spoilt, call->takes, way);
        break;
    case WRONG_ROOT:
        arguments->root = no_node;
        break;
    case WRONG_TARGET:
        arguments->target = no_node;
        break;
    case WRONG_OFFSETS:
        spoil_offsets(spoilt, way);
        break;
    case WRONG_J:
        arguments->j = no_node;
        break;
    case WRONG_DESTINATION:
        spoil_numbers(spoilt->destination, &arguments->destination, way,
                      (const int[]){-1, nodes, nodes > 1 ? 1 : INT_MIN});
        break;
    case WRONG_FUNCTIONS:
        spoil_numbers(spoilt->functions, &arguments->functions, way, (const int[]){0, 3, INT_MIN});
        break;
    case WRONG_POINTS:
        arguments->points = WRONG(way, unsigned, 0, CUBE_PACKETS + 1, UINT_MAX, 1u << 30, 1u << 31);
        break;
    case WRONG_MOST:
        arguments->most = WRONG(way, size_t, 0, SIZE_MAX, (size_t)UINT32_MAX + 1);
        break;
    default:
        spoil_choice(spoilt, wrong, way);
    }
    return true;
}

/* ---- The attack ---- */

/* Makes the call. Returns whether it was refused and left the buffers alone. */
static bool is_refused(const struct any_call *call, const struct spoilt *spoilt, int wrong,
                       unsigned way) {
    static const uint8_t nothing[sizeof spoilt->recv];
    int error = call->call(&spoilt->arguments);
    if (error == -EINVAL && memcmp(spoilt->recv, nothing, sizeof nothing) == 0 &&
        memcmp(spoilt->other, nothing, sizeof spoilt->other) == 0)
        return true;
    printf("# node %d: %s, argument %d, wrong in way %u: %d\n", cube_node(), call->name, wrong, way,
           error);
    return false;
}

/* Spoils each argument by itself, in all its ways. Returns whether every call was refused. */
static bool each_is_refused(void) {
    bool right = true;
    struct spoilt spoilt;
    for (int k = 0; k < ANY_CALLS; k++)
        for (int wrong = 0; wrong < WRONGS; wrong++)
            for (unsigned way = 0; way < WAYS; way++) {
                make_right(&spoilt, &any_call[k]);
                if (spoil(&spoilt, &any_call[k], wrong, way))
                    right = is_refused(&any_call[k], &spoilt, wrong, way) && right;
            }
    return right;
}

/* Spoils several arguments at once, `rounds` times, the same ones at all nodes. Returns whether
 * every call was refused. */
static bool several_are_refused(unsigned rounds) {
    bool right = true;
    struct spoilt spoilt;
    uint32_t state = 9;
    for (unsigned round = 0; round < rounds; round++) {
        const struct any_call *call = &any_call[round % ANY_CALLS];
        unsigned spoils = 0;
        make_right(&spoilt, call);
        while (spoils < 3) {
            state = state * 1664525 + 1013904223; /* of Knuth and Lewis: the high bits are used */
            spoils += spoil(&spoilt, call, (int)((state >> 20) % WRONGS), state >> 28);
        }
        right = is_refused(call, &spoilt, WRONGS, round) && right;
    }
    return right;
}

/* Makes every call as it should be made, and returns whether all work. With `nothing` they are of
 * no bytes, and so need no buffers. Offsets count from any number. */
static bool right_ones_work(bool nothing) {
    bool right = true;
    struct spoilt spoilt;
    for (int k = 0; k < ANY_CALLS; k++) {
        make_right(&spoilt, &any_call[k]);
        for (int v = 0; v <= cube_nodes(); v++)
            spoilt.offsets[v] = SIZE_MAX / 2 + (nothing ? 0 : spoilt.offsets[v]);
        if (nothing) {
            spoilt.arguments.send = spoilt.arguments.recv = spoilt.arguments.other = NULL;
            spoilt.arguments.bytes = spoilt.arguments.most = 0;
        }
        int error = any_call[k].call(&spoilt.arguments);
        if (error != 0)
            printf("# node %d: %s%s: %d\n", cube_node(), any_call[k].name,
                   nothing ? " of nothing" : "", error);
        right = error == 0 && right;
    }
    return right;
}

/* Returns whether shifts by any number of places work. */
static bool any_shift_works(void) {
    static const int places[] = {INT_MIN, INT_MIN + 1, -1, 0, INT_MAX};
    uint32_t me = (uint32_t)cube_node(), nodes = (uint32_t)cube_nodes();
    bool right = true;
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        uint32_t from = nodes;
        right = cube_shift(&me, &from, sizeof me, places[k]) == 0 &&
                from == ((me - (uint32_t)places[k]) & (nodes - 1)) && right;
    }
    return right;
}

/* Returns whether a message can be divided into the most packets that there may be, which are more
 * than it has bytes. */
static bool most_packets_work(void) {
    struct cube_choice choice = {.algorithm = "bcast-pipelined", .packets = CUBE_PACKETS};
    uint8_t message[100];
    memset(message, cube_node() == 0 ? 42 : 0, sizeof message);
    bool right = cube_bcast_by(&choice, message, sizeof message, &cube_byte, 0) == 0;
    return right && message[0] == 42 && message[sizeof message - 1] == 42;
}

/* Returns whether nothing has arrived since cube_stats_clear. */
static bool nothing_came(void) {
    struct cube_stats stats;
    bool nothing = true;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++)
        nothing = nothing && stats.link[d].slots == 0 && stats.link[d].packets == 0;
    return nothing;
}

#endif
