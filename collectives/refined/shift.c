/* Circular shift by node numbers: two schedules. After the slides "Circular Shift on a Hypercube
 * using E-cube routing" to Grama, Gupta, Karypis and Kumar, Introduction to Parallel Computing,
 * section 4.6; D. Nassimi's +-2^b permutations on SIMD hypercubes are the shifts by +-2^b.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, t_h a hop's, m the bytes, z the number of
 * zeros that q ends in:
 *     shift-ecube         t_s + t_w m + t_h (n - z)
 *     shift-exchange      (t_s + t_w m)(n - z)
 *
 * Both correct a packet's address dimension by dimension, from the lowest. When the dimensions
 * below d are right, the packet of node i is at the node whose low d bits are those of i + q and
 * whose other bits are those of i. These bits together determine i, so no two packets are at one
 * node, and no two share a link. (If Gray codes number the nodes, packets do share links.)
 */
#include "collectives/refined/shift.h"

#include "collectives/refined/correction.h"

static uint32_t distance(const struct shape *shape) {
    return shape->shift & (shape_nodes(shape) - 1);
}

static struct cube_content shift_postcondition(const struct shape *shape, uint32_t node,
                                               uint32_t area, uint32_t block) {
    (void)area;
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
static uint32_t ecube_steps(const struct shape *shape) {
    return distance(shape) == 0 ? 0 : 1;
}

static void ecube_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    correction_ecube(ports_used(shape, node), number, step);
}

static struct chain_cost ecube_cost(const struct shape *shape) {
    uint32_t q = distance(shape);
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
    .areas = CORRECTION_ECUBE_AREAS,
    .blocks = blocks_one,
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
    uint32_t q = distance(shape);
    return q == 0 ? 0 : shape->dimension - lowest_port(q);
}

/* The lowest bit of q that is set is wrong in all packets, and the bits above it may be. */
static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    uint32_t q = distance(shape);
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
    .areas = CORRECTION_EXCHANGE_AREAS,
    .blocks = blocks_one,
    .steps = exchange_steps,
    .packets = shift_packets,
    .step = exchange_step,
};
