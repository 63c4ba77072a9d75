#include "kernel/timer/look.h"

#include "board/registers.h"
#include "kernel/awake.h"
#include "kernel/node.h"

enum {
    MICROSECONDS = 1000000, /* in a second */
    SOON = 8,               /* how many times as often a process that asks for it is looked at */
};

/* How long a process computes from one look to the next, in units of CNTVCT_EL0. */
static uint64_t period;

static uint32_t host_threads;

void look_start(uint32_t microseconds, uint32_t threads) {
    period = read_cntfrq_el0() * microseconds / MICROSECONDS;
    host_threads = threads;
}

bool look_wanted(void) {
    return period > 0;
}

/* Lets the next look come when the process has computed for `computed`. That takes longer if more
 * nodes are awake than the host has threads for.
 *
 * Setting the timer makes the emulator run the other cores. If they take longer than that, the next
 * interrupt is pending when this core runs again, before its process has executed an instruction.
 * So if an interrupt finds the process at the same place as the one before, twice the time by which
 * it was late is added. That is longer than the others took, and the process gets the rest. */
static void look_after(struct node *node, uint64_t computed) {
    uint32_t nodes = awake_count();
    uint64_t time = nodes > host_threads ? computed * nodes / host_threads : computed;
    node->detour.next = read_cntvct_el0() + time + node->detour.more;
    timer_start(node->detour.next);
}

void look_later(struct node *node) {
    look_after(node, period);
}

void look_soon(struct node *node) {
    look_after(node, period / SOON);
}

void look_stop(const struct node *node) {
    if (node->detour.allowed)
        timer_stop();
}

void look_go_on(struct node *node) {
    if (!node->detour.allowed)
        return;
    node->detour.more = 0;
    look_later(node);
}
