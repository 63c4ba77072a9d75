#include "tests/hostile/attack.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "net/node.h"
#include "tests/hostile/access.h"
#include "tests/hostile/rewrite.h"

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

/* Rewrites the oldest header of a ring. */
static void rewrite_oldest(uint8_t *slots, const struct ring_receiver *ring) {
    rewrite_header(slots + (ring->head & ring->mask) * CUBE_SLOT_BYTES, attack.fields,
                   &attack.random);
}

static uint32_t draw_channel(void) {
    uint32_t channel = draw(&attack.random, 2) == 0 ? CHANNEL_DIRECT : CHANNEL_ROUTED;
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
    if (attack.period == 0 || attack.accesses <= attack.after ||
        draw(&attack.random, attack.period) != 0)
        return;
    attack.rewrites++;
    if (inside < sizeof(struct cube_window) && attack.words && draw(&attack.random, 4) == 0)
        rewrite_word(slots - CUBE_SLOTS_DISTANCE + inside / 4 * 4, &attack.random);
    else if (draw_channel() == CHANNEL_DIRECT)
        rewrite_oldest(slots, &link->in);
    else
        rewrite_oldest(slots + attack.settings.direct, &link->routed_in);
}

void attack_draw(uint32_t seed, const struct cube_settings *settings, uint32_t channels) {
    static const uint32_t periods[] = {1, 3, 10, 30, 100};
    attack.random = seed;
    attack.settings = *settings;
    attack.channels = channels;
    attack.period = periods[draw(&attack.random, sizeof periods / sizeof periods[0])];
    attack.after = draw(&attack.random, 2) * draw(&attack.random, 1u << draw(&attack.random, 14));
    attack.fields = rewrite_draw_fields(&attack.random);
    attack.words = draw(&attack.random, 4) == 0;
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
