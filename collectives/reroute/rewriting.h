/* A schedule as a list of actions, which can be moved to other steps and paths, and the algorithm
 * made of such a list. */
#ifndef REROUTE_REWRITING_H
#define REROUTE_REWRITING_H

#include "collectives/schedule/algorithm.h"

/* A packet from the node that it leaves to the node that keeps it. */
struct transfer {
    uint32_t step; /* of the schedule that is rewritten */
    uint32_t when; /* its step in the one that is written, from 1 on */
    uint16_t from;
    uint16_t to;
    uint16_t links; /* of its path, whose ports begin at place `path` in struct rewriting */
    bool combines;
    bool left;
    size_t path;
    uint16_t own_links; /* as in the schedule that is rewritten */
    size_t own_path;
    struct run send;
    struct run receive;
};

/* A move of a node before the packets of a step, or after all of them. */
struct node_move {
    uint32_t step;
    uint32_t when;
    uint32_t node;
    uint32_t place; /* in the first list, so that moves of a node keep their order */
    struct move move;
};

struct rewriting {
    const struct algorithm *of;
    struct shape shape; /* with the table of the algorithm */
    void *table;
    uint32_t steps;            /* of the algorithm */
    uint32_t new_steps;        /* of what is written */
    struct transfer *transfer; /* in the order of their steps */
    size_t transfers;
    struct node_move *move; /* in the order of their steps, and then of each node */
    size_t moves;
    uint8_t *ports; /* of all paths */
    size_t ports_count;
};

/* Memory for `count` entries of `bytes` bytes, all 0; and memory with room for one entry more than
 * `count`, which grows by factors of two. Both end the program if memory is short. */
void *rewriting_memory(size_t count, size_t bytes);
void *rewriting_room(void *memory, size_t count, size_t bytes);

/* Lists the schedule of an algorithm in a shape, which it is applicable to and whose table is not
 * set. The schedule must be right (collectives/check). Actions keep their steps. The list is to be
 * freed with rewriting_end. Ends the program if memory is short. */
void rewriting_begin(const struct algorithm *algorithm, const struct shape *shape,
                     struct rewriting *rewriting);
void rewriting_end(struct rewriting *rewriting);

/* Gives a transfer another path, and leaves the ports of its old one where they are. */
void rewriting_set_path(struct rewriting *rewriting, struct transfer *transfer,
                        const uint8_t ports[], uint32_t links);

/* Returns the algorithm made of a list, ordered by `when`. Its name is that of the other one and
 * "-rerouted". Relays pass on pieces, and SIMD is one port, because a detour is no path of one
 * dimension. There is one such algorithm at a time: it is valid until the next call, or until the
 * list is freed. */
const struct algorithm *rewriting_algorithm(struct rewriting *rewriting);

#endif
