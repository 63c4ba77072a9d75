/* Who goes on when a process waits is decided by the kernel of the core that it runs on, before it
 * gives the turn away: a node that waits can go on when a word has changed in a window of one of
 * its neighbours, and a word changes in its owner's turns alone. When nobody can go on, nobody ever
 * will: a deadlock.
 *
 * The emulator lets a core go on for at most so many instructions (100 million, QEMU 7.2) and then
 * passes to the next, in the middle of a computation too. A core whose turn it is not then passes
 * on at once, and adds the few instructions that it took to the excess of the node that it
 * interrupts: they are counted, and are not that node's.
 */
#include "kernel/turn.h"

#include <errno.h>

#include "kernel/finish.h"
#include "kernel/node.h"
#include "kernel/sleep.h"

enum { WORD_BITS = 64 };

static bool enabled;
static _Atomic uint32_t arrived; /* processes that are ready to start */

/* Whose turn it is, by the address of its excess. Before the first turn: nobody's. */
static _Atomic uint64_t excess_of_nobody;
static turn_word running = &excess_of_nobody;

/* The nodes that can go on. Belongs, like `waits` and `rung` of all nodes, to the node whose turn
 * it is: orders all of it, giving the turn is a release, and taking it an acquire. */
static uint64_t ready[CUBE_MAX_NODES / WORD_BITS];

void turn_enable(void) {
    enabled = true;
}

bool turn_enabled(void) {
    return enabled;
}

static void make_ready(uint32_t number) {
    ready[number / WORD_BITS] |= UINT64_C(1) << number % WORD_BITS;
}

/* Takes the first node that can go on after node `number`, in a circle, which is the order in which
 * the emulator passes on; so nobody is left out. Ends the machine if there is none. */
static uint32_t take_next(uint32_t number) {
    enum { WORDS = CUBE_MAX_NODES / WORD_BITS };
    uint32_t from = (number + 1) % CUBE_MAX_NODES;
    uint64_t after = ready[from / WORD_BITS] & (UINT64_MAX << from % WORD_BITS);
    for (uint32_t k = 0; k <= WORDS; k++) {
        uint32_t word = (from / WORD_BITS + k) % WORDS;
        uint64_t nodes = k == 0 ? after : ready[word];
        if (nodes == 0)
            continue;
        uint32_t next = word * WORD_BITS + (uint32_t)__builtin_ctzll(nodes);
        ready[word] &= ~(UINT64_C(1) << next % WORD_BITS);
        return next;
    }
    finish_idle();
}

/* What this node has written may let its neighbours go on. */
static void ready_neighbours(const struct node *node) {
    for (uint32_t d = 0; d < node_dimension; d++) {
        const struct node *neighbour = node_at(node->number ^ 1u << d);
        if (neighbour->turn.waits && sleep_may_end(neighbour))
            make_ready(neighbour->number);
    }
}

void turn_start(struct node *node) {
    /* Acquire and release: the last one to come starts what all have made. */
    if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) + 1 == node_count) {
        for (uint32_t number = 1; number < node_count; number++)
            make_ready(number);
        turn_give(&running, node_at(0)->process.excess);
    }
    turn_take(&running, node->process.excess);
}

/* Returns whether the wait ends, with *result. */
static bool has_ended(struct node *node, int64_t *result) {
    uint64_t deadline = node->sleeper.wait.deadline;
    *result = 0;
    if (node->turn.rung || sleep_may_end(node))
        return true;
    *result = -ETIMEDOUT;
    return deadline != 0 && read_cntvct_el0() >= deadline;
}

int64_t turn_wait(struct node *node) {
    int64_t result;
    while (!has_ended(node, &result)) {
        node->turn.waits = true;
        ready_neighbours(node);
        if (node->sleeper.wait.deadline) /* it looks at the time whenever its turn comes */
            make_ready(node->number);
        turn_give(&running, node_at(take_next(node->number))->process.excess);
        turn_take(&running, node->process.excess);
        node->turn.waits = false;
    }
    node->turn.rung = false;
    return result;
}

void turn_ring(struct node *node) {
    node->turn.rung = true;
    if (node->turn.waits)
        make_ready(node->number);
}
