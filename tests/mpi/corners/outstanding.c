/* Finds nonblocking operations that disturb each other when many are under way at once and end in
 * another order (MPI 5.0, section 6.12). */
#include "corners.h"

/* Begins many operations of two kinds, and waits for them from the last to the first. */
CORNER(begin_many) {
    enum { MANY = 100 };
    MPI_Request requests[2 * MANY];
    int p = size, sums[MANY], own[MANY], sum;
    int *sent = malloc(2 * (size_t)(p * MANY) * sizeof *sent), *exchanged = sent + p * MANY;
    for (int k = 0; k < MANY; k++) {
        own[k] = rank + k;
        for (int i = 0; i < p; i++)
            sent[k * p + i] = k + 100 * rank + i;
        MPI_Iallreduce(&own[k], &sums[k], 1, MPI_INT, MPI_SUM, comm, &requests[2 * k]);
        MPI_Ialltoall(sent + k * p, 1, MPI_INT, exchanged + k * p, 1, MPI_INT, comm,
                      &requests[2 * k + 1]);
    }
    /* A blocking operation comes in between, on the same communicator. */
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == p * (p - 1) / 2);
    for (int k = 2 * MANY - 1; k >= 0; k -= 3)
        check(MPI_Wait(&requests[k], MPI_STATUS_IGNORE) == 0);
    check(MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE) == 0);
    for (int k = 0; k < MANY; k++) {
        check(sums[k] == p * (p - 1) / 2 + p * k);
        for (int i = 0; i < p; i++)
            check(exchanged[k * p + i] == k + 100 * i + rank);
    }
    free(sent);
}

/* A status of one operation alone gets no error. */
CORNER(test_one) {
    int flag;
    MPI_Status status = {.MPI_ERROR = 77};
    MPI_Request request;
    MPI_Ibarrier(comm, &request);
    do
        MPI_Test(&request, &flag, &status);
    while (!flag);
    check(request == MPI_REQUEST_NULL && status.MPI_ERROR == 77); /* of several alone it is set */
    check(MPI_Wait(&request, &status) == 0);
}

/* An operation goes on when the handle of its communicator is freed. */
CORNER(free_early) {
    MPI_Comm copy;
    MPI_Request request;
    int own = rank, sum = -1;
    MPI_Comm_dup(comm, &copy);
    MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_MAX, copy, &request);
    MPI_Comm_free(&copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(sum == size - 1);
}

/* Messages of the program do not match those of the operations, whatever their tags are. */
CORNER(mix_messages) {
    MPI_Request requests[2];
    int in = -1, sum;
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests[0]);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[1]);
    MPI_Barrier(comm);
    MPI_Send(&rank, 1, MPI_INT, next, 0, comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check(in == before && sum == size * (size - 1) / 2);
}
