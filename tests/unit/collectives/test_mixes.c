/* Finds calls that disturb each other: random calls of cube.h, one after the other with nothing
 * between, at nodes that are out of step, and messages that are received some calls later and in
 * another order. Every byte is compared with what is worked out without the library. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/check/shapes.h"
#include "tests/check/room.h"
#include "tests/host/drawn.h"
#include "tests/host/host.h"
#include "tests/unit/seed.h"

/* A message that `from` sends before call number `sent`, and `to` receives before number `taken`.
 */
struct letter {
    int from;
    int to;
    size_t bytes;
    size_t sent;
    size_t taken;
};

/* What all nodes do. */
struct mix {
    size_t come[1 << 4]; /* to which call each node has come */
    struct subject *subject;
    size_t calls;
    struct letter *letter; /* in the order in which they are sent */
    size_t letters;
};

/* ---- At a node ---- */

/* Lets others run for a while that differs from node to node and from call to call. */
static void dawdle(uint32_t *random) {
    uint32_t drawn = random_next(random);
    for (uint32_t k = 0; drawn % 4 == 0 && k < drawn / 4 % 16; k++)
        sched_yield();
}

static void fill(const struct letter *letter, uint8_t *at) {
    material_bytes.fill(at, (uint32_t)letter->from, (uint32_t)letter->sent, letter->bytes);
}

static bool deal_with(const struct letter *letter, size_t call) {
    uint8_t *expected = malloc(letter->bytes + 1), *got = malloc(letter->bytes + 1);
    bool right = true;
    if (!expected || !got)
        abort();
    fill(letter, expected);
    if (letter->sent == call && letter->from == cube_node())
        right = cube_send(letter->to, expected, letter->bytes) == 0;
    if (letter->taken == call && letter->to == cube_node())
        right = right && cube_recv(letter->from, got, letter->bytes) == 0 &&
                memcmp(got, expected, letter->bytes) == 0;
    free(got);
    free(expected);
    return right;
}

/* Sends and receives what is due before call number `call`, in the order of the list. So the
 * messages of one node to another are received in the order in which they were sent, with those of
 * other nodes between them. */
static bool deal_with_letters(const struct mix *mix, size_t call) {
    bool right = true;
    for (size_t k = 0; k < mix->letters; k++)
        if (mix->letter[k].sent == call || mix->letter[k].taken == call)
            right = deal_with(&mix->letter[k], call) && right;
    return right;
}

static int take_part(void *argument) {
    struct mix *mix = argument;
    uint32_t random = first_seed + 77 * (uint32_t)cube_node();
    for (size_t call = 0; call < mix->calls; call++) {
        const struct subject *subject = &mix->subject[call];
        mix->come[cube_node()] = call;
        dawdle(&random);
        if (!host_check(deal_with_letters(mix, call)) ||
            !host_expect(subject_is_right(subject), subject_text(subject), "call", (int)call))
            return 1;
    }
    return host_check(deal_with_letters(mix, mix->calls)) ? 0 : 1;
}

/* ---- What is drawn ---- */

/* Draws a message. Of two that one node sends to another, the later one is received later. */
static struct letter draw_letter(const struct mix *mix, size_t call, uint32_t dimension,
                                 uint32_t *random) {
    enum { LATER = 8, LONGEST = 300 };
    size_t magnitude = LONGEST >> random_next(random) % 12;
    struct letter letter = {
        .from = (int)(random_next(random) % (1u << dimension)),
        .to = (int)(random_next(random) % (1u << dimension)),
        .bytes = random_next(random) % (magnitude + 1),
        .sent = call,
        .taken = call + 1 + random_next(random) % LATER,
    };
    for (size_t k = 0; k < mix->letters; k++) {
        const struct letter *other = &mix->letter[k];
        if (other->from == letter.from && other->to == letter.to && other->taken > letter.taken)
            letter.taken = other->taken;
    }
    letter.taken = letter.taken < mix->calls ? letter.taken : mix->calls;
    return letter;
}

/* Prints, after a deadlock, which call each node was in and what it waited for. */
static void print_waits(uint32_t dimension, const struct mix *mix) {
    for (uint32_t v = 0; v < 1u << dimension; v++) {
        const struct cube_wait *wait = host_wait_of(v);
        printf("# node %u, call %zu (%s): %.16s, step %u, from node %u\n", v, mix->come[v],
               mix->come[v] < mix->calls ? subject_text(&mix->subject[mix->come[v]]) : "the end",
               wait->operation, wait->step, wait->peer);
    }
}

static void try(uint32_t dimension, const struct host_options *options, size_t calls, size_t most) {
    uint32_t random = first_seed;
    struct mix mix = {.calls = calls, .subject = room_for(NULL, 0, calls, sizeof *mix.subject)};
    for (size_t call = 0; call < calls; call++) {
        mix.subject[call] = subject_draw(dimension, most, &random);
        for (uint32_t k = random_next(&random) % 4; k > 0; k--) {
            struct letter letter = draw_letter(&mix, call, dimension, &random);
            mix.letter = room_for(mix.letter, mix.letters, 1, sizeof *mix.letter);
            mix.letter[mix.letters++] = letter;
        }
    }
    enum host_verdict verdict = host_run(dimension, options, take_part, &mix);
    if (verdict == HOST_DEADLOCK)
        print_waits(dimension, &mix);
    free(mix.subject);
    free(mix.letter);
    assert_int_equal(verdict, HOST_OK);
}

TEST(on_small_rings) {
    const struct host_options sleeping = {.direct = 256, .routed = 256};
    const struct host_options looking = {.direct = 512, .routed = 1024, .spins = 100};
    try(1, &sleeping, 300, 600);
    try(2, &sleeping, 500, 1000);
    try(3, &looking, 500, 1000);
    try(4, &sleeping, 100, 300);
}

TEST(on_large_rings) {
    const struct host_options looking = {.spins = 3};
    try(2, NULL, 400, 4000);
    try(3, &looking, 300, 2000);
}
