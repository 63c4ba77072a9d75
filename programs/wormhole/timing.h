/* The machine of section 6.2 of Hou et al., after the nCUBE 2: what its cycles and operations take,
 * in hundredths of a microsecond, and the parallel FFT on it. All its constants have two decimals,
 * so whole numbers give every digit of the printed results.
 *
 * The FFT of 2^(n+2d) points gives each of the 2^n nodes 2^(2d) of them. Of its n + 2d stages 2d
 * stay within the nodes, each with a butterfly for two points. In the n other stages neighbours
 * exchange all their points, and each computes its half of a butterfly for each point. */
#ifndef WORMHOLE_TIMING_H
#define WORMHOLE_TIMING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TIMING_SOFTWARE = 16400, /* of a message, before its header is injected */
    TIMING_CYCLE = 57,       /* the cycle in which a flit of one byte crosses a channel */
    TIMING_BUTTERFLY = 512,
    TIMING_HALF_BUTTERFLY = 447,
    TIMING_POINT = 16, /* bytes, and so flits, of a point: two double precision numbers */
};

/* Points of a node, if 2^(n+2d) points are transformed. */
static inline uint32_t timing_points(uint32_t d) {
    return 1u << 2 * d;
}

/* Flits of a message with all points of a node: a header, and a flit for each byte. */
static inline uint32_t timing_flits(uint32_t d) {
    return 1 + TIMING_POINT * timing_points(d);
}

/* Cycles of the network until all 2^n nodes have received a message of that many flits by the
 * bit-reverse. If `mapped`, the nodes are placed such that nothing contends, else they are not
 * moved.
 *
 * A message crosses injection, the channels of all dimensions except a middle one, whose bit stays,
 * and ejection. If nodes are not moved, 2^(n/2 - 1) messages share a channel of the dimension below
 * the middle. The first header comes to its buffer after 1 cycle, 1 cycle is lost from one message
 * to the next, and the last flit still has to cross the dimensions above the middle, and ejection.
 */
static inline uint32_t timing_bit_reverse(uint32_t n, uint32_t flits, bool mapped) {
    uint32_t half = n / 2;
    if (half == 0 || mapped)
        return 1 + flits + 2 * half;
    uint32_t messages = 1u << (half - 1);
    return 1 + messages * flits + (messages - 1) + half + 1;
}

/* Cycles until all nodes have received a message of that many flits from a neighbour. */
static inline uint32_t timing_neighbour(uint32_t flits) {
    return 1 + flits + 1;
}

/* The time of a communication that takes that many cycles. */
static inline uint64_t timing_communication(uint32_t cycles) {
    return TIMING_SOFTWARE + (uint64_t)TIMING_CYCLE * cycles;
}

/* All that a node computes. */
static inline uint64_t timing_computation(uint32_t n, uint32_t d) {
    uint64_t points = timing_points(d);
    return d * points * TIMING_BUTTERFLY + n * points * TIMING_HALF_BUTTERFLY;
}

#endif
