/* Makes calls that come again, in random order. Their results must be right whether their plans are
 * new, kept or forgotten. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/cube/allgather.h"
#include "collectives/cube/allreduce.h"
#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "tests/host/host.h"

enum {
    MOST_NODES = 16,
    MOST_COUNT = 6,
    MOST_PARTS =
        2, /* the largest block of a form with offsets has so many times `count` elements */
    ROOM = MOST_NODES * MOST_COUNT * MOST_PARTS,
    RECORDS = 16,
};

/* A call. All nodes make the same one. */
struct round {
    uint64_t number;
    uint64_t nodes;
    uint64_t me;
    uint64_t root; /* or how far to shift */
    uint64_t count;
};

/* Element i of block `block` of a node's input. */
static uint64_t element(const struct round *round, uint64_t node, uint64_t block, uint64_t i) {
    return round->number << 32 | node << 24 | block << 16 | i;
}

/* The sum of these over the first `nodes` nodes. */
static uint64_t sum(const struct round *round, uint64_t nodes, uint64_t block, uint64_t i) {
    uint64_t total = 0;
    for (uint64_t node = 0; node < nodes; node++)
        total += element(round, node, block, i);
    return total;
}

static uint64_t input[MOST_NODES][ROOM];
static uint64_t output[MOST_NODES][ROOM];

/* The input of this node; where a call may be in place, `shared`, it is the output as well. */
static uint64_t *fill(const struct round *round, bool shared) {
    uint64_t *at = shared ? output[round->me] : input[round->me];
    for (uint64_t block = 0; block < round->nodes; block++)
        for (uint64_t i = 0; i < round->count; i++)
            at[block * round->count + i] = element(round, round->me, block, i);
    return at;
}

/* The result of this operator is the right one of two, so in the end that of the last rank. It does
 * not commute. */
static void last_of(const void *left, void *right, size_t count, const struct cube_type *type) {
    (void)left, (void)right, (void)count, (void)type;
}
static const struct cube_op last_one = {.function = last_of};
static const struct cube_type word = {.bytes = sizeof(uint64_t)};

#define EACH(expected)                                                                             \
    for (uint64_t i = 0; i < round->count; i++)                                                    \
    host_check(recv[i] == (expected))
#define EACH_BLOCK(expected)                                                                       \
    for (uint64_t block = 0; block < round->nodes; block++)                                        \
        for (uint64_t i = 0; i < round->count; i++)                                                \
    host_check(recv[block * round->count + i] == (expected))

/* ---- The forms that read more than numbers ---- */

/* The elements of a block of one node for another in a form with offsets: there are three sizes. */
static uint64_t part(const struct round *round, uint64_t from, uint64_t to) {
    return (from + to + round->root) % (MOST_PARTS + 1) * round->count;
}

/* The arrays that the calls read. They stay where they are, and have other contents in each call.
 */
static _Thread_local size_t offsets[MOST_NODES + 1], arriving[MOST_NODES + 1];
static _Thread_local int numbers[MOST_NODES];
static _Thread_local struct cube_mesh mesh;
static _Thread_local struct cube_choice choice;
static _Thread_local char name[32];

/* Sets offsets[] to those of blocks from every node to `to`. */
static void set_offsets(const struct round *round, uint64_t to) {
    offsets[0] = 0;
    for (uint64_t v = 0; v < round->nodes; v++)
        offsets[v + 1] = offsets[v] + part(round, v, to) * sizeof(uint64_t);
}

/* Whether at `at` are the elements that node `from` has at its input, from element `first` on. */
static bool are_of(const uint64_t *at, const struct round *round, uint64_t from, uint64_t first,
                   uint64_t count) {
    bool right = true;
    for (uint64_t i = 0; i < count; i++)
        right = right && at[i] == (round->number << 32 | from << 24 | (first + i));
    return right;
}

/* Fills an input whose elements are numbered from 0 on. */
static uint64_t *fill_through(const struct round *round) {
    for (uint64_t i = 0; i < ROOM; i++)
        input[round->me][i] = round->number << 32 | round->me << 24 | i;
    return input[round->me];
}

