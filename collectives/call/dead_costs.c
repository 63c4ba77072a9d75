#include "collectives/call/schedules.h"

#include <inttypes.h>
#include <stdlib.h>

#include "collectives/bound/bounds.h"
#include "collectives/call/select.h"
#include "collectives/schedule/subcube.h"
#include "net/clock/time.h"
#include "net/fault_hooks.h"
#include "net/node.h"
#include "net/system/system.h"
#include "net/ways/faults.h"

/* The result of a walk through a schedule. */
struct found {
    uint32_t steps;
    uint64_t packets;
    uint32_t met;     /* steps that have a packet on a dead link */
    uint64_t over;    /* packets on dead links, */
    uint64_t more;    /* which take N links more */
    uint64_t longest; /* the sum over all steps of the most links that a packet takes more */
    uint32_t blocks;  /* of the largest packet */
    bool relays;      /* whether a packet passes several links in a step */
    uint32_t bound;   /* of the algorithm, round the dead links; 0: none is known */
};

struct walk {
    const struct call *call;
    struct shape shape;   /* with its table */
    const uint16_t *dead; /* the dimensions whose link is dead, by nodes of all of the cube */
    uint32_t number;      /* of the step */
    void *memory;         /* of the table */
};

/* Returns false if memory is short. Else walk->memory is to be freed. */
static bool walk_begin(struct walk *walk, const struct call *call) {
    size_t bytes = algorithm_table_bytes(call->algorithm, &call->shape);
    *walk = (struct walk){
        .call = call,
        .shape = call->shape,
        .dead = (const uint16_t *)(uintptr_t)system_node_page()->dead,
    };
    if (bytes == 0)
        return true;
    walk->memory = malloc(bytes);
    if (!walk->memory)
        return false;
    algorithm_make_table(call->algorithm, &call->shape, walk->memory);
    walk->shape.table = walk->memory;
    return true;
}

/* How many links the virtual link between two neighbours has. */
static uint32_t virtual_links(uint32_t from, uint32_t to) {
    return fault_hooks->links(from, to);
}

/* The number in all of the cube of a node of the call's. */
static uint32_t place_of(const struct call *call, uint32_t number) {
    return (node.number & ~call->free) | subcube_node(number, call->free);
}

/* Follows a packet over its links. Returns how many it takes more. */
static uint32_t follow(const struct walk *walk, uint32_t number, uint32_t port,
                       struct found *found) {
    uint32_t more = 0;
    for (;;) {
        struct step step;
        uint32_t from = place_of(walk->call, number),
                 to = place_of(walk->call, number ^ 1u << port);
        if ((walk->dead[from] >> lowest_port(from ^ to) & 1) != 0) {
            found->over++;
            more += virtual_links(from, to) - 1;
        }
        number ^= 1u << port;
        algorithm_step(walk->call->algorithm, &walk->shape, number, walk->number, &step);
        if ((step.relays >> port & 1) == 0)
            return more;
        found->relays = true;
        port = step.leave[port];
    }
}

/* Returns below which number of steps no algorithm goes that uses no dead link, and of those that
 * live no more in a step than this one does with its virtual links. Those of a subcube may lead
 * over links outside of it, so none is known there. */
static uint32_t bound_of(const struct walk *walk, const struct found *found) {
    const struct faults faults = {node.dimension, walk->dead};
    enum port_model ports = walk->call->algorithm->ports;
    struct means means = {ports, found->relays, found->blocks};
    if (found->over > 0) { /* a packet that goes round passes several links, of all dimensions */
        means.relays = true;
        means.ports = ports == PORTS_SIMD ? PORTS_ONE : ports;
    }
    return walk->shape.dimension < node.dimension
               ? 0
               : bound_steps_round(walk->call->algorithm, &walk->shape, means, &faults);
}

