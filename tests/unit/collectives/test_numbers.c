/* The catalogue by the numbers of the literature: steps, their bound, packets and link words, in
 * cubes of 0 to 12 dimensions, or round rings of all nodes. */
#include "collectives/catalogue/catalogue.h"
#include "tests/unit/test.h"

enum { CUBES = CUBE_MAX_DIMENSION + 1 };

/* The numbers of an algorithm, by n = 0 .. 12. */
struct numbers {
    const char *name; /* of the algorithm */
    uint32_t k;       /* packets of a pipelined one; else 1 */
    uint32_t steps[CUBES];
    uint32_t bound[CUBES];
    uint64_t packets[CUBES];
    uint64_t link_words[CUBES];
};

/* For n dimensions and N nodes. */
#define DIMENSIONS                                                                                 \
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }
#define TWICE /* 2 n */                                                                            \
    { 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24 }
#define IN_HALVES /* n + 1: packets of half of the blocks, or two of them */                       \
    { 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 }
#define OTHERS /* N - 1 */                                                                         \
    { 0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095 }
#define HALF /* N / 2 */                                                                           \
    { 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048 }
#define PAIRS /* N (N - 1) */                                                                      \
    { 0, 2, 12, 56, 240, 992, 4032, 16256, 65280, 261632, 1047552, 4192256, 16773120 }
#define HALF_PAIRS /* N (N - 1) / 2 */                                                             \
    { 0, 1, 6, 28, 120, 496, 2016, 8128, 32640, 130816, 523776, 2096128, 8386560 }
#define TWICE_PAIRS /* 2 N (N - 1) */                                                              \
    { 0, 4, 24, 112, 480, 1984, 8064, 32512, 130560, 523264, 2095104, 8384512, 33546240 }
#define LINKS /* n N */                                                                            \
    { 0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608, 10240, 22528, 49152 }
#define TWICE_LINKS /* 2 n N */                                                                    \
    { 0, 4, 16, 48, 128, 320, 768, 1792, 4096, 9216, 20480, 45056, 98304 }
#define SQUARED_LINKS /* n^2 N */                                                                  \
    { 0, 2, 16, 72, 256, 800, 2304, 6272, 16384, 41472, 102400, 247808, 589824 }
#define DISTANCES /* n N / 2, of all nodes from one */                                             \
    { 0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304, 5120, 11264, 24576 }
#define ALL_DISTANCES /* n N^2 / 2 */                                                              \
    { 0, 2, 16, 96, 512, 2560, 12288, 57344, 262144, 1179648, 5242880, 23068672, 100663296 }
#define HALF_SQUARES /* N^2 / 2 */                                                                 \
    { 0, 2, 8, 32, 128, 512, 2048, 8192, 32768, 131072, 524288, 2097152, 8388608 }
#define RING_DISTANCES /* N^2 / 4, of all nodes of a ring from one */                              \
    { 0, 1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304 }
#define ALL_PORT /* ceil((N - 1) / n) */                                                           \
    { 0, 1, 2, 3, 4, 7, 11, 19, 32, 57, 103, 187, 342 }
#define CLASSES                                                                                    \
    { 0, 1, 2, 3, 5, 7, 13, 19, 35, 59, 107, 187, 351 }
/* Of 64 packets. */
#define OTHERS_64 /* 64 (N - 1) */                                                                 \
    { 0, 64, 192, 448, 960, 1984, 4032, 8128, 16320, 32704, 65472, 131008, 262080 }
#define LINKS_64 /* 64 n N */                                                                      \
    { 0, 128, 512, 1536, 4096, 10240, 24576, 57344, 131072, 294912, 655360, 1441792, 3145728 }
#define ONE_PORT_64                                                                                \
    { 0, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75 }
#define SCAN_64 /* 64: on dimension 0 each packet needs each link upwards */                       \
    { 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64 }
#define ALL_PORT_64                                                                                \
    { 0, 64, 33, 24, 19, 17, 16, 16, 15, 16, 16, 16, 17 }

/* Of ASPC: for n dimensions 4 n - 2 elements go out of each node and come in. */
#define ASPC_BY_ONE                                                                                \
    { 0, 2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46 }
#define ASPC_BOUND /* Theorem 2 */                                                                 \
    { 0, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4 }
#define ASPC_LINKS                                                                                 \
    { 0, 4, 24, 80, 224, 576, 1408, 3328, 7680, 17408, 38912, 86016, 188416 }
