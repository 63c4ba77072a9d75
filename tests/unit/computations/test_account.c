/* The account of a computation: its steps, words and rounds, on host cubes. */
#include <stdlib.h>

#include <errno.h>

#include "cube.h"
#include "programs/computations/account.h"
#include "tests/unit/nodes.h"

enum { DIMENSION = 3, NODES = 1 << DIMENSION, ROUNDS = 100 };

/* An all-gather of 8 bytes, a broadcast, and a message to the neighbour, many times: the most steps
 * of each call are those of another node, and the rounds are more than the first room of the
 * account. */
TEST_AT_NODES(test_rounds, DIMENSION, DIMENSION) {
    struct account account;
    uint64_t mine = (uint64_t)cube_node(), all[NODES];
    account_open(&account);
    for (int round = 0; round < ROUNDS; round++) {
        account_communicate(&account);
        host_check(cube_allgather(&mine, all, sizeof mine) == 0);
        account_compute(&account);
        account_communicate(&account);
        const struct cube_choice tree = {.algorithm = "bcast-binomial"};
        host_check(cube_bcast_by(&tree, &mine, 1, &cube_uint64, round % NODES) == 0);
        account_compute(&account);
        account_communicate(&account);
        host_check(cube_link_send(0, &mine, sizeof mine) == 0);
        host_check(cube_link_recv(0, &mine, sizeof mine) == 0);
        account_compute(&account);
    }
    int error;
    struct account_totals totals = account_close(&account, &error);
    host_check(error == 0);
    host_check(totals.steps == ROUNDS * (DIMENSION + DIMENSION + 1));
    host_check(totals.packets == ROUNDS * (NODES * DIMENSION + NODES - 1 + NODES));
    host_check(totals.bytes == ROUNDS * 8 * (NODES * (NODES - 1) + NODES - 1 + NODES));
    host_check(totals.time >= totals.computing && totals.time >= totals.communicating);
}

TEST_AT_NODES(test_unequal, DIMENSION, DIMENSION) {
    struct account account;
    int error;
    account_open(&account);
    if (cube_node() == 1) {
        account_communicate(&account);
        account_compute(&account);
    }
    account_close(&account, &error);
    host_check(error == -EPROTO);
}

TEST_AT_NODES(test_none, DIMENSION, DIMENSION) {
    int error;
    account_open(NULL);
    account_communicate(NULL);
    account_compute(NULL);
    host_check(account_close(NULL, &error).time == 0 && error == 0);
}
