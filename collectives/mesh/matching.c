#include "collectives/mesh/matching.h"

#include <string.h>

void matching_clear(struct matching *matching) {
    memset(matching->rank, 0, sizeof matching->rank);
}

static bool give_direction(struct matching *matching, uint32_t rank) {
    for (uint32_t direction = 0; direction < matching->directions; direction++) {
        if (matching->is_tried[direction] ||
            !matching->may_have(matching->argument, rank, direction))
            continue;
        matching->is_tried[direction] = true;
        uint32_t other = matching->rank[direction];
        if (other == MATCHING_NONE || give_direction(matching, other)) {
            matching->rank[direction] = (uint16_t)rank;
            return true;
        }
    }
    return false;
}

bool matching_offer(struct matching *matching, uint32_t rank) {
    memset(matching->is_tried, 0, sizeof matching->is_tried);
    return give_direction(matching, rank);
}
