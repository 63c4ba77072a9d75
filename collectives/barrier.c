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

static uint32_t barrier_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
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
    step_clear(step);
    if (number > shape->dimension)
        return;
    uint32_t port = number - 1;
    step->sends = step->receives = 1u << port;
    step->send[port] = step->receive[port] = (struct run){.area = AREA_INPUT};
}

static struct cost barrier_cost(const struct shape *shape) {
    return (struct cost){shape->dimension, 0, shape->dimension};
}

const struct schedule barrier_exchange = {
    .name = "barrier",
    .operation = &barrier_operation,
    .ports = PORTS_SIMD,
    .usual = true,
    .source = "Grama et al., 4.3, all-reduce of nothing",
    .areas = 1,
    .blocks = barrier_blocks,
    .steps = barrier_steps,
    .packets = barrier_packets,
    .link_words = barrier_link_words,
    .bound = barrier_steps,
    .cost = barrier_cost,
    .step = barrier_step,
};

/* ---- The call ----
 *
 * The schedule above without the executor, for a barrier is all overhead.
 */

static const char empty[1]; /* what an empty packet holds */

static rare struct waiting begin(uint32_t port) {
    return wait_begin("barrier", node_neighbour(port), port + 1);
}

/* The rare rest of sending: a neighbour to wake, or a ring to wait for. */
static rare void send_finish(uint32_t port, enum word_sent sent) {
    if (sent == WORD_WAKE) {
        system_ring(1u << port);
        return;
    }
    struct waiting waiting = begin(port);
    while (link_put(port, OPERATION_BARRIER, port + 1, empty, 0, 0) == LINK_FULL)
        wait_more(&waiting, WAIT_ROOM(port));
}

/* The rare rest of taking: a head to publish, or a packet that does not belong here. */
static rare int take_finish(uint32_t port, enum word_result taken) {
    if (taken == WORD_RELEASE) {
        ring_release(&node.link[port].in);
        node_wake(port);
        return 0;
    }
    const struct cube_piece *piece = link_look(port);
    return piece->operation == OPERATION_BARRIER && piece->step == port + 1 ? -EMSGSIZE : -EPROTO;
}

/* Waits for the packet after the first looks have failed. */
static rare void wait_longer(uint32_t port, uint64_t head, uint32_t looks) {
    struct waiting waiting = begin(port);
    waiting.looks = looks;
    while (!word_arrived(&node.link[port], head))
        wait_more(&waiting, WAIT_ARRIVAL(port));
}

static rare void trace(uint32_t port) {
    meter_step_piece(port, &(struct cube_piece){.step = port + 1});
    meter_step_done(port + 1);
}

/* Sends to, and hears from, the neighbour on `port`. */
within int exchange(uint32_t port) {
    struct link *link = word_link(port);
    enum word_sent sent = word_send(link, OPERATION_BARRIER, port + 1, empty, 0);
    if (unlikely(sent != WORD_SENT))
        send_finish(port, sent);

    uint64_t head = link->in.head;
    for (uint32_t looks = 0; !word_arrived(link, head); looks++) {
        if (unlikely(looks >= node.idle_looks || looks >= BARRIER_FIRST_LOOKS)) {
            wait_longer(port, head, looks);
            break;
        }
        system_yield();
    }
    char nothing[1];
    enum word_result taken = word_take(link, head, OPERATION_BARRIER, port + 1, nothing, 0);
    return likely(taken == WORD_TAKEN) ? 0 : take_finish(port, taken);
}

int cube_barrier(void) {
    route_poll();
    uint32_t dimension = node.dimension;
    bool traced = node.records > 0;
    for (uint32_t port = 0; port < dimension; port++) {
        int error = exchange(port);
        if (unlikely(error != 0))
            return error;
        if (unlikely(traced))
            trace(port);
    }
    if (dimension > node.steps)
        node.steps = dimension;
    return 0;
}
