#include "tests/check/rivals.h"

#include "collectives/catalogue/catalogue.h"

/* The number of blocks of the input at the node that has the most: a block is that part of it. */
static uint32_t inputs(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t most = 0;
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        if (algorithm_blocks(algorithm, shape, node, AREA_INPUT) > most)
            most = algorithm_blocks(algorithm, shape, node, AREA_INPUT);
    return most;
}

bool has_rival(const struct algorithm *algorithm, const struct shape *shape,
               const struct finding *finding) {
    uint32_t parts = inputs(algorithm, shape);
    for (size_t entry = 0; entry < catalogue_entries; entry++) {
        const struct algorithm *rival = catalogue[entry];
        struct finding its;
        struct shape same = *shape;
        if (rival->operation != algorithm->operation || rival->ports < algorithm->ports ||
            (algorithm->ordered && !rival->ordered) || (algorithm->on_array && !rival->on_array) ||
            (rival->copies && !algorithm->copies))
            continue;
        /* A rival that may divide a message as it likes is given packets as large as those that
         * were found. */
        if ((rival->varies & ~algorithm->varies) & VARIES_PACKETS)
            same.packets = (parts + finding->blocks - 1) / finding->blocks;
        if ((algorithm_applicable(rival, &same)) && check_schedule(rival, &same, &its) &&
            its.steps <= finding->bound && its.relays <= finding->relays &&
            its.blocks * parts <= finding->blocks * inputs(rival, &same))
            return true;
    }
    return false;
}
