/* A node writes nonsense into its own window of a link, where only it may write. The neighbour must
 * not read beyond the link, nor forward what no sender sends, and must say what happened. The
 * argument says which nonsense. Two nodes. */
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"
#include "net/active.h"
#include "net/link.h"
#include "net/system.h"

enum { MANY = 1000 }; /* empty messages: more than there is credit for */

/* The routed ring of the link to the neighbour, of which this node is the only writer. */
static struct cube_window *window;
static uint32_t direct_bytes, slots;

/* Publishes a header in that ring when there is room. */
static void publish(struct cube_header header) {
    const struct cube_window *theirs =
        (const struct cube_window *)(uintptr_t)system_node_page()->incoming[0];
    uint32_t tail = atomic_load(&window->routed_tail);
    while (tail - atomic_load(&theirs->routed_head) == slots)
        system_yield();
    memcpy(cube_window_slots(window) + direct_bytes + tail % slots * CUBE_SLOT_BYTES, &header,
           sizeof header);
    atomic_store(&window->routed_tail, tail + 1);
    system_ring(1);
}

/* Sends messages each of which is right by itself, though all together exceed the credit. */
static void write_messages(const char *kind) {
    const struct cube_header message = {.operation = OPERATION_SEND, .destination = 1};
    struct cube_header first = message, second = message;
    if (strcmp(kind, "message-goes-on-as-another") == 0) {
        first.remaining = 40;
        first.bytes = 20;
        second.remaining = second.bytes = 10;
        publish(first);
        publish(second);
    }
    if (strcmp(kind, "message-repaid-unsent") == 0) {
        first.operation = OPERATION_ACKNOWLEDGE;
        first.acknowledged = 1;
        publish(first);
    }
    for (int i = 0; strcmp(kind, "message-beyond-credit") == 0 && i < MANY; i++)
        publish(message);
}

/* Sends pieces of active messages, to a node that takes in such messages unless it is unasked. */
static void write_active(const char *kind) {
    struct cube_header first = {.operation = OPERATION_ACTIVE, .destination = 1};
    first.remaining = first.bytes = sizeof(struct active_header);
    struct cube_header second = first;
    if (strcmp(kind, "active-without-header") == 0)
        first.bytes = first.remaining = sizeof(struct active_header) - 1;
    if (strcmp(kind, "active-cut-header") == 0)
        first.bytes = 8;
    if (strcmp(kind, "active-goes-on-as-another") == 0)
        first.remaining = 40;
    if (strcmp(kind, "active-goes-on-longer") == 0) {
        first.remaining = 40;
        second.remaining = second.bytes = 9;
    }
    if (strcmp(kind, "active-goes-beyond") == 0) {
        first.remaining = 40;
        second.remaining = 8;
        second.bytes = 9;
    }
    if (strcmp(kind, "active-repaid-unsent") == 0)
        first.acknowledged = 1;
    publish(first);
    const struct cube_window *theirs =
        (const struct cube_window *)(uintptr_t)system_node_page()->incoming[0];
    while (atomic_load(&theirs->routed_tail) == 0) /* until the first has been taken in */
        system_yield();
    publish(second);
}

/* Node 1 answers each message, so that its sender knows that it has begun to arrive. */
static struct active_place discard(uint32_t source, const struct active_header *header,
                                   size_t bytes, uint64_t stamp) {
    static struct active_sending answer;
    (void)header, (void)bytes;
    answer.to = source;
    if (cube_node() == 1)
        active_send_from(&answer, stamp);
    return (struct active_place){NULL, NULL};
}

static void discarded(void *message) {
    (void)message;
}

static void write_piece(const char *kind) {
    const struct cube_node_page *page = system_node_page();
    struct cube_header *header = (struct cube_header *)cube_window_slots(window);
    _Atomic uint32_t *tail = &window->direct_tail;
    *header = (struct cube_header){.remaining = 8, .bytes = 8};
    if (strcmp(kind, "long") == 0)
        header->remaining = header->bytes = UINT32_MAX;
    if (strcmp(kind, "more-than-all") == 0)
        header->bytes = 32;
    if (strcmp(kind, "nothing-of-something") == 0)
        header->bytes = 0;
    if (strncmp(kind, "routed", strlen("routed")) == 0) {
        header = (struct cube_header *)(cube_window_slots(window) + page->direct_bytes);
        tail = &window->routed_tail;
        *header = (struct cube_header){
            .operation = OPERATION_SEND, .remaining = 8, .bytes = 8, .destination = 1};
        if (strcmp(kind, "routed-long") == 0)
            header->remaining = header->bytes = 1 << 20;
        if (strcmp(kind, "routed-astray") == 0)
            header->destination = 0; /* the packet would go back where it came from */
        if (strcmp(kind, "routed-nowhere") == 0)
            header->destination = UINT16_MAX;
        if (strcmp(kind, "routed-from-nobody") == 0)
            header->source = UINT16_MAX;
        if (strcmp(kind, "routed-from-itself") == 0)
            header->source = 1; /* the source is where the packet is going */
        if (strcmp(kind, "routed-unknown") == 0)
            header->operation = CUBE_COLLECTIVE_OPERATIONS;
    }
    atomic_store(tail, 1);
    system_ring(1);
}

/* Publishes all of the ring, again and again, by a tail that no sender comes to. */
static void write_tail(void) {
    for (uint32_t slot = 0; slot < slots; slot++) {
        struct cube_header *header = (struct cube_header *)(cube_window_slots(window) +
                                                            direct_bytes + slot * CUBE_SLOT_BYTES);
        *header = (struct cube_header){.operation = OPERATION_ACKNOWLEDGE, .destination = 1};
    }
    atomic_store(&window->routed_tail, UINT32_MAX);
    system_ring(1);
}

static void write_garbage(const char *kind) {
    const struct cube_node_page *page = system_node_page();
    window = (struct cube_window *)(uintptr_t)page->outgoing[0];
    direct_bytes = page->direct_bytes;
    slots = page->routed_bytes / CUBE_SLOT_BYTES;
    if (strcmp(kind, "barrier") == 0)
        atomic_store(&window->barriers, UINT32_MAX - 5); /* behind any that has been */
    else if (strncmp(kind, "message", strlen("message")) == 0)
        write_messages(kind);
    else if (strncmp(kind, "active", strlen("active")) == 0)
        write_active(kind);
    else if (strcmp(kind, "tail") == 0)
        write_tail();
    else
        write_piece(kind);
}

int main(int count, char **words) {
    uint64_t word;
    static const struct active_handlers handlers = {discard, discarded};
    if (cube_nodes() != 2 || count != 2)
        return 64;
    if (strcmp(words[1], "active-unasked") != 0)
        active_start(&handlers);
    if (cube_node() == 0)
        write_garbage(words[1]);
    if (strcmp(words[1], "barrier") == 0)
        return cube_node() == 0 || cube_barrier() == -EPROTO ? 0 : 1;
    while (cube_node() == 1 && strncmp(words[1], "active-goes", strlen("active-goes")) == 0)
        active_poll();
    return cube_link_recv(0, &word, sizeof word);
}
