/* Tests a program's own operators and pairs (MPI 5.0, section 6.9). The predefined operators are in
 * tests/unit/mpi/test_operator.c. */
#include <stdlib.h>
#include <string.h>

#include "corners.h"

static _Thread_local int rank, size;

/* ---- Products of matrices do not commute ---- */

struct matrix {
    unsigned a[4];
};
static _Thread_local MPI_Datatype matrix_type;
static _Thread_local int given_lengths, given_types;

static struct matrix product(struct matrix x, struct matrix y) {
    return (struct matrix){{x.a[0] * y.a[0] + x.a[1] * y.a[2], x.a[0] * y.a[1] + x.a[1] * y.a[3],
                            x.a[2] * y.a[0] + x.a[3] * y.a[2], x.a[2] * y.a[1] + x.a[3] * y.a[3]}};
}
static void multiply(void *in, void *inout, int *length, MPI_Datatype *type) {
    given_lengths += *length;
    given_types += *type != matrix_type;
    for (int k = 0; k < *length; k++)
        ((struct matrix *)inout)[k] =
            product(((struct matrix *)in)[k], ((struct matrix *)inout)[k]);
}
static struct matrix matrix_of(int process, int place) {
    return (struct matrix){
        {(unsigned)process + 2, (unsigned)place + 1, 3, (unsigned)process * 5 + 1}};
}
static struct matrix product_of(int first, int last, int place) {
    struct matrix all = matrix_of(first, place);
    for (int k = first + 1; k <= last; k++)
        all = product(all, matrix_of(k, place));
    return all;
}
static int are_equal(struct matrix x, struct matrix y) {
    return memcmp(&x, &y, sizeof x) == 0;
}

static void multiply_in_order(MPI_Comm comm) {
    enum { MOST = 40 };
    struct matrix own[MOST], result[MOST];
    MPI_Op op;
    MPI_Request request;
    int p = size, *counts = malloc((size_t)p * sizeof *counts), commutes = 1;
    MPI_Type_contiguous(4, MPI_UNSIGNED, &matrix_type);
    MPI_Type_commit(&matrix_type);
    MPI_Op_create(multiply, 0, &op);
    MPI_Op_commutative(op, &commutes);
    check(commutes == 0);
    for (int count = 1; count <= MOST; count += 13) {
        for (int k = 0; k < count; k++)
            own[k] = matrix_of(rank, k);
        for (int root = 0; root < p; root += 1 + p / 2) {
            MPI_Reduce(own, result, count, matrix_type, op, root, comm);
            for (int k = 0; rank == root && k < count; k++)
                check(are_equal(result[k], product_of(0, p - 1, k)));
        }
        MPI_Allreduce(own, result, count, matrix_type, op, comm);
        for (int k = 0; k < count; k++)
            check(are_equal(result[k], product_of(0, p - 1, k)));
        MPI_Scan(own, result, count, matrix_type, op, comm);
        for (int k = 0; k < count; k++)
            check(are_equal(result[k], product_of(0, rank, k)));
        MPI_Exscan(own, result, count, matrix_type, op, comm);
        for (int k = 0; rank > 0 && k < count; k++)
            check(are_equal(result[k], product_of(0, rank - 1, k)));
    }
    struct matrix *operand = malloc((size_t)p * 2 * sizeof *operand);
    for (int k = 0; k < 2 * p; k++)
        operand[k] = matrix_of(rank, k);
    MPI_Reduce_scatter_block(operand, result, 2, matrix_type, op, comm);
    for (int k = 0; k < 2; k++)
        check(are_equal(result[k], product_of(0, p - 1, 2 * rank + k)));
    int first = 0;
    for (int k = 0; k < p; k++) {
        counts[k] = (k + 1) % 3;
        first += k < rank ? counts[k] : 0;
    }
    check(given_types == 0 && (size == 1 || given_lengths > 0));
    MPI_Ireduce_scatter(operand, result, counts, matrix_type, op, comm, &request);
    MPI_Op_free(&op); /* the operation keeps it, and the type */
    MPI_Type_free(&matrix_type);
    check(op == MPI_OP_NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < counts[rank]; k++)
        check(are_equal(result[k], product_of(0, p - 1, first + k)));
    given_types = given_lengths = 0;
    free(operand);
    free(counts);
}

