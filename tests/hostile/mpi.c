/* Finds a call of MPI that touches foreign memory, never ends, or blames a wrong node, while
 * neighbours send forged messages. Arguments: [FIRST [SEEDS]].
 *
 * First each message that a handler must find (forgeries/forgery.h). Then each seed draws a cube, a
 * victim, a program (program.h), and what its neighbours do between any two accesses of the victim
 * to their windows: as in hostile.c, or by forged messages (forge.h). The victim may end as there;
 * and every report must include the attackers. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/hostile/access.h"
#include "tests/hostile/attack.h"
#include "tests/hostile/forgeries/forgery.h"
#include "tests/hostile/program.h"
#include "tests/hostile/rewrite.h"
#include "tests/hostile/seeds.h"
#include "tests/hostile/turns.h"

enum { DEFAULT_SEEDS = 400, MOST_DIMENSIONS = 3 };

static uint32_t seed;

static int run_node(void) {
    return program_run(seed);
}

static struct turns_settings draw_settings(uint32_t *random) {
    static const uint32_t rings[] = {256, 256, 1024, 16384};
    static const uint32_t flags[] = {0, 0, 0, CUBE_PAGE_CLOCK};
    struct turns_settings settings = {
        .dimension = 1 + draw(random, MOST_DIMENSIONS),
        .direct = rings[draw(random, sizeof rings / sizeof rings[0])],
        .routed = rings[draw(random, sizeof rings / sizeof rings[0])],
        .flags = flags[draw(random, sizeof flags / sizeof flags[0])],
        .costs = {.start = 100, .hop = 10, .byte = 1},
        .seed = draw(random, UINT32_MAX) + 1,
    };
    settings.victim = draw(random, 1u << settings.dimension);
    for (uint32_t k = 0; k < settings.dimension; k++) {
        settings.order[k] = (uint8_t)k;
        settings.silent |= 1u << (settings.victim ^ 1u << k);
    }
    return settings;
}

/* ---- Who is accused ---- */

/* Whether a packet from one node to another comes to the victim on the way. */
static bool comes_to(uint32_t victim, uint32_t from, uint32_t to) {
    for (uint32_t at = from; at != to;) {
        uint32_t differing = at ^ to;
        at ^= differing & -differing;
        if (at == victim)
            return true;
    }
    return false;
}

/* Whether a report accuses only honest nodes: all of the victim's neighbours overwrote
 * their links to it, and nobody else has. What they themselves say does not count. */
static bool accuses_honest(const struct turns_settings *settings,
                           const struct turns_outcome *outcome) {
    static const char *const begins[] = {"MPI: node %u: ", "cube: node %u: "};
    static const char name[] = "from node ", neighbour[] = "invalid packet from a neighbour";
    uint32_t by = outcome->node, victim = settings->victim;
    for (uint32_t k = 0; k < sizeof begins / sizeof begins[0]; k++) {
        char begin[32];
        snprintf(begin, sizeof begin, begins[k], (unsigned)by);
        const char *line = strstr(outcome->said, begin);
        if (!line)
            continue;
        line += strlen(begin);
        const char *from = strstr(line, name);
        if (strncmp(line, neighbour, strlen(neighbour)) == 0)
            return by != victim;
        if (!from || from > line + strcspn(line, "\n"))
            return false; /* it accuses nobody */
        uint32_t accused = (uint32_t)strtoul(from + strlen(name), NULL, 10);
        return !comes_to(victim, accused, by) && !comes_to(victim, by, accused);
    }
    return false;
}

/* What must not have come of it, or null. */
static const char *what_is_wrong(const struct turns_settings *settings,
                                 const struct turns_outcome *outcome, bool disturbed) {
    if (attack_violation())
        return attack_violation();
    if (!disturbed)
        return outcome->end == TURNS_RIGHT ? NULL : "it went wrong though nobody disturbed it";
    if (outcome->malformed && !attack_has_words())
        return "the victim sent what no node sends";
    if (outcome->end != TURNS_ABORTED)
        return NULL;
    if (!strstr(outcome->said, "cube: node ") && !strstr(outcome->said, "MPI: node "))
        return "a node aborted and did not say why";
    return accuses_honest(settings, outcome) ? "a node accused one that is honest" : NULL;
}

/* ---- Runs ---- */

/* Makes one run, and counts in ends[] how it ended. */
static bool passes(uint32_t number, bool disturbed, uint64_t ends[]) {
    uint32_t random = seed = number * 2654435761u | 1; /* as hostile.c */
    struct turns_settings settings = draw_settings(&random);
    attack_draw(draw(&random, UINT32_MAX) + 1, &settings, CHANNEL_ROUTED, false);
    forge_begin(&random);
    if (draw(&random, 4) > 0)
        attack_by(forge_any);
    if (!disturbed)
        attack_not();
    struct turns_outcome outcome = turns_run(&settings, attack_begin, run_node);
    ends[outcome.end]++;
    const char *wrong = what_is_wrong(&settings, &outcome, disturbed);
    return seed_is_right("mpi", number, "MPI", wrong, &settings, &outcome);
}

int main(int count, char *words[]) {
    bool right = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    uint32_t first = argument(count, words, 1, 1);
    uint32_t seeds = argument(count, words, 2, DEFAULT_SEEDS);
    int tests = forgeries_run(1, &right);
    if (access_can()) { /* to step in at each access */
        bool alone = run_seeds(passes, ++tests, first, seeds / 10 + 1, false);
        bool attacked = run_seeds(passes, ++tests, first, seeds, true);
        right = right && alone && attacked;
    }
    printf("1..%d\n", tests);
    return !right;
}
