#include <errno.h>
#include <string.h>

#include "collectives/call/call.h"
#include "collectives/refined/permutation.h"
#include "collectives/refined/xor.h"
#include "cube.h"

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
