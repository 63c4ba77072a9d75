/* Circular shift by node numbers, and permutation by XOR: two schedules each. After the slides
 * "Circular Shift on a Hypercube using E-cube routing" to Grama, Gupta, Karypis and Kumar,
 * Introduction to Parallel Computing, section 4.6; D. Nassimi's +-2^b permutations on SIMD
 * hypercubes are the shifts by +-2^b.
 *
 * Cost (cost.h), with m the bytes, z the number of zeros that q ends in:
 *     shift-ecube         t_s + t_w m + t_h (n - z)
 *     shift-exchange      (t_s + t_w m)(n - z)
 *     xor-ecube           t_s + t_w m + t_h w, with w the ones of j
 *     xor-exchange        (t_s + t_w m) w
 *
 * All correct a packet's address dimension by dimension, from the lowest. When the dimensions below
 * d are right, the packet of node i is at the node whose low d bits are those of i + q and whose
 * other bits are those of i. These bits together determine i, so no two packets are at one node,
 * and no two share a link: so the same holds for XOR. (If Gray codes number the nodes, packets do
 * share links.) */
#include "collectives/refined/refined.h"

/* ---- Correcting addresses ---- */

/* The areas of the exchanges; E-cube paths need no third one. Between two exchanges a packet waits
 * in the output or in TRANSIT, in turns. */
enum { BLOCK = AREA_INPUT, OUT, TRANSIT, EXCHANGE_AREAS };

static void keep(struct step *step) {
    step_copy(step, BLOCK, 0, OUT, 0);
}

/* Both functions below need the set of dimensions on whose links out of this node there is a
 * packet, `ports`; it is also the set of dimensions in which the address of the packet that ends at
 * this node was wrong.
 *
 * The single step in which each packet goes its whole E-cube path, or the closing moves after that
 * step. What arrives on one of the ports leaves on the next higher one. What arrives on the highest
 * is for this node. */
static void correction_ecube(uint32_t ports, uint32_t number, struct step *step) {
    if (ports == 0)
        keep(step);
    if (ports == 0 || number > 1)
        return;
    struct run out = single_block(OUT, 0); /* for a relay it gives only the size */
    uint32_t port = lowest_port(ports);
    step_send(step, port, single_block(BLOCK, 0));
    for (uint32_t above = ports & (ports - 1); above != 0; above &= above - 1) {
        step_relay(step, port, lowest_port(above), out);
        port = lowest_port(above);
    }
    step_receive(step, port, out);
}

/* Step `number` of a schedule that has a step for each of `dimensions`, the union of all nodes'
 * sets. In each step two neighbours either exchange what they have or both do not. */
static void correction_exchange(uint32_t dimensions, uint32_t ports, uint32_t number,
                                struct step *step) {
    if (dimensions == 0)
        keep(step);
    for (uint32_t before = 1; before < number; before++)
        dimensions &= dimensions - 1;
    if ((ports & dimensions & -dimensions) == 0)
        return;
    uint32_t port = lowest_port(dimensions);
    uint32_t later = (uint32_t)__builtin_popcount(ports >> port >> 1);
    uint32_t arrives = later % 2 == 0 ? OUT : TRANSIT; /* the last exchange brings the output */
    uint32_t leaves = port == lowest_port(ports) ? BLOCK : OUT + TRANSIT - arrives;
    step_send(step, port, single_block(leaves, 0));
    step_receive(step, port, single_block(arrives, 0));
}

/* ---- Circular shift ---- */

static struct cube_content shift_postcondition(const struct shape *shape, uint32_t node,
                                               UNUSED uint32_t area, uint32_t block) {
    return content_of((node - shape->shift) & (shape_nodes(shape) - 1), block);
}

static const struct operation shift_operation = {
    .tag = OPERATION_SHIFT,
    .outputs = 1,
    .postcondition = shift_postcondition,
};

/* The set of dimensions whose link out of this node carries a packet. A packet that is about to
 * cross dimension d has its low d bits right: they are this node's. So this node's low bits tell
 * whether the addition of q carries into bit d, and thus whether the packet must change bit d. They
 * tell the same of the packet that ends here. */
static uint32_t ports_used(const struct shape *shape, uint32_t node) {
    return (node ^ (node - shape->shift)) & (shape_nodes(shape) - 1);
}

/* The addition of q carries into bit d at a share c = (q mod 2^d) / 2^d of the nodes. So bit d
 * changes in the packets of N c nodes if bit d of q is 0, and of N (1 - c) nodes if it is 1. */
static uint64_t shift_packets(const struct shape *shape) {
    uint64_t packets = 0;
    for (uint32_t d = 0; d < shape->dimension; d++) {
        uint32_t half = 1u << d;
        uint32_t carries = shape->shift & (half - 1);
        uint32_t changes = (shape->shift >> d) & 1 ? half - carries : carries;
        packets += (uint64_t)changes << (shape->dimension - d);
    }
    return packets;
}

