/* Finds arguments of collective calls that are read although MPI ignores them, or that pass
 * although it refuses them (MPI 5.0, sections 6.2.3 and 6.3 to 6.12). */
#include "corners.h"

enum { BYTES = 64 };

/* Calls with no elements may have null pointers as buffers. */
CORNER(pass_nothing) {
    int *zeros = calloc((size_t)size, sizeof *zeros);
    MPI_Datatype *types = malloc((size_t)size * sizeof(MPI_Datatype));
    for (int k = 0; k < size; k++)
        types[k] = MPI_INT;
    check(MPI_Bcast(NULL, 0, MPI_INT, size - 1, comm) == 0);
    check(MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, comm) == 0);
    check(MPI_Gatherv(NULL, 0, MPI_INT, NULL, zeros, zeros, MPI_INT, 0, comm) == 0);
    check(MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, comm) == 0);
    check(MPI_Scatterv(NULL, zeros, zeros, MPI_INT, NULL, 0, MPI_INT, 0, comm) == 0);
    check(MPI_Allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm) == 0);
    check(MPI_Allgatherv(NULL, 0, MPI_INT, NULL, zeros, zeros, MPI_INT, comm) == 0);
    check(MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm) == 0);
    check(MPI_Alltoallv(NULL, zeros, zeros, MPI_INT, NULL, zeros, zeros, MPI_INT, comm) == 0);
    check(MPI_Alltoallw(NULL, zeros, zeros, types, NULL, zeros, zeros, types, comm) == 0);
    check(MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, comm) == 0);
    check(MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, comm) == 0);
    check(MPI_Reduce_scatter(NULL, NULL, zeros, MPI_INT, MPI_SUM, comm) == 0);
    check(MPI_Reduce_scatter_block(NULL, NULL, 0, MPI_INT, MPI_SUM, comm) == 0);
    check(MPI_Scan(NULL, NULL, 0, MPI_INT, MPI_SUM, comm) == 0);
    check(MPI_Exscan(NULL, NULL, 0, MPI_INT, MPI_SUM, comm) == 0);
    check(MPI_Reduce_local(NULL, NULL, 0, MPI_INT, MPI_SUM) == 0);
    free(zeros);
    free(types);
}

/* A type may have no bytes, and a call may give some elements of it. */
CORNER(pass_empty_type) {
    MPI_Datatype empty;
    int data = 7;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    check(MPI_Bcast(&data, 3, empty, 0, comm) == 0);
    check(MPI_Bcast(NULL, 3, empty, 0, comm) == 0);
    check(MPI_Gather(&data, 2, empty, NULL, 2, empty, 0, comm) == 0);
    check(MPI_Allgather(NULL, 1, empty, NULL, 1, empty, comm) == 0);
    check(MPI_Bcast(rank == 0 ? NULL : &data, rank == 0 ? 1 : 0, rank == 0 ? empty : MPI_INT, 0,
                    comm) == 0);
    check(data == 7);
    MPI_Type_free(&empty);
}

