/* Finds a plan that is taken for another size though the cost of links forbids it.
 * tests/check/plans.c shows for all algorithms that such a plan equals the lowered one. */
#include <errno.h>
#include <string.h>

#include "collectives/call/select.h"
#include "collectives/run/kept/plan_cache.h"
#include "collectives/run/kept/plan_resize.h"
#include "cube.h"
#include "tests/unit/nodes.h"

enum { MOST = 4096, COUNT = 128, NODES = 4, ANY = 1 };

static bool is_sum(const uint64_t *total, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (total[i] != NODES * i)
            return false;
    return true;
}

/* An all-reduce of N words gives the right result, and makes a plan of that of `like` words,
 * or none where that is 0, or any one for ANY. */
static void check_allreduce(size_t count, size_t like) {
    static const uint64_t word_bytes = sizeof(uint64_t);
    uint64_t value[MOST], total[MOST];
    struct request request = {
        .operation = OPERATION_ALLREDUCE, .size = count, .type = &cube_uint64, .op = &cube_sum};
    const struct plan *other =
        plan_of_other_size(&request, word_bytes, select_ignores(count * word_bytes));
    host_check((other ? 1 : 0) == (like != 0));
    host_check(like == 0 || like == ANY || (other && other->key.size == like));
    host_check(!plan_found(&request));
    for (size_t i = 0; i < count; i++)
        value[i] = i;
    host_check(cube_allreduce(value, total, count, &cube_uint64, &cube_sum) == 0);
    host_check(is_sum(total, count));
    const struct plan *plan = plan_found(&request);
    host_check(plan && plan->key.size == count);
}

TEST_AT_NODES(sizes_of_a_class_are_alike, 2, 2) {
    check_allreduce(COUNT, 0);
    check_allreduce(COUNT + 1, COUNT);
    check_allreduce(COUNT + 3, COUNT + 1);       /* the one that was kept last */
    check_allreduce(COUNT + COUNT / 4, 0);       /* of the next class of sizes */
    check_allreduce(COUNT + COUNT / 4 - 1, ANY); /* though one of another class was kept last */
}

TEST_WITH_VERDICT(none_are_where_links_cost, HOST_OK, 2, 2, .flags = CUBE_PAGE_CLOCK,
                  .costs = {.start = 100}) {
    check_allreduce(COUNT, 0);
    check_allreduce(COUNT + 1, 0);
}

/* The program's own types and operators are those of the call that is made, not of the one whose
 * plan was kept. */
static void add(const void *left, void *right, size_t count, const struct cube_type *type) {
    const uint64_t *from = left;
    uint64_t *to = right;
    for (size_t i = 0; i < count * type->bytes / sizeof *to; i++)
        to[i] += from[i];
}

TEST_AT_NODES(own_operators_are_those_of_the_call, 2, 2) {
    uint64_t value[COUNT], total[COUNT];
    for (size_t count = COUNT / 2; count < COUNT / 2 + 3; count++) {
        const struct cube_type own_type = {.bytes = sizeof(uint64_t)};
        struct cube_op own_op = {.function = add, .commutative = 1};
        for (size_t i = 0; i < count; i++)
            value[i] = i;
        host_check(cube_allreduce(value, total, count, &own_type, &own_op) == 0);
        host_check(is_sum(total, count));
        const struct plan *plan = plan_found(&(struct request){
            .operation = OPERATION_ALLREDUCE, .size = count, .type = &own_type, .op = &own_op});
        host_check(plan && plan->key.type == &own_type && plan->key.op == &own_op);
        own_op.function = NULL;
    }
}

/* The arrays of a call are kept with each of its plans, and outputs are asked for in each call. */
TEST_AT_NODES(arrays_stay_with_each_plan, 2, 2) {
    int reversed[NODES] = {3, 2, 1, 0}, same[NODES] = {0, 1, 2, 3};
    uint8_t send[MOST], recv[MOST];
    memset(send, cube_node(), sizeof send);
    for (size_t bytes = 1; bytes < MOST; bytes += bytes / 2 + 1) {
        host_check(cube_permute(send, recv, bytes, reversed) == 0);
        host_check(recv[0] == NODES - 1 - cube_node() && recv[bytes - 1] == recv[0]);
        host_check(cube_permute(send, recv, bytes, same) == 0);
        host_check(recv[0] == cube_node() && recv[bytes - 1] == recv[0]);
        struct request request = {.operation = OPERATION_PERMUTATION, .size = bytes};
        request.array[0] = request_numbers(NULL, reversed);
        host_check(plan_found(&request));
        request.size++;
        host_check(bytes == 1 || plan_of_other_size(&request, 1, 32));
    }
    host_check(cube_permute(send, NULL, MOST / 2 + 5, reversed) == -EINVAL);
}
