/* The interface of net/faults towards net, collectives and MPI. A link or node is dead if it never
 * works, and failed once it stops working while the program runs. Where nothing is dead and nothing
 * may fail, fault_hooks is null. A node then tests it only before it sleeps, before it wakes a
 * neighbour in another emulator, and when a call fails: no packet costs an instruction more. */
#ifndef NET_FAULT_HOOKS_H
#define NET_FAULT_HOOKS_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "cube_abi.h"

struct fault_hooks {
    /* Replace system_wait and system_ring. `ring` is null until a link is dead or has failed. */
    int (*wait)(const struct cube_wait *wait);
    void (*ring)(uint32_t dimensions);

    /* Replace route_pending and route_detour on a detour (net/detour/detour.h). */
    bool (*pending)(void);
    bool (*detour)(void);

    /* Returns the number of links on the path of messages between two nodes; 0: no path. */
    uint32_t (*links)(uint32_t from, uint32_t to);

    /* Returns -EHOSTDOWN if the packet with this header, the first on `dimension`, says that the
     * neighbour's program has failed, and -EPROTO if not. The node's clock then shows at least
     * when. */
    int (*error)(uint32_t dimension, const struct cube_header *header);

    /* Returns whether a node has failed, as far as this one knows. */
    bool (*has_failed)(uint32_t other);

    /* Makes this node fail at its next wait, if it may fail. Null where none may. */
    void (*fail)(void);

    bool programs_fail; /* programs may fail while others go on */
};

extern NODE_LOCAL const struct fault_hooks *fault_hooks;

/* A node whose program has failed, and one that lacks data because of it, flips this bit of the
 * count of slots in its barrier. */
#define FAILED_BARRIER_BIT (UINT32_C(1) << 31)

static inline bool fault_programs_fail(void) {
    return fault_hooks && fault_hooks->programs_fail;
}

static inline int fault_error(uint32_t dimension, const struct cube_header *header) {
    return fault_hooks ? fault_hooks->error(dimension, header) : -EPROTO;
}

static inline bool fault_has_failed(uint32_t other) {
    return fault_hooks && fault_hooks->has_failed(other);
}

#endif
