/* Finds a function whose name ends with _c that takes lists or returns numbers and does other than
 * the one without it, or one that loses part of a count that an int cannot hold (MPI 5.0, section
 * 2.5.8). What takes numbers only does the other corners, too (tests/mpi/large_names.py). */
#include <limits.h>

#include "corners.h"

enum { MOST = 16 }; /* processes */

static const MPI_Count large = (MPI_Count)INT_MAX + 17, huge = (MPI_Count)1 << 60;

CORNER(send) {
    int sent = rank, got = -1, flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Count count;
    MPI_Datatype nothing;
    /* There may be room for more than an int can say, and for more than a message has. */
    check(MPI_Irecv_c(&got, huge, MPI_CHAR, before, 1, comm, &request) == 0);
    check(MPI_Send_c(&sent, 4, MPI_CHAR, next, 1, comm) == 0);
    check(MPI_Wait(&request, &status) == 0 && got == before);
    check(MPI_Get_count_c(&status, MPI_CHAR, &count) == 0 && count == 4);
    check(MPI_Get_elements_c(&status, MPI_CHAR, &count) == 0 && count == 4);
    /* Nothing, however often, can be sent. */
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    check(MPI_Sendrecv_c(NULL, huge, nothing, next, 7, NULL, huge, nothing, before, 7, comm,
                         MPI_STATUS_IGNORE) == 0);
    MPI_Type_free(&nothing);
    refused(MPI_ERR_COUNT, MPI_Send_c(&sent, huge, MPI_INT, next, 1, comm));
    refused(MPI_ERR_COUNT, MPI_Send_c(&sent, -huge, MPI_INT, next, 1, comm));
    refused(MPI_ERR_COUNT, MPI_Irecv_c(&got, 2 * huge, MPI_LONG, next, 1, comm, &request));
    check(MPI_Status_set_elements_c(&status, MPI_DOUBLE, huge / 8) == 0);
    MPI_Get_count_c(&status, MPI_DOUBLE, &count);
    check(count == huge / 8);
    MPI_Get_count(&status, MPI_DOUBLE, &flag);
    check(flag == MPI_UNDEFINED);
    /* The buffer. */
    static _Thread_local char buffer[100 + MPI_BSEND_OVERHEAD];
    void *detached;
    refused(MPI_ERR_COUNT, MPI_Buffer_attach_c(buffer, large));
    check(MPI_Buffer_attach_c(buffer, sizeof buffer) == 0);
    check(MPI_Buffer_detach_c(&detached, &count) == 0 && count == sizeof buffer);
}

