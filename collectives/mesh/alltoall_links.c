/* Total exchange on a mesh of several axes with all ports, of one block to a packet: all links of
 * the longest axis carry a packet in every step. A schedule for the call of alltoall.c. After
 * Ozveren, Communication Aspects of Parallel Processing, 2.2.5. There the blocks go along one axis
 * after the other, so that half of the links of a square mesh wait.
 *
 * Cost (cost.h) for p nodes, with m the bytes of a block:
 *     mesh of s x s     (t_s + t_w m) p s / 8
 *     any mesh          (t_s + t_w m) max(p s / 8 for each side s > 2, p / 2 if a side is 2)
 *
 * No fewer steps would do: from each half of an axis p^2 / 4 blocks have to cross to the other
 * half, by 2 p / s links, or by p / 2 if the side is 2.
 *
 * The *offset* of a block is its destination minus its origin, position by position, as a rank. The
 * schedule says in which step blocks of an offset leave in which direction, for all nodes alike. So
 * a node has one block of each offset at any time: when one leaves, the next one of that offset
 * arrives. It does not matter in which order a block passes its links. So this is an open shop:
 * each offset is a job, which needs the machine of a direction once for each link in that
 * direction, and not two machines at once. There is a plan in as many steps as the busiest machine
 * needs, or the longest job (T. Gonzalez and S. Sahni, Open Shop Scheduling to Minimize Finish
 * Time, 1976). It is found step by step: the offsets that have most links left to pass get a
 * direction first (matching.h). tests/check/check.c shows that this takes no more steps on the
 * meshes that are admitted. On an axis on which the offset is half a side, the parity of its
 * position on the next axis decides whether it goes forwards or back, so that both directions have
 * the same load.
 *
 * At its origin a block lies at its destination's place, and at its destination at its origin's
 * place. On its way it lies at the place of (its node - its offset). There it lies in two areas by
 * turns, so that no block is sent from where another one arrives; at its destination the area is
 * the output.
 *
 * Example, 2 x 2: offset 3 = (1, 1) has two links.
 *     step 1   on axis 0 offset 3   on axis 1 offset 1
 *     step 2   on axis 0 offset 2   on axis 1 offset 3
 */
#include "collectives/mesh/algorithms.h"

#include <string.h>

#include "collectives/mesh/directions.h"
#include "collectives/mesh/matching.h"
#include "collectives/schedule/mesh.h"
#include "compiler.h"

enum {
    BLOCKS = AREA_INPUT,
    OUT,
    BETWEEN, /* blocks that have an odd number of links to go */
    LINKS_AREAS,
    MOST_STEPS = 512, /* with more steps, a node would not have enough memory for the plan */
};

/* What leaves in a direction in a step. */
struct crossing {
    uint16_t offset; /* 0: nothing */
    uint16_t link;   /* which link of its way it is, from 1 */
};

static uint32_t links_steps(const struct shape *shape) {
    uint32_t nodes = mesh_nodes(shape), most = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        uint32_t steps = side > 2 ? nodes * side / 8 : side == 2 ? nodes / 2 : 0;
        most = steps > most ? steps : most;
    }
    return most;
}

static bool links_fit(const struct shape *shape) {
    struct shape without = mesh_without_ones(shape);
    return mesh_fits(shape) && mesh_axes(&without) > 1 && links_steps(shape) <= MOST_STEPS;
}

/* The blocks of all nodes, times the links that each passes. */
FORMULA(uint64_t, links_packets, mesh_nodes(shape) * mesh_distances(shape))

/* ---- The plan of the shop ---- */

struct shop {
    uint32_t offsets;                               /* how many there are, without 0 */
    uint16_t order[SCHEDULE_NODES];                 /* the offsets, those with most links first */
    uint16_t left[SCHEDULE_NODES];                  /* by offset: the links still to pass */
    uint8_t needs[SCHEDULE_NODES][MESH_DIRECTIONS]; /* how many of these are in a direction */
    uint32_t load[MESH_DIRECTIONS];                 /* the links of all offsets in a direction */
};

/* The direction in which an offset goes along an axis. */
static uint32_t direction_on(const struct shape *shape, uint32_t offset, uint32_t axis) {
    uint32_t side = mesh_side(shape, axis);
    uint32_t position = mesh_position_of_rank(shape, offset, axis);
    uint32_t next = mesh_position_of_rank(shape, offset, (axis + 1) % mesh_axes(shape));
    bool forwards = 2 * position < side || side == 2 || (2 * position == side && next % 2 == 0);
    return 2 * axis + !forwards;
}

