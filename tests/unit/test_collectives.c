/* Every algorithm of the catalogue on host cubes, a thread a node: each byte of each output, and
 * the meters against the schedule's own counts. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/catalogue.h"
#include "collectives/executor.h"
#include "cube.h"
#include "tests/host/host.h"

struct job {
    const struct schedule *schedule;
    size_t bytes;
    int runs;
};

/* Byte `offset` of an input block; no two blocks of a test look the same for long. */
static uint8_t byte_of(struct origin origin, size_t offset) {
    uint32_t mix = (origin.node * 641 + origin.block + 1) * 2654435761u + (uint32_t)offset * 40503u;
    return (uint8_t)(mix >> 16 ^ mix >> 24);
}

static void fill(uint8_t *input, uint32_t blocks, size_t bytes) {
    for (uint32_t block = 0; block < blocks; block++)
        for (size_t offset = 0; offset < bytes; offset++)
            input[block * bytes + offset] =
                byte_of((struct origin){(uint32_t)cube_node(), block}, offset);
}

static bool is_right(const uint8_t *block, struct origin origin, size_t bytes) {
    for (size_t offset = 0; offset < bytes; offset++)
        if (block[offset] != byte_of(origin, offset))
            return false;
    return true;
}

/* The outputs of `operation` against what it demands, and the input against what it was. */
static void check_areas(const struct schedule *schedule, const struct shape *shape,
                        uint8_t *const area[], size_t bytes) {
    uint32_t node = (uint32_t)cube_node();
    for (uint32_t a = 0; a <= schedule->operation->outputs; a++)
        for (uint32_t block = 0; block < schedule->blocks(shape, a); block++) {
            struct origin origin = a == AREA_INPUT
                                       ? (struct origin){node, block}
                                       : schedule->operation->result(shape, node, a, block);
            host_check(is_right(area[a] + block * bytes, origin, bytes));
        }
}

/* The meters of this node against its part of the schedule. */
static void check_meters(const struct job *job, const struct shape *shape) {
    struct cube_stats stats;
    uint64_t packets[CUBE_DIMENSIONS] = {0};
    uint64_t bytes[CUBE_DIMENSIONS] = {0};
    uint32_t steps = job->schedule->steps(shape);
    for (uint32_t number = 1; number <= steps; number++) {
        struct step step;
        job->schedule->step(shape, (uint32_t)cube_node(), number, &step);
        for (uint32_t port = 0; port < shape->dimension; port++)
            if (((step.receives | step.relays) >> port) & 1) {
                packets[port] += (uint64_t)job->runs;
                bytes[port] += step.receive[port].count * job->bytes * (uint64_t)job->runs;
            }
    }
    cube_stats(&stats);
    host_check(stats.steps == steps);
    for (uint32_t port = 0; port < shape->dimension; port++) {
        host_check(stats.link[port].packets == packets[port]);
        host_check(stats.link[port].bytes == bytes[port]);
    }
}

static int run_job(void *argument) {
    const struct job *job = argument;
    const struct schedule *schedule = job->schedule;
    struct shape shape = {.dimension = (uint32_t)cube_dim()};
    uint8_t *area[SCHEDULE_AREAS] = {NULL};
    uint32_t areas = 1 + schedule->operation->outputs;
    for (uint32_t a = 0; a < areas; a++)
        area[a] = calloc(schedule->blocks(&shape, a) * job->bytes + 1, 1);
    fill(area[AREA_INPUT], schedule->blocks(&shape, AREA_INPUT), job->bytes);

    for (int run = 0; run < job->runs; run++) {
        for (uint32_t a = 1; a < areas; a++)
            memset(area[a], 0, schedule->blocks(&shape, a) * job->bytes);
        host_check(execute_call(schedule, area[AREA_INPUT], (void *const *)&area[1], job->bytes) ==
                   0);
        check_areas(schedule, &shape, area, job->bytes);
    }
    check_meters(job, &shape);
    for (uint32_t a = 0; a < areas; a++)
        free(area[a]);
    return 0;
}

static void run_all(uint32_t dimension, const struct host_options *options, size_t bytes) {
    for (size_t entry = 0; entry < catalogue_entries; entry++) {
        struct job job = {.schedule = catalogue[entry], .bytes = bytes, .runs = 2};
        enum host_verdict verdict = host_run(dimension, options, run_job, &job);
        if (verdict != HOST_OK)
            fprintf(stderr, "%s, n = %u, %zu bytes\n", job.schedule->name, dimension, bytes);
        assert_int_equal(verdict, HOST_OK);
    }
}

/* The last is more than a ring, and only for cubes up to the 3-cube. */
static const size_t sizes[] = {0, 1, 7, 8, 24, 64, 1000, 65536};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void all_sizes_on_small_cubes(void **state) {
    (void)state;
    for (uint32_t n = 0; n <= 4; n++)
        for (size_t k = 0; k < (n <= 3 ? SIZES : SIZES - 1); k++)
            run_all(n, NULL, sizes[k]);
}

static void larger_cubes(void **state) {
    (void)state;
    run_all(5, NULL, 0);
    run_all(5, NULL, 7);
    run_all(5, NULL, 1000);
    run_all(6, NULL, 8);
}

/* Blocks of many times the ring's size, cut into pieces at odd places. */
static void smallest_rings(void **state) {
    (void)state;
    const struct host_options options = {.direct = 4 * CUBE_SLOT_BYTES};
    run_all(2, &options, 1);
    run_all(3, &options, 32);
    run_all(3, &options, 1000);
    run_all(4, &options, 333);
}

