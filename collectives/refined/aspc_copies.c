/* All-to-some personalized communication on 16 nodes in three steps, where Hu's Theorem 2 says that
 * four are needed.
 *
 * The theorem counts what goes to i + 2^j and what goes to i - 2^j as two messages, as personalized
 * communication has them. But element j is the same in both directions. So where both ways begin
 * with the same link, the element passes it once, and is copied where they part.
 *
 * Cost (cost.h), with m the bytes of an element:
 *     3 (t_s + t_w m)
 *
 * No fewer steps would do. An element of offset 1 needs 2 links, one of 2 or 4 needs 3, because
 * both its nodes are 2 links away, and the one of 8 needs 2: that makes 10 for each node, which
 * has 4. With 32 or 64 nodes four steps are needed even so, as a search has found, with a proof
 * for 32.
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

enum { ELEMENTS = AREA_INPUT, PLUS, MINUS, TRANSIT, COPIES_AREAS };

enum {
    DIMENSION = 4,
    STEPS = 3,
    KINDS = 4, /* nodes that differ in dimensions 2 and 3 alone do the same */
    PACKETS = 184,
    WAITING = 5, /* the most elements at a node that are for others */
};

/* Element j of the node whose number is `node`, for nodes 0 to 3; for node v it is that of `node`
 * XOR the bits 2 and 3 of v. 0 is no element. */
#define ELEMENT(node, j) (1 + DIMENSION * (node) + (j))

/* What nodes 0 to 3 send on ports 0 to 3. Found by a search with these translations as its
 * symmetry. */
static const uint8_t sent[STEPS][KINDS][DIMENSION] = {
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

/* Sets *origin and *j to the element that a node sends on a port in a step. Returns false if it
 * sends none. */
static bool element_sent(uint32_t node, uint32_t number, uint32_t port, uint32_t *origin,
                         uint32_t *j) {
    uint32_t element = sent[number - 1][node % KINDS][port];
    *origin = ((element - 1) / DIMENSION) ^ (node - node % KINDS);
    *j = (element - 1) % DIMENSION;
    return element != 0;
}

/* Returns the area of the output that element j of `origin` is for at a node, or TRANSIT if it is
 * for others alone. */
static uint32_t area_of(const struct shape *shape, uint32_t node, uint32_t origin, uint32_t j) {
    for (uint32_t area = PLUS; area <= MINUS; area++)
        if (aspc_operation.postcondition(shape, node, area, j).first == origin)
            return area;
    return TRANSIT;
}

/* Returns where a node has element j of `origin`: those that are for others lie in TRANSIT in the
 * order in which they come. */
static struct run place_of(const struct shape *shape, uint32_t node, uint32_t origin, uint32_t j) {
    uint32_t area = area_of(shape, node, origin, j), before = 0;
    if (origin == node)
        return single_block(ELEMENTS, j);
    if (area != TRANSIT)
        return single_block(area, j);
    for (uint32_t number = 1; number < STEPS; number++)
        for (uint32_t port = 0; port < DIMENSION; port++) {
            uint32_t other, k;
            if (!element_sent(node ^ 1u << port, number, port, &other, &k) ||
                area_of(shape, node, other, k) != TRANSIT)
                continue;
            if (other == origin && k == j)
                return single_block(TRANSIT, before);
            before++;
        }
    return single_block(TRANSIT, before);
}

static void copies_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    if (number > STEPS) { /* both offsets of half the ring lead to the same node */
        step_copy(step, PLUS, DIMENSION - 1, MINUS, DIMENSION - 1);
        return;
    }
    for (uint32_t port = 0; port < DIMENSION; port++) {
        uint32_t origin, j;
        if (element_sent(node, number, port, &origin, &j))
            step_send(step, port, place_of(shape, node, origin, j));
        if (element_sent(node ^ 1u << port, number, port, &origin, &j))
            step_receive(step, port, place_of(shape, node, origin, j));
    }
}

FORMULA(bool, is_of_16, shape->dimension == DIMENSION)
BLOCKS_FORMULA(copies_scratch, WAITING)
FORMULA(uint32_t, copies_steps, STEPS)
FORMULA(uint64_t, copies_packets, PACKETS)

const struct algorithm aspc_copies = {
    .name = "aspc-copies",
    .operation = &aspc_operation,
    .ports = PORTS_ALL,
    .copies = true,
    .source = "after Hu, Theorem 2, with copies on the way",
    .areas = COPIES_AREAS,
    .applicable = is_of_16,
    .scratch = copies_scratch,
    .steps = copies_steps,
    .packets = copies_packets,
    .step = copies_step,
};
