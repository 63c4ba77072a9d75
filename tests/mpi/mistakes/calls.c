/* Mistakes of calls, their arguments and types, and of what is left at the end. */
#include "mistakes.h"

static double d[8];
static MPI_Datatype pair;

static void exchange(void *to, int count, MPI_Datatype type, int tag) {
    MPI_Sendrecv(a, 4, MPI_INT, other, tag, to, count, type, other, tag, WORLD, IGNORE);
}

static void make_pair(void) {
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
}

/* ---- call: in the wrong order, place or time ---- */

void make_calls(void) {
    if (is("call_twice") && wrong)
        MPI_Init(NULL, NULL);
    if (is("call_collective_order")) {
        if (wrong && rank == 1) {
            MPI_Bcast(a, 1, MPI_INT, 0, WORLD);
            barrier();
        } else {
            barrier();
            MPI_Bcast(a, 1, MPI_INT, 0, WORLD);
        }
    }
    if (is("call_collective_missing") && (!wrong || rank == 0))
        barrier();
    if (is("call_collective_other")) {
        if (wrong && rank == 1)
            MPI_Allreduce(a, b, 2, MPI_INT, MPI_SUM, WORLD);
        else
            MPI_Allgather(a, 1, MPI_INT, b, 1, MPI_INT, WORLD);
    }
    if (is("call_operators"))
        MPI_Allreduce(a, b, 2, MPI_INT, wrong && rank == 1 ? MPI_MAX : MPI_SUM, WORLD);
    if (is("call_roots"))
        MPI_Bcast(a, 2, MPI_INT, wrong ? rank : 0, WORLD);
    if (is("call_start_active")) {
        MPI_Recv_init(b, 1, MPI_INT, other, 0, WORLD, &request);
        MPI_Start(&request);
        if (wrong)
            MPI_Start(&request);
        MPI_Send(a, 1, MPI_INT, other, 0, WORLD);
        MPI_Wait(&request, IGNORE);
        MPI_Request_free(&request);
    }
    if (is("call_start_complete")) {
        MPI_Irecv(b, 1, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            MPI_Start(&request);
        MPI_Send(a, 1, MPI_INT, other, 0, WORLD);
        MPI_Wait(&request, IGNORE);
    }
    if (is("call_unattached")) {
        static char room[MPI_BSEND_OVERHEAD + 64];
        void *back;
        int bytes;
        if (!wrong)
            MPI_Buffer_attach(room, sizeof room);
        MPI_Bsend(a, 1, MPI_INT, other, 0, WORLD);
        MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Buffer_detach(&back, &bytes);
    }
}

/* ---- argument ---- */

void give_arguments(void) {
    if (is("argument_rank")) {
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, wrong ? 2 : 1, 0, WORLD);
        else
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    if (is("argument_tag"))
        MPI_Sendrecv(a, 1, MPI_INT, other, wrong ? -1 : 1, b, 1, MPI_INT, other, 1, WORLD, IGNORE);
    if (is("argument_count"))
        MPI_Bcast(a, wrong ? -1 : 1, MPI_INT, 0, WORLD);
    if (is("argument_comm")) {
        MPI_Comm comm = wrong ? MPI_COMM_NULL : WORLD;
        MPI_Barrier(comm);
    }
    if (is("argument_buffer"))
        MPI_Bcast(wrong ? NULL : a, 1, MPI_INT, 0, WORLD);
    if (is("argument_root"))
        MPI_Reduce(a, b, 1, MPI_INT, MPI_SUM, wrong ? 2 : 0, WORLD);
    if (is("argument_operator"))
        MPI_Allreduce(wrong ? (void *)d : a, wrong ? (void *)(d + 4) : b, 1,
                      wrong ? MPI_DOUBLE : MPI_INT, MPI_BAND, WORLD);
    if (is("argument_aliased"))
        MPI_Allreduce(wrong ? b : a, b, 2, MPI_INT, MPI_SUM, WORLD);
    if (is("argument_color")) {
        MPI_Comm comm;
        MPI_Comm_split(WORLD, wrong ? -5 : 1, 0, &comm);
        MPI_Comm_free(&comm);
    }
    if (is("argument_freed_comm")) {
        MPI_Comm comm, freed;
        MPI_Comm_dup(WORLD, &comm);
        freed = comm;
        if (!wrong)
            MPI_Bcast(a, 1, MPI_INT, 0, freed);
        MPI_Comm_free(&comm);
        if (wrong)
            MPI_Bcast(a, 1, MPI_INT, 0, freed);
    }
}

/* ---- type ---- */

void use_types(void) {
    if (is("type_message"))
        exchange(wrong ? (void *)d : b, 4, wrong ? MPI_FLOAT : MPI_INT, 0);
    if (is("type_short"))
        exchange(b, wrong ? 3 : 4, MPI_INT, 0);
    if (is("type_uncommitted")) {
        MPI_Type_contiguous(2, MPI_INT, &pair);
        if (!wrong)
            MPI_Type_commit(&pair);
        MPI_Bcast(a, 1, pair, 0, WORLD);
        MPI_Type_free(&pair);
    }
    if (is("type_freed")) {
        make_pair();
        MPI_Datatype freed = pair;
        if (!wrong)
            MPI_Bcast(a, 1, freed, 0, WORLD);
        MPI_Type_free(&pair);
        if (wrong)
            MPI_Bcast(a, 1, freed, 0, WORLD);
    }
    if (is("type_null"))
        MPI_Bcast(a, 1, wrong ? MPI_DATATYPE_NULL : MPI_INT, 0, WORLD);
    if (is("type_broadcast"))
        MPI_Bcast(a, 1, wrong && rank == 1 ? MPI_FLOAT : MPI_INT, 0, WORLD);
    if (is("type_gather"))
        MPI_Gather(a, 2, MPI_INT, wrong ? (void *)d : b, 2, wrong ? MPI_FLOAT : MPI_INT, 0, WORLD);
    if (is("type_gather_count"))
        MPI_Gather(a, wrong && rank == 1 ? 1 : 2, MPI_INT, b, 2, MPI_INT, 0, WORLD);
    if (is("type_scatter"))
        MPI_Scatter(b, 2, MPI_INT, a, 2, wrong ? MPI_UNSIGNED : MPI_INT, 0, WORLD);
    if (is("type_alltoallv")) {
        int counts[] = {2, 2}, places[] = {0, 2}, few[] = {1, 2};
        MPI_Alltoallv(a, wrong && rank == 1 ? few : counts, places, MPI_INT, b, counts, places,
                      MPI_INT, WORLD);
    }
    if (is("type_index")) {
        int sizes[] = {4}, part[] = {2}, start[] = {wrong ? 3 : 2};
        MPI_Type_create_subarray(1, sizes, part, start, MPI_ORDER_C, MPI_INT, &pair);
        MPI_Type_free(&pair);
    }
}

/* ---- resource: left at the end, or freed twice ---- */

void leave_resources(void) {
    if (is("resource_request")) {
        MPI_Irecv(b, 1, MPI_INT, other, 9, WORLD, &request);
        if (!wrong) {
            MPI_Cancel(&request);
            MPI_Wait(&request, IGNORE);
        }
    }
    if (is("resource_persistent")) {
        MPI_Recv_init(b, 1, MPI_INT, other, 9, WORLD, &request);
        if (!wrong)
            MPI_Request_free(&request);
    }
    if (is("resource_comm")) {
        MPI_Comm comm;
        MPI_Comm_dup(WORLD, &comm);
        if (!wrong)
            MPI_Comm_free(&comm);
    }
    if (is("resource_type")) {
        int count;
        MPI_Datatype pairs, inner;
        make_pair();
        MPI_Type_contiguous(1, pair, &pairs);
        MPI_Type_get_contents(pairs, 1, 0, 1, &count, NULL, &inner); /* a handle of its own */
        MPI_Type_free(&inner);
        MPI_Type_free(&pairs);
        if (!wrong)
            MPI_Type_free(&pair);
    }
    if (is("resource_freed_twice")) {
        make_pair();
        MPI_Datatype same = pair;
        MPI_Type_free(&pair);
        if (wrong)
            MPI_Type_free(&same);
    }
    if (is("resource_unended") && wrong)
        exit(0);
}
