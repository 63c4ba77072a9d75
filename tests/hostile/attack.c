#include "tests/hostile/attack.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/node.h"
#include "tests/check/shapes.h"
#include "tests/hostile/access.h"

/* No call of a run makes so many accesses: a victim that does has been made to work for ever. */
enum { MOST_ACCESSES = 200000 };

static struct {
    struct cube_settings settings;
    struct cube_windows windows;
    uint32_t random;
    uint32_t channels;
    uint32_t fields; /* set of those that are rewritten */
    bool words;      /* the words of the control page are, too */
    uint32_t period; /* one access in so many is stepped in at; 0: none */
    uint64_t after;  /* accesses that are left alone */
    uint64_t accesses;
    uint64_t rewrites;
    const char *violation;
} attack;

/* The fields of a header. */
static const struct {
    uint32_t offset;
    uint32_t bytes;
} fields[] = {
    {offsetof(struct cube_header, remaining), 4},   {offsetof(struct cube_header, bytes), 4},
    {offsetof(struct cube_header, step), 4},        {offsetof(struct cube_header, operation), 4},
    {offsetof(struct cube_header, clock), 8},       {offsetof(struct cube_header, source), 2},
    {offsetof(struct cube_header, destination), 2}, {offsetof(struct cube_header, acknowledged), 4},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static uint32_t draw(uint32_t below) {
    return random_next(&attack.random) % below;
}

/* Numbers near the one that was there, small ones, ones near a power of two, and any. */
static uint64_t draw_value(uint64_t before) {
    switch (draw(7)) {
    case 0:
        return before - 1 - draw(64);
    case 1:
        return before + 1 + draw(64);
    case 2:
        return before == 0 ? 1 : random_next(&attack.random) % before;
    case 3:
        return draw(300);
    case 4:
        return (UINT64_C(1) << draw(64)) - draw(3);
    case 5:
        return UINT64_MAX;
    default:
        return (uint64_t)random_next(&attack.random) << 32 | random_next(&attack.random);
    }
}

static void rewrite(uint8_t *place, uint32_t bytes) {
    uint64_t value = 0;
    memcpy(&value, place, bytes);
    value = draw_value(value);
    memcpy(place, &value, bytes);
    attack.rewrites++;
}

/* Rewrites the oldest header of a ring. */
static void rewrite_header(uint8_t *slots, const struct ring_receiver *ring) {
    uint8_t *header = slots + (ring->head & ring->mask) * CUBE_SLOT_BYTES;
    uint32_t field;
    do
        field = draw(FIELDS);
    while (!((attack.fields >> field) & 1));
    rewrite(header + fields[field].offset, fields[field].bytes);
}

static uint32_t draw_channel(void) {
    uint32_t channel = draw(2) == 0 ? CHANNEL_DIRECT : CHANNEL_ROUTED;
    return channel & attack.channels ? channel : attack.channels;
}

/* What of a window nobody reads, or nobody in this run. */
static const char *what_is_wrong(size_t inside) {
    if (inside < sizeof(struct cube_window))
        return inside < offsetof(struct cube_window, flag) ? NULL
                                                           : "read beyond the words of a window";
    size_t direct = CUBE_SLOTS_DISTANCE;
    size_t routed = direct + attack.settings.direct;
    size_t end = routed + attack.settings.routed;
    if (inside < direct || inside >= end)
        return "read beyond a window";
    /* A tail that is rewritten leads to either. */
    if (!attack.words && !(attack.channels & (inside < routed ? CHANNEL_DIRECT : CHANNEL_ROUTED)))
        return "read beyond a ring";
    return NULL;
}

/* Called in the victim's thread, whose state `node` is: its heads say what it has come to. */
static void step_in(size_t offset) {
    size_t inside = offset % attack.windows.window_bytes;
    size_t index = offset / attack.windows.window_bytes;
    uint32_t dimension = (uint32_t)(index % attack.settings.dimension);
    const struct link *link = &node.link[dimension];
    uint8_t *slots = attack.windows.memory + offset - inside + CUBE_SLOTS_DISTANCE;
    if (attack.violation == NULL)
        attack.violation = what_is_wrong(inside);
    if (index / attack.settings.dimension != (attack.settings.victim ^ (1u << dimension)))
        attack.violation = "read the window of a link that is not its own";
    if (++attack.accesses == MOST_ACCESSES)
        attack.violation = "worked for ever";
    if (attack.violation != NULL) {
        fprintf(stderr, "# the victim %s\n", attack.violation);
        abort();
    }
    if (attack.period == 0 || attack.accesses <= attack.after || draw(attack.period) != 0)
        return;
    if (inside < sizeof(struct cube_window) && attack.words && draw(4) == 0)
        rewrite(slots - CUBE_SLOTS_DISTANCE + inside / 4 * 4, 4);
    else if (draw_channel() == CHANNEL_DIRECT)
        rewrite_header(slots, &link->in);
    else
        rewrite_header(slots + attack.settings.direct, &link->routed_in);
}

void attack_draw(uint32_t seed, const struct cube_settings *settings, uint32_t channels) {
    static const uint32_t periods[] = {1, 3, 10, 30, 100};
    attack.random = seed;
    attack.settings = *settings;
    attack.channels = channels;
    attack.period = periods[draw(sizeof periods / sizeof periods[0])];
    attack.after = draw(2) * draw(1u << draw(14));
    /* All, or one, which then is found wrong in as many ways as there are. */
    attack.fields = draw(3) == 0 ? (1u << FIELDS) - 1 : 1u << draw(FIELDS);
    if (draw(2) == 0)
        attack.fields = 1u << 1;
    attack.words = draw(4) == 0;
}

void attack_not(void) {
    attack.period = 0;
}

bool attack_has_words(void) {
    return attack.words;
}

void attack_begin(const struct cube_windows *windows) {
    attack.windows = *windows;
    attack.accesses = attack.rewrites = 0;
    attack.violation = NULL;
    access_watch(windows->seen, windows->bytes, step_in);
}

uint64_t attack_accesses(void) {
    return attack.accesses;
}

uint64_t attack_rewrites(void) {
    return attack.rewrites;
}

const char *attack_violation(void) {
    return attack.violation;
}
