/* Tests operations between two groups (MPI 5.0, sections 6.2.2 and 6.3 to 6.10). */
#include <stdlib.h>

#include "corners.h"

static _Thread_local int rank, size, others, upper;

/* One process sends to the whole other group, or receives from it: first in one direction, then in
 * the other. */
static void pass_from_root(MPI_Comm comm) {
    for (int way = 0; way < 2; way++) {
        int sends = upper == way, data = -1, root = sends ? MPI_PROC_NULL : 0;
        int *all = malloc((size_t)(size + others) * sizeof *all);
        if (sends && rank == 0)
            root = MPI_ROOT, data = 77;
        check(MPI_Bcast(&data, 1, MPI_INT, root, comm) == 0);
        check(data == (sends && rank != 0 ? -1 : 77));
        for (int k = 0; k < size + others; k++)
            all[k] = 10 + k;
        data = -1;
        check(MPI_Scatter(all, 1, MPI_INT, &data, 1, MPI_INT, root, comm) == 0);
        check(data == (sends ? -1 : 10 + rank));
        data = rank + 1;
        check(MPI_Gather(&data, 1, MPI_INT, all, 1, MPI_INT, root, comm) == 0);
        for (int k = 0; root == MPI_ROOT && k < others; k++)
            check(all[k] == k + 1);
        int sum = -1;
        check(MPI_Reduce(&data, &sum, 1, MPI_INT, MPI_SUM, root, comm) == 0);
        check(sum == (root == MPI_ROOT ? others * (others + 1) / 2 : -1));
        free(all);
    }
}

/* Only one of the groups sends: the lower one first, then the upper one. */
static void gather_from_one(MPI_Comm comm) {
    int p = others, *counts = malloc(2 * (size_t)p * sizeof *counts);
    int *all = malloc((size_t)(2 * p) * sizeof *all), own[2] = {rank, -rank};
    for (int k = 0; k < 2 * p; k++)
        counts[k] = k < p ? (upper ? 0 : 2) : 2 * (k - p), all[k] = -99;
    check(MPI_Allgatherv(own, upper ? 2 : 0, MPI_INT, all, counts, counts + p, MPI_INT, comm) == 0);
    for (int k = 0; k < p; k++)
        check(upper ? all[k] == -99 : all[2 * k] == k && all[2 * k + 1] == -k);
    check(MPI_Allgather(upper ? own : NULL, upper ? 2 : 0, MPI_INT, upper ? NULL : all,
                        upper ? 0 : 2, MPI_INT, comm) == 0);
    for (int k = 0; !upper && k < p; k++)
        check(all[2 * k] == k && all[2 * k + 1] == -k);
    free(counts);
    free(all);
}

/* Both groups give the same number of elements, and each divides the result by its own counts. */
static void scatter_sums(MPI_Comm comm) {
    int per = others, total = size * others;
    int *own = malloc((size_t)total * sizeof *own), *sum = malloc((size_t)total * sizeof *sum);
    int *counts = malloc((size_t)size * sizeof *counts);
    for (int k = 0; k < total; k++)
        own[k] = 1000 * upper + rank + k;
    check(MPI_Reduce_scatter_block(own, sum, per, MPI_INT, MPI_SUM, comm) == 0);
    int base = others * 1000 * !upper + others * (others - 1) / 2;
    for (int k = 0; k < per; k++)
        check(sum[k] == base + others * (rank * per + k));
    for (int k = 0; k < size; k++)
        counts[k] = k == 0 ? total : 0;
    check(MPI_Reduce_scatter(own, sum, counts, MPI_INT, MPI_SUM, comm) == 0);
    for (int k = 0; rank == 0 && k < total; k++)
        check(sum[k] == base + others * k);
    free(own);
    free(sum);
    free(counts);
}

