#include "collectives/schedule/translation.h"

#include <string.h>

size_t translation_bytes(const struct shape *shape, uint32_t steps) {
    return (size_t)shape->dimension * steps * sizeof(uint16_t);
}

/* ---- The tree of any broadcast ---- */

void translation_of_broadcast(const struct algorithm *broadcast, uint32_t dimension, void *table) {
    struct shape shape = shape_of(dimension);
    uint16_t *heads = table;
    uint32_t steps = 0;
    for (uint32_t number = 1; number <= algorithm_steps(broadcast, &shape); number++) {
        uint32_t arcs[SCHEDULE_DIMENSIONS] = {0}; /* arcs of this step so far, by dimension */
        uint32_t most = 0;
        for (uint32_t node = 0; node < shape_nodes(&shape); node++) {
            struct step step;
            algorithm_step(broadcast, &shape, node, number, &step);
            for (uint32_t ports = step.sends; ports != 0; ports &= ports - 1) {
                uint32_t port = lowest_port(ports);
                uint32_t minor = steps + arcs[port]++;
                heads[minor * dimension + port] = (uint16_t)(node ^ 1u << port);
                most = arcs[port] > most ? arcs[port] : most;
            }
        }
        for (uint32_t port = 0; port < dimension; port++)
            for (uint32_t minor = steps + arcs[port]; minor < steps + most; minor++)
                heads[minor * dimension + port] = 0;
        steps += most;
    }
}

/* ---- The trees by shift classes ---- */

static uint32_t rotate_left(uint32_t x, uint32_t by, uint32_t bits) {
    return (x << by | x >> (bits - by)) & ((1u << bits) - 1);
}

/* Returns after how many rotations x comes back, or 0 if one of the rotations is less than x. */
static uint32_t period_of_least(uint32_t x, uint32_t bits) {
    for (uint32_t by = 1; by < bits; by++) {
        uint32_t rotated = rotate_left(x, by, bits);
        if (rotated < x)
            return 0;
        if (rotated == x)
            return by;
    }
    return bits;
}

/* Writes the table of the tree by classes, without gaps if `dense`. The least number of a class is
 * odd, so its rotation by t has bit t, and the arc to it is on dimension t. The tail of the arc has
 * one bit less, so it has been reached before. */
static void connect_classes(uint32_t dimension, bool dense, uint16_t *heads) {
    uint32_t next = 0; /* step and dimension of the next arc, as an index into the table */
    for (uint32_t weight = 1; weight <= dimension; weight++)
        for (uint32_t x = 1; x < 1u << dimension; x += 2) {
            if ((uint32_t)__builtin_popcount(x) != weight)
                continue;
            uint32_t period = period_of_least(x, dimension);
            if (period == 0)
                continue;
            for (uint32_t k = 0; k < period; k++, next++)
                heads[next] = (uint16_t)rotate_left(x, next % dimension, dimension);
            if (!dense)
                next += dimension - period;
        }
}

static uint32_t greatest_common_divisor(uint32_t a, uint32_t b) {
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

/* The number of classes, not counting that of node 0, by Burnside's lemma. */
uint32_t classes_tree_steps(const struct shape *shape) {
    uint32_t n = shape->dimension, fixed = 0;
    for (uint32_t by = 1; by <= n; by++)
        fixed += 1u << greatest_common_divisor(n, by);
    return n == 0 ? 0 : fixed / n - 1;
}

size_t classes_tree_bytes(const struct shape *shape) {
    return translation_bytes(shape, classes_tree_steps(shape));
}

void classes_tree_make(const struct shape *shape, void *table) {
    memset(table, 0, classes_tree_bytes(shape));
    connect_classes(shape->dimension, false, table);
}

uint32_t dense_tree_steps(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (shape_nodes(shape) - 1 + n - 1) / n;
}

size_t dense_tree_bytes(const struct shape *shape) {
    return translation_bytes(shape, dense_tree_steps(shape));
}

void dense_tree_make(const struct shape *shape, void *table) {
    memset(table, 0, dense_tree_bytes(shape));
    connect_classes(shape->dimension, true, table);
}