static void call_gatherv(const struct round *round, bool to_all) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    set_offsets(round, 0);
    if (to_all)
        host_check(cube_allgatherv(send, recv, offsets) == 0);
    else
        host_check(cube_gatherv(send, recv, offsets, (int)round->root) == 0);
    for (uint64_t v = 0; v < round->nodes && (to_all || round->me == round->root); v++)
        host_check(are_of(recv + offsets[v] / sizeof *recv, round, v, 0, part(round, v, 0)));
}

static void call_scatterv(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    set_offsets(round, 0);
    host_check(cube_scatterv(send, recv, offsets, (int)round->root) == 0);
    host_check(are_of(recv, round, round->root, offsets[round->me] / sizeof *recv,
                      part(round, round->me, 0)));
}

static void call_alltoallv(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    arriving[0] = 0;
    for (uint64_t v = 0; v < round->nodes; v++)
        arriving[v + 1] = arriving[v] + part(round, v, round->me) * sizeof *recv;
    set_offsets(round, round->me); /* sizes are the same in both directions */
    host_check(cube_alltoallv(send, offsets, recv, arriving) == 0);
    for (uint64_t v = 0; v < round->nodes; v++) {
        uint64_t first = 0; /* of the block for this node in v's input */
        for (uint64_t to = 0; to < round->me; to++)
            first += part(round, to, v);
        host_check(
            are_of(recv + arriving[v] / sizeof *recv, round, v, first, part(round, v, round->me)));
    }
}

/* Each logical node sends to the one 2^j further on. j differs from call to call. */
static void call_pm2i(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    int further = 1 << round->root % (uint64_t)(cube_dim() > 0 ? cube_dim() : 1);
    for (uint64_t v = 0; v < round->nodes; v++)
        numbers[v] = further;
    int error = cube_pm2i(send, recv, round->count * sizeof *recv, numbers);
    if (round->nodes == 1) {
        host_check(error == -EINVAL);
        return;
    }
    uint64_t logical = (uint64_t)cube_gray_inverse((int)round->me);
    uint64_t from = (uint64_t)cube_gray((int)((logical - (uint64_t)further) & (round->nodes - 1)));
    host_check(error == 0 && are_of(recv, round, from, 0, round->count));
}

static void call_transfer(const struct round *round) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t target = (round->root + round->number) & (round->nodes - 1);
    host_check(
        cube_transfer(send, recv, round->count * sizeof *recv, (int)round->root, (int)target) == 0);
    if (round->me == target)
        host_check(are_of(recv, round, round->root, 0, round->count));
}

/* A ring of all nodes, or one of two axes. */
static void call_on_mesh(const struct round *round, bool all_to_all) {
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t columns = round->root % 2 == 0 || round->nodes < 4 ? 1 : 2;
    mesh = (struct cube_mesh){.axes = columns == 1 ? 1 : 2,
                              .side = {(unsigned)(round->nodes / columns), (unsigned)columns}};
    if (!all_to_all) {
        host_check(cube_mesh_allreduce(NULL, &mesh, send, recv, round->count, &cube_uint64,
                                       &cube_max) == 0);
        host_check(are_of(recv, round, round->nodes - 1, 0, round->count));
        return;
    }
    host_check(cube_mesh_alltoall(NULL, &mesh, send, recv, round->count * sizeof *recv) == 0);
    for (uint64_t rank = 0; rank < round->nodes; rank++)
        host_check(
            are_of(recv + rank * round->count, round, (uint64_t)cube_mesh_node(&mesh, (int)rank),
                   (uint64_t)cube_mesh_rank(&mesh, (int)round->me) * round->count, round->count));
}

/* Calls in the two subcubes without one dimension, which the round gives, or by an algorithm whose
 * name is always at the same address. */
static void call_by(const struct round *round, bool in_subcube) {
    static const char *const names[] = {"allgather-exchange", "allgather-all-port"};
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t without = 0;
    choice = (struct cube_choice){0};
    if (in_subcube && round->nodes > 2) {
        without = 1u << round->root % (uint64_t)cube_dim();
        choice.dimensions = (unsigned)((round->nodes - 1) & ~without);
    } else {
        strcpy(name, names[round->root % 2]);
        choice.algorithm = name;
    }
    host_check(cube_allgather_by(&choice, send, recv, round->count * sizeof *recv) == 0);
    for (uint64_t v = 0, rank = 0; v < round->nodes; v++)
        if ((v & without) == (round->me & without))
            host_check(are_of(recv + rank++ * round->count, round, v, 0, round->count));
}