static void begin_several(MPI_Comm comm) {
    MPI_Request requests[5];
    int own = rank + 1, sum, greatest, *all = malloc((size_t)others * sizeof *all);
    int root = upper       ? 0
               : rank == 0 ? MPI_ROOT
                           : MPI_PROC_NULL,
        data = rank == 0 && !upper ? 5 : -1;
    MPI_Ibarrier(comm, &requests[0]);
    MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[1]);
    MPI_Iallgather(&own, 1, MPI_INT, all, 1, MPI_INT, comm, &requests[2]);
    MPI_Ibcast(&data, 1, MPI_INT, root, comm, &requests[3]);
    MPI_Iallreduce(&own, &greatest, 1, MPI_INT, MPI_MAX, comm, &requests[4]);
    for (int k = 4; k >= 0; k--)
        MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
    check(sum == others * (others + 1) / 2 && greatest == others);
    for (int k = 0; k < others; k++)
        check(all[k] == k + 1);
    check(data == (upper || rank == 0 ? 5 : -1));
    free(all);
}

/* A process beside the root gives nothing, and the root, or the other group, only half of the
 * arguments: the rest means nothing there (sections 6.4 to 6.9). */
static void pass_what_means_nothing(MPI_Comm comm) {
    int is_root = !upper && rank == 0, root = upper ? 0 : is_root ? MPI_ROOT : MPI_PROC_NULL;
    int data = is_root ? 5 : rank, got = -1, sum = -1, p = others;
    int *all = malloc((size_t)p * sizeof *all);
    void *sent = upper ? &data : NO_BUFFER, *received = is_root ? all : NO_BUFFER;
    MPI_Datatype of_sent = upper ? MPI_INT : NO_TYPE, of_received = is_root ? MPI_INT : NO_TYPE;
    MPI_Request request;
    check(MPI_Gather(sent, upper, of_sent, received, is_root ? 1 : -5, of_received, root, comm) ==
          0);
    for (int k = 0; is_root && k < p; k++)
        check(all[k] == k);
    check(MPI_Iscatter(received, is_root ? 1 : -5, of_received, upper ? &got : NO_BUFFER,
                       upper ? 1 : -5, of_sent, root, comm, &request) == 0);
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0 && got == (upper ? rank : -1));
    if (!is_root) {
        check(MPI_Gatherv(sent, upper, of_sent, NO_BUFFER, no_array, no_array, NO_TYPE, root,
                          comm) == 0);
    } else {
        int *counts = malloc(2 * (size_t)p * sizeof *counts);
        for (int k = 0; k < p; k++)
            counts[k] = 1, counts[p + k] = k;
        check(MPI_Gatherv(NO_BUFFER, -5, NO_TYPE, all, counts, counts + p, MPI_INT, root, comm) ==
              0);
        free(counts);
    }
    if (root == MPI_PROC_NULL) {
        check(MPI_Bcast(NO_BUFFER, -5, NO_TYPE, root, comm) == 0);
        check(MPI_Ireduce(NO_BUFFER, NO_BUFFER, -5, NO_TYPE, NO_OP, root, comm, &request) == 0);
    } else {
        check(MPI_Bcast(&data, 1, MPI_INT, root, comm) == 0 && data == 5);
        check(MPI_Ireduce(upper ? &data : NO_BUFFER, is_root ? &sum : NO_BUFFER, 1, MPI_INT,
                          MPI_SUM, root, comm, &request) == 0);
    }
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0 && sum == (is_root ? 5 * p : -1));
    free(all);
}

static void refuse_between(MPI_Comm comm) {
    int data = 0, other;
    refused(MPI_ERR_COMM, MPI_Scan(&data, &other, 1, MPI_INT, MPI_SUM, comm));
    refused(MPI_ERR_COMM, MPI_Exscan(&data, &other, 1, MPI_INT, MPI_SUM, comm));
    refused(MPI_ERR_ROOT, MPI_Bcast(&data, 1, MPI_INT, others, comm));
    refused(MPI_ERR_BUFFER, MPI_Allreduce(MPI_IN_PLACE, &data, 1, MPI_INT, MPI_SUM, comm));
}

void corners_between(MPI_Comm comm) {
    int world;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_remote_size(comm, &others);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    upper = world != rank;
    pass_from_root(comm);
    gather_from_one(comm);
    scatter_sums(comm);
    begin_several(comm);
    pass_what_means_nothing(comm);
    refuse_between(comm);
}
