#include "tools/workbench/round.h"

#include <stdio.h>

#include "collectives/check/checker.h"
#include "collectives/reroute/by_steps.h"
#include "collectives/reroute/whole.h"

const struct algorithm *round_dead(const struct algorithm *algorithm, const struct shape *shape,
                                   const struct faults *faults, bool whole, struct rewriting *list,
                                   struct finding *before) {
    static const struct observer nobody;
    uint32_t met;
    *list = (struct rewriting){.of = NULL};
    if (faults && check_schedule_round(algorithm, shape, faults, before, &nobody))
        return algorithm;
    if (!check_schedule(algorithm, shape, before))
        return NULL;
    if (!faults)
        return algorithm;
    struct detours detours = detours_find(faults);
    rewriting_begin(algorithm, shape, list);
    bool done =
        (whole && reroute_whole(list, faults)) || reroute_by_steps(list, faults, &detours, &met);
    detours_end(&detours);
    if (done)
        return rewriting_algorithm(list);
    snprintf(before->message, sizeof before->message,
             "a packet that takes the place of another one cannot be brought round a dead link");
    return NULL;
}

void round_end(struct rewriting *list) {
    if (list->of)
        rewriting_end(list);
}