static void first_of(const void *left, void *right, size_t count, const struct cube_type *type) {
    memcpy(right, left, count * type->bytes);
}

/* A type and an operator in memory that holds others in the next call. */
static void call_own(const struct round *round) {
    static _Thread_local struct cube_type type;
    static _Thread_local struct cube_op op;
    uint64_t *recv = output[round->me], *send = fill_through(round);
    uint64_t words = 1 + round->root % 2;
    type = (struct cube_type){.bytes = words * sizeof *recv};
    op = (struct cube_op){.function = round->count == 1 ? first_of : last_of};
    host_check(cube_allreduce(send, recv, round->count, &type, &op) == 0);
    host_check(
        are_of(recv, round, round->count == 1 ? 0 : round->nodes - 1, 0, round->count * words));
}

/* Makes one of the calls after the first ones, and checks what it brings. */
enum { OTHERS = 11 };
static void call_other(const struct round *round, int operation) {
    switch (operation) {
    case 0:
    case 1:
        call_gatherv(round, operation == 1);
        break;
    case 2:
        call_scatterv(round);
        break;
    case 3:
        call_alltoallv(round);
        break;
    case 4:
        call_pm2i(round);
        break;
    case 5:
        call_transfer(round);
        break;
    case 6:
    case 7:
        call_on_mesh(round, operation == 7);
        break;
    case 8:
    case 9:
        call_by(round, operation == 8);
        break;
    default:
        call_own(round);
    }
}

/* Makes one call and checks what it brings. */
static void call(const struct round *round, int operation, bool shared, bool own) {
    const struct cube_type *type = own ? &word : &cube_uint64;
    const struct cube_op *op = own ? &last_one : &cube_sum;
    uint64_t *recv = output[round->me];
    uint64_t *send = fill(round, shared);
    uint64_t *separate = fill(round, false);
    uint64_t count = round->count, bytes = count * sizeof(uint64_t), root = round->root;
    uint64_t me = round->me, nodes = round->nodes;
    uint64_t end = nodes - 1;
    switch (operation) {
    case 0:
        host_check(cube_bcast(send, count, type, (int)root) == 0);
        for (uint64_t i = 0; i < count; i++)
            host_check(send[i] == element(round, root, 0, i));
        break;
    case 1:
        host_check(
            cube_reduce(send, me == root || shared ? recv : NULL, count, type, op, (int)root) == 0);
        if (me == root)
            EACH(own ? element(round, end, 0, i) : sum(round, nodes, 0, i));
        break;
    case 2:
        host_check(cube_allreduce(send, recv, count, type, op) == 0);
        EACH(own ? element(round, end, 0, i) : sum(round, nodes, 0, i));
        break;
    case 3:
        host_check(cube_scan(send, recv, count, type, op) == 0);
        EACH(own ? element(round, me, 0, i) : sum(round, me + 1, 0, i));
        break;
    case 4:
        host_check(cube_exscan(separate, recv, count, type, op) == 0);
        if (me > 0)
            EACH(own ? element(round, me - 1, 0, i) : sum(round, me, 0, i));
        break;
    case 5:
        host_check(cube_gather(separate, me == root ? recv : NULL, bytes, (int)root) == 0);
        if (me == root)
            EACH_BLOCK(element(round, block, 0, i));
        break;
    case 6:
        host_check(cube_scatter(me == root ? separate : NULL, recv, bytes, (int)root) == 0);
        EACH(element(round, root, me, i));
        break;
    case 7:
        host_check(cube_allgather(separate, recv, bytes) == 0);
        EACH_BLOCK(element(round, block, 0, i));
        break;
    case 8:
        host_check(cube_reduce_scatter(separate, recv, count, type, op) == 0);
        EACH(own ? element(round, end, me, i) : sum(round, nodes, me, i));
        break;
    case 9:
        host_check(cube_alltoall(separate, recv, bytes) == 0);
        EACH_BLOCK(element(round, block, me, i));
        break;
    case 10:
        host_check(cube_shift(separate, recv, bytes, (int)root) == 0);
        EACH(element(round, (me - root) & end, 0, i));
        break;
    case 11:
        host_check(cube_permute_xor(separate, recv, bytes, (int)root) == 0);
        EACH(element(round, me ^ root, 0, i));
        break;
    default: {
        int destination[MOST_NODES] = {0};
        uint64_t from = 0;
        for (uint64_t v = 0; v < nodes; v++)
            destination[v] = (int)((v + root) & end);
        if (shared && nodes > 1) { /* another permutation, which differs only at its end */
            destination[end - 1] = (int)((end + root) & end);
            destination[end] = (int)((end - 1 + root) & end);
        }
        while (destination[from] != (int)me)
            from++;
        host_check(cube_permute(separate, recv, bytes, destination) == 0);
        EACH(element(round, from, 0, i));
    }
    }
}
enum { NUMBERED = 13, OPERATIONS = NUMBERED + OTHERS };

