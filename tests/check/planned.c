#include "tests/check/planned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/check/checker.h"
#include "collectives/check/shapes.h"
#include "formats/operations.h"
#include "tests/check/room.h"

/* ---- The checker's view ---- */

static void see(void *argument, const struct passage *passage) {
    struct sightings *seen = argument;
    seen->sighting = room_for(seen->sighting, seen->count, 1, sizeof *seen->sighting);
    seen->contents =
        room_for(seen->contents, seen->blocks, passage->blocks, sizeof *seen->contents);
    seen->sighting[seen->count++] = (struct sighting){
        .step = passage->step,
        .from = passage->from,
        .port = passage->port,
        .blocks = passage->blocks,
        .first = seen->blocks,
    };
    for (uint32_t b = 0; b < passage->blocks; b++)
        seen->contents[seen->blocks++] = contents_parts(passage->contents[b]);
}

bool sightings_of(const struct algorithm *algorithm, const struct shape *shape,
                  struct sightings *seen) {
    struct finding finding;
    const struct observer observer = {.see = see, .argument = seen};
    *seen = (struct sightings){.count = 0};
    if (check_schedule_round(algorithm, shape, NULL, &finding, &observer))
        return true;
    printf("# %s, %s: %s\n", algorithm->name, shape_text(algorithm, shape), finding.message);
    return false;
}

void sightings_end(struct sightings *seen) {
    free(seen->sighting);
    free(seen->contents);
    *seen = (struct sightings){.count = 0};
}

/* ---- Nodes of subcubes ---- */

/* The node of a rank in the subcube whose least node is `base`: the bits of the rank, put where the
 * free dimensions are. */
static uint32_t node_in(const struct planned *call, uint32_t base, uint32_t rank) {
    for (uint32_t d = 0; d < call->dimension; d++)
        if (call->free >> d & 1) {
            base |= (rank & 1) << d;
            rank >>= 1;
        }
    return base;
}

static uint32_t rank_in(const struct planned *call, uint32_t node) {
    uint32_t rank = 0;
    while (node_in(call, node & ~call->free, rank) != node)
        rank++;
    return rank;
}

static uint32_t port_in(const struct planned *call, uint32_t port) {
    return (uint32_t)__builtin_ctz(node_in(call, 0, 1u << port));
}

/* ---- Sizes ---- */

size_t planned_size(const struct planned *call, uint32_t rank, uint32_t block) {
    static const size_t sizes[] = {0, 1, 8, 40, 3, 200, 7, 32, 33};
    const char *operation = operation_name(call->algorithm->operation->tag);
    if (!call->uneven)
        return call->bytes + (block < call->longer ? call->element : 0);
    if (strcmp(operation, "scatter") == 0) /* each of the root's blocks is for one rank */
        rank = 0;
    return sizes[(5 * rank + 7 * block) % (sizeof sizes / sizeof sizes[0])];
}

/* What block `block` of an area holds: at the beginning for the input, in the end for an output. */
static struct cube_content content_at(const struct planned *call, uint32_t rank, uint32_t area,
                                      uint32_t block) {
    const struct operation *operation = call->algorithm->operation;
    if (area != AREA_INPUT)
        return operation_content(operation, &call->shape, rank, area, block);
    return content_of(operation_rank(operation, &call->shape, rank), block);
}

static size_t size_at(const struct planned *call, uint32_t rank, uint32_t area, uint32_t block) {
    struct cube_content content = content_at(call, rank, area, block);
    return call->uneven ? planned_size(call, content.first, content.block)
                        : planned_size(call, 0, block);
}

size_t planned_bytes(const struct planned *call, uint32_t node, uint32_t area) {
    uint32_t rank = rank_in(call, node);
    size_t bytes = 0;
    for (uint32_t b = 0; b < algorithm_blocks(call->algorithm, &call->shape, rank, area); b++)
        bytes += size_at(call, rank, area, b);
    return bytes;
}

/* ---- Memory ---- */

static symbol *symbols(size_t count) {
    symbol *memory = calloc(count + 1, sizeof *memory);
    if (!memory)
        abort();
    return memory;
}