/* Makes a call in one of three forms, and waits for it. */
#define FORMS(form, name, nonblocking, ...)                                                        \
    do {                                                                                           \
        MPI_Request request = MPI_REQUEST_NULL;                                                    \
        if ((form) == 0)                                                                           \
            check(MPI_##name(__VA_ARGS__, comm) == 0);                                             \
        else if ((form) == 1)                                                                      \
            check(MPI_##nonblocking(__VA_ARGS__, comm, &request) == 0);                            \
        else                                                                                       \
            check(MPI_##name##_init(__VA_ARGS__, comm, MPI_INFO_NULL, &request) == 0 &&            \
                  MPI_Start(&request) == 0);                                                       \
        check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0);                                         \
        if (request != MPI_REQUEST_NULL)                                                           \
            MPI_Request_free(&request);                                                            \
    } while (0)

/* Arguments that MPI ignores at a process may have any value there (sections 6.5 to 6.9): buffers,
 * types, counts and arrays that cannot be looked at, in every form. */
static void pass_what_cannot_be_looked_at(MPI_Comm comm, int form) {
    int root = size / 2, own = rank + 1, sum = -1, got = -1, is_root = rank == root;
    int *all = malloc((size_t)size * sizeof *all), *ones = malloc(2 * (size_t)size * sizeof *ones);
    for (int k = 0; k < size; k++)
        ones[k] = 1, ones[size + k] = k, all[k] = -1;
    if (is_root) {
        FORMS(form, Gather, Igather, &own, 1, MPI_INT, all, 1, MPI_INT, root);
        for (int k = 0; k < size; k++)
            check(all[k] == k + 1), all[k] = -1;
        FORMS(form, Gatherv, Igatherv, MPI_IN_PLACE, -5, NO_TYPE, all, ones, ones + size, MPI_INT,
              root);
        all[root] = own;
        FORMS(form, Scatter, Iscatter, all, 1, MPI_INT, MPI_IN_PLACE, -5, NO_TYPE, root);
        FORMS(form, Scatterv, Iscatterv, all, ones, ones + size, MPI_INT, &got, 1, MPI_INT, root);
        FORMS(form, Reduce, Ireduce, &own, &sum, 1, MPI_INT, MPI_SUM, root);
        check(sum == size * (size + 1) / 2);
    } else {
        FORMS(form, Gather, Igather, &own, 1, MPI_INT, NO_BUFFER, -5, NO_TYPE, root);
        FORMS(form, Gatherv, Igatherv, &own, 1, MPI_INT, NO_BUFFER, no_array, no_array, NO_TYPE,
              root);
        FORMS(form, Scatter, Iscatter, NO_BUFFER, -5, NO_TYPE, &got, 1, MPI_INT, root);
        check(got == own);
        got = -1;
        FORMS(form, Scatterv, Iscatterv, NO_BUFFER, no_array, no_array, NO_TYPE, &got, 1, MPI_INT,
              root);
        FORMS(form, Reduce, Ireduce, &own, NO_BUFFER, 1, MPI_INT, MPI_SUM, root);
    }
    check(got == own);
    got = -1;
    FORMS(form, Exscan, Iexscan, &own, rank == 0 ? NO_BUFFER : &got, 1, MPI_INT, MPI_SUM);
    check(got == (rank == 0 ? -1 : rank * (rank + 1) / 2));
    free(all);
    free(ones);
}

CORNER(pass_in_every_form) {
    for (int form = 0; form < 3; form++)
        pass_what_cannot_be_looked_at(comm, form);
}

/* Errors that every process finds by itself, so that no other process waits for it. What one call
 * alone can tell of its arguments is in tests/mpi/wrong_arguments.py. */
CORNER(refuse_arguments) {
    int data[BYTES] = {0}, other[BYTES], root = 0;
    MPI_Datatype loose;
    MPI_Request request;
    MPI_Type_contiguous(2, MPI_INT, &loose);
    refused(MPI_ERR_ROOT, MPI_Bcast(data, 1, MPI_INT, -1, comm));
    refused(MPI_ERR_TYPE, MPI_Bcast(data, 1, loose, root, comm));
    refused(MPI_ERR_TYPE, MPI_Send(data, 1, loose, rank, 0, comm));
    refused(MPI_ERR_RANK, MPI_Send(data, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm));
    refused(MPI_ERR_TAG, MPI_Send(data, 1, MPI_INT, rank, MPI_ANY_TAG, comm));
    refused(MPI_ERR_BUFFER, MPI_Allreduce(data, data, 1, MPI_INT, MPI_SUM, comm));
    refused(MPI_ERR_BUFFER, MPI_Allgather(data, 1, MPI_INT, data, 1, MPI_INT, comm));
    refused(MPI_ERR_BUFFER, MPI_Iallreduce(data, data, 1, MPI_INT, MPI_SUM, comm, &request));
    refused(MPI_ERR_BUFFER, MPI_Allreduce(data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm));
    refused(MPI_ERR_BUFFER, MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, root, comm));
    refused(MPI_ERR_OP, MPI_Allreduce(data, other, 1, MPI_DOUBLE, MPI_BAND, comm));
    refused(MPI_ERR_OP, MPI_Allreduce(data, other, 1, MPI_INT, MPI_MAXLOC, comm));
    refused(MPI_ERR_OP, MPI_Iscan(data, other, 1, MPI_2INT, MPI_SUM, comm, &request));
    if (rank != root) {
        refused(MPI_ERR_BUFFER, MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, NULL, 1, MPI_INT, root, comm));
        refused(MPI_ERR_BUFFER,
                MPI_Scatter(NULL, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, root, comm));
        refused(MPI_ERR_BUFFER, MPI_Reduce(MPI_IN_PLACE, other, 1, MPI_INT, MPI_SUM, root, comm));
    }
    MPI_Type_free(&loose);
}

