/* Finds wrong operations between two groups (MPI 5.0, sections 6.2.2 and 6.3 to 6.10). */
#include <mpi-ext.h>

#include "corners.h"

static _Thread_local int others, upper;

/* One process of a group sends to the whole other group, or receives from it: the processes beside
 * it give nothing, and it, or the other group, only half of the arguments. The rest means nothing
 * there (sections 6.4 to 6.9). */
static void pass_from_root(MPI_Comm comm, int sends, int place) {
    int is_root = sends && rank == place, root = !sends    ? place
                                                 : is_root ? MPI_ROOT
                                                           : MPI_PROC_NULL;
    int data = is_root ? 77 : -1, got = -1, sum = -1, own = rank + 1, p = others;
    int *all = malloc(3 * (size_t)p * sizeof *all), *ones = all + p, *places = ones + p;
    void *one = sends ? NO_BUFFER : &own, *each = is_root ? all : NO_BUFFER;
    void *taken = sends ? NO_BUFFER : &got, *result = is_root ? &sum : NO_BUFFER;
    int one_count = sends ? -5 : 1, each_count = is_root ? 1 : -5;
    MPI_Datatype of_one = sends ? NO_TYPE : MPI_INT, of_each = is_root ? MPI_INT : NO_TYPE;
    MPI_Request request;
    for (int k = 0; k < p; k++)
        all[k] = 10 + k, ones[k] = 1, places[k] = p - 1 - k;
    check(MPI_Scatter(each, each_count, of_each, taken, one_count, of_one, root, comm) == 0);
    check(got == (sends ? -1 : 10 + rank));
    got = -1;
    check(MPI_Iscatter(each, each_count, of_each, taken, one_count, of_one, root, comm, &request) ==
          0);
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0 && got == (sends ? -1 : 10 + rank));
    check(MPI_Gather(one, one_count, of_one, each, each_count, of_each, root, comm) == 0);
    for (int k = 0; is_root && k < p; k++)
        check(all[k] == k + 1);
    check(MPI_Gatherv(one, one_count, of_one, each, is_root ? ones : no_array,
                      is_root ? places : no_array, of_each, root, comm) == 0);
    for (int k = 0; is_root && k < p; k++)
        check(all[k] == p - k);
    int beside = root == MPI_PROC_NULL;
    check(MPI_Bcast(beside ? NO_BUFFER : &data, beside ? -5 : 1, beside ? NO_TYPE : MPI_INT, root,
                    comm) == 0);
    check(data == (beside ? -1 : 77));
    check(MPI_Reduce(one, result, beside ? -5 : 1, beside ? NO_TYPE : MPI_INT,
                     beside ? NO_OP : MPI_SUM, root, comm) == 0);
    check(sum == (is_root ? p * (p + 1) / 2 : -1));
    sum = -1;
    check(MPI_Ireduce(one, result, beside ? -5 : 1, beside ? NO_TYPE : MPI_INT,
                      beside ? NO_OP : MPI_SUM, root, comm, &request) == 0);
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0);
    check(sum == (is_root ? p * (p + 1) / 2 : -1));
    free(all);
}

BETWEEN(pass_from_each_root) {
    int world;
    MPI_Comm_remote_size(comm, &others);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    upper = world != rank;
    for (int way = 0; way < 2; way++) {
        int sends = upper == way, senders = sends ? size : others;
        for (int place = 0; place < senders; place += 1 + senders / 2)
            pass_from_root(comm, sends, place);
    }
}

/* Only the upper group sends, and then both do. */
BETWEEN(gather_from_all) {
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
    check(MPI_Allgather(own, 2, MPI_INT, all, 2, MPI_INT, comm) == 0);
    for (int k = 0; k < p; k++)
        check(all[2 * k] == k && all[2 * k + 1] == -k);
    free(counts);
    free(all);
}

/* Both groups give the same number of elements, and each divides the result by its own counts. */
BETWEEN(scatter_sums) {
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

BETWEEN(refuse_between) {
    int data = 0, other, one = 1, none = 0;
    MPI_Comm made;
    MPI_Group group;
    MPI_Comm_group(comm, &group);
    refused(MPI_ERR_COMM, MPI_Comm_create_group(comm, group, 0, &made));
    MPI_Group_free(&group);
    refused(MPI_ERR_COMM, MPIX_Comm_shrink(comm, &made));
    refused(MPI_ERR_COMM, MPI_Cart_create(comm, 1, &one, &none, 0, &made));
    refused(MPI_ERR_COMM, MPI_Graph_create(comm, 0, &none, &none, 0, &made));
    refused(MPI_ERR_COMM, MPI_Dist_graph_create(comm, 0, &none, &none, &none, MPI_UNWEIGHTED,
                                                MPI_INFO_NULL, 0, &made));
    refused(MPI_ERR_COMM, MPI_Dist_graph_create_adjacent(comm, 0, &none, MPI_UNWEIGHTED, 0, &none,
                                                         MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made));
    refused(MPI_ERR_COMM, MPI_Scan(&data, &other, 1, MPI_INT, MPI_SUM, comm));
    refused(MPI_ERR_COMM, MPI_Exscan(&data, &other, 1, MPI_INT, MPI_SUM, comm));
    refused(MPI_ERR_ROOT, MPI_Bcast(&data, 1, MPI_INT, others, comm));
    refused(MPI_ERR_BUFFER, MPI_Allreduce(MPI_IN_PLACE, &data, 1, MPI_INT, MPI_SUM, comm));
}
