#include "net/faults/failed_node.h"

#include "net/fault_hooks.h"
#include "net/messages/hop.h"

void failed_node_start(struct failed_node *self, uint32_t dimension, uint64_t stamp) {
    const struct cube_node_page *page = system_node_page();
    struct link *link = &node.link[dimension];
    struct cube_window *in = (struct cube_window *)(uintptr_t)page->incoming[dimension];
    struct ring_sender *out = &self->out;
    self->link = link;
    self->incoming = in;
    self->stamp = stamp;
    self->sent = atomic_load_explicit(&in->direct_tail, memory_order_relaxed);
    self->told = false;
    ring_sender_start(out, cube_window_slots(in), page->direct_bytes, &in->direct_tail,
                      &link->outgoing->direct_head);
    out->tail = self->sent;
    out->next = out->slots + (size_t)(self->sent & (out->capacity - 1)) * CUBE_SLOT_BYTES;
    out->stop = out->next; /* the head is still to be read */
}

/* Drops what has been sent. */
static bool drop(struct failed_node *self) {
    uint32_t tail = (uint32_t)self->link->out.tail;
    if (atomic_load_explicit(&self->incoming->direct_head, memory_order_relaxed) == tail)
        return false;
    atomic_store_explicit(&self->incoming->direct_head, tail, memory_order_relaxed);
    return true;
}

/* Comes to the next barrier, if this node has come there. */
static bool meet(struct failed_node *self) {
    struct cube_window *in = self->incoming;
    uint32_t mine = atomic_load_explicit(&self->link->outgoing->barriers, memory_order_relaxed);
    uint32_t number = atomic_load_explicit(&in->barriers, memory_order_relaxed);
    if ((int32_t)(mine - number) <= 0)
        return false;
    number++;
    atomic_store_explicit(&in->barrier_clock[number & 1], self->stamp, memory_order_relaxed);
    atomic_store_explicit(&in->barrier_tail[number & 1], self->sent ^ FAILED_BARRIER_BIT,
                          memory_order_relaxed);
    atomic_store_explicit(&in->barriers, number, memory_order_relaxed); /* this node reads it */
    return true;
}

static bool tell(struct failed_node *self) {
    const struct cube_header header = {.operation = CUBE_OPERATION_FAILED, .clock = self->stamp};
    self->told = self->told || hop_put_ring(&self->out, &header, NULL, 0) != HOP_FULL;
    return self->told;
}

bool failed_node_serve(struct failed_node *self) {
    bool moved = !self->told && tell(self);
    moved |= drop(self);
    while (meet(self))
        moved = true;
    return moved;
}
