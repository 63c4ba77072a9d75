#include "kernel/parts/watcher.h"

#include "board/registers.h"
#include "kernel/awake.h"
#include "kernel/clock/turn.h"
#include "kernel/cores.h"
#include "kernel/needs.h"
#include "kernel/node.h"
#include "kernel/parts/agree.h"
#include "kernel/parts/bell.h"
#include "kernel/parts/part.h"

enum { LOOKS = 100 /* of a part in which no node is awake, before it parks (measured) */ };

static struct node watcher;

static bool stays; /* cuberun has asked us not to park: it wants to talk to the emulator */

/* Whether a doorbell has rung or there is something to do. */
static bool is_called(void) {
    return bell_take() || agree_has_order();
}

void watcher_start(const struct machine *machine) {
    if (part_count == 1 || turn_enabled)
        return;
    watcher.core = node_cores;
    watcher.number = node_first;
    if (!node_map_stack(&watcher))
        needs_unmet();
    cores_start(machine, node_cores, &watcher);
}

bool watcher_is(const struct node *node) {
    return node == &watcher;
}

_Noreturn void watcher_run(void) {
    cores_start_this(&watcher);
    for (uint32_t looks = 0;;) {
        bool idle = !bell_take() && awake_count() == 0;
        bell_say_idle(idle);
        /* What is agreed on may have woken nodes: whether they sleep again is to be said first. */
        if (agree(idle) || !idle)
            looks = 0;
        else if (looks++ >= LOOKS && !stays) {
            stays = !bell_park(is_called);
            looks = 0;
        }
        yield_turn();
    }
}
