#include "net/faults/failed_peer.h"

#include "net/clock/time.h"
#include "net/fault_hooks.h"

/* The nodes that have failed: a set. */
static NODE_TABLE uint64_t failed_nodes[CUBE_MAX_NODES / 64];

void failed_peer_note(uint32_t failed) {
    failed_nodes[failed / 64] |= UINT64_C(1) << failed % 64;
}

bool failed_peer_is_failed(uint32_t other) {
    return failed_nodes[other / 64] >> other % 64 & 1;
}

int failed_peer_error(uint32_t dimension, const struct cube_header *header) {
    if (header->operation != CUBE_OPERATION_FAILED || !fault_programs_fail())
        return -EPROTO;
    time_take(flow_of(dimension, CUBE_OPERATION_FAILED, 0), header->clock, 0, true);
    return -EHOSTDOWN;
}
