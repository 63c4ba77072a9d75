/* ASPC on 16 nodes in three steps: fewer than Hu's four, which is the least for messages that are
 * sent apart. Here an element that goes both ways is copied on its way, where both have the same
 * first link. The schedule was found by search. By the same search 32 and 64 nodes need four steps
 * even so. */
#include <string.h>

#include "collectives/check/checker.h"
#include "collectives/cube/aspc.h"
#include "cube.h"
#include "tests/unit/test.h"

enum {
    STEPS = 3,
    PORTS = 4,
    NODES = 1 << PORTS,
    KINDS = 4,  /* nodes that differ in dimensions 2 and 3 alone do the same */
    SENT = 184, /* packets */
    PLUS = 1,
    MINUS, /* areas */
    HELD,  /* element j of node v at PORTS * v + j */
    AREAS,
};

/* An element, and the node that it belongs to, whose bits 2 and 3 are relative to the sender's. 0
 * is no element. */
#define ELEMENT(node, j) (1 + PORTS * (node) + (j))

/* What nodes 0 to 3 send on ports 0 to 3. */
static const uint8_t sent[STEPS][KINDS][PORTS] = {
    {
        {ELEMENT(0, 1), ELEMENT(0, 2), ELEMENT(0, 3), ELEMENT(0, 0)},
        {ELEMENT(1, 1), ELEMENT(1, 2), ELEMENT(1, 2), ELEMENT(1, 3)},
        {ELEMENT(2, 1), ELEMENT(2, 2), ELEMENT(2, 3), 0},
        {ELEMENT(3, 0), ELEMENT(3, 2), ELEMENT(3, 1), ELEMENT(3, 2)},
    },
    {
        {ELEMENT(0, 0), ELEMENT(0, 1), 0, ELEMENT(4, 3)},
        {ELEMENT(1, 0), ELEMENT(5, 2), ELEMENT(9, 3), ELEMENT(1, 1)},
        {ELEMENT(2, 0), ELEMENT(3, 0), ELEMENT(0, 2), ELEMENT(0, 2)},
        {ELEMENT(3, 1), ELEMENT(2, 1), ELEMENT(2, 1), ELEMENT(3, 3)},
    },
    {
        {ELEMENT(3, 0), ELEMENT(1, 1), ELEMENT(2, 2), ELEMENT(2, 2)},
        {ELEMENT(9, 1), ELEMENT(1, 0), ELEMENT(3, 2), ELEMENT(0, 1)},
        {ELEMENT(0, 1), ELEMENT(3, 1), ELEMENT(2, 0), ELEMENT(6, 3)},
        {ELEMENT(7, 1), ELEMENT(11, 2), ELEMENT(11, 3), ELEMENT(1, 2)},
    },
};

/* The run that a node sends on a port. It has no blocks if the node sends nothing there. */
static struct run leaving(uint32_t node, uint32_t port, uint32_t number) {
    uint32_t element = sent[number - 1][node % KINDS][port];
    uint32_t turned = PORTS * (node - node % KINDS);
    return element == 0 ? (struct run){HELD, 0, 0, 0} : single_block(HELD, (element - 1) ^ turned);
}

static void keep_results(uint32_t node, struct step *step) {
    uint32_t i = (uint32_t)cube_gray_inverse((int)node);
    for (uint32_t j = 0; j < PORTS; j++)
        for (uint32_t area = PLUS; area <= MINUS; area++) {
            uint32_t from = (area == PLUS ? i - (1u << j) : i + (1u << j)) % NODES;
            struct block_set held = {HELD, PORTS * (uint32_t)cube_gray((int)from) + j, 0};
            step_move(step, held, (struct block_set){area, j, 0}, MOVE_COPY);
        }
}

static void copying_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    (void)shape;
    step_clear(step);
    if (number == 1)
        step_move(step, (struct block_set){AREA_INPUT, 0, PORTS - 1},
                  (struct block_set){HELD, PORTS * node, PORTS - 1}, MOVE_COPY);
    if (number > STEPS) {
        keep_results(node, step);
        return;
    }
    for (uint32_t port = 0; port < PORTS; port++) {
        struct run out = leaving(node, port, number);
        struct run in = leaving(node ^ 1u << port, port, number);
        if (out.count > 0)
            step_send(step, port, out);
        if (in.count > 0)
            step_receive(step, port, in);
    }
}

static uint32_t copying_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    (void)node;
    return area == HELD ? PORTS * NODES : PORTS;
}

static uint32_t copying_steps(const struct shape *shape) {
    (void)shape;
    return STEPS;
}

static uint64_t copying_packets(const struct shape *shape) {
    (void)shape;
    return SENT;
}

TEST(three_steps_do_with_copies) {
    struct algorithm copying = aspc_all_port;
    struct shape shape = shape_of(PORTS);
    struct finding finding;
    copying.areas = AREAS;
    copying.blocks = copying_blocks;
    copying.steps = copying_steps;
    copying.packets = copying.link_words = copying_packets;
    copying.step = copying_step;
    /* The checker finds only one thing wrong: the schedule takes fewer steps than is possible for
     * messages that are sent apart. */
    assert_false(check_schedule(&copying, &shape, &finding));
    assert_string_equal(finding.message, "at the end: the bound, 4, is above the steps");
    assert_int_equal(finding.steps, STEPS);
}
