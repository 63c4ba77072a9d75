#include "kernel/finish.h"

#include "kernel/ending.h"
#include "kernel/links.h"
#include "kernel/node.h"

enum { LINKS_SHOWN = 16 };

static _Atomic uint32_t finished;
static _Atomic uint8_t first_status; /* the first that is not 0 */

/* Whether node->number has not received all that came on a dimension. Both words were written
 * before their nodes finished, and the count of those orders them before this. */
static bool is_unreceived(const struct node *node, uint32_t dimension) {
    const struct cube_window *in = links_window(node->number ^ 1u << dimension, dimension);
    const struct cube_window *out = links_window(node->number, dimension);
    return atomic_load_explicit(&in->direct_tail, memory_order_relaxed) !=
           atomic_load_explicit(&out->direct_head, memory_order_relaxed);
}

/* Prints which packets nobody received. Returns their links' number. */
static uint32_t report_unreceived(void) {
    uint32_t links = 0;
    for (uint32_t i = 0; i < node_count; i++)
        for (uint32_t d = 0; d < node_dimension; d++) {
            if (!is_unreceived(node_at(i), d) || links++ >= LINKS_SHOWN)
                continue;
            if (links == 1)
                console_print("graycube: all programs have ended, but packets were never "
                              "received: the nodes' calls do not match\n");
            console_print("graycube: node %u has not received all that node %u sent "
                          "(dimension %u)\n",
                          (unsigned)i, (unsigned)(i ^ 1u << d), (unsigned)d);
        }
    if (links > LINKS_SHOWN)
        console_print("graycube: and so on %u more links\n", (unsigned)(links - LINKS_SHOWN));
    return links;
}

void finish_program(struct node *node, uint8_t status) {
    console_flush(node);
    uint8_t none = 0;
    atomic_compare_exchange_strong(&first_status, &none, status);
    node->process.status = status;
    node->process.finished = true;
    if (atomic_fetch_add(&finished, 1) + 1 == node_count) {
        ending_begin();
        uint8_t first = atomic_load(&first_status);
        ending_exit(first == 0 && report_unreceived() > 0 ? ENDING_UNRECEIVED : first);
    }
}
