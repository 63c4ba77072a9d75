/* Finds undetected wrong data when one node's call differs from the others': either some node gets
 * an error, or all wait and the deadlock is found, or packets are left unreceived, or every node
 * has the result of its own call. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "compiler.h"
#include "tests/any_call.h"
#include "tests/host/drawn.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

enum {
    LARGEST_CUBE = HOST_THREADS_ALONE ? 2 : 3,
    BYTES = 8,
    LONG_BYTES = 700, /* more than the ring */
};

/* The threads of a deadlock end where they wait, and with them what they have allocated. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0";
}

enum difference {
    OTHER_SIZE,
    NO_SIZE,
    OTHER_SHAPE, /* root, target, packets, shift, sides: some of them */
    OTHER_ALGORITHM,
    OTHER_OPERATION,
    OTHER_OPERATOR,
    OTHER_TYPE,
    OTHER_SUBCUBE,
    NO_CALL,
    DIFFERENCES,
};
static const char *const names[DIFFERENCES] = {
    "another size",     "no bytes",     "another shape",   "another algorithm", "another operation",
    "another operator", "another type", "another subcube", "no call",
};

/* Other materials: the maximum of the bytes instead of their sum; and the minimum of signed words
 * and of unsigned ones, which differ in nothing but their type. */
static struct material maxima, signed_words, unsigned_words;

static void set_materials(void) {
    maxima = signed_words = unsigned_words = material_bytes;
    maxima.op = &cube_max;
    signed_words.type = &cube_int64;
    signed_words.op = unsigned_words.op = &cube_min;
    unsigned_words.type = &cube_uint64;
}

/* ---- One case ---- */

struct meeting {
    const struct subject *others;
    const struct subject *own; /* call of the node that differs; null: it makes none */
    uint32_t node;
    _Atomic unsigned told;  /* nodes that had an error */
    _Atomic unsigned wrong; /* nodes that had wrong bytes and no error */
};

static int meet(void *argument) {
    struct meeting *meeting = argument;
    const struct subject *subject =
        (uint32_t)cube_node() == meeting->node ? meeting->own : meeting->others;
    int result = subject ? subject_run(subject) : 0;
    if (result < 0)
        atomic_fetch_add(&meeting->told, 1);
    if (result > 0)
        atomic_fetch_add(&meeting->wrong, 1);
    return 0;
}

/* How often each difference was noticed, which shows that the test can fail. */
static unsigned noticed[DIFFERENCES];

static void try(uint32_t dimension, enum difference difference, const struct subject *others,
                const struct subject *own, uint32_t node) {
    static const struct host_options small = {.direct = 512};
    struct meeting meeting = {.others = others, .own = own, .node = node};
    enum host_verdict verdict = host_run(dimension, &small, meet, &meeting);
    bool found = verdict != HOST_OK || meeting.told > 0;
    noticed[difference] += found;
    if (!found && meeting.wrong > 0) {
        fprintf(stderr, "# wrong bytes at %u nodes, and nobody is told: %s\n", meeting.wrong,
                subject_text(others));
        fprintf(stderr, "# at node %u: %s, %s\n", node, names[difference],
                !own ? "" : subject_text(own));
    }
    assert_true(found || meeting.wrong == 0);
}

/* ---- What differs ---- */

/* Gives the call another algorithm of its operation. Returns false if there is none. */
static bool other_algorithm(struct subject *own, uint32_t dimension, uint32_t *random) {
    const char *name = own->choice.algorithm;
    size_t first = random_next(random) % catalogue_entries;
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct algorithm *other = catalogue[(first + k) % catalogue_entries];
        if (strcmp(other->name, name) != 0 &&
            subject_by(own, other, own->choice.packets, dimension))
            return true;
    }
    return false;
}

