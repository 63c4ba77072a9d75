/* The interface of kernel/faults. A link or node is dead if it never works, and failed once it
 * stops working. Where nothing is dead and nothing may fail, fault_hooks is null. */
#ifndef KERNEL_FAULT_HOOKS_H
#define KERNEL_FAULT_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

struct node;
struct stage_state;
struct trap_frame;

struct fault_hooks {
    /* Called at the start: needs adds up the memory of the others (kernel/needs.h), start allocates
     * it for all nodes, and map for a process. Both return false when memory is short. */
    void (*needs)(void);
    bool (*start)(void);
    bool (*map)(struct node *node, struct cube_node_page *page);

    /* Returns whether the program runs on a node. */
    bool (*runs)(uint32_t node);

    /* Called before a wait. If the result is not 0, the wait ends with it. */
    int64_t (*before_wait)(struct node *node);

    /* Returns whether there is a failure that the process of *node does not know of. Called on the
     * node's own core, `waits` if its process waits. */
    bool (*news)(struct node *node, bool waits);

    /* Returns whether the routed rings differ from the values that the process has seen. */
    bool (*rings_changed)(const struct node *node);

    /* CUBE_SYS_RINGS and CUBE_SYS_FAILED. */
    int64_t (*rings)(struct node *node, uint64_t address);
    int64_t (*failed)(struct node *node, const struct trap_frame *frame);

    /* Return the failures of this part, for the others to learn at the end of a phase; and learn
     * those of all parts, and return whether any is new. */
    uint32_t (*here)(void);
    bool (*learn)(uint32_t failures);

    /* For reports: returns whether a node has failed; prints the failures of this part. */
    bool (*has_failed)(uint32_t node);
    void (*print)(struct stage_state *state);
};

extern const struct fault_hooks *fault_hooks;

#endif
