#include "kernel/finish.h"

#include <stdatomic.h>

#include "board/registers.h"
#include "kernel/console.h"
#include "kernel/ending.h"
#include "kernel/node.h"
#include "kernel/reports/deadlock.h"
#include "kernel/reports/survived.h"
#include "kernel/reports/unreceived.h"

static _Atomic uint32_t finished;

/* When the first program ended in failure, and its status in the low byte; 0: none has. */
static _Atomic uint64_t failure;
enum { STATUS_BITS = 8 };

static void note_failure(uint8_t status) {
    uint64_t none = 0;
    atomic_compare_exchange_strong(&failure, &none, read_pmccntr_el0() << STATUS_BITS | status);
}

static uint8_t failure_status(void) {
    return (uint8_t)atomic_load(&failure);
}

/* Does a stage for the nodes of this machine, none of which it wakes. */
static void stage_here(struct stage_state *state) {
    finish_stage(state, NULL);
}

/* Passes the failures that the run survived to cuberun. */
static void summarize(stage_function *everywhere) {
    static char text[STATUS_TEXT_BYTES];
    struct stage_state state = {.stage = STAGE_SURVIVED};
    console_keep(text, sizeof text);
    everywhere(&state);
    if (state.again > 0)
        console_print("%lu bytes, which were sent again\n", (unsigned long)state.again);
    console_keep(NULL, 0);
    ending_tell(text);
}

void finish_program(struct node *node, uint8_t status, uint64_t unreceived, uint64_t meters) {
    console_flush(node);
    if (status)
        note_failure(status);
    node->process.status = status;
    node->process.unreceived = unreceived;
    node->process.meters = meters;
    node->process.finished = true;
    if (atomic_fetch_add(&finished, 1) + 1 == node_count && failure_status() != 0) {
        struct stage_state died = {.stage = STAGE_DIED};
        ending_begin();
        stage_here(&died);
        summarize(stage_here);
        ending_exit(failure_status());
    }
}

bool finish_all_here(uint64_t *first) {
    *first = atomic_load(&failure);
    return atomic_load(&finished) == node_cores;
}

void finish_failed(stage_function *everywhere, uint64_t first) {
    struct stage_state died = {.stage = STAGE_DIED};
    ending_begin();
    everywhere(&died);
    summarize(everywhere);
    struct stage_state end = {.stage = STAGE_CLOSE, .failure = first};
    everywhere(&end);
    ending_exit((uint8_t)first);
}

static void count(struct stage_state *state) {
    state->ended += atomic_load(&finished);
    for (uint32_t core = 0; core < node_cores; core++) {
        struct node *node = node_at(core);
        console_flush(node); /* no other node runs, so this one may use their lines */
        state->ranks += node_runs(node->number) && node->process.finished;
        state->died += node->process.died && node->process.status;
    }
    uint64_t first = atomic_load(&failure);
    if (first && (!state->failure || first < state->failure))
        state->failure = first;
}

void finish_stage(struct stage_state *state, void (*wake)(struct node *node)) {
    switch ((enum stage)state->stage) {
    case STAGE_ASK:
        deadlock_ask(state, wake);
        break;
    case STAGE_COUNT:
        count(state);
        break;
    case STAGE_DIED:
        deadlock_died(state);
        break;
    case STAGE_FAILED:
        deadlock_failed(state);
        break;
    case STAGE_WAITING:
        deadlock_waiting(state);
        break;
    case STAGE_HINT:
        deadlock_hint(state);
        break;
    case STAGE_LINKS:
        unreceived_links(state);
        break;
    case STAGE_INBOXES:
        unreceived_inboxes(state);
        break;
    case STAGE_SURVIVED:
        survived_here(state);
        break;
    case STAGE_CLOSE: /* is for machines other than the one that ends the cube */
        break;
    }
}

void finish_idle(stage_function *everywhere) {
    struct stage_state ask = {.stage = STAGE_ASK}, all = {.stage = STAGE_COUNT};
    everywhere(&ask);
    if (ask.lines > 0)
        return;
    everywhere(&all);
    ending_begin();
    struct stage_state end = {.stage = STAGE_CLOSE};
    if (all.ended < node_count) {
        deadlock_report(everywhere, all.ranks, all.died);
        end.failure = all.died ? all.failure : STATUS_DEADLOCK;
    } else if (all.failure) {
        end.failure = all.failure;
    } else if (unreceived_report(everywhere)) {
        end.failure = STATUS_UNRECEIVED;
    }
    summarize(everywhere);
    everywhere(&end);
    ending_exit((uint8_t)end.failure);
}
