/* How the kind of an action follows from its size. */
#ifndef COLLECTIVES_RUN_ACTION_SIZE_H
#define COLLECTIVES_RUN_ACTION_SIZE_H

#include "collectives/run/plan.h"
#include "net/fast_path.h"

static inline enum packet_size packet_size(size_t bytes) {
    return bytes == WORD_BYTES   ? PACKET_WORD
           : bytes < COPY_VECTOR ? PACKET_SMALL
           : bytes <= COPY_SMALL ? PACKET_SLOT
           : bytes <= COPY_RUN   ? PACKET_SLOTS
                                 : PACKET_LONG;
}

/* Returns the kind of an action of `bytes` bytes. `kind` is its kind if it is long. */
static inline uint8_t kind_for(uint8_t kind, size_t bytes) {
    switch (kind) {
    case ACTION_SEND_LONG:
    case ACTION_TAKE_LONG:
    case ACTION_COMBINE_LONG:
    case ACTION_RELAY_LONG:
        return (uint8_t)(kind - PACKET_LONG + packet_size(bytes));
    case ACTION_COPY:
        return bytes == WORD_BYTES ? ACTION_COPY_WORD : ACTION_COPY;
    default:
        return kind;
    }
}

/* Returns the kind that an action has for `bytes` bytes if it has the kind `kind` for `before`
 * bytes. */
static inline uint8_t kind_resized(uint8_t kind, size_t before, size_t bytes) {
    bool by_size = (kind >= ACTION_SEND_WORD && kind <= ACTION_COMBINE_LONG) ||
                   (kind >= ACTION_RELAY_WORD && kind <= ACTION_RELAY_LONG);
    if (by_size)
        return (uint8_t)(kind - packet_size(before) + packet_size(bytes));
    return kind == ACTION_COPY_WORD ? kind_for(ACTION_COPY, bytes) : kind_for(kind, bytes);
}

/* Returns the kind of a set of blocks: `row_1`, which is the kind of rows of one word, or one of
 * the kinds that follow it. `begins` has the bits in which the numbers of the stretches' first
 * blocks differ; `stretch` is the bytes of each stretch. */
static inline uint8_t set_kind(uint8_t row_1, uint32_t begins, size_t stretch) {
    bool is_row = (begins & (begins + (begins & -begins))) == 0; /* the bits are adjacent */
    size_t words = stretch / WORD_BYTES, most = 8;
    bool are_words =
        stretch % WORD_BYTES == 0 && words > 0 && words <= most && (words & (words - 1)) == 0;
    return (uint8_t)(row_1 + (is_row && are_words ? __builtin_ctzll(words)
                                                  : ACTION_SEND_SET - ACTION_SEND_ROW_1));
}

#endif
