#include "collectives/run/request.h"

#include "collectives/schedule/subcube.h"
#include "net/node.h"

/* The dimensions of the whole cube that the subcube of the choice has. */
static uint32_t dimensions_of(const struct cube_choice *choice) {
    uint32_t all = (1u << node.dimension) - 1;
    uint32_t dimensions = choice == NULL ? 0 : choice->dimensions & all;
    return dimensions == 0 ? all : dimensions;
}

uint32_t request_nodes(const struct cube_choice *choice) {
    return 1u << __builtin_popcount(dimensions_of(choice));
}

uint32_t request_node(const struct cube_choice *choice) {
    return subcube_rank(node.number, dimensions_of(choice));
}
