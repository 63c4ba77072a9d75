#include "collectives/check/proof.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/check/contents.h"

bool proof_fail(struct proof *proof, const char *format, ...) {
    char *message = proof->finding->message;
    size_t room = sizeof proof->finding->message;
    int used = proof->number > algorithm_steps(proof->algorithm, &proof->shape) + 1
                   ? snprintf(message, room, "at the end: ")
                   : snprintf(message, room, "step %u: ", proof->number);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + used, room - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

void *proof_grow(void *memory, size_t count, size_t bytes) {
    memory = realloc(memory, (count + 1) * bytes);
    if (!memory) {
        perror("checker");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void *allocate(size_t count, size_t bytes) {
    return memset(proof_grow(NULL, count, bytes), 0, (count + 1) * bytes);
}

/* Fills in the contents of a node's input, and of the areas that begin as copies of it. */
static void fill(struct proof *proof, uint32_t node) {
    const struct algorithm *algorithm = proof->algorithm;
    uint32_t rank = operation_rank(algorithm->operation, &proof->shape, node);
    for (uint32_t area = 0; area < algorithm_areas(algorithm); area++) {
        uint32_t blocks = proof_blocks(proof, node, area);
        if (area != AREA_INPUT && !((algorithm->accumulators >> area) & 1))
            blocks = 0;
        for (uint32_t block = 0; block < blocks; block++)
            *proof_block(proof, node, area, block) = contents_input(rank, block);
    }
}

void proof_begin(struct proof *proof) {
    const struct algorithm *algorithm = proof->algorithm;
    size_t ports = (size_t)proof->nodes * proof->shape.dimension;
    if (algorithm_has_table(algorithm)) {
        proof->table = allocate(algorithm_table_bytes(algorithm, &proof->shape), 1);
        algorithm_make_table(algorithm, &proof->shape, proof->table);
        proof->shape.table = proof->table;
    }
    proof->step = allocate(proof->nodes, sizeof *proof->step);
    proof->left = allocate(proof->nodes, sizeof *proof->left);
    proof->arrived = allocate(proof->nodes, sizeof *proof->arrived);
    proof->heard = allocate(proof->nodes, sizeof *proof->heard);
    proof->hears = allocate(proof->nodes, sizeof *proof->hears);
    proof->sent = allocate(ports, sizeof *proof->sent);
    proof->came = allocate(ports, sizeof *proof->came);
    for (uint32_t area = 0; area < algorithm_areas(algorithm); area++) {
        for (uint32_t node = 0; node < proof->nodes; node++)
            if (proof_blocks(proof, node, area) > proof->most[area])
                proof->most[area] = proof_blocks(proof, node, area);
        proof->contents[area] =
            allocate((size_t)proof->nodes * proof->most[area], sizeof *proof->contents[area]);
    }
    contents_begin(proof->most[AREA_INPUT]);
    for (uint32_t node = 0; node < proof->nodes; node++) {
        proof->heard[node].node[node / 64] |= UINT64_C(1) << (node % 64);
        fill(proof, node);
    }
}

void proof_end(struct proof *proof) {
    contents_end();
    for (uint32_t area = 0; area < algorithm_areas(proof->algorithm); area++)
        free(proof->contents[area]);
    free(proof->leaving);
    free(proof->came);
    free(proof->sent);
    free(proof->hears);
    free(proof->heard);
    free(proof->arrived);
    free(proof->left);
    free(proof->step);
    free(proof->table);
}
