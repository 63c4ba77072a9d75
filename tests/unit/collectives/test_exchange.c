/* Total exchange and the template of exchanges: the numbers of the literature, and the calls. */
#include <errno.h>
#include <string.h>

#include "cube.h"
#include "net/node.h"
#include "tests/check/numbers.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

enum { MOST_NODES = 1 << 4, MOST_BYTES = 200 };

/* n N^2 / 2. */
#define ALL_WORDS                                                                                  \
    { 0, 2, 16, 96, 512, 2560, 12288, 57344, 262144, 1179648 }

static const struct numbers numbers[] = {
    {.name = "alltoall-all-port",
     .k = 1,
     .steps = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256},
     .bound = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-recursive",
     .k = 1,
     .steps = {0, 1, 3, 7, 15, 31, 63, 127, 255, 511},
     .bound = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-rotated",
     .k = 1,
     .steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .bound = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .packets = {0, 2, 12, 40, 192, 512, 1280, 3072, 13312, 30720},
     .link_words = ALL_WORDS},
    {.name = "alltoall-transpose",
     .k = 1,
     .steps = {0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304},
     .bound = {0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-ecube",
     .k = 1,
     .steps = {0, 1, 3, 7, 15, 31, 63, 127, 255, 511},
     .bound = {0, 1, 3, 7, 15, 31, 63, 127, 255, 511},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-exchange",
     .k = 1,
     .steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .bound = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .packets = {0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608},
     .link_words = ALL_WORDS},
};

TEST(numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        assert_true(numbers_are(&numbers[k]));
}

/* ---- Total exchange ---- */

/* Byte `k` of what node `from` has for node `to`. */
static uint8_t byte_of(int from, int to, size_t k) {
    return (uint8_t)((from * 31 + to) * 7 + (int)k);
}

static int run_algorithms(void *argument) {
    (void)argument;
    static const struct cube_choice choices[] = {
        {.algorithm = "alltoall-all-port"},
        {.algorithm = "alltoall-recursive"},
        {.algorithm = "alltoall-transpose"},
        {.algorithm = "alltoall-rotated"},
        {.ports = CUBE_ALL_PORT},
        {.ports = CUBE_ONE_PORT},
        {.ports = CUBE_SIMD},
    };
    int me = cube_node(), nodes = cube_nodes();
    uint8_t send[MOST_NODES][3], recv[MOST_NODES][3];
    for (int to = 0; to < nodes; to++)
        for (size_t k = 0; k < 3; k++)
            send[to][k] = byte_of(me, to, k);
    for (size_t c = 0; c < sizeof choices / sizeof choices[0]; c++) {
        memset(recv, 0, sizeof recv);
        host_check(cube_alltoall_by(&choices[c], send, recv, 3) == 0);
        for (int from = 0; from < nodes; from++)
            for (size_t k = 0; k < 3; k++)
                host_check(recv[from][k] == byte_of(from, me, k));
    }
    return 0;
}

TEST(every_algorithm_delivers) {
    for (uint32_t n = 0; n <= 4; n++)
        assert_int_equal(host_run(n, NULL, run_algorithms, NULL), HOST_OK);
}

/* ---- Blocks of any sizes ---- */

/* Bytes from one node to another. Some blocks are empty, some fit in a slot, some do not. */
static size_t size_of(int from, int to) {
    static const size_t sizes[] = {0, 1, 8, 40, 3, MOST_BYTES, 7};
    return sizes[(from * 5 + to * 3) % 7];
}

