/* Finds a mistake of a kind that is not told, and a correct program that is: of each case a wrong
 * program, which the argument chooses, and its right twin. `right` runs all twins. The table of
 * what is told is tests/machine/mpi_mistakes.t. Two ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD  MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE

static const char *given = "right"; /* the case, or all of them, right */
static int wrong;                   /* whether the mistake is made */
static int rank, other, a[8], b[8], many[8192];
static double d[8];
static MPI_Request request, requests[2];
static MPI_Datatype pair;
static MPI_Win win;

/* Whether this case is to run. */
static int is(const char *name) {
    return !wrong || strcmp(given, name) == 0;
}

static void barrier(void) {
    MPI_Barrier(WORLD);
}

static void exchange(void *to, int count, MPI_Datatype type, int tag) {
    MPI_Sendrecv(a, 4, MPI_INT, other, tag, to, count, type, other, tag, WORLD, IGNORE);
}

static void open_window(void) {
    MPI_Win_create(b, sizeof b, sizeof *b, MPI_INFO_NULL, WORLD, &win);
    MPI_Win_set_name(win, "halo");
    MPI_Win_fence(0, win);
}

static void close_window(void) {
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void put(int value, int place, int count) {
    a[0] = value;
    MPI_Put(a, count, MPI_INT, other, place, count, MPI_INT, win);
}

static void make_pair(void) {
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
}

/* ---- call: in the wrong order, place or time ---- */

static void make_calls(void) {
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

static void give_arguments(void) {
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

/* ---- matching ---- */

static void match_messages(void) {
    if (is("matching_tag")) {
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, wrong ? 2 : 1, WORLD);
        else
            MPI_Recv(b, 1, MPI_INT, 0, 1, WORLD, IGNORE);
    }
    if (is("matching_receives")) {
        if (!wrong && rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        if (wrong || rank == 1)
            MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
    }
    if (is("matching_synchronous")) {
        if (wrong || rank == 0)
            MPI_Ssend(a, 1, MPI_INT, other, 0, WORLD);
        if (wrong || rank == 1)
            MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
    }
    if (is("matching_missing")) {
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        else if (!wrong)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    if (is("matching_comm")) {
        MPI_Comm comm;
        MPI_Comm_dup(WORLD, &comm);
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, wrong ? WORLD : comm);
        else
            MPI_Recv(b, 1, MPI_INT, 0, 0, comm, IGNORE);
        MPI_Comm_free(&comm);
    }
    if (is("matching_self")) {
        if (wrong)
            MPI_Recv(b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
        else
            MPI_Sendrecv(a, 1, MPI_INT, rank, 0, b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
    }
    if (is("matching_probe")) {
        if (rank == 0 && !wrong)
            MPI_Send(a, 1, MPI_INT, 1, 3, WORLD);
        if (rank == 1) {
            MPI_Probe(0, 3, WORLD, IGNORE);
            MPI_Recv(b, 1, MPI_INT, 0, 3, WORLD, IGNORE);
        }
    }
    if (is("matching_wait")) {
        MPI_Irecv(b, 1, MPI_INT, other, 0, WORLD, &request);
        if (!wrong)
            MPI_Send(a, 1, MPI_INT, other, 0, WORLD);
        MPI_Wait(&request, IGNORE);
    }
}

/* ---- epoch ---- */

static void use_windows(void) {
    if (is("epoch_none")) {
        MPI_Win_create(b, sizeof b, sizeof *b, MPI_INFO_NULL, WORLD, &win);
        if (!wrong)
            MPI_Win_fence(0, win);
        put(1, 0, 1);
        close_window();
    }
    if (is("epoch_range")) {
        open_window();
        put(1, wrong ? 7 : 6, 2);
        close_window();
    }
    if (is("epoch_unlocked")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        if (!wrong)
            MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        MPI_Win_unlock(other, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_locked_twice")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        if (wrong)
            MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        MPI_Win_unlock(other, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_open_at_free")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        if (!wrong)
            MPI_Win_unlock(other, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_flush")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        if (!wrong)
            MPI_Win_lock_all(0, win);
        MPI_Win_flush(other, win);
        if (!wrong)
            MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
    }
    if (is("epoch_unfenced")) {
        open_window();
        put(1, 0, 1);
        if (!wrong)
            MPI_Win_fence(0, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_held")) { /* rank 0 has the lock before rank 1 asks */
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        if (rank == 1)
            barrier();
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        if (rank == 0)
            barrier();
        if (wrong && rank == 0)
            MPI_Recv(b, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        MPI_Win_unlock(0, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_complete")) {
        MPI_Group group, pair_of;
        MPI_Win_create(b, sizeof b, sizeof *b, MPI_INFO_NULL, WORLD, &win);
        MPI_Comm_group(WORLD, &group);
        MPI_Group_incl(group, 1, &other, &pair_of);
        if (!wrong)
            MPI_Win_post(pair_of, 0, win);
        MPI_Win_start(pair_of, 0, win);
        MPI_Win_complete(win);
        if (!wrong)
            MPI_Win_wait(win);
        MPI_Win_free(&win);
        MPI_Group_free(&group);
        MPI_Group_free(&pair_of);
    }
    if (is("epoch_target")) {
        open_window();
        MPI_Put(a, 1, MPI_INT, wrong ? 2 : other, 0, 1, MPI_INT, win);
        close_window();
    }
}

/* ---- type ---- */

static void use_types(void) {
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
    if (is("type_put")) {
        open_window();
        MPI_Put(a, 1, MPI_INT, other, 0, 1, wrong ? MPI_FLOAT : MPI_INT, win);
        close_window();
    }
    if (is("type_accumulate")) {
        open_window();
        MPI_Accumulate(a, 1, MPI_INT, other, 0, 1, wrong ? MPI_DOUBLE : MPI_INT, MPI_SUM, win);
        close_window();
    }
    if (is("type_index")) {
        int sizes[] = {4}, part[] = {2}, start[] = {wrong ? 3 : 2};
        MPI_Type_create_subarray(1, sizes, part, start, MPI_ORDER_C, MPI_INT, &pair);
        MPI_Type_free(&pair);
    }
}

/* ---- resource: left at the end, or freed twice ---- */

static void leave_resources(void) {
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
    if (is("resource_window")) {
        open_window();
        MPI_Win_fence(0, win);
        if (!wrong)
            MPI_Win_free(&win);
    }
    if (is("resource_type")) {
        make_pair();
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

/* ---- race: with the library, or in a window ---- */

static void race(void) {
    if (is("race_send")) {
        MPI_Isend(a, 4, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            a[2]++;
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        a[2]++;
    }
    if (is("race_long_send")) {
        MPI_Isend(many, 8192, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            many[8191]++;
        int *to = malloc(sizeof many);
        MPI_Recv(to, 8192, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
        free(to);
    }
    if (is("race_receive")) {
        MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            b[1]++;
        barrier(); /* the message comes later */
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        MPI_Wait(&request, IGNORE);
        b[1]++;
    }
    if (is("race_received")) {
        MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &request);
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        barrier();
        if (wrong)
            b[1]++;
        MPI_Wait(&request, IGNORE);
    }
    if (is("race_gaps")) {
        MPI_Datatype column;
        MPI_Type_vector(4, 1, 2, MPI_INT, &column);
        MPI_Type_commit(&column);
        MPI_Isend(a, 1, column, other, 0, WORLD, &request);
        a[wrong ? 2 : 3]++; /* a gap */
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        MPI_Type_free(&column);
    }
    if (is("race_overlap")) {
        MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &requests[0]);
        MPI_Irecv(b + (wrong ? 3 : 4), 4, MPI_INT, other, 1, WORLD, &requests[1]);
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        MPI_Send(a, 4, MPI_INT, other, 1, WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    if (is("race_puts")) {
        open_window();
        put(1, 0, 2);
        MPI_Put(a, 2, MPI_INT, other, wrong ? 1 : 2, 2, MPI_INT, win);
        close_window();
    }
    if (is("race_put_get")) {
        open_window();
        put(1, 0, 2);
        MPI_Get(a + 4, 1, MPI_INT, other, wrong ? 1 : 3, 1, MPI_INT, win);
        close_window();
    }
    if (is("race_operators")) {
        open_window();
        MPI_Accumulate(a, 1, MPI_INT, 0, 0, 1, MPI_INT, wrong && rank == 1 ? MPI_PROD : MPI_SUM,
                       win);
        close_window();
    }
    if (is("race_origin")) {
        open_window();
        put(1, 0, 2);
        if (wrong)
            a[1]++;
        close_window();
        a[1]++;
    }
    if (is("race_result")) {
        open_window();
        put(1, 0, 2);
        MPI_Get(wrong ? a + 1 : a + 2, 1, MPI_INT, other, 4, 1, MPI_INT, win);
        close_window();
    }
}

/* ---- ordering: sends that rely on buffering (--strict=sync) ---- */

static void order_messages(void) {
    if (is("ordering_exchange")) {
        if (wrong || rank == 0)
            MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        if (!wrong && rank == 1)
            MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
    }
    if (is("ordering_tags")) {
        for (int i = 0; i < 2 && rank == 0; i++)
            MPI_Send(a, 1, MPI_INT, 1, i, WORLD);
        for (int i = 0; i < 2 && rank == 1; i++)
            MPI_Recv(b, 1, MPI_INT, 0, wrong ? 1 - i : i, WORLD, IGNORE);
    }
    if (is("ordering_wait")) {
        MPI_Isend(a, 4, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            MPI_Wait(&request, IGNORE);
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
    }
    if (is("ordering_persistent")) {
        MPI_Send_init(a, 4, MPI_INT, other, 0, WORLD, &request);
        MPI_Start(&request);
        if (wrong)
            MPI_Wait(&request, IGNORE);
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        MPI_Request_free(&request);
    }
    if (is("ordering_self")) {
        if (!wrong)
            MPI_Irecv(b, 1, MPI_INT, rank, 0, WORLD, &request);
        MPI_Send(a, 1, MPI_INT, rank, 0, WORLD);
        if (wrong)
            MPI_Recv(b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
        else
            MPI_Wait(&request, IGNORE);
    }
    if (is("ordering_barrier")) {
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        if (wrong)
            barrier();
        if (rank == 1)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        barrier();
    }
    if (is("ordering_ready")) {
        if (!wrong && rank == 1)
            MPI_Irecv(b, 1, MPI_INT, 0, 0, WORLD, &request);
        barrier();
        if (rank == 0)
            MPI_Rsend(a, 1, MPI_INT, 1, 0, WORLD);
        if (wrong)
            barrier();
        if (wrong && rank == 1)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        if (!wrong && rank == 1)
            MPI_Wait(&request, IGNORE);
    }
    if (is("ordering_reduce")) {
        if (wrong && rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, WORLD);
        if (!wrong && rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        if (rank == 1)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
}

int main(int argc, char **argv) {
    if (argc > 1)
        given = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    other = 1 - rank;
    wrong = strcmp(given, "right") != 0;
    make_calls();
    give_arguments();
    match_messages();
    use_windows();
    use_types();
    leave_resources();
    race();
    order_messages();
    MPI_Finalize();
    if (rank == 0)
        puts(wrong ? "silent" : "right");
    return 0;
}
