/* The protocol between a node S that goes to sleep and a neighbour R that has something for it
 * (tests/model has a model of it):
 *
 *   S in the kernel                        R
 *   asleep = 1 in its windows              publishes a word in its window (net)
 *   state: AWAKE -> ASLEEP                 fence
 *   fence                                  reads asleep: 1 -> sleep_ring
 *   reads the words: changed -> stays
 *
 * Each writes, fences and then reads what the other wrote, so at least one of them sees the other.
 *
 * `awake` counts the nodes that are awake. It is never less than the number of nodes that run or
 * that somebody has decided to wake: S takes itself off the count only when it has seen nothing,
 * and R adds S to the count before it makes S awake. (If another node was faster, R takes that
 * back.) R itself runs, and is counted, meanwhile. So when the count is zero, every node is in its
 * WFI and has looked at its words after saying that it sleeps. No node is left to change a word:
 * this state is final. Before the report of this deadlock, processes are woken once to say what
 * they wait for (kernel/reports/deadlock.h), and then wait again. A node with a deadline stays
 * counted, for time will wake it. */
#include "kernel/sleep.h"

#include <errno.h>

#include "board/interrupts.h"
#include "kernel/awake.h"
#include "kernel/fault_hooks.h"
#include "kernel/finish.h"
#include "kernel/links.h"
#include "kernel/node.h"
#include "kernel/timer/look.h"

static bool watched; /* somebody else sees when no node is awake */

void sleep_start(uint32_t nodes, bool is_watched) {
    atomic_store(&awake, nodes);
    watched = is_watched;
}

/* Tells all neighbours whether this node sleeps. The stores are relaxed: the fence in sleep_wait
 * orders them before a sleep, and after it a neighbour that still reads 1 only rings once too
 * often. */
static void say_asleep(const struct node *node, uint32_t asleep) {
    struct cube_window *const *window = links_own[node->core];
    uint32_t d = 0;
    for (; d < part_inside; d++)
        atomic_store_explicit(&window[d]->asleep, asleep, memory_order_relaxed);
    for (; d < node_dimension; d++)
        atomic_store_explicit(&window[d]->asleep, asleep | CUBE_OUTSIDE, memory_order_relaxed);
}

bool sleep_may_end(const struct node *node) {
    return cube_wait_may_end(&node->sleeper.wait, node->number, links_window) ||
           (fault_hooks && fault_hooks->rings_changed(node));
}

/* S, which is ASLEEP but still counted, stays awake. If some R has made it awake first and counted
 * it again, takes one back. */
static void stay_awake(struct sleeper *sleeper) {
    uint32_t asleep = SLEEP_ASLEEP;
    if (!atomic_compare_exchange_strong_explicit(&sleeper->state, &asleep, SLEEP_AWAKE,
                                                 memory_order_acquire, memory_order_acquire))
        atomic_fetch_sub_explicit(&awake, 1, memory_order_acq_rel);
}

static void finish_here(struct stage_state *state) {
    finish_stage(state, sleep_ring);
}

/* Sleeps until some R has made S awake. The acquire's partner is the release in sleep_ring. */
static void sleep_for_ever(struct sleeper *sleeper) {
    /* Acquire and release, so that the last node to sleep sees what all others wait for. */
    while (atomic_fetch_sub_explicit(&awake, 1, memory_order_acq_rel) == 1 && !watched) {
        /* This node counts as awake while it asks, so that no node that falls asleep meanwhile asks
         * too. */
        atomic_fetch_add_explicit(&awake, 1, memory_order_relaxed);
        finish_idle(finish_here);
    }
    while (atomic_load_explicit(&sleeper->state, memory_order_acquire) == SLEEP_ASLEEP) {
        wait_for_interrupt();
        interrupts_acknowledge();
    }
}

static int64_t sleep_until(struct sleeper *sleeper, uint64_t deadline) {
    timer_start(deadline);
    bool late = false;
    while (atomic_load_explicit(&sleeper->state, memory_order_acquire) == SLEEP_ASLEEP && !late) {
        wait_for_interrupt();
        interrupts_acknowledge();
        late = read_cntvct_el0() >= deadline;
    }
    timer_stop();
    stay_awake(sleeper);
    return late ? -ETIMEDOUT : 0;
}

int64_t sleep_wait(struct node *node) {
    struct sleeper *sleeper = &node->sleeper;
    uint64_t deadline = sleeper->wait.deadline;
    int64_t result = 0;

    say_asleep(node, 1);
    uint32_t expected = SLEEP_AWAKE;
    if (!atomic_compare_exchange_strong_explicit(&sleeper->state, &expected, SLEEP_ASLEEP,
                                                 memory_order_acquire, memory_order_acquire)) {
        atomic_store_explicit(&sleeper->state, SLEEP_AWAKE, memory_order_relaxed);
    } else {
        /* This fence is between saying asleep and reading the words. Its partner is a sender's
         * fence between publishing a word and reading asleep. */
        links_fence();
        if (sleep_may_end(node)) {
            stay_awake(sleeper);
        } else {
            look_stop(node); /* the timer is free for the deadline, and disturbs no sleep */
            if (deadline)
                result = sleep_until(sleeper, deadline);
            else
                sleep_for_ever(sleeper);
            look_go_on(node);
        }
    }
    say_asleep(node, 0);
    return result;
}

void sleep_ring(struct node *node) {
    _Atomic uint32_t *state = &node->sleeper.state;
    for (;;) {
        uint32_t expected = SLEEP_ASLEEP;
        atomic_fetch_add_explicit(&awake, 1, memory_order_relaxed);
        /* Release, so that S is counted before it wakes and can take itself off the count again. */
        if (atomic_compare_exchange_strong_explicit(state, &expected, SLEEP_AWAKE,
                                                    memory_order_release, memory_order_relaxed)) {
            interrupts_signal(node->core);
            return;
        }
        atomic_fetch_sub_explicit(&awake, 1, memory_order_relaxed);
        if (expected == SLEEP_RUNG ||
            atomic_compare_exchange_strong_explicit(state, &expected, SLEEP_RUNG,
                                                    memory_order_release, memory_order_relaxed))
            return;
    }
}
