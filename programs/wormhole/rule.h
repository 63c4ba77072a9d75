/* Routing rules: the channels that a header may take, by its place, its last channel and its
 * destination. All rules are minimal: each step is one that the message still has to make. */
#ifndef WORMHOLE_RULE_H
#define WORMHOLE_RULE_H

#include <stddef.h>
#include <stdint.h>

/* Returns the set of outputs that a header may take. The header has come to `node` by channel
 * `input` of a router of `dimensions` dimensions, on its way to `destination`, which is another
 * node. It takes the free output with the lowest number. Channels are numbered as in
 * programs/wormhole/router.h. */
typedef uint32_t rule_outputs(uint32_t dimensions, uint32_t node, uint32_t destination,
                              uint32_t input);

struct rule {
    const char *name;
    const char *source;
    uint32_t lanes;  /* virtual channels of a dimension */
    uint32_t escape; /* the lane that has to be free of cycles by itself, so that a message in any
                        lane can always leave by it (Duato) */
    rule_outputs *outputs;
};

/* E-cube: the lowest dimension in which the addresses still differ. */
extern const struct rule rule_e_cube;

/* Glass and Ni's P-cube, JACM 41(5), 1994: the steps from 1 to 0 in any order, then those from 0 to
 * 1. */
extern const struct rule rule_p_cube;

/* Li's minimal routing, JPDC 15(2), 1992, reconstructed from what other papers say of it. A step to
 * a higher dimension than that of the last step is allowed, and a step to a lower one only if it is
 * from 0 to 1; but a step is not allowed if the steps that are left could not be made after it. */
extern const struct rule rule_min;

/* All steps that are left, in any order, in two lanes: one for all orders, and one for E-cube to
 * escape to, after Duato, IEEE TPDS 4(12), 1993. */
extern const struct rule rule_adaptive;

/* All rules. */
extern const struct rule *const rules[];
extern const size_t rule_count;

#endif
