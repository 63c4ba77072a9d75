/* The machine of section 6.2 of Hou et al., after the nCUBE 2: what its cycles and operations take,
 * in hundredths of a microsecond, and the parallel FFT on it. All its constants have two decimals,
 * so that whole numbers give every digit that is in print.
 *
 * The FFT of 2^(n+2d) points gives each of the 2^n nodes 2^(2d) of them. Of its n + 2d stages 2d
 * stay within the nodes, each with a butterfly for two points. In the n others neighbours exchange
 * all their points, and each computes its half of a butterfly for each point. */
#ifndef WORMHOLE_TIMING_H
#define WORMHOLE_TIMING_H

#include <stdint.h>

enum {
    TIMING_SOFTWARE = 16400, /* of a message, before its header is injected */
    TIMING_CYCLE = 57,       /* in which a flit, one byte, crosses a channel */
    TIMING_BUTTERFLY = 512,
    TIMING_HALF_BUTTERFLY = 447,
    TIMING_POINT = 16, /* bytes, and so flits, of a point: two double precision numbers */
};

/* Points of a node, where 2^(n+2d) are transformed. */
static inline uint32_t timing_points(uint32_t d) {
    return 1u << 2 * d;
}

/* Flits of a message with all points of a node: a header, and a flit for each byte. */
static inline uint32_t timing_flits(uint32_t d) {
    return 1 + TIMING_POINT * timing_points(d);
}

/* A communication that takes so many cycles. */
static inline uint64_t timing_communication(uint32_t cycles) {
    return TIMING_SOFTWARE + (uint64_t)TIMING_CYCLE * cycles;
}

/* All that a node computes. */
static inline uint64_t timing_computation(uint32_t n, uint32_t d) {
    uint64_t points = timing_points(d);
    return d * points * TIMING_BUTTERFLY + n * points * TIMING_HALF_BUTTERFLY;
}

#endif
