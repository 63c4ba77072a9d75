/* Paths over links that live and that nothing else uses in the same step. */
#ifndef REROUTE_PATH_H
#define REROUTE_PATH_H

#include "collectives/schedule/shape.h"
#include "net/ways/faults.h"

/* The links in use: of each node the set of ports on which a packet leaves it. */
struct links_used {
    uint16_t ports[SCHEDULE_NODES];
};

/* Finds a shortest path from one node to another over live links that are not in use and, if
 * `both`, are not in use in the other direction. Writes its ports into `ports`, at most nodes - 1.
 * Returns the number of its links; 0 if there is no such path. */
uint32_t path_find(const struct faults *faults, const struct links_used *used, bool both,
                   uint32_t from, uint32_t to, uint8_t ports[]);

/* Whether all links of a path from `from` live and are not in use, nor the other way if `both`. */
bool path_is_free(const struct faults *faults, const struct links_used *used, bool both,
                  uint32_t from, const uint8_t ports[], uint32_t links);

/* Uses the links of a path, which are free, also the other way if `both`. */
void path_take(struct links_used *used, bool both, uint32_t from, const uint8_t ports[],
               uint32_t links);

/* Whether no link of a path is dead. */
bool path_lives(const struct faults *faults, uint32_t from, const uint8_t ports[], uint32_t links);

#endif
