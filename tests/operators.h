/* Operators that do not commute, and elements for them: a result tells what was combined, and in
 * which order. For the host and for the machine. */
#ifndef TESTS_OPERATORS_H
#define TESTS_OPERATORS_H

#include <stdint.h>
#include <string.h>

#include "cube.h"

/* Maps x -> a x + b modulo 2^32 are composed: the left one is applied first. */
struct map {
    uint32_t a, b;
};

static inline void compose(const void *left_in, void *right_inout, size_t count,
                           const struct cube_type *type) {
    const struct map *left = left_in;
    struct map *right = right_inout;
    (void)type;
    for (size_t k = 0; k < count; k++)
        right[k] = (struct map){left[k].a * right[k].a, left[k].b * right[k].a + right[k].b};
}

static const struct cube_type map_type = {.bytes = sizeof(struct map)};
static const struct cube_op composition = {.function = compose};

/* Texts are concatenated. Each node's is one letter, and there is room for the letters of 64 nodes.
 * A text is longer than what fits in a slot. */
struct text {
    char letters[66];
};

static inline void concatenate(const void *left_in, void *right_inout, size_t count,
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

static const struct cube_type text_type = {.bytes = sizeof(struct text)};
static const struct cube_op concatenation = {.function = concatenate};

#endif