static void begin_node(const struct planned *call, uint32_t v, struct planned_node *node) {
    uint32_t rank = rank_in(call, v), outputs = call->algorithm->operation->outputs;
    node->bytes[BUFFER_SCRATCH] = node->plan->scratch_bytes;
    for (uint32_t area = 0; area <= outputs; area++)
        node->bytes[area] = planned_bytes(call, v, area);
    for (uint32_t buffer = 0; buffer < BUFFERS; buffer++)
        node->memory[buffer] = symbols(node->bytes[buffer]);
    symbol *at = node->memory[BUFFER_INPUT];
    for (uint32_t b = 0; b < algorithm_blocks(call->algorithm, &call->shape, rank, AREA_INPUT);
         b++) {
        struct cube_content content = content_at(call, rank, AREA_INPUT, b);
        for (size_t k = 0; k < size_at(call, rank, AREA_INPUT, b); k++)
            *at++ = symbol_of(v & ~call->free, content.first, b, k);
    }
    if (call->in_place && node->bytes[BUFFER_OUTPUT] > 0) {
        free(node->memory[BUFFER_OUTPUT]);
        node->memory[BUFFER_OUTPUT] = node->memory[BUFFER_INPUT];
    }
}

static void end_node(struct planned_node *node) {
    if (node->memory[BUFFER_OUTPUT] == node->memory[BUFFER_INPUT])
        node->memory[BUFFER_OUTPUT] = NULL;
    for (uint32_t buffer = 0; buffer < BUFFERS; buffer++)
        free(node->memory[buffer]);
}

/* ---- Comparing ---- */

/* Byte `offset` of what several ranks have in their blocks `block`, combined in their order. */
static symbol expected(const struct planned *call, uint32_t base, uint64_t ranks, uint32_t block,
                       size_t offset) {
    symbol all = symbol_of(base, (uint32_t)__builtin_ctzll(ranks), block, offset);
    for (uint64_t left = ranks & (ranks - 1); left != 0; left &= left - 1)
        all = symbol_combine(call->commutes, all,
                             symbol_of(base, (uint32_t)__builtin_ctzll(left), block, offset));
    return all;
}

/* Compares a block. If nothing is known of the block, it may hold anything. */
static bool is_block(const struct planned *call, const symbol *at, uint32_t base, uint64_t ranks,
                     uint32_t block, size_t bytes) {
    bool right = true;
    for (size_t k = 0; ranks != 0 && right && k < bytes; k++)
        right = at[k] == expected(call, base, ranks, block, k);
    return right;
}

/* Compares the packet that is next on a link of the subcube at `base` with what was seen there. */
static bool is_seen(const struct planned *call, const struct interpretation *all,
                    const struct sightings *seen, const struct sighting *sighting, uint32_t base) {
    uint32_t from = node_in(call, base, sighting->from), port = port_in(call, sighting->port);
    struct wire *wire = &all->wire[from * CUBE_MAX_DIMENSION + port];
    size_t bytes = 0;
    if (wire->taken == wire->packets) {
        printf("# node %u, port %u: no packet in step %u\n", from, port, sighting->step);
        return false;
    }
    const struct passed *packet = &wire->packet[wire->taken++];
    for (uint32_t b = 0; b < sighting->blocks; b++) {
        struct contents_parts parts = seen->contents[sighting->first + b];
        uint32_t rank = parts.ranks == 0 ? 0 : (uint32_t)__builtin_ctzll(parts.ranks);
        size_t size = planned_size(call, rank, parts.block);
        if (bytes + size > packet->bytes || !is_block(call, wire->symbol + packet->first + bytes,
                                                      base, parts.ranks, parts.block, size)) {
            printf("# node %u, port %u: block %u of a packet is wrong in step %u\n", from, port, b,
                   sighting->step);
            return false;
        }
        bytes += size;
    }
    if (packet->step == sighting->step && packet->bytes == bytes)
        return true;
    printf("# node %u, port %u: %zu bytes in step %u, not %zu in step %u\n", from, port,
           packet->bytes, packet->step, bytes, sighting->step);
    return false;
}

