/* Programs that die while others go on (cuberun --with-ft cube): all nodes repeat the call named by
 * the first argument; the second one is the number of rounds. Each call has to end, with 0 and the
 * right contents or with -EHOSTDOWN, and calls of nodes that live have to go on with each other. A
 * node prints errors, and node 0, which never dies, prints the number of dead nodes at the end, and
 * the number of its calls that failed with this error. With a third argument, a node kills itself
 * in the middle of the rounds: that one. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum { MOST = 16, LONG = 5000 /* words: more than half a ring of 64 KiB */ };

static int me, nodes, dim, wrong, lacking;

static void claim(int holds, const char *what, int round) {
    if (holds)
        return;
    printf("wrong at node %d in round %d: %s\n", me, round, what);
    wrong = 1;
}

/* The word that a node has for another in a round. */
static uint64_t word(int from, int to, int round) {
    return (uint64_t)from << 32 | (uint64_t)to << 16 | (uint64_t)round;
}

/* Counts an error, and returns whether the call has succeeded. */
static int fine(int error, const char *what, int round) {
    claim(error == 0 || error == -EHOSTDOWN, what, round);
    lacking += error == -EHOSTDOWN;
    return error == 0;
}

/* ---- Between two nodes ---- */

static void links(int round) {
    for (int d = 0; d < dim; d++) {
        uint64_t out = word(me, me ^ 1 << d, round), in = 0;
        claim(cube_link_send(d, &out, sizeof out) == 0, "a send on a link", round);
        if (fine(cube_link_recv(d, &in, sizeof in), "a receive on a link", round))
            claim(in == word(me ^ 1 << d, me, round), "a word from a link", round);
    }
}

static void exchange(int round, size_t count) {
    static uint64_t out[CUBE_DIMENSIONS][LONG], in[CUBE_DIMENSIONS][LONG];
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    for (int d = 0; d < dim; d++) {
        out[d][count - 1] = word(me, me ^ 1 << d, round);
        in[d][count - 1] = 0;
        send[d] = out[d];
        recv[d] = in[d];
    }
    unsigned all = (1u << dim) - 1;
    int right = fine(cube_links_exchange(all, send, all, recv, count * sizeof(uint64_t)),
                     "an exchange", round);
    for (int d = 0; d < dim; d++)
        claim(in[d][count - 1] == word(me ^ 1 << d, me, round) || (!right && in[d][count - 1] == 0),
              "a word of an exchange", round);
}

static void messages(int round) {
    for (int other = 0; other < nodes; other++) {
        uint64_t out = word(me, other, round);
        claim(cube_send(other, &out, sizeof out) == 0, "a message", round);
    }
    for (int other = 0; other < nodes; other++) {
        uint64_t in = 0;
        if (fine(cube_recv(other, &in, sizeof in), "a receive", round))
            claim(in == word(other, me, round), "a word of a message", round);
    }
}

/* Messages that are longer than what is buffered: one side receives first. */
static void long_messages(int round) {
    static uint64_t out[LONG], in[LONG];
    int other = me ^ (round % (nodes - 1) + 1);
    out[LONG - 1] = word(me, other, round);
    for (int turn = 0; turn < 2; turn++)
        if ((me < other) == turn)
            claim(cube_send(other, out, sizeof out) == 0, "a long message", round);
        else if (fine(cube_recv(other, in, sizeof in), "a long receive", round))
            claim(in[LONG - 1] == word(other, me, round), "a word of a long message", round);
}

/* ---- Collective calls ---- */

static void sum(int round, size_t count) {
    static uint64_t out[LONG], in[LONG];
    out[count - 1] = (uint64_t)me + (uint64_t)round;
    if (fine(cube_allreduce(out, in, count, &cube_uint64, &cube_sum), "a sum", round))
        claim(in[count - 1] == (uint64_t)nodes * (uint64_t)(nodes - 1 + 2 * round) / 2,
              "the value of a sum", round);
}

static void spread(int round, size_t count, const struct cube_choice *choice) {
    static uint64_t buffer[LONG];
    int root = round % nodes;
    buffer[count - 1] = me == root ? word(root, root, round) : 0;
    if (fine(cube_bcast_by(choice, buffer, count, &cube_uint64, root), "a broadcast", round))
        claim(buffer[count - 1] == word(root, root, round), "a word of a broadcast", round);
}

static void gather(int round) {
    uint64_t out = word(me, me, round), in[MOST];
    if (fine(cube_allgather(&out, in, sizeof out), "an all-gather", round))
        for (int node = 0; node < nodes; node++)
            claim(in[node] == word(node, node, round), "a word of an all-gather", round);
}

