/* The fixed point of a function that is not linear, by repeated application: problem 1.1 of
 * Ozveren. The function is a network of neurons,
 *     f(i) = tanh(b(i) + sum over j of w(i, j) x(j)),
 * in which each neuron listens to some near ones and to one anywhere. The weights of each add up to
 * less than 1, so the iteration has one fixed point. Checked against the same iterations on one
 * node: bit by bit, for each f(i) adds up its arguments in the same order. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/fixed/fixed_point.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/sparse/entries.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"
#include "programs/wormhole/random.h"

enum {
    MOST_SIZE = 1 << 20,
    MOST_NEAR = 64,
    MOST_ITERATIONS = 1000000,
    MOST_DIGITS = 30,
};

static uint64_t size = 1024, near = 2, iterations = 1000, every = 5, digits = 20, seed = 1;
static const struct program_option options[] = {
    OPTION_NUMBER("size", "neurons", size, 1, MOST_SIZE),
    OPTION_NUMBER("near", "neighbours on each side that a neuron listens to", near, 0, MOST_NEAR),
    OPTION_NUMBER("iterations", "the most iterations", iterations, 1, MOST_ITERATIONS),
    OPTION_NUMBER("every", "iterations from one test to the next", every, 1, MOST_ITERATIONS),
    OPTION_NUMBER("digits", "ends when the squared distance is below 10^-digits", digits, 1,
                  MOST_DIGITS),
    OPTION_NUMBER("seed", "of weights and biases", seed, 0, UINT64_MAX),
};

static const double gain = 0.9; /* the most that the weights of a neuron can add up to */

static struct random stream_of(uint64_t neuron) {
    return (struct random){.state = seed ^ neuron << 24};
}

static double bias_of(uint64_t neuron) {
    struct random numbers = stream_of(size + neuron);
    return random_between(&numbers);
}

static double tanh_of_sum(const void *context, size_t i, size_t count, const double coefficient[],
                          const uint32_t place[], const double x[]) {
    const double *bias = context;
    double sum = bias[i];
    for (size_t k = 0; k < count; k++)
        sum += coefficient[k] * x[place[k]];
    return tanh(sum);
}

/* Makes the weights of the whole network. Those of a neuron depend on its number alone. */
static struct sparse_entries make_network(void) {
    struct sparse_entries network = {.rows = size, .columns = size};
    double weight = gain / (double)(2 * near + 1);
    for (uint64_t i = 0; i < size; i++) {
        struct random numbers = stream_of(i);
        for (uint64_t j = i > near ? i - near : 0; j <= i + near && j < size; j++)
            if (j != i)
                must(sparse_entries_add(&network, i, j, weight * random_between(&numbers)),
                     "memory for the network");
        must(sparse_entries_add(&network, i, random_word(&numbers) % size,
                                weight * random_between(&numbers)),
             "memory for the network");
    }
    return network;
}

/* Does `count` iterations, with the tests, on one node. Returns their time. */
static uint64_t iterate_alone(const struct sparse_rows *network, const double *bias, uint64_t count,
                              double *x) {
    double *next = allocate(size, sizeof *next);
    volatile double distance = 0; /* so that it is computed, though nothing uses it */
    uint64_t begun = moment();
    for (uint64_t time = 1; time <= count; time++) {
        for (size_t i = 0; i < size; i++) {
            size_t begin = network->begin[i];
            next[i] = tanh_of_sum(bias, i, network->begin[i + 1] - begin, network->value + begin,
                                  network->column + begin, x);
        }
        double square = 0;
        for (size_t i = 0; i < size && time % every == 0; i++)
            square += (next[i] - x[i]) * (next[i] - x[i]);
        distance = square;
        memcpy(x, next, size * sizeof *x);
    }
    (void)distance;
    free(next);
    return moment() - begun;
}

/* Brings all unknowns to node 0, in the order of their numbers. */
static void gather(const struct division *division, const double *mine, double *whole) {
    size_t nodes = (size_t)cube_nodes();
    size_t *offsets = allocate(nodes + 1, sizeof *offsets);
    double *blocks = allocate(division->size, sizeof *blocks);
    for (size_t v = 0; v < nodes; v++) {
        size_t block = (size_t)cube_gray_inverse((int)v);
        size_t count = division->first[block + 1] - division->first[block];
        offsets[v + 1] = offsets[v] + count * sizeof(double);
    }
    must(cube_gatherv(mine, blocks, offsets, 0), "gathering");
    for (size_t v = 0; v < nodes && cube_node() == 0; v++)
        memcpy(whole + division->first[cube_gray_inverse((int)v)],
               blocks + offsets[v] / sizeof(double), offsets[v + 1] - offsets[v]);
    free(offsets);
    free(blocks);
}

/* Compares the result, at node 0, with that of one node. Returns whether they are the same, and
 * sets *alone to the time of one node. */
static bool verify(const struct sparse_rows *network, const double *bias, const double *whole,
                   uint64_t count, uint64_t *alone) {
    double *x = allocate(size, sizeof *x), rest = 0;
    *alone = iterate_alone(network, bias, count, x);
    bool same = memcmp(x, whole, size * sizeof *x) == 0;
    for (size_t i = 0; i < size; i++) {
        size_t begin = network->begin[i];
        double f = tanh_of_sum(bias, i, network->begin[i + 1] - begin, network->value + begin,
                               network->column + begin, x);
        rest = fmax(rest, fabs(f - x[i]));
    }
    printf("after %" PRIu64 " iterations f(x) is nowhere farther from x than %.1e; %s\n", count,
           rest, same ? "x has the bits of one node's" : "x is NOT the result of one node");
    free(x);
    return same;
}

int main(int count, char *words[]) {
    OPTIONS_READ(count, words, "fixed: the fixed point of a network of neurons", options);
    struct division division;
    division_make(&division, size);
    struct sparse_entries network = make_network();
    struct sparse_rows mine, all;
    size_t own = division_count(&division);
    sparse_rows_make(&mine, &network, division_first(&division), own);
    sparse_rows_make(&all, &network, 0, size);
    sparse_entries_free(&network);
    double *bias = allocate(size, sizeof *bias), *x = allocate(own, sizeof *x);
    double *whole = allocate(size, sizeof *whole);
    for (size_t i = 0; i < size; i++)
        bias[i] = bias_of(i);

    struct fixed_point fixed;
    struct account account;
    fixed_point_start(&fixed, tanh_of_sum, bias, &division, &mine);
    account_open(&account);
    bool ended =
        fixed_point_iterate(&fixed, x, pow(10, -(double)digits), iterations, every, &account);
    struct account_totals totals = account_close(&account);
    gather(&division, x, whole);

    uint64_t alone = 0;
    bool right = cube_node() != 0 || verify(&all, bias, whole, fixed.iterations, &alone);
    struct cost each = sparse_product_cost(&all, &division);
    struct cost test = cost_of_call("allreduce-exchange", NULL, 1, sizeof(double));
    struct prediction prediction = report_prediction(
        cost_sum(cost_times(each, fixed.iterations), cost_times(test, fixed.tests)),
        sizeof(double));
    right &= report_print(&totals, &prediction, alone);
    fixed_point_stop(&fixed);
    sparse_rows_free(&all);
    division_free(&division);
    free(bias);
    free(x);
    free(whole);
    return right && ended ? EXIT_SUCCESS : EXIT_FAILURE;
}
