#include "net/physical.h"

#include <errno.h>
#include <string.h>

NODE_LOCAL struct physical physical;

void physical_start(void) {
    uint32_t all = (1u << node.dimension) - 1, below = 0;
    bool is_logical = true;
    memcpy(physical.order, system_node_page()->order, sizeof physical.order);
    for (uint32_t k = 0; k < node.dimension; k++) {
        uint32_t d = physical.order[k];
        physical.dimension[d] = (uint8_t)k;
        node.link[d].below = below;
        below |= 1u << d;
        node.link[d].above = all & ~below;
        is_logical = is_logical && d == k;
    }
    node.relaying_number = is_logical ? node.number : CUBE_NOBODY;
}

uint32_t physical_node(uint32_t number) {
    return cube_place(physical.order, node.dimension, number);
}

uint32_t physical_lowest(uint32_t dimensions) {
    uint32_t k = 0;
    while ((dimensions >> physical.order[k] & 1) == 0)
        k++;
    return physical.order[k];
}

uint32_t physical_highest(uint32_t dimensions) {
    uint32_t k = node.dimension - 1;
    while ((dimensions >> physical.order[k] & 1) == 0)
        k--;
    return physical.order[k];
}

int cube_physical_node(void) {
    return (int)physical_node(node.number);
}

int cube_physical_dimension(int dimension) {
    if ((unsigned)dimension >= node.dimension)
        return -EINVAL;
    return physical.dimension[dimension];
}
