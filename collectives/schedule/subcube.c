#include "collectives/schedule/subcube.h"

uint32_t subcube_rank(uint32_t node, uint32_t free) {
    uint32_t rank = 0;
    for (uint32_t bit = 0; free != 0; free &= free - 1, bit++)
        rank |= ((node >> lowest_port(free)) & 1) << bit;
    return rank;
}

uint32_t subcube_node(uint32_t rank, uint32_t free) {
    uint32_t node = 0;
    for (; free != 0; free &= free - 1, rank >>= 1)
        node |= (rank & 1) << lowest_port(free);
    return node;
}

void subcube_ports(struct step *step, uint32_t free) {
    uint32_t port[SCHEDULE_DIMENSIONS] = {0};
    uint32_t count = 0;
    for (uint32_t left = free; left != 0; left &= left - 1)
        port[count++] = lowest_port(left);
    /* No port becomes a lower one, so in the order from the highest port down no entry is
     * overwritten before it is read.
     */
    for (uint32_t p = count; p-- > 0;) {
        step->send[port[p]] = step->send[p];
        step->receive[port[p]] = step->receive[p];
        if ((step->relays >> p) & 1)
            step->leave[port[p]] = port[step->leave[p]];
    }
    step->sends = subcube_node(step->sends, free);
    step->receives = subcube_node(step->receives, free);
    step->relays = subcube_node(step->relays, free);
    step->combines = subcube_node(step->combines, free);
    step->left = subcube_node(step->left, free);
}
