/* Prefix sums: the blocks of all nodes up to this one are combined, with this node's own (scan) or
 * without it (exscan). */
#ifndef COLLECTIVES_CUBE_SCAN_H
#define COLLECTIVES_CUBE_SCAN_H

#include "collectives/schedule/algorithm.h"

extern const struct operation scan_operation;
extern const struct operation exscan_operation;

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

/* Scans of k packets (scan_pipelined.c). */
extern const struct algorithm scan_pipelined;   /* "scan-pipelined" */
extern const struct algorithm exscan_pipelined; /* "exscan-pipelined" */

/* The blocks of scans of k packets. In an exclusive one node 0 has no result, because there is
 * nothing before it. */
uint32_t scan_packets_of(const struct shape *shape, uint32_t node, uint32_t area);
uint32_t exscan_packets_of(const struct shape *shape, uint32_t node, uint32_t area);

/* The bound of scans of k packets with all ports; and whether no algorithm reaches it, not even
 * those on odd and on even nodes. */
uint32_t scan_bound(const struct shape *shape);
bool scan_open_in(const struct shape *shape);

/* In scan_odd_even.c. */
extern const struct algorithm scan_odd_even;   /* "scan-odd-even" */
extern const struct algorithm exscan_odd_even; /* "exscan-odd-even" */

#endif