static int run_sizes(void *argument) {
    (void)argument;
    static const size_t start = 2; /* offsets need not begin with 0 */
    int me = cube_node(), nodes = cube_nodes();
    uint8_t send[MOST_NODES * MOST_BYTES + 2], recv[sizeof send];
    size_t send_offsets[MOST_NODES + 1] = {start}, recv_offsets[MOST_NODES + 1] = {start};
    for (int other = 0; other < nodes; other++) {
        send_offsets[other + 1] = send_offsets[other] + size_of(me, other);
        recv_offsets[other + 1] = recv_offsets[other] + size_of(other, me);
        for (size_t k = 0; k < size_of(me, other); k++)
            send[send_offsets[other] + k] = byte_of(me, other, k);
    }
    memset(recv, 0, sizeof recv);
    host_check(cube_alltoallv(send + start, send_offsets, recv + start, recv_offsets) == 0);
    for (int from = 0; from < nodes; from++)
        for (size_t k = 0; k < size_of(from, me); k++)
            host_check(recv[recv_offsets[from] + k] == byte_of(from, me, k));
    return 0;
}

/* Blocks of a word and of several rings in turn: nodes find out which they relay when the first
 * piece is here. One node comes late. */
enum { LONG_BYTES = 2500, LONG_NODES = 8 };

static size_t long_size(int from, int to, int round) {
    return (from * 3 + to + round) % 3 == 0 ? sizeof(uint64_t) : LONG_BYTES + (size_t)to;
}

static int run_long_sizes(void *argument) {
    (void)argument;
    static NODE_LOCAL uint8_t send[LONG_NODES * (LONG_BYTES + LONG_NODES)], recv[sizeof send];
    int me = cube_node(), nodes = cube_nodes();
    for (int round = 0; round < 6; round++) {
        size_t to[LONG_NODES + 1] = {0}, from[LONG_NODES + 1] = {0};
        for (int other = 0; other < nodes; other++) {
            to[other + 1] = to[other] + long_size(me, other, round);
            from[other + 1] = from[other] + long_size(other, me, round);
            for (size_t k = to[other]; k < to[other + 1]; k++)
                send[k] = byte_of(me, other, k - to[other]);
        }
        for (uint32_t late = 0; me == round && late < 10000; late++)
            system_yield();
        if (!host_check(cube_alltoallv(send, to, recv, from) == 0))
            return 1;
        for (int other = 0; other < nodes; other++)
            for (size_t k = from[other]; k < from[other + 1]; k++)
                host_check(recv[k] == byte_of(other, me, k - from[other]));
    }
    return 0;
}

TEST(relays_of_several_rings) {
    const struct host_options small = {.direct = 16 * CUBE_SLOT_BYTES};
    assert_int_equal(host_run(3, &small, run_long_sizes, NULL), HOST_OK);
}

TEST(blocks_of_any_sizes) {
    const struct host_options small = {.direct = 4 * CUBE_SLOT_BYTES};
    for (uint32_t n = 0; n <= 4; n++)
        assert_int_equal(host_run(n, NULL, run_sizes, NULL), HOST_OK);
    assert_int_equal(host_run(3, &small, run_sizes, NULL), HOST_OK);
}

static int run_wrong_sizes(void *argument) {
    (void)argument;
    uint8_t a[16] = {0}, b[16];
    const size_t good[] = {0, 3, 6}, descending[] = {0, 3, 2}, shorter[] = {0, 2, 4};
    const struct cube_choice whole = {.algorithm = "alltoall-ecube"};
    host_check(cube_alltoallv_by(&whole, a, good, b, good) == -EINVAL);
    host_check(cube_alltoallv(a, descending, b, good) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, descending) == -EINVAL);
    host_check(cube_alltoallv(a, NULL, b, good) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, NULL) == -EINVAL);
    host_check(cube_alltoallv(NULL, good, b, good) == -EINVAL);
    host_check(cube_alltoallv(a, good, NULL, good) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, shorter) == -EMSGSIZE); /* its own block */
    host_check(cube_alltoallv(a, shorter, b, good) == -EMSGSIZE);
    const size_t *all = cube_node() == 0 ? good : shorter;
    host_check(cube_alltoallv(a, all, b, all) == -EMSGSIZE);
    return 0;
}

TEST(wrong_sizes_are_told) {
    assert_int_equal(host_run(1, NULL, run_wrong_sizes, NULL), HOST_UNRECEIVED);
}

