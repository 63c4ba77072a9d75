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
#include "collectives/subcube.h"
#include "cube.h"
#include "net/link.h"
#include "tests/check/shapes.h"
#include "tests/host/host.h"

/* An upper triangular matrix of 2 x 2 elements modulo 2^64. Their product does not commute, and a
 * packet's pieces may end in the middle of one. */
struct matrix {
    uint64_t a, b, c;
};

static void multiply(const void *left_in, void *right_inout, size_t count,
                     const struct cube_type *type) {
    const struct matrix *left = left_in;
    struct matrix *right = right_inout;
    (void)type;
    for (size_t k = 0; k < count; k++) {
        right[k].b = left[k].a * right[k].b + left[k].b * right[k].c;
        right[k].a *= left[k].a;
        right[k].c *= left[k].c;
    }
}

static const struct cube_type matrix_type = {.bytes = sizeof(struct matrix)};
static const struct cube_op matrix_product = {.function = multiply};

struct job {
    const struct schedule *schedule;
    struct shape shape;
    uint32_t free;                /* the dimensions of the subcubes it runs in */
    const struct cube_type *type; /* of the operator */
    const struct cube_op *op;     /* null: the operation combines nothing */
    size_t bytes;                 /* of a block */
    size_t longer;                /* blocks that have one element more */
    int runs;
};

static struct call call_of(const struct job *job) {
    return (struct call){
        .schedule = job->schedule,
        .shape = job->shape,
        .node = subcube_rank((uint32_t)cube_node(), job->free),
        .free = job->free,
        .layout = {.bytes = job->bytes, .longer = job->longer, .element = job->type->bytes},
        .type = job->type,
        .op = job->op,
    };
}

static size_t block_start(const struct job *job, uint32_t block) {
    size_t longer = block < job->longer ? block : job->longer;
    return block * job->bytes + longer * job->type->bytes;
}

/* Byte `offset` of an input block of a node of this subcube; no two blocks of a test look the same
 * for long. */
static uint8_t byte_of(uint32_t rank, uint32_t block, size_t offset) {
    uint32_t mix = (rank * 641 + block + 1) * 2654435761u + (uint32_t)offset * 40503u;
    return (uint8_t)(mix >> 16 ^ mix >> 24);
}

static void fill_block(uint8_t *at, uint32_t rank, uint32_t block, size_t bytes) {
    for (size_t offset = 0; offset < bytes; offset++)
        at[offset] = byte_of(rank, block, offset);
}

/* What a block must be, computed apart: rank after rank, from the left. */
static bool is_right(const struct job *job, const uint8_t *at, struct content content,
                     size_t bytes) {
    if (content.first > content.last)
        return true;
    uint8_t *expected = malloc(bytes + 1);
    uint8_t *next = malloc(bytes + 1);
    fill_block(expected, content.first, content.block, bytes);
    for (uint32_t rank = content.first + 1; rank <= content.last; rank++) {
        fill_block(next, rank, content.block, bytes);
        job->op->function(expected, next, bytes / job->type->bytes, job->type);
        memcpy(expected, next, bytes);
    }
    bool right = memcmp(at, expected, bytes) == 0;
    free(next);
    free(expected);
    return right;
}

/* The rank of this node in its operation. */
static uint32_t rank_of(const struct job *job, uint32_t node) {
    const struct operation *operation = job->schedule->operation;
    return operation->rank == NULL ? node : operation->rank(&job->shape, node);
}

/* The outputs against what the operation demands, and the input against what it was. */
static void check_areas(const struct job *job, const struct call *call, uint8_t *const area[]) {
    const struct schedule *schedule = job->schedule;
    for (uint32_t a = 0; a <= schedule->operation->outputs; a++)
        for (uint32_t block = 0; block < schedule->blocks(&job->shape, call->node, a); block++) {
            struct content content =
                a == AREA_INPUT ? content_of(rank_of(job, call->node), block)
                                : schedule->operation->result(&job->shape, call->node, a, block);
            host_check(is_right(job, area[a] + block_start(job, block), content,
                                block_start(job, block + 1) - block_start(job, block)));
        }
}

