/* Fits the costs of a message on this machine, t_s, t_h and t_w of the cost model: T = t_s + t_h h
 * + t_w m for m bytes to a node that is h links away. Nodes 0 and 2^h - 1 play ping-pong with
 * messages (cube_send). Then all nodes exchange packets with the nodes opposite to them by a
 * collective call (cube_permute_xor). The costs are fitted to the times of many sizes and distances
 * by least squares. If the nodes have clocks, the times are those of the clocks, so the fit gives
 * the costs that cuberun was given, plus the library's own work. The program also prints the time
 * of a call without packets, and the rest of t_s for a step. With the argument "header" it prints
 * nothing but the latter, as `make fit` puts them into the choice of algorithms. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"

enum { UNKNOWNS = 3, REPETITIONS = 20 };

/* These are at most as many bytes as a receiver buffers, so that no message waits for room. */
static const size_t sizes[] = {0, 8, 64, 256, 1024, 2048};
enum { SIZES = sizeof sizes / sizeof sizes[0], MOST = 2048 };

static char sent[MOST], received[MOST];
static bool header;

/* ---- Least squares ---- */

/* The normal equations: sums, over all samples, of the products of x with itself (left) and of x
 * with y (right). x has the factors of the costs, and y is the time. */
struct equations {
    double left[UNKNOWNS][UNKNOWNS];
    double right[UNKNOWNS];
};

static void add_sample(struct equations *equations, const double x[UNKNOWNS], double y) {
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS; j++)
            equations->left[i][j] += x[i] * x[j];
        equations->right[i] += x[i] * y;
    }
}

/* Solves the equations by Gauss-Jordan elimination. The diagonal has sums of squares, so no pivot
 * has to be searched for. */
static void solve(struct equations *equations, double costs[UNKNOWNS]) {
    for (int k = 0; k < UNKNOWNS; k++)
        for (int i = 0; i < UNKNOWNS; i++) {
            if (i == k || equations->left[k][k] == 0)
                continue;
            double factor = equations->left[i][k] / equations->left[k][k];
            for (int j = 0; j < UNKNOWNS; j++)
                equations->left[i][j] -= factor * equations->left[k][j];
            equations->right[i] -= factor * equations->right[k];
        }
    for (int k = 0; k < UNKNOWNS; k++)
        costs[k] = equations->left[k][k] == 0 ? 0 : equations->right[k] / equations->left[k][k];
}

/* ---- Playing ---- */

/* Returns the time of one message of `bytes` bytes between nodes 0 and `other`. */
static double play_messages(int other, size_t bytes) {
    uint64_t start = moment();
    for (int k = 0; k < REPETITIONS; k++) {
        if (cube_node() == 0)
            must(cube_send(other, sent, bytes), "sending");
        if (cube_node() == other || cube_node() == 0)
            must(cube_recv(other ^ cube_node(), received, bytes), "receiving");
        if (cube_node() == other)
            must(cube_send(0, sent, bytes), "sending");
    }
    return (double)(moment() - start) / (2.0 * REPETITIONS);
}

/* Returns the time of one packet from each node to (node XOR `other`). */
static double play_packets(int other, size_t bytes) {
    uint64_t start = moment();
    for (int k = 0; k < REPETITIONS; k++)
        must(cube_permute_xor(sent, received, bytes, other), "exchanging");
    return (double)(moment() - start) / REPETITIONS;
}

static void print_costs(const char *name, const double costs[UNKNOWNS]) {
    printf("%s: t_s %.3f, t_h %.3f, t_w %.4f\n", name, costs[0], costs[1], costs[2]);
}

/* Fits the costs to the times that `play` returns, and prints them at node 0. *costs is set only
 * there. */
static void fit(const char *name, double (*play)(int other, size_t bytes), double costs[UNKNOWNS]) {
    struct equations equations = {0};
    double time[CUBE_DIMENSIONS + 1][SIZES] = {{0}};
    for (int h = 1; h <= cube_dim(); h++)
        for (int k = 0; k < SIZES; k++) {
            moment_begin();
            play((1 << h) - 1, sizes[k]); /* this does what is done only once */
            moment_begin();
            time[h][k] = play((1 << h) - 1, sizes[k]);
            add_sample(&equations, (double[]){1, h, (double)sizes[k]}, time[h][k]);
        }
    if (cube_node() != 0)
        return;
    if (cube_dim() == 1) /* start-up and hop cannot be told apart if there is only one distance */
        for (int k = 0; k < UNKNOWNS; k++)
            equations.left[1][k] = equations.left[k][1] = equations.right[1] = 0;
    solve(&equations, costs);
    if (header)
        return;
    printf("\n");
    print_costs(name, costs);
    printf("%6s %6s %12s %12s %10s\n", "hops", "bytes", "time", "by the fit", "left over");
    for (int h = 1; h <= cube_dim(); h++)
        for (int k = 0; k < SIZES; k++) {
            double told = costs[0] + costs[1] * h + costs[2] * (double)sizes[k];
            printf("%6d %6zu %12.1f %12.1f %10.1f\n", h, sizes[k], time[h][k], told,
                   time[h][k] - told);
        }
}

/* Prints collectives/call/work.h. */
static void print_header(const double costs[UNKNOWNS]) {
    printf("/* Costs of a step by the library's own work, in instructions on the way from one\n"
           " * program to the other: t_s, t_h and t_w of the cost model. `make fit` measures them\n"
           " * (tools/bench/fit.c, under --exact on 8 nodes) and writes this file. */\n"
           "#ifndef COLLECTIVES_CALL_WORK_H\n"
           "#define COLLECTIVES_CALL_WORK_H\n\n"
           "#define WORK_START %.3g\n"
           "#define WORK_HOP   %.3g\n"
           "#define WORK_BYTE  %.3g\n\n"
           "#endif\n",
           costs[0], costs[1], costs[2]);
}

/* Prints the time of a call without packets, and the costs of a step. */
static void print_steps(double costs[UNKNOWNS]) {
    moment_begin();
    play_packets(0, 0); /* this does what is done only once */
    moment_begin();
    double call = play_packets(0, 0);
    if (cube_node() != 0)
        return;
    costs[0] -= call;
    if (header) {
        print_header(costs);
        return;
    }
    printf("\na call without packets: %.3f\n", call);
    print_costs("a step of a call", costs);
}

int main(int argc, char *argv[]) {
    double costs[UNKNOWNS] = {0};
    if (cube_nodes() < 2) {
        fprintf(stderr, "fit requires at least 2 nodes (cuberun -n 8)\n");
        return EXIT_FAILURE;
    }
    header = argc > 1 && strcmp(argv[1], "header") == 0;
    if (cube_node() == 0 && !header)
        printf("Costs of the model T = t_s + t_h h + t_w m, in %s\n",
               cube_timed() ? "units of the nodes' clocks" : "cycles of the machine");
    fit("messages", play_messages, costs);
    fit("packets", play_packets, costs);
    print_steps(costs);
    must(cube_barrier(), "the barrier");
    return EXIT_SUCCESS;
}
