#include "collectives/schedule/dual.h"

/* Where the dual has the blocks of a run. */
static struct run turn_run(const struct algorithm *dual, const struct shape *shape, uint32_t node,
                           struct run run) {
    if (dual->dual_run != NULL)
        return dual->dual_run(shape, node, run);
    run.area = (uint16_t)dual_area(run.area);
    return run;
}

static void turn_packets(const struct algorithm *dual, const struct shape *shape, uint32_t node,
                         const struct step *forward, struct step *step) {
    for (uint32_t ports = forward->receives; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_send(step, port, turn_run(dual, shape, node, forward->receive[port]));
    }
    for (uint32_t ports = forward->sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_receive(step, port, turn_run(dual, shape, node, forward->send[port]));
    }
    for (uint32_t ports = forward->relays; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_relay(step, forward->leave[port], port,
                   turn_run(dual, shape, node, forward->receive[port]));
    }
}

/* Where the dual has the blocks of a set. They are all in one area, from block `first` on. */
static struct block_set turn_set(const struct algorithm *dual, const struct shape *shape,
                                 uint32_t node, struct block_set set) {
    struct run run = turn_run(dual, shape, node, single_block(set.area, set.first));
    return (struct block_set){run.area, run.first, set.free};
}

static void turn_moves(const struct algorithm *dual, const struct shape *shape, uint32_t node,
                       const struct step *forward, struct step *step) {
    for (uint32_t m = forward->moves; m-- > 0;)
        step_move(step, turn_set(dual, shape, node, forward->move[m].to),
                  turn_set(dual, shape, node, forward->move[m].from), MOVE_COPY);
}

void dual_step(const struct algorithm *dual, const struct shape *shape, uint32_t node,
               uint32_t number, struct step *step) {
    struct step forward;
    uint32_t steps = algorithm_steps(dual->dual_of, shape);
    step_clear(step);
    if (number == 1 || number > steps) {
        algorithm_step(dual->dual_of, shape, node, number == 1 ? steps + 1 : 1, &forward);
        turn_moves(dual, shape, node, &forward, step);
    }
    if (number <= steps) {
        algorithm_step(dual->dual_of, shape, node, steps + 1 - number, &forward);
        turn_packets(dual, shape, node, &forward, step);
    }
    if (dual->operation->combines) {
        step->combines = step->receives;
        step->left = step->receives & node;
    }
}