/* Whether the lists have all plans that are kept, and each its own memory. */
static bool memory_is_right(void) {
    const struct plan *plan[PLANS_BYTES / sizeof(struct plan)] = {NULL};
    uint32_t kept = 0;
    for (uint32_t row = 0; row < PLAN_ROWS; row++)
        for (uint32_t column = 0; column < PLAN_COLUMNS; column++)
            for (const struct plan *next = plans.first[row][column]; next != NULL;
                 next = next->next)
                if (kept == plans.kept || next->first != &plans.first[row][column])
                    return false;
                else
                    plan[kept++] = next;
    for (uint32_t k = 0; k < kept; k++) {
        const uint8_t *begin = (const uint8_t *)plan[k], *end = begin + plan[k]->bytes;
        if (begin < plans.memory || end > plans.memory + PLANS_BYTES)
            return false;
        for (uint32_t other = 0; other < k; other++)
            if ((const uint8_t *)plan[other] < end &&
                begin < (const uint8_t *)plan[other] + plan[other]->bytes)
                return false;
    }
    return kept == plans.kept;
}

struct course {
    uint32_t calls;
    uint32_t roots; /* how many there are */
    bool traced;    /* steps are recorded in every other group of calls */
};

static int run(void *argument) {
    const struct course *course = argument;
    struct cube_step_record records[RECORDS] = {{0}};
    uint32_t lot = 1;
    for (uint32_t number = 0; number < course->calls; number++) {
        lot = lot * 1664525 + 1013904223; /* Numerical Recipes' */
        struct round round = {
            .number = number,
            .nodes = (uint64_t)cube_nodes(),
            .me = (uint64_t)cube_node(),
            .root = (lot >> 8) % course->roots % (uint32_t)cube_nodes(),
            .count = 1 + (lot >> 12) % 3 % 2 * (MOST_COUNT - 1),
        };
        if (course->traced)
            cube_trace((number >> 5) & 1 ? records : NULL, RECORDS);
        int operation = (int)((lot >> 16) % OPERATIONS);
        if (operation < NUMBERED)
            call(&round, operation, (lot >> 20) & 1, ((lot >> 21) & 3) == 0);
        else
            call_other(&round, operation - NUMBERED);
        if (!host_check(memory_is_right()))
            break;
    }
    cube_trace(NULL, 0);
    return 0;
}

static void runs(uint32_t dimension, const struct host_options *options, struct course course) {
    assert_int_equal(host_run(dimension, options, run, &course), HOST_OK);
}

static void calls_come_again(void **state) {
    (void)state;
    for (uint32_t dimension = 0; dimension <= 3; dimension++)
        runs(dimension, NULL, (struct course){.calls = 600, .roots = 2});
}

static void small_rings_are_waited_for(void **state) {
    (void)state;
    runs(3, &(struct host_options){.direct = 256, .routed = 256},
         (struct course){.calls = 600, .roots = 2});
}

