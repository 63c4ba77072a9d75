/* Schedules that cuberun gives to a program as data (cuberun --schedules): one after the other,
 * each a struct given_schedule. They are rewritten round the machine's dead links, and a call takes
 * one instead of the schedule that it was made of. tools/running/given.py writes them. All numbers
 * are of 32 bits, the low byte first. */
#ifndef FORMATS_SCHEDULES_H
#define FORMATS_SCHEDULES_H

#include <stdint.h>

enum {
    GIVEN_NAME_BYTES = 64,
    GIVEN_SIDES = 13,
    GIVEN_BLOCKS = 4, /* of struct cube_blocks: area, first, count, free */
};

enum given_kind {
    GIVEN_SEND,
    GIVEN_RECEIVE,
    GIVEN_LEFT,  /* combine what is received, as the left operand */
    GIVEN_RIGHT, /* or as the right one */
    GIVEN_RELAY,
    GIVEN_COPY, /* moves: these three have the order of enum cube_move */
    GIVEN_MOVE_LEFT,
    GIVEN_MOVE_RIGHT,
};

/* A thing that a node does in a step. */
struct given_part {
    uint32_t kind;
    uint32_t port;
    uint32_t leave; /* of a relay: the port on which it leaves */
    uint32_t blocks[GIVEN_BLOCKS];
    uint32_t to[GIVEN_BLOCKS]; /* of a move */
};

/* The case, root to side, is that of the algorithm `of`; members that it does not read are 0. The
 * names end with a zero. */
struct given_schedule {
    uint32_t bytes; /* from here to the next schedule */
    char name[GIVEN_NAME_BYTES];
    char of[GIVEN_NAME_BYTES]; /* the algorithm whose calls take this instead */
    uint32_t dimension, root, target, division, shift, axes; /* division: into packets */
    uint32_t side[GIVEN_SIDES];
    uint32_t steps;
    uint32_t packets;    /* the sum over all packets of the links that each passes */
    uint32_t link_words; /* the same sum over all blocks */
    uint32_t bound;      /* no schedule round these links has fewer steps; 0: unknown */
    /* The parts of node v in step s, from 1 on, begin with number begin[v * (steps + 1) + s - 1],
     * and end where the next ones begin. All parts follow the 1 + N * (steps + 1) numbers. */
    uint32_t begin[];
};

#endif