/* Makes *own differ from the call of the others. Returns false if it cannot. */
static bool differ(enum difference difference, uint32_t dimension, struct subject *others,
                   struct subject *own, uint32_t *random) {
    struct subject drawn = subject_draw(dimension, others->bytes, random);
    bool combines = catalogue_find(others->choice.algorithm)->operation->combines;
    *own = *others;
    switch (difference) {
    case OTHER_SIZE:
        own->bytes += random_next(random) % 2 == 0 ? 1 : own->bytes;
        break;
    case NO_SIZE:
        own->bytes = 0;
        break;
    case OTHER_SHAPE:
        own->root = drawn.root;
        own->target = drawn.target;
        own->shift = drawn.shift;
        own->mesh = drawn.mesh;
        return subject_by(own, catalogue_find(own->choice.algorithm), random_next(random) % 3,
                          dimension);
    case OTHER_ALGORITHM:
        return other_algorithm(own, dimension, random);
    case OTHER_OPERATION:
        *own = drawn;
        own->material = others->material;
        own->bytes = others->bytes;
        return strcmp(subject_operation(own->call), subject_operation(others->call)) != 0;
    case OTHER_OPERATOR:
        own->material = &maxima;
        return combines;
    case OTHER_TYPE:
        others->material = &signed_words;
        own->material = &unsigned_words;
        others->bytes = own->bytes = others->bytes / sizeof(uint64_t) * sizeof(uint64_t);
        return combines;
    case OTHER_SUBCUBE:
        own->choice.dimensions = random_next(random) % (1u << dimension);
        return subject_by(own, catalogue_find(own->choice.algorithm), own->choice.packets,
                          dimension);
    default:
        break;
    }
    return true;
}

/* Makes the calls that an algorithm is for, with a difference at one node. */
static void check(uint32_t dimension, enum difference difference, const struct algorithm *algorithm,
                  uint32_t *random) {
    enum { TRIES = 8 };
    for (int call = 0; call < subject_calls(); call++)
        for (int tries = 0; tries < TRIES; tries++) {
            struct subject own, others = subject_draw(dimension, 0, random);
            others.call = call;
            others.material = &material_bytes;
            others.bytes = random_next(random) % 2 ? BYTES : LONG_BYTES;
            others.choice.dimensions = 0;
            if (!subject_by(&others, algorithm, random_next(random) % 3, dimension) ||
                !differ(difference, dimension, &others, &own, random))
                continue;
            try(dimension, difference, &others, difference == NO_CALL ? NULL : &own,
                random_next(random) % (1u << dimension));
            break;
        }
}

TEST(nobody_takes_wrong_data_for_right) {
    uint32_t random = 1, times = getenv("CUBE_THOROUGH") ? 3 : 1;
    set_materials();
    for (uint32_t n = 1; n <= LARGEST_CUBE; n++)
        for (enum difference difference = 0; difference < DIFFERENCES; difference++)
            for (size_t k = 0; k < times * catalogue_entries; k++)
                check(n, difference, catalogue[k % catalogue_entries], &random);
    for (enum difference difference = 0; difference < DIFFERENCES; difference++) {
        printf("# %s: noticed %u times\n", names[difference], noticed[difference]);
        assert_true(noticed[difference] > 0);
    }
}

/* ---- What the caller gives as an array ---- */

struct arrays {
    int operation;
    _Atomic int told;
};

/* At node 0 the blocks of nodes 2 and 3, which travel together, have other sizes than at the rest,
 * and are as long together. */
static int run_other_offsets(void *argument) {
    struct arrays *arrays = argument;
    const size_t offsets[] = {0, 1, 2, 4, 7}, others[] = {0, 1, 2, 5, 7};
    const size_t *given = cube_node() == 0 ? others : offsets;
    struct cube_choice choice = {.ports = CUBE_SIMD};
    uint8_t a[7] = {0}, b[7];
    int error = arrays->operation == 0   ? cube_gatherv_by(&choice, a, b, given, 0)
                : arrays->operation == 1 ? cube_scatterv_by(&choice, a, b, given, 0)
                                         : cube_allgatherv_by(&choice, a, b, given);
    if (error != 0)
        atomic_store(&arrays->told, error);
    return 0;
}

/* Node 0 means another permutation than the others, in which its own packets take the same links.
 * */
static int run_other_permutations(void *argument) {
    struct arrays *arrays = argument;
    static const int swap[] = {2, 1, 0, 3}, round[] = {2, 1, 3, 0};
    int me = cube_node(), received;
    int error = cube_permute(&me, &received, sizeof me, me == 0 ? round : swap);
    if (error != 0)
        atomic_store(&arrays->told, error);
    return 0;
}

TEST(other_arrays_are_told) {
    struct arrays arrays = {0};
    for (; arrays.operation < 3; arrays.operation++, arrays.told = 0) {
        assert_int_not_equal(host_run(2, NULL, run_other_offsets, &arrays), HOST_OK);
        assert_int_equal(arrays.told, -EPROTO);
    }
    assert_int_not_equal(host_run(2, NULL, run_other_permutations, &arrays), HOST_OK);
    assert_int_equal(arrays.told, -EPROTO);
}

