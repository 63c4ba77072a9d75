#include "net/faults/gone.h"

#include <errno.h>

#include "net/clock/time.h"
#include "net/messages/credit.h"

/* The nodes all of which have failed: a set. */
static NODE_TABLE uint64_t failed_nodes[CUBE_MAX_NODES / 64];

bool gone_survived(void) {
    const struct cube_failures *list =
        (const struct cube_failures *)(uintptr_t)system_node_page()->failed;
    for (uint32_t i = 0; list && i < CUBE_MAX_DIMENSION; i++)
        if (list->link[i].dimension == CUBE_FAILED_PROGRAM)
            return true;
    return false;
}

int gone_error(uint32_t dimension, const struct cube_header *header) {
    if (header->operation != CUBE_OPERATION_GONE || !gone_survived())
        return -EPROTO;
    time_take(flow_of(dimension, CUBE_OPERATION_GONE, 0), header->clock, 0, true);
    return -EHOSTDOWN;
}

int gone_instead(uint32_t dimension, int error) {
    struct piece piece;
    return error == -EPROTO && link_look(dimension, 0, &piece)
               ? gone_error(dimension, &piece.header)
               : error;
}

void gone_note(uint32_t failed) {
    failed_nodes[failed / 64] |= UINT64_C(1) << failed % 64;
}

bool gone_has_failed(uint32_t other) {
    return failed_nodes[other / 64] >> other % 64 & 1;
}

bool gone_is_told(const struct cube_header *header) {
    return header->operation == OPERATION_ACKNOWLEDGE && header->step == CREDIT_STEP_GONE &&
           (gone_survived() || gone_has_failed(header->source));
}
