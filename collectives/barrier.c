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
#include "net/word.h"

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
    step->send[port] = step->receive[port] = (struct run){.area = AREA_INPUT};
}

const struct schedule barrier_exchange = {
    .name = "barrier",
    .operation = &barrier_operation,
    .ports = PORTS_SIMD,
    .source = "Grama et al., 4.3, all-reduce of nothing",
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
 * The schedule above without the executor, for a barrier is all overhead.
 */

static const char empty[1]; /* what an empty packet holds */

static rare void send_when_there_is_room(struct waiting *waiting, uint32_t port) {
    while (link_put(port, OPERATION_BARRIER, waiting->step, empty, 0, 0) == LINK_FULL)
        wait_more(waiting, WAIT_ROOM(port));
}

/* What is wrong with the packet that came. */
static rare int refuse(uint32_t port, uint32_t number) {
    const struct cube_piece *piece = link_look(port);
    return piece->operation == OPERATION_BARRIER && piece->step == number ? -EMSGSIZE : -EPROTO;
}

static inline int exchange(uint32_t port) {
    uint32_t number = port + 1;
    struct link *link = word_link(port);
    struct waiting waiting = wait_begin("barrier", node_neighbour(port), number);

    enum word_sent sent = word_send(link, OPERATION_BARRIER, number, empty, 0);
    if (unlikely(sent == WORD_WAKE))
        system_ring(1u << port);
    else if (unlikely(sent == WORD_FULL))
        send_when_there_is_room(&waiting, port);

    uint64_t head = link->in.head;
    while (!word_arrived(link, head))
        wait_more(&waiting, WAIT_ARRIVAL(port));
    char nothing[1];
    enum word_result result = word_take(link, head, OPERATION_BARRIER, number, nothing, 0);
    if (unlikely(result == WORD_OTHER))
        return refuse(port, number);
    if (unlikely(result == WORD_RELEASE)) {
        ring_release(&link->in);
        node_wake(port);
    }
    if (unlikely(number <= node.records)) {
        meter_step_piece(port, &(struct cube_piece){.step = number});
        meter_step_done(number);
    }
    return 0;
}

int cube_barrier(void) {
    route_poll();
    uint32_t dimension = node.dimension;
    for (uint32_t port = 0; port < dimension; port++) {
        int error = exchange(port);
        if (unlikely(error != 0))
            return error;
    }
    if (dimension > node.steps)
        node.steps = dimension;
    return 0;
}