/* The meters of this node against its part of the schedule. */
static void check_meters(const struct job *job, const struct call *call) {
    struct cube_stats stats;
    uint64_t packets[CUBE_DIMENSIONS] = {0};
    uint64_t bytes[CUBE_DIMENSIONS] = {0};
    uint32_t last = 0;
    for (uint32_t number = 1; number <= job->schedule->steps(&job->shape); number++) {
        struct step step;
        call_step(call, number, &step);
        subcube_ports(&step, job->free);
        if (step.receives | step.relays)
            last = number;
        for (uint32_t port = 0; port < CUBE_DIMENSIONS; port++)
            if (((step.receives | step.relays) >> port) & 1) {
                struct run run = step.receive[port];
                packets[port] += (uint64_t)job->runs;
                bytes[port] +=
                    (block_start(job, run.first + run.count) - block_start(job, run.first)) *
                    (uint64_t)job->runs;
            }
    }
    cube_stats(&stats);
    host_check(stats.steps == last);
    for (int port = 0; port < cube_dim(); port++) {
        host_check(stats.link[port].packets == packets[port]);
        host_check(stats.link[port].bytes == bytes[port]);
    }
}

static int run_job(void *argument) {
    const struct job *job = argument;
    const struct schedule *schedule = job->schedule;
    struct call call = call_of(job);
    uint8_t *area[SCHEDULE_AREAS] = {NULL};
    for (uint32_t a = 0; a <= schedule->operation->outputs; a++) {
        uint32_t blocks = schedule->blocks(&job->shape, call.node, a);
        area[a] = blocks == 0 ? NULL : calloc(block_start(job, blocks) + 1, 1);
        for (uint32_t block = 0; a == AREA_INPUT && block < blocks; block++)
            fill_block(area[a] + block_start(job, block), rank_of(job, call.node), block,
                       block_start(job, block + 1) - block_start(job, block));
        if (a > 0)
            call.output[a - 1] = area[a];
    }
    call.input = area[AREA_INPUT];
    for (int run = 0; run < job->runs; run++) {
        host_check(execute(&call) == 0);
        check_areas(job, &call, area);
    }
    check_meters(job, &call);
    for (uint32_t a = 0; a <= schedule->operation->outputs; a++)
        free(area[a]);
    return 0;
}

/* Whether block b has the same size wherever it is, so that blocks may differ. Not so where the one
 * block of an output is one of many of the input. */
static bool divides(const struct schedule *schedule) {
    return (schedule->operation->combines || (schedule->varies & VARIES_PACKETS) != 0) &&
           schedule->operation->tag != OPERATION_REDUCE_SCATTER;
}

static void run_shape(uint32_t dimension, const struct host_options *options, struct job *job) {
    enum host_verdict verdict = host_run(dimension, options, run_job, job);
    if (verdict != HOST_OK)
        fprintf(stderr, "# %s, %s, dimensions 0x%x, %zu bytes, %zu longer\n", job->schedule->name,
                shape_text(job->schedule, &job->shape), job->free, job->bytes, job->longer);
    assert_int_equal(verdict, HOST_OK);
}

/* One schedule in all shapes of the n-cube, n = `within` bits of `free`, in the cube of
 * `dimension`. */
static void run_schedule(const struct schedule *schedule, uint32_t dimension, uint32_t free_set,
                         const struct host_options *options, size_t bytes) {
    struct job job = {
        .schedule = schedule, .free = free_set, .type = &cube_byte, .bytes = bytes, .runs = 2};
    uint32_t within = (uint32_t)__builtin_popcount(free_set);
    bool more = shape_first(schedule, within, SHAPES_FEW, &job.shape);
    for (; more; more = shape_next(schedule, SHAPES_FEW, &job.shape)) {
        job.type = &cube_byte;
        job.op = schedule->operation->combines ? &cube_sum : NULL;
        job.bytes = bytes;
        job.longer = divides(schedule) && bytes % 8 == 7 ? 1 : 0;
        run_shape(dimension, options, &job);
        if (schedule->ordered && (bytes == 0 || bytes >= sizeof(struct matrix))) {
            job.type = &matrix_type;
            job.op = &matrix_product;
            job.bytes = bytes - bytes % sizeof(struct matrix);
            run_shape(dimension, options, &job);
        }
    }
}