/* More roots than there is room for plans. */
static void plans_are_forgotten(void **state) {
    (void)state;
    runs(4, NULL, (struct course){.calls = 900, .roots = MOST_NODES});
}

static void recorded_calls_come_again(void **state) {
    (void)state;
    runs(2, NULL, (struct course){.calls = 300, .roots = 1, .traced = true});
}

/* The plan of such a call with no choice, if a call finds it without a search. */
static struct plan *in_front(size_t count, const struct cube_type *type, const struct cube_op *op) {
    return plan_in_front(&(struct request){
        .operation = &allreduce_operation, .size = count, .type = type, .op = op});
}

/* What is kept, and for whom. */
static struct plan *plan_of_allreduce(size_t count, const struct cube_type *type,
                                      const struct cube_op *op, const struct cube_choice *by) {
    return plan_found(&(struct request){
        .operation = &allreduce_operation, .size = count, .type = type, .op = op, .choice = by});
}

static int keep(void *unused) {
    uint64_t value = 1, total = 0;
    (void)unused;
    struct cube_type own_type = {.bytes = sizeof value}, same_type = own_type;
    struct cube_op own_op = {.function = last_of}, same_op = own_op;
    cube_allreduce(&value, &total, 1, &own_type, &own_op);
    struct plan *own = plan_of_allreduce(1, &own_type, &own_op, NULL);
    host_check(own != NULL && plan_of_allreduce(1, &same_type, &same_op, NULL) == own);
    host_check(in_front(1, &own_type, &own_op) == NULL);
    own_op.function = first_of;
    host_check(plan_of_allreduce(1, &own_type, &own_op, NULL) == NULL);
    own_op.function = last_of;
    own_op.commutative = 1;
    host_check(plan_of_allreduce(1, &own_type, &own_op, NULL) == NULL);
    own_op.commutative = 0;
    own_type.bytes = sizeof value / 2;
    host_check(plan_of_allreduce(1, &own_type, &own_op, NULL) == NULL);
    own_type.bytes = sizeof value;
    host_check(plan_of_allreduce(1, &own_type, &own_op, NULL) == own);

    struct cube_choice by = {.ports = CUBE_ALL_PORT};
    cube_allreduce_by(&by, &value, &total, 1, &cube_uint64, &cube_sum);
    host_check(in_front(1, &cube_uint64, &cube_sum) == NULL);
    host_check(plan_of_allreduce(1, &cube_uint64, &cube_sum, &by) != NULL);
    by.ports = CUBE_ONE_PORT;
    host_check(plan_of_allreduce(1, &cube_uint64, &cube_sum, &by) == NULL);

    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    struct plan *plan = in_front(1, &cube_uint64, &cube_sum);
    host_check(plan != NULL);
    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    host_check(in_front(1, &cube_uint64, &cube_sum) == plan);
    host_check(in_front(2, &cube_uint64, &cube_sum) == NULL);
    host_check(in_front(1, &cube_int64, &cube_sum) == NULL);
    host_check(in_front(1, &cube_uint64, &cube_max) == NULL);
    /* A program's copy of a type finds the plan by what it says, but never without a search: the
     * program may change it. */
    struct cube_type copy = cube_uint64;
    host_check(plan_of_allreduce(1, &copy, &cube_sum, NULL) == plan);
    host_check(in_front(1, &copy, &cube_sum) == NULL);
    host_check(in_front(1, &cube_uint64, &cube_sum) == plan);
    /* While steps are recorded other plans serve, which record them each time. */
    for (int twice = 0; twice < 2; twice++) {
        struct cube_step_record records[RECORDS];
        memset(records, 0, sizeof records);
        cube_trace(records, RECORDS);
        host_check(in_front(1, &cube_uint64, &cube_sum) == NULL);
        cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
        host_check(plan_of_allreduce(1, &cube_uint64, &cube_sum, NULL) != NULL);
        cube_trace(NULL, 0);
        for (int step = 0; step < cube_dim(); step++)
            host_check(records[step].packets == 1 && records[step].bytes == sizeof value &&
                       records[step].cycles != 0);
    }
    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    host_check(in_front(1, &cube_uint64, &cube_sum) == plan);
    host_check(cube_allreduce(NULL, &total, 1, &cube_uint64, &cube_sum) == -EINVAL);
    host_check(cube_allreduce(&value, NULL, 1, &cube_uint64, &cube_sum) == -EINVAL);
    host_check(cube_allreduce(&value, &total, 1, &cube_uint64, NULL) == -EINVAL);
    return 0;
}

