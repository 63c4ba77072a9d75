/* Schedules that go round dead links, as the tools of the workbench show them. */
#ifndef WORKBENCH_ROUND_H
#define WORKBENCH_ROUND_H

#include "collectives/check/finding.h"
#include "collectives/reroute/rewriting.h"
#include "net/ways/faults.h"

/* Returns the algorithm itself if it meets no dead link, or if `faults` is null; otherwise the
 * rewritten algorithm, which is valid until round_end frees the list. Sets *before to the result of
 * the original's proof. Returns null if the original is wrong or cannot be rerouted, with a message
 * in *before. */
const struct algorithm *round_dead(const struct algorithm *algorithm, const struct shape *shape,
                                   const struct faults *faults, struct rewriting *list,
                                   struct finding *before);
void round_end(struct rewriting *list);

#endif
