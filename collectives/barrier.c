/* The barrier, by an exchange of empty packets with each neighbour in turn.
 *
 * After the exchange on dimension d a node has heard of all nodes that differ from it in dimensions
 * 0 .. d: twice as many as before. With one port no algorithm takes fewer than n steps.
 *
 * Example, n = 2:
 *     node                0        1        2        3
 *     step 1 (port 0)   hears 1  hears 0  hears 3  hears 2
 *     step 2 (port 1)   hears 2  hears 3  hears 0  hears 1    and through it of the fourth
 */
#include "collectives/barrier.h"

#include <errno.h>

#include "cube.h"
#include "net/link.h"
#include "net/meters.h"
#include "net/wait.h"

static const struct operation barrier_operation = {
    .name = "barrier",
    .tag = OPERATION_BARRIER,
    .synchronizes = true,
};

static uint32_t barrier_blocks(const struct shape *shape, uint32_t area) {
    (void)shape;
    (void)area;
    return 0;
}

static uint32_t barrier_steps(const struct shape *shape) {
    return shape->dimension;
}

static uint64_t barrier_packets(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape);
}

static uint64_t barrier_link_words(const struct shape *shape) {
    (void)shape;
    return 0;
}

static void barrier_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    (void)node;
    step->sends = step->receives = step->relays = step->moves = 0;
    if (number > shape->dimension)
        return;
    uint32_t port = number - 1;
    step->sends = step->receives = 1u << port;
    step->send[port] = step->receive[port] = (struct run){AREA_INPUT, 0, 0};
}

const struct schedule barrier_exchange = {
    .name = "barrier",
    .operation = &barrier_operation,
    .ports = PORTS_SIMD,
    .source = "slides, all-reduce by dimension exchange",
    .areas = 1,
    .blocks = barrier_blocks,
    .steps = barrier_steps,
    .packets = barrier_packets,
    .link_words = barrier_link_words,
    .bound = barrier_steps,
    .step = barrier_step,
};

/* ---- The call ----
 *
 * The schedule above, without the executor: a barrier is all overhead.
 */
int cube_barrier(void) {
    route_poll();
    for (uint32_t port = 0; port < node.dimension; port++) {
        uint32_t number = port + 1;
        struct waiting waiting = wait_begin("barrier", node_neighbour(port), number);
        while (link_put(port, OPERATION_BARRIER, number, NULL, 0, 0) == LINK_FULL)
            wait_more(&waiting, WAIT_ROOM(port));

        const struct cube_piece *piece;
        while ((piece = link_look(port)) == NULL)
            wait_more(&waiting, WAIT_ARRIVAL(port));
        if (piece->operation != OPERATION_BARRIER || piece->step != number)
            return -EPROTO;
        link_release(port);
        meter_step_done(number);
    }
    return 0;
}