static void what_is_kept(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, keep, NULL), HOST_OK);
}

/* Offsets are compared by their contents: a copy of them finds the plan, and others in the same
 * place do not. */
static int keep_offsets(void *unused) {
    size_t first[] = {0, 8, 24, 24, 32}, copy[] = {0, 8, 24, 24, 32};
    uint64_t send[2] = {1, 2}, recv[4];
    struct request request = {.operation = &allgather_operation, .form = FORM_OFFSETS};
    (void)unused;
    request.array[0] = request_offsets(NULL, first);
    host_check(plan_found(&request) == NULL);
    host_check(cube_allgatherv(send, recv, first) == 0);
    struct plan *plan = plan_found(&request);
    request.array[0] = request_offsets(NULL, copy);
    host_check(plan != NULL && plan_found(&request) == plan);
    copy[1] = 16; /* the sum of all sizes stays */
    host_check(plan_found(&request) == NULL);
    host_check(cube_allgatherv(send, recv, copy) == 0);
    copy[1] = 8;
    host_check(plan_found(&request) == plan);
    request.array[0] = request_offsets(NULL, NULL);
    host_check(plan_found(&request) == NULL);
    host_check(cube_allgatherv(send, recv, NULL) == -EINVAL);
    /* A missing second output is reported, though there is a plan. */
    uint64_t plus[2], minus[2];
    host_check(cube_aspc_by(NULL, send, plus, minus, 8) == 0);
    host_check(cube_aspc_by(NULL, send, plus, minus, 8) == 0);
    host_check(cube_aspc_by(NULL, send, plus, NULL, 8) == -EINVAL);
    return 0;
}

static void offsets_are_compared_by_contents(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, keep_offsets, NULL), HOST_OK);
}

/* A call that comes again sends what the first one sent, in every form. */
static int count(void *unused) {
    struct round round = {.nodes = (uint64_t)cube_nodes(),
                          .me = (uint64_t)cube_node(),
                          .root = 1,
                          .count = MOST_COUNT};
    (void)unused;
    for (int operation = 0; operation < OPERATIONS; operation++) {
        struct cube_stats first, again;
        for (int twice = 0; twice < 2; twice++) {
            cube_stats_clear();
            if (operation < NUMBERED)
                call(&round, operation, false, false);
            else
                call_other(&round, operation - NUMBERED);
            cube_stats(twice ? &again : &first);
        }
        for (int d = 0; d < cube_dim(); d++)
            host_check(first.link[d].packets == again.link[d].packets &&
                       first.link[d].bytes == again.link[d].bytes);
        host_check(first.steps == again.steps);
    }
    return 0;
}

static void counts_stay(void **state) {
    (void)state;
    assert_int_equal(host_run(3, NULL, count, NULL), HOST_OK);
}

/* Nodes whose calls differ get errors, though both have plans. */
static int differ(void *unused) {
    uint64_t value = 1, total = 0;
    (void)unused;
    for (int root = 0; root < 2; root++)
        host_check(cube_bcast(&value, 1, &cube_uint64, root) == 0);
    host_check(cube_barrier() == 0);
    if (cube_node() == 0)
        return cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum) == -EPROTO ? 0 : 1;
    host_check(cube_bcast(&value, 1, &cube_uint64, 1) == 0);
    return 0;
}

static void calls_that_do_not_match(void **state) {
    (void)state;
    assert_int_equal(host_run(1, NULL, differ, NULL), HOST_UNRECEIVED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_come_again),    cmocka_unit_test(small_rings_are_waited_for),
        cmocka_unit_test(plans_are_forgotten), cmocka_unit_test(recorded_calls_come_again),
        cmocka_unit_test(what_is_kept),        cmocka_unit_test(offsets_are_compared_by_contents),
        cmocka_unit_test(counts_stay),         cmocka_unit_test(calls_that_do_not_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
