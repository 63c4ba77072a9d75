/* When a process waits, the kernel on its core decides which node goes on, and gives it the turn. A
 * node that waits can go on when a word has changed in a window of one of its neighbours, and a
 * word changes only while its owner has the turn. When a phase ends in which no node had a turn, no
 * node can go on. If none waits for a deadline either, no node ever will: the machine ends.
 *
 * When no node can go on before a deadline, the time may pass at once: where instructions are
 * counted, the emulator advances the virtual counter to the next timer as soon as all cores have
 * halted. The other cores poll for their turn. So the core that finds this gives each of them the
 * turn once, to make it halt, then sets its timer and halts. A halted core gets a signal when its
 * turn comes.
 *
 * The emulator lets a core run for a limited number of instructions (100 million in QEMU 7.2) and
 * then runs the next core, even in the middle of a computation. Such a core finds that it is not
 * its turn and passes on at once. The few instructions that it took were counted, but they are not
 * those of the node that it interrupted: so it adds them to the *excess* of that node. The kernel
 * adds what it executes for a process. */
#include "kernel/clock/turn.h"

#include <errno.h>
#include <string.h>

#include "board/firmware.h"
#include "board/interrupts.h"
#include "board/machine.h"
#include "kernel/clock/turn_word.h"
#include "kernel/ending.h"
#include "kernel/fault_hooks.h"
#include "kernel/node.h"
#include "kernel/parts/part.h"
#include "kernel/parts/phase.h"
#include "kernel/sleep.h"

enum { NANOSECONDS = 1000000000 }; /* in a second; an instruction takes one */
enum { WORD_BITS = 64, WORDS = MACHINE_CORES / WORD_BITS, NOBODY = MACHINE_CORES };

/* Bit i tells whether the number i has an even number of ones. */
#define EVEN UINT64_C(0x9669699669969669)

bool turn_enabled;
static _Atomic uint32_t arrived; /* processes that are ready to start */

/* Whose turn it is, by the address of the node's excess. Before the first turn it is nobody's. */
static _Atomic uint64_t excess_of_nobody;
static turn_word running = &excess_of_nobody;

/* How many phases have ended. The sets of cores whose nodes can go on, of those that have had a
 * turn in this phase, and of those that wait for a deadline, and a time that is not later than any
 * of their deadlines. Only the node whose turn it is uses these, and the member `turn` of every
 * node: giving the turn is a release, and taking it is an acquire. */
static uint64_t phase;
static uint64_t ready[WORDS];
static uint64_t ran[WORDS];
static uint64_t sleeping[WORDS];
static uint64_t earliest = UINT64_MAX;

/* The limit, in instructions and by CNTVCT_EL0; 0: there is none. */
static uint64_t limit, limit_time;

/* The node that is making all others halt, or null. */
static const struct node *halting;

/* The node whose core remains when all others are being switched off, or null, and what it then
 * does. */
static struct node *remains;
static void (*remaining_function)(void);

void turn_enable(void) {
    turn_enabled = true;
}

/* ---- The limit ---- */

void turn_limit(uint64_t instructions) {
    limit = instructions;
    limit_time =
        instructions / NANOSECONDS * read_cntfrq_el0() + /* in two parts, to stay in 64 bits */
        instructions % NANOSECONDS * read_cntfrq_el0() / NANOSECONDS;
}

bool turn_limited(void) {
    return limit != 0;
}

/* Lets the timer interrupt the process of this core at the limit. */
static void start_limit(void) {
    if (limit)
        timer_start(limit_time);
}

void turn_check_limit(void) {
    if (!limit)
        return;
    if (read_cntvct_el0() >= limit_time)
        ending_fail(
            STATUS_INSTRUCTIONS,
            "instruction limit reached: the programs executed %lu instructions (option limit=)",
            (unsigned long)limit);
    start_limit();
}

/* ---- Sets of cores ---- */

static void insert(uint64_t *set, uint32_t core) {
    set[core / WORD_BITS] |= UINT64_C(1) << core % WORD_BITS;
}

static void take_out(uint64_t *set, uint32_t core) {
    set[core / WORD_BITS] &= ~(UINT64_C(1) << core % WORD_BITS);
}

static bool contains(const uint64_t *set, uint32_t core) {
    return set[core / WORD_BITS] >> core % WORD_BITS & 1;
}