/* ---- "shift-ecube": one step, each packet on its whole E-cube path ----
 *
 * Example, n = 3, q = 3:
 *     node i           0     1     2     3     4     5     6     7
 *     node i + 3       3     4     5     6     7     0     1     2
 *     by way of        1    0   3, 1     2     5     4   7, 5     6
 */
FORMULA(uint32_t, ecube_steps, shape_shift(shape) == 0 ? 0 : 1)

static void ecube_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    correction_ecube(ports_used(shape, node), number, step);
}

static struct chain_cost ecube_cost(const struct shape *shape) {
    uint32_t q = shape_shift(shape);
    return q == 0 ? chain_of(0, 0, 0) : chain_of(1, 1, shape->dimension - lowest_port(q));
}

const struct algorithm shift_ecube = {
    .name = "shift-ecube",
    .operation = &shift_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Grama et al., 4.6, E-cube",
    .steps = ecube_steps,
    .packets = shift_packets,
    .cost = ecube_cost,
    .step = ecube_step,
};

/* ---- "shift-exchange": dimension by dimension, all nodes on the same one ----
 *
 * For q = 2^b this is the 2^b permutation of a SIMD hypercube in n - b steps, which is the least
 * for any numbering of the nodes (Nassimi). The -2^b permutation is the shift by q = N - 2^b.
 *
 * Example, n = 3, q = 2 (a node's packet by its origin):
 *     node             0  1  2  3  4  5  6  7
 *     step 1, port 1   2  3  0  1  6  7  4  5    all exchange
 *     step 2, port 2   6  7  0  1  2  3  4  5    where the addition carried
 *
 * No fewer steps would do: some node's packet crosses all these dimensions.
 */
static uint32_t exchange_steps(const struct shape *shape) {
    uint32_t q = shape_shift(shape);
    return q == 0 ? 0 : shape->dimension - lowest_port(q);
}

/* The lowest bit of q that is set is wrong in all packets, and the bits above it may be. */
static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    uint32_t q = shape_shift(shape);
    uint32_t dimensions = q == 0 ? 0 : (shape_nodes(shape) - 1) & ~((q & -q) - 1);
    correction_exchange(dimensions, ports_used(shape, node), number, step);
}

const struct algorithm shift_exchange = {
    .name = "shift-exchange",
    .operation = &shift_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Hu, section 1, after Nassimi",
    .areas = EXCHANGE_AREAS,
    .steps = exchange_steps,
    .packets = shift_packets,
    .step = exchange_step,
};

/* ---- XOR: the block of node i goes to node i XOR j ----
 *
 * It is one step of the total exchange, in the slides "All-to-All Personalized Communication on a
 * Hypercube: Optimal Algorithm" to Grama et al., section 4.5. Every packet has to cross all
 * dimensions of j, so fewer exchanges are not enough.
 */
static struct cube_content xor_postcondition(const struct shape *shape, uint32_t node,
                                             UNUSED uint32_t area, uint32_t block) {
    return content_of(node ^ shape_shift(shape), block);
}

static const struct operation xor_operation = {
    .tag = OPERATION_XOR,
    .outputs = 1,
    .postcondition = xor_postcondition,
};

FORMULA(uint32_t, ones, (uint32_t)__builtin_popcount(shape_shift(shape)))
FORMULA(uint64_t, xor_packets, (uint64_t)ones(shape) * shape_nodes(shape))

/* ---- "xor-ecube": one step, each packet on its whole E-cube path ----
 *
 * Example, n = 3, j = 5:
 *     node i       0  1  2  3  4  5  6  7
 *     i XOR 5      5  4  7  6  1  0  3  2
 *     by way of    1  0  3  2  5  4  7  6
 */
static void xor_ecube_step(const struct shape *shape, UNUSED uint32_t node, uint32_t number,
                           struct step *step) {
    correction_ecube(shape_shift(shape), number, step);
}

FORMULA(struct chain_cost, xor_ecube_cost,
        chain_of(ecube_steps(shape), ecube_steps(shape), ones(shape)))

const struct algorithm xor_ecube = {
    .name = "xor-ecube",
    .operation = &xor_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Grama et al., 4.5.3, one step",
    .steps = ecube_steps,
    .packets = xor_packets,
    .cost = xor_ecube_cost,
    .step = xor_ecube_step,
};

/* ---- "xor-exchange": the dimensions of j one after the other, all nodes on the same ----
 *
 * Example, n = 3, j = 5 (a node's packet by its origin):
 *     node             0  1  2  3  4  5  6  7
 *     step 1, port 0   1  0  3  2  5  4  7  6
 *     step 2, port 2   5  4  7  6  1  0  3  2
 */
static void xor_exchange_step(const struct shape *shape, UNUSED uint32_t node, uint32_t number,
                              struct step *step) {
    correction_exchange(shape_shift(shape), shape_shift(shape), number, step);
}

const struct algorithm xor_exchange = {
    .name = "xor-exchange",
    .operation = &xor_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Grama et al., 4.5.3, a dimension a step",
    .areas = EXCHANGE_AREAS,
    .steps = ones,
    .step = xor_exchange_step,
};
