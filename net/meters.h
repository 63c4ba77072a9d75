/* The meters count arrivals, by the rings' own counts and by the headers of arriving pieces. */
#ifndef NET_METERS_H
#define NET_METERS_H

#include "net/node.h"

/* Enters a piece that arrived on `dimension` in the record of its step. */
void meter_record(uint32_t dimension, const struct cube_header *header);

/* Counts a piece that arrived on `dimension` as part of a step: keeps the largest step tag, and
 * enters the piece in the record of the step if cube_trace has given one. */
static inline void meter_step_piece(uint32_t dimension, const struct cube_header *header) {
    if (header->step > node.steps)
        node.steps = header->step;
    if (UNLIKELY(header->step - 1 < node.records))
        meter_record(dimension, header);
}

/* Notes the time in the record of `step`, if cube_trace has given one: this node has finished the
 * step. */
void meter_step_done(uint32_t step);

#endif