/* Blocks of unequal sizes: process r has r + 1 elements for each. */
CORNER(share) {
    int own[MOST], all[MOST * MOST], each[MOST * MOST], p = size;
    MPI_Count counts[MOST], mine[MOST];
    MPI_Aint places[MOST], bytes[MOST], zeros[MOST] = {0};
    MPI_Datatype types[MOST];
    MPI_Request request;
    for (int k = 0; k < p; k++) {
        own[k] = 100 * rank;
        counts[k] = k + 1;
        mine[k] = rank + 1;
        places[k] = k * p;
        bytes[k] = places[k] * (MPI_Aint)sizeof(int);
        types[k] = MPI_INT;
    }
    for (int form = 0; form < 5; form++) {
        for (int k = 0; k < p * p; k++)
            all[k] = -1;
        int error;
        request = MPI_REQUEST_NULL;
        if (form == 0)
            error = MPI_Allgatherv_c(own, rank + 1, MPI_INT, all, counts, places, MPI_INT, comm);
        else if (form == 1)
            error = MPI_Alltoallv_c(own, mine, zeros, MPI_INT, all, counts, places, MPI_INT, comm);
        else if (form == 2)
            error = MPI_Alltoallw_c(own, mine, zeros, types, all, counts, bytes, types, comm);
        else if (form == 3)
            error = MPI_Ialltoallv_c(own, mine, zeros, MPI_INT, all, counts, places, MPI_INT, comm,
                                     &request);
        else
            error = MPI_Allgatherv_init_c(own, rank + 1, MPI_INT, all, counts, places, MPI_INT,
                                          comm, MPI_INFO_NULL, &request);
        check(error == 0);
        if (form == 4)
            check(MPI_Start(&request) == 0);
        check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0);
        if (form == 4)
            MPI_Request_free(&request);
        for (int k = 0; k < p * p; k++)
            check(all[k] == (k % p <= k / p ? 100 * (k / p) : -1));
    }
    /* The lists mean something at the root alone. */
    MPI_Count *no_counts = (MPI_Count *)(void *)no_array;
    MPI_Aint *no_places = (MPI_Aint *)(void *)no_array;
    int is_root = rank == p - 1;
    check(MPI_Gatherv_c(own, rank + 1, MPI_INT, each, is_root ? counts : no_counts,
                        is_root ? places : no_places, MPI_INT, p - 1, comm) == 0);
    for (int k = 0; is_root && k < p; k++)
        check(each[k * p + k] == 100 * k);
    check(MPI_Scatterv_c(all, is_root ? counts : no_counts, is_root ? places : no_places, MPI_INT,
                         own, rank + 1, MPI_INT, p - 1, comm) == 0);
    check(own[rank] == 100 * rank);
    counts[p - 1] = large;
    refused(MPI_ERR_COUNT,
            MPI_Allgatherv_c(own, rank + 1, MPI_INT, all, counts, places, MPI_INT, comm));
}

