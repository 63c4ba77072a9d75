#include "kernel/reports/survived.h"

#include "kernel/console.h"
#include "kernel/fault_hooks.h"
#include "kernel/node.h"
#include "kernel/reports/called.h"
#include "kernel/reports/deadlock.h"

static void print_death(const struct node *node) {
    console_print("%s, which died", called(node->number).text);
    if (node->process.died_at)
        console_print(" at %lu", (unsigned long)node->process.died_at);
    console_print("\n");
}

void survived_here(struct stage_state *state) {
    uint32_t died = 0;
    if (fault_hooks)
        fault_hooks->print(state);
    for (uint32_t core = 0; core < node_cores; core++) {
        const struct node *node = node_at(core);
        bool survived = node->process.died && !node->process.status;
        if (survived && died++ < NODES_SHOWN)
            print_death(node);
    }
    if (died > NODES_SHOWN)
        console_print("%u more nodes, which died\n", (unsigned)(died - NODES_SHOWN));
}
