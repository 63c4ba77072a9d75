/* Finds a window of unreceived messages that is a byte larger or smaller than include/cube.h says.
 */
#include "cube.h"
#include "net/messages/credit.h"
#include "tests/unit/net/message_pattern.h"
#include "tests/unit/nodes.h"

/* The window by dimension. Each message takes 64 bytes of it besides its own. */
static const size_t buffered[] = {16384, 16384, 16384, 16384, 16384,
                                  16384, 16384, 8192,  4096,  2048};
enum { COST = 64 };

/* Credit goes back at once when half of the window is owed, and not before. The answer to the first
 * message comes after its credit, without which node 0 would have to ask for what is owed. */
TEST_AT_NODES(test_settling, 1, 3) {
    size_t half = buffered[cube_dim()] / 2, bytes[] = {half - COST, half - COST - 1, 1};
    for (int i = 0; i < 3; i++) {
        if (cube_node() == 0)
            host_check(send_pattern(1, i, bytes[i]) == 0);
        else if (cube_node() == 1)
            host_check(recv_pattern(0, i, bytes[i]) == 0 &&
                       peer_at(0)->owed == (i == 1 ? half - 1 : 0));
        if (i == 0 && cube_node() == 1)
            host_check(cube_send(0, NULL, 0) == 0);
        else if (i == 0 && cube_node() == 0)
            host_check(cube_recv(1, NULL, 0) == 0);
    }
}

/* What node 0 has sent before, and how much of that the last node receives. */
struct history {
    int messages;
    int received;
    size_t bytes;  /* of each message; if `window` is not 0, it counts instead: */
    size_t window; /* one message that costs N halves of a window, less a byte */
};

static const struct history histories[] = {
    {0, 0, 0, 0},   {3, 3, 100, 0}, {1, 1, 0, 1},    {1, 1, 0, 2}, {1, 1, 100000, 0},
    {17, 17, 0, 0}, {5, 3, 123, 0}, {20, 19, 33, 0}, {1, 0, 0, 1},
};
enum { HISTORIES = sizeof histories / sizeof *histories };

struct attempt {
    const struct history *history;
    int messages; /* that what is left of the window is cut into */
    size_t extra; /* bytes beyond */
};

static size_t history_bytes(const struct history *history) {
    size_t all = buffered[cube_dim()];
    return history->window ? history->window * all / 2 - COST - 1 : history->bytes;
}

/* The size of message `number` of those that fill what is left. */
static size_t filling_bytes(const struct attempt *attempt, int number) {
    const struct history *history = attempt->history;
    size_t lies = (size_t)(history->messages - history->received) * (history_bytes(history) + COST);
    size_t left = buffered[cube_dim()] - lies;
    size_t part = left / (size_t)attempt->messages;
    if (number < attempt->messages - 1)
        return part - COST;
    return left - part * (size_t)(attempt->messages - 1) - COST + attempt->extra;
}

/* Nothing of what fills the window is received before it has been sent. */
static void fill_once(const struct attempt *attempt) {
    const struct history *history = attempt->history;
    int last = cube_nodes() - 1;
    for (int i = 0; cube_node() == 0 && i < history->messages; i++)
        host_check(send_pattern(last, i, history_bytes(history)) == 0);
    for (int i = 0; cube_node() == last && i < history->received; i++)
        host_check(recv_pattern(0, i, history_bytes(history)) == 0);
    for (int i = 0; cube_node() == 0 && i < attempt->messages; i++)
        host_check(send_pattern(last, i, filling_bytes(attempt, i)) == 0);
    host_check(cube_barrier() == 0);
    for (int i = history->received; cube_node() == last && i < history->messages; i++)
        host_check(recv_pattern(0, i, history_bytes(history)) == 0);
    for (int i = 0; cube_node() == last && i < attempt->messages; i++)
        host_check(recv_pattern(0, i, filling_bytes(attempt, i)) == 0);
}

/* Fills the window several times. The extra bytes are sent in the last round. */
static int fill_window(void *argument) {
    struct attempt attempt = *(const struct attempt *)argument, exact = attempt;
    exact.extra = 0;
    fill_once(&exact);
    fill_once(&exact);
    fill_once(&attempt);
    return 0;
}

static void check_window(uint32_t dimension, const struct history *history, int messages) {
    struct host_options options = {.spins = (uint32_t)messages};
    struct attempt exact = {history, messages, 0}, beyond = {history, messages, 1};
    assert_int_equal(host_run(dimension, &options, fill_window, &exact), HOST_OK);
    assert_int_equal(host_run(dimension, &options, fill_window, &beyond), HOST_DEADLOCK);
    assert_string_equal(host_wait_of(0)->operation, "send");
    assert_true(host_wait_of(0)->for_credit);
    assert_int_equal(host_wait_of(0)->peer, (1 << dimension) - 1);
}

TEST(test_window) {
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (size_t h = 0; h < HISTORIES; h++)
            for (int messages = 1; messages <= 7; messages += 6)
                check_window(dimension, &histories[h], messages);
    for (uint32_t dimension = 6; dimension <= (HOST_THREADS_ALONE ? 6 : 9); dimension++)
        check_window(dimension, &histories[2], 1);
}