static void add_long(void *in, void *inout, MPI_Count *count, MPI_Datatype *type) {
    (void)type;
    for (MPI_Count i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

CORNER(combine) {
    int one = rank + 1, sum = 0, blocks[MOST], all = size * (size + 1) / 2;
    MPI_Count counts[MOST];
    MPI_Op op;
    for (int k = 0; k < size; k++) {
        blocks[k] = one;
        counts[k] = 1;
    }
    check(MPI_Op_create_c(add_long, 1, &op) == 0);
    check(MPI_Allreduce_c(&one, &sum, 1, MPI_INT, op, comm) == 0 && sum == all);
    check(MPI_Scan(&one, &sum, 1, MPI_INT, op, comm) == 0);
    check(sum == (rank + 1) * (rank + 2) / 2);
    check(MPI_Reduce_scatter_c(blocks, &sum, counts, MPI_INT, MPI_SUM, comm) == 0 && sum == all);
    sum = 1;
    check(MPI_Reduce_local_c(&one, &sum, 1, MPI_INT, op) == 0 && sum == one + 1);
    MPI_Op_free(&op);
    refused(MPI_ERR_COUNT, MPI_Allreduce_c(&one, &sum, large, MPI_INT, MPI_SUM, comm));
    /* The most that a message may have is 4 GiB, all blocks together. */
    enum { MANY = 1100 * 1000 * 1000 };
    MPI_Datatype eight;
    int many[MOST] = {0}, apart[MOST] = {0};
    MPI_Type_contiguous(2, MPI_INT, &eight);
    MPI_Type_commit(&eight);
    many[size - 1] = MANY;
    refused(MPI_ERR_COUNT, MPI_Bcast_c(&one, huge, MPI_INT, 0, comm));
    refused(MPI_ERR_COUNT, MPI_Bcast(&one, MANY, MPI_INT, 0, comm));
    refused(MPI_ERR_COUNT, MPI_Bcast(&one, INT_MAX, eight, 0, comm));
    refused(MPI_ERR_COUNT, MPI_Allreduce(&one, &sum, MANY, MPI_INT, MPI_MAX, comm));
    refused(MPI_ERR_COUNT, MPI_Allgatherv(&one, 0, MPI_INT, &sum, many, apart, MPI_INT, comm));
    refused(MPI_ERR_COUNT,
            MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, &sum, MANY / size + 1, MPI_INT, comm));
    refused(MPI_ERR_COUNT,
            MPI_Gather(&one, MANY / size + 1, MPI_INT, &sum, MANY / size + 1, MPI_INT, 0, comm));
    MPI_Type_free(&eight);
    check(MPI_Alltoall_c(MPI_IN_PLACE, huge, MPI_INT, blocks, 1, MPI_INT, comm) == 0);
}

/* A ring, in which each process has two neighbours. */
CORNER(exchange) {
    int sent[2] = {rank, -rank}, got[2] = {0};
    MPI_Comm ring = corners_ring(comm);
    MPI_Count counts[2] = {1, 1};
    MPI_Aint places[2] = {0, 1}, bytes[2] = {0, sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    check(MPI_Neighbor_alltoallv_c(sent, counts, places, MPI_INT, got, counts, places, MPI_INT,
                                   ring) == 0);
    check(got[0] == -before && got[1] == next);
    got[0] = got[1] = 0;
    check(MPI_Neighbor_alltoallw_c(sent, counts, bytes, types, got, counts, bytes, types, ring) ==
          0);
    check(got[0] == -before && got[1] == next);
    check(MPI_Neighbor_allgatherv_c(sent, 1, MPI_INT, got, counts, places, MPI_INT, ring) == 0);
    check(got[0] == before && got[1] == next);
    MPI_Comm_free(&ring);
}

CORNER(make_types) {
    MPI_Datatype type, inner, types[2];
    MPI_Count bytes, lower, extent, integers, addresses, counts, kinds;
    MPI_Count lengths[2] = {large, 1}, far[2] = {0, huge}, contents[8], room = 0;
    MPI_Aint no_address[1];
    int combiner, numbers[8], small;
    check(MPI_Type_contiguous_c(large, MPI_INT, &inner) == 0);
    check(MPI_Type_size_c(inner, &bytes) == 0 && bytes == 4 * large);
    check(MPI_Type_size(inner, &small) == 0 && small == MPI_UNDEFINED);
    check(MPI_Type_create_hvector_c(2, 1, huge, inner, &type) == 0);
    MPI_Type_get_extent_c(type, &lower, &extent);
    check(lower == 0 && extent == huge + 4 * large);
    MPI_Type_get_true_extent_c(type, &lower, &extent);
    check(extent == huge + 4 * large);
    check(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &kinds, &combiner) == 0);
    check(integers == 0 && addresses == 0 && counts == 3 && kinds == 1);
    check(combiner == MPI_COMBINER_HVECTOR && combiner != MPI_COMBINER_HVECTOR_INTEGER);
    check(MPI_Type_get_contents_c(type, 0, 0, 3, 1, numbers, no_address, contents, types) == 0);
    check(contents[0] == 2 && contents[1] == 1 && contents[2] == huge && types[0] == inner);
    MPI_Type_free(&types[0]);
    refused(MPI_ERR_TYPE, MPI_Type_get_envelope(type, &small, &small, &small, &combiner));
    refused(MPI_ERR_TYPE, MPI_Type_get_contents(type, 3, 3, 3, numbers, no_address, types));
    refused(MPI_ERR_ARG,
            MPI_Type_get_contents_c(type, 0, 0, 2, 1, numbers, no_address, contents, types));
    MPI_Type_free(&type);
    types[0] = types[1] = MPI_CHAR;
    check(MPI_Type_create_struct_c(2, lengths, far, types, &type) == 0);
    MPI_Type_size_c(type, &bytes);
    check(bytes == large + 1);
    MPI_Type_free(&type);
    refused(MPI_ERR_COUNT, MPI_Type_contiguous_c(huge, inner, &type));
    refused(MPI_ERR_ARG, MPI_Type_indexed_c(1, NULL, far, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_create_hindexed_c(1, lengths, NULL, MPI_INT, &type));
    MPI_Type_free(&inner);
    /* A small one tells small numbers, and large ones those that are large. */
    MPI_Count sizes[1] = {large}, parts[1] = {3}, starts[1] = {large - 3};
    check(MPI_Type_vector(2, 3, 4, MPI_INT, &type) == 0);
    check(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &kinds, &combiner) == 0);
    check(integers == 3 && addresses == 0 && counts == 0);
    check(MPI_Type_get_contents_c(type, 3, 0, 0, 1, numbers, no_address, &room, types) == 0);
    check(numbers[2] == 4);
    MPI_Type_free(&type);
    check(MPI_Type_create_subarray_c(1, sizes, parts, starts, MPI_ORDER_C, MPI_CHAR, &type) == 0);
    check(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &kinds, &combiner) == 0);
    check(integers == 2 && counts == 3);
    MPI_Type_get_true_extent_c(type, &lower, &extent);
    check(lower == large - 3 && extent == 3);
    MPI_Type_free(&type);
    check(MPI_Type_create_darray_c(4, 1, 1, sizes, (int[]){MPI_DISTRIBUTE_BLOCK},
                                   (int[]){MPI_DISTRIBUTE_DFLT_DARG}, (int[]){4}, MPI_ORDER_C,
                                   MPI_CHAR, &type) == 0);
    MPI_Type_size_c(type, &bytes);
    check(bytes == large / 4);
    MPI_Type_free(&type);
}

