#include "net/node.h"

#include "net/fault_hooks.h"

_Alignas(CUBE_PAGE_BYTES) NODE_LOCAL struct node node; /* see node_self */

static void link_start(uint32_t dimension, const struct cube_node_page *page) {
    struct cube_window *out = (struct cube_window *)(uintptr_t)page->outgoing[dimension];
    const struct cube_window *in = (const struct cube_window *)(uintptr_t)page->incoming[dimension];
    uint8_t *out_slots = cube_window_slots(out);
    const uint8_t *in_slots = cube_window_slots(in);
    struct link *link = &node.link[dimension];
    ring_sender_start(&link->out, out_slots, page->direct_bytes, &out->direct_tail,
                      &in->direct_head);
    ring_receiver_start(&link->in, in_slots, page->direct_bytes, &in->direct_tail,
                        &out->direct_head);
    link->asleep = &in->asleep;
    link->incoming = in;
    link->outgoing = out;
    ring_sender_start(&link->routed_out, out_slots + page->direct_bytes, page->routed_bytes,
                      &out->routed_tail, &in->routed_head);
    ring_receiver_start(&link->routed_in, in_slots + page->direct_bytes, page->routed_bytes,
                        &in->routed_tail, &out->routed_head);
}

/* The tail that is polled where there is no neighbour. It stays 0. */
static _Atomic uint32_t nothing;

void node_start(void) {
    const struct cube_node_page *page = system_node_page();
    node = (struct node){
        .number = page->node,
        .dimension = page->dimension,
        .further_dimensions = page->dimension > 0 ? page->dimension - 1 : 0,
        .spins = page->spins,
        .idle_spins = page->spins,
        .alias = page->alias,
    };
    while (node.last_turn + 1 < node.dimension)
        node.last_turn = 2 * node.last_turn + 1;
    for (uint32_t d = 0; d < NODE_LINKS; d++)
        node.links[d] = &node.link[d];
    for (uint32_t d = page->dimension; d < NODE_LINKS; d++)
        node.link[d].routed_in.tail = &nothing;
    for (uint32_t d = 0; d < page->dimension; d++) {
        link_start(d, page);
        if (atomic_load_explicit(node.link[d].asleep, memory_order_relaxed) & CUBE_OUTSIDE)
            node.outside |= 1u << d;
    }
}

void node_finish(void) {
    node.finished = true;
    for (uint32_t d = 0; d < node.dimension; d++) {
        ring_release(&node.link[d].in);
        node_wake(d);
    }
}

int cube_node(void) {
    return (int)node.number;
}

int cube_nodes(void) {
    return 1 << node.dimension;
}

int cube_dim(void) {
    return (int)node.dimension;
}

uint64_t cube_cycles(void) {
    return system_cycles();
}

NODE_LOCAL const struct fault_hooks *fault_hooks;
NODE_LOCAL bool (*wait_describe)(const char *operation, struct cube_detail detail[CUBE_DETAILS]);

void node_ring_outside(uint32_t dimensions) {
    if (fault_hooks && fault_hooks->ring) {
        fault_hooks->ring(dimensions);
        return;
    }
    /* A neighbour that another emulator runs may have fallen asleep before it could see what we
     * have published, unless the fence is one that both emulators execute. The partner is the
     * kernel's, part_fence. */
    system_fence();
    for (uint32_t outside = dimensions & node.outside; outside; outside &= outside - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(outside);
        if (!(atomic_load_explicit(node.link[d].asleep, memory_order_relaxed) & CUBE_ASLEEP))
            dimensions &= ~(1u << d);
    }
    if (dimensions)
        system_ring(dimensions);
}
