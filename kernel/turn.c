/* When a process waits, the kernel on its core decides which node goes on, and gives it the turn. A
 * node that waits can go on when a word has changed in a window of one of its neighbours, and a
 * word changes only while its owner has the turn. When no node can go on and none waits for a
 * deadline, no node ever will: the machine ends.
 *
 * When no node can go on before a deadline, there is nothing to do until then, and the time may
 * pass at once: where instructions are counted, the emulator advances the virtual counter to the
 * next timer as soon as all cores have halted. The other cores are looking whether it is their
 * turn. So the core that finds this gives each of them the turn once, to make it halt, then sets
 * its timer and halts, too. A halted core gets a signal when its turn comes.
 *
 * The emulator lets a core run for a limited number of instructions (100 million in QEMU 7.2) and
 * then runs the next core, even in the middle of a computation. Such a core finds that it is not
 * its turn and passes on at once. The few instructions that it took were counted, but they are not
 * those of the node that it interrupted: so it adds them to the *excess* of that node.
 */
#include "kernel/turn.h"

#include <errno.h>

#include "board/interrupts.h"
#include "kernel/finish.h"
#include "kernel/node.h"
#include "kernel/sleep.h"
#include "kernel/turn_word.h"

enum { WORD_BITS = 64, WORDS = CUBE_MAX_NODES / WORD_BITS, NOBODY = CUBE_MAX_NODES };

bool turn_enabled;
static _Atomic uint32_t arrived; /* processes that are ready to start */

/* Whose turn it is, by the address of the node's excess. Before the first turn it is nobody's. */
static _Atomic uint64_t excess_of_nobody;
static turn_word running = &excess_of_nobody;

/* The set of nodes that can go on, the set of nodes that wait for a deadline, and a time that is
 * not later than any of their deadlines. Only the node whose turn it is uses these, and the member
 * `turn` of every node: giving the turn is a release, and taking it is an acquire. */
static uint64_t ready[WORDS];
static uint64_t sleeping[WORDS];
static uint64_t earliest = UINT64_MAX;

/* The node that is making all others halt, or null. */
static const struct node *halting;

void turn_enable(void) {
    turn_enabled = true;
}

static void insert(uint64_t *set, uint32_t number) {
    set[number / WORD_BITS] |= UINT64_C(1) << number % WORD_BITS;
}

static void take_out(uint64_t *set, uint32_t number) {
    set[number / WORD_BITS] &= ~(UINT64_C(1) << number % WORD_BITS);
}

static bool contains(const uint64_t *set, uint32_t number) {
    return set[number / WORD_BITS] >> number % WORD_BITS & 1;
}

/* Takes out of `ready` the first node after node `number`, in a circle, and returns it, or NOBODY.
 * No node is ever left out in this order, and the emulator runs the cores in the same order. */
static uint32_t take_ready(uint32_t number) {
    uint32_t from = (number + 1) % CUBE_MAX_NODES;
    uint64_t after = ready[from / WORD_BITS] & (UINT64_MAX << from % WORD_BITS);
    for (uint32_t k = 0; k <= WORDS; k++) {
        uint32_t word = (from / WORD_BITS + k) % WORDS;
        uint64_t nodes = k == 0 ? after : ready[word];
        if (nodes == 0)
            continue;
        uint32_t next = word * WORD_BITS + (uint32_t)__builtin_ctzll(nodes);
        take_out(ready, next);
        return next;
    }
    return NOBODY;
}

/* ---- Giving and taking the turn ---- */

static void give_turn(struct node *node) {
    bool halted = node->turn.halted;
    turn_give(&running, node->process.excess);
    if (halted)
        interrupts_signal(node->core);
}

static void take_turn(struct node *node) {
    turn_take(&running, node->process.excess);
    if (!halting)
        return;
    node->turn.halted = true;
    turn_give(&running, halting->process.excess);
    /* The acquire's partner is the release in turn_give. The doorbell comes after that. */
    while (atomic_load_explicit(&running, memory_order_acquire) != node->process.excess) {
        wait_for_interrupt();
        interrupts_acknowledge();
    }
    node->turn.halted = false;
}

/* ---- Deadlines ---- */

static void note_deadline(uint32_t number, uint64_t deadline) {
    insert(sleeping, number);
    if (deadline < earliest)
        earliest = deadline;
}

/* Makes all nodes ready whose deadline has passed. */
static void ready_sleepers(uint64_t now) {
    earliest = UINT64_MAX;
    for (uint32_t number = 0; number < node_count; number++) {
        if (!contains(sleeping, number))
            continue;
        uint64_t deadline = node_at(number)->sleeper.wait.deadline;
        if (deadline <= now) {
            take_out(sleeping, number);
            insert(ready, number);
        } else if (deadline < earliest) {
            earliest = deadline;
        }
    }
}

/* Lets the time pass until the earliest deadline. All other nodes wait. */
static void pass_time(struct node *node) {
    halting = node;
    for (uint32_t number = 0; number < node_count; number++) {
        struct node *other = node_at(number);
        if (other == node || other->turn.halted)
            continue;
        turn_give(&running, other->process.excess);
        turn_take(&running, node->process.excess);
    }
    halting = NULL;
    timer_start(earliest);
    while (read_cntvct_el0() < earliest) {
        wait_for_interrupt();
        interrupts_acknowledge();
    }
    timer_stop();
}

/* Ends the wait of a node, whose turn then comes. */
static void end_wait(struct node *node) {
    node->turn.rung = true;
    insert(ready, node->number);
}

static void finish_here(struct stage_state *state) {
    finish_stage(state, end_wait);
}

/* Returns the node whose turn comes after that of *node. Ends the machine when no node will ever go
 * on. */
static struct node *next_node(struct node *node) {
    for (;;) {
        if (earliest != UINT64_MAX && read_cntvct_el0() >= earliest)
            ready_sleepers(read_cntvct_el0());
        uint32_t next = take_ready(node->number);
        if (next != NOBODY)
            return node_at(next);
        if (earliest != UINT64_MAX)
            pass_time(node);
        else
            finish_idle(finish_here);
    }
}

/* ---- Waiting ---- */

/* Makes those neighbours of *node ready that can go on after what *node has written. */
static void ready_neighbours(const struct node *node) {
    for (uint32_t d = 0; d < node_dimension; d++) {
        const struct node *neighbour = node_at(node->number ^ 1u << d);
        if (neighbour->turn.waits && sleep_may_end(neighbour))
            insert(ready, neighbour->number);
    }
}

void turn_start(struct node *node) {
    /* Acquire and release, so that the last node to come sees what all others have made. */
    if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) + 1 == node_count) {
        for (uint32_t number = 1; number < node_count; number++)
            insert(ready, number);
        give_turn(node_at(0));
    }
    take_turn(node);
}

/* Whether the wait of *node has ended, and with what *result. */
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
        if (node->sleeper.wait.deadline)
            note_deadline(node->number, node->sleeper.wait.deadline);
        give_turn(next_node(node));
        take_turn(node);
        node->turn.waits = false;
        take_out(sleeping, node->number);
    }
    node->turn.rung = false;
    return result;
}

void turn_ring(struct node *node) {
    node->turn.rung = true;
    if (node->turn.waits)
        insert(ready, node->number);
}
