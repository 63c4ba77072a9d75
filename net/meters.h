/* The meters: what arrived, from the rings' own counts and the headers of arriving pieces. */
#ifndef NET_METERS_H
#define NET_METERS_H

#include "net/node.h"

/* Enters a piece that arrived on `dimension` in the record of its step. */
void meter_record(uint32_t dimension, const struct cube_header *header);

/* Counts a piece that arrived on `dimension`, if it is of a step: its step tag, and, where there is
 * one for cube_trace, its record. */
static inline void meter_step_piece(uint32_t dimension, const struct cube_header *header) {
    if (header->step > node.steps)
        node.steps = header->step;
    if (unlikely(header->step - 1 < node.records))
        meter_record(dimension, header);
}

/* This node has finished `step` of a schedule: its record for cube_trace gets the time. */
void meter_step_done(uint32_t step);

#endif