static void run_all(uint32_t dimension, const struct host_options *options, size_t bytes) {
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        run_schedule(catalogue[entry], dimension, (1u << dimension) - 1, options, bytes);
}

/* The last is more than a ring. */
static const size_t sizes[] = {0, 1, 7, 8, 24, 64, 1000, 65536};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Up to this dimension every schedule meets every size; in a larger cube one of them, and another
 * one in each. The thread sanitizer looks at how threads meet, which is the same at all sizes. */
#ifdef __has_feature
#define THREADS_ALONE __has_feature(thread_sanitizer)
#else
#define THREADS_ALONE 0
#endif
enum {
    ALL_SIZES_DIMENSION = THREADS_ALONE ? 1 : 2,
    LARGEST_DIMENSION = THREADS_ALONE ? 4 : 6,
    MOST_BYTES = 1000, /* in a larger cube */
};

static void all_sizes_on_small_cubes(void **state) {
    (void)state;
    for (uint32_t n = 0; n <= ALL_SIZES_DIMENSION; n++)
        for (size_t k = 0; k < SIZES; k++)
            run_all(n, NULL, sizes[k]);
}

static void larger_cubes(void **state) {
    (void)state;
    for (uint32_t n = ALL_SIZES_DIMENSION + 1; n <= LARGEST_DIMENSION; n++)
        for (size_t entry = 0; entry < catalogue_entries; entry++) {
            size_t bytes = sizes[(entry + n) % SIZES];
            run_schedule(catalogue[entry], n, (1u << n) - 1, NULL,
                         bytes < MOST_BYTES ? bytes : MOST_BYTES);
        }
}

/* Blocks of many times the ring's size, cut into pieces at odd places. */
static void smallest_rings(void **state) {
    (void)state;
    const struct host_options options = {.direct = 4 * CUBE_SLOT_BYTES};
    run_all(2, &options, 1);
    run_all(3, &options, 333);
}

/* All subcubes with the same dimensions at once. */
static void subcubes(void **state) {
    (void)state;
    static const uint32_t sets[] = {0x4, 0x5, 0xa, 0xd};
    enum { SETS = sizeof sets / sizeof sets[0] };
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        run_schedule(catalogue[entry], 4, sets[entry % SETS], NULL, 24);
}

/* ---- The calls of cube.h ---- */

enum { MOST_BLOCKS = 1 << 4, BLOCK_BYTES = 5 };

static void fill(uint8_t *input, uint32_t blocks) {
    for (uint32_t block = 0; block < blocks; block++)
        fill_block(input + block * BLOCK_BYTES, (uint32_t)cube_node(), block, BLOCK_BYTES);
}

static bool is_block(const uint8_t *at, uint32_t node, uint32_t block) {
    uint8_t expected[BLOCK_BYTES];
    fill_block(expected, node, block, BLOCK_BYTES);
    return memcmp(at, expected, BLOCK_BYTES) == 0;
}

static int run_aspc_calls(void *argument) {
    (void)argument;
    uint8_t input[CUBE_DIMENSIONS][5], plus[CUBE_DIMENSIONS][5], minus[CUBE_DIMENSIONS][5];
    int i = cube_gray_inverse(cube_node());
    fill(input[0], (uint32_t)cube_dim());
    for (int twice = 0; twice < 2; twice++) {
        memset(plus, 0, sizeof plus);
        memset(minus, 0, sizeof minus);
        host_check((twice ? cube_aspc_by(&(struct cube_choice){.algorithm = "aspc-one-port"}, input,
                                         plus, minus, 5)
                          : cube_aspc(input, plus, minus, 5)) == 0);
        for (int j = 0; j < cube_dim(); j++) {
            int below = cube_gray((i - (1 << j)) & (cube_nodes() - 1));
            int above = cube_gray((i + (1 << j)) & (cube_nodes() - 1));
            host_check(is_block(plus[j], (uint32_t)below, (uint32_t)j));
            host_check(is_block(minus[j], (uint32_t)above, (uint32_t)j));
        }
    }
    return 0;
}