static bool is_empty(const uint64_t *set) {
    uint64_t any = 0;
    for (uint32_t word = 0; word < WORDS; word++)
        any |= set[word];
    return any == 0;
}

/* Returns the cores in a word of a set whose nodes run in this phase. */
static uint64_t of_phase(const uint64_t *set, uint32_t word) {
    uint32_t ones = (uint32_t)(__builtin_popcount(word) + __builtin_popcount(part_self));
    return set[word] & ((ones + phase) % 2 ? ~EVEN : EVEN);
}

/* Takes the first core from `from` on whose node can go on in this phase out of `ready`, and
 * returns it, or NOBODY. The emulator runs the cores in the same order. */
static uint32_t take_ready(uint32_t from) {
    uint64_t after = UINT64_MAX << from % WORD_BITS;
    for (uint32_t word = from / WORD_BITS; word < WORDS; word++) {
        uint64_t cores = of_phase(ready, word) & after;
        after = UINT64_MAX;
        if (cores == 0)
            continue;
        uint32_t next = word * WORD_BITS + (uint32_t)__builtin_ctzll(cores);
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

/* Leaves the turns for ever. The remaining core gives the turn to each other one, which gives it
 * back and switches itself off. */
static _Noreturn void leave(struct node *node) {
    if (node != remains) {
        turn_give(&running, remains->process.excess);
        firmware_stop_core();
    }
    for (uint32_t core = 0; core < node_cores; core++) {
        if (node_at(core) == node)
            continue;
        give_turn(node_at(core));
        turn_take(&running, node->process.excess);
    }
    remaining_function();
    for (;;)
        wait_for_interrupt();
}

static void take_turn(struct node *node) {
    turn_take(&running, node->process.excess);
    if (remains)
        leave(node);
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
    if (remains)
        leave(node);
}

void turn_end_all(struct node *node, struct node *remaining, void (*function)(void)) {
    remains = remaining;
    remaining_function = function;
    if (node != remaining) {
        give_turn(remaining);
        turn_take(&running, node->process.excess);
    }
    leave(node);
}

/* ---- Deadlines ---- */

static void note_deadline(uint32_t core, uint64_t deadline) {
    insert(sleeping, core);
    if (deadline < earliest)
        earliest = deadline;
}

/* Makes all nodes ready whose deadline has passed. */
static void ready_sleepers(uint64_t now) {
    earliest = UINT64_MAX;
    for (uint32_t core = 0; core < node_cores; core++) {
        if (!contains(sleeping, core))
            continue;
        uint64_t deadline = node_at(core)->sleeper.wait.deadline;
        if (deadline <= now) {
            take_out(sleeping, core);
            insert(ready, core);
        } else if (deadline < earliest) {
            earliest = deadline;
        }
    }
}

/* Lets the time pass until `until`. All other nodes wait. */
static void pass_time(struct node *node, uint64_t until) {
    halting = node;
    for (uint32_t core = 0; core < node_cores; core++) {
        struct node *other = node_at(core);
        if (other == node || other->turn.halted)
            continue;
        turn_give(&running, other->process.excess);
        turn_take(&running, node->process.excess);
    }
    halting = NULL;
    timer_start(until);
    while (read_cntvct_el0() < until) {
        wait_for_interrupt();
        interrupts_acknowledge();
    }
    timer_stop();
    start_limit();
}

/* ---- Phases ---- */

void turn_end_wait(struct node *node) {
    node->turn.rung = true;
    insert(ready, node->core);
}

static void ready_if_it_may(const struct node *node) {
    if (node->turn.waits && sleep_may_end(node))
        insert(ready, node->core);
}

/* Makes the nodes ready that can go on after what nodes of other parts have written. */
static void ready_outside(void) {
    for (uint32_t d = part_inside; d < node_dimension; d++) {
        const uint64_t *others = phase_ran(d);
        for (uint32_t word = 0; word < PART_SET_WORDS; word++)
            for (uint64_t left = others[word]; left != 0; left &= left - 1)
                ready_if_it_may(node_at(word * WORD_BITS + (uint32_t)__builtin_ctzll(left)));
    }
}

/* All nodes learn that the links of a set have failed. */
static void learn_failures(uint32_t set) {
    if (!fault_hooks || !fault_hooks->learn(set))
        return;
    for (uint32_t core = 0; core < node_cores; core++)
        turn_end_wait(node_at(core));
}

/* Ends the phase, in all parts. If no node can go on, lets the time pass, or ends the machine when
 * no node ever will. *node does it. */
static void next_phase(struct node *node) {
    uint64_t now = read_cntvct_el0();
    struct phase_end end = {
        .busy = !is_empty(ran) || !is_empty(ready),
        .rest = earliest == UINT64_MAX ? UINT64_MAX
                : earliest > now       ? earliest - now
                                       : 0,
        .failed = fault_hooks ? fault_hooks->here() : 0,
    };
    phase_meet(&end, ran);
    memset(ran, 0, sizeof ran);
    phase++;
    learn_failures(end.failed);
    ready_outside();
    if (end.busy)
        return;
    if (end.rest != UINT64_MAX)
        pass_time(node, now + end.rest);
    else
        phase_idle();
}

/* Returns the first node from core `from` on that can go on, in this phase or a later one. */
static struct node *next_node(struct node *node, uint32_t from) {
    for (;;) {
        if (earliest != UINT64_MAX && read_cntvct_el0() >= earliest)
            ready_sleepers(read_cntvct_el0());
        uint32_t next = take_ready(from);
        if (next != NOBODY) {
            insert(ran, next);
            return node_at(next);
        }
        next_phase(node);
        from = 0;
    }
}

uint64_t turn_printed(void) {
    static uint64_t last; /* the console's lock guards it */
    if (last == phase + 1)
        return 0;
    last = phase + 1;
    return last;
}

/* ---- Waiting ---- */

/* Returns in the first instructions of a tick of the virtual counter, so that what depends on it is
 * the same in a machine that runs again. Five instructions find the moment, for their number and
 * that of a tick's nanoseconds, 16, have no common divisor. */
static void wait_for_tick(void) {
    uint64_t before, after;
    __asm__ volatile("1: mrs %0, cntvct_el0\n"
                     "mrs %1, cntvct_el0\n"
                     "cmp %0, %1\n"
                     "nop\n"
                     "b.eq 1b"
                     : "=r"(before), "=r"(after)::"cc");
}

void turn_start(struct node *node) {
    /* Acquire and release, so that the last node to come sees what all others have made. */
    if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) + 1 == node_cores) {
        for (uint32_t core = 0; core < node_cores; core++)
            insert(ready, core);
        give_turn(next_node(node, 0));
    }
    take_turn(node);
    if (node->core == 0)
        wait_for_tick();
    node->process.began = turn_pause(node);
    start_limit();
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

/* Makes those neighbours of *node ready that can go on after what *node has written. */
static void ready_neighbours(const struct node *node) {
    for (uint32_t d = 0; d < part_inside; d++)
        ready_if_it_may(node_at(node->core ^ 1u << d));
}

bool turn_all_wait(void) {
    return is_empty(ready) && is_empty(sleeping);
}

int64_t turn_wait(struct node *node) {
    int64_t result;
    while (!has_ended(node, &result)) {
        node->turn.waits = true;
        ready_neighbours(node);
        if (node->sleeper.wait.deadline)
            note_deadline(node->core, node->sleeper.wait.deadline);
        give_turn(next_node(node, node->core + 1));
        take_turn(node);
        node->turn.waits = false;
        take_out(sleeping, node->core);
    }
    node->turn.rung = false;
    return result;
}

/* ---- What does not count ---- */

/* Returns the instructions that the process of *node has executed, and some constant. */
static uint64_t executed(const struct node *node) {
    uint64_t excess = atomic_load_explicit(node->process.excess, memory_order_relaxed), cycles,
             seen;
    do { /* other cores may run between the two, and add to the excess */
        seen = excess;
        cycles = read_pmccntr_el0();
        excess = atomic_load_explicit(node->process.excess, memory_order_relaxed);
    } while (excess != seen);
    return cycles - excess;
}

uint64_t turn_pause(const struct node *node) {
    return turn_enabled ? executed(node) : 0;
}

void turn_go_on(struct node *node, uint64_t paused) {
    if (!turn_enabled)
        return;
    uint64_t excess = atomic_load_explicit(node->process.excess, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(node->process.excess, &excess,
                                                  read_pmccntr_el0() - paused, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}
