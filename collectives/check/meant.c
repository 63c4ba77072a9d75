#include "collectives/check/checker.h"

#include <stdarg.h>
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

/* Writes a message. Returns false. */
__attribute__((format(printf, 3, 4))) static bool differs(char *message, size_t room,
                                                          const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, room, format, arguments);
    va_end(arguments);
    return false;
}

/* "block 2 of ranks 0-3", or "anything". */
static const char *content_text(struct cube_content content, char text[], size_t room) {
    if (content.first > content.last)
        snprintf(text, room, "anything");
    else if (content.first == content.last)
        snprintf(text, room, "block %u of rank %u", content.block, content.first);
    else
        snprintf(text, room, "block %u of ranks %u-%u", content.block, content.first, content.last);
    return text;
}

static bool is_meant_at(const struct algorithm *algorithm, const struct shape *shape,
                        const struct meaning *meaning, uint32_t node, uint32_t parts, char *message,
                        size_t room) {
    enum { TEXT = 48 };
    char wants[TEXT], finds[TEXT];
    const struct operation *operation = algorithm->operation;
    uint32_t rank = meaning_rank(meaning, node);
    uint32_t found = operation_rank(operation, shape, node);
    const char *name = operation_name(operation->tag);
    if (rank != MEANING_NONE && rank != found)
        return differs(message, room, "node %u has rank %u, but %s requires %u", node, found, name,
                       rank);
    for (uint32_t area = 0; area <= operation->outputs; area++) {
        uint32_t wanted = meaning_blocks(meaning, rank, area, parts);
        uint32_t blocks = algorithm_blocks(algorithm, shape, node, area);
        if (blocks != wanted)
            return differs(
                message, room, "node %u has %u blocks in area %u (%s), but %s requires %u", node,
                blocks, area, area == AREA_INPUT ? "the input" : "an output", name, wanted);
        for (uint32_t block = 0; area > 0 && block < blocks; block++) {
            struct cube_content content = operation_content(operation, shape, node, area, block);
            struct cube_content meant = meaning_content(meaning, rank, area, block);
            if (!same(content, meant))
                return differs(
                    message, room,
                    "node %u must end with %s in block %u of area %u, but %s requires %s", node,
                    content_text(content, finds, sizeof finds), block, area, name,
                    content_text(meant, wants, sizeof wants));
        }
    }
    return true;
}

bool check_meaning(const struct algorithm *algorithm, const struct shape *shape, char *message,
                   size_t room) {
    struct meaning meaning = meaning_in(algorithm, shape);
    uint32_t parts = parts_of(algorithm, shape);
    if (algorithm->operation->tag == OPERATION_OWN)
        return true; /* no textbook has it: what it means is what the algorithm says */
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        if (!is_meant_at(algorithm, shape, &meaning, node, parts, message, room))
            return false;
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
