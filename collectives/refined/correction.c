#include "collectives/refined/correction.h"

/* The areas. Between two exchanges a packet waits in the output or in TRANSIT, in turns. */
enum { BLOCK = AREA_INPUT, OUT, TRANSIT };

static void keep(struct step *step) {
    step_copy(step, BLOCK, 0, OUT, 0);
}

/* What arrives on one of the ports leaves on the next higher one. What arrives on the highest is
 * for this node. */
void correction_ecube(uint32_t ports, uint32_t number, struct step *step) {
    step_clear(step);
    if (ports == 0)
        keep(step);
    if (ports == 0 || number > 1)
        return;
    struct run out = single_block(OUT, 0); /* for a relay it gives only the size */
    uint32_t port = lowest_port(ports);
    step_send(step, port, single_block(BLOCK, 0));
    for (uint32_t above = ports & (ports - 1); above != 0; above &= above - 1) {
        step_relay(step, port, lowest_port(above), out);
        port = lowest_port(above);
    }
    step_receive(step, port, out);
}

void correction_exchange(uint32_t dimensions, uint32_t ports, uint32_t number, struct step *step) {
    step_clear(step);
    if (dimensions == 0)
        keep(step);
    for (uint32_t before = 1; before < number; before++)
        dimensions &= dimensions - 1;
    if ((ports & dimensions & -dimensions) == 0)
        return;
    uint32_t port = lowest_port(dimensions);
    uint32_t later = (uint32_t)__builtin_popcount(ports >> port >> 1);
    uint32_t arrives = later % 2 == 0 ? OUT : TRANSIT; /* the last exchange brings the output */
    uint32_t leaves = port == lowest_port(ports) ? BLOCK : OUT + TRANSIT - arrives;
    step_send(step, port, single_block(leaves, 0));
    step_receive(step, port, single_block(arrives, 0));
}
