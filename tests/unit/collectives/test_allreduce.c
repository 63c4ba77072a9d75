/* Tests the all-reduce of several blocks and prefix sums in several packets, by the numbers of the
 * literature and by calls. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "tests/check/numbers.h"
#include "tests/host/host.h"
#include "tests/operators.h"
#include "tests/unit/test.h"

enum { COUNT = 13 }; /* elements: no multiple of the blocks */

static const struct numbers numbers[] = {
    {.name = "allreduce-exchange",
     .k = 1,
     .steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .bound = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .packets = {0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608},
     .link_words = {0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608}},
    {.name = "allreduce-halving",
     .k = 1,
     .steps = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18},
     .bound = {0, 2, 3, 4, 5, 6, 7, 8, 9, 10}, /* packets of half of the blocks */
     .packets = {0, 4, 16, 48, 128, 320, 768, 1792, 4096, 9216},
     .link_words = {0, 4, 24, 112, 480, 1984, 8064, 32512, 130560, 523264}},
    {.name = "allreduce-rotated",
     .k = 1,
     .steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .bound = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .packets = {0, 2, 16, 72, 256, 800, 2304, 6272, 16384, 41472},
     .link_words = {0, 2, 16, 72, 256, 800, 2304, 6272, 16384, 41472}},
    {.name = "allreduce-all-port",
     .k = 1,
     .steps = {0, 2, 4, 6, 8, 14, 22, 38, 64, 114},
     .bound = {0, 2, 3, 5, 8, 13, 21, 37, 64, 114},
     .packets = {0, 4, 24, 112, 480, 1984, 8064, 32512, 130560, 523264},
     .link_words = {0, 4, 24, 112, 480, 1984, 8064, 32512, 130560, 523264}},
    {.name = "scan-pipelined",
     .k = 1,
     .steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .bound = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .packets = {0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608},
     .link_words = {0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608}},
    {.name = "exscan-pipelined",
     .k = 64,
     .steps = {0, 64, 65, 66, 67, 68, 69, 70, 71, 72},
     .bound = {0, 64, 33, 24, 19, 17, 16, 16, 15, 16},
     .packets = {0, 128, 512, 1536, 4096, 10240, 24576, 57344, 131072, 294912},
     .link_words = {0, 128, 512, 1536, 4096, 10240, 24576, 57344, 131072, 294912}},
};

TEST(numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        assert_true(numbers_are(&numbers[k]));
}

/* ---- The calls, on what anybody can compute ---- */

static int64_t sum_of(int first, int last, int i) {
    int64_t sum = 0;
    for (int node = first; node <= last; node++)
        sum += (int64_t)(node + 1) * 1000 + i;
    return sum;
}

static int run_sums(void *argument) {
    (void)argument;
    static const struct cube_choice all[] = {
        {.algorithm = "allreduce-halving"},
        {.algorithm = "allreduce-rotated"},
        {.algorithm = "allreduce-all-port"},
        {.ports = CUBE_ALL_PORT},
        {.ports = CUBE_ONE_PORT},
    };
    static const struct cube_choice prefix[] = {
        {.ports = CUBE_ALL_PORT},
        {.ports = CUBE_ALL_PORT, .packets = 1},
        {.ports = CUBE_ALL_PORT, .packets = 4},
        {.ports = CUBE_ALL_PORT, .packets = COUNT + 3},
        {.ports = CUBE_ONE_PORT},
    };
    int me = cube_node(), last = cube_nodes() - 1;
    int64_t send[COUNT], recv[COUNT];
    for (int i = 0; i < COUNT; i++)
        send[i] = sum_of(me, me, i);
    for (size_t c = 0; c < sizeof all / sizeof all[0]; c++) {
        host_check(cube_allreduce_by(&all[c], send, recv, COUNT, &cube_int64, &cube_sum) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == sum_of(0, last, i));
        memcpy(recv, send, sizeof recv);
        host_check(cube_allreduce_by(&all[c], recv, recv, COUNT, &cube_int64, &cube_sum) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == sum_of(0, last, i));
    }
    for (size_t c = 0; c < sizeof prefix / sizeof prefix[0]; c++) {
        memcpy(recv, send, sizeof recv);
        host_check(cube_scan_by(&prefix[c], recv, recv, COUNT, &cube_int64, &cube_sum) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == sum_of(0, me, i));
        memset(recv, 0, sizeof recv);
        host_check(cube_exscan_by(&prefix[c], send, recv, COUNT, &cube_int64, &cube_sum) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == sum_of(0, me - 1, i));
    }
    return 0;
}

TEST(sums) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_sums, NULL), HOST_OK);
}

/* ---- Operators that do not commute ---- */

static bool spells(const struct text *text, int last) {
    for (int node = 0; node <= last; node++)
        if (text->letters[node] != 'A' + node)
            return false;
    return text->letters[last + 1] == '\0';
}

static int run_texts(void *argument) {
    (void)argument;
    int me = cube_node(), last = cube_nodes() - 1;
    struct cube_choice choice = {.algorithm = "allreduce-halving"};
    struct text send[3], recv[3];
    for (int i = 0; i < 3; i++)
        send[i] = (struct text){{(char)('A' + me)}};
    host_check(cube_allreduce_by(&choice, send, recv, 3, &text_type, &concatenation) == 0);
    for (int i = 0; i < 3; i++)
        host_check(spells(&recv[i], last));
    choice.algorithm = "allreduce-rotated";
    host_check(cube_allreduce_by(&choice, send, recv, 3, &text_type, &concatenation) == -EINVAL);
    choice.algorithm = "allreduce-all-port";
    host_check(cube_allreduce_by(&choice, send, recv, 3, &text_type, &concatenation) == -EINVAL);
    choice = (struct cube_choice){.algorithm = "scan-pipelined", .packets = 2};
    host_check(cube_scan_by(&choice, send, recv, 3, &text_type, &concatenation) == 0);
    for (int i = 0; i < 3; i++)
        host_check(spells(&recv[i], me));
    choice.algorithm = "exscan-pipelined";
    host_check(cube_exscan_by(&choice, send, recv, 3, &text_type, &concatenation) == 0);
    for (int i = 0; i < 3 && me > 0; i++)
        host_check(spells(&recv[i], me - 1));
    return 0;
}

TEST(order_is_kept_or_refused) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_texts, NULL), HOST_OK);
}

/* ---- Calls that do not match ---- */

static int run_other_packets(void *argument) {
    (void)argument;
    int32_t a[8] = {0}, b[8];
    struct cube_choice choice = {.algorithm = "scan-pipelined",
                                 .packets = cube_node() == 0 ? 2 : 4};
    host_check(cube_scan_by(&choice, a, b, 8, &cube_int32, &cube_sum) == -EPROTO);
    return 0;
}

TEST(other_packets_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_packets, NULL), HOST_UNRECEIVED);
}

/* Half of the longer message is as long as the shorter one, so the first packets are alike but for
 * the algorithm. */
static int run_other_lengths(void *argument) {
    (void)argument;
    static const int64_t a[4000];
    int64_t *b = malloc(sizeof a);
    size_t count = cube_node() == 0 ? 2000 : 4000;
    struct cube_choice choice = {.algorithm =
                                     cube_node() == 0 ? "allreduce-exchange" : "allreduce-halving"};
    int error = cube_allreduce_by(&choice, a, b, count, &cube_int64, &cube_sum);
    free(b);
    host_check(error == -EPROTO);
    return 0;
}

TEST(other_algorithms_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_lengths, NULL), HOST_UNRECEIVED);
}
