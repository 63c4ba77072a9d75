/* Finds an invalid argument (tests/arguments.h, tests/arguments_others.h) that is accepted. */
#include "tests/arguments.h"
#include "tests/arguments_others.h"
#include "tests/unit/nodes.h"

enum { ROUNDS = 20000, LARGEST_CUBE = 4 };

/* Whether every call refuses each algorithm of another operation, and each of its own with another
 * port model than the algorithm's. */
static bool other_algorithms_are_refused(void) {
    static const char *const models[] = {NULL, "all-port", "one-port", "SIMD"};
    bool right = true;
    struct cube_algorithm algorithm;
    for (int k = 0; k < ANY_CALLS; k++)
        for (size_t index = 0; cube_catalogue(index, &algorithm) == 0; index++) {
            /* An exchange means an all-gather here, but has an algorithm of its own. */
            bool own = strcmp(algorithm.operation, any_call[k].operation) == 0 ||
                       strcmp(algorithm.operation, "exchange-all") == 0;
            for (enum cube_ports ports = CUBE_ANY_PORTS; ports <= CUBE_SIMD; ports++) {
                struct cube_choice choice = {.algorithm = algorithm.name, .ports = ports};
                struct spoilt spoilt;
                if (own && (ports == CUBE_ANY_PORTS || strcmp(algorithm.ports, models[ports]) == 0))
                    continue;
                make_right(&spoilt, &any_call[k]);
                spoilt.arguments.choice = &choice;
                right = is_refused(&any_call[k], &spoilt, WRONG_ALGORITHM, ports) && right;
            }
        }
    return right;
}

/* Whether algorithms that do not keep the order of operands refuse an operator that does not
 * commute, and take it if it does. */
static bool order_is_kept_or_refused(void) {
    bool right = true;
    struct cube_algorithm algorithm;
    for (int k = 0; k < ANY_CALLS; k++)
        for (size_t index = 0; cube_catalogue(index, &algorithm) == 0; index++) {
            struct cube_choice choice = {.algorithm = algorithm.name};
            struct spoilt spoilt;
            make_right(&spoilt, &any_call[k]);
            spoilt.arguments.choice = &choice;
            if (strcmp(algorithm.operation, any_call[k].operation) != 0 || !algorithm.combines ||
                algorithm.ordered || any_call[k].call(&spoilt.arguments) != 0)
                continue;
            make_right(&spoilt, &any_call[k]);
            spoilt.arguments.choice = &choice;
            spoilt.op.commutative = 0;
            right = is_refused(&any_call[k], &spoilt, WRONG_OP, 0) && right;
        }
    return right;
}

TEST_AT_NODES(order_of_operands, 1, LARGEST_CUBE) {
    host_check(order_is_kept_or_refused());
}

TEST_AT_NODES(wrong_arguments_are_refused, 1, LARGEST_CUBE) {
    host_check(other_algorithms_are_refused());
    host_check(each_is_refused());
    host_check(several_are_refused(HOST_THREADS_ALONE ? ROUNDS / 10 : ROUNDS));
    host_check(others_refuse());
    host_check(catalogue_refuses());
    host_check(nothing_came());
    host_check(right_ones_work(false));
    host_check(right_ones_work(true));
    host_check(any_shift_works());
}

/* Whether a node that is alone needs the buffer that it sends from, or else the one that it
 * receives into: it is the root and also all other nodes. */
static bool needs(const char *call, bool sends) {
    if (strcmp(call, "barrier") == 0 || strcmp(call, "aspc") == 0 || strstr(call, "_point"))
        return false; /* there are no others to send to */
    return sends ? !strstr(call, "bcast") && strcmp(call, "exchange_all") != 0
                 : strcmp(call, "exscan") != 0;
}

AT_NODE(alone) {
    const struct cube_choice all_port = {.ports = CUBE_ALL_PORT};
    const struct cube_mesh ring = {.axes = 1, .side = {1}};
    uint8_t a[1] = {0}, b[1];
    struct spoilt spoilt;
    for (int k = 0; k < ANY_CALLS; k++)
        for (unsigned sends = 0; sends < 2; sends++) {
            make_right(&spoilt, &any_call[k]);
            if (sends)
                spoilt.arguments.send = NULL;
            else
                spoilt.arguments.recv = NULL;
            host_check(!needs(any_call[k].name, sends) ||
                       is_refused(&any_call[k], &spoilt, WRONG_BUFFER, sends));
        }
    host_check(cube_exchange_all(a, 1, 1, NULL, NULL) == -EINVAL);
    host_check(cube_mesh_gather(&all_port, &ring, a, b, 1, 1) == -EINVAL);
    host_check(cube_pm2i(a, b, 1, &(const int){1}) == -EINVAL); /* there is nobody else */
}

/* Only the root gets an error for its missing buffer. What the other node has sent is found when
 * all have ended. */
AT_NODE(null_at_root) {
    uint8_t a[1] = {0};
    host_check(cube_gather(a, NULL, 1, 0) == (cube_node() == 0 ? -EINVAL : 0));
}

TEST(null_buffers_are_refused) {
    assert_int_equal(host_run(0, NULL, alone, NULL), HOST_OK);
    assert_int_equal(host_run(1, NULL, null_at_root, NULL), HOST_UNRECEIVED);
}

TEST_AT_NODES(the_most_packets_arrive, 2, 2) {
    host_check(most_packets_work());
}

/* What tests/arguments.h does not say: it has the same offsets for both buffers. */
TEST_WITH_VERDICT(wrong_sizes_are_told, HOST_UNRECEIVED, 1, 1, .spins = 0) {
    uint8_t a[16] = {0}, b[16];
    const size_t good[] = {0, 3, 6}, descending[] = {0, 3, 2}, shorter[] = {0, 2, 4};
    const struct cube_choice whole = {.algorithm = "alltoall-ecube"};
    host_check(cube_alltoallv_by(&whole, a, good, b, good) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, descending) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, NULL) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, shorter) == -EMSGSIZE); /* its own block */
    host_check(cube_alltoallv(a, shorter, b, good) == -EMSGSIZE);
    const size_t *all = cube_node() == 0 ? good : shorter;
    host_check(cube_alltoallv(a, all, b, all) == -EMSGSIZE);
}

/* An operation after which the message would be twice as long. */
static size_t double_length(void *message, const void *arrived, size_t bytes, int dimension,
                            int upper, void *calls) {
    (void)message, (void)arrived;
    host_check(dimension == 0 && upper == cube_node());
    ++*(int *)calls;
    return 2 * bytes;
}

TEST_WITH_VERDICT(wrong_templates_are_refused, HOST_UNRECEIVED, 1, 1, .spins = 0) {
    int32_t all[2] = {0};
    int calls = 0;
    host_check(cube_exchange_all(all, 4, 7, double_length, &calls) == -EINVAL && calls == 1);
    size_t bytes = cube_node() == 0 ? 4 : 8;
    host_check(cube_exchange_all(all, bytes, 8, double_length, &calls) == -EMSGSIZE && calls == 1);
}
