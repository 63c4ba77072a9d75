#include "collectives/bound/network.h"

#include <stdlib.h>
#include <string.h>

/* A node belongs to a mesh if it has a block of any area. */
static bool has_blocks(const struct algorithm *algorithm, const struct shape *shape,
                       uint32_t node) {
    for (uint32_t area = 0; area < algorithm_areas(algorithm); area++)
        if (algorithm_blocks(algorithm, shape, node, area) > 0)
            return true;
    return false;
}

static void set_axes(const struct algorithm *algorithm, const struct shape *shape,
                     struct network *network) {
    network->is_mesh = (algorithm->varies & VARIES_SIDES) != 0;
    network->is_array = algorithm->on_array;
    if (!network->is_mesh) {
        network->axes = shape->dimension;
        for (uint32_t axis = 0; axis < network->axes; axis++)
            network->side[axis] = 2;
    } else if (shape->axes == 0) {
        network->axes = 1;
        network->side[0] = network->numbers;
    } else {
        network->axes = shape->axes;
        memcpy(network->side, shape->side, sizeof network->side);
    }
}

/* Sets the positions of a node. On a mesh they follow from its rank, in which the last axis varies
 * fastest; in the cube they are the bits of its number. */
static void place(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                  struct network *network) {
    uint32_t rank = operation_rank(algorithm->operation, shape, node);
    network->has[node] = true;
    network->of_rank[rank] = (uint16_t)node;
    network->nodes++;
    for (uint32_t axis = network->axes; axis-- > 0; rank /= network->side[axis]) {
        uint32_t side = network->side[axis];
        uint32_t position = rank % side;
        network->position[node][axis] = (uint16_t)position;
        if (side > 1)
            network->halves[node] |= 1u << (2 * axis + (position >= side / 2));
    }
}

/* Adds the links of a node. A link joins nodes whose positions are neighbours; they must be
 * neighbours in the cube too. */
static void add_links(uint32_t node, uint32_t dimension, struct network *network) {
    for (uint32_t port = 0; port < dimension; port++) {
        uint32_t next = node ^ 1u << port;
        if (!network->has[next] || network_distance(network, node, next) != 1)
            continue;
        network->ports[node] |= (uint16_t)(1u << port);
        network->links++;
        for (uint32_t left = network->halves[node] & ~network->halves[next]; left != 0;
             left &= left - 1)
            network->links_out[lowest_port(left)]++;
    }
}

void network_of(const struct algorithm *algorithm, const struct shape *shape,
                struct network *network) {
    memset(network, 0, sizeof *network);
    network->numbers = shape_nodes(shape);
    set_axes(algorithm, shape, network);
    for (uint32_t node = 0; node < network->numbers; node++)
        if (!network->is_mesh || has_blocks(algorithm, shape, node))
            place(algorithm, shape, node, network);
    for (uint32_t node = 0; node < network->numbers; node++) {
        if (!network->has[node])
            continue;
        add_links(node, shape->dimension, network);
        uint32_t degree = (uint32_t)__builtin_popcount(network->ports[node]);
        network->degree = degree > network->degree ? degree : network->degree;
    }
}

uint32_t network_distance(const struct network *network, uint32_t from, uint32_t to) {
    uint32_t distance = 0;
    if (network->apart)
        return network->apart[(size_t)from * network->numbers + to];
    if (!network->is_mesh)
        return (uint32_t)__builtin_popcount(from ^ to);
    for (uint32_t axis = 0; axis < network->axes; axis++) {
        uint32_t a = network->position[from][axis], b = network->position[to][axis];
        uint32_t apart = a < b ? b - a : a - b;
        uint32_t round = network->side[axis] - apart;
        distance += apart < round || network->is_array ? apart : round;
    }
    return distance;
}

/* ---- Dead links ---- */

/* Finds the distances of all nodes from one, breadth first. met[] has room for all nodes. */
static void measure(struct network *network, uint32_t from, uint16_t met[]) {
    uint8_t *apart = network->apart + (size_t)from * network->numbers;
    uint32_t count = 1;
    memset(apart, UINT8_MAX, network->numbers);
    met[0] = (uint16_t)from;
    apart[from] = 0;
    for (uint32_t next = 0; next < count; next++)
        for (uint32_t ports = network->ports[met[next]]; ports != 0; ports &= ports - 1) {
            uint32_t node = met[next] ^ (ports & -ports);
            if (apart[node] != UINT8_MAX)
                continue;
            apart[node] = (uint8_t)(apart[met[next]] + 1);
            network->diameter = apart[node] > network->diameter ? apart[node] : network->diameter;
            met[count++] = (uint16_t)node;
        }
}

bool network_kill(const struct faults *faults, struct network *network) {
    network->is_mesh = network->is_array = false;
    network->axes = faults->dimension;
    network->links = network->degree = 0;
    memset(network->links_out, 0, sizeof network->links_out);
    uint16_t *met = malloc(network->numbers * sizeof *met);
    network->apart = malloc((size_t)network->numbers * network->numbers);
    if (!met || !network->apart) {
        free(met);
        return false; /* network_end frees the other */
    }
    for (uint32_t node = 0; node < network->numbers; node++) {
        uint32_t living = faults_living(faults, node);
        uint32_t degree = (uint32_t)__builtin_popcount(living);
        network->has[node] = true;
        network->ports[node] = (uint16_t)living;
        network->links += degree;
        network->degree = degree > network->degree ? degree : network->degree;
        network->halves[node] = 0;
        for (uint32_t d = 0; d < faults->dimension; d++) {
            uint32_t half = 2 * d + (node >> d & 1);
            network->side[d] = 2;
            network->halves[node] |= 1u << half;
            network->links_out[half] += living >> d & 1;
        }
    }
    for (uint32_t node = 0; node < network->numbers; node++)
        measure(network, node, met);
    free(met);
    return true;
}

void network_end(struct network *network) {
    free(network->apart);
}
