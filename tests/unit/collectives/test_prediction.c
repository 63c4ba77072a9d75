/* Finds a predicted time that differs from the nodes' clocks, and a choice that is not the fastest:
 * operations on messages of several sizes, with several costs, by each algorithm that the choice is
 * among and by the choice itself. */
#include <stdio.h>
#include <string.h>

#include "collectives/call/select.h"
#include "collectives/catalogue/catalogue.h"
#include "cube.h"
#include "net/clock/time.h"
#include "tests/any_call.h"
#include "tests/unit/nodes.h"

enum {
    MOST_DIMENSION = TEST_IS_WATCHED ? 2 : 4,
    MOST_NODES = 1 << MOST_DIMENSION,
    MOST_ELEMENTS = 1000,
};

/* ---- The calls, on `count` numbers of 64 bits: a message, or one block of it ---- */

static _Thread_local int64_t from[MOST_NODES * MOST_ELEMENTS], to[MOST_NODES * MOST_ELEMENTS];

static const struct subject {
    const char *call;      /* its name in any_call */
    const char *algorithm; /* one of the operation's */
    enum message_kind kind;
} subjects[] = {
    {"bcast", "bcast-binomial", MESSAGE_WHOLE},
    {"reduce", "reduce-binomial", MESSAGE_WHOLE},
    {"allreduce", "allreduce-exchange", MESSAGE_WHOLE},
    {"scan", "scan-exchange", MESSAGE_WHOLE},
    {"exscan", "exscan-exchange", MESSAGE_WHOLE},
    {"gather", "gather-binomial", MESSAGE_BLOCKS},
    {"scatter", "scatter-binomial", MESSAGE_BLOCKS},
    {"allgather", "allgather-exchange", MESSAGE_BLOCKS},
    {"reduce_scatter", "reduce-scatter-exchange", MESSAGE_BLOCKS},
    {"alltoall", "alltoall-exchange", MESSAGE_BLOCKS},
    {"transfer", "transfer-path", MESSAGE_WHOLE},
    {"mesh_bcast", "mesh-bcast", MESSAGE_WHOLE},
    {"mesh_allreduce", "mesh-allreduce", MESSAGE_WHOLE},
    {"mesh_allgather", "mesh-allgather", MESSAGE_BLOCKS},
    {"mesh_scatter", "mesh-scatter", MESSAGE_BLOCKS},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static const struct any_call *call_of(const struct subject *subject) {
    const struct any_call *call = any_call;
    while (strcmp(call->name, subject->call) != 0)
        call++;
    return call;
}

/* On a ring of all nodes; to the node that is farthest on the cube. */
static struct shape shape_for(const struct any_call *call) {
    struct shape shape = shape_of((uint32_t)cube_dim());
    shape.target = call->takes & TAKES_TARGET ? shape_nodes(&shape) - 1 : 0;
    shape.axes = (call->takes & TAKES_MESH) != 0;
    shape.side[0] = shape_nodes(&shape);
    return shape;
}

/* The elements of a call's sizes: numbers, or bytes. */
static size_t element_of(const struct any_call *call) {
    return call->takes & TAKES_TYPE ? sizeof *from : 1;
}

static int make_call(const struct any_call *call, const struct cube_choice *choice, size_t count) {
    const struct cube_mesh ring = {1, {(unsigned)cube_nodes()}};
    const struct arguments arguments = {
        .choice = choice,
        .mesh = &ring,
        .type = &cube_int64,
        .op = &cube_sum,
        .send = from,
        .recv = to,
        .bytes = count * sizeof *from / element_of(call),
        .target = cube_nodes() - 1,
    };
    return call->call(&arguments);
}

/* ---- One call ---- */

static uint64_t shown[MOST_NODES]; /* by the nodes' clocks, at the end of a call */
static uint32_t calls;             /* that node 0 has made */
static uint32_t below;             /* algorithms that were faster than the choice */

/* The latest of all clocks after the call, before which they were set to 0. Every node gets it. */
static uint64_t time_of(const struct subject *subject, const struct cube_choice *choice,
                        size_t count) {
    uint64_t latest = 0;
    cube_barrier();
    time_start();
    host_check(make_call(call_of(subject), choice, count) == 0);
    shown[cube_node()] = time_now();
    cube_barrier();
    for (int node = 0; node < cube_nodes(); node++)
        latest = shown[node] > latest ? shown[node] : latest;
    cube_barrier();
    if (cube_node() == 0)
        calls++;
    return latest;
}

static bool expect(bool holds, const struct subject *subject, const char *name, size_t count,
                   uint64_t clock, double predicted) {
    const struct cube_costs *costs = &system_node_page()->costs;
    if (!holds)
        print_message("%s by %s, %zu elements, %d nodes, %s, t_s %u, t_h %u, t_w %u: %llu by the "
                      "clocks, %.0f predicted\n",
                      subject->algorithm, name, count, cube_nodes(),
                      system_node_page()->flags & CUBE_PAGE_ONE_PORT ? "one port" : "all ports",
                      (unsigned)costs->start, (unsigned)costs->hop, (unsigned)costs->byte,
                      (unsigned long long)clock, predicted);
    return host_check(holds);
}

static bool is_candidate(const struct algorithm *algorithm, const struct subject *subject,
                         const struct shape *shape) {
    bool one_port = (system_node_page()->flags & CUBE_PAGE_ONE_PORT) != 0;
    return algorithm->operation == catalogue_find(subject->algorithm)->operation &&
           (algorithm_applicable(algorithm, shape)) &&
           !(one_port && algorithm->ports == PORTS_ALL) &&
           (shape->axes != 0) == ((algorithm->varies & VARIES_SIDES) != 0);
}

/* Makes the call by each algorithm, then by the choice. */
static void try(const struct subject *subject, size_t count) {
    const struct any_call *call = call_of(subject);
    struct shape shape = shape_for(call);
    struct call_message message = {subject->kind, count * sizeof *from, element_of(call)};
    double least = 0, fastest = 0; /* predicted, of those that wait for no link; by the clocks */
    for (size_t k = 0; k < catalogue_entries; k++) {
        struct cube_choice choice = {.algorithm = catalogue[k]->name};
        if (!is_candidate(catalogue[k], subject, &shape))
            continue;
        struct prediction told = select_predict(catalogue[k], &shape, message);
        uint64_t clock = time_of(subject, &choice, count);
        if (!expect(told.exact ? (double)clock == told.clock : (double)clock <= told.clock, subject,
                    catalogue[k]->name, count, clock, told.clock))
            return;
        if (least == 0 || told.time < least)
            least = told.time;
        /* An algorithm whose packets wait for links is as fast as the busiest link allows. */
        double real = told.time > told.clock ? told.time : (double)clock;
        if (fastest == 0 || real < fastest)
            fastest = real;
    }
    uint64_t clock = time_of(subject, NULL, count);
    expect((double)clock <= least, subject, "the cheapest", count, clock, least);
    if (cube_node() == 0 && (double)clock > fastest)
        below++;
}

AT_NODE(run) {
    static const size_t counts[] = {1, 16, 13, 128, MOST_ELEMENTS};
    size_t sizes = cube_dim() == MOST_DIMENSION ? 2 : sizeof counts / sizeof counts[0];
    for (size_t s = 0; s < SUBJECTS; s++)
        for (size_t k = 0; k < sizes; k++)
            try(&subjects[s], counts[k]);
}

TEST(predictions_are_what_clocks_show) {
    static const struct cube_costs costs[] = {
        {.start = 1000, .hop = 10, .byte = 1},
        {.start = 1000, .byte = 1},
        {.start = 10, .byte = 3},
    };
    for (size_t k = 0; k < sizeof costs / sizeof costs[0]; k++)
        for (uint32_t n = 1; n <= MOST_DIMENSION; n++)
            for (uint32_t one_port = 0; one_port <= 1; one_port++) {
                struct host_options options = {
                    .flags = CUBE_PAGE_CLOCK | (one_port ? CUBE_PAGE_ONE_PORT : 0),
                    .costs = costs[k],
                };
                assert_int_equal(host_run(n, &options, run, NULL), HOST_OK);
            }
    assert_true(calls >= 1000);
    assert_int_equal(below, 0);
}
