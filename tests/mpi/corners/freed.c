/* Finds a freed handle that is accepted, and operations that fail because an object they use was
 * freed (MPI 5.0, sections 5.1.9, 6.9.5 and 7.4.3). */
#include "corners.h"

#ifndef CUBE_HOST /* a sanitizer forbids to look whether an object has been freed */

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
    MPI_Aint lower, extent = 0;
    MPI_Type_get_extent(*type, &lower, &extent); /* the program has freed it, but not for this */
    check(extent == 2 * sizeof(int));
    for (int i = 0; i < 2 * *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

CORNER(refuse_operators) {
    MPI_Op op, freed, other;
    int own[2] = {rank, 1}, sum[2], commutes;
    MPI_Op_create(add, 1, &op);
    freed = op;
    check(MPI_Op_free(&op) == 0);
    refused(MPI_ERR_OP, MPI_Allreduce(own, sum, 2, MPI_INT, freed, comm));
    refused(MPI_ERR_OP, MPI_Reduce_local(own, sum, 2, MPI_INT, freed));
    refused(MPI_ERR_OP, MPI_Op_commutative(freed, &commutes));
    other = freed;
    refused(MPI_ERR_OP, MPI_Op_free(&other));
    other = MPI_SUM;
    refused(MPI_ERR_OP, MPI_Op_free(&other));
}

CORNER(refuse_types) {
    MPI_Datatype pair, freed, other, outer, within;
    MPI_Aint address;
    int data[2] = {0, 0}, bytes, count;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_contiguous(1, pair, &outer);
    freed = pair;
    check(MPI_Type_free(&pair) == 0); /* the other type keeps it */
    other = freed;
    refused(MPI_ERR_TYPE, MPI_Bcast(data, 1, freed, 0, comm));
    refused(MPI_ERR_TYPE, MPI_Send(data, 1, freed, MPI_PROC_NULL, 0, comm));
    refused(MPI_ERR_TYPE, MPI_Type_size(freed, &bytes));
    refused(MPI_ERR_TYPE, MPI_Type_commit(&other));
    refused(MPI_ERR_TYPE, MPI_Type_free(&other));
    check(MPI_Type_get_contents(outer, 1, 0, 1, &count, &address, &within) == 0);
    check(within == freed && MPI_Type_size(within, &bytes) == 0 && bytes == 2 * sizeof(int));
    check(MPI_Bcast(data, 1, within, 0, comm) == 0); /* it is still committed */
    MPI_Type_free(&within);
    refused(MPI_ERR_TYPE, MPI_Type_size(freed, &bytes));
    MPI_Type_free(&outer);
    refused(MPI_ERR_TYPE, MPI_Type_size(freed, &bytes));
}

/* An operation that has begun keeps its operator and its type, which the program can use no more.
 */
CORNER(free_early) {
    MPI_Op op, freed_op;
    MPI_Datatype pair, freed;
    MPI_Request request;
    int own[2] = {rank, 1}, sum[2] = {-1, -1}, bytes;
    MPI_Op_create(add, 1, &op);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Iallreduce(own, sum, 1, pair, op, comm, &request);
    freed_op = op;
    freed = pair;
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    refused(MPI_ERR_OP, MPI_Reduce_local(own, sum, 1, MPI_INT, freed_op));
    refused(MPI_ERR_TYPE, MPI_Type_size(freed, &bytes));
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0);
    check(sum[0] == size * (size - 1) / 2 && sum[1] == size);
    refused(MPI_ERR_TYPE, MPI_Type_size(freed, &bytes));
}

CORNER(refuse_communicators) {
    MPI_Comm copy, freed, other;
    int data = 0, number;
    MPI_Comm_dup(comm, &copy);
    MPI_Barrier(copy);
    freed = copy;
    check(MPI_Comm_free(&copy) == 0);
    other = freed;
    refused(MPI_ERR_COMM, MPI_Comm_rank(freed, &number));
    refused(MPI_ERR_COMM, MPI_Barrier(freed));
    refused(MPI_ERR_COMM, MPI_Bcast(&data, 1, MPI_INT, 0, freed));
    refused(MPI_ERR_COMM, MPI_Send(&data, 1, MPI_INT, 0, 0, freed));
    refused(MPI_ERR_COMM, MPI_Recv(&data, 1, MPI_INT, 0, 0, freed, MPI_STATUS_IGNORE));
    refused(MPI_ERR_COMM, MPI_Comm_free(&other));
}

#endif