/* Compares the packets of all links. Here `taken` of a wire counts those that have been compared.
 * */
static bool are_seen(const struct planned *call, const struct interpretation *all,
                     const struct sightings *seen) {
    uint32_t operation = 0;
    for (size_t w = 0; w < (size_t)CUBE_MAX_DIMENSION << call->dimension; w++) {
        struct wire *wire = &all->wire[w];
        wire->taken = 0;
        for (uint32_t p = 0; p < wire->packets; p++) {
            operation = operation == 0 ? wire->packet[p].operation : operation;
            if (wire->packet[p].operation != operation) {
                printf("# packets of one call are of two operations\n");
                return false;
            }
        }
    }
    for (uint32_t base = 0; base < 1u << call->dimension; base++)
        for (size_t k = 0; (base & call->free) == 0 && k < seen->count; k++)
            if (!is_seen(call, all, seen, &seen->sighting[k], base))
                return false;
    for (size_t w = 0; w < (size_t)CUBE_MAX_DIMENSION << call->dimension; w++)
        if (all->wire[w].taken != all->wire[w].packets) {
            printf("# node %zu sends a packet that is not in the schedule\n",
                   w / CUBE_MAX_DIMENSION);
            return false;
        }
    return true;
}

static bool is_output(const struct planned *call, const struct planned_node *node, uint32_t v,
                      uint32_t area) {
    uint32_t rank = rank_in(call, v);
    const symbol *at = node->memory[area];
    for (uint32_t b = 0; b < algorithm_blocks(call->algorithm, &call->shape, rank, area); b++) {
        struct cube_content content = content_at(call, rank, area, b);
        uint64_t ranks = 0;
        for (uint32_t r = content.first; r <= content.last; r++)
            ranks |= UINT64_C(1) << r;
        size_t size = size_at(call, rank, area, b);
        if (!is_block(call, at, v & ~call->free, ranks, content.block, size)) {
            printf("# node %u: block %u of area %u is wrong\n", v, b, area);
            return false;
        }
        at += size;
    }
    return true;
}

/* Checks what a node has in the end, and what its plan says of itself. */
static bool ends_right(const struct planned *call, const struct interpretation *all,
                       const struct sightings *seen, uint32_t v) {
    const struct planned_node *node = &all->node[v];
    uint32_t rank = rank_in(call, v), arrived = 0;
    for (size_t k = 0; k < seen->count; k++)
        if ((seen->sighting[k].from ^ 1u << seen->sighting[k].port) == rank)
            arrived = seen->sighting[k].step;
    if (node->plan->arrived != arrived) {
        printf("# node %u: the last arrival is in step %u, not %u\n", v, arrived,
               node->plan->arrived);
        return false;
    }
    if (node->writes & 1u << BUFFER_INPUT) {
        printf("# node %u writes its input\n", v);
        return false;
    }
    for (uint32_t area = 1; area <= call->algorithm->operation->outputs; area++)
        if (!is_output(call, node, v, area))
            return false;
    return true;
}

bool planned_is_right(const struct planned *call, const struct sightings *seen,
                      struct plan *const plan[]) {
    uint32_t nodes = 1u << call->dimension;
    struct interpretation all = {
        .dimension = call->dimension,
        .element = call->element,
        .commutes = call->commutes,
        .recorded = call->recorded,
        .slots = call->slots,
        .node = calloc(nodes, sizeof *all.node),
    };
    if (!all.node)
        abort();
    for (uint32_t v = 0; v < nodes; v++) {
        all.node[v].plan = plan[v];
        begin_node(call, v, &all.node[v]);
    }
    bool right = interpret(&all);
    if (!right)
        printf("# %s\n", all.message);
    right = right && are_seen(call, &all, seen);
    for (uint32_t v = 0; right && v < nodes; v++)
        right = ends_right(call, &all, seen, v);
    interpret_end(&all);
    for (uint32_t v = 0; v < nodes; v++)
        end_node(&all.node[v]);
    free(all.node);
    return right;
}