static int run_alltoall_calls(void *argument) {
    (void)argument;
    uint8_t input[MOST_BLOCKS][5], out[MOST_BLOCKS][5];
    fill(input[0], (uint32_t)cube_nodes());
    for (int twice = 0; twice < 2; twice++) {
        memset(out, 0, sizeof out);
        host_check((twice
                        ? cube_alltoall_by(&(struct cube_choice){.algorithm = "alltoall-exchange"},
                                           input, out, 5)
                        : cube_alltoall(input, out, 5)) == 0);
        for (uint32_t from = 0; from < (uint32_t)cube_nodes(); from++)
            host_check(is_block(out[from], from, (uint32_t)cube_node()));
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
    host_check(cube_aspc_by(&(struct cube_choice){.algorithm = "alltoall-ecube"}, a, b, c, 1) ==
               -EINVAL);
    host_check(cube_aspc_by(&(struct cube_choice){.algorithm = "none"}, a, b, c, 1) == -EINVAL);
    host_check(cube_aspc_by(&(struct cube_choice){.ports = CUBE_SIMD}, a, b, c, 1) == -EINVAL);
    host_check(cube_aspc(NULL, b, c, 1) == -EINVAL);
    host_check(cube_aspc(a, NULL, c, 1) == -EINVAL);
    host_check(cube_aspc(a, b, NULL, 1) == -EINVAL);
    host_check(cube_aspc(a, b, c, SIZE_MAX) == -EINVAL);
    host_check(cube_alltoall_by(&(struct cube_choice){.algorithm = "aspc"}, a, b, 1) == -EINVAL);
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

/* The node at the barrier is told; the other waits for it. */
static int run_other_operations(void *argument) {
    _Atomic int *told = argument;
    uint8_t a[8] = {0}, b[8] = {0};
    if (cube_node() == 1)
        atomic_store(told, cube_barrier());
    else
        cube_alltoall_by(&(struct cube_choice){.algorithm = "alltoall-exchange"}, a, b, 1);
    return 0;
}

static int run_other_sizes(void *argument) {
    (void)argument;
    uint8_t a[8] = {0}, b[8] = {0};
    size_t bytes = cube_node() == 0 ? 3 : 2;
    host_check(cube_alltoall_by(&(struct cube_choice){.algorithm = "alltoall-exchange"}, a, b,
                                bytes) == -EMSGSIZE);
    return 0;
}

static void mismatched_calls_are_told(void **state) {
    (void)state;
    _Atomic int told = 0;
    assert_int_equal(host_run(1, NULL, run_other_operations, &told), HOST_DEADLOCK);
    assert_int_equal(told, -EPROTO);
    assert_string_equal(host_wait_of(0)->operation, "alltoall");
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
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

/* The nodes of one half meet while the other half has not begun. */
static int run_subcube_barriers(void *argument) {
    struct meeting *meeting = argument;
    struct cube_choice lower = {.dimensions = (1u << (cube_dim() - 1)) - 1};
    bool late = cube_node() >> (cube_dim() - 1);
    if (!late) {
        atomic_fetch_add(&meeting->arrived, 1);
        host_check(cube_barrier_by(&lower) == 0);
        host_check(atomic_load(&meeting->arrived) == cube_nodes() / 2);
    }
    host_check(cube_barrier() == 0);
    if (late)
        host_check(cube_barrier_by(&lower) == 0);
    struct cube_stats stats;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++)
        host_check(stats.link[d].packets == (d < cube_dim() - 1 ? 2 : 1));
    host_check(cube_barrier_by(&(struct cube_choice){.dimensions = 1u << cube_dim()}) == -EINVAL);
    host_check(cube_barrier_by(&(struct cube_choice){.algorithm = "bcast-binomial"}) == -EINVAL);
    return 0;
}

static void subcubes_have_barriers_of_their_own(void **state) {
    (void)state;
    for (uint32_t n = 2; n <= 4; n++) {
        struct meeting meeting = {0};
        assert_int_equal(host_run(n, NULL, run_subcube_barriers, &meeting), HOST_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_on_small_cubes),
        cmocka_unit_test(larger_cubes),
        cmocka_unit_test(smallest_rings),
        cmocka_unit_test(subcubes),
        cmocka_unit_test(calls_deliver),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(mismatched_calls_are_told),
        cmocka_unit_test(nobody_leaves_a_barrier_early),
        cmocka_unit_test(subcubes_have_barriers_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
