#include "tools/workbench/round.h"

#include <stdio.h>

#include "collectives/check/checker.h"
#include "collectives/reroute/reroute.h"

const struct algorithm *round_dead(const struct algorithm *algorithm, const struct shape *shape,
                                   const struct faults *faults, struct rewriting *list,
                                   struct finding *before) {
    *list = (struct rewriting){.of = NULL};
    if (faults && check_schedule_round(algorithm, shape, faults, before, NULL))
        return algorithm;
    if (!check_schedule(algorithm, shape, before))
        return NULL;
    if (!faults)
        return algorithm;
    rewriting_begin(algorithm, shape, list);
    if (reroute(list, faults))
        return rewriting_algorithm(list);
    snprintf(before->message, sizeof before->message,
             "a packet that replaces another cannot be rerouted round a dead link");
    return NULL;
}

void round_end(struct rewriting *list) {
    if (list->of)
        rewriting_end(list);
}
