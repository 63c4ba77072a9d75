/* leave OPERATION return|exit|fault: all nodes make a collective call twice, but node 3 leaves in
 * the second one: an operator of its own does so in the middle, or it never enters. leave OPERATION
 * OTHER: node 3 makes the call of the other operation instead of the second ("none": no). A
 * node that gets an error ends with 1. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum { LEAVER = 3, MOST_NODES = 64, CALLS = 2 };

static int64_t send[MOST_NODES], recv[MOST_NODES];
static const char *how;
static int calls; /* begun */
static volatile int *volatile nowhere;

static void leave(void) {
    if (cube_node() != LEAVER || calls < CALLS)
        return;
    if (strcmp(how, "fault") == 0)
        *nowhere = 0;
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "return") == 0)
        exit(0);
}

static void add_and_leave(const void *left_in, void *right_inout, size_t count,
                          const struct cube_type *type) {
    leave();
    cube_sum.function(left_in, right_inout, count, type);
}

static const struct cube_op sum = {.function = add_and_leave, .commutative = 1};

/* ---- The operations: each with whether its operator leaves ---- */

#define ALL_OPERATIONS(X)                                                                          \
    X(bcast, false, cube_bcast(send, 1, &cube_int64, LEAVER))                                      \
    X(reduce, true,                                                                                \
      cube_reduce_by(&(struct cube_choice){.algorithm = "reduce-binomial"}, send, recv, 1,         \
                     &cube_int64, &sum, LEAVER ^ 4))                                               \
    X(allreduce, true, cube_allreduce(send, recv, 1, &cube_int64, &sum))                           \
    X(reduce_scatter, true, cube_reduce_scatter(send, recv, 1, &cube_int64, &sum))                 \
    X(scan, true, cube_scan(send, recv, 1, &cube_int64, &sum))                                     \
    X(exscan, true, cube_exscan(send, recv, 1, &cube_int64, &sum))                                 \
    X(gather, false, cube_gather(send, recv, sizeof send[0], 0))                                   \
    X(scatter, false, cube_scatter(send, recv, sizeof send[0], LEAVER))                            \
    X(scatter_elsewhere, false,                                                                    \
      cube_scatter_by(&(struct cube_choice){.algorithm = "scatter-binomial"}, send, recv,          \
                      sizeof send[0], LEAVER ^ 1))                                                 \
    X(allgather, false, cube_allgather(send, recv, sizeof send[0]))                                \
    X(alltoall, false, cube_alltoall(send, recv, sizeof send[0]))                                  \
    X(shift, false, cube_shift(send, recv, sizeof send[0], 1))                                     \
    X(transfer, false, cube_transfer(send, recv, sizeof send[0], LEAVER, 0))                       \
    X(aspc, false, cube_aspc(send, recv, recv + CUBE_DIMENSIONS, sizeof send[0]))                  \
    X(barrier, false, cube_barrier())                                                              \
    X(bcast_from_all, false, cube_bcast(send, 1, &cube_int64, cube_node()))

#define DEFINE(name, inside, call)                                                                 \
    static int name(void) {                                                                        \
        return call;                                                                               \
    }
ALL_OPERATIONS(DEFINE)

static const struct {
    const char *name;
    int (*call)(void);
    bool inside;
} operations[] = {
#define ROW(name, inside, call) {#name, name, inside},
    ALL_OPERATIONS(ROW)};

/* The place of an operation in the list, or the list's length if it is not there. */
enum { OPERATIONS = sizeof operations / sizeof operations[0] };
static size_t find(const char *name) {
    size_t place = 0;
    while (place < OPERATIONS && strcmp(operations[place].name, name) != 0)
        place++;
    return place;
}

int main(int argc, char *argv[]) {
    if (argc != 3)
        return 98;
    how = argv[2];
    size_t operation = find(argv[1]), other = find(how);
    if (operation == OPERATIONS)
        return 98;
    while (calls < CALLS) {
        calls++;
        if (calls == CALLS && other < OPERATIONS && cube_node() == LEAVER)
            operation = other;
        if (!operations[operation].inside)
            leave();
        if (operations[operation].call() != 0)
            return 1;
    }
    return 0;
}