static bool find(const struct call *call, struct found *found) {
    struct walk walk;
    *found = (struct found){0};
    if (!walk_begin(&walk, call))
        return false;
    found->steps = algorithm_steps(call->algorithm, &walk.shape);
    found->packets = algorithm_packets(call->algorithm, &walk.shape);
    for (walk.number = 1; walk.number <= found->steps; walk.number++) {
        uint32_t longest = 0;
        for (uint32_t v = 0; v < shape_nodes(&walk.shape); v++) {
            struct step step;
            algorithm_step(call->algorithm, &walk.shape, v, walk.number, &step);
            for (uint32_t ports = step.sends; ports != 0; ports &= ports - 1) {
                uint32_t port = lowest_port(ports), blocks = step.send[port].count;
                uint32_t more = follow(&walk, v, port, found);
                longest = more > longest ? more : longest;
                found->blocks = blocks > found->blocks ? blocks : found->blocks;
                found->more += more;
            }
        }
        found->met += longest > 0;
        found->longest += longest;
    }
    found->bound = bound_of(&walk, found);
    free(walk.memory);
    return true;
}

/* Prints the time by the model, and `hops` more, if links cost anything and blocks have one size.
 */
static void explain_time(const struct call *call, uint64_t hops) {
    const struct cube_costs *costs = &system_node_page()->costs;
    const struct layout *layout = &call->layout;
    bool one_port = (system_node_page()->flags & CUBE_PAGE_ONE_PORT) != 0;
    if ((costs->start | costs->hop | costs->byte) == 0 || layout->offsets ||
        !algorithm_has_cost(call->algorithm, one_port))
        return;
    size_t bytes = layout->bytes + (layout->longer > 0 ? layout->element : 0);
    system_print("; time %s %.0f", costs->instruction == 0 ? "<=" : "about",
                 select_estimate(call->algorithm, &call->shape, bytes) + (double)hops * costs->hop);
}

static void explain_given(const struct call *call, const struct algorithm *instead) {
    uint32_t steps = algorithm_steps(call->algorithm, &call->shape);
    uint64_t packets = algorithm_packets(call->algorithm, &call->shape);
    system_print("  round dead links: %s, %" PRIu32 " steps, %" PRId32 " more (bound %" PRIu32
                 "), %" PRIu64 " packets, %" PRId64 " more",
                 call->algorithm->name, steps,
                 (int32_t)(steps - algorithm_steps(instead, &call->shape)),
                 algorithm_bound(call->algorithm, &call->shape), packets,
                 (int64_t)(packets - algorithm_packets(instead, &call->shape)));
    explain_time(call, 0);
    system_print("\n");
}

static void explain_virtual(const struct call *call) {
    struct found found;
    if (!find(call, &found))
        return;
    system_print("  round dead links: %" PRIu32 " of %" PRIu32 " steps meet one, and %" PRIu64
                 " of %" PRIu64 " packets, which virtual links carry, by %" PRIu64
                 " links more; no step more",
                 found.met, found.steps, found.over, found.packets, found.more);
    if (found.bound > 0)
        system_print(" (bound %" PRIu32 ")", found.bound);
    explain_time(call, found.longest);
    system_print("\n");
}

void dead_costs_explain(const struct call *call) {
    static NODE_LOCAL struct {
        const struct algorithm *algorithm;
        uint32_t root, target, packets;
        size_t bytes;
    } last;
    const struct cube_node_page *page = system_node_page();
    const struct algorithm *instead = given_instead_of(call);
    if (!(page->flags & CUBE_PAGE_EXPLAIN) || node.number != 0 || !page->dead ||
        (last.algorithm == instead && last.root == call->shape.root &&
         last.target == call->shape.target && last.packets == call->shape.packets &&
         last.bytes == call->layout.bytes))
        return;
    last.algorithm = instead;
    last.root = call->shape.root;
    last.target = call->shape.target;
    last.packets = call->shape.packets;
    last.bytes = call->layout.bytes;
    struct pause pause = time_pause();
    if (instead == call->algorithm)
        explain_virtual(call);
    else
        explain_given(call, instead);
    time_resume(pause);
}
