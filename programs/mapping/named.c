/* Named communications, by the source of each bit of the destination.
 *
 * In those on images a node is the pixel (px, py) of a square image. px is the lower half of the
 * address bits, and py the upper half. (0, 0) is the lower left pixel, so the rotation that Hou et
 * al. call clockwise (example 5) is counter-clockwise here. */
#include <errno.h>
#include <string.h>

#include "compiler.h"
#include "programs/mapping/communication.h"

/* Returns which bit of the source becomes bit `bit` of the destination, or NOTHING if that bit is
 * 0. */
enum { NOTHING = BIT_MATRIX_SIZE };
typedef uint32_t bit_source(uint32_t size, uint32_t bit);

#define SOURCE(name, source)                                                                       \
    static uint32_t name(UNUSED uint32_t size, UNUSED uint32_t bit) {                              \
        return source;                                                                             \
    }

SOURCE(same, bit)
SOURCE(reversed, size - 1 - bit)
SOURCE(from_other_half, (bit + size / 2) % size)

/* Two halves of a pack of cards are shuffled into each other: x becomes 2x, and the highest bit
 * comes round to bit 0. */
SOURCE(from_next_lower, (bit + size - 1) % size)
SOURCE(from_next_higher, (bit + 1) % size)
SOURCE(ends_exchanged, bit == 0 ? size - 1 : bit == size - 1 ? 0 : bit)
SOURCE(reversed_in_row, bit < size / 2 ? size / 2 - 1 - bit : bit)
SOURCE(reversed_in_column, bit < size / 2 ? bit : size + size / 2 - 1 - bit)

/* A pixel of the enlarged image comes from the pixel with both coordinates halved. */
SOURCE(halved, (bit + 1) % (size / 2) == 0 ? NOTHING : bit + 1)
SOURCE(from_nowhere, NOTHING)

/* Which bits are complemented: none, all, those of px, those of py. */
enum complement { NONE, ALL, LOWER, UPPER };

static const struct {
    const char *name;
    bit_source *source;
    enum complement complement;
    bool square;         /* of an image */
    bool by_destination; /* a scatter */
    const char *meaning;
} named[] = {
    {"transpose", from_other_half, NONE, true, false, "a matrix of 2^(n/2) rows is transposed"},
    {"bit-reverse", reversed, NONE, false, false, "address bits in reverse order"},
    {"reverse-flip", reversed, ALL, false, false, "the same bits, each complemented"},
    {"shuffle", from_next_lower, NONE, false, false, "perfect shuffle: bits rotated upwards"},
    {"unshuffle", from_next_higher, NONE, false, false, "its inverse: bits rotated downwards"},
    {"butterfly", ends_exchanged, NONE, false, false, "lowest and highest bit exchanged"},
    {"complement", same, ALL, false, false, "to the node opposite"},
    {"gather", from_nowhere, NONE, false, false, "all to node 0"},
    {"scatter", from_nowhere, NONE, false, true, "node 0 to all"},
    {"rotate90", from_other_half, LOWER, true, false, "an image turned counter-clockwise"},
    {"rotate180", same, ALL, true, false, "an image turned upside down"},
    {"rotate270", from_other_half, UPPER, true, false, "an image turned clockwise"},
    {"reflect-diagonal", from_other_half, NONE, true, false, "px and py exchanged"},
    {"reflect-antidiagonal", from_other_half, ALL, true, false, "the other diagonal's mirror"},
    {"reflect-vertical", same, LOWER, true, false, "left and right exchanged"},
    {"reflect-horizontal", same, UPPER, true, false, "top and bottom exchanged"},
    {"reverse-rows", reversed_in_row, NONE, true, false, "bit-reverse within each row"},
    {"reverse-columns", reversed_in_column, NONE, true, false, "bit-reverse within each column"},
    {"scale2", halved, NONE, true, true, "a quarter of an image at twice its size"},
};
enum { NAMES = sizeof named / sizeof named[0] };

static uint32_t complemented(enum complement complement, uint32_t size) {
    uint32_t all = bit_matrix_all(size), lower = bit_matrix_all(size / 2);
    uint32_t bits[] = {[NONE] = 0, [ALL] = all, [LOWER] = lower, [UPPER] = all & ~lower};
    return bits[complement];
}

int named_communication(const char *name, uint32_t size, struct communication *communication) {
    size_t index = 0;
    while (index < NAMES && strcmp(named[index].name, name) != 0)
        index++;
    if (index == NAMES)
        return -ENOENT;
    if (named[index].square && size % 2 != 0)
        return -EINVAL;
    *communication = (struct communication){
        .matrix.size = size,
        .vector = complemented(named[index].complement, size),
        .by_destination = named[index].by_destination,
    };
    strcpy(communication->name, name);
    for (uint32_t bit = 0; bit < size; bit++) {
        uint32_t source = named[index].source(size, bit);
        communication->matrix.row[bit] = (uint16_t)(source == NOTHING ? 0 : 1u << source);
    }
    return 0;
}

const char *named_list(size_t index, const char **meaning) {
    if (index >= NAMES)
        return NULL;
    *meaning = named[index].meaning;
    return named[index].name;
}

const char *named_as(const struct communication *communication) {
    struct communication other;
    const struct bit_matrix *matrix = &communication->matrix;
    for (size_t index = 0; index < NAMES; index++)
        if (named_communication(named[index].name, matrix->size, &other) == 0 &&
            other.vector == communication->vector &&
            other.by_destination == communication->by_destination &&
            memcmp(other.matrix.row, matrix->row, matrix->size * sizeof matrix->row[0]) == 0)
            return named[index].name;
    return NULL;
}
