/* Packets that are sets of blocks (plan.h, set_stretch). The stretches of consecutive blocks of a
 * set stand one behind the other in the packet: they are gathered into it, and spread out of it.
 *
 * Stretches whose numbers differ in the lowest bits of the set lie at equal distances from each
 * other: they are a row. Most sets are one row: in the total exchange among 2^n nodes the packet of
 * the step over dimension d is 2^(n-1-d) stretches of 2^d blocks, each 2^(d+1) blocks from the
 * next.
 *
 * Example: of blocks of 8 bytes, those whose numbers have no bits but 2 and 3 are a row of four
 * stretches. Each stretch is one block, and they are 32 bytes apart.
 */
#ifndef COLLECTIVES_RUN_BLOCKS_H
#define COLLECTIVES_RUN_BLOCKS_H

#include "collectives/run/plan.h"
#include "net/fast_path.h"

/* Copies a stretch between a packet and its blocks. */
typedef void copy_stretch(uint8_t *packet, uint8_t *blocks, size_t bytes);

/* Copies a stretch into a packet. */
ALWAYS_INLINE void gather(uint8_t *packet, uint8_t *blocks, size_t bytes) {
    copy_in(packet, blocks, bytes);
}

/* Copies a stretch out of a packet, each byte of which is read once. */
ALWAYS_INLINE void spread(uint8_t *packet, uint8_t *blocks, size_t bytes) {
    copy_out(blocks, packet, bytes);
}

/* Copies the stretches of a row, each of `stretch` bytes and `distance` bytes from the next,
 * between `blocks` and the part of a packet from `packet` to `end`. A row has at least two
 * stretches, and their number is a power of two. */
ALWAYS_INLINE void copy_row(uint8_t *packet, const uint8_t *end, uint8_t *blocks, size_t stretch,
                            size_t distance, copy_stretch *copy) {
    do {
        copy(packet, blocks, stretch);
        copy(packet + stretch, blocks + distance, stretch);
        packet += 2 * stretch;
        blocks += 2 * distance;
    } while (packet != end);
}

/* Copies all stretches, each of `stretch` bytes, between the slots at `packet` and the set whose
 * first block is at `blocks`. */
ALWAYS_INLINE void copy_blocks(const struct action *action, uint8_t *packet, uint8_t *blocks,
                               size_t stretch, copy_stretch *copy) {
    size_t block = action->source.offset;
    uint32_t free = action->source.buffer;
    uint32_t lowest = free & -free;
    if (__builtin_constant_p(stretch)) { /* one row: ACTION_SEND_ROW_1 and so on */
        copy_row(packet, packet + action->bytes, blocks, stretch, lowest * block, copy);
        return;
    }
    uint32_t rest = free & (free + lowest); /* the carry clears the lowest bits that are adjacent */
    size_t row = ((free - rest) / lowest + 1) * stretch;
    uint32_t first = 0;
    do {
        copy_row(packet, packet + row, blocks + first * block, stretch, lowest * block, copy);
        packet += row;
        first = (first - rest) & rest;
    } while (UNLIKELY(first != 0));
}

#endif
