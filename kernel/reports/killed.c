#include "kernel/reports/killed.h"

#include <string.h>

#include "board/registers.h"
#include "kernel/awake.h"
#include "kernel/clock/turn.h"
#include "kernel/console.h"
#include "kernel/ending.h"
#include "kernel/finish.h"
#include "kernel/node.h"
#include "kernel/parts/part.h"
#include "kernel/reports/deadlock.h"
#include "kernel/sleep.h"

/* The time that the others go on, as part of a second: too short for a person to notice, and long
 * enough for each to reach its wait. */
enum { MOMENTS = 10 };

/* Sleeps until `deadline`, or for ever if that is 0. */
static void sleep(struct node *node, uint64_t deadline) {
    memset(&node->sleeper.wait, 0, sizeof node->sleeper.wait);
    node->sleeper.wait.deadline = deadline;
    do {
        if (turn_enabled)
            turn_wait(node);
        else
            sleep_wait(node);
    } while (!deadline || read_cntvct_el0() < deadline);
}

/* Whether no node can go on but this one, as far as it knows of other parts. */
static bool is_last(void) {
    if (turn_enabled)
        return turn_all_wait();
    for (uint32_t part = 0; part < part_count && part_count > 1; part++)
        if (part != part_self &&
            atomic_load_explicit(&part_words(part)->idle, memory_order_relaxed) % 2 == 0)
            return false;
    return awake_count() == 1;
}

/* Ends the machine while others go on. */
static _Noreturn void end_now(void) {
    struct stage_state died = {.stage = STAGE_DIED}, waiting = {.stage = STAGE_WAITING};
    ending_begin();
    console_print("graycube: a program has died, and the run ends\n");
    deadlock_died(&died);
    deadlock_waiting(&waiting);
    ending_exit(STATUS_SIGNAL + SIGNAL_KILL);
}

void killed_end(struct node *node, const struct trap_frame *frame, uint64_t time) {
    node->process.rings = 0; /* nothing ends its sleep but the deadline */
    node->process.died = true;
    node->process.died_at = time;
    node->sleeper.frame = frame;
    finish_program(node, STATUS_SIGNAL + SIGNAL_KILL, 0, 0);
    sleep(node, read_cntvct_el0() + read_cntfrq_el0() / MOMENTS);
    if (!is_last())
        end_now();
    sleep(node, 0);
    __builtin_unreachable();
}
