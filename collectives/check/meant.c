#include "collectives/check/meant.h"

#include <stdio.h>

#include "collectives/check/meaning.h"

static struct meaning meaning_in(const struct algorithm *algorithm, const struct shape *shape) {
    struct meaning meaning = {
        .operation = operation_name(algorithm->operation->tag),
        .dimension = shape->dimension,
        .given = {.root = (int)shape->root,
                  .target = (int)shape->target,
                  .packets = shape->packets,
                  .shift = (int)shape->shift,
                  .axes = shape->axes},
    };
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        meaning.given.side[axis] = shape->side[axis];
    return meaning;
}

/* A result that does not matter is one whose first rank is after its last. */
static bool same(struct cube_content content, struct cube_content meant) {
    return content.first == meant.first && content.last == meant.last &&
           content.block == meant.block;
}

/* Into how many blocks the algorithm divides a message: one at least. */
static uint32_t parts_of(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t most = 1;
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        if (algorithm_blocks(algorithm, shape, node, AREA_INPUT) > most)
            most = algorithm_blocks(algorithm, shape, node, AREA_INPUT);
    return most;
}

/* What is wrong at a node of that rank, or null. */
static const char *wrong_at(const struct algorithm *algorithm, const struct shape *shape,
                            const struct meaning *meaning, uint32_t node, uint32_t rank,
                            uint32_t parts) {
    const struct operation *operation = algorithm->operation;
    if (rank != MEANING_NONE && rank != (!operation->rank ? node : operation->rank(shape, node)))
        return "rank";
    for (uint32_t area = 0; area <= operation->outputs; area++) {
        uint32_t blocks = meaning_blocks(meaning, rank, area, parts);
        if (algorithm_blocks(algorithm, shape, node, area) != blocks)
            return area == AREA_INPUT ? "input" : "number of blocks";
        for (uint32_t block = 0; area > 0 && block < blocks; block++)
            if (!same(operation->postcondition(shape, node, area, block),
                      meaning_content(meaning, rank, area, block)))
                return "result";
    }
    return NULL;
}

bool check_meaning(const struct algorithm *algorithm, const struct shape *shape, char *message,
                   size_t room) {
    struct meaning meaning = meaning_in(algorithm, shape);
    uint32_t parts = parts_of(algorithm, shape);
    if (algorithm->operation->tag == OPERATION_OWN)
        return true; /* no textbook has it: what it means is what the algorithm says */
    for (uint32_t node = 0; node < shape_nodes(shape); node++) {
        const char *wrong =
            wrong_at(algorithm, shape, &meaning, node, meaning_rank(&meaning, node), parts);
        if (wrong) {
            snprintf(message, room, "the %s of node %u is not what %s means", wrong, node,
                     operation_name(algorithm->operation->tag));
            return false;
        }
    }
    return true;
}

bool meant_node(const struct algorithm *algorithm, const struct shape *shape, uint32_t node) {
    struct meaning meaning = meaning_in(algorithm, shape);
    return meaning_rank(&meaning, node) != MEANING_NONE;
}

uint32_t meant_blocks(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                      uint32_t area, uint32_t parts) {
    struct meaning meaning = meaning_in(algorithm, shape);
    return meaning_blocks(&meaning, meaning_rank(&meaning, node), area, parts);
}
