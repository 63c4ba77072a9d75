#include "programs/computations/solver/fast_poisson.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"

static const double pi = 3.14159265358979323846;

/* Returns the place in the systems of the line of a row of cells: blocks come in the order of the
 * nodes' numbers, but strips are in the order of the ring. */
static size_t line_of(const struct fast_poisson *fast, size_t row) {
    size_t place = row / fast->strip;
    size_t node = fast->nodes == 1 ? place : (size_t)cube_gray((int)place);
    return (node * fast->strip + row % fast->strip) * fast->share;
}

/* Eliminates the systems. In each equation -1, d, -1 stand before x[row - 1], x[row], x[row + 1],
 * where d is 2, or 3 in the first and in the last row, and the eigenvalue of the frequency more. */
static void set_pivots(struct fast_poisson *fast, size_t first_frequency) {
    for (size_t k = 0; k < fast->frequencies; k++) {
        double angle = pi * (double)(first_frequency + k) / (double)fast->width;
        double inverse = 0;
        for (size_t row = 0; row < fast->height; row++) {
            int ends = (row == 0) + (row + 1 == fast->height);
            inverse = 1 / (4 + ends + 2 * cos(angle) - inverse);
            fast->pivots[fast->line[row] + k] = inverse;
        }
    }
}

static void choose_algorithm(struct fast_poisson *fast) {
    size_t words = fast->strip * fast->share;
    struct cost few_steps = cost_of_call("alltoall-exchange", NULL, words, sizeof(double));
    struct cost few_words = cost_of_call("alltoall-ecube-pieces", NULL, words, sizeof(double));
    bool is_short = few_steps.time <= few_words.time;
    fast->algorithm = is_short ? "alltoall-exchange" : "alltoall-ecube-pieces";
    fast->exchange = is_short ? few_steps : few_words;
}

void fast_poisson_make(struct fast_poisson *fast, size_t height, size_t width, int alone) {
    size_t nodes = alone ? 1 : (size_t)cube_nodes();
    size_t place = alone ? 0 : (size_t)cube_gray_inverse(cube_node());
    *fast = (struct fast_poisson){.height = height, .width = width, .nodes = nodes};
    fast->strip = (height + nodes - 1) / nodes;
    fast->share = (width + nodes - 1) / nodes;
    size_t first_row = place * fast->strip;
    size_t first_frequency = (alone ? 0 : (size_t)cube_node()) * fast->share;
    size_t rows_left = first_row < height ? height - first_row : 0;
    size_t frequencies_left = first_frequency < width ? width - first_frequency : 0;
    fast->rows = rows_left < fast->strip ? rows_left : fast->strip;
    fast->frequencies = frequencies_left < fast->share ? frequencies_left : fast->share;
    cosine_make(&fast->cosine, width, fast->strip);
    size_t numbers = nodes * fast->strip * fast->share;
    fast->memory = allocate(3 * numbers, sizeof *fast->memory);
    fast->line = allocate(height, sizeof *fast->line);
    fast->blocks = fast->memory;
    fast->systems = fast->blocks + numbers;
    fast->pivots = fast->systems + numbers;
    for (size_t row = 0; row < height; row++)
        fast->line[row] = line_of(fast, row);
    set_pivots(fast, first_frequency);
    if (!alone)
        choose_algorithm(fast);
}

void fast_poisson_free(struct fast_poisson *fast) {
    cosine_free(&fast->cosine);
    free(fast->line);
    free(fast->memory);
    fast->line = NULL;
    fast->memory = NULL;
}

/* Returns where a row of cells begins, which is the real or the imaginary part of a complex row. */
static double *part_of(struct fast_poisson *fast, size_t row) {
    return (row % 2 == 0 ? fast->cosine.real : fast->cosine.imaginary) + row / 2;
}

