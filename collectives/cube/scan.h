/* Prefix sums: the blocks of all nodes up to this one are combined, with this node's own (scan) or
 * without it (exscan). */
#ifndef COLLECTIVES_CUBE_SCAN_H
#define COLLECTIVES_CUBE_SCAN_H

#include "collectives/schedule/algorithm.h"

enum {
    SCAN_RESULT = AREA_OUTPUT,
    SCAN_TOTAL,   /* of all nodes of the subcube that has been gone through so far */
    SCAN_ARRIVED, /* the neighbour's total */
    SCAN_AREAS,
};

/* Whether a node's result has begun before the exchange on dimension d. An exclusive result begins
 * with what arrives on the lowest dimension in which the node is the upper one. */
static inline bool scan_has_begun(uint32_t node, uint32_t d, bool inclusive) {
    return inclusive || (node & ((1u << d) - 1)) != 0;
}

extern const struct algorithm scan_exchange;   /* "scan-exchange" */
extern const struct algorithm exscan_exchange; /* "exscan-exchange" */

#endif