#define NONE                                                                                       \
    { 0 }

/* The numbers of an algorithm and of its dual. */
#define BOTH(one, other, packets, ...)                                                             \
    {one, packets, __VA_ARGS__}, {                                                                 \
        other, packets, __VA_ARGS__                                                                \
    }
#define BROADCAST(algorithm, packets, ...)                                                         \
    BOTH("bcast-" algorithm, "reduce-" algorithm, packets, __VA_ARGS__)
#define GATHER(algorithm, ...) BOTH("gather-" algorithm, "scatter-" algorithm, 1, __VA_ARGS__)
#define ALLGATHER(algorithm, ...)                                                                  \
    BOTH("allgather-" algorithm, "reduce-scatter-" algorithm, 1, __VA_ARGS__)

static const struct numbers numbers[] = {
    BROADCAST("one-by-one", 1, OTHERS, DIMENSIONS, DISTANCES, DISTANCES),
    BROADCAST("binomial", 1, DIMENSIONS, DIMENSIONS, OTHERS, OTHERS),
    BROADCAST("pipelined", 1, DIMENSIONS, DIMENSIONS, OTHERS, OTHERS),
    BROADCAST("pipelined", 64, ONE_PORT_64, ONE_PORT_64, OTHERS_64, OTHERS_64),
    BROADCAST("pipelined-all-port", 1, DIMENSIONS, DIMENSIONS, OTHERS, OTHERS),
    BROADCAST("pipelined-all-port", 64, ALL_PORT_64, ALL_PORT_64, OTHERS_64, OTHERS_64),
    /* There are n edge-disjoint trees from n = 2 on. */
    BROADCAST("esbt", 64, {0, 0, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76}, ONE_PORT_64,
              OTHERS_64, OTHERS_64),
    BROADCAST("esbt-all-port", 64, {0, 0, 34, 25, 20, 18, 17, 17, 16, 17, 17, 17, 18}, ALL_PORT_64,
              OTHERS_64, OTHERS_64),
    BOTH("bcast-scatter-allgather", "reduce-scatter-gather", 1, TWICE, IN_HALVES,
         {0, 2, 9, 28, 75, 186, 441, 1016, 2295, 5110, 11253, 24564, 53235},
         {0, 2, 13, 61, 257, 1041, 4161, 16577, 66049, 263425, 1051649, 4201473, 16793601}),
    {"allgather-broadcasts", 1, LINKS, OTHERS, PAIRS, PAIRS},
    {"reduce-scatter-reductions", 1, LINKS, OTHERS, PAIRS, PAIRS},
    ALLGATHER("exchange", DIMENSIONS, DIMENSIONS, LINKS, PAIRS),
    {"reduce-scatter-ordered", 1, DIMENSIONS, DIMENSIONS, LINKS, PAIRS},
    ALLGATHER("ring", OTHERS, OTHERS, PAIRS, PAIRS),
    ALLGATHER("binomial", OTHERS, OTHERS, PAIRS, PAIRS),
    ALLGATHER("classes", CLASSES, ALL_PORT, PAIRS, PAIRS),
    ALLGATHER("all-port", ALL_PORT, ALL_PORT, PAIRS, PAIRS),
    GATHER("binomial", DIMENSIONS, DIMENSIONS, OTHERS, DISTANCES),
    GATHER("all-port", ALL_PORT, ALL_PORT, DISTANCES, DISTANCES),
    {"alltoall-all-port", 1, HALF, HALF, ALL_DISTANCES, ALL_DISTANCES},
    {"alltoall-recursive", 1, OTHERS, HALF, ALL_DISTANCES, ALL_DISTANCES},
    {"alltoall-rotated",
     1,
     DIMENSIONS,
     DIMENSIONS,
     {0, 2, 12, 40, 192, 512, 1280, 3072, 13312, 30720, 69632, 155648, 344064},
     ALL_DISTANCES},
    {"alltoall-transpose", 1, DISTANCES, DISTANCES, ALL_DISTANCES, ALL_DISTANCES},
    {"alltoall-ecube", 1, OTHERS, OTHERS, ALL_DISTANCES, ALL_DISTANCES},
    {"alltoall-ecube-pieces", 1, OTHERS, OTHERS, ALL_DISTANCES, ALL_DISTANCES},
    {"alltoall-exchange", 1, DIMENSIONS, DIMENSIONS, LINKS, ALL_DISTANCES},
    {"allreduce-exchange", 1, DIMENSIONS, DIMENSIONS, LINKS, LINKS},
    {"allreduce-halving", 1, TWICE, IN_HALVES, TWICE_LINKS, TWICE_PAIRS},
    {"allreduce-halves",
     1,
     IN_HALVES,
     IN_HALVES,
     {0, 4, 12, 32, 80, 192, 448, 1024, 2304, 5120, 11264, 24576, 53248}, /* (n + 1) N */
     {0, 4, 12, 32, 80, 192, 448, 1024, 2304, 5120, 11264, 24576, 53248}},
    {"allreduce-rotated", 1, DIMENSIONS, DIMENSIONS, SQUARED_LINKS, SQUARED_LINKS},
    {"allreduce-all-port",
     1,
     {0, 2, 4, 6, 8, 14, 22, 38, 64, 114, 206, 374, 684},
     {0, 2, 3, 5, 8, 13, 21, 37, 64, 114, 205, 373, 683},
     TWICE_PAIRS,
     TWICE_PAIRS},
    {"allreduce-edges", /* 0 where there is none */
     1,
     {0, 0, 3, 5, 0, 13, 21, 37, 0, 0, 205, 373, 683},
     {0, 0, 3, 5, 0, 13, 21, 37, 0, 0, 205, 373, 683},
     TWICE_PAIRS,
     TWICE_PAIRS},
    {"aspc", 1, {0, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, ASPC_BOUND, ASPC_LINKS, ASPC_LINKS},
    {"aspc-permutations",
     1,
     {0, 2, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23},
     ASPC_BOUND,
     ASPC_LINKS,
     ASPC_LINKS},
    {"aspc-one-port", 1, ASPC_BY_ONE, ASPC_BY_ONE, ASPC_LINKS, ASPC_LINKS},
    {"barrier", 1, DIMENSIONS, DIMENSIONS, LINKS, NONE},
    {"scan-exchange", 1, DIMENSIONS, DIMENSIONS, LINKS, LINKS},
    {"exscan-exchange", 1, DIMENSIONS, DIMENSIONS, LINKS, LINKS},
    {"scan-pipelined", 1, DIMENSIONS, DIMENSIONS, LINKS, LINKS},
    {"exscan-pipelined", 64, ONE_PORT_64, SCAN_64, LINKS_64, LINKS_64},
    {"scan-odd-even",
     64,
     SCAN_64,
     SCAN_64,
     {0, 0, 288, 864, 2272, 5600, 13280, 30688, 69600, 155616, 344032, 753632, 1638368},
     {0, 0, 288, 864, 2272, 5600, 13280, 30688, 69600, 155616, 344032, 753632, 1638368}},
    {"scan-odd-even", /* from n = 4 on the halves differ */
     4,
     {0, 0, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13},
     {0, 0, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12}, /* the larger of 4 and n, but 5 for n = 4 */
     {0, 0, 18, 54, 190, 478, 1150, 2686, 6142, 13822, 30718, 67582, 147454},
     {0, 0, 18, 54, 190, 478, 1150, 2686, 6142, 13822, 30718, 67582, 147454}},
    {"scan-odd-even", /* the fifth packet by all nodes */
     5,
     {0, 0, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
     {0, 0, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12}, /* the larger of 5 and n, but 6 for n = 5 */
     {0, 0, 24, 74, 198, 494, 1182, 2750, 6270, 14078, 31230, 68606, 149502},
     {0, 0, 24, 74, 198, 494, 1182, 2750, 6270, 14078, 31230, 68606, 149502}},
    /* Rings of all nodes: section 4 of Grama et al. */
    {"mesh-bcast", 1, DIMENSIONS, DIMENSIONS, DISTANCES, DISTANCES},
    {"mesh-reduce", 1, DIMENSIONS, DIMENSIONS, DISTANCES, DISTANCES},
    {"mesh-scatter", 1, DIMENSIONS, DIMENSIONS, DISTANCES, HALF_PAIRS},
    {"mesh-gather", 1, DIMENSIONS, DIMENSIONS, DISTANCES, HALF_PAIRS},
    {"mesh-allgather", 1, OTHERS, OTHERS, PAIRS, PAIRS},
    {"mesh-reduce-scatter", 1, OTHERS, OTHERS, PAIRS, PAIRS},
    {"mesh-reduce-scatter-ordered",
     1,
     HALF,
     HALF,
     {0, 2, 8, 42, 194, 834, 3458, 14082, 56834, 228354, 915458, 3665922,
      14671874}, /* 7 N^2 / 8 - 2 N + 2 */
     {0, 2, 12, 76, 372, 1636, 6852, 28036, 113412, 456196, 1829892, 7329796,
      29339652}}, /* all but N of two blocks */
    {"mesh-allreduce", 1, OTHERS, HALF, PAIRS, PAIRS},
    {"mesh-scan", 1, OTHERS, HALF, PAIRS, PAIRS},
    {"mesh-allreduce-pairs", 1, HALF, HALF, HALF_SQUARES, HALF_SQUARES},
    {"mesh-scan-pairs", 1, HALF, HALF, HALF_SQUARES, HALF_SQUARES},
    {"mesh-allgather-pairs", 1, HALF, HALF, HALF_SQUARES, PAIRS},
    {"mesh-reduce-scatter-pairs", 1, HALF, HALF, HALF_SQUARES, PAIRS},
    {"mesh-allreduce-long", 1, OTHERS, OTHERS, PAIRS, TWICE_PAIRS},
    {"mesh-alltoall",
     1,
     HALF,
     HALF,
     HALF_SQUARES,
     {0, 2, 16, 128, 1024, 8192, 65536, 524288, 4194304, 33554432, 268435456, 2147483648,
      17179869184}}, /* N N^2 / 4 */
    {"mesh-alltoall-one-way",
     1,
     OTHERS,
     HALF,
     PAIRS,
     {0, 2, 24, 224, 1920, 15872, 129024, 1040384, 8355840, 66977792, 536346624, 4292870144,
      34351349760}}, /* N N (N - 1) / 2 */
    {"mesh-bcast-neighbours", 1, HALF, HALF, OTHERS, OTHERS},
    {"mesh-reduce-neighbours", 1, HALF, HALF, OTHERS, OTHERS},
    {"mesh-allgather-all-port", 1, HALF, HALF, PAIRS, PAIRS},
    {"mesh-reduce-scatter-all-port", 1, HALF, HALF, PAIRS, PAIRS},
    {"mesh-gather-all-port", 1, HALF, HALF, RING_DISTANCES, RING_DISTANCES},
    {"mesh-scatter-all-port", 1, HALF, HALF, RING_DISTANCES, RING_DISTANCES},
};

static void check(const struct numbers *numbers, uint32_t n, const char *what, uint64_t has,
                  uint64_t expected) {
    if (has != expected)
        fail_msg("%s, n = %u: %llu %s, the literature has %llu", numbers->name, n,
                 (unsigned long long)has, what, (unsigned long long)expected);
}

static void check_cube(const struct numbers *numbers, const struct algorithm *algorithm,
                       uint32_t n) {
    struct shape shape = shape_of(n);
    shape.packets = numbers->k;
    if (!algorithm_applicable(algorithm, &shape))
        return;
    check(numbers, n, "steps", algorithm_steps(algorithm, &shape), numbers->steps[n]);
    check(numbers, n, "steps at least", algorithm_bound(algorithm, &shape), numbers->bound[n]);
    check(numbers, n, "packets", algorithm_packets(algorithm, &shape), numbers->packets[n]);
    check(numbers, n, "link words", algorithm_link_words(algorithm, &shape),
          numbers->link_words[n]);
}

TEST(numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        const struct algorithm *algorithm = catalogue_find(numbers[k].name);
        if (!algorithm)
            fail_msg("there is no %s", numbers[k].name);
        for (uint32_t n = 0; n < CUBES; n++)
            check_cube(&numbers[k], algorithm, n);
    }
}

/* With k = n packets there are 2 n - 1 steps with one port, and n with all of them. */
TEST(as_many_packets_as_dimensions) {
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++) {
        struct shape shape = shape_of(n);
        shape.packets = n;
        assert_int_equal(algorithm_steps(catalogue_find("bcast-pipelined"), &shape), 2 * n - 1);
        assert_int_equal(algorithm_steps(catalogue_find("reduce-pipelined"), &shape), 2 * n - 1);
        assert_int_equal(algorithm_steps(catalogue_find("bcast-pipelined-all-port"), &shape), n);
        assert_int_equal(algorithm_steps(catalogue_find("reduce-pipelined-all-port"), &shape), n);
    }
}
