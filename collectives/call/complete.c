/* Additions of single operations to a call, and the contention of a permutation. */
#include "collectives/call/complete.h"

#include <errno.h>
#include <string.h>

#include "collectives/call/call.h"
#include "collectives/cube/shared.h"
#include "collectives/mesh/algorithms.h"
#include "collectives/refined/refined.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"

/* ---- Blocks between offsets ---- */

/* Checks offsets[0 .. N], where the block of node v lies between offsets[v] and offsets[v + 1].
 * Returns 0, or -EINVAL if the array is null, descends, or spans 4 GiB or more. */
static int check_offsets(const struct call *call, const size_t offsets[]) {
    uint32_t nodes = shape_nodes(&call->shape);
    if (!offsets || offsets[nodes] - offsets[0] > UINT32_MAX)
        return -EINVAL;
    for (uint32_t v = 0; v < nodes; v++)
        if (offsets[v] > offsets[v + 1])
            return -EINVAL;
    return 0;
}

/* A packet's header has a mix of all that the nodes have to agree on, and shape.shift is a part of
 * it (collectives/run/executor.c). The offsets go in there, for an algorithm with offsets has no
 * shift: so a node whose offsets are others gets -EPROTO. */
static void agree_on(struct call *call, const size_t offsets[]) {
    for (uint32_t v = 0; v < shape_nodes(&call->shape); v++)
        call->shape.shift =
            call->shape.shift * CALL_MIX_FACTOR + (uint32_t)(offsets[v + 1] - offsets[v]);
}

/* Sets the offsets of a call of gather or scatter with blocks of different sizes, whose root has
 * been set. offsets[v] is where the block of node v begins in the area `all`, in which the root has
 * all blocks: AREA_OUTPUT or AREA_INPUT. The array is the caller's, and has to live as long as the
 * call. Returns 0, or the error of call_check or call_offsets. */
static int set_offsets(struct call *call, const size_t offsets[], uint32_t all) {
    int error = call_check(call);
    if (error == 0)
        error = check_offsets(call, offsets);
    if (error != 0)
        return error;
    agree_on(call, offsets);
    /* What passes a node are the blocks of `passing` nodes, a power of two. These begin with the
     * first node that differs from this one only in low bits. */
    uint32_t passing =
        algorithm_blocks(call->algorithm, &call->shape, call->node, GATHER_UNDER_WAY);
    call->offsets[GATHER_UNDER_WAY] = offsets + (call->node & ~(passing - 1));
    call->offsets[all] = offsets;
    call->offsets[dual_area(all)] = offsets + call->node;
    return 0;
}

int complete_gatherv(struct call *call, const struct request *request) {
    return set_offsets(call, request->array[0].at, AREA_OUTPUT);
}

int complete_scatterv(struct call *call, const struct request *request) {
    return set_offsets(call, request->array[0].at, AREA_INPUT);
}

int complete_allgatherv(struct call *call, const struct request *request) {
    const size_t *offsets = request->array[0].at;
    int error = check_offsets(call, offsets);
    if (error != 0)
        return error;
    agree_on(call, offsets);
    call->offsets[AREA_INPUT] = offsets + call->node;
    call->offsets[AREA_OUTPUT] = offsets;
    return 0;
}

int complete_alltoallv(struct call *call, const struct request *request) {
    const size_t *send = request->array[0].at, *recv = request->array[1].at;
    uint32_t me = call->node;
    if (call->algorithm != &alltoall_pieces || check_offsets(call, send) != 0 ||
        check_offsets(call, recv) != 0)
        return -EINVAL;
    if (send[me + 1] - send[me] != recv[me + 1] - recv[me])
        return -EMSGSIZE;
    call->offsets[AREA_INPUT] = send;
    call->offsets[AREA_OUTPUT] = recv;
    return 0;
}

/* ---- Distances ---- */

int complete_distance(struct call *call, const struct request *request) {
    call->shape.shift = request->argument & (shape_nodes(&call->shape) - 1);
    return 0;
}

int complete_mesh_distance(struct call *call, const struct request *request) {
    int nodes = (int)mesh_nodes(&call->shape);
    call->shape.shift = (uint32_t)(((int)request->argument % nodes + nodes) % nodes);
    return 0;
}

int complete_mask(struct call *call, const struct request *request) {
    call->shape.shift = request->argument;
    return request->argument < shape_nodes(&call->shape) ? 0 : -EINVAL;
}

/* ---- Permutations ---- */

