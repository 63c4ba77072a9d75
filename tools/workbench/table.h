/* An algorithm of one's own that is a table of numbers, so that data alone describe it.
 * tools/workbench/schedule.py writes a schedule in JSON as C that includes this; in the page of the
 * workbench, where nothing can be compiled, tools/workbench/page/table.c reads the table. A file
 * that includes this has one such algorithm.
 *
 * The table: the numbers of `enum head`; the blocks of each area at each node; for each step, and
 * the moves after the last one, and there for each node, where its parts begin, and after the last
 * where they end; the parts; for an operation of its own where the contents of each output at each
 * node begin, and these contents. */
#ifndef WORKBENCH_TABLE_H
#define WORKBENCH_TABLE_H

#include <stddef.h>

#include "compiler.h"
#include "cube_algorithm.h"

enum head {
    PORTS, /* 0 all, 1 one, 2 SIMD */
    STORES,
    ORDERED,
    VARIES,
    DIMENSION,
    AREAS,
    ACCUMULATORS,
    STEPS,
    OUTPUTS, /* 0: the operation is not its own */
    COMBINES,
    ROOT,
    TARGET,
    PACKETS,
    SHIFT,
    AXES,
    SIDE, /* of each axis */
    SIZES = SIDE + CUBE_DIMENSIONS,
};

enum kind { SEND, RECEIVE, LEFT, RIGHT, RELAY, MOVE_COPIES }; /* with enum cube_move added */

struct part {
    uint32_t kind, port, leave;
    struct cube_blocks blocks, to;
};

static struct {
    uint32_t nodes;
    const uint32_t *head;
    const uint32_t *sizes; /* of area a at node v: [a * nodes + v] */
    const uint32_t *begin;
    const struct part *parts;
    const uint32_t *first_content; /* of output a at node v: [(a - 1) * nodes + v] */
    const struct cube_content *contents;
} table;

static bool applicable(const struct shape *shape) {
    const uint32_t *head = table.head, varies = head[VARIES];
    bool is = cube_shape_dimension(shape) == head[DIMENSION];
    if (is && varies & CUBE_VARIES_ROOT)
        is = cube_shape_root(shape) == head[ROOT];
    if (is && varies & CUBE_VARIES_TARGET)
        is = cube_shape_target(shape) == head[TARGET];
    if (is && varies & CUBE_VARIES_PACKETS)
        is = cube_shape_packets(shape) == head[PACKETS];
    if (is && varies & CUBE_VARIES_SHIFT)
        is = cube_shape_shift(shape) == head[SHIFT];
    if (is && varies & CUBE_VARIES_SIDES) {
        is = cube_shape_axes(shape) == head[AXES];
        for (uint32_t axis = 0; is && axis < head[AXES]; axis++)
            is = cube_shape_side(shape, axis) == head[SIDE + axis];
    }
    return is;
}

static uint32_t blocks_of(UNUSED const struct shape *shape, uint32_t node, uint32_t area) {
    return area < table.head[AREAS] && node < table.nodes ? table.sizes[area * table.nodes + node]
                                                          : 0;
}

static uint32_t steps_of(UNUSED const struct shape *shape) {
    return table.head[STEPS];
}

static void fill(const struct part *part, struct step *step) {
    switch (part->kind) {
    case SEND:
        cube_step_send(step, part->port, part->blocks);
        break;
    case RECEIVE:
        cube_step_receive(step, part->port, part->blocks);
        break;
    case LEFT:
    case RIGHT:
        cube_step_combine(step, part->port, part->blocks, part->kind == LEFT);
        break;
    case RELAY:
        cube_step_relay(step, part->port, part->leave, part->blocks);
        break;
    default:
        cube_step_move(step, part->blocks, part->to, (enum cube_move)(part->kind - MOVE_COPIES));
    }
}

static void step_of(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    if (!applicable(shape) || node >= table.nodes || number == 0 || number > table.head[STEPS] + 1)
        return;
    uint32_t place = (number - 1) * table.nodes + node;
    for (uint32_t k = table.begin[place]; k < table.begin[place + 1]; k++)
        fill(&table.parts[k], step);
}

static struct cube_content wanted_of(const struct shape *shape, uint32_t node, uint32_t area,
                                     uint32_t block) {
    if (area == 0 || area > table.head[OUTPUTS] || block >= blocks_of(shape, node, area))
        return (struct cube_content){1, 0, 0};
    return table.contents[table.first_content[(area - 1) * table.nodes + node] + block];
}

/* Returns the algorithm of a table. All arguments stay as they are while it is used; `source` may
 * be null. */
static const struct cube_own_algorithm *table_algorithm(const char *name, const char *operation,
                                                        const char *source,
                                                        const uint32_t numbers[]) {
    static const enum cube_ports ports[] = {CUBE_ALL_PORT, CUBE_ONE_PORT, CUBE_SIMD};
    static struct cube_own_algorithm own;
    size_t nodes = (size_t)1 << numbers[DIMENSION], places = (numbers[STEPS] + 1) * nodes;
    table.nodes = (uint32_t)nodes;
    table.head = numbers;
    table.sizes = numbers + SIZES;
    table.begin = table.sizes + numbers[AREAS] * nodes;
    table.parts = (const struct part *)(const void *)(table.begin + places + 1);
    table.first_content = (const uint32_t *)(const void *)(table.parts + table.begin[places]);
    table.contents =
        (const struct cube_content *)(const void *)(table.first_content + numbers[OUTPUTS] * nodes);
    own = (struct cube_own_algorithm){
        .version = CUBE_ALGORITHM_VERSION,
        .name = name,
        .operation = operation,
        .source = source,
        .ports = ports[numbers[PORTS]],
        .stores = numbers[STORES],
        .ordered = numbers[ORDERED],
        .varies = numbers[VARIES],
        .areas = numbers[AREAS],
        .accumulators = numbers[ACCUMULATORS],
        .applicable = applicable,
        .blocks = blocks_of,
        .steps = steps_of,
        .step = step_of,
        .outputs = numbers[OUTPUTS],
        .combines = numbers[COMBINES] && numbers[OUTPUTS] > 0,
        .content = numbers[OUTPUTS] > 0 ? wanted_of : NULL,
    };
    return &own;
}

#endif
