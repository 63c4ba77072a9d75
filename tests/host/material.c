#include "tests/host/material.h"

#include <stdlib.h>
#include <string.h>

/* Fills blocks so that no two of them are alike over many bytes. */
static void fill_bytes(uint8_t *at, uint32_t rank, uint32_t block, size_t bytes) {
    uint32_t mix = (rank * 641 + block + 1) * 2654435761u; /* Knuth's factor: blocks far apart */
    for (size_t offset = 0; offset < bytes; offset++, mix += 40503u)
        at[offset] = (uint8_t)(mix >> 16 ^ mix >> 24);
}

/* A matrix of numbers modulo 2^64, row by row. A packet may be cut in the middle of one. */
struct matrix {
    uint64_t a, b, c, d;
};

static void multiply(const void *left_in, void *right_inout, size_t count,
                     const struct cube_type *type) {
    const struct matrix *left = left_in;
    struct matrix *right = right_inout;
    (void)type;
    for (size_t k = 0; k < count; k++) {
        struct matrix l = left[k], r = right[k];
        right[k] = (struct matrix){l.a * r.a + l.b * r.c, l.a * r.b + l.b * r.d,
                                   l.c * r.a + l.d * r.c, l.c * r.b + l.d * r.d};
    }
}

/* Texts are concatenated. Each node's is one letter, and there is room for the letters of 64 nodes.
 * A text is longer than what fits in a slot. */
struct text {
    char letters[66];
};

static void concatenate(const void *left_in, void *right_inout, size_t count,
                        const struct cube_type *type) {
    const struct text *left = left_in;
    struct text *right = right_inout;
    (void)type;
    for (size_t k = 0; k < count; k++) {
        struct text all = left[k];
        strncat(all.letters, right[k].letters, sizeof all.letters - 1 - strlen(all.letters));
        right[k] = all;
    }
}

static void fill_texts(uint8_t *at, uint32_t rank, uint32_t block, size_t bytes) {
    memset(at, 0, bytes);
    for (size_t offset = 0; offset < bytes; offset += sizeof(struct text))
        at[offset] = (uint8_t)(1 + (rank + 7 * block + 13 * offset) % UINT8_MAX);
}

static const struct cube_type matrix_type = {.bytes = sizeof(struct matrix)};
static const struct cube_type text_type = {.bytes = sizeof(struct text)};
static const struct cube_op matrix_product = {.function = multiply};
static const struct cube_op concatenation = {.function = concatenate};

const struct material material_bytes = {&cube_byte, &cube_sum, fill_bytes};
const struct material material_matrices = {&matrix_type, &matrix_product, fill_bytes};
const struct material material_texts = {&text_type, &concatenation, fill_texts};

bool material_holds(const struct material *material, const uint8_t *at, struct cube_content content,
                    size_t bytes) {
    if (content.first > content.last)
        return true;
    uint8_t *expected = malloc(bytes + 1);
    uint8_t *next = malloc(bytes + 1);
    if (!expected || !next)
        abort();
    material->fill(expected, content.first, content.block, bytes);
    for (uint32_t rank = content.first + 1; rank <= content.last; rank++) {
        material->fill(next, rank, content.block, bytes);
        material->op->function(expected, next, bytes / material->type->bytes, material->type);
        memcpy(expected, next, bytes);
    }
    bool right = at && memcmp(at, expected, bytes) == 0;
    free(next);
    free(expected);
    return right;
}
