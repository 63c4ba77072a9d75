/* Detours round dead links, found once for a set of faults: u, u ^ 2^e, u ^ 2^e ^ 2^d, u ^ 2^d for
 * the link of u on dimension d, or a shortest path where each of these meets a dead link. A detour
 * is for both directions. Each has a colour; those of one colour share no link, so that all of them
 * can be used in one step. */
#ifndef REROUTE_DETOURS_H
#define REROUTE_DETOURS_H

#include "collectives/reroute/path.h"

struct detour {
    uint16_t node; /* the lower end of the dead link */
    uint8_t dimension;
    uint16_t colour;
    uint16_t links;
    uint8_t *ports; /* from the lower end to the other one */
};

struct detours {
    uint32_t count;
    uint32_t colours;
    struct detour *detour;
};

/* The fewest colours that a set of faults can have: with k dead links, the most at any node, no
 * more than n - k packets leave that node in a step. */
uint32_t detours_least_colours(const struct faults *faults);

/* Finds the detours of a set of faults, whose ends have to be connected without the dead links.
 * They are the caller's, to be freed with detours_end. Ends the program if there is no memory, or
 * if the ends of a link are not connected. */
struct detours detours_find(const struct faults *faults);
void detours_end(struct detours *detours);

/* The detour of the link of a node on a dimension, or null if that link lives. */
const struct detour *detours_of(const struct detours *detours, uint32_t node, uint32_t dimension);

#endif
