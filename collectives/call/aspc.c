#include "collectives/cube/aspc.h"
#include "collectives/call/call.h"
#include "cube.h"

int cube_aspc_by(const struct cube_choice *choice, const void *elements, void *plus, void *minus,
                 size_t bytes) {
    static const struct collective aspc = {
        .usual = &aspc_all_port,
        .message = MESSAGE_AS_IT_IS,
    };
    return collective_run(&aspc, &(struct request){.operation = OPERATION_ASPC,
                                                   .size = bytes,
                                                   .choice = choice,
                                                   .input = elements,
                                                   .output = {plus, minus}});
}

FLATTEN int cube_aspc(const void *elements, void *plus, void *minus, size_t bytes) {
    return cube_aspc_by(NULL, elements, plus, minus, bytes);
}
