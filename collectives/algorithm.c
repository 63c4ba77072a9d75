/* The catalogue as programs see it. */
#include <errno.h>

#include "collectives/catalogue.h"
#include "cube.h"
#include "cube_catalogue.h"

static const char *const port_models[] = {
    [PORTS_ALL] = "all-port",
    [PORTS_ONE] = "one-port",
    [PORTS_SIMD] = "SIMD",
};

static struct shape this_shape(void) {
    return (struct shape){.dimension = (uint32_t)cube_dim()};
}

static void describe(const struct schedule *schedule, struct cube_algorithm *algorithm) {
    struct shape shape = this_shape();
    *algorithm = (struct cube_algorithm){
        .name = schedule->name,
        .operation = schedule->operation->name,
        .ports = port_models[schedule->ports],
        .source = schedule->source,
        .steps = schedule->steps(&shape),
        .bound = schedule->bound(&shape),
        .packets = schedule->packets(&shape),
        .link_words = schedule->link_words(&shape),
    };
}

int cube_catalogue(size_t index, struct cube_algorithm *algorithm) {
    if (index >= catalogue_entries)
        return -EINVAL;
    describe(catalogue[index], algorithm);
    return 0;
}

int cube_catalogue_find(const char *name, struct cube_algorithm *algorithm) {
    const struct schedule *schedule = catalogue_find(name);
    if (schedule == NULL)
        return -EINVAL;
    describe(schedule, algorithm);
    return 0;
}

uint32_t cube_catalogue_arrivals(const char *name, uint32_t number) {
    const struct schedule *schedule = catalogue_find(name);
    struct shape shape = this_shape();
    if (schedule == NULL || number == 0 || number > schedule->steps(&shape))
        return 0;
    struct step step;
    schedule->step(&shape, (uint32_t)cube_node(), number, &step);
    return step.receives | step.relays;
}
