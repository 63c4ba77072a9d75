/* Schedules that go round dead links, as the tools of the workbench show them. */
#ifndef WORKBENCH_ROUND_H
#define WORKBENCH_ROUND_H

#include "collectives/check/finding.h"
#include "collectives/reroute/rewriting.h"
#include "net/ways/faults.h"

/* Returns the algorithm itself if it meets no dead link, or is asked for without any (`faults` is
 * null); or else what it is when it is rewritten, which is valid until the list is freed by
 * round_end. Sets *before to what the proof of the algorithm itself finds.
 * Returns null if that is wrong, or cannot be brought round, with a message in *before. */
const struct algorithm *round_dead(const struct algorithm *algorithm, const struct shape *shape,
                                   const struct faults *faults, struct rewriting *list,
                                   struct finding *before);
void round_end(struct rewriting *list);

#endif
