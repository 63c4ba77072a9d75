/* The barrier, by an exchange of empty packets with each neighbour in turn.
 *
 * After the exchange on dimension d a node has heard of all nodes that differ from it in dimensions
 * 0 .. d, which are twice the number before. With one port no algorithm takes fewer than n steps.
 *
 * Example, n = 2:
 *     node                0        1        2        3
 *     step 1 (port 0)   hears 1  hears 0  hears 3  hears 2
 *     step 2 (port 1)   hears 2  hears 3  hears 0  hears 1    and through it of the fourth
 */
#include "collectives/cube/shared.h"

FORMULA(uint64_t, barrier_link_words, 0)

static void barrier_step(const struct shape *shape, UNUSED uint32_t node, uint32_t number,
                         struct step *step) {
    if (number > shape->dimension)
        return;
    uint32_t port = number - 1;
    step->sends = step->receives = 1u << port;
    step->send[port] = step->receive[port] = (struct run){.area = AREA_INPUT};
}

const struct algorithm barrier_exchange = {
    .name = "barrier",
    .operation = &barrier_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "Grama et al., 4.3, all-reduce of nothing",
    .link_words = barrier_link_words,
    .step = barrier_step,
};