/* Every second element changes its sign, which makes the cosine transform one of sines. */
static void take_rows(struct fast_poisson *fast, const double *from) {
    for (size_t row = 0; row < fast->rows; row++) {
        double *part = part_of(fast, row);
        for (size_t j = 0; j < fast->width; j++) {
            double value = from[row * fast->width + j];
            part[fast->cosine.place[j] * fast->cosine.pairs] = j % 2 == 0 ? value : -value;
        }
    }
}

static void give_rows(struct fast_poisson *fast, double *to) {
    for (size_t row = 0; row < fast->rows; row++) {
        const double *part = part_of(fast, row);
        for (size_t j = 0; j < fast->width; j++) {
            double value = part[fast->cosine.place[j] * fast->cosine.pairs];
            to[row * fast->width + j] = j % 2 == 0 ? value : -value;
        }
    }
}

/* Returns where the blocks have a row's numbers for the frequencies from `frequency` on, which is
 * the first frequency of a node. */
static double *block_line(struct fast_poisson *fast, size_t frequency, size_t row) {
    return fast->blocks + frequency * fast->strip + row * fast->share;
}

/* Copies the transformed rows into the blocks, or back out of them. */
static void cut_rows(struct fast_poisson *fast, bool back) {
    size_t pairs = fast->cosine.pairs;
    for (size_t first = 0; first < fast->width; first += fast->share)
        for (size_t row = 0; row < fast->rows; row++) {
            double *line = block_line(fast, first, row);
            double *part = part_of(fast, row) + first * pairs;
            size_t left = fast->width - first;
            size_t count = left < fast->share ? left : fast->share;
            for (size_t k = 0; k < count && !back; k++)
                line[k] = part[k * pairs];
            for (size_t k = 0; k < count && back; k++)
                part[k * pairs] = line[k];
        }
}

/* One row of the elimination, and of the substitution back. */
static void add_and_scale(size_t count, double *restrict x, const double *before,
                          const double *pivot) {
    for (size_t k = 0; k < count; k++)
        x[k] = (x[k] + before[k]) * pivot[k];
}

static void add_scaled(size_t count, double *restrict x, const double *after, const double *pivot) {
    for (size_t k = 0; k < count; k++)
        x[k] += pivot[k] * after[k];
}

static void solve_systems(const struct fast_poisson *fast, double *systems) {
    size_t count = fast->frequencies, line = fast->line[0], other;
    for (size_t k = 0; k < count; k++)
        systems[line + k] *= fast->pivots[line + k];
    for (size_t row = 1; row < fast->height; row++) {
        other = line;
        line = fast->line[row];
        add_and_scale(count, systems + line, systems + other, fast->pivots + line);
    }
    for (size_t row = fast->height - 1; row-- > 0;) {
        other = line;
        line = fast->line[row];
        add_scaled(count, systems + line, systems + other, fast->pivots + line);
    }
}

struct cost fast_poisson_cost(const struct fast_poisson *fast) {
    return cost_times(fast->exchange, 2);
}

static void exchange(const struct fast_poisson *fast, const double *from, double *to,
                     struct account *account) {
    const struct cube_choice choice = {.algorithm = fast->algorithm};
    account_communicate(account);
    must(cube_alltoall_by(&choice, from, to, fast->strip * fast->share * sizeof *from),
         "the total exchange");
    account_compute(account);
}

void fast_poisson_apply(void *context, const double *from, double *to, struct account *account) {
    struct fast_poisson *fast = context;
    take_rows(fast, from);
    cosine_transform(&fast->cosine);
    cut_rows(fast, false);
    if (fast->nodes == 1) {
        solve_systems(fast, fast->blocks); /* one node's rows are its systems */
    } else {
        exchange(fast, fast->blocks, fast->systems, account);
        solve_systems(fast, fast->systems);
        exchange(fast, fast->systems, fast->blocks, account);
    }
    cut_rows(fast, true);
    cosine_restore(&fast->cosine);
    give_rows(fast, to);
}
