/* Finds calls that move other bytes when types have gaps, negative bounds or absolute addresses, or
 * processes describe the same data by different types (MPI 5.0, sections 5.1 and 6.4 to 6.9). */
#include "corners.h"

/* A buffer at MPI_BOTTOM: the type alone says where the data are. */
CORNER(pass_absolute) {
    int number = rank == 0 ? 17 : 0;
    double real = rank == 0 ? 2.5 : 0;
    MPI_Aint places[2];
    MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, type;
    MPI_Get_address(&number, &places[0]);
    MPI_Get_address(&real, &places[1]);
    MPI_Type_create_struct(2, (int[]){1, 1}, places, parts, &type);
    MPI_Type_commit(&type);
    check(MPI_Bcast(MPI_BOTTOM, 1, type, 0, comm) == 0);
    check(number == 17 && real == 2.5);
    MPI_Request request;
    number = rank == size - 1 ? 19 : 0;
    check(MPI_Ibcast(MPI_BOTTOM, 1, type, size - 1, comm, &request) == 0);
    MPI_Type_free(&type); /* the operation keeps it */
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0);
    check(number == 19);
    MPI_Type_create_struct(1, (int[]){1}, places, parts, &type);
    MPI_Type_commit(&type);
    int *all = malloc((size_t)size * sizeof *all);
    number = rank;
    check(MPI_Allgather(MPI_BOTTOM, 1, type, all, 1, MPI_INT, comm) == 0);
    for (int k = 0; k < size; k++)
        check(all[k] == k);
    MPI_Type_free(&type);
    free(all);
}