/* What is sent and what is received must not overlap (section 6.1), neither if one begins within
 * the other, nor in any form. Buffers that touch, and those of nothing, do not overlap. */
CORNER(refuse_overlap) {
    int *buffer = calloc(4 * (size_t)size + 4, sizeof *buffer), p = size;
    int *ones = malloc(2 * (size_t)p * sizeof *ones);
    MPI_Datatype *types = malloc((size_t)p * sizeof(MPI_Datatype)), column;
    MPI_Request request;
    for (int k = 0; k < p; k++)
        ones[k] = 1, ones[p + k] = k, types[k] = MPI_INT;
    refused(MPI_ERR_BUFFER, MPI_Alltoall(buffer, 2, MPI_INT, buffer + 1, 2, MPI_INT, comm));
    refused(MPI_ERR_BUFFER, MPI_Alltoall(buffer + 1, 2, MPI_INT, buffer, 2, MPI_INT, comm));
    refused(MPI_ERR_BUFFER, MPI_Alltoall(buffer, 1000, MPI_INT, buffer + 1, 1000, MPI_INT, comm));
    refused(MPI_ERR_BUFFER, MPI_Ialltoall(buffer, 2, MPI_INT, buffer + 2 * p - 1, 1, MPI_LONG_LONG,
                                          comm, &request));
    refused(MPI_ERR_BUFFER, MPI_Allgather(buffer + p - 1, 1, MPI_INT, buffer, 1, MPI_INT, comm));
    refused(MPI_ERR_BUFFER,
            MPI_Iallreduce(buffer, buffer + 1, 2, MPI_INT, MPI_SUM, comm, &request));
    refused(MPI_ERR_BUFFER,
            MPI_Alltoallv(buffer, ones, ones + p, MPI_INT, buffer, ones, ones + p, MPI_INT, comm));
    refused(MPI_ERR_BUFFER,
            MPI_Alltoallw(buffer, ones, ones + p, types, buffer, ones, ones + p, types, comm));
    if (rank == 0)
        refused(MPI_ERR_BUFFER,
                MPI_Igather(buffer, 1, MPI_INT, buffer, 1, MPI_INT, 0, comm, &request));
    check(MPI_Alltoall(buffer, 1, MPI_INT, buffer + p, 1, MPI_INT, comm) == 0);
    check(MPI_Allgather(buffer + p, 1, MPI_INT, buffer, 1, MPI_INT, comm) == 0);
    check(MPI_Alltoall(buffer, 0, MPI_INT, buffer, 0, MPI_INT, comm) == 0);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &column); /* elements in turns */
    MPI_Type_commit(&column);
    check(MPI_Alltoall(buffer, 1, column, buffer + 1, 1, column, comm) == 0);
    MPI_Type_free(&column);
    free(buffer);
    free(ones);
    free(types);
}

/* Local reductions (section 6.9.7). */
CORNER(reduce_locally) {
    int in[3] = {1, 2, 3}, out[3] = {10, 20, 30};
    check(MPI_Reduce_local(in, out, 3, MPI_INT, MPI_SUM) == 0);
    check(out[0] == 11 && out[1] == 22 && out[2] == 33);
    refused(MPI_ERR_BUFFER, MPI_Reduce_local(MPI_IN_PLACE, out, 1, MPI_INT, MPI_SUM));
    refused(MPI_ERR_BUFFER, MPI_Reduce_local(in, in, 1, MPI_INT, MPI_SUM));
    check(out[0] == 11);
}
