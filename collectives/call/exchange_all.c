#include <errno.h>
#include <stdlib.h>

#include "collectives/call/call.h"
#include "collectives/cube/shared.h"
#include "collectives/run/pieces/hollow.h"
#include "cube.h"
#include "net/system/buffers.h"

static int set_dimension(struct call *call, const struct request *request) {
    call->shape.shift = request->argument;
    return 0;
}

/* Continues from dimension k of the subcube without the data of a dead program. */
static COLD int go_on_without(struct call *call, uint32_t k) {
    uint32_t left = call->free;
    int error = -EHOSTDOWN;
    for (uint32_t passed = 0; passed < k; passed++)
        left &= left - 1;
    for (; error == -EHOSTDOWN && left; left &= left - 1) {
        call->shape.shift = k++;
        error = hollow_exchange("exchange-all", (uint32_t)__builtin_ctz(left), execute_tag(call));
    }
    return error;
}

int cube_exchange_all_by(const struct cube_choice *choice, void *message, size_t bytes, size_t most,
                         cube_operation *operation, void *context) {
    static const struct collective exchange = {
        .usual = &exchange_all_step,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_dimension,
    };
    struct call call;
    int error = call_begin(&call, &exchange_all_step, choice);
    if (error != 0)
        return error;
    if (!operation || bytes > most || most > UINT32_MAX || (!message && most > 0))
        return -EINVAL;
    buffer_used(BUFFER_GIVEN, message, most);
    void *arrived = malloc(most + 1);
    if (!arrived)
        return -ENOMEM;
    uint32_t k = 0;
    for (; error == 0 && k < call.shape.dimension; k++) {
        error = collective_run(&exchange, &(struct request){.operation = OPERATION_EXCHANGE_ALL,
                                                            .argument = k,
                                                            .size = bytes,
                                                            .choice = choice,
                                                            .input = message,
                                                            .output = {arrived}});
        if (error == 0)
            bytes = operation(message, arrived, bytes, (int)k, (int)(call.node >> k & 1), context);
        if (bytes > most)
            error = -EINVAL;
    }
    if (error == -EHOSTDOWN)
        error = go_on_without(&call, k);
    free(arrived);
    return error;
}

int cube_exchange_all(void *message, size_t bytes, size_t most, cube_operation *operation,
                      void *context) {
    return cube_exchange_all_by(NULL, message, bytes, most, operation, context);
}
