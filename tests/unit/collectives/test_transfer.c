/* Tests transfers from one node to one other, by the numbers of the literature and by calls. */
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "collectives/schedule/catalogue.h"
#include "cube.h"
#include "net/node.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* ---- Numbers ---- */

/* The shape of a transfer over `h` dimensions from node 5, or from the node of its low bits in a
 * smaller cube. */
static struct shape shape_over(uint32_t dimension, uint32_t h, uint32_t packets) {
    struct shape shape = shape_of(dimension);
    shape.root = 5 & (shape_nodes(&shape) - 1);
    shape.target = shape.root ^ ((1u << h) - 1);
    shape.packets = packets;
    return shape;
}

/* Steps of 64 packets to the node opposite, and to a neighbour, for n = 1 .. 9. */
TEST(numbers_of_the_literature) {
    static const uint32_t one_port[] = {64, 65, 66, 67, 68, 69, 70, 71, 72};
    static const uint32_t opposite[] = {64, 33, 24, 19, 17, 16, 16, 15, 16};
    static const uint32_t neighbour[] = {64, 33, 23, 18, 15, 13, 11, 10, 9};
    const struct algorithm *path = catalogue_find("transfer-path");
    const struct algorithm *paths = catalogue_find("transfer-paths");
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++) {
        struct shape far = shape_over(n, n, 64);
        struct shape near = shape_over(n, 1, 64);
        assert_int_equal(algorithm_steps(path, &far), one_port[n - 1]);
        assert_int_equal(algorithm_bound(path, &far), one_port[n - 1]);
        assert_int_equal(algorithm_steps(path, &near), 64);
        assert_int_equal(algorithm_packets(path, &far), 64 * n);
        assert_int_equal(algorithm_steps(paths, &far), opposite[n - 1]);
        assert_int_equal(algorithm_bound(paths, &far), opposite[n - 1]);
        assert_int_equal(algorithm_steps(paths, &near), neighbour[n - 1]);
        assert_int_equal(algorithm_packets(paths, &far), 64 * n);
        /* The direct link carries one packet in each step; the other packets go over three links.
         */
        assert_int_equal(algorithm_packets(paths, &near),
                         neighbour[n - 1] + 3 * (64 - neighbour[n - 1]));
    }
}

/* The steps are the least T with h (T - h + 1) + (n - h) (T - h - 1) >= k, found by trying. */
TEST(no_fewer_steps_would_do) {
    const struct algorithm *paths = catalogue_find("transfer-paths");
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++)
        for (uint32_t h = 1; h <= n; h++)
            for (uint32_t k = 1; k <= 100; k++) {
                struct shape shape = shape_over(n, h, k);
                uint32_t steps = h;
                while (h * (steps - h + 1) + (n - h) * (steps > h ? steps - h - 1 : 0) < k)
                    steps++;
                assert_int_equal(algorithm_steps(paths, &shape), steps);
            }
}

/* ---- Calls ---- */

enum { MOST = 70000 }; /* bytes, which is long */

static uint8_t byte_at(int source, size_t i) {
    return (uint8_t)((size_t)source * 59 + i * 7 + i / 251);
}

static int check_transfer(const struct cube_choice *choice, size_t bytes, int source, int target) {
    static NODE_LOCAL uint8_t send[MOST], recv[MOST];
    int me = cube_node();
    bool right = true;
    for (size_t i = 0; i < bytes; i++) {
        send[i] = byte_at(me, i);
        recv[i] = (uint8_t)~byte_at(source, i);
    }
    int error = cube_transfer_by(choice, me == source ? send : NULL, me == target ? recv : NULL,
                                 bytes, source, target);
    for (size_t i = 0; i < bytes; i++)
        right =
            right && recv[i] == (me == target ? byte_at(source, i) : (uint8_t)~byte_at(source, i));
    host_check(right);
    return error;
}

static int run_calls(void *argument) {
    (void)argument;
    static const size_t sizes[] = {0, 1, 7, 1000, MOST};
    int last = cube_nodes() - 1;
    for (int source = 0; source <= last; source++)
        for (int target = 0; target <= last; target++) {
            struct cube_choice choice = {.packets = 1 + (unsigned)(3 * source + target) % 11};
            choice.algorithm = "transfer-path";
            host_check(check_transfer(&choice, 50, source, target) == 0);
            choice.algorithm = "transfer-paths";
            host_check(check_transfer(&choice, 50, source, target) == 0);
        }
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        host_check(check_transfer(NULL, sizes[k], 0, last) == 0);
        host_check(check_transfer(NULL, sizes[k], last, last) == 0);
        for (enum cube_ports ports = CUBE_ALL_PORT; ports <= CUBE_ONE_PORT; ports++)
            host_check(check_transfer(&(struct cube_choice){.ports = ports}, sizes[k], last / 2,
                                      last) == 0);
    }
    return 0;
}

TEST(calls_deliver) {
    for (uint32_t n = 0; n <= 4; n++)
        assert_int_equal(host_run(n, NULL, run_calls, NULL), HOST_OK);
}

/* ---- What is refused, and what is told ---- */

static int run_wrong_calls(void *argument) {
    (void)argument;
    uint8_t a[4] = {0}, b[4];
    struct cube_choice choice = {.ports = CUBE_SIMD};
    host_check(cube_transfer(a, b, 4, 4, 0) == -EINVAL);
    host_check(cube_transfer(a, b, 4, 0, 4) == -EINVAL);
    host_check(cube_transfer(a, b, 4, 0, -1) == -EINVAL);
    host_check(cube_transfer(a, b, SIZE_MAX, 0, 1) == -EINVAL);
    host_check(cube_transfer_by(&choice, a, b, 4, 0, 1) == -EINVAL);
    int me = cube_node();
    host_check(cube_transfer(NULL, b, 4, me, me) == -EINVAL);
    host_check(cube_transfer(a, NULL, 4, me, me) == -EINVAL);
    host_check(cube_transfer(NULL, NULL, 0, 0, 3) == 0);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(2, NULL, run_wrong_calls, NULL), HOST_OK);
}

static int run_other_sizes(void *argument) {
    (void)argument;
    uint8_t a[4] = {0}, b[4];
    int error = cube_transfer(a, b, cube_node() == 0 ? 4 : 3, 0, 1);
    host_check(error == (cube_node() == 0 ? 0 : -EMSGSIZE));
    return 0;
}

TEST(other_sizes_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
}

/* The source sends to node 1, while the others expect node 3 as the target, to which node 1 is on
 * the way. Node 1 gets an error, though the packet comes on the link and in the step that it
 * expects. Node 3 waits. */
static int run_other_targets(void *argument) {
    _Atomic int *told = argument;
    uint8_t a[4] = {0}, b[4];
    int error = cube_transfer(a, b, sizeof a, 0, cube_node() == 0 ? 1 : 3);
    if (error == -EPROTO)
        atomic_fetch_add(told, 1 + cube_node());
    return 0;
}

TEST(other_targets_are_told) {
    _Atomic int told = 0;
    assert_int_equal(host_run(2, NULL, run_other_targets, &told), HOST_DEADLOCK);
    assert_int_equal(told, 1 + 1);
}
