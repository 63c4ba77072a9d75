#include "kernel/faults/survived.h"

#include "kernel/console.h"
#include "kernel/faults/failures.h"
#include "kernel/node.h"
#include "kernel/reports/called.h"
#include "kernel/reports/deadlock.h"

/* Ends a line by a time, unless it is 0. */
static void print_time(uint64_t time) {
    if (time)
        console_print(" at %lu", (unsigned long)time);
    console_print("\n");
}

/* Of programs only those are told that have died: their moment may come when they have ended. */
static void print_failed(uint32_t link) {
    const struct cube_failed *failed = &failures->link[link];
    struct cube_failed named = failures_named(failed->node, failed->dimension);
    if (failed->dimension == CUBE_FAILED_NODE)
        console_print("all of node %u, which failed", (unsigned)named.node);
    else if (cube_failed_is_link(failed))
        console_print("the link of node %u on dimension %u, which failed", (unsigned)named.node,
                      (unsigned)named.dimension);
    else
        return;
    print_time(failures_time(link));
}

static void print_death(const struct node *node) {
    console_print("%s, which died", called(node->number).text);
    print_time(node->process.died_at);
}

/* Returns how many bytes the process of *node has sent again. It may have written anything there.
 */
static uint64_t sent_again(const struct node *node) {
    uint64_t again, place = node->process.unreceived + offsetof(struct cube_unreceived, again);
    bool counts = node->process.finished && node->process.unreceived;
    return counts && process_read(&node->process, &again, place, sizeof again) ? again : 0;
}

void survived_here(struct stage_state *state) {
    uint32_t died = 0;
    for (uint32_t left = failures_here(); left; left &= left - 1)
        print_failed((uint32_t)__builtin_ctz(left));
    for (uint32_t core = 0; core < node_cores; core++) {
        const struct node *node = node_at(core);
        bool survived = node->process.died && !node->process.status;
        if (survived && died++ < NODES_SHOWN)
            print_death(node);
        if (failures)
            state->again += sent_again(node);
    }
    if (died > NODES_SHOWN)
        console_print("%u more nodes, which died\n", (unsigned)(died - NODES_SHOWN));
}
