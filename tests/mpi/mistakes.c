/* Finds a mistake of a kind that is not told, and a correct program that is: of each case a wrong
 * program, which the argument chooses, and its right twin. `right` runs all twins. The table of
 * what is told is tests/machine/mpi_mistakes.t. Two ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD  MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE

static int wrong; /* whether the mistake is made */
static int rank, other, a[8], b[8], many[8192];
static double d[8];
static MPI_Request request, requests[2];
static MPI_Datatype pair;
static MPI_Win win;

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

static void call_twice(void) {
    if (wrong)
        MPI_Init(NULL, NULL);
}
static void call_collective_order(void) {
    if (wrong && rank == 1) {
        MPI_Bcast(a, 1, MPI_INT, 0, WORLD);
        barrier();
    } else {
        barrier();
        MPI_Bcast(a, 1, MPI_INT, 0, WORLD);
    }
}
static void call_collective_missing(void) {
    if (!wrong || rank == 0)
        barrier();
}
static void call_collective_other(void) {
    if (wrong && rank == 1)
        MPI_Allreduce(a, b, 2, MPI_INT, MPI_SUM, WORLD);
    else
        MPI_Allgather(a, 1, MPI_INT, b, 1, MPI_INT, WORLD);
}
static void call_operators(void) {
    MPI_Allreduce(a, b, 2, MPI_INT, wrong && rank == 1 ? MPI_MAX : MPI_SUM, WORLD);
}
static void call_roots(void) {
    MPI_Bcast(a, 2, MPI_INT, wrong ? rank : 0, WORLD);
}
static void call_start_active(void) {
    MPI_Recv_init(b, 1, MPI_INT, other, 0, WORLD, &request);
    MPI_Start(&request);
    if (wrong)
        MPI_Start(&request);
    MPI_Send(a, 1, MPI_INT, other, 0, WORLD);
    MPI_Wait(&request, IGNORE);
    MPI_Request_free(&request);
}
static void call_start_complete(void) {
    MPI_Irecv(b, 1, MPI_INT, other, 0, WORLD, &request);
    if (wrong)
        MPI_Start(&request);
    MPI_Send(a, 1, MPI_INT, other, 0, WORLD);
    MPI_Wait(&request, IGNORE);
}
static void call_unattached(void) {
    static char room[MPI_BSEND_OVERHEAD + 64];
    void *back;
    int bytes;
    if (!wrong)
        MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(a, 1, MPI_INT, other, 0, WORLD);
    MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Buffer_detach(&back, &bytes);
}

/* ---- argument ---- */

static void argument_rank(void) {
    if (rank == 0)
        MPI_Send(a, 1, MPI_INT, wrong ? 2 : 1, 0, WORLD);
    else
        MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
}
static void argument_tag(void) {
    MPI_Sendrecv(a, 1, MPI_INT, other, wrong ? -1 : 1, b, 1, MPI_INT, other, 1, WORLD, IGNORE);
}
static void argument_count(void) {
    MPI_Bcast(a, wrong ? -1 : 1, MPI_INT, 0, WORLD);
}
static void argument_comm(void) {
    MPI_Comm comm = wrong ? MPI_COMM_NULL : WORLD;
    MPI_Barrier(comm);
}
static void argument_buffer(void) {
    MPI_Bcast(wrong ? NULL : a, 1, MPI_INT, 0, WORLD);
}
static void argument_root(void) {
    MPI_Reduce(a, b, 1, MPI_INT, MPI_SUM, wrong ? 2 : 0, WORLD);
}
static void argument_operator(void) {
    MPI_Allreduce(wrong ? (void *)d : a, wrong ? (void *)(d + 4) : b, 1,
                  wrong ? MPI_DOUBLE : MPI_INT, MPI_BAND, WORLD);
}
static void argument_aliased(void) {
    MPI_Allreduce(wrong ? b : a, b, 2, MPI_INT, MPI_SUM, WORLD);
}
static void argument_color(void) {
    MPI_Comm comm;
    MPI_Comm_split(WORLD, wrong ? -5 : 1, 0, &comm);
    MPI_Comm_free(&comm);
}
static void argument_freed_comm(void) {
    MPI_Comm comm, freed;
    MPI_Comm_dup(WORLD, &comm);
    freed = comm;
    if (!wrong)
        MPI_Bcast(a, 1, MPI_INT, 0, freed);
    MPI_Comm_free(&comm);
    if (wrong)
        MPI_Bcast(a, 1, MPI_INT, 0, freed);
}

/* ---- matching ---- */

