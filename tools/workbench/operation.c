/* An operation's requirements in one case, as data for tools/finding/find, which searches for a
 * schedule:
 *
 *     operation NAME one|all BLOCKS [-n DIMENSION] [--packets K] [case, as check has it]
 *
 * Prints a JSON object: the number of nodes, and the directed links; the node of each rank; the
 * blocks of each node in the input and the outputs; the content of each block of the outputs; the
 * members of the case on which the operation depends; and a number of steps that no schedule goes
 * below, where nodes have one port or all and packets have at most BLOCKS blocks, 0 for any number.
 * A message that belongs to no single node has K blocks. Where an operation has two outputs, the
 * bound is 0, which always is one: collectives/bound thinks of a block in both as of two messages,
 * and a schedule may copy it on its way. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/bound/bounds.h"
#include "collectives/bound/network.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "tools/workbench/asked.h"

/* An algorithm of the operation that has no steps, and whose blocks are those that are meant. Each
 * node that takes part has a block in an area of its own, too, as it may pass blocks on. */
static struct algorithm algorithm;
static uint32_t parts;

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return area > algorithm.operation->outputs ? meant_node(&algorithm, shape, node)
                                               : meant_blocks(&algorithm, shape, node, area, parts);
}

/* Whether there is any algorithm of the operation in that shape, of which the sides may be none of
 * a mesh in a cube. */
static bool is_known(const struct shape *shape) {
    struct algorithms known = catalogue_of(algorithm.operation);
    for (uint32_t k = 0; k < known.count; k++)
        if (algorithm_applicable(known.first[k], shape))
            return true;
    return false;
}

/* Sets `algorithm` to one of the operation of that name, which depends on all that any of its
 * algorithms depends on. Returns whether the catalogue has any. */
static bool set_algorithm(const char *operation) {
    bool is_first = true;
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct algorithm *entry = catalogue[k];
        if (strcmp(operation_name(entry->operation->tag), operation) != 0)
            continue;
        if (is_first)
            algorithm = (struct algorithm){.operation = entry->operation,
                                           .areas = entry->operation->outputs + 2};
        is_first = false;
        algorithm.varies |= entry->varies;
    }
    algorithm.name = operation;
    algorithm.copies = true;
    algorithm.blocks = blocks;
    algorithm.applicable = is_known;
    return !is_first;
}

/* ---- What is printed ---- */

static void print_network(const struct network *network) {
    const char *comma = "";
    printf(",\n \"nodes\": %" PRIu32 ", \"ranks\": [", network->numbers);
    for (uint32_t rank = 0; rank < network->nodes; rank++)
        printf("%s%d", rank == 0 ? "" : ", ", network->of_rank[rank]);
    printf("],\n \"links\": [");
    for (uint32_t node = 0; node < network->numbers; node++)
        for (uint32_t left = network->ports[node]; left != 0; left &= left - 1) {
            printf("%s[%" PRIu32 ", %" PRIu32 "]", comma, node, node ^ (left & -left));
            comma = ", ";
        }
    printf("]");
}

/* ---- The command line ---- */

/* Whether the root and the target are ranks: on a mesh there may be fewer than nodes. */
static bool has_ranks(const struct shape *shape) {
    uint32_t ranks = 0;
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        ranks += meant_node(&algorithm, shape, node);
    return shape->root < ranks &&
           ((algorithm.varies & VARIES_TARGET) == 0 || shape->target < ranks);
}

int main(int argc, char *argv[]) {
    if (argc <= 3 || !set_algorithm(argv[1]) || algorithm.operation->outputs == 0) {
        fprintf(stderr,
                "operation: unknown operation \"%s\" (expected: one that delivers blocks)\n",
                argc > 1 ? argv[1] : "");
        return STATUS_ASKED;
    }
    uint32_t most = (uint32_t)strtoul(argv[3], NULL, 10);
    struct means means = {.ports = strcmp(argv[2], "one") == 0 ? PORTS_ONE : PORTS_ALL,
                          .blocks = most == 0 ? CUBE_PACKETS : most};
    static struct network network;      /* larger than the stack of some process */
    algorithm.varies |= VARIES_PACKETS; /* the parts of a message, not a member of the case */
    struct asked asked = asked_read("operation", argc - 3, argv + 3, 0, 0, &algorithm);
    algorithm.varies &= ~(uint32_t)VARIES_PACKETS;
    parts = asked.shape.packets == 0 ? 1 : asked.shape.packets;
    asked.shape.packets = 1;
    struct shape shape;
    if (!asked_shape(&asked, asked.least, &shape) || !has_ranks(&shape)) {
        fprintf(stderr,
                "operation: this case of %s is not possible on %u nodes (root and target are "
                "ranks; the sides of a mesh are even or 1)\n",
                algorithm.name, 1u << asked.least);
        return STATUS_ASKED;
    }
    const struct faults *faults = asked_faults(&asked, asked.least);
    printf("{");
    asked_write_case(algorithm.varies, &shape);
    network_of(&algorithm, &shape, &network);
    if (faults && !network_kill(faults, &network))
        return EXIT_FAILURE;
    print_network(&network);
    printf(",\n ");
    asked_write_areas(&algorithm, &shape, algorithm.operation->outputs + 1);
    printf(",\n ");
    asked_write_content(&algorithm, &shape);
    printf(",\n \"bound\": %" PRIu32 "}\n", bound_steps_round(&algorithm, &shape, means, faults));
    network_end(&network);
    return EXIT_SUCCESS;
}