/* ---- On types with gaps, the operator is given the type, and steps by its extent ---- */

static void add_every_other(void *in, void *inout, int *length, MPI_Datatype *type) {
    MPI_Aint lower, extent;
    MPI_Type_get_extent(*type, &lower, &extent);
    for (int k = 0; k < *length; k++)
        for (int i = 0; i < 3; i++)
            ((int *)((char *)inout + k * extent))[2 * i] +=
                ((int *)((char *)in + k * extent))[2 * i];
}

static void add_with_gaps(MPI_Comm comm) {
    enum { COUNT = 3, INTS = 6 };
    int own[COUNT * INTS], result[COUNT * INTS];
    MPI_Datatype vector, type;
    MPI_Op op;
    MPI_Type_vector(3, 1, 2, MPI_INT, &vector);
    MPI_Type_create_resized(vector, 0, INTS * sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_every_other, 1, &op);
    for (int form = 0; form < 3; form++) {
        for (int k = 0; k < COUNT * INTS; k++)
            own[k] = rank + k, result[k] = -1;
        int last = size - 1;
        if (form == 0)
            MPI_Allreduce(own, result, COUNT, type, op, comm);
        else if (form == 1)
            MPI_Reduce(own, result, COUNT, type, op, 0, comm);
        else
            MPI_Scan(own, result, COUNT, type, op, comm);
        if (form == 2)
            last = rank;
        for (int k = 0; (form != 1 || rank == 0) && k < COUNT * INTS; k++)
            check(result[k] == (k % 2 == 0 ? (last + 1) * k + last * (last + 1) / 2 : -1));
    }
    MPI_Op_free(&op);
    MPI_Type_free(&vector);
    MPI_Type_free(&type);
}

/* ---- Pairs: of equal values the least index (section 6.9.4) ---- */

static void find_places(MPI_Comm comm) {
    struct {
        double value;
        int place;
    } reals[3], most[3], least[3];
    struct {
        short value;
        int place;
    } shorts = {(short)(rank / 2), rank}, found;
    struct {
        long double value;
        int place;
    } longs = {-rank, 10 * rank}, lowest;
    int ints[2] = {rank % 3, size - rank}, found_ints[2];
    for (int k = 0; k < 3; k++)
        reals[k].value = (rank + k) % size, reals[k].place = rank;
    MPI_Allreduce(reals, most, 3, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
    MPI_Allreduce(reals, least, 3, MPI_DOUBLE_INT, MPI_MINLOC, comm);
    for (int k = 0; k < 3; k++) {
        check(most[k].value == size - 1 && most[k].place == (size - 1 + size * 3 - k) % size);
        check(least[k].value == 0 && least[k].place == (size * 3 - k) % size);
    }
    MPI_Reduce(&shorts, &found, 1, MPI_SHORT_INT, MPI_MINLOC, 0, comm);
    check(rank != 0 || (found.value == 0 && found.place == 0));
    MPI_Allreduce(&longs, &lowest, 1, MPI_LONG_DOUBLE_INT, MPI_MINLOC, comm);
    check(lowest.value == -(size - 1) && lowest.place == 10 * (size - 1));
    MPI_Scan(ints, found_ints, 1, MPI_2INT, MPI_MINLOC, comm);
    int last = rank / 3 * 3; /* the largest rank so far whose value is 0 has the least place */
    check(found_ints[0] == 0 && found_ints[1] == size - last);
}

void corners_operators(MPI_Comm comm) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    multiply_in_order(comm);
    add_with_gaps(comm);
    find_places(comm);
}
