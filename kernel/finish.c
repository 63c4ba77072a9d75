#include "kernel/finish.h"

#include "kernel/ending.h"
#include "kernel/node.h"

static _Atomic uint32_t finished;
static _Atomic uint8_t first_status; /* the first that is not 0 */

void finish_program(struct node *node, uint8_t status) {
    console_flush(node);
    uint8_t none = 0;
    atomic_compare_exchange_strong(&first_status, &none, status);
    node->process.status = status;
    node->process.finished = true;
    if (atomic_fetch_add(&finished, 1) + 1 == node_count) {
        ending_begin();
        ending_exit(atomic_load(&first_status));
    }
}
