/* The paths of messages in a cube in which links are dead: an ascending run on ring 0, as E-cube's
 * paths are, and then a run on ring 1. Either may be empty. What a run on ring 1 is depends on how
 * many faults there are:
 *
 *   fewer than dimensions    an ascending run again. Of the n paths between two nodes that share no
 *                            node (Saad and Schultz, IEEE TC 37(7), 1988) at least one lives, and
 *                            each turns from a higher dimension to a lower one at most once. So
 *                            every node is reached, by two steps more than the distance at most.
 *   more                     an up-down path (net/ways/up_down.h), which leads wherever any path
 * does
 *
 * Why this cannot deadlock: packets on ring 0 cross dimensions in ascending order only, and none
 * comes back to it from ring 1. The channels of ring 1 are in an order in which each waits for
 * later ones only, those of ring 0 are, and every one of ring 1 is later than all of ring 0. A
 * packet at its destination never waits.
 *
 * Of all such paths a packet takes a shortest one: E-cube's own where it lives. A node finds the
 * next step from a packet's place, arrival and destination. So all packets from one node to another
 * take one path, and stay in order. */
#ifndef WAYS_WAY_H
#define WAYS_WAY_H

#include <stddef.h>

#include "net/ways/up_down.h"

enum { WAY_RINGS = 2 };

/* The arrival of a packet at a node: on ring 0, the number of its dimension; or one of these. */
enum way_arrival {
    WAY_HERE = FAULTS_MOST_DIMENSIONS, /* it begins here */
    WAY_UP,                            /* on ring 1, and has only gone up on it */
    WAY_DOWN,                          /* on ring 1, and has gone down */
    WAY_AGAIN = WAY_UP,                /* on ring 1 by dimension 0, where runs on it ascend; the
                                          numbers that follow are those of the other dimensions */
    WAY_ARRIVALS = WAY_AGAIN + FAULTS_MOST_DIMENSIONS,
};

/* A step: a dimension and a ring, or that no path leads on. */
struct way_step {
    uint8_t dimension;
    uint8_t ring;
};
#define WAY_NONE UINT8_MAX

/* Where a search has been. */
struct way_place {
    uint16_t node;
    uint8_t arrival;
    struct way_step first; /* the first step of the way there */
};

/* Memory for a search of paths, the caller's. */
struct ways {
    struct faults faults;
    const uint16_t *level;   /* of each node, by up_down_levels; null: runs on ring 1 ascend */
    uint8_t *best;           /* room for 2^n */
    struct way_place *queue; /* room for WAY_PLACES(n) */
};

/* Chooses the runs on ring 1, and sets ways->level. `level` and `queue` have room for 2^n; `level`
 * is read as long as paths are searched for. */
void ways_start(struct ways *ways, uint16_t level[], uint16_t queue[]);

/* The most places that a search visits in a cube of n dimensions: each further visit to a node has
 * more next steps than the one before. */
#define WAY_PLACES(n) ((size_t)WAY_ARRIVALS << (n))

/* Returns the next step of a packet that has come to `node` as `arrival` says and is for
 * `destination`, another node. Its dimension is WAY_NONE if no path leads there: the two
 * are not connected, or no packet can have come so. */
struct way_step way_next(const struct ways *ways, uint32_t node, uint32_t arrival,
                         uint32_t destination);

/* Returns the arrival after a step from `node`, to which the packet had come by `arrival`. */
uint32_t way_arrives(const struct ways *ways, uint32_t node, uint32_t arrival,
                     struct way_step step);

/* Returns the number of links on the path of a packet that has come to `node` as `arrival` says and
 * is for `destination`; 0 if that is the same node, or no path leads there. */
uint32_t way_links(const struct ways *ways, uint32_t node, uint32_t arrival, uint32_t destination);

/* Whether a packet that has come to `node` by `arrival` may take a step, by the order of channels
 * alone. */
bool way_may_step(const struct ways *ways, uint32_t node, uint32_t arrival, struct way_step step);

#endif
