#include "kernel/reports/deadlock.h"

#include "formats/status.h"
#include "kernel/console.h"
#include "kernel/node.h"
#include "kernel/reports/backtrace.h"
#include "kernel/reports/called.h"

/* Prints the name of the operation. The process chose its characters; a question mark stands for
 * one that cannot be printed. */
static void print_operation(const struct cube_wait *wait) {
    char operation[sizeof wait->operation + 1] = "";
    for (size_t i = 0; i < sizeof wait->operation && wait->operation[i]; i++)
        operation[i] =
            wait->operation[i] >= ' ' && wait->operation[i] <= '~' ? wait->operation[i] : '?';
    bool is_in_details = !operation[0] && wait->details;
    console_print(" waits in %s", operation[0] || is_in_details ? operation : "an unnamed call");
}

/* Prints at most SHOWN characters of a text of a process. A question mark stands for each one that
 * cannot be printed. */
static void print_text(const struct process *process, uint64_t address) {
    enum { SHOWN = 48 };
    char text[SHOWN + 1] = "";
    for (size_t i = 0; i < SHOWN; i++) {
        if (!process_read(process, &text[i], address + i, 1) || text[i] == 0)
            break;
        if (text[i] < ' ' || text[i] > '~')
            text[i] = '?';
    }
    text[SHOWN] = 0;
    console_print("%s", text);
}

/* Prints what has called the library, and ends the line. Returns whether anything has. */
static bool print_callers(const struct node *node) {
    char text[CUBE_CALLERS_BYTES];
    bool called = backtrace_callers(&node->process, node->sleeper.frame, text, sizeof text);
    if (called)
        console_print(", called from %s", text);
    console_print("\n");
    return called;
}

/* Prints the details of a wait in brackets. If the wait has no operation, the first detail's name
 * is printed in its place, before the brackets. Returns whether the wait has details. */
static bool print_details(const struct node *node) {
    const struct cube_wait *wait = &node->sleeper.wait;
    struct cube_detail detail[CUBE_DETAILS] = {0};
    if (!wait->details || !process_read(&node->process, detail, wait->details, sizeof detail))
        return false;
    uint32_t first = !wait->operation[0];
    if (first)
        print_text(&node->process, detail[0].name);
    console_print("(");
    for (uint32_t i = first; i < CUBE_DETAILS && detail[i].name; i++) {
        console_print(i == first ? "" : ", ");
        print_text(&node->process, detail[i].name);
        if (detail[i].word)
            print_text(&node->process, detail[i].word);
        else
            console_print("%ld", (long)detail[i].number);
    }
    console_print(")");
    if (wait->peer < node_count)
        console_print(" for %s", called(wait->peer).text);
    return true;
}

static void print_dimensions(const struct node *node) {
    const struct cube_wait *wait = &node->sleeper.wait;
    if (wait->peer < node_count) {
        uint32_t way = node->number ^ wait->peer;
        console_print(" for %s", called(wait->peer).text);
        if (__builtin_popcount(way) == 1)
            console_print(" (dimension %d", __builtin_ctz(way));
        else
            console_print(" (%d links away", __builtin_popcount(way));
    } else {
        const char *between = " (dimensions ";
        uint32_t dimensions = cube_wait_dimensions(wait);
        if (!dimensions)
            console_print(" (no dimension");
        for (; dimensions; dimensions &= dimensions - 1, between = ",")
            console_print("%s%d", between, __builtin_ctz(dimensions));
    }
    if (wait->step)
        console_print(", step %u", (unsigned)wait->step);
    console_print(")");
}

static void print_death(const struct node *node) {
    console_print("graycube: %s was killed by its own signal %u", called(node->number).text,
                  (unsigned)(node->process.status - STATUS_SIGNAL));
    if (node->process.died_at)
        console_print(" at %lu", (unsigned long)node->process.died_at);
    if (!print_callers(node))
        backtrace_print(&node->process, node->sleeper.frame);
}

/* Prints which programs have ended in failure, or of these only those that have died. */
static void print_failed(struct stage_state *state, bool died) {
    for (uint32_t core = 0; core < node_cores; core++) {
        const struct node *node = node_at(core);
        const struct process *process = &node->process;
        bool is_one = process->finished && process->status && (process->died || !died);
        if (!is_one || state->lines++ >= NODES_SHOWN)
            continue;
        if (process->died)
            print_death(node);
        else
            console_print("graycube: %s has ended with status %u\n", called(node->number).text,
                          (unsigned)process->status);
    }
}

void deadlock_died(struct stage_state *state) {
    print_failed(state, true);
}

void deadlock_failed(struct stage_state *state) {
    print_failed(state, false);
}

/* Whether a node waits: all that have not finished do, unless a death ends the machine early. */
static bool is_asleep(const struct node *node) {
    return node->turn.waits || atomic_load(&node->sleeper.state) == SLEEP_ASLEEP;
}

void deadlock_print(const struct node *node) {
    console_print("graycube: %s", called(node->number).text);
    print_operation(&node->sleeper.wait);
    if (!print_details(node))
        print_dimensions(node);
    print_callers(node);
}

void deadlock_waiting(struct stage_state *state) {
    for (uint32_t core = 0; core < node_cores; core++) {
        const struct node *node = node_at(core);
        if (!node->process.finished && is_asleep(node) && state->lines++ < NODES_SHOWN)
            deadlock_print(node);
    }
}

void deadlock_hint(struct stage_state *state) {
    for (uint32_t core = 0; core < node_cores; core++) {
        const struct node *node = node_at(core);
        state->lines += !node->process.finished && node->sleeper.wait.for_credit;
    }
}

void deadlock_ask(struct stage_state *state, void (*wake)(struct node *node)) {
    for (uint32_t core = 0; core < node_cores; core++) {
        struct node *node = node_at(core);
        if (node->process.finished || node->sleeper.asked)
            continue;
        node->sleeper.asked = true;
        state->lines++;
        wake(node);
    }
}

/* Does a stage from its beginning. */
static uint32_t lines_of(stage_function *everywhere, enum stage stage) {
    struct stage_state state = {.stage = stage};
    everywhere(&state);
    return state.lines;
}

/* The programs that ended in failure are listed first, because what the others wait for may have
 * been theirs to send. */
void deadlock_report(stage_function *everywhere, uint32_t ended, uint32_t died) {
    console_print("graycube: %s no node can go on; %u of %u programs have ended\n",
                  died ? "a program has died, and" : "deadlock:", (unsigned)ended,
                  (unsigned)node_ranks);
    lines_of(everywhere, STAGE_FAILED);
    uint32_t waiting = lines_of(everywhere, STAGE_WAITING);
    if (waiting > NODES_SHOWN)
        console_print("graycube: and %u more nodes wait\n", (unsigned)(waiting - NODES_SHOWN));
    if (lines_of(everywhere, STAGE_HINT) > 0)
        console_print("graycube: cube_send waits while a node has more than %u unreceived bytes (a "
                      "message counts %u more): let one side receive first\n",
                      (unsigned)cube_message_window(node_dimension), (unsigned)CUBE_MESSAGE_COST);
}
