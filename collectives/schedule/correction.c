#include "collectives/schedule/correction.h"

/* Areas; a packet between two exchanges waits in the output or in transit, in turns. */
enum { BLOCK = AREA_INPUT, OUT, TRANSIT };

uint32_t correction_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    (void)node;
    (void)area;
    return 1;
}

static void keep(struct step *step) {
    step_move(step, (struct block_set){BLOCK, 0, 0}, (struct block_set){OUT, 0, 0}, MOVE_COPY);
}

/* What arrives on one of the ports leaves on the next higher one; what arrives on the highest is
 * for this node. */
void correction_ecube(uint32_t ports, uint32_t number, struct step *step) {
    step_clear(step);
    if (ports == 0)
        keep(step);
    if (ports == 0 || number > 1)
        return;
    uint32_t port = lowest_port(ports);
    step_send(step, port, single_block(BLOCK, 0));
    for (uint32_t above = ports & (ports - 1); above != 0; above &= above - 1) {
        step->relays |= 1u << port;
        step->receive[port] = single_block(OUT, 0); /* as large; the pieces stay in the rings */
        step->leave[port] = lowest_port(above);
        port = step->leave[port];
    }
    step_receive(step, port, single_block(OUT, 0));
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
    uint32_t arrives = later % 2 == 0 ? OUT : TRANSIT; /* the last brings the output */
    uint32_t leaves = port == lowest_port(ports) ? BLOCK : OUT + TRANSIT - arrives;
    step_send(step, port, single_block(leaves, 0));
    step_receive(step, port, single_block(arrives, 0));
}
