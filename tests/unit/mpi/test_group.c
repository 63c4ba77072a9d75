/* Finds a group that is another set than bits which are computed apart, and a grid of processes
 * that is not the squarest (MPI 5.0, sections 7.3 and 8.5.2). */
#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"
#include "mpi.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/group.h"
#include "programs/wormhole/random.h"
#include "tests/unit/test.h"

enum { WORLD = 20, CASES = 500, SELF = 7 };

/* A random group, of distinct processes in random order, and the same as a list. */
static MPI_Group random_group(struct random *random, int list[WORLD], int *size) {
    for (int i = 0; i < WORLD; i++)
        list[i] = i;
    for (int i = WORLD - 1; i > 0; i--) {
        int other = random_below(random, i + 1), kept = list[i];
        list[i] = list[other];
        list[other] = kept;
    }
    *size = random_below(random, WORLD + 1);
    return group_make(*size, list);
}

static int has(const int list[], int size, int process) {
    for (int i = 0; i < size; i++)
        if (list[i] == process)
            return 1;
    return 0;
}

/* The group has just these processes, in this order. It is freed. */
static void check_group(MPI_Group group, const int list[], int size) {
    int found, rank = MPI_UNDEFINED;
    assert_int_equal(MPI_Group_size(group, &found), 0);
    assert_int_equal(found, size);
    for (int i = 0; i < size; i++) {
        assert_int_equal(group_object(group)->world[i], list[i]);
        if (list[i] == SELF)
            rank = i;
    }
    assert_int_equal(MPI_Group_rank(group, &found), 0);
    assert_int_equal(found, rank);
    assert_true((size == 0) == (group == MPI_GROUP_EMPTY));
    assert_int_equal(MPI_Group_free(&group), 0);
    assert_ptr_equal(group, MPI_GROUP_NULL);
}

static int return_errors(UNUSED void **state) {
    errhandler_world = MPI_ERRORS_RETURN;
    group_self = SELF;
    return 0;
}
static CMFixtureFunction before_all = return_errors;

/* Consecutive processes need no list of their own, up to the last node. */
TEST(test_memory) {
    enum { LAST = CUBE_MAX_NODES - 1 };
    static const int lists[][3] = {
        {0, 1, 2},           {SELF, SELF + 1, SELF + 2}, {LAST - 2, LAST - 1, LAST},
        {LAST - 1, LAST, 0}, {LAST, LAST - 1, LAST - 2}, {1, 2, 4}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        MPI_Group group = group_make(3, lists[i]);
        assert_int_equal(group->world == group_nodes + lists[i][0], i < 3);
        check_group(group, lists[i], 3);
    }
    for (int node = 0; node <= LAST; node++)
        assert_int_equal(group_nodes[node], node);
}

TEST(test_sets) {
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct random random = {seed};
        int one[WORLD], other[WORLD], expected[WORLD], one_size, other_size, size;
        MPI_Group a = random_group(&random, one, &one_size), made;
        MPI_Group b = random_group(&random, other, &other_size);
        assert_int_equal(MPI_Group_union(a, b, &made), 0);
        size = one_size;
        memcpy(expected, one, sizeof one);
        for (int i = 0; i < other_size; i++)
            if (!has(one, one_size, other[i]))
                expected[size++] = other[i];
        check_group(made, expected, size);
        for (int in = 0; in < 2; in++) {
            size = 0;
            for (int i = 0; i < one_size; i++)
                if (has(other, other_size, one[i]) == in)
                    expected[size++] = one[i];
            assert_int_equal(
                in ? MPI_Group_intersection(a, b, &made) : MPI_Group_difference(a, b, &made), 0);
            check_group(made, expected, size);
        }
        int translated[WORLD + 1], ranks[WORLD + 1];
        for (int i = 0; i < one_size; i++)
            ranks[i] = i;
        ranks[one_size] = MPI_PROC_NULL;
        assert_int_equal(MPI_Group_translate_ranks(a, one_size + 1, ranks, b, translated), 0);
        assert_int_equal(translated[one_size], MPI_PROC_NULL);
        for (int i = 0; i < one_size; i++)
            assert_true(has(other, other_size, one[i]) ? other[translated[i]] == one[i]
                                                       : translated[i] == MPI_UNDEFINED);
        MPI_Group_free(&a);
        MPI_Group_free(&b);
    }
}

