/* Routing rules: which channels a header may take, by where it is, where it comes from and where it
 * has to go. All are minimal: each step is one of those that are left. */
#ifndef WORMHOLE_RULE_H
#define WORMHOLE_RULE_H

#include <stddef.h>
#include <stdint.h>

/* A header that has come to `node` by channel `input` of a router of `dimensions` dimensions, on
 * its way to `destination`, another node. Returns the set of outputs that it may take, those with
 * lower numbers rather than those with higher ones. */
typedef uint32_t rule_outputs(uint32_t dimensions, uint32_t node, uint32_t destination,
                              uint32_t input);

struct rule {
    const char *name;
    const char *source;
    uint32_t lanes;  /* virtual channels of a dimension */
    uint32_t escape; /* of these, the lane in which alone no cycle of waiting may exist; the
                        others may be waited for as long as that one is open (Duato) */
    rule_outputs *outputs;
};

/* The lowest dimension that is left. */
extern const struct rule rule_e_cube;

/* Glass and Ni's P-cube, JACM 41(5), 1994: the steps from 1 to 0 in any order, then those from 0 to
 * 1. */
extern const struct rule rule_p_cube;

/* Li, JPDC 15(2), 1992, as reconstructed from what is said of it: any ascending step, and a
 * descending one only from 0 to 1; and never so that a step that is left could not be made. */
extern const struct rule rule_min;

/* All steps that are left, in any order, in two lanes: one for all orders, and one for E-cube to
 * escape to, after Duato, IEEE TPDS 4(12), 1993. */
extern const struct rule rule_adaptive;

/* All steps that are left, in any order, in one lane: it deadlocks. For tests of what finds that.
 */
extern const struct rule rule_careless;

/* All but the last. */
extern const struct rule *const rules[];
extern const size_t rule_count;

/* The rule of that name, any of them, or null. */
const struct rule *rule_find(const char *name);

#endif
