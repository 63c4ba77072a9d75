/* The meters: what arrived, from the rings' own counts and the headers of arriving pieces. */
#ifndef NET_METERS_H
#define NET_METERS_H

#include "cube_abi.h"

/* Counts a piece of a step (step > 0) that arrived on `dimension`: its step tag, and its record for
 * cube_trace. */
void meter_step_piece(uint32_t dimension, const struct cube_piece *piece);

/* This node has finished `step` of a schedule: its record for cube_trace gets the time. */
void meter_step_done(uint32_t step);

#endif
