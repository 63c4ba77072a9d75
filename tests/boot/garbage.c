/* A node that writes nonsense where only it may write, in its own link: the neighbour must not be
 * made to read beyond the link, nor to forward what no sender sends, and says what happened.
 * Argument: which nonsense. Two nodes. */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"
#include "net/system.h"

static void write_piece(const char *kind) {
    const struct cube_node_page *page = system_node_page();
    struct cube_window *window = (struct cube_window *)(uintptr_t)page->outgoing[0];
    struct cube_header *header = (struct cube_header *)cube_window_slots(window);
    _Atomic uint32_t *tail = &window->direct_tail;
    *header = (struct cube_header){.remaining = 8, .bytes = 8};
    if (strcmp(kind, "long") == 0)
        header->remaining = header->bytes = UINT32_MAX;
    if (strcmp(kind, "more-than-all") == 0)
        header->bytes = 32;
    if (strncmp(kind, "routed", strlen("routed")) == 0) {
        header = (struct cube_header *)(cube_window_slots(window) + page->direct_bytes);
        tail = &window->routed_tail;
        *header = (struct cube_header){.remaining = 8, .bytes = 8, .destination = 1};
        if (strcmp(kind, "routed-long") == 0)
            header->remaining = header->bytes = 1 << 20;
        if (strcmp(kind, "routed-astray") == 0)
            header->destination = 0; /* back where it came from */
        if (strcmp(kind, "routed-nowhere") == 0)
            header->destination = UINT16_MAX;
        if (strcmp(kind, "routed-from-nobody") == 0)
            header->source = UINT16_MAX;
    }
    atomic_store(tail, 1);
    system_ring(1);
}

int main(int count, char **words) {
    uint64_t word;
    if (cube_nodes() != 2 || count != 2)
        return 64;
    if (cube_node() == 0)
        write_piece(words[1]);
    return cube_link_recv(0, &word, sizeof word);
}