/* ---- The calls of cube.h ---- */

enum { MOST_BLOCKS = 1 << 4 };

static int run_aspc_calls(void *argument) {
    (void)argument;
    uint8_t input[CUBE_DIMENSIONS][5], plus[CUBE_DIMENSIONS][5], minus[CUBE_DIMENSIONS][5];
    int i = cube_gray_inverse(cube_node());
    fill(input[0], (uint32_t)cube_dim(), 5);
    for (int twice = 0; twice < 2; twice++) {
        memset(plus, 0, sizeof plus);
        memset(minus, 0, sizeof minus);
        host_check((twice ? cube_aspc_by("aspc-one-port", input, plus, minus, 5)
                          : cube_aspc(input, plus, minus, 5)) == 0);
        for (int j = 0; j < cube_dim(); j++) {
            int below = cube_gray((i - (1 << j)) & (cube_nodes() - 1));
            int above = cube_gray((i + (1 << j)) & (cube_nodes() - 1));
            host_check(is_right(plus[j], (struct origin){(uint32_t)below, (uint32_t)j}, 5));
            host_check(is_right(minus[j], (struct origin){(uint32_t)above, (uint32_t)j}, 5));
        }
    }
    return 0;
}

static int run_alltoall_calls(void *argument) {
    (void)argument;
    uint8_t input[MOST_BLOCKS][5], out[MOST_BLOCKS][5];
    fill(input[0], (uint32_t)cube_nodes(), 5);
    for (int twice = 0; twice < 2; twice++) {
        memset(out, 0, sizeof out);
        host_check((twice ? cube_alltoall_by("alltoall-exchange", input, out, 5)
                          : cube_alltoall(input, out, 5)) == 0);
        for (uint32_t from = 0; from < (uint32_t)cube_nodes(); from++)
            host_check(is_right(out[from], (struct origin){from, (uint32_t)cube_node()}, 5));
    }
    return 0;
}

static void calls_deliver(void **state) {
    (void)state;
    for (uint32_t n = 0; n <= 4; n++) {
        assert_int_equal(host_run(n, NULL, run_aspc_calls, NULL), HOST_OK);
        assert_int_equal(host_run(n, NULL, run_alltoall_calls, NULL), HOST_OK);
    }
}

static int run_wrong_calls(void *argument) {
    (void)argument;
    uint8_t a[8] = {0}, b[8], c[8];
    host_check(cube_aspc_by("alltoall-ecube", a, b, c, 1) == -EINVAL);
    host_check(cube_aspc_by("none", a, b, c, 1) == -EINVAL);
    host_check(cube_aspc_by(NULL, a, b, c, 1) == -EINVAL);
    host_check(cube_aspc(NULL, b, c, 1) == -EINVAL);
    host_check(cube_aspc(a, NULL, c, 1) == -EINVAL);
    host_check(cube_aspc(a, b, NULL, 1) == -EINVAL);
    host_check(cube_aspc(a, b, c, SIZE_MAX) == -EINVAL);
    host_check(cube_alltoall_by("aspc", a, b, 1) == -EINVAL);
    host_check(cube_alltoall(NULL, b, 1) == -EINVAL);
    host_check(cube_alltoall(a, NULL, 1) == -EINVAL);
    host_check(cube_aspc(NULL, NULL, NULL, 0) == 0);
    host_check(cube_alltoall(NULL, NULL, 0) == 0);
    return 0;
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, run_wrong_calls, NULL), HOST_OK);
}

static int run_other_operations(void *argument) {
    (void)argument;
    uint8_t a[8] = {0}, b[8] = {0};
    int error = cube_node() == 0 ? cube_alltoall_by("alltoall-exchange", a, b, 1) : cube_barrier();
    host_check(error == -EPROTO);
    return 0;
}

static int run_other_sizes(void *argument) {
    (void)argument;
    uint8_t a[8] = {0}, b[8] = {0};
    size_t bytes = cube_node() == 0 ? 3 : 2;
    host_check(cube_alltoall_by("alltoall-exchange", a, b, bytes) == -EMSGSIZE);
    return 0;
}

static void mismatched_calls_are_told(void **state) {
    (void)state;
    assert_int_equal(host_run(1, NULL, run_other_operations, NULL), HOST_OK);
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_OK);
}

/* ---- The barrier ---- */

struct meeting {
    _Atomic int arrived;
};

static int run_barriers(void *argument) {
    struct meeting *meeting = argument;
    for (int round = 1; round <= 20; round++) {
        atomic_fetch_add(&meeting->arrived, 1);
        host_check(cube_barrier() == 0);
        host_check(atomic_load(&meeting->arrived) >= round * cube_nodes());
    }
    struct cube_stats stats;
    cube_stats(&stats);
    host_check(stats.steps == (uint32_t)cube_dim());
    for (int d = 0; d < cube_dim(); d++)
        host_check(stats.link[d].packets == 20 && stats.link[d].bytes == 0);
    return 0;
}

static void nobody_leaves_a_barrier_early(void **state) {
    (void)state;
    for (uint32_t n = 0; n <= 5; n++) {
        struct meeting meeting = {0};
        assert_int_equal(host_run(n, NULL, run_barriers, &meeting), HOST_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_on_small_cubes),
        cmocka_unit_test(larger_cubes),
        cmocka_unit_test(smallest_rings),
        cmocka_unit_test(calls_deliver),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(mismatched_calls_are_told),
        cmocka_unit_test(nobody_leaves_a_barrier_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
