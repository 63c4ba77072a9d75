/* Finds an entry of the catalogue that is incomplete, or says something else than its
 * operation or its dual. */
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/meaning.h"
#include "cube_catalogue.h"
#include "tests/unit/nodes.h"

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
        assert_in_range(algorithm_areas(algorithm), 1 + algorithm->operation->outputs,
                        SCHEDULE_AREAS);
        uint32_t blocks = 0;
        for (uint32_t node = 0; node < shape_nodes(&shape); node++)
            blocks += algorithm_blocks(algorithm, &shape, node, AREA_OUTPUT);
        assert_true(algorithm->operation->outputs == 0 || blocks > 0);
    }
}

/* What a dual says by itself, and not by the functions of the other algorithm, agrees with it. */
TEST(duals_are_alike) {
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct algorithm *dual = catalogue[k], *other = dual->dual_of;
        if (other)
            assert_true(dual->ports == other->ports && dual->relay == other->relay &&
                        dual->varies == other->varies && !dual->open_in && !other->dual_of);
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
