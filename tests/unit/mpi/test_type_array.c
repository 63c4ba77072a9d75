/* Finds a type of a part of an array that takes other elements than each one's place says (MPI 5.0,
 * sections 5.1.3 and 5.1.4). */
#include <stdbool.h>
#include <stdlib.h>

#include "mpi/object/communicator.h"
#include "programs/wormhole/random.h"
#include "tests/unit/mpi/errors.h"

/* The bytes of one element, as a map of which of the array's elements are in it, in order. */
static int chosen(MPI_Datatype type, int elements, int list[]) {
    int *array = malloc((size_t)elements * sizeof *array), position = 0, size;
    for (int i = 0; i < elements; i++)
        array[i] = i;
    MPI_Type_size(type, &size);
    assert_int_equal(MPI_Pack(array, 1, type, list, size, &position, MPI_COMM_WORLD), 0);
    free(array);
    return size / (int)sizeof(int);
}

TEST(test_subarray) {
    comm_start(1, group_nodes);
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct random random = {seed};
        int ndims = 1 + random_below(&random, 3), sizes[3] = {1, 1, 1}, parts[3] = {1, 1, 1};
        int starts[3] = {0}, list[400];
        for (int i = 0; i < ndims; i++) {
            sizes[i] = 1 + random_below(&random, 6);
            parts[i] = 1 + random_below(&random, sizes[i]);
            starts[i] = random_below(&random, sizes[i] - parts[i] + 1);
        }
        for (int fortran = 0; fortran < 2; fortran++) {
            MPI_Datatype type;
            MPI_Aint lower, extent;
            assert_int_equal(MPI_Type_create_subarray(ndims, sizes, parts, starts,
                                                      fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C,
                                                      MPI_INT, &type),
                             0);
            MPI_Type_get_extent(type, &lower, &extent);
            int elements = sizes[0] * sizes[1] * sizes[2], count = chosen(type, elements, list);
            assert_int_equal(lower, 0);
            assert_int_equal(extent, elements * (int)sizeof(int));
            assert_int_equal(count, parts[0] * parts[1] * parts[2]);
            int at = 0;
            for (int element = 0; element < elements; element++) {
                int inside = 1, rest = element;
                for (int k = 0; k < ndims; k++) {
                    int i = fortran ? k : ndims - 1 - k, place = rest % sizes[i];
                    rest /= sizes[i];
                    inside &= place >= starts[i] && place < starts[i] + parts[i];
                }
                if (inside)
                    assert_int_equal(list[at++], element);
            }
            assert_int_equal(at, count);
            MPI_Type_free(&type);
        }
    }
    comm_end();
}

/* The shares of all ranks of a grid: each has the elements whose owner it is, by the definition of
 * the distributions. */
TEST(test_darray) {
    comm_start(1, group_nodes);
    static const int kinds[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct random random = {seed};
        int ndims = 1 + random_below(&random, 3), gsizes[3] = {1, 1, 1}, psizes[3] = {1, 1, 1};
        int distribs[3], dargs[3], list[1000], elements = 1, size = 1;
        for (int i = 0; i < ndims; i++) {
            gsizes[i] = 1 + random_below(&random, 9);
            distribs[i] = kinds[random_below(&random, 3)];
            psizes[i] = distribs[i] == MPI_DISTRIBUTE_NONE ? 1 : 1 + random_below(&random, 3);
            dargs[i] = random_below(&random, 2) ? MPI_DISTRIBUTE_DFLT_DARG
                       : distribs[i] == MPI_DISTRIBUTE_BLOCK
                           ? (gsizes[i] + psizes[i] - 1) / psizes[i] + random_below(&random, 2)
                           : 1 + random_below(&random, 3);
            elements *= gsizes[i];
            size *= psizes[i];
        }
        bool fortran = random_below(&random, 2);
        for (int rank = 0; rank < size; rank++) {
            MPI_Datatype type;
            assert_int_equal(
                MPI_Type_create_darray(size, rank, ndims, gsizes, distribs, dargs, psizes,
                                       fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, MPI_INT, &type),
                0);
            int count = chosen(type, elements, list), at = 0;
            for (int element = 0; element < elements; element++) {
                int places[3], rest = element, owner = 0;
                for (int k = 0; k < ndims; k++) {
                    int i = fortran ? k : ndims - 1 - k;
                    places[i] = rest % gsizes[i];
                    rest /= gsizes[i];
                }
                for (int i = 0; i < ndims; i++) {
                    int block = dargs[i] != MPI_DISTRIBUTE_DFLT_DARG ? dargs[i]
                                : distribs[i] == MPI_DISTRIBUTE_BLOCK
                                    ? (gsizes[i] + psizes[i] - 1) / psizes[i]
                                    : 1;
                    int share =
                        distribs[i] == MPI_DISTRIBUTE_NONE ? 0 : places[i] / block % psizes[i];
                    owner = owner * psizes[i] + share;
                }
                if (owner == rank)
                    assert_int_equal(list[at++], element);
            }
            assert_int_equal(at, count);
            MPI_Type_free(&type);
        }
    }
    comm_end();
}
