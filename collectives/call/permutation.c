#include <errno.h>
#include <string.h>

#include "collectives/call/call.h"
#include "collectives/cube/permutation.h"
#include "collectives/cube/xor.h"
#include "cube.h"

/* Whether destination[] has each of 0 .. nodes - 1 once. */
static bool is_permutation(const int destination[], uint32_t nodes) {
    bool seen[CUBE_MAX_NODES];
    memset(seen, false, nodes * sizeof *seen);
    for (uint32_t v = 0; destination && v < nodes; v++) {
        if (destination[v] < 0 || (uint32_t)destination[v] >= nodes || seen[destination[v]])
            return false;
        seen[destination[v]] = true;
    }
    return destination;
}

static int set_permutation(struct call *call, const struct request *request) {
    const int *destination = request->array[0].at;
    if (!is_permutation(destination, shape_nodes(&call->shape)))
        return -EINVAL;
    call->shape.table = destination;
    call->shape.shift = call_mix(destination, shape_nodes(&call->shape));
    return 0;
}

int cube_permute_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    const int destination[]) {
    static const struct collective permute = {
        .usual = &permutation_ecube,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_permutation,
    };
    return collective_run(&permute,
                          &(struct request){.operation = OPERATION_PERMUTATION,
                                            .size = bytes,
                                            .choice = choice,
                                            .array = {request_numbers(choice, destination)},
                                            .input = send,
                                            .output = {recv}});
}

FLATTEN int cube_permute(const void *send, void *recv, size_t bytes, const int destination[]) {
    return cube_permute_by(NULL, send, recv, bytes, destination);
}

int cube_contention(const int destination[]) {
    uint16_t load[CUBE_MAX_NODES * CUBE_MAX_DIMENSION];
    int most = 0;
    memset(load, 0, (size_t)cube_nodes() * CUBE_MAX_DIMENSION * sizeof *load);
    if (!is_permutation(destination, (uint32_t)cube_nodes()))
        return -EINVAL;
    for (uint32_t v = 0; v < (uint32_t)cube_nodes(); v++) {
        uint32_t to = (uint32_t)destination[v];
        for (uint32_t node = v; node != to;) {
            uint32_t port = lowest_port(node ^ to);
            int packets = ++load[node * CUBE_MAX_DIMENSION + port];
            most = packets > most ? packets : most;
            node ^= 1u << port;
        }
    }
    return most;
}

static int set_mask(struct call *call, const struct request *request) {
    call->shape.shift = request->argument;
    return request->argument < shape_nodes(&call->shape) ? 0 : -EINVAL;
}

int cube_permute_xor_by(const struct cube_choice *choice, const void *send, void *recv,
                        size_t bytes, int j) {
    static const struct collective permute_xor = {
        .usual = &xor_ecube,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_mask,
    };
    return collective_run(&permute_xor, &(struct request){.operation = OPERATION_XOR,
                                                          .argument = (uint32_t)j,
                                                          .size = bytes,
                                                          .choice = choice,
                                                          .input = send,
                                                          .output = {recv}});
}

FLATTEN int cube_permute_xor(const void *send, void *recv, size_t bytes, int j) {
    return cube_permute_xor_by(NULL, send, recv, bytes, j);
}