static void total(int round, const struct cube_choice *choice) {
    uint64_t out[MOST], in[MOST];
    for (int node = 0; node < nodes; node++)
        out[node] = word(me, node, round);
    if (fine(cube_alltoall_by(choice, out, in, sizeof out[0]), "a total exchange", round))
        for (int node = 0; node < nodes; node++)
            claim(in[node] == word(node, me, round), "a word of a total exchange", round);
}

static void shift(int round) {
    uint64_t out = word(me, me, round), in;
    if (fine(cube_shift(&out, &in, sizeof out, round), "a shift", round))
        claim((in >> 32) == (uint64_t)((me - round % nodes + nodes) % nodes), "a word of a shift",
              round);
}

static void aspc(int round) {
    uint64_t out[MOST], plus[MOST], minus[MOST];
    for (int j = 0; j < dim; j++)
        out[j] = word(me, j, round);
    if (fine(cube_aspc(out, plus, minus, sizeof out[0]), "an ASPC", round))
        for (int j = 0; j < dim; j++)
            claim((plus[j] & 0xffff) == (uint64_t)round, "a word of an ASPC", round);
}

static size_t append(void *message, const void *arrived, size_t bytes, int dimension, int upper,
                     void *context) {
    (void)dimension, (void)context;
    uint8_t *own = message;
    if (upper)
        memmove(own + bytes, own, bytes);
    memcpy(own + (upper ? 0 : bytes), arrived, bytes);
    return 2 * bytes;
}

static void all(int round) {
    uint64_t message[2 * MOST] = {word(me, me, round)};
    if (fine(cube_exchange_all(message, sizeof message[0], sizeof message, append, NULL),
             "an exchange of all", round))
        for (int node = 0; node < nodes; node++)
            claim(message[node] == word(node, node, round), "a word of an exchange of all", round);
}

/* The nodes whose numbers are even have a subcube of their own, which lacks nothing if only odd
 * ones die. */
static void half(int round) {
    struct cube_choice upper = {.dimensions = ((1u << dim) - 1) & ~1u};
    uint64_t one = 1, in = 0;
    int error = cube_allreduce_by(&upper, &one, &in, 1, &cube_uint64, &cube_sum);
    if (fine(error, "a sum of half", round))
        claim(in == (uint64_t)nodes / 2, "the value of a sum of half", round);
}

static const struct cube_choice all_port = {.ports = CUBE_ALL_PORT},
                                ecube = {.algorithm = "alltoall-ecube-pieces"};

#define EVERY(X)                                                                                   \
    X("links", links(round))                                                                       \
    X("exchange", exchange(round, 1))                                                              \
    X("long-exchange", exchange(round, LONG))                                                      \
    X("messages", messages(round))                                                                 \
    X("long-messages", long_messages(round))                                                       \
    X("barrier", fine(cube_barrier(), "a barrier", round))                                         \
    X("sum", sum(round, 1))                                                                        \
    X("long-sum", sum(round, LONG))                                                                \
    X("bcast", spread(round, 1, NULL))                                                             \
    X("long-bcast", spread(round, LONG, &all_port))                                                \
    X("gather", gather(round))                                                                     \
    X("total", total(round, NULL))                                                                 \
    X("ecube", total(round, &ecube))                                                               \
    X("shift", shift(round))                                                                       \
    X("aspc", aspc(round))                                                                         \
    X("all", all(round))                                                                           \
    X("half", half(round))

static void work(const char *what, int round) {
#define NAME(name, call) name,
    static const char *const every[] = {EVERY(NAME)};
    if (strcmp(what, "every") == 0)
        what = every[round % (int)(sizeof every / sizeof *every)];
#define DO(name, call)                                                                             \
    if (strcmp(what, name) == 0)                                                                   \
        call;
    EVERY(DO)
}

int main(int argc, char *argv[]) {
    const char *what = argc > 1 ? argv[1] : "every";
    int rounds = argc > 2 ? atoi(argv[2]) : 34, killed = argc > 3 ? atoi(argv[3]) : -1, dead = 0;
    me = cube_node();
    nodes = cube_nodes();
    dim = cube_dim();
    for (int round = 0; round < rounds; round++) {
        if (me == killed && round == rounds / 2)
            raise(SIGKILL);
        work(what, round);
    }
    int counted = lacking;
    exchange(rounds, LONG);
    messages(rounds + 1);
    for (int other = 0; other < nodes; other++) {
        char none;
        cube_send(other, &none, 0);
    }
    for (int other = 0; other < nodes; other++)
        dead += cube_recv(other, NULL, 0) == -EHOSTDOWN;
    if (me == 0)
        printf("%d dead, %d calls of %d in error\n", dead, counted, rounds);
    return wrong;
}
