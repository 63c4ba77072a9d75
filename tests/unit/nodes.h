/* Tests that the nodes of a cube run. */
#ifndef UNIT_NODES_H
#define UNIT_NODES_H

#include "tests/host/host.h"
#include "tests/unit/test.h"

/* The body that follows is a function for host_run that takes no argument and returns 0. */
#define AT_NODE(name)                                                                              \
    static void at_node_##name(void);                                                              \
    static int name(__attribute__((__unused__)) void *argument) {                                  \
        at_node_##name();                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    static void at_node_##name(void)

/* The body that follows is run by each node of host cubes of `first` to `last` dimensions, with the
 * rest as options of the host. Each run has this verdict. */
#define TEST_WITH_VERDICT(name, verdict, first, last, ...)                                         \
    static int run_##name(void *argument);                                                         \
    TEST(name) {                                                                                   \
        const struct host_options options = {__VA_ARGS__};                                         \
        for (uint32_t dimension = (first); dimension <= (last); dimension++)                       \
            assert_int_equal(host_run(dimension, &options, run_##name, NULL), verdict);            \
    }                                                                                              \
    AT_NODE(run_##name)

/* All host_checks must hold, and all messages must have been received. */
#define TEST_AT_NODES(name, first, last) TEST_WITH_VERDICT(name, HOST_OK, first, last, .spins = 0)

#endif
