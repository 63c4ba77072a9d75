#include "net/meters.h"

#include <string.h>

#include "net/physical.h"

void meter_record(uint32_t dimension, const struct cube_header *header) {
    struct cube_step_record *record = &node.record[header->step - 1];
    record->links |= 1u << physical.dimension[dimension];
    record->packets += header->bytes == header->remaining;
    record->bytes += header->bytes;
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
        uint64_t routed_slots = link->routed_in.head - node.cleared[d].routed;
        uint64_t slots = link->in.head - node.cleared[d].direct;
        stats->link[physical.dimension[d]] = (struct cube_link_stats){
            .packets = slots - link->extra_slots + (link->barriers - node.cleared[d].barriers),
            .bytes = slots * sizeof(uint64_t) + link->extra_bytes,
            .routed_packets = routed_slots - link->routed_extra_slots,
            .routed_bytes = routed_slots * sizeof(uint64_t) + link->routed_extra_bytes,
            .slots = slots + routed_slots,
        };
    }
}

void cube_stats_clear(void) {
    node.steps = 0;
    for (uint32_t d = 0; d < node.dimension; d++) {
        struct link *link = &node.link[d];
        link->extra_slots = link->extra_bytes = 0;
        link->routed_extra_slots = link->routed_extra_bytes = 0;
        node.cleared[d].direct = link->in.head;
        node.cleared[d].routed = link->routed_in.head;
        node.cleared[d].barriers = link->barriers;
    }
}

void cube_trace(struct cube_step_record *records, size_t count) {
    node.record = records;
    node.records = records ? count : 0;
    node.unwatched_dimensions = records ? 0 : node.untimed_dimensions;
    if (records)
        memset(records, 0, count * sizeof *records);
}