/* Returns a hash of `count` numbers, which have to be the same at all nodes. It goes into a member
 * of the shape that the algorithm does not read; then nodes with other numbers are found out
 * (executor.h). */
static uint32_t mix_of(const int numbers[], uint32_t count) {
    const uint32_t factor = 16777619, basis = 2166136261; /* of Fowler, Noll and Vo, FNV-1a */
    uint32_t mix = basis;
    for (uint32_t k = 0; k < count; k++)
        mix = (mix ^ (uint32_t)numbers[k]) * factor;
    return mix;
}

/* Whether destination[] has each of 0 .. nodes - 1 once. */
static bool is_permutation(const int destination[], uint32_t nodes) {
    uint64_t seen[CUBE_MAX_NODES / 64] = {0};
    for (uint32_t v = 0; destination && v < nodes; v++) {
        uint32_t to = (uint32_t)destination[v];
        uint64_t bit = UINT64_C(1) << to % 64;
        if (to >= nodes || (seen[to / 64] & bit) != 0)
            return false;
        seen[to / 64] |= bit;
    }
    return destination;
}

int complete_permutation(struct call *call, const struct request *request) {
    const int *destination = request->array[0].at;
    if (!is_permutation(destination, shape_nodes(&call->shape)))
        return -EINVAL;
    call->shape.table = destination;
    call->shape.shift = mix_of(destination, shape_nodes(&call->shape));
    return 0;
}

/* E-cube corrects the lowest dimensions first. So a packet leaves through `port` at the node with
 * the low bits of its destination and the other bits of its source. The packets of 2^port sources
 * from a multiple of it on leave there at nodes of the same multiple, which are counted apart. */
int cube_contention(const int destination[]) {
    uint8_t load[CUBE_MAX_NODES / 2]; /* at most 32: 2^(n-1-port), and no more than the sources */
    uint32_t nodes = (uint32_t)cube_nodes();
    int most = 0;
    if (!is_permutation(destination, nodes))
        return -EINVAL;
    for (uint32_t bit = 1; bit < nodes; bit <<= 1)
        for (uint32_t v = 0; v < nodes; v++) {
            uint32_t to = (uint32_t)destination[v];
            if (v % bit == 0)
                memset(load, 0, bit);
            int packets = load[to % bit] += ((v ^ to) & bit) != 0;
            most = packets > most ? packets : most;
        }
    return most;
}

/* Whether an offset is 2^j or -2^j, 0 <= j < n. */
static bool is_function(int offset, uint32_t nodes) {
    unsigned size = offset < 0 ? 0u - (unsigned)offset : (unsigned)offset;
    return size != 0 && size < nodes && (size & (size - 1)) == 0;
}

/* Returns the most packets that come to one node, or -EINVAL if not every node has a function. */
static int most_arrivals(const int offset[], uint32_t nodes) {
    uint32_t last = nodes - 1;
    int most = 0;
    if (!offset || nodes < 2)
        return -EINVAL;
    for (uint32_t i = 0; i < nodes; i++)
        if (!is_function(offset[i], nodes))
            return -EINVAL;
    for (uint32_t i = 0; i < nodes; i++) {
        int here = 0;
        for (uint32_t size = 1; size < nodes; size <<= 1)
            here += (offset[(i - size) & last] == (int)size) +
                    (offset[(i + size) & last] == -(int)size);
        most = here > most ? here : most;
    }
    return most;
}

int complete_functions(struct call *call, const struct request *request) {
    const int *offset = request->array[0].at;
    uint32_t nodes = shape_nodes(&call->shape);
    if (most_arrivals(offset, nodes) != 1)
        return -EINVAL;
    call->shape.table = offset;
    call->shape.shift = mix_of(offset, nodes);
    return 0;
}

int cube_pm2i_contention(const int offset[], int *arrivals) {
    struct shape shape = shape_of(node.dimension);
    int to_one = most_arrivals(offset, shape_nodes(&shape));
    if (to_one < 0)
        return to_one;
    if (arrivals)
        *arrivals = to_one;
    shape.table = offset;
    return (int)pm2i_contention(&shape);
}

/* ---- Points of a grid ---- */

int complete_points(struct call *call, const struct request *request) {
    uint32_t points = request->argument;
    if (points == 0 || points > CUBE_PACKETS ||
        request->size > UINT32_MAX / (STENCIL_EDGES * points + STENCIL_CORNERS))
        return -EINVAL;
    call->shape.packets = points;
    return 0;
}
