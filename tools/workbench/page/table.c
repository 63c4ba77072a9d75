/* An algorithm of one's own that is read as a table from the standard input, where nothing can be
 * compiled: in the page of the workbench (tools/workbench/page/schedule.js writes the table). It is
 * what tools/workbench/schedule.py makes of the same schedule as C.
 *
 * The first three lines are name, operation and source. Numbers follow, each behind a blank: the
 * members of `head` below; the blocks of each area at each node; for each step, and the moves after
 * the last one, and there for each node, the number of its parts and the members of each; and for
 * an operation of its own the three members of the content of each block of each output at each
 * node. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "cube_algorithm.h"
#include "tools/workbench/apart.h"

enum kind { SEND, RECEIVE, LEFT, RIGHT, RELAY, MOVE_COPIES };

enum { LINE_BYTES = 256 };

struct part {
    uint32_t kind, port, leave;
    struct cube_blocks blocks, to;
};

/* Numbers of the table, in its order. */
static struct {
    uint32_t ports, stores, ordered, varies, dimension, areas, accumulators, steps, outputs,
        combines;
    uint32_t root, target, packets, shift, axes, side[CUBE_DIMENSIONS];
} head;

static char name[LINE_BYTES], operation[LINE_BYTES], source[LINE_BYTES];
static uint32_t nodes;
static uint32_t *sizes; /* of area a at node v: [a * nodes + v] */
static struct part *parts;
static uint32_t *begin; /* of the parts of a node in a step, and after the last where they end */
static struct cube_content *contents;
static uint32_t *first_content; /* of output a at node v: [(a - 1) * nodes + v] */

static void *grown(void *memory, size_t count, size_t bytes) {
    memory = realloc(memory, (count + 1) * bytes);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static uint32_t number(void) {
    uint32_t value = 0;
    int next = getchar();
    while (next == ' ' || next == '\n')
        next = getchar();
    for (; next >= '0' && next <= '9'; next = getchar())
        value = 10 * value + (uint32_t)(next - '0');
    return value;
}

static void read_line(char *text) {
    if (!fgets(text, LINE_BYTES, stdin))
        exit(EXIT_FAILURE);
    text[strcspn(text, "\n")] = '\0';
}

static void read_parts(void) {
    uint32_t count = 0, places = (head.steps + 1) * nodes;
    begin = grown(NULL, places + 1, sizeof *begin);
    begin[0] = 0;
    for (uint32_t place = 0; place < places; place++) {
        uint32_t more = number();
        parts = grown(parts, count + more, sizeof *parts);
        for (; more > 0; more--, count++) {
            uint32_t members[sizeof *parts / sizeof(uint32_t)];
            for (size_t k = 0; k < sizeof members / sizeof *members; k++)
                members[k] = number();
            memcpy(&parts[count], members, sizeof members);
        }
        begin[place + 1] = count;
    }
}

static void read_contents(void) {
    uint32_t count = 0;
    first_content = grown(NULL, (size_t)head.outputs * nodes, sizeof *first_content);
    for (uint32_t place = 0; place < head.outputs * nodes; place++) {
        uint32_t blocks = sizes[nodes + place];
        first_content[place] = count;
        contents = grown(contents, count + blocks, sizeof *contents);
        for (; blocks > 0; blocks--, count++) {
            contents[count].first = number();
            contents[count].last = number();
            contents[count].block = number();
        }
    }
}

static bool applicable(const struct shape *shape) {
    bool is = cube_shape_dimension(shape) == head.dimension;
    if (is && head.varies & CUBE_VARIES_ROOT)
        is = cube_shape_root(shape) == head.root;
    if (is && head.varies & CUBE_VARIES_TARGET)
        is = cube_shape_target(shape) == head.target;
    if (is && head.varies & CUBE_VARIES_PACKETS)
        is = cube_shape_packets(shape) == head.packets;
    if (is && head.varies & CUBE_VARIES_SHIFT)
        is = cube_shape_shift(shape) == head.shift;
    if (is && head.varies & CUBE_VARIES_SIDES) {
        is = cube_shape_axes(shape) == head.axes;
        for (uint32_t axis = 0; is && axis < head.axes; axis++)
            is = cube_shape_side(shape, axis) == head.side[axis];
    }
    return is;
}

static uint32_t blocks_of(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    return area < head.areas && node < nodes ? sizes[area * nodes + node] : 0;
}

static uint32_t steps_of(const struct shape *shape) {
    (void)shape;
    return head.steps;
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
    if (!applicable(shape) || node >= nodes || number == 0 || number > head.steps + 1)
        return;
    uint32_t place = (number - 1) * nodes + node;
    for (uint32_t k = begin[place]; k < begin[place + 1]; k++)
        fill(&parts[k], step);
}

static struct cube_content wanted_of(const struct shape *shape, uint32_t node, uint32_t area,
                                     uint32_t block) {
    if (area == 0 || area > head.outputs || block >= blocks_of(shape, node, area))
        return (struct cube_content){1, 0, 0};
    return contents[first_content[(area - 1) * nodes + node] + block];
}

const struct algorithm *apart_start(const char *tool, const char *path) {
    static struct cube_own_algorithm own = {
        .version = CUBE_ALGORITHM_VERSION,
        .name = name,
        .operation = operation,
        .applicable = applicable,
        .blocks = blocks_of,
        .steps = steps_of,
        .step = step_of,
    };
    static const enum cube_ports ports[] = {CUBE_ALL_PORT, CUBE_ONE_PORT, CUBE_SIMD};
    uint32_t *members = (uint32_t *)&head;
    (void)tool, (void)path;
    read_line(name);
    read_line(operation);
    read_line(source);
    for (size_t k = 0; k < sizeof head / sizeof *members; k++)
        members[k] = number();
    nodes = 1u << head.dimension;
    sizes = grown(NULL, (size_t)head.areas * nodes, sizeof *sizes);
    for (uint32_t k = 0; k < head.areas * nodes; k++)
        sizes[k] = number();
    read_parts();
    own.source = source[0] ? source : NULL;
    own.ports = ports[head.ports];
    own.stores = head.stores;
    own.ordered = head.ordered;
    own.varies = head.varies;
    own.areas = head.areas;
    own.accumulators = head.accumulators;
    if (head.outputs > 0) {
        read_contents();
        own.outputs = head.outputs;
        own.combines = head.combines;
        own.content = wanted_of;
    }
    int error = catalogue_add_own(&own);
    if (error != 0) {
        catalogue_refuse_own(&own, error);
        exit(EXIT_FAILURE);
    }
    return catalogue_own(0);
}
