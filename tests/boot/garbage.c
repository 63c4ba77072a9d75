/* A node writes nonsense into its own window of a link, where only it may write. The neighbour must
 * say what happened, and end. The argument says which nonsense. Two nodes. */
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"
#include "net/link.h"
#include "net/messages/active.h"
#include "net/system/system.h"

enum { MANY = 1000, HEADER = sizeof(struct active_header) };

#define SEND(...)                                                                                  \
    { .operation = OPERATION_SEND, .destination = 1, __VA_ARGS__ }
#define ACTIVE(...)                                                                                \
    { .operation = OPERATION_ACTIVE, .destination = 1, __VA_ARGS__ }
#define WHOLE ACTIVE(.remaining = HEADER, .bytes = HEADER)

/* Headers that are published one after the other, the last one until there are `count`. Those of
 * messages are right by themselves. */
static const struct nonsense {
    const char *name;
    int count;
    struct cube_header headers[2];
} all_nonsense[] = {
    {"direct-long", 1, {{.remaining = UINT32_MAX, .bytes = UINT32_MAX}}},
    {"direct-more-than-all", 1, {{.remaining = 8, .bytes = 32}}},
    {"direct-nothing-of-something", 1, {{.remaining = 8}}},
    {"routed-long", 1, {SEND(.remaining = 1 << 20, .bytes = 1 << 20)}},
    {"routed-back", 1, {{.operation = OPERATION_SEND, .destination = 0}}},
    {"routed-nowhere", 1, {{.operation = OPERATION_SEND, .destination = UINT16_MAX}}},
    {"routed-from-nobody", 1, {SEND(.source = UINT16_MAX)}},
    {"routed-from-itself", 1, {SEND(.source = 1)}},
    {"routed-unknown", 1, {{.operation = CUBE_COLLECTIVE_OPERATIONS, .destination = 1}}},
    {"message-goes-on-as-another",
     2,
     {SEND(.remaining = 40, .bytes = 20), SEND(.remaining = 10, .bytes = 10)}},
    {"message-repaid-unsent",
     1,
     {{.operation = OPERATION_ACKNOWLEDGE, .destination = 1, .acknowledged = 1}}},
    {"message-beyond-credit", MANY, {SEND(.source = 0), SEND(.source = 0)}},
    {"active-unasked", 1, {WHOLE}},
    {"active-without-header", 1, {ACTIVE(.remaining = HEADER - 1, .bytes = HEADER - 1)}},
    {"active-cut-header", 1, {ACTIVE(.remaining = HEADER, .bytes = 8)}},
    {"active-goes-on-as-another", 2, {ACTIVE(.remaining = 40, .bytes = HEADER), WHOLE}},
    {"active-goes-on-longer",
     2,
     {ACTIVE(.remaining = 40, .bytes = HEADER), ACTIVE(.remaining = 9, .bytes = 9)}},
    {"active-goes-beyond",
     2,
     {ACTIVE(.remaining = 40, .bytes = HEADER), ACTIVE(.remaining = 8, .bytes = 9)}},
    {"active-repaid-unsent", 1, {ACTIVE(.remaining = HEADER, .bytes = HEADER, .acknowledged = 1)}},
};

static void write_nonsense(const char *name) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_window *theirs = (const struct cube_window *)(uintptr_t)page->incoming[0];
    struct cube_window *window = (struct cube_window *)(uintptr_t)page->outgoing[0];
    uint32_t slots = page->routed_bytes / CUBE_SLOT_BYTES;
    uint8_t *direct = cube_window_slots(window), *routed = direct + page->direct_bytes;
    const struct nonsense *nonsense = all_nonsense;
    if (strcmp(name, "barrier") == 0) {
        atomic_store(&window->barriers, UINT32_MAX - 5); /* behind any that has been */
        return;
    }
    if (strcmp(name, "routed-tail") == 0) { /* more than the ring has, and no sender comes to it */
        const struct cube_header header = {.operation = OPERATION_ACKNOWLEDGE, .destination = 1};
        for (uint32_t slot = 0; slot < slots; slot++)
            memcpy(routed + slot * CUBE_SLOT_BYTES, &header, sizeof header);
        atomic_store(&window->routed_tail, UINT32_MAX);
        system_ring(1);
        return;
    }
    while (strcmp(nonsense->name, name) != 0)
        nonsense++;
    if (strncmp(name, "direct", strlen("direct")) == 0) {
        memcpy(direct, &nonsense->headers[0], sizeof nonsense->headers[0]);
        atomic_store(&window->direct_tail, 1);
        system_ring(1);
        return;
    }
    for (uint32_t k = 0; k < (uint32_t)nonsense->count; k++) {
        const struct cube_header *header = &nonsense->headers[k > 0];
        /* An active message has been taken in when its answer has come. */
        while (k - atomic_load(&theirs->routed_head) == slots ||
               (k > 0 && header->operation == OPERATION_ACTIVE &&
                atomic_load(&theirs->routed_tail) == 0))
            system_yield();
        memcpy(routed + k % slots * CUBE_SLOT_BYTES, header, sizeof *header);
        atomic_store(&window->routed_tail, k + 1);
        system_ring(1);
    }
}

/* Node 1 answers each active message, so that its sender knows that it has begun to arrive. */
static struct active_place answer(uint32_t source, const struct active_header *header, size_t bytes,
                                  uint64_t stamp) {
    static struct active_sending sending;
    (void)header, (void)bytes;
    sending.to = source;
    if (cube_node() == 1)
        active_send_from(&sending, stamp);
    return (struct active_place){NULL, NULL};
}

static void discard(void *message) {
    (void)message;
}

int main(int count, char **words) {
    uint64_t word;
    static const struct active_handlers handlers = {.begin = answer, .end = discard};
    if (cube_nodes() != 2 || count != 2)
        return 64;
    if (strcmp(words[1], "active-unasked") != 0)
        active_start(&handlers);
    if (cube_node() == 0)
        write_nonsense(words[1]);
    if (strcmp(words[1], "barrier") == 0)
        return cube_node() == 0 || cube_barrier() == -EPROTO ? 0 : 1;
    while (cube_node() == 1 && strncmp(words[1], "active-goes", strlen("active-goes")) == 0)
        active_poll();
    return cube_link_recv(0, &word, sizeof word);
}
