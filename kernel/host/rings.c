#include "kernel/host/rings.h"

#include <stdatomic.h>
#include <stdio.h>

#include "cube_abi.h"
#include "formats/record.h"
#include "kernel/host/records.h"
#include "kernel/links.h"
#include "kernel/node.h"

enum { LINK_BYTES = 128 }; /* of the record of a link */

static unsigned load(const _Atomic uint32_t *count) {
    return atomic_load_explicit(count, memory_order_relaxed);
}

/* Writes what has come over a link of *node: what the neighbour has published, and what the node
 * has given back of that on the direct channel. */
static size_t link_text(const struct node *node, uint32_t dimension, const char *comma,
                        char text[LINK_BYTES]) {
    const struct cube_window *theirs = links_window(node->number ^ 1u << dimension, dimension);
    const struct cube_window *ours = links_window(node->number, dimension);
    return (size_t)snprintf(
        text, LINK_BYTES, "%s{\"sent\":%u,\"taken\":%u,\"routed\":%u,\"barriers\":%u}", comma,
        load(&theirs->direct_tail), load(&ours->direct_head),
        load(&theirs->routed_tail) + load(&theirs->second_tail), load(&theirs->barriers));
}

static void record_node(const struct node *node) {
    char text[CUBE_MAX_DIMENSION * LINK_BYTES] = "";
    size_t length = 0;
    for (uint32_t k = 0; k < node_dimension; k++) /* by physical dimension */
        length += link_text(node, node_order[k], k ? "," : "", text + length);
    records_print(RECORD_KERNEL, "{\"rings\":{\"node\":%u,\"instructions\":%lu,\"links\":[%s]}}",
                  (unsigned)node_place(node), (unsigned long)node->process.instructions, text);
}

void rings_record(void) {
    for (uint32_t core = 0; core < node_cores; core++)
        record_node(node_at(core));
}
