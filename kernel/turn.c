/* Who goes on when a process waits is decided by the kernel of the core that it runs on, before it
 * gives the turn away: a node that waits can go on when a word has changed in a window of one of
 * its neighbours, and a word changes in its owner's turns alone. When nobody can go on, and nobody
 * waits for a deadline, nobody ever will: the machine ends.
 *
 * When nobody can go on before a deadline, there is nothing to do until then, and the time may pass
 * at once: where instructions are counted, the emulator advances the virtual counter to the next
 * timer when all cores have halted. So the core that finds this has the others, which look whether
 * it is their turn, halt one by one, sets its timer and halts, too. A halted core is woken when its
 * turn comes.
 *
 * The emulator lets a core go on for at most so many instructions (100 million, QEMU 7.2) and then
 * passes to the next, in the middle of a computation too. A core whose turn it is not then passes
 * on at once, and adds the few instructions that it took to the excess of the node that it
 * interrupts: they are counted, and are not that node's.
 */
#include "kernel/turn.h"

#include <errno.h>

#include "board/interrupts.h"
#include "kernel/finish.h"
#include "kernel/node.h"
#include "kernel/sleep.h"
#include "kernel/turn_word.h"

enum { WORD_BITS = 64, WORDS = CUBE_MAX_NODES / WORD_BITS, NOBODY = CUBE_MAX_NODES };

static bool enabled;
static _Atomic uint32_t arrived; /* processes that are ready to start */

/* Whose turn it is, by the address of its excess. Before the first turn: nobody's. */
static _Atomic uint64_t excess_of_nobody;
static turn_word running = &excess_of_nobody;

/* The nodes that can go on; those that wait for a deadline, and the first of these, or an earlier
 * one. All of it belongs, like `turn` of all nodes, to the node whose turn it is: giving the turn
 * is a release, and taking it an acquire. */
static uint64_t ready[WORDS];
static uint64_t sleeping[WORDS];
static uint64_t earliest = UINT64_MAX;

/* The node that has the others halt, while it does. */
static const struct node *halting;

void turn_enable(void) {
    enabled = true;
}

bool turn_enabled(void) {
    return enabled;
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

/* Takes the first node that can go on after node `number`, in a circle, which is the order in which
 * the emulator passes on; so nobody is left out. NOBODY if there is none. */
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
        interrupts_signal(node->number);
}

static void take_turn(struct node *node) {
    turn_take(&running, node->process.excess);
    if (!halting)
        return;
    node->turn.halted = true;
    turn_give(&running, halting->process.excess);
    /* Acquire: partner is the release in turn_give. The doorbell comes after it. */
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

/* Those whose deadline has passed can go on. */
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

/* Lets the time pass until the earliest deadline: all other nodes wait. */
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

/* The node whose turn comes after that of *node. Ends the machine when there will never be one. */
static struct node *next_node(struct node *node) {
    for (;;) {
        if (earliest != UINT64_MAX && read_cntvct_el0() >= earliest)
            ready_sleepers(read_cntvct_el0());
        uint32_t next = take_ready(node->number);
        if (next != NOBODY)
            return node_at(next);
        if (earliest == UINT64_MAX)
            finish_idle();
        pass_time(node);
    }
}

/* ---- Waiting ---- */

/* What this node has written may let its neighbours go on. */
static void ready_neighbours(const struct node *node) {
    for (uint32_t d = 0; d < node_dimension; d++) {
        const struct node *neighbour = node_at(node->number ^ 1u << d);
        if (neighbour->turn.waits && sleep_may_end(neighbour))
            insert(ready, neighbour->number);
    }
}

void turn_start(struct node *node) {
    /* Acquire and release: the last one to come starts what all have made. */
    if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) + 1 == node_count) {
        for (uint32_t number = 1; number < node_count; number++)
            insert(ready, number);
        give_turn(node_at(0));
    }
    take_turn(node);
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