/* The root gives one type, and all other processes give another one with the same signature. */
CORNER(pass_unequal) {
    int data[8] = {0}, root = size - 1;
    MPI_Datatype every_other;
    MPI_Type_vector(4, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    for (int k = 0; k < 8; k++)
        data[k] = rank == root ? k : -1;
    if (rank == root)
        MPI_Bcast(data, 1, every_other, root, comm);
    else
        MPI_Bcast(data, 4, MPI_INT, root, comm);
    for (int k = 0; k < 4; k++)
        check(rank == root ? data[2 * k] == 2 * k : data[k] == 2 * k && data[k + 4] == -1);
    MPI_Type_free(&every_other);
}

/* The type of a column of a matrix has an extent that is shorter than the type itself, so blocks
 * interleave. */
CORNER(pass_columns) {
    int rows = 3, columns = size, *matrix = malloc((size_t)(rows * columns) * sizeof *matrix);
    int own[3], *others = malloc(3 * (size_t)size * sizeof *others);
    MPI_Datatype column, narrow;
    MPI_Type_vector(rows, 1, columns, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &narrow);
    MPI_Type_commit(&narrow);
    for (int k = 0; k < rows * columns; k++)
        matrix[k] = rank == 0 ? k : -1;
    MPI_Scatter(matrix, 1, narrow, own, rows, MPI_INT, 0, comm);
    for (int k = 0; k < rows; k++)
        check(own[k] == k * columns + rank);
    memset(matrix, 0xff, (size_t)(rows * columns) * sizeof *matrix);
    MPI_Gather(own, rows, MPI_INT, matrix, 1, narrow, size - 1, comm);
    for (int k = 0; k < rows * columns; k++)
        check(matrix[k] == (rank == size - 1 ? k : -1));
    MPI_Allgather(own, rows, MPI_INT, matrix, 1, narrow, comm);
    for (int k = 0; k < rows * columns; k++)
        check(matrix[k] == k);
    /* This transposes the matrix. */
    MPI_Alltoall(matrix, 1, narrow, others, rows, MPI_INT, comm);
    for (int k = 0; k < rows * size; k++)
        check(others[k] == k % rows * columns + rank);
    MPI_Type_free(&column);
    MPI_Type_free(&narrow);
    free(matrix);
    free(others);
}

/* Each process has a type, a count and a place of its own (section 6.8). */
CORNER(pass_each_its_type) {
    int p = size, *counts = malloc(4 * (size_t)p * sizeof *counts);
    union {
        double real[2];
        int number[2];
    } *sent = malloc((size_t)p * sizeof *sent), *received = malloc((size_t)p * sizeof *received);
    MPI_Datatype *types = malloc(2 * (size_t)p * sizeof(MPI_Datatype));
    for (int k = 0; k < p; k++) {
        /* Rank r sends to rank k doubles if both are even, and ints otherwise; it sends nothing to
         * the next rank. */
        int nothing = k == (rank + 1) % p && p > 1, comes = rank == (k + 1) % p && p > 1;
        int doubles = rank % 2 == 0 && k % 2 == 0;
        types[k] = types[p + k] = doubles ? MPI_DOUBLE : MPI_INT;
        counts[k] = nothing ? 0 : 2;
        counts[p + k] = comes ? 0 : 2;
        counts[2 * p + k] = counts[3 * p + k] = (p - 1 - k) * (int)sizeof *sent;
        for (int i = 0; i < 2; i++)
            if (doubles)
                sent[p - 1 - k].real[i] = 1000 * rank + 10 * k + i;
            else
                sent[p - 1 - k].number[i] = 1000 * rank + 10 * k + i;
    }
    check(MPI_Alltoallw(sent, counts, counts + 2 * p, types, received, counts + p, counts + 3 * p,
                        types + p, comm) == 0);
    for (int k = 0; k < p; k++)
        for (int i = 0; i < counts[p + k]; i++) {
            int is_real = types[p + k] == MPI_DOUBLE;
            double real = received[p - 1 - k].real[i], number = received[p - 1 - k].number[i];
            check((is_real ? real : number) == 1000 * k + 10 * rank + i);
        }
    free(counts);
    free(sent);
    free(received);
    free(types);
}

/* On types with gaps, the operator is given the type, and steps by its extent. */
static void add_every_other(void *in, void *inout, int *length, MPI_Datatype *type) {
    MPI_Aint lower, extent;
    MPI_Type_get_extent(*type, &lower, &extent);
    for (int k = 0; k < *length; k++)
        for (int i = 0; i < 3; i++)
            ((int *)((char *)inout + k * extent))[2 * i] +=
                ((int *)((char *)in + k * extent))[2 * i];
}

CORNER(add_with_gaps) {
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

/* The types that Fortran's programs select: each takes part in what its basic type does. */
CORNER(select_kinds) {
    MPI_Datatype real = MPI_DATATYPE_NULL, again = MPI_DATATYPE_NULL, complexes = MPI_DATATYPE_NULL,
                 small = MPI_DATATYPE_NULL, large = MPI_DATATYPE_NULL, no_type;
    int counts[4], contents[2], bytes, length;
    char name[MPI_MAX_OBJECT_NAME];
    check(MPI_Type_create_f90_real(10, 100, &real) == 0);
    check(MPI_Type_create_f90_real(10, 100, &again) == 0 && again == real);
    check(MPI_Type_create_f90_real(MPI_UNDEFINED, 100, &again) == 0 && again != real);
    check(MPI_Type_create_f90_complex(33, MPI_UNDEFINED, &complexes) == 0);
    check(MPI_Type_create_f90_integer(2, &small) == 0 &&
          MPI_Type_create_f90_integer(18, &large) == 0);
    const struct {
        MPI_Datatype type;
        int combiner, count, first, bytes;
    } made[] = {{real, MPI_COMBINER_F90_REAL, 2, 10, 8},
                {again, MPI_COMBINER_F90_REAL, 2, MPI_UNDEFINED, 8},
                {complexes, MPI_COMBINER_F90_COMPLEX, 2, 33, 32},
                {small, MPI_COMBINER_F90_INTEGER, 1, 2, 1},
                {large, MPI_COMBINER_F90_INTEGER, 1, 18, 8}};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        MPI_Type_get_envelope(made[i].type, &counts[0], &counts[1], &counts[2], &counts[3]);
        check(counts[0] == made[i].count && counts[1] == 0 && counts[2] == 0);
        check(counts[3] == made[i].combiner);
        check(MPI_Type_get_contents(made[i].type, 2, 0, 0, contents, NULL, NULL) == 0);
        check(contents[0] == made[i].first);
        MPI_Type_size(made[i].type, &bytes);
        check(bytes == made[i].bytes);
        check(MPI_Type_get_name(made[i].type, name, &length) == 0 && length == 0);
    }
    double one = 1.5, sum = 0;
    int64_t all = 0, own = rank;
    check(MPI_Allreduce(&one, &sum, 1, real, MPI_SUM, comm) == 0 && sum == 1.5 * size);
    check(MPI_Allreduce(&own, &all, 1, large, MPI_MAX, comm) == 0 && all == size - 1);
    refused(MPI_ERR_OP, MPI_Allreduce(&one, &sum, 1, real, MPI_BAND, comm));
    check(MPI_Bcast(&one, 1, rank == 0 ? MPI_REAL8 : real, 0, comm) == 0);
    refused(MPI_ERR_ARG, MPI_Type_create_f90_real(34, 10, &no_type));
    refused(MPI_ERR_ARG, MPI_Type_create_f90_real(6, 4932, &no_type));
    refused(MPI_ERR_ARG, MPI_Type_create_f90_complex(MPI_UNDEFINED, MPI_UNDEFINED, &no_type));
    refused(MPI_ERR_ARG, MPI_Type_create_f90_real(-1, 10, &no_type));
    refused(MPI_ERR_ARG, MPI_Type_create_f90_integer(19, &no_type));
    refused(MPI_ERR_ARG, MPI_Type_create_f90_integer(MPI_UNDEFINED, &no_type));
    check(no_type == MPI_DATATYPE_NULL);
}
