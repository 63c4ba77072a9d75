#include "tests/hostile/rewrite.h"

#include <stddef.h>
#include <string.h>

#include "cube_abi.h"

enum { BYTES, REMAINING, STEP, OPERATION, CLOCK, SOURCE, DESTINATION, ACKNOWLEDGED, FIELDS };

static_assert(BYTES == 0, "REWRITE_BYTES");

#define FIELD(name)                                                                                \
    { offsetof(struct cube_header, name), sizeof(((struct cube_header *)0)->name) }
static const struct {
    size_t offset;
    size_t bytes;
} field[FIELDS] = {
    [BYTES] = FIELD(bytes),
    [REMAINING] = FIELD(remaining),
    [STEP] = FIELD(step),
    [OPERATION] = FIELD(operation),
    [CLOCK] = FIELD(clock),
    [SOURCE] = FIELD(source),
    [DESTINATION] = FIELD(destination),
    [ACKNOWLEDGED] = FIELD(acknowledged),
};

static uint64_t draw_value(uint64_t before, uint32_t *random) {
    switch (draw(random, 7)) {
    case 0:
        return before - 1 - draw(random, 64);
    case 1:
        return before + 1 + draw(random, 64);
    case 2:
        return before == 0 ? 1 : draw(random, UINT32_MAX) % before;
    case 3:
        return draw(random, 300);
    case 4:
        return (UINT64_C(1) << draw(random, 64)) - draw(random, 3);
    case 5:
        return UINT64_MAX;
    default:
        return (uint64_t)draw(random, UINT32_MAX) << 32 | draw(random, UINT32_MAX);
    }
}

static void rewrite(uint8_t *place, size_t bytes, uint32_t *random) {
    uint64_t value = 0;
    memcpy(&value, place, bytes);
    value = draw_value(value, random);
    memcpy(place, &value, bytes);
}

/* A node may then have taken more of a piece than its length. */
static void shorten(uint8_t *place, uint32_t *random) {
    uint32_t bytes;
    memcpy(&bytes, place, sizeof bytes);
    bytes = bytes == 0 ? 0 : draw(random, bytes);
    memcpy(place, &bytes, sizeof bytes);
}

uint32_t rewrite_draw_fields(uint32_t *random) {
    switch (draw(random, 4)) {
    case 0:
        return (1u << FIELDS) - 1;
    case 1:
        return 1u << draw(random, FIELDS);
    default:
        return REWRITE_BYTES;
    }
}

void rewrite_header(uint8_t *header, uint32_t fields, uint32_t *random) {
    uint32_t which;
    do
        which = draw(random, FIELDS);
    while (!((fields >> which) & 1));
    if (which == BYTES && draw(random, 2) == 0)
        shorten(header + field[BYTES].offset, random);
    else
        rewrite(header + field[which].offset, field[which].bytes, random);
    /* Makes the header that of a packet which is all in this piece. */
    if (which == BYTES && draw(random, 4) == 0)
        memcpy(header + field[REMAINING].offset, header + field[BYTES].offset,
               field[REMAINING].bytes);
}

void rewrite_word(uint8_t *word, uint32_t *random) {
    rewrite(word, sizeof(uint32_t), random);
}