/* ---- The template, and what it is the template of ---- */

/* Prefix sums by the template: the message is the sum of the subcube so far, and `context` this
 * node's result. Texts are added, for they show the order. */
static void put_in_front(char *text, const char *what) {
    char both[2 * MOST_NODES + 1];
    strcpy(both, what);
    strcat(both, text);
    strcpy(text, both);
}

static size_t add_texts(void *message, const void *arrived, size_t bytes, int dimension, int upper,
                        void *context) {
    (void)dimension;
    if (upper) {
        put_in_front(context, arrived);
        put_in_front(message, arrived);
    } else {
        strcat(message, arrived);
    }
    return bytes;
}

static size_t add_numbers(void *message, const void *arrived, size_t bytes, int dimension,
                          int upper, void *context) {
    (void)dimension;
    (void)upper;
    (void)context;
    *(int *)message += *(const int *)arrived;
    return bytes;
}

/* An all-gather by the template: the message doubles in each exchange. */
static size_t join(void *message, const void *arrived, size_t bytes, int dimension, int upper,
                   void *context) {
    (void)dimension;
    (void)context;
    uint8_t *at = message;
    if (upper)
        memmove(at + bytes, at, bytes);
    memcpy(upper ? at : at + bytes, arrived, bytes);
    return 2 * bytes;
}

static int run_template(void *argument) {
    (void)argument;
    int me = cube_node(), nodes = cube_nodes();
    char sigma[2 * MOST_NODES + 1] = {(char)('A' + me)}, x[sizeof sigma];
    strcpy(x, sigma);
    host_check(cube_exchange_all(sigma, sizeof sigma, sizeof sigma, add_texts, x) == 0);
    for (int node = 0; node < nodes; node++) {
        host_check(sigma[node] == 'A' + node);
        host_check(node > me || x[node] == 'A' + node);
    }
    host_check(strlen(x) == (size_t)me + 1 && strlen(sigma) == (size_t)nodes);

    int sum = me + 1;
    host_check(cube_exchange_all(&sum, sizeof sum, sizeof sum, add_numbers, NULL) == 0);
    host_check(sum == nodes * (nodes + 1) / 2);

    int32_t all[MOST_NODES] = {100 + me};
    size_t most = (size_t)nodes * sizeof all[0];
    host_check(cube_exchange_all(all, sizeof all[0], most, join, NULL) == 0);
    for (int node = 0; node < nodes; node++)
        host_check(all[node] == 100 + node);

    /* The template in subcubes, each of the nodes with the same bit 0. */
    if (cube_dim() < 2)
        return 0;
    struct cube_choice choice = {.dimensions = (unsigned)nodes - 2};
    sum = me & 1;
    host_check(cube_exchange_all_by(&choice, &sum, sizeof sum, sizeof sum, add_numbers, NULL) == 0);
    host_check(sum == (me & 1) * nodes / 2);
    return 0;
}

TEST(operations_are_instances_of_the_template) {
    for (uint32_t n = 0; n <= 4; n++)
        assert_int_equal(host_run(n, NULL, run_template, NULL), HOST_OK);
}

static int run_wrong_templates(void *argument) {
    (void)argument;
    int32_t all[2] = {0};
    host_check(cube_exchange_all(all, 4, 4, NULL, NULL) == -EINVAL);
    host_check(cube_exchange_all(all, 4, 3, join, NULL) == -EINVAL);
    host_check(cube_exchange_all(NULL, 4, 4, join, NULL) == -EINVAL);
    host_check(cube_exchange_all(all, 4, 7, join, NULL) == -EINVAL); /* after the exchange */
    size_t bytes = cube_node() == 0 ? 4 : 8;
    host_check(cube_exchange_all(all, bytes, 8, add_numbers, NULL) == -EMSGSIZE);
    return 0;
}

TEST(wrong_templates_are_refused) {
    assert_int_equal(host_run(1, NULL, run_wrong_templates, NULL), HOST_UNRECEIVED);
}
