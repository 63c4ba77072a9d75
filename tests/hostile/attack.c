#include "tests/hostile/attack.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/node.h"
#include "tests/hostile/access.h"
#include "tests/hostile/rewrite.h"

/* More accesses than any run makes: a victim that makes them is in an endless loop. */
enum { MOST_ACCESSES = 200000 };

/* When something is rewritten. */
enum moment {
    BEFORE_ANY_ACCESS, /* the oldest header of the link */
    BEFORE_ANY_WORD,   /* the word that is read, and no header */
    BEFORE_A_REREAD,   /* a header, when some of it is about to be read for a second time */
};

/* What there has been to read in a ring since its head came to where it is. */
struct reading {
    uint64_t head;
    uint32_t bytes; /* set of those of the oldest header at which an access began */
    uint64_t slots; /* of the oldest piece, by the longest header that it has had */
};

static struct {
    struct turns_settings settings;
    struct turns_windows windows;
    uint32_t random;
    uint32_t channels;
    uint32_t fields; /* set of those that are rewritten */
    enum moment moment;
    uint32_t period; /* one access in so many is stepped in at; 0: none */
    uint64_t after;  /* accesses that are left alone */
    struct reading direct[CUBE_MAX_DIMENSION];
    struct reading routed[CUBE_MAX_DIMENSION];
    void (*act)(uint32_t dimension, uint32_t *random); /* null: headers are rewritten */
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

/* Looks at what there is to read now. */
static void look_at(struct reading *reading, const struct ring_receiver *ring,
                    const uint8_t *slots) {
    const struct cube_header *header =
        (const struct cube_header *)(slots + (ring->head & ring->mask) * CUBE_SLOT_BYTES);
    if (reading->head != ring->head)
        *reading = (struct reading){.head = ring->head};
    if (reading->slots < piece_slots(header->bytes))
        reading->slots = piece_slots(header->bytes);
}

/* Notes an access of byte `place` of a ring, whose oldest piece has been looked at. Returns whether
 * it reads again what has been read of its header. */
static bool is_reread(struct reading *reading, const struct ring_receiver *ring, size_t place) {
    size_t byte = place - (ring->head & ring->mask) * CUBE_SLOT_BYTES;
    if (byte >= sizeof(struct cube_header))
        return false;
    bool again = (reading->bytes >> byte) & 1;
    reading->bytes |= 1u << byte;
    return again;
}

/* Whether byte `place` of a ring may be read: it belongs to the oldest piece, or to one before it
 * whose slots the neighbour has not been given back. */
static bool is_readable(const struct reading *reading, const struct ring_receiver *ring,
                        size_t place) {
    uint32_t released = atomic_load_explicit(ring->released, memory_order_relaxed);
    uint64_t kept = (uint32_t)ring->head - released;
    return ((place / CUBE_SLOT_BYTES - released) & ring->mask) < kept + reading->slots;
}

/* Whether now is the moment to rewrite something. */
static bool is_time(void) {
    return attack.period != 0 && attack.accesses > attack.after &&
           draw(&attack.random, attack.period) == 0;
}

static void before_word(const struct link *link, uint8_t *window, size_t inside) {
    uint8_t *slots = window + CUBE_SLOTS_DISTANCE;
    if (attack.moment == BEFORE_A_REREAD || !is_time())
        return;
    attack.rewrites++;
    if (attack.moment == BEFORE_ANY_WORD)
        rewrite_word(window + inside / sizeof(uint32_t) * sizeof(uint32_t), &attack.random);
    else if (draw_channel() == CHANNEL_DIRECT)
        rewrite_oldest(slots, &link->in);
    else
        rewrite_oldest(slots + attack.settings.direct, &link->routed_in);
}

/* Before an access of byte `place` of a ring's slots. Nobody reads further than the oldest piece of
 * a ring. Where tails or first readings are rewritten, that is hard to tell from outside. */
static void before_slot(struct reading *reading, const struct ring_receiver *ring, uint8_t *slots,
                        size_t place) {
    look_at(reading, ring, slots);
    if (attack.moment == BEFORE_A_REREAD && !is_readable(reading, ring, place))
        attack.violation = "read beyond a piece";
    bool again = is_reread(reading, ring, place);
    if (attack.moment == BEFORE_ANY_WORD || (attack.moment == BEFORE_A_REREAD && !again) ||
        !is_time())
        return;
    attack.rewrites++;
    rewrite_oldest(slots, ring);
}

static void act(uint32_t dimension) {
    if (!is_time())
        return;
    attack.rewrites++;
    attack.act(dimension, &attack.random);
}

/* Called in the victim's thread, whose state `node` is: its heads say what it has come to. */
static void step_in(size_t offset) {
    size_t inside = offset % attack.windows.window_bytes;
    size_t index = offset / attack.windows.window_bytes;
    uint32_t d = (uint32_t)(index % attack.settings.dimension);
    size_t direct = CUBE_SLOTS_DISTANCE;
    size_t routed = direct + attack.settings.direct;
    size_t end = routed + attack.settings.routed;
    uint8_t *window = attack.windows.memory + offset - inside;
    if (index / attack.settings.dimension != (attack.settings.victim ^ (1u << d)))
        attack.violation = "read the window of a link that is not its own";
    else if (++attack.accesses == MOST_ACCESSES)
        attack.violation = "worked for ever";
    else if (inside >= offsetof(struct cube_window, flag) && (inside < direct || inside >= end))
        attack.violation = "read beyond a window";
    else if (attack.act)
        act(d);
    else if (inside < direct)
        before_word(&node.link[d], window, inside);
    else if (inside < routed)
        before_slot(&attack.direct[d], &node.link[d].in, window + direct, inside - direct);
    else
        before_slot(&attack.routed[d], &node.link[d].routed_in, window + routed, inside - routed);
    if (attack.violation) {
        fprintf(stderr, "# the victim %s\n", attack.violation);
        abort();
    }
}

void attack_draw(uint32_t seed, const struct turns_settings *settings, uint32_t channels,
                 bool returns) {
    static const uint32_t periods[] = {1, 3, 10, 30, 100};
    static const enum moment moments[] = {BEFORE_ANY_ACCESS, BEFORE_ANY_WORD, BEFORE_A_REREAD,
                                          BEFORE_A_REREAD};
    attack.random = seed;
    attack.settings = *settings;
    attack.channels = channels;
    attack.period = periods[draw(&attack.random, sizeof periods / sizeof periods[0])];
    attack.after = draw(&attack.random, 2) * draw(&attack.random, 1u << draw(&attack.random, 14));
    attack.fields = rewrite_draw_fields(&attack.random);
    attack.moment = moments[draw(&attack.random, sizeof moments / sizeof moments[0])];
    if (returns) {
        attack.moment = BEFORE_A_REREAD;
        attack.fields = REWRITE_BYTES;
        attack.period = 1;
        attack.after = draw(&attack.random, 1u << (6 + draw(&attack.random, 6)));
    } else if (attack.moment == BEFORE_A_REREAD) { /* there are few of them */
        attack.period = 1 + draw(&attack.random, 2);
        attack.after = 0;
    }
    attack.act = NULL;
    memset(attack.direct, 0xff, sizeof attack.direct);
    memset(attack.routed, 0xff, sizeof attack.routed);
}

/* One forged message may be enough to end a run, so there are not many. */
void attack_by(void (*function)(uint32_t dimension, uint32_t *random)) {
    static const uint32_t periods[] = {1, 3, 10, 100};
    attack.act = function;
    attack.period = periods[draw(&attack.random, sizeof periods / sizeof periods[0])];
    attack.after = draw(&attack.random, 1u << draw(&attack.random, 12));
}

void attack_not(void) {
    attack.period = 0;
}

bool attack_has_words(void) {
    return attack.moment == BEFORE_ANY_WORD;
}

void attack_begin(const struct turns_windows *windows) {
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
