#include "tests/check/plans/taken.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/run/plan_run.h"
#include "tests/host/host.h"

/* All that a node's call has handed over. */
static _Thread_local struct plan *taken;

/* Whether no part of a plan ends between actions that belong together. */
static bool is_whole(const struct plan *plan) {
    uint32_t k = 0;
    while (k < plan->length) {
        bool group =
            plan->action[k].kind == ACTION_ANY_ORDER || plan->action[k].kind == ACTION_TOGETHER;
        k += 1u + (group ? plan->action[k].count : 0);
    }
    return k == plan->length;
}

static int take(const struct plan *plan) {
    host_check(is_whole(plan));
    uint32_t before = taken ? taken->length : 0;
    struct plan *all =
        realloc(taken, sizeof *plan + (before + plan->length) * sizeof *plan->action);
    if (!all)
        abort();
    memcpy(all, plan, sizeof *plan);
    memcpy(all->action + before, plan->action, plan->length * sizeof *plan->action);
    all->length += before;
    taken = all;
    return 0;
}

void plan_ready(struct plan *plan) {
    (void)plan;
}

int plan_do(struct plan *plan) {
    return take(plan);
}

int plan_run(const void *input, void *output, struct plan *plan) {
    plan->buffer[BUFFER_INPUT] = (uint8_t *)(uintptr_t)input;
    plan->buffer[BUFFER_OUTPUT] = output;
    return take(plan);
}

struct plan *taken_plan(void) {
    struct plan *plan = taken;
    taken = NULL;
    return plan;
}
