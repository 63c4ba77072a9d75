/* Compares the catalogue's numbers with those of the literature, for n = 0 .. 9. */
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/meaning.h"
#include "cube_catalogue.h"
#include "tests/check/numbers.h"
#include "tests/unit/nodes.h"

#define ONE_BY_ONE                                                                                 \
    { 0, 2, 6, 10, 14, 18, 22, 26, 30, 34 } /* 4n - 2 */
#define DIMENSIONS                                                                                 \
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }
#define ASPC_BOUND                                                                                 \
    { 0, 2, 3, 4, 4, 4, 4, 4, 4, 4 } /* Theorem 2 */
#define ASPC_LINKS                                                                                 \
    { 0, 4, 24, 80, 224, 576, 1408, 3328, 7680, 17408 }
#define DISTANCES                                                                                  \
    { 0, 2, 16, 96, 512, 2560, 12288, 57344, 262144, 1179648 } /* n 4^n / 2 */
#define ALL_LINKS                                                                                  \
    { 0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608 } /* n 2^n */
#define NONE                                                                                       \
    { 0 }

#define OTHER_NODES                                                                                \
    { 0, 1, 3, 7, 15, 31, 63, 127, 255, 511 } /* N - 1 */

static const struct numbers literature[] = {
    {"bcast-binomial", 1, DIMENSIONS, DIMENSIONS, OTHER_NODES, OTHER_NODES},
    {"reduce-binomial", 1, DIMENSIONS, DIMENSIONS, OTHER_NODES, OTHER_NODES},
    {"allreduce-exchange", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, ALL_LINKS},
    {"scan-exchange", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, ALL_LINKS},
    {"exscan-exchange", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, ALL_LINKS},
    {"aspc", 1, {0, 2, 4, 4, 4, 4, 4, 4, 4, 4}, ASPC_BOUND, ASPC_LINKS, ASPC_LINKS},
    {"aspc-permutations",
     1,
     {0, 2, 3, 5, 7, 9, 11, 13, 15, 17},
     ASPC_BOUND,
     ASPC_LINKS,
     ASPC_LINKS},
    {"aspc-one-port", 1, ONE_BY_ONE, ONE_BY_ONE, ASPC_LINKS, ASPC_LINKS},
    {"alltoall-ecube", 1, OTHER_NODES, OTHER_NODES, DISTANCES, DISTANCES},
    {"alltoall-ecube-pieces", 1, OTHER_NODES, OTHER_NODES, DISTANCES, DISTANCES},
    {"alltoall-exchange", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, DISTANCES},
    {"barrier", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, NONE},
};

TEST(numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof literature / sizeof literature[0]; k++)
        assert_true(numbers_are(&literature[k]));
}

/* The algorithms of an operation are those that the catalogue has, in its order. */
TEST(operations_have_their_algorithms) {
    for (size_t k = 0; k < catalogue_entries; k++) {
        struct algorithms all = catalogue_of(catalogue[k]->operation);
        uint32_t count = 0;
        for (size_t j = 0; j < catalogue_entries; j++)
            if (catalogue[j]->operation == catalogue[k]->operation) {
                assert_true(count < all.count);
                assert_ptr_equal(all.first[count++], catalogue[j]);
            }
        assert_int_equal(count, all.count);
    }
}

TEST(unknown_names_are_not_found) {
    assert_null(catalogue_find("asp"));
    assert_null(catalogue_find("aspcc"));
    assert_null(catalogue_find(""));
    assert_null(catalogue_find(NULL));
}

TEST(entries_are_complete) {
    struct shape shape = shape_of(3);
    shape.target = shape_nodes(&shape) - 1;
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct algorithm *algorithm = catalogue[k];
        assert_ptr_equal(catalogue_find(algorithm->name), algorithm);
        assert_true(strlen(algorithm->source) > 0);
        /* The name of an operation names a wait in reports. */
        assert_in_range(strlen(operation_name(algorithm->operation->tag)), 1, 16);
        for (size_t other = 0; other < k; other++)
            assert_true(catalogue[other]->operation == algorithm->operation ||
                        catalogue[other]->operation->tag != algorithm->operation->tag);
        assert_in_range(algorithm->areas, 1 + algorithm->operation->outputs, SCHEDULE_AREAS);
        uint32_t blocks = 0;
        for (uint32_t node = 0; node < shape_nodes(&shape); node++)
            blocks += algorithm_blocks(algorithm, &shape, node, AREA_OUTPUT);
        assert_true(algorithm->operation->outputs == 0 || blocks > 0);
    }
}

/* In the whole cube and in all subcubes of two dimensions at once. */
TEST_AT_NODES(contents_are_told_as_they_are_meant, 2, 4) {
    struct cube_algorithm algorithm;
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++)
        for (unsigned dimensions = 0; dimensions < 1u << cube_dim(); dimensions++) {
            struct cube_case given = {.dimensions = dimensions, .root = 1, .target = 2, .shift = 1};
            if (__builtin_popcount(dimensions) == 1 ||
                cube_catalogue_find(algorithm.name, &given, &algorithm) != 0)
                continue;
            struct meaning meaning = meaning_of(algorithm.operation, &given);
            uint32_t rank = meaning_rank(&meaning, meaning_here(&meaning));
            host_check(cube_catalogue_rank(algorithm.name, &given) == rank);
            for (unsigned area = 1; area <= algorithm.outputs; area++)
                for (uint32_t b = 0; b < meaning_blocks(&meaning, rank, area, 1); b++) {
                    struct cube_content meant = meaning_content(&meaning, rank, area, b);
                    struct cube_content told =
                        cube_catalogue_content(algorithm.name, &given, area, b);
                    host_check(memcmp(&meant, &told, sizeof meant) == 0);
                }
        }
}
