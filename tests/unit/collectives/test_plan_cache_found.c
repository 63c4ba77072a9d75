/* Finds a call that takes the plan of another one which differs in something on which a plan
 * depends. */
#include <errno.h>
#include <string.h>

#include "collectives/run/kept/plan_cache.h"
#include "cube.h"
#include "tests/unit/nodes.h"

enum { RECORDS = 16 };

/* Two operators of which neither commutes. */
static void last_of(const void *left, void *right, size_t count, const struct cube_type *type) {
    (void)left, (void)right, (void)count, (void)type;
}

static void first_of(const void *left, void *right, size_t count, const struct cube_type *type) {
    memcpy(right, left, count * type->bytes);
}

/* The plan of an all-reduce with no choice, if it finds it without a search. */
static struct plan *in_front(size_t count, const struct cube_type *type, const struct cube_op *op) {
    return plan_in_front(
        &(struct request){.operation = OPERATION_ALLREDUCE, .size = count, .type = type, .op = op});
}

/* The plan that an all-reduce finds. */
static struct plan *plan_of_allreduce(size_t count, const struct cube_type *type,
                                      const struct cube_op *op, const struct cube_choice *by) {
    return plan_found(&(struct request){
        .operation = OPERATION_ALLREDUCE, .size = count, .type = type, .op = op, .choice = by});
}

TEST_AT_NODES(what_is_kept, 2, 2) {
    uint64_t value = 1, total = 0;
    struct cube_type own_type = {.bytes = sizeof value}, same_type = own_type;
    struct cube_op own_op = {.function = last_of}, same_op = own_op;
    cube_allreduce(&value, &total, 1, &own_type, &own_op);
    struct plan *own = plan_of_allreduce(1, &own_type, &own_op, NULL);
    host_check(own && plan_of_allreduce(1, &same_type, &same_op, NULL) == own);
    host_check(!in_front(1, &own_type, &own_op));
    own_op.function = first_of;
    host_check(!plan_of_allreduce(1, &own_type, &own_op, NULL));
    own_op.function = last_of;
    own_op.commutative = 1;
    host_check(!plan_of_allreduce(1, &own_type, &own_op, NULL));
    own_op.commutative = 0;
    own_type.bytes = sizeof value / 2;
    host_check(!plan_of_allreduce(1, &own_type, &own_op, NULL));
    own_type.bytes = sizeof value;
    host_check(plan_of_allreduce(1, &own_type, &own_op, NULL) == own);

    struct cube_choice by = {.ports = CUBE_ALL_PORT};
    cube_allreduce_by(&by, &value, &total, 1, &cube_uint64, &cube_sum);
    host_check(!in_front(1, &cube_uint64, &cube_sum));
    host_check(plan_of_allreduce(1, &cube_uint64, &cube_sum, &by));
    by.ports = CUBE_ONE_PORT;
    host_check(!plan_of_allreduce(1, &cube_uint64, &cube_sum, &by));

    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    struct plan *plan = in_front(1, &cube_uint64, &cube_sum);
    host_check(plan);
    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    host_check(in_front(1, &cube_uint64, &cube_sum) == plan);
    host_check(!in_front(2, &cube_uint64, &cube_sum));
    host_check(!in_front(1, &cube_int64, &cube_sum));
    host_check(!in_front(1, &cube_uint64, &cube_max));
    /* A program's copy of a type finds the plan by what it says, but never without a search: the
     * program may change it. */
    struct cube_type copy = cube_uint64;
    host_check(plan_of_allreduce(1, &copy, &cube_sum, NULL) == plan);
    host_check(!in_front(1, &copy, &cube_sum));
    host_check(in_front(1, &cube_uint64, &cube_sum) == plan);
    /* While steps are recorded other plans serve, which record them each time. */
    for (int twice = 0; twice < 2; twice++) {
        struct cube_step_record records[RECORDS];
        memset(records, 0, sizeof records);
        cube_trace(records, RECORDS);
        host_check(!in_front(1, &cube_uint64, &cube_sum));
        cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
        host_check(plan_of_allreduce(1, &cube_uint64, &cube_sum, NULL));
        cube_trace(NULL, 0);
        for (int step = 0; step < cube_dim(); step++)
            host_check(records[step].links == 1u << step && records[step].packets == 1 &&
                       records[step].bytes == sizeof value && records[step].cycles != 0 &&
                       (step == 0 || records[step].cycles >= records[step - 1].cycles));
    }
    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    host_check(in_front(1, &cube_uint64, &cube_sum) == plan);
    host_check(cube_allreduce(NULL, &total, 1, &cube_uint64, &cube_sum) == -EINVAL);
    host_check(cube_allreduce(&value, NULL, 1, &cube_uint64, &cube_sum) == -EINVAL);
    host_check(cube_allreduce(&value, &total, 1, &cube_uint64, NULL) == -EINVAL);
}

/* Offsets are compared by their contents: a copy of them finds the plan, and others in the same
 * place do not. */
TEST_AT_NODES(offsets_are_compared_by_contents, 2, 2) {
    size_t first[] = {0, 8, 24, 24, 32}, copy[] = {0, 8, 24, 24, 32};
    uint64_t send[2] = {1, 2}, recv[4];
    struct request request = {.operation = OPERATION_ALLGATHER, .form = FORM_OFFSETS};
    request.array[0] = request_offsets(NULL, first);
    host_check(!plan_found(&request));
    host_check(cube_allgatherv(send, recv, first) == 0);
    struct plan *plan = plan_found(&request);
    request.array[0] = request_offsets(NULL, copy);
    host_check(plan && plan_found(&request) == plan);
    copy[1] = 16; /* the sum of all sizes stays */
    host_check(!plan_found(&request));
    host_check(cube_allgatherv(send, recv, copy) == 0);
    copy[1] = 8;
    host_check(plan_found(&request) == plan);
    request.array[0] = request_offsets(NULL, NULL);
    host_check(!plan_found(&request));
    host_check(cube_allgatherv(send, recv, NULL) == -EINVAL);
    /* A missing second output is reported, though there is a plan. */
    uint64_t plus[2], minus[2];
    host_check(cube_aspc_by(NULL, send, plus, minus, 8) == 0);
    host_check(cube_aspc_by(NULL, send, plus, minus, 8) == 0);
    host_check(cube_aspc_by(NULL, send, plus, NULL, 8) == -EINVAL);
}
