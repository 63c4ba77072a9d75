#include "kernel/finish.h"

#include "kernel/console.h"
#include "kernel/deadlock.h"
#include "kernel/ending.h"
#include "kernel/node.h"
#include "kernel/unreceived.h"

static _Atomic uint32_t finished;
static _Atomic uint8_t first_status; /* the first status that is not 0 */

void finish_program(struct node *node, uint8_t status, uint64_t unreceived) {
    console_flush(node);
    uint8_t none = 0;
    atomic_compare_exchange_strong(&first_status, &none, status);
    node->process.status = status;
    node->process.unreceived = unreceived;
    node->process.finished = true;
    if (atomic_fetch_add(&finished, 1) + 1 == node_count && atomic_load(&first_status) != 0) {
        ending_begin();
        ending_exit(atomic_load(&first_status));
    }
}

void finish_idle(void) {
    if (atomic_load(&finished) < node_count)
        deadlock_report();
    for (uint32_t i = 0; i < node_count; i++)
        console_flush(node_at(i)); /* no other node runs, so this one may use their lines */
    ending_begin();
    if (unreceived_report())
        ending_exit(STATUS_UNRECEIVED);
    ending_exit(0);
}
