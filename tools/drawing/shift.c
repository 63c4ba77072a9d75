/* Draws the minimum-energy shift of Ozveren, appendix A (figure 18), for any ring in the cube:
 *
 *     shift NODES [Q | --svg]
 *
 * A shift by x places is put together from shifts by powers of two, forwards and back. That is the
 * system x[k+1] = 2 x[k] + u[k], whose inputs u are 1, 0 and -1, and whose energy, the sum of |u|,
 * is to be the least. Level k of the drawing has the states 0 .. 2^k, and beside each its least
 * energy. A nonzero input is a shift by a power of two, which takes two steps on the ring of Gray
 * codes, or one step if the power is 1. Every energy is compared with the steps of the schedule
 * "gray-shift-signed", and the largest of each level with the appendix.
 *
 * With Q: the path to that shift. With --svg: the drawing as a picture. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"

enum {
    STATUS_USAGE = 64,
    MOST_LEVELS = CUBE_MAX_DIMENSION, /* 0 .. d - 1 */
    STATES = 1 + (1 << (CUBE_MAX_DIMENSION - 1)),
    ACROSS = 110, /* of the picture: between levels, */
    DOWN = 26,    /* and between states */
    MARGIN = 30,
    HEAD = 30,   /* for the title, */
    TITLE = 470, /* which is so wide */
};

static uint32_t energy[MOST_LEVELS][STATES];

static uint32_t states_of(uint32_t level) {
    return 1 + (1u << level);
}

/* The input that leads to an odd state from a state of the level before, with the least energy: 1,
 * or -1 from the state above the half. */
static int input_to(uint32_t level, uint32_t state) {
    if (state % 2 == 0)
        return 0;
    return energy[level - 1][state / 2] <= energy[level - 1][state / 2 + 1] ? 1 : -1;
}

static uint32_t state_before(uint32_t level, uint32_t state) {
    return (uint32_t)((int)state - input_to(level, state)) / 2;
}

/* On level 0 there is the first input, 0 or 1: by the symmetry -1 is left out. */
static void find_energies(uint32_t levels) {
    energy[0][0] = 0;
    energy[0][1] = 1;
    for (uint32_t level = 1; level < levels; level++)
        for (uint32_t state = 0; state < states_of(level); state++)
            energy[level][state] = energy[level - 1][state_before(level, state)] + state % 2;
}

/* ---- What is claimed ---- */

static uint32_t largest(uint32_t level, uint32_t odd) {
    uint32_t most = 0;
    for (uint32_t state = odd; state < states_of(level); state += 2)
        most = energy[level][state] > most ? energy[level][state] : most;
    return most;
}

/* Appendix A: at an even level k at most k/2 for even states and k/2 + 1 for odd ones, at an odd
 * one (k + 1)/2. Level 0 has the state 0 alone, and 1. */
static bool has_appendix(uint32_t level) {
    uint32_t even = (level + 1) / 2, odd = level / 2 + 1;
    return largest(level, 0) == even && largest(level, 1) == odd;
}

static uint32_t steps_of(uint32_t dimension, uint32_t shift) {
    uint32_t of_energy = energy[dimension - 1][shift];
    return 2 * of_energy - shift % 2;
}

/* Whether the schedule takes as many steps for each shift, and none more than d. */
static bool has_schedule(uint32_t dimension) {
    struct shape shape = shape_of(dimension);
    const struct algorithm *schedule = catalogue_find("gray-shift-signed");
    for (uint32_t shift = 1; shift < states_of(dimension - 1); shift++) {
        shape.shift = shift;
        uint32_t steps = algorithm_steps(schedule, &shape);
        if (steps != steps_of(dimension, shift) || steps > dimension) {
            fprintf(stderr, "shift: by %u the schedule takes %u steps, by the energy %u\n", shift,
                    steps, steps_of(dimension, shift));
            return false;
        }
    }
    return true;
}

/* ---- Drawings ---- */

static void draw_levels(uint32_t dimension) {
    printf("Shifts on a ring of %u nodes: each state, and its least energy\n\n", 1u << dimension);
    for (uint32_t level = 0; level < dimension; level++) {
        printf("level %u ", level);
        for (uint32_t state = 0; state < states_of(level); state++)
            printf(" %2u [%u]", state, energy[level][state]);
        printf("   most: even %u, odd %u\n", largest(level, 0), largest(level, 1));
    }
}

