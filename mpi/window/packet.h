/* Packets of windows: active messages besides those of mpi/message. A packet is a header of three
 * words, and data: of an operation whose target is not one piece of memory first a list of its
 * pieces (struct piece), and then its operands.
 *
 *     word 0: the place, in bytes from the window's beginning; or the number of pieces
 *     word 1: the kind, flags, operator, type, and the window's number
 *     word 2: the bytes that the operation reads or writes in the window
 */
#ifndef MPI_WINDOW_PACKET_H
#define MPI_WINDOW_PACKET_H

#include <stdint.h>

#include "mpi/message/envelope.h"
#include "net/messages/active.h"

enum packet_kind {
    PACKET_PUT = ENVELOPE_KINDS, /* the operands replace the window's content */
    PACKET_GET,                  /* answered by DATA */
    PACKET_ACCUMULATE,           /* the operands are combined with the window's content */
    PACKET_FETCH,                /* the same, answered by DATA with the old content */
    PACKET_COMPARE,  /* compare and swap: the second operand replaces the content, if that equals
                        the first one; answered by DATA with the old content */
    PACKET_FLUSH,    /* answered by DONE */
    PACKET_LOCK,     /* answered by LOCKED */
    PACKET_UNLOCK,   /* answered by DONE */
    PACKET_POST,     /* a window is open for the process that is told */
    PACKET_COMPLETE, /* that process has ended its operations */

    PACKET_DATA,    /* an answer: the window's old content */
    PACKET_DONE,    /* an answer: all earlier packets are done */
    PACKET_LOCKED,  /* an answer: the lock is granted */
    PACKET_REFUSED, /* nothing was done: the memory is not attached to the dynamic window */
    PACKET_END
};

enum packet_flag {
    FLAG_ASKS = 1,      /* the operation is to be answered by DONE */
    FLAG_PIECES = 2,    /* the place is the number of pieces */
    FLAG_EXCLUSIVE = 4, /* of LOCK */
    FLAG_AWAITED = 8,   /* of REFUSED: DATA is awaited */
    FLAG_FORGETS = 16,  /* of FLUSH: orders earlier operations before later ones */
};

struct packet {
    uint64_t place;
    uint64_t bytes;
    uint32_t window;
    uint8_t kind, flags;
    uint8_t op;    /* the handle of a predefined operator */
    uint8_t basic; /* the number of a basic type */
};

/* A piece of a target, or some at a stride. */
struct piece_list {
    int64_t place;
    int64_t stride;
    uint64_t bytes; /* of one */
    uint64_t repeats;
};

enum {
    PACKET_FLAGS_SHIFT = 8,
    PACKET_OP_SHIFT = 16,
    PACKET_BASIC_SHIFT = 24,
    PACKET_WINDOW_SHIFT = 32
};

ALWAYS_INLINE struct active_header packet_write(struct packet packet) {
    return (struct active_header){{
        packet.place,
        (uint64_t)packet.kind | (uint64_t)packet.flags << PACKET_FLAGS_SHIFT |
            (uint64_t)packet.op << PACKET_OP_SHIFT | (uint64_t)packet.basic << PACKET_BASIC_SHIFT |
            (uint64_t)packet.window << PACKET_WINDOW_SHIFT,
        packet.bytes,
    }};
}

ALWAYS_INLINE struct packet packet_read(const struct active_header *header) {
    uint64_t second = header->word[1];
    return (struct packet){
        .place = header->word[0],
        .bytes = header->word[2],
        .window = (uint32_t)(second >> PACKET_WINDOW_SHIFT),
        .kind = (uint8_t)second,
        .flags = (uint8_t)(second >> PACKET_FLAGS_SHIFT),
        .op = (uint8_t)(second >> PACKET_OP_SHIFT),
        .basic = (uint8_t)(second >> PACKET_BASIC_SHIFT),
    };
}

/* Whether a packet is an operation on a window's memory. */
ALWAYS_INLINE bool packet_is_operation(const struct packet *packet) {
    return packet->kind <= PACKET_COMPARE;
}

/* Whether an operation is answered by DATA. */
ALWAYS_INLINE bool packet_fetches(unsigned kind) {
    return kind == PACKET_GET || kind == PACKET_FETCH || kind == PACKET_COMPARE;
}

#endif
