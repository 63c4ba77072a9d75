#include "programs/computations/pm2b/derive.h"

static unsigned logarithm(size_t number) {
    return (unsigned)__builtin_ctzll(number);
}

static size_t offset_of(const struct derive_loops *loops, unsigned t) {
    return (size_t)1 << (loops->iterations - 1 - t);
}

ptrdiff_t derive_distance(const struct derive_loops *loops, unsigned t, size_t slot, bool up) {
    size_t offset = offset_of(loops, t) & (loops->slots - 1);
    size_t read = (slot + (up ? offset : loops->slots - offset)) & (loops->slots - 1);
    return (ptrdiff_t)read - (ptrdiff_t)slot;
}

/* Whether all that an iteration reads is in the slots that read it. */
static bool reads_own_slots(const struct derive_loops *loops, unsigned t) {
    for (size_t slot = 0; slot < loops->slots; slot++)
        if (derive_distance(loops, t, slot, true) != 0 ||
            derive_distance(loops, t, slot, false) != 0)
            return false;
    return true;
}

struct derive_loops derive_split(size_t elements, size_t places) {
    struct derive_loops loops = {
        .places = places, .slots = elements / places, .iterations = logarithm(elements)};
    while (loops.far < loops.iterations && reads_own_slots(&loops, loops.far))
        loops.far++;
    return loops;
}

/* ---- Skewing ---- */

static size_t round_of(const struct derive_skew *skew, unsigned t, size_t slot) {
    return skew->x * (size_t)t + skew->y * slot;
}

bool derive_keeps(const struct derive_loops *loops, const struct derive_skew *skew) {
    for (unsigned t = 1; t < loops->far; t++)
        for (size_t slot = 0; slot < loops->slots; slot++)
            for (int up = 0; up < 2; up++) {
                ptrdiff_t read = (ptrdiff_t)slot + derive_distance(loops, t, slot, up);
                if (round_of(skew, t - 1, (size_t)read) >= round_of(skew, t, slot))
                    return false;
            }
    return true;
}

bool derive_fits(const struct derive_loops *loops, const struct derive_skew *skew) {
    for (unsigned t = 0; t < loops->far; t++)
        for (size_t slot = 1; slot < loops->slots; slot++)
            for (size_t other = 0; other < slot; other++)
                if (round_of(skew, t, other) == round_of(skew, t, slot))
                    return false;
    return true;
}

/* One iteration after the other, x = L and y = 1, is right and possible: so no better skew has a
 * greater x, or a y greater than far. */
struct derive_skew derive_best(const struct derive_loops *loops) {
    struct derive_skew best = {0};
    for (unsigned x = 0; x <= loops->slots; x++)
        for (unsigned y = 0; y <= loops->far; y++) {
            struct derive_skew skew = {.x = x, .y = y};
            if (loops->far > 0)
                skew.rounds = round_of(&skew, loops->far - 1, loops->slots - 1) + 1;
            bool is_better = best.rounds == 0 || skew.rounds < best.rounds;
            if (is_better && derive_keeps(loops, &skew) && derive_fits(loops, &skew))
                best = skew;
        }
    return best;
}

/* ---- Steps ---- */

struct steps {
    const struct derive_loops *loops;
    struct derive_move *moves;
    size_t count, step;
};

/* Adds a move to the present step. */
static void add(struct steps *steps, unsigned t, size_t slot, bool up, unsigned hop) {
    size_t apart = offset_of(steps->loops, t) / steps->loops->slots; /* places; 0: the next one */
    steps->moves[steps->count++] = (struct derive_move){
        .step = steps->step,
        .slot = slot,
        .t = t,
        .j = apart > 1 ? logarithm(apart) : 0,
        .hop = hop,
        .up = up,
    };
}

/* One hop of what goes up, or down, in a round: those on their second hop go by more than a place.
 */
static void add_hop(struct steps *steps, const struct derive_skew *skew, size_t round, bool up,
                    unsigned hop) {
    const struct derive_loops *loops = steps->loops;
    size_t before = steps->count;
    for (unsigned t = 0; t < loops->far; t++)
        for (size_t slot = 0; slot < loops->slots; slot++)
            if (round_of(skew, t, slot) == round &&
                (hop == 0 || offset_of(loops, t) > loops->slots))
                add(steps, t, slot, up, hop);
    steps->step += steps->count > before;
}

/* The other iterations: each slot whose element another place reads, up and down at once, unless
 * both ways are one link. */
static void add_local(struct steps *steps, unsigned t) {
    size_t places = steps->loops->places, offset = places > 1 ? offset_of(steps->loops, t) : 0;
    for (size_t k = 0; k < offset; k++, steps->step++) {
        add(steps, t, steps->loops->slots - offset + k, true, 0);
        steps->step += places == 2;
        add(steps, t, k, false, 0);
    }
}

size_t derive_room(const struct derive_loops *loops) {
    return 4 * loops->far * loops->slots + 2 * loops->slots;
}

size_t derive_moves(const struct derive_loops *loops, const struct derive_skew *skew,
                    struct derive_move moves[]) {
    struct steps steps = {.loops = loops, .moves = moves};
    for (size_t round = 0; round < skew->rounds; round++)
        for (int down = 0; down < 2; down++)
            for (unsigned hop = 0; hop < 2; hop++)
                add_hop(&steps, skew, round, !down, hop);
    for (unsigned t = loops->far; t < loops->iterations; t++)
        add_local(&steps, t);
    return steps.count;
}
