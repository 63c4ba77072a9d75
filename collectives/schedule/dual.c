#include "collectives/schedule/dual.h"

static void turn_packets(dual_place *place, const struct shape *shape, uint32_t node,
                         const struct step *forward, struct step *step) {
    for (uint32_t ports = forward->receives; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_send(step, port, place(shape, node, forward->receive[port]));
    }
    for (uint32_t ports = forward->sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_receive(step, port, place(shape, node, forward->send[port]));
    }
    for (uint32_t ports = forward->relays; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        uint32_t other = forward->leave[port];
        step->relays |= 1u << other;
        step->leave[other] = port;
        step->receive[other] = place(shape, node, forward->receive[port]);
    }
}

/* Where the blocks of a set are in the dual. All of them are in one area, from `first` on. */
static struct block_set turn_set(dual_place *place, const struct shape *shape, uint32_t node,
                                 struct block_set set) {
    struct run run = place(shape, node, single_block(set.area, set.first));
    return (struct block_set){run.area, run.first, set.free};
}

static void turn_moves(dual_place *place, const struct shape *shape, uint32_t node,
                       const struct step *forward, struct step *step) {
    for (uint32_t m = forward->moves; m-- > 0;)
        step_move(step, turn_set(place, shape, node, forward->move[m].to),
                  turn_set(place, shape, node, forward->move[m].from), MOVE_COPY);
}

void dual_step(const struct algorithm *forward, dual_place *place, const struct shape *shape,
               uint32_t node, uint32_t number, struct step *step) {
    struct step turned;
    uint32_t steps = forward->steps(shape);
    step_clear(step);
    if (number == 1 || number > steps) {
        forward->step(shape, node, number == 1 ? steps + 1 : 1, &turned);
        turn_moves(place, shape, node, &turned, step);
    }
    if (number <= steps) {
        forward->step(shape, node, steps + 1 - number, &turned);
        turn_packets(place, shape, node, &turned, step);
    }
}

void dual_combining_step(const struct algorithm *forward, dual_place *place,
                         const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    dual_step(forward, place, shape, node, number, step);
    step->combines = step->receives;
    step->left = step->receives & node;
}