CORNER(pack) {
    int in[3] = {1, 2, 3}, out[3] = {0}, packed[8];
    MPI_Count position = 0, bytes;
    check(MPI_Pack_size_c(large, MPI_INT, MPI_COMM_SELF, &bytes) == 0 && bytes == 4 * large);
    check(MPI_Pack_c(in, 3, MPI_INT, packed, large, &position, MPI_COMM_SELF) == 0);
    check(position == 12);
    refused(MPI_ERR_TRUNCATE,
            MPI_Pack_c(in, large, MPI_INT, packed, large, &position, MPI_COMM_SELF));
    refused(MPI_ERR_COUNT,
            MPI_Pack_c(in, huge * 4, MPI_INT, packed, large, &position, MPI_COMM_SELF));
    position = 0;
    check(MPI_Unpack_c(packed, 12, &position, out, 3, MPI_INT, MPI_COMM_SELF) == 0 && out[2] == 3);
    check(MPI_Pack_external_size_c("external32", large, MPI_DOUBLE, &bytes) == 0);
    check(bytes == 8 * large);
    position = 0;
    check(MPI_Pack_external_c("external32", in, 3, MPI_INT, packed, 12, &position) == 0);
    position = out[2] = 0;
    check(MPI_Unpack_external_c("external32", packed, 12, &position, out, 3, MPI_INT) == 0);
    check(position == 12 && out[2] == 3);
}

CORNER(reach) {
    int memory[4] = {0}, one = rank, *base;
    MPI_Win win;
    MPI_Aint bytes, unit;
    refused(MPI_ERR_DISP,
            MPI_Win_create_c(memory, sizeof memory, large, MPI_INFO_NULL, comm, &win));
    check(MPI_Win_create_c(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, comm, &win) == 0);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    refused(MPI_ERR_COUNT, MPI_Put_c(&one, 2 * huge, MPI_LONG, next, 1, 1, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE, MPI_Put_c(&one, huge, MPI_INT, next, 1, huge, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE, MPI_Get_c(memory, large, MPI_CHAR, next, 0, large, MPI_CHAR, win));
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    check(MPI_Win_allocate_shared_c(8, 4, MPI_INFO_NULL, MPI_COMM_SELF, &base, &win) == 0);
    check(MPI_Win_shared_query_c(win, 0, &bytes, &unit, &base) == 0 && bytes == 8 && unit == 4);
    MPI_Win_free(&win);
}
