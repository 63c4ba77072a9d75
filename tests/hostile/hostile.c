/* Finds a call that touches foreign memory, or never ends, while neighbours rewrite the headers of
 * its links. Arguments: [FIRST [SEEDS]].
 *
 * Each seed draws a cube, a victim, calls that all its nodes make, and rewrites that come between
 * any two accesses of the victim to its neighbours' windows (access.h): so every moment of change
 * is tried. The victim may abort and say why, or its calls may fail or return wrong data or wait
 * for ever. It may not touch foreign memory (the sanitizers check this), nor read beyond the rings
 * (attack.c), nor loop for ever; and no other node may report an overwritten link, because its
 * neighbours are honest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "tests/host/drawn.h"
#include "tests/hostile/access.h"
#include "tests/hostile/attack.h"
#include "tests/hostile/calls.h"
#include "tests/hostile/rewrite.h"
#include "tests/hostile/seeds.h"
#include "tests/hostile/turns.h"

enum { ROUNDS = 8, RECORDS = 4, MOST_DIMENSIONS = 3, DEFAULT_SEEDS = 200 };

static uint32_t seed;

/* Any call of cube.h, the v forms included, whose blocks differ in size. What a neighbour sends is
 * no text. */
static int use_subject(uint32_t *random) {
    struct subject subject = subject_draw((uint32_t)cube_dim(), draw_bytes(random), random);
    if (subject.material == &material_texts)
        subject.material = &material_bytes;
    return subject_run(&subject);
}

/* ---- A run ---- */

struct calls {
    const char *name;
    uint32_t channels;
    int (*use[3])(uint32_t *random);
    uint32_t rings; /* of N bytes, with which the victim comes back to headers; 0: of any */
};

static const struct calls all_calls[] = {
    {"links", CHANNEL_DIRECT, {use_links, use_exchange}, 0},
    {"messages", CHANNEL_ROUTED, {use_messages, use_inboxes}, 0},
    {"active messages", CHANNEL_ROUTED, {use_active, use_active, use_messages}, 0},
    {"collectives", CHANNEL_DIRECT, {use_algorithm, use_subject, use_barrier}, 0},
    {"all", CHANNEL_DIRECT | CHANNEL_ROUTED, {use_messages, use_algorithm, use_exchange}, 0},
    {"long reductions", CHANNEL_DIRECT, {use_long_reductions}, 256},
    {"long relays", CHANNEL_DIRECT, {use_long_relays}, 512},
    {"long messages", CHANNEL_ROUTED, {use_long_messages}, 512},
};
enum { CALLS = sizeof all_calls / sizeof all_calls[0] };

static const struct calls *calls;
static const char *violation; /* by a call of some node, or null */

static int run_node(void) {
    uint32_t random = seed;
    uint32_t count = 1;
    struct cube_step_record *records = calloc(RECORDS, sizeof *records);
    calls_begin();
    while (count < sizeof calls->use / sizeof calls->use[0] && calls->use[count])
        count++;
    if (draw(&random, 2) == 0)
        cube_trace(records, RECORDS);
    int error = 0;
    uint32_t rounds = calls->rings > 0 ? 2 : ROUNDS;
    for (uint32_t round = 0; round < rounds && error == 0; round++)
        error = calls->use[draw(&random, count)](&random);
    cube_trace(NULL, 0);
    free(records);
    if (calls_violation())
        violation = calls_violation();
    return error;
}

/* An order of the dimensions: in half of all draws the usual one. */
static void draw_order(uint32_t *random, uint32_t dimension, uint8_t order[]) {
    bool usual = draw(random, 2) == 0;
    for (uint32_t k = 0; k < dimension; k++) {
        uint32_t other = usual ? k : draw(random, k + 1);
        order[k] = order[other];
        order[other] = (uint8_t)k;
    }
}

static struct turns_settings draw_settings(uint32_t *random) {
    static const uint32_t rings[] = {256, 256, 512, 4096};
    static const uint32_t flags[] = {0, 0, CUBE_PAGE_CLOCK, CUBE_PAGE_CLOCK | CUBE_PAGE_ONE_PORT};
    struct turns_settings settings = {
        .dimension = MOST_DIMENSIONS - draw(random, 8) / 3,
        .direct = rings[draw(random, sizeof rings / sizeof rings[0])],
        .routed = rings[draw(random, sizeof rings / sizeof rings[0])],
        .flags = flags[draw(random, sizeof flags / sizeof flags[0])],
        .costs = {.start = 100, .hop = 10, .byte = 1},
        .seed = draw(random, UINT32_MAX) + 1,
    };
    if (calls->rings > 0) {
        settings.direct = settings.routed = calls->rings;
        settings.dimension = MOST_DIMENSIONS;
    }
    settings.victim = draw(random, 1u << settings.dimension);
    draw_order(random, settings.dimension, settings.order);
    return settings;
}

/* What must not have come of it, or null. */
static const char *what_is_wrong(const struct turns_settings *settings,
                                 const struct turns_outcome *outcome, bool disturbed) {
    if (attack_violation())
        return attack_violation();
    if (violation)
        return violation;
    if (!disturbed)
        return outcome->end == TURNS_RIGHT ? NULL : "it went wrong though nobody disturbed it";
    if (outcome->end != TURNS_ABORTED)
        return NULL;
    if (strncmp(outcome->said, "cube: node ", strlen("cube: node ")) != 0)
        return "a node aborted and did not say why";
    /* A neighbour whose head lies finds its slots written over, but that is its own doing. */
    bool neighbour = __builtin_popcount(outcome->node ^ settings->victim) == 1;
    bool honest = outcome->node != settings->victim && !(neighbour && attack_has_words());
    if (honest && strstr(outcome->said, "from a neighbour"))
        return "a node accused its neighbour, which is honest";
    return NULL;
}

/* Makes one run, and counts in ends[] how it ended. */
static bool passes(uint32_t number, bool disturbed, uint64_t ends[]) {
    uint32_t random = seed = number * 2654435761u | 1; /* Knuth's factor: seeds far apart */
    calls = &all_calls[number % CALLS];
    violation = NULL;
    struct turns_settings settings = draw_settings(&random);
    attack_draw(draw(&random, UINT32_MAX) + 1, &settings, calls->channels, calls->rings > 0);
    if (!disturbed)
        attack_not();
    struct turns_outcome outcome = turns_run(&settings, attack_begin, run_node);
    ends[outcome.end]++;
    const char *wrong = what_is_wrong(&settings, &outcome, disturbed);
    return seed_is_right("hostile", number, calls->name, wrong, &settings, &outcome);
}

int main(int count, char *words[]) {
    if (!access_can()) {
        puts("1..0 # SKIP needs an x86-64 host, to step in at each access");
        return 0;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    uint32_t first = argument(count, words, 1, 1);
    uint32_t seeds = argument(count, words, 2, DEFAULT_SEEDS);
    bool alone = run_seeds(passes, 1, first, seeds / 10 + 1, false);
    bool attacked = run_seeds(passes, 2, first, seeds, true);
    puts("1..2");
    return !(alone && attacked);
}