static void matching_tag(void) {
    if (rank == 0)
        MPI_Send(a, 1, MPI_INT, 1, wrong ? 2 : 1, WORLD);
    else
        MPI_Recv(b, 1, MPI_INT, 0, 1, WORLD, IGNORE);
}
static void matching_receives(void) {
    if (!wrong && rank == 0)
        MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
    if (wrong || rank == 1)
        MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
}
static void matching_synchronous(void) {
    if (wrong || rank == 0)
        MPI_Ssend(a, 1, MPI_INT, other, 0, WORLD);
    if (wrong || rank == 1)
        MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
}
static void matching_missing(void) {
    if (rank == 0)
        MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
    else if (!wrong)
        MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
}
static void matching_comm(void) {
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    if (rank == 0)
        MPI_Send(a, 1, MPI_INT, 1, 0, wrong ? WORLD : comm);
    else
        MPI_Recv(b, 1, MPI_INT, 0, 0, comm, IGNORE);
    MPI_Comm_free(&comm);
}
static void matching_self(void) {
    if (wrong)
        MPI_Recv(b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
    else
        MPI_Sendrecv(a, 1, MPI_INT, rank, 0, b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
}
static void matching_probe(void) {
    if (rank == 0 && !wrong)
        MPI_Send(a, 1, MPI_INT, 1, 3, WORLD);
    if (rank == 1) {
        MPI_Probe(0, 3, WORLD, IGNORE);
        MPI_Recv(b, 1, MPI_INT, 0, 3, WORLD, IGNORE);
    }
}
static void matching_wait(void) {
    MPI_Irecv(b, 1, MPI_INT, other, 0, WORLD, &request);
    if (!wrong)
        MPI_Send(a, 1, MPI_INT, other, 0, WORLD);
    MPI_Wait(&request, IGNORE);
}

/* ---- epoch ---- */

static void epoch_none(void) {
    MPI_Win_create(b, sizeof b, sizeof *b, MPI_INFO_NULL, WORLD, &win);
    if (!wrong)
        MPI_Win_fence(0, win);
    put(1, 0, 1);
    close_window();
}
static void epoch_range(void) {
    open_window();
    put(1, wrong ? 7 : 6, 2);
    close_window();
}
static void epoch_unlocked(void) {
    open_window();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (!wrong)
        MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
    MPI_Win_unlock(other, win);
    MPI_Win_free(&win);
}
static void epoch_locked_twice(void) {
    open_window();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
    if (wrong)
        MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
    MPI_Win_unlock(other, win);
    MPI_Win_free(&win);
}
static void epoch_open_at_free(void) {
    open_window();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
    if (!wrong)
        MPI_Win_unlock(other, win);
    MPI_Win_free(&win);
}
static void epoch_flush(void) {
    open_window();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (!wrong)
        MPI_Win_lock_all(0, win);
    MPI_Win_flush(other, win);
    if (!wrong)
        MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
static void epoch_complete(void) {
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
static void epoch_target(void) {
    open_window();
    MPI_Put(a, 1, MPI_INT, wrong ? 2 : other, 0, 1, MPI_INT, win);
    close_window();
}

/* ---- type ---- */

static void type_message(void) {
    exchange(wrong ? (void *)d : b, 4, wrong ? MPI_FLOAT : MPI_INT, 0);
}
static void type_short(void) {
    exchange(b, wrong ? 3 : 4, MPI_INT, 0);
}
static void type_uncommitted(void) {
    MPI_Type_contiguous(2, MPI_INT, &pair);
    if (!wrong)
        MPI_Type_commit(&pair);
    MPI_Bcast(a, 1, pair, 0, WORLD);
    MPI_Type_free(&pair);
}
static void type_freed(void) {
    make_pair();
    MPI_Datatype freed = pair;
    if (!wrong)
        MPI_Bcast(a, 1, freed, 0, WORLD);
    MPI_Type_free(&pair);
    if (wrong)
        MPI_Bcast(a, 1, freed, 0, WORLD);
}
static void type_null(void) {
    MPI_Bcast(a, 1, wrong ? MPI_DATATYPE_NULL : MPI_INT, 0, WORLD);
}
static void type_broadcast(void) {
    MPI_Bcast(a, 1, wrong && rank == 1 ? MPI_FLOAT : MPI_INT, 0, WORLD);
}
static void type_gather(void) {
    MPI_Gather(a, 2, MPI_INT, wrong ? (void *)d : b, 2, wrong ? MPI_FLOAT : MPI_INT, 0, WORLD);
}
static void type_gather_count(void) {
    MPI_Gather(a, wrong && rank == 1 ? 1 : 2, MPI_INT, b, 2, MPI_INT, 0, WORLD);
}
static void type_scatter(void) {
    MPI_Scatter(b, 2, MPI_INT, a, 2, wrong ? MPI_UNSIGNED : MPI_INT, 0, WORLD);
}
static void type_alltoallv(void) {
    int counts[] = {2, 2}, places[] = {0, 2}, few[] = {1, 2};
    MPI_Alltoallv(a, wrong && rank == 1 ? few : counts, places, MPI_INT, b, counts, places, MPI_INT,
                  WORLD);
}
static void type_put(void) {
    open_window();
    MPI_Put(a, 1, MPI_INT, other, 0, 1, wrong ? MPI_FLOAT : MPI_INT, win);
    close_window();
}
static void type_accumulate(void) {
    open_window();
    MPI_Accumulate(a, 1, MPI_INT, other, 0, 1, wrong ? MPI_DOUBLE : MPI_INT, MPI_SUM, win);
    close_window();
}
static void type_index(void) {
    int sizes[] = {4}, part[] = {2}, start[] = {wrong ? 3 : 2};
    MPI_Type_create_subarray(1, sizes, part, start, MPI_ORDER_C, MPI_INT, &pair);
    MPI_Type_free(&pair);
}

/* ---- resource: left at the end, or freed twice ---- */

static void resource_request(void) {
    MPI_Irecv(b, 1, MPI_INT, other, 9, WORLD, &request);
    if (!wrong) {
        MPI_Cancel(&request);
        MPI_Wait(&request, IGNORE);
    }
}
static void resource_persistent(void) {
    MPI_Recv_init(b, 1, MPI_INT, other, 9, WORLD, &request);
    if (!wrong)
        MPI_Request_free(&request);
}
static void resource_comm(void) {
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    if (!wrong)
        MPI_Comm_free(&comm);
}
static void resource_window(void) {
    open_window();
    MPI_Win_fence(0, win);
    if (!wrong)
        MPI_Win_free(&win);
}
static void resource_type(void) {
    make_pair();
    if (!wrong)
        MPI_Type_free(&pair);
}
static void resource_freed_twice(void) {
    make_pair();
    MPI_Datatype same = pair;
    MPI_Type_free(&pair);
    if (wrong)
        MPI_Type_free(&same);
}
static void resource_unended(void) {
    if (wrong)
        exit(0);
}

/* ---- race: with the library, or in a window ---- */

static void race_send(void) {
    MPI_Isend(a, 4, MPI_INT, other, 0, WORLD, &request);
    if (wrong)
        a[2]++;
    MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Wait(&request, IGNORE);
    a[2]++;
}
static void race_long_send(void) {
    MPI_Isend(many, 8192, MPI_INT, other, 0, WORLD, &request);
    if (wrong)
        many[8191]++;
    int *to = malloc(sizeof many);
    MPI_Recv(to, 8192, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    free(to);
}
static void race_receive(void) {
    MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &request);
    if (wrong)
        b[1]++;
    barrier(); /* the message comes later */
    MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
    MPI_Wait(&request, IGNORE);
    b[1]++;
}
static void race_received(void) {
    MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &request);
    MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
    barrier();
    if (wrong)
        b[1]++;
    MPI_Wait(&request, IGNORE);
}
static void race_gaps(void) {
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Isend(a, 1, column, other, 0, WORLD, &request);
    a[wrong ? 2 : 3]++; /* a gap */
    MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Wait(&request, IGNORE);
    MPI_Type_free(&column);
}
static void race_overlap(void) {
    MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &requests[0]);
    MPI_Irecv(b + (wrong ? 3 : 4), 4, MPI_INT, other, 1, WORLD, &requests[1]);
    MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
    MPI_Send(a, 4, MPI_INT, other, 1, WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}
static void race_puts(void) {
    open_window();
    put(1, 0, 2);
    MPI_Put(a, 2, MPI_INT, other, wrong ? 1 : 2, 2, MPI_INT, win);
    close_window();
}
static void race_put_get(void) {
    open_window();
    put(1, 0, 2);
    MPI_Get(a + 4, 1, MPI_INT, other, wrong ? 1 : 3, 1, MPI_INT, win);
    close_window();
}
static void race_operators(void) {
    open_window();
    MPI_Accumulate(a, 1, MPI_INT, 0, 0, 1, MPI_INT, wrong && rank == 1 ? MPI_PROD : MPI_SUM, win);
    close_window();
}
static void race_origin(void) {
    open_window();
    put(1, 0, 2);
    if (wrong)
        a[1]++;
    close_window();
    a[1]++;
}
static void race_result(void) {
    open_window();
    put(1, 0, 2);
    MPI_Get(wrong ? a + 1 : a + 2, 1, MPI_INT, other, 4, 1, MPI_INT, win);
    close_window();
}

/* ---- ordering: sends that rely on buffering (--strict=sync) ---- */

static void ordering_exchange(void) {
    if (wrong || rank == 0)
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
    MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
    if (!wrong && rank == 1)
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
}
static void ordering_tags(void) {
    for (int i = 0; i < 2 && rank == 0; i++)
        MPI_Send(a, 1, MPI_INT, 1, i, WORLD);
    for (int i = 0; i < 2 && rank == 1; i++)
        MPI_Recv(b, 1, MPI_INT, 0, wrong ? 1 - i : i, WORLD, IGNORE);
}
static void ordering_wait(void) {
    MPI_Isend(a, 4, MPI_INT, other, 0, WORLD, &request);
    if (wrong)
        MPI_Wait(&request, IGNORE);
    MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Wait(&request, IGNORE);
}
static void ordering_persistent(void) {
    MPI_Send_init(a, 4, MPI_INT, other, 0, WORLD, &request);
    MPI_Start(&request);
    if (wrong)
        MPI_Wait(&request, IGNORE);
    MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Wait(&request, IGNORE);
    MPI_Request_free(&request);
}
static void ordering_self(void) {
    if (!wrong)
        MPI_Irecv(b, 1, MPI_INT, rank, 0, WORLD, &request);
    MPI_Send(a, 1, MPI_INT, rank, 0, WORLD);
    if (wrong)
        MPI_Recv(b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
    else
        MPI_Wait(&request, IGNORE);
}
static void ordering_barrier(void) {
    if (rank == 0)
        MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
    if (wrong)
        barrier();
    if (rank == 1)
        MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    barrier();
}
static void ordering_ready(void) {
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
static void ordering_reduce(void) {
    if (wrong && rank == 0)
        MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
    MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, WORLD);
    if (!wrong && rank == 0)
        MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
    if (rank == 1)
        MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
}

#define CASE(name)                                                                                 \
    { #name, name }
static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    CASE(call_twice),
    CASE(call_collective_order),
    CASE(call_collective_missing),
    CASE(call_collective_other),
    CASE(call_operators),
    CASE(call_roots),
    CASE(call_start_active),
    CASE(call_start_complete),
    CASE(call_unattached),
    CASE(argument_rank),
    CASE(argument_tag),
    CASE(argument_count),
    CASE(argument_comm),
    CASE(argument_buffer),
    CASE(argument_root),
    CASE(argument_operator),
    CASE(argument_aliased),
    CASE(argument_color),
    CASE(argument_freed_comm),
    CASE(matching_tag),
    CASE(matching_receives),
    CASE(matching_synchronous),
    CASE(matching_missing),
    CASE(matching_comm),
    CASE(matching_self),
    CASE(matching_probe),
    CASE(matching_wait),
    CASE(epoch_none),
    CASE(epoch_range),
    CASE(epoch_unlocked),
    CASE(epoch_locked_twice),
    CASE(epoch_open_at_free),
    CASE(epoch_flush),
    CASE(epoch_complete),
    CASE(epoch_target),
    CASE(type_message),
    CASE(type_short),
    CASE(type_uncommitted),
    CASE(type_freed),
    CASE(type_null),
    CASE(type_broadcast),
    CASE(type_gather),
    CASE(type_gather_count),
    CASE(type_scatter),
    CASE(type_alltoallv),
    CASE(type_put),
    CASE(type_accumulate),
    CASE(type_index),
    CASE(resource_request),
    CASE(resource_persistent),
    CASE(resource_comm),
    CASE(resource_window),
    CASE(resource_type),
    CASE(resource_freed_twice),
    CASE(resource_unended),
    CASE(race_send),
    CASE(race_long_send),
    CASE(race_receive),
    CASE(race_received),
    CASE(race_gaps),
    CASE(race_overlap),
    CASE(race_puts),
    CASE(race_put_get),
    CASE(race_operators),
    CASE(race_origin),
    CASE(race_result),
    CASE(ordering_exchange),
    CASE(ordering_tags),
    CASE(ordering_wait),
    CASE(ordering_persistent),
    CASE(ordering_self),
    CASE(ordering_barrier),
    CASE(ordering_ready),
    CASE(ordering_reduce),
};

int main(int argc, char **argv) {
    const char *given = argc > 1 ? argv[1] : "right";
    size_t count = sizeof cases / sizeof *cases;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    other = 1 - rank;
    wrong = strcmp(given, "right") != 0;
    for (size_t i = 0; i < count; i++)
        if (!wrong || strcmp(given, cases[i].name) == 0)
            cases[i].run();
    MPI_Finalize();
    if (rank == 0)
        puts(wrong ? "silent" : "right");
    return 0;
}
