/* The protocol, between a node S that goes to sleep and a neighbour R that has something for it
 * (modelled in tests/model):
 *
 *   S in the kernel                        R
 *   asleep = 1 in its windows              publishes a word in its window (net)
 *   state: AWAKE -> ASLEEP                 fence
 *   fence                                  reads asleep: 1 -> sleep_ring
 *   reads the words: changed -> stays
 *
 * Each writes, fences and then reads what the other wrote: at least one of them sees the other.
 *
 * How many are awake. `awake` is never less than the number of nodes that run, or that somebody has
 * decided to wake: S takes itself off only when it has seen nothing, R counts S before it makes S
 * awake, and takes that back if another was faster. R itself runs, and is counted, meanwhile. So at
 * zero every node is in its WFI, each has looked at its words after saying that it sleeps, nobody
 * is left who could change one, and it stays so for ever. A node with a deadline stays counted:
 * time will wake it.
 */
#include "kernel/sleep.h"

#include <errno.h>

#include "board/interrupts.h"
#include "kernel/finish.h"
#include "kernel/links.h"
#include "kernel/node.h"

static _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t awake;

void sleep_start(uint32_t nodes) {
    atomic_store(&awake, nodes);
}

/* Relaxed: what orders it is the fence in sleep_wait, or nothing, when the node wakes: a neighbour
 * that still reads 1 rings once too often. */
static void say_asleep(const struct node *node, uint32_t asleep) {
    for (uint32_t d = 0; d < node_dimension; d++)
        atomic_store_explicit(&links_window(node->number, d)->asleep, asleep, memory_order_relaxed);
}

static uint32_t watched_word(const struct node *node, uint32_t dimension, enum cube_word word) {
    const struct cube_window *window = links_window(node->number ^ 1u << dimension, dimension);
    const _Atomic uint32_t *const address[CUBE_WORD_KINDS] = {
        [CUBE_WORD_DIRECT_TAIL] = &window->direct_tail,
        [CUBE_WORD_ROUTED_TAIL] = &window->routed_tail,
        [CUBE_WORD_DIRECT_HEAD] = &window->direct_head,
        [CUBE_WORD_ROUTED_HEAD] = &window->routed_head,
        [CUBE_WORD_BARRIERS] = &window->barriers,
    };
    return atomic_load_explicit(address[word], memory_order_relaxed);
}

bool sleep_may_end(const struct node *node) {
    const struct cube_wait *wait = &node->sleeper.wait;
    for (uint64_t words = wait->words; words; words &= words - 1) {
        uint32_t word = (uint32_t)__builtin_ctzll(words);
        if (watched_word(node, word / CUBE_WORD_KINDS, word % CUBE_WORD_KINDS) != wait->seen[word])
            return true;
    }
    return false;
}

/* S stays awake though it is ASLEEP and counted. If R was faster, R has counted it once more. */
static void stay_awake(struct sleeper *sleeper) {
    uint32_t asleep = SLEEP_ASLEEP;
    if (!atomic_compare_exchange_strong_explicit(&sleeper->state, &asleep, SLEEP_AWAKE,
                                                 memory_order_acquire, memory_order_acquire))
        atomic_fetch_sub_explicit(&awake, 1, memory_order_acq_rel);
}

/* Returns when R has made S awake. Acquire: partner is the release in sleep_ring. */
static void sleep_for_ever(struct sleeper *sleeper) {
    /* Acquire and release: the last one sees why each of the others sleeps. */
    if (atomic_fetch_sub_explicit(&awake, 1, memory_order_acq_rel) == 1)
        finish_idle();
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
        /* Between saying asleep and reading the words. Partner: the fence of a sender between
         * publishing and reading asleep. */
        atomic_thread_fence(memory_order_seq_cst);
        if (sleep_may_end(node))
            stay_awake(sleeper);
        else if (deadline)
            result = sleep_until(sleeper, deadline);
        else
            sleep_for_ever(sleeper);
    }
    say_asleep(node, 0);
    return result;
}

void sleep_ring(struct node *node) {
    _Atomic uint32_t *state = &node->sleeper.state;
    for (;;) {
        uint32_t expected = SLEEP_ASLEEP;
        atomic_fetch_add_explicit(&awake, 1, memory_order_relaxed);
        /* Release: S, awake, is counted before it can take itself off again. */
        if (atomic_compare_exchange_strong_explicit(state, &expected, SLEEP_AWAKE,
                                                    memory_order_release, memory_order_relaxed)) {
            interrupts_signal(node->number);
            return;
        }
        atomic_fetch_sub_explicit(&awake, 1, memory_order_relaxed);
        if (expected == SLEEP_RUNG ||
            atomic_compare_exchange_strong_explicit(state, &expected, SLEEP_RUNG,
                                                    memory_order_release, memory_order_relaxed))
            return;
    }
}