static void draw_path(uint32_t dimension, uint32_t shift) {
    uint32_t path[MOST_LEVELS], nodes = 1u << dimension;
    uint32_t least = shift <= nodes / 2 ? shift : nodes - shift; /* the shorter way round */
    int way = shift <= nodes / 2 ? 1 : -1;
    path[dimension - 1] = least;
    for (uint32_t level = dimension - 1; level > 0; level--)
        path[level - 1] = state_before(level, path[level]);
    printf("a shift by %u:", shift);
    for (uint32_t level = 0; level < dimension; level++) {
        int input = level == 0 ? (int)path[0] : input_to(level, path[level]);
        if (input != 0)
            printf(" %+d", way * input * (1 << (dimension - 1 - level)));
    }
    printf(", energy %u, %u steps; states", energy[dimension - 1][least],
           steps_of(dimension, least));
    for (uint32_t level = 0; level < dimension; level++)
        printf(" %u", path[level]);
    printf("\n");
}

static uint32_t across(uint32_t level) {
    return MARGIN + level * ACROSS;
}

static uint32_t down(uint32_t state) {
    return MARGIN + state * DOWN;
}

static void draw_input(uint32_t level, uint32_t from, uint32_t to, bool is_least) {
    int input = (int)to - 2 * (int)from;
    printf("<line x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\" stroke=\"%s\"%s/>\n", across(level - 1),
           down(from), across(level), down(to), input == 0 ? "#999" : "#c33",
           is_least ? "" : " stroke-dasharray=\"3,3\"");
}

static void draw_state(uint32_t level, uint32_t state) {
    printf("<circle cx=\"%u\" cy=\"%u\" r=\"10\" fill=\"#fff\" stroke=\"#000\"/>"
           "<text x=\"%u\" y=\"%u\">%u</text>"
           "<rect x=\"%u\" y=\"%u\" width=\"12\" height=\"14\" fill=\"#eee\" stroke=\"#000\"/>"
           "<text x=\"%u\" y=\"%u\">%u</text>\n",
           across(level), down(state), across(level), down(state) + 4, state, across(level) + 12,
           down(state) - 7, across(level) + 18, down(state) + 4, energy[level][state]);
}

/* Lines are inputs, red if they are not 0, dashed if they are not the least. */
static void draw_picture(uint32_t dimension) {
    uint32_t width = across(dimension - 1) + 2 * MARGIN;
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
           "font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
           "<title>Shifts on a ring of %u nodes</title>\n"
           "<text x=\"20\" y=\"20\" font-size=\"14\" text-anchor=\"start\">Shifts on a ring of %u "
           "nodes: each state, and its least energy</text>\n<g transform=\"translate(0 %d)\">\n",
           width > TITLE ? width : TITLE, down(states_of(dimension - 1)) + HEAD, 1u << dimension,
           1u << dimension, HEAD);
    for (uint32_t level = 1; level < dimension; level++)
        for (uint32_t state = 0; state < states_of(level); state++)
            for (uint32_t from = state / 2; from <= (state + 1) / 2; from++)
                draw_input(level, from, state, from == state_before(level, state));
    for (uint32_t level = 0; level < dimension; level++)
        for (uint32_t state = 0; state < states_of(level); state++)
            draw_state(level, state);
    printf("</g></svg>\n");
}

int main(int argc, char *argv[]) {
    uint32_t dimension = 0, shift = 0;
    unsigned long nodes = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    bool svg = argc > 2 && strcmp(argv[2], "--svg") == 0;
    while (dimension < CUBE_MAX_DIMENSION && 1u << dimension < nodes)
        dimension++;
    if (argc > 2 && !svg)
        shift = (uint32_t)strtoul(argv[2], NULL, 10);
    if (argc < 2 || argc > 3 || dimension == 0 || 1u << dimension != nodes || shift >= nodes ||
        (argc > 2 && !svg && shift == 0)) {
        fprintf(stderr, "usage: shift NODES [Q | --svg]: 2, 4, ... %u nodes, 0 < Q < NODES\n",
                1u << CUBE_MAX_DIMENSION);
        return STATUS_USAGE;
    }
    find_energies(dimension);
    bool right = has_schedule(dimension);
    for (uint32_t level = 0; level < dimension; level++)
        if (!has_appendix(level)) {
            fprintf(stderr, "shift: level %u has another largest energy than the appendix\n",
                    level);
            right = false;
        }
    if (svg)
        draw_picture(dimension);
    else if (shift != 0)
        draw_path(dimension, shift);
    else
        draw_levels(dimension);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
