#include "net/meters.h"

#include <string.h>

#include "net/node.h"

void meter_step_piece(uint32_t dimension, const struct cube_piece *piece) {
    if (piece->step > node.steps)
        node.steps = piece->step;
    if (piece->step > node.records)
        return;
    struct cube_step_record *record = &node.record[piece->step - 1];
    record->links |= 1u << dimension;
    record->packets += piece->bytes == piece->remaining;
    record->bytes += piece->bytes;
}

void meter_step_done(uint32_t step) {
    if (step - 1 < node.records)
        node.record[step - 1].cycles = system_cycles();
}

void cube_stats(struct cube_stats *stats) {
    memset(stats, 0, sizeof *stats);
    stats->steps = node.steps;
    for (uint32_t d = 0; d < node.dimension; d++) {
        const struct link *link = &node.link[d];
        const struct ring_receiver *routed = &node.routed_in[d];
        stats->link[d] = (struct cube_link_stats){
            .packets = link->packets,
            .bytes = link->bytes,
            .routed_packets = node.route[d].packets,
            .routed_bytes = node.route[d].bytes,
            .slots = link->in.head - node.cleared[d].direct + routed->head - node.cleared[d].routed,
        };
    }
}

void cube_stats_clear(void) {
    node.steps = 0;
    for (uint32_t d = 0; d < node.dimension; d++) {
        node.link[d].packets = node.link[d].bytes = 0;
        node.route[d].packets = node.route[d].bytes = 0;
        node.cleared[d].direct = node.link[d].in.head;
        node.cleared[d].routed = node.routed_in[d].head;
    }
}

void cube_trace(struct cube_step_record *records, size_t count) {
    node.record = records;
    node.records = records ? count : 0;
    if (records)
        memset(records, 0, count * sizeof *records);
}