/* ---- Which error it is ---- */

/* A call that two nodes make with different arguments, and the error of each. */
static const struct unlike {
    const char *call;
    struct cube_choice choice[2];
    struct arguments given[2]; /* the rest: type, operator and buffers are the same in all */
    int error[2];
} unlike[] = {
    {"allgather", {{0}}, {{.bytes = 3}, {.bytes = 2}}, {-EMSGSIZE, -EMSGSIZE}},
    {"alltoall", {{0}}, {{.bytes = 3}, {.bytes = 2}}, {-EMSGSIZE, -EMSGSIZE}},
    {"allreduce", {{0}}, {{.bytes = 1}, {.bytes = 2}}, {-EMSGSIZE, -EMSGSIZE}},
    {"mesh_allgather", {{0}}, {{.bytes = 4}, {.bytes = 8}}, {-EMSGSIZE, -EMSGSIZE}},
    {"exchange_all",
     {{0}},
     {{.bytes = 4, .most = 8}, {.bytes = 8, .most = 8}},
     {-EMSGSIZE, -EMSGSIZE}},
    {"transfer", {{0}}, {{.bytes = 4, .target = 1}, {.bytes = 3, .target = 1}}, {0, -EMSGSIZE}},
    {"mesh_transfer",
     {{0}},
     {{.bytes = 4, .target = 1}, {.bytes = 3, .target = 1}},
     {0, -EMSGSIZE}},
    {"bcast",
     {{"bcast-pipelined", .packets = 2}, {"bcast-pipelined", .packets = 2}},
     {{.bytes = 6}, {.bytes = 4}},
     {0, -EMSGSIZE}},
    {"bcast",
     {{"bcast-pipelined", .packets = 2}, {"bcast-pipelined", .packets = 3}},
     {{.bytes = 6}, {.bytes = 6}},
     {0, -EPROTO}},
    {"scan",
     {{"scan-pipelined", .packets = 2}, {"scan-pipelined", .packets = 4}},
     {{.bytes = 8}, {.bytes = 8}},
     {-EPROTO, -EPROTO}},
    /* Half of the longer message is as long as the shorter one, so the first packets are alike but
     * for the algorithm. */
    {"allreduce",
     {{.algorithm = "allreduce-exchange"}, {.algorithm = "allreduce-halving"}},
     {{.bytes = 2000}, {.bytes = 4000}},
     {-EPROTO, -EPROTO}},
    /* Both come to the same permutation. */
    {"pm2i",
     {{0}},
     {{.bytes = 4, .functions = (const int[]){1, 1}},
      {.bytes = 4, .functions = (const int[]){-1, -1}}},
     {-EPROTO, -EPROTO}},
};

static int run_unlike(void *argument) {
    static NODE_LOCAL uint64_t send[4000], recv[4000];
    static const struct cube_mesh ring = {1, {2}};
    const struct unlike *row = argument;
    struct arguments arguments = row->given[cube_node()];
    int call = 0;
    while (strcmp(any_call[call].name, row->call) != 0)
        call++;
    arguments.choice = &row->choice[cube_node()];
    arguments.mesh = &ring;
    arguments.type = &cube_uint64;
    arguments.op = &cube_sum;
    arguments.send = send;
    arguments.recv = recv;
    int error = any_call[call].call(&arguments);
    host_expect(error == row->error[cube_node()], row->call, "error", error);
    return 0;
}

TEST(errors_say_what_differs) {
    for (size_t k = 0; k < sizeof unlike / sizeof unlike[0]; k++)
        assert_int_equal(host_run(1, NULL, run_unlike, (void *)&unlike[k]), HOST_UNRECEIVED);
}

/* If each node takes the other one for the root, both wait. If each takes itself for the root, both
 * get an error when they look at the link again. */
static int run_other_roots(void *argument) {
    int32_t a = 0;
    int root = *(const int *)argument ^ cube_node();
    int error = cube_bcast(&a, 1, &cube_int32, root);
    if (error == 0)
        error = cube_barrier();
    host_check(error == -EPROTO);
    return 0;
}

TEST(other_roots_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_roots, &(int){0}), HOST_UNRECEIVED);
    assert_int_equal(host_run(1, NULL, run_other_roots, &(int){1}), HOST_DEADLOCK);
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
