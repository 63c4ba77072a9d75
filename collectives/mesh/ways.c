#include "collectives/mesh/ways.h"

#include "collectives/schedule/mesh.h"

uint32_t ways_steps(const struct shape *shape, enum way way) {
    return way == ONE_WAY ? mesh_ring_steps(shape) : mesh_diameter(shape);
}

static uint32_t length_of(enum way way, uint32_t side, bool forwards) {
    uint32_t length = way == ONE_WAY ? side - 1 : side / 2;
    return way == BY_TURNS || forwards ? length : side - 1 - length;
}

uint32_t ways_legs(const struct shape *shape, uint32_t node, uint32_t number, enum way way,
                   bool upwards, struct leg leg[WAYS_LEGS]) {
    struct mesh_phase phase =
        mesh_phase(shape, number, way == ONE_WAY ? mesh_others : mesh_half, upwards);
    uint32_t side = mesh_side(shape, phase.axis), count = 0;
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t next = mesh_port_next(shape, phase.axis, position);
    uint32_t before = mesh_port_before(shape, phase.axis, position);
    for (int forwards = 0; forwards <= 1; forwards++) {
        uint32_t out = forwards ? next : before, length = length_of(way, side, forwards);
        if (phase.step > length ||
            (way == BY_TURNS && forwards != mesh_is_with_next(position, phase.step)))
            continue;
        leg[count++] =
            (struct leg){way,      phase.axis, side,
                         position, phase.step, length,
                         forwards, out,        way == BY_TURNS ? out : next ^ before ^ out};
    }
    return count;
}

struct positions ways_come(enum way way, uint32_t side, uint32_t position, uint32_t step) {
    if (way == ONE_WAY)
        return (struct positions){(position + side - step) % side, 1};
    if (step == 1)
        return (struct positions){position ^ 1, 1};
    uint32_t half = side / 2, away = step / 2;
    uint32_t pair = position / 2 + (mesh_is_with_next(position, step) ? away : half - away);
    return (struct positions){pair % half * 2, 2};
}

struct positions ways_sent(enum way way, uint32_t side, uint32_t position, uint32_t step) {
    if (step == 1)
        return (struct positions){position, 1};
    return ways_come(way, side, position, way == BY_TURNS && step == 2 ? 0 : step - 1);
}
