#include <errno.h>

#include "collectives/call/call.h"
#include "collectives/refined/pm2i.h"
#include "cube.h"

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

static int set_functions(struct call *call, const struct request *request) {
    const int *offset = request->array[0].at;
    uint32_t nodes = shape_nodes(&call->shape);
    if (most_arrivals(offset, nodes) != 1)
        return -EINVAL;
    call->shape.table = offset;
    call->shape.shift = call_mix(offset, nodes);
    return 0;
}

int cube_pm2i_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                 const int offset[]) {
    static const struct collective pm2i_call = {
        .usual = &pm2i,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_functions,
    };
    return collective_run(&pm2i_call, &(struct request){.operation = OPERATION_PM2I,
                                                        .size = bytes,
                                                        .choice = choice,
                                                        .array = {request_numbers(choice, offset)},
                                                        .input = send,
                                                        .output = {recv}});
}

FLATTEN int cube_pm2i(const void *send, void *recv, size_t bytes, const int offset[]) {
    return cube_pm2i_by(NULL, send, recv, bytes, offset);
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