TEST(test_choices) {
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct random random = {seed};
        int list[WORLD], size, ranks[WORLD] = {0}, expected[WORLD], left = 0;
        MPI_Group group = random_group(&random, list, &size), made;
        /* Ranks from anywhere, by a stride of either sign. */
        int stride = 1 + random_below(&random, 4),
            first = size > 0 ? random_below(&random, size) : 0, count = 0;
        if (random_below(&random, 2))
            stride = -stride;
        int last = stride > 0 ? size - 1 : 0;
        for (int rank = first; size > 0 && rank >= 0 && rank < size; rank += stride)
            ranks[count++] = rank;
        int ranges[1][3] = {{first, last, stride}};
        for (int i = 0; i < count; i++)
            expected[i] = list[ranks[i]];
        assert_int_equal(MPI_Group_incl(group, count, ranks, &made), 0);
        check_group(made, expected, count);
        assert_int_equal(MPI_Group_range_incl(group, size > 0, ranges, &made), 0);
        check_group(made, expected, count);
        for (int i = 0; i < size; i++)
            if (!has(ranks, count, i))
                expected[left++] = list[i];
        assert_int_equal(MPI_Group_excl(group, count, ranks, &made), 0);
        check_group(made, expected, left);
        assert_int_equal(MPI_Group_range_excl(group, size > 0, ranges, &made), 0);
        check_group(made, expected, left);
        MPI_Group_free(&group);
    }
}

TEST(test_comparison) {
    MPI_Group a = group_make(3, (int[]){4, 5, 6}), b = group_make(3, (int[]){6, 5, 4});
    MPI_Group c = group_make(3, (int[]){4, 5, 7}), d = group_make(3, (int[]){4, 5, 6});
    int result;
    MPI_Group_compare(a, d, &result);
    assert_int_equal(result, MPI_IDENT);
    MPI_Group_compare(a, b, &result);
    assert_int_equal(result, MPI_SIMILAR);
    MPI_Group_compare(a, c, &result);
    assert_int_equal(result, MPI_UNEQUAL);
    MPI_Group_compare(a, MPI_GROUP_EMPTY, &result);
    assert_int_equal(result, MPI_UNEQUAL);
    MPI_Group_compare(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &result);
    assert_int_equal(result, MPI_IDENT);
    MPI_Group made;
    assert_int_equal(MPI_Group_incl(a, 2, (int[]){1, 1}, &made), MPI_ERR_RANK);
    assert_int_equal(MPI_Group_excl(a, 1, (int[]){3}, &made), MPI_ERR_RANK);
    int range[1][3] = {{0, 2, 0}};
    assert_int_equal(MPI_Group_range_incl(a, 1, range, &made), MPI_ERR_ARG);
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    MPI_Group_free(&c);
    MPI_Group_free(&d);
}

/* The best grid by trying all lists of factors, in any order: the least largest factor, then the
 * greatest smallest one. */
static void search(int nnodes, int ndims, int largest, int smallest, int *best_first,
                   int *best_last) {
    if (ndims == 0) {
        if (nnodes == 1 && (*best_first == 0 || largest < *best_first ||
                            (largest == *best_first && smallest > *best_last))) {
            *best_first = largest;
            *best_last = smallest;
        }
        return;
    }
    for (int factor = 1; factor <= nnodes; factor++)
        if (nnodes % factor == 0)
            search(nnodes / factor, ndims - 1, factor > largest ? factor : largest,
                   factor < smallest ? factor : smallest, best_first, best_last);
}

TEST(test_dims) {
    for (int nnodes = 1; nnodes <= 128; nnodes++)
        for (int ndims = 1; ndims <= 4; ndims++) {
            int dims[4] = {0}, product = 1, first = 0, last = 0;
            assert_int_equal(MPI_Dims_create(nnodes, ndims, dims), 0);
            for (int i = 0; i < ndims; i++) {
                product *= dims[i];
                assert_true(i == 0 || dims[i] <= dims[i - 1]);
            }
            search(nnodes, ndims, 0, nnodes + 1, &first, &last);
            assert_int_equal(product, nnodes);
            assert_int_equal(dims[0], first);
            assert_int_equal(dims[ndims - 1], last);
        }
    int given[4] = {0, 3, 0, 0};
    assert_int_equal(MPI_Dims_create(6, 4, given), 0);
    assert_memory_equal(given, ((int[]){2, 3, 1, 1}), sizeof given);
    int many[40] = {0};
    assert_int_equal(MPI_Dims_create(1 << 30, 40, many), 0);
    assert_int_equal(many[0], 2);
    assert_int_equal(many[29], 2);
    assert_int_equal(many[39], 1);
    int wrong[2] = {4, 0}, full[2] = {2, 2}, minus[2] = {-1, 0};
    assert_int_equal(MPI_Dims_create(6, 2, wrong), MPI_ERR_DIMS);
    assert_int_equal(MPI_Dims_create(8, 2, full), MPI_ERR_DIMS);
    assert_int_equal(MPI_Dims_create(4, 2, full), 0);
    assert_int_equal(MPI_Dims_create(4, 2, minus), MPI_ERR_DIMS);
    assert_int_equal(MPI_Dims_create(0, 1, many), MPI_ERR_ARG);
}
