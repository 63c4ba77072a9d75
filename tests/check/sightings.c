#include "tests/check/sightings.h"

#include <stdio.h>

#include "collectives/check/checker.h"
#include "collectives/check/shapes.h"
#include "tests/check/room.h"

static void see(void *argument, const struct passage *passage) {
    struct sightings *seen = argument;
    seen->sighting = room_for(seen->sighting, seen->count, 1, sizeof *seen->sighting);
    seen->contents =
        room_for(seen->contents, seen->blocks, passage->blocks, sizeof *seen->contents);
    seen->sighting[seen->count++] = (struct sighting){
        .step = passage->step,
        .from = passage->from,
        .port = passage->port,
        .blocks = passage->blocks,
        .first = seen->blocks,
    };
    for (uint32_t b = 0; b < passage->blocks; b++)
        seen->contents[seen->blocks++] = contents_parts(passage->contents[b]);
}

bool sightings_of(const struct algorithm *algorithm, const struct shape *shape,
                  struct sightings *seen) {
    struct finding finding;
    const struct observer observer = {.see = see, .argument = seen};
    *seen = (struct sightings){.count = 0};
    if (check_schedule_round(algorithm, shape, NULL, &finding, &observer))
        return true;
    printf("# %s, %s: %s\n", algorithm->name, shape_text(algorithm, shape), finding.message);
    return false;
}

void sightings_end(struct sightings *seen) {
    free(seen->sighting);
    free(seen->contents);
    *seen = (struct sightings){.count = 0};
}
