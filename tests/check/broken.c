#include "tests/check/broken.h"

#include <stdlib.h>

const char *const mistake_names[MISTAKES] = {
    [MISTAKE_DROPPED] = "dropped",
    [MISTAKE_DOUBLED] = "doubled",
    [MISTAKE_WRONG_PORT] = "sent on a wrong port",
    [MISTAKE_DROPPED_AGREED] = "dropped at both ends",
    [MISTAKE_DOUBLED_AGREED] = "doubled at both ends",
};

static const struct algorithm *original;
static enum mistake kind;
static uint32_t last_step;
static uint32_t culprit;
static uint32_t right_port; /* the lowest on which the culprit sends in the last step */
static uint32_t wrong_port; /* another port, one that is idle in that step if there is one */

static void swap_sends(struct step *step, uint32_t a, uint32_t b) {
    uint32_t ports = step->sends & ((1u << a) | (1u << b));
    struct run run = step->send[a];
    step->send[a] = step->send[b];
    step->send[b] = run;
    step->sends &= ~ports;
    step->sends |= (ports >> a & 1) << b | (ports >> b & 1) << a;
}

static void break_sender(struct step *step) {
    switch (kind) {
    case MISTAKE_DROPPED:
    case MISTAKE_DROPPED_AGREED:
        step->sends &= ~(1u << right_port);
        break;
    case MISTAKE_DOUBLED:
    case MISTAKE_DOUBLED_AGREED:
        step->sends |= 1u << wrong_port;
        step->send[wrong_port] = step->send[right_port];
        break;
    default:
        swap_sends(step, right_port, wrong_port);
    }
}

static void broken_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    algorithm_step(original, shape, node, number, step);
    if (number != last_step)
        return;
    if (node == culprit) {
        break_sender(step);
    } else if (kind == MISTAKE_DROPPED_AGREED && node == (culprit ^ 1u << right_port)) {
        step->receives &= ~(1u << right_port);
        step->combines &= step->receives;
        step->left &= step->receives;
    } else if (kind == MISTAKE_DOUBLED_AGREED && node == (culprit ^ 1u << wrong_port)) {
        step_receive(step, wrong_port, single_block(algorithm_areas(original) - 1, 0));
    }
}

/* Finds the last step in which anybody sends, and the lowest node that does. */
static void find_sender(const struct shape *shape, struct step *step) {
    for (last_step = algorithm_steps(original, shape); last_step >= 1; last_step--)
        for (culprit = 0; culprit < shape_nodes(shape); culprit++) {
            algorithm_step(original, shape, culprit, last_step, step);
            if (step->sends != 0)
                return;
        }
}

static void find_culprit(const struct shape *given, struct step *step) {
    struct shape shape = *given;
    void *table = NULL;
    if (algorithm_has_table(original)) {
        table = malloc(algorithm_table_bytes(original, &shape) + 1);
        algorithm_make_table(original, &shape, table);
        shape.table = table;
    }
    find_sender(&shape, step);
    free(table);
}

struct algorithm broken_schedule(const struct algorithm *algorithm, const struct shape *shape,
                                 enum mistake mistake) {
    struct step step;
    original = algorithm;
    kind = mistake;
    step_clear(&step);
    find_culprit(shape, &step);
    uint32_t all = (1u << shape->dimension) - 1;
    uint32_t busy = step.sends;
    for (uint32_t ports = step.relays; ports != 0; ports &= ports - 1)
        busy |= 1u << step.leave[lowest_port(ports)];
    right_port = lowest_port(step.sends);
    wrong_port = lowest_port(busy != all ? all & ~busy : all & ~(1u << right_port));

    struct algorithm broken = *algorithm;
    broken.step = broken_step;
    return broken;
}

static int bound_moves_by;

static uint32_t moved_bound(const struct shape *shape) {
    return algorithm_bound(original, shape) + (uint32_t)bound_moves_by;
}

struct algorithm schedule_with_bound(const struct algorithm *algorithm, int by) {
    original = algorithm;
    bound_moves_by = by;
    struct algorithm moved = *algorithm;
    moved.bound = moved_bound;
    return moved;
}