static void open_shop(const struct shape *shape, struct shop *shop) {
    shop->offsets = mesh_nodes(shape) - 1;
    memset(shop->load, 0, sizeof shop->load);
    for (uint32_t offset = 1; offset <= shop->offsets; offset++) {
        shop->order[offset - 1] = (uint16_t)offset;
        shop->left[offset] = 0;
        memset(shop->needs[offset], 0, sizeof shop->needs[offset]);
        for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
            uint32_t links =
                ring_distance(mesh_side(shape, axis), mesh_position_of_rank(shape, offset, axis));
            uint32_t direction = direction_on(shape, offset, axis);
            shop->needs[offset][direction] = (uint8_t)links;
            shop->load[direction] += links;
            shop->left[offset] += (uint16_t)links;
        }
    }
}

/* Puts the offsets in order again, by insertion, because few of them are out of order. */
static void order_offsets(struct shop *shop) {
    for (uint32_t k = 1; k < shop->offsets; k++) {
        uint16_t offset = shop->order[k];
        uint32_t place = k;
        for (; place > 0 && shop->left[shop->order[place - 1]] < shop->left[offset]; place--)
            shop->order[place] = shop->order[place - 1];
        shop->order[place] = offset;
    }
}

static bool may_leave(const void *argument, uint32_t offset, uint32_t direction) {
    const struct shop *shop = argument;
    return shop->needs[offset][direction] > 0;
}

/* Gives the directions of a step to offsets; those that have most links left to pass are offered
 * them first. */
static void choose_offsets(struct shop *shop, struct matching *step) {
    uint32_t links = 0;
    for (uint32_t direction = 0; direction < step->directions; direction++)
        links += shop->load[direction] > 0;
    matching_clear(step);
    order_offsets(shop);
    for (uint32_t k = 0; k < shop->offsets && links > 0; k++)
        if (shop->left[shop->order[k]] > 0)
            links -= matching_offer(step, shop->order[k]);
}

static size_t links_bytes(const struct shape *shape) {
    struct shape without = mesh_without_ones(shape);
    return (size_t)links_steps(shape) * mesh_directions(&without) * sizeof(struct crossing);
}

static void links_table(const struct shape *given, void *table) {
    struct shape shape = mesh_without_ones(given);
    static NODE_TABLE struct shop shop;
    struct matching step = {
        .directions = mesh_directions(&shape), .may_have = may_leave, .argument = &shop};
    struct crossing *crossing = table;
    open_shop(&shape, &shop);
    for (uint32_t number = 1; number <= links_steps(&shape); number++) {
        choose_offsets(&shop, &step);
        for (uint32_t direction = 0; direction < step.directions; direction++, crossing++) {
            uint32_t offset = step.rank[direction];
            *crossing = (struct crossing){(uint16_t)offset, 0};
            if (offset == MATCHING_NONE)
                continue;
            shop.load[direction]--;
            shop.needs[offset][direction]--;
            shop.left[offset]--;
            crossing->link = (uint16_t)(mesh_distance(&shape, offset) - shop.left[offset]);
        }
    }
}

/* ---- The schedule ---- */

static void links_step(const struct shape *given, uint32_t node, uint32_t number,
                       struct step *step) {
    struct shape shape = mesh_without_ones(given);
    uint32_t rank = mesh_rank(&shape, node);
    if (number == 1)
        step_copy(step, BLOCKS, rank, OUT, rank);
    if (number > links_steps(&shape))
        return;
    const struct crossing *crossing = shape.table;
    crossing += (size_t)(number - 1) * mesh_directions(&shape);
    for (uint32_t direction = 0; direction < mesh_directions(&shape); direction++, crossing++) {
        uint32_t offset = crossing->offset;
        if (offset == MATCHING_NONE)
            continue;
        uint32_t to_go = mesh_distance(&shape, offset) - crossing->link;
        uint32_t into = to_go % 2 == 0 ? OUT : BETWEEN;
        uint32_t place = mesh_translate_back(&shape, rank, offset);
        struct run first = single_block(BLOCKS, mesh_translate(&shape, rank, offset));
        struct run later = single_block(into == OUT ? BETWEEN : OUT, place);
        step_send(step, mesh_port_to(&shape, node, direction), crossing->link == 1 ? first : later);
        step_receive(step, mesh_port_to(&shape, node, mesh_opposite(direction)),
                     single_block(into, place));
    }
}

const struct algorithm mesh_alltoall_links = {
    .name = "mesh-alltoall-links",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_SIDES,
    .source = "after Ozveren, 2.2.5; at the bound of link use",
    .areas = LINKS_AREAS,
    .applicable = links_fit,
    .steps = links_steps,
    .packets = links_packets,
    .table_bytes = links_bytes,
    .make_table = links_table,
    .step = links_step,
};
