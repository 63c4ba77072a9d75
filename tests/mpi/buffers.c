/* Mistakes with buffers for the tools of the host, each in a function of its own. Their right twins
 * are the same without the word "wrong". With "calls", each kind of call gets a buffer that is an
 * element too short. See tests/machine/sanitizers.t. */
#include <cube.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE static __attribute__((noinline))

enum { COUNT = 10 };
static int rank, other;
static int wrong; /* 1: one element too many, or the mistake that the function's name tells */

static int *numbers(void) {
    int *made = malloc(COUNT * sizeof *made);
    for (int i = 0; i < COUNT; i++)
        made[i] = rank + i;
    return made;
}

NOINLINE void send_beyond(void) {
    int *buffer = numbers(), room[COUNT + 1];
    if (rank == 0)
        MPI_Send(buffer, COUNT + wrong, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(room, COUNT + 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(buffer);
}

NOINLINE void receive_beyond(void) {
    int *buffer = numbers();
    if (rank == 0)
        MPI_Send(buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, COUNT + wrong, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(buffer);
}

/* The second column of a matrix of 5 rows, or of 6. */
NOINLINE void column_beyond(void) {
    MPI_Datatype column;
    int *matrix = numbers(), room[6];
    MPI_Type_vector(5 + wrong, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Sendrecv(matrix + 1, 1, column, other, 0, room, 6, MPI_INT, other, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    free(matrix);
}

NOINLINE void gather_beyond(void) {
    int *all = numbers(), mine[5 + 1] = {1, 2, 3, 4, 5, 6};
    MPI_Allgather(mine, 5 + wrong, MPI_INT, all, 5 + wrong, MPI_INT, MPI_COMM_WORLD);
    free(all);
}

NOINLINE void free_while_receiving(void) {
    int *buffer = numbers(), value = 1;
    MPI_Request request;
    MPI_Irecv(buffer, COUNT, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (wrong)
        free(buffer);
    MPI_Send(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!wrong)
        free(buffer);
}

NOINLINE void free_while_exposed(void) {
    int *memory = numbers(), value[2] = {1, 2};
    MPI_Win window;
    MPI_Win_create(memory, COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_fence(0, window);
    if (wrong)
        free(memory);
    MPI_Put(value, 2, MPI_INT, other, 0, 2, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    if (!wrong)
        free(memory);
}

NOINLINE void send_uninitialised(void) {
    int *buffer = malloc(COUNT * sizeof *buffer), room[COUNT];
    for (int i = 0; i < COUNT - wrong; i++)
        buffer[i] = i;
    MPI_Sendrecv(buffer, COUNT, MPI_INT, other, 0, room, COUNT, MPI_INT, other, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    free(buffer);
}

/* The last element is used, which a shorter message has not brought. */
NOINLINE void use_unreceived(void) {
    int *buffer = malloc(COUNT * sizeof *buffer), sent[COUNT] = {0};
    MPI_Status status;
    MPI_Sendrecv(sent, COUNT - wrong, MPI_INT, other, 0, buffer, COUNT, MPI_INT, other, 0,
                 MPI_COMM_WORLD, &status);
    if (buffer[COUNT - 1] == 7)
        puts("seven");
    free(buffer);
}

static int shared[COUNT];
static void *increase(void *unused) {
    shared[0]++;
    return unused;
}

/* A thread writes while the message leaves, or before. */
NOINLINE void race_with_send(void) {
    pthread_t thread;
    int room[COUNT];
    MPI_Request request;
    pthread_create(&thread, NULL, increase, NULL);
    if (!wrong)
        pthread_join(thread, NULL);
    MPI_Isend(shared, COUNT, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(room, COUNT, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (wrong)
        pthread_join(thread, NULL);
}

/* Rank 0 writes and sends. Its second thread, which only then goes on, reads after the answer, or
 * without. What it waits for orders nothing. */
static int kept;
static _Atomic int sent;

static void *read_kept(void *unused) {
    int value;
    while (!atomic_load_explicit(&sent, memory_order_relaxed)) {
    }
    if (!wrong)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return kept == 5 ? unused : NULL;
}

NOINLINE void read_before_message(void) {
    pthread_t thread;
    int value = 0;
    if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    pthread_create(&thread, NULL, read_kept, NULL);
    kept = 5;
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    atomic_store_explicit(&sent, 1, memory_order_relaxed);
    pthread_join(thread, NULL);
    if (wrong)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- Each kind of call ---- */

#define SELF 0, 0, MPI_COMM_SELF
enum { MORE = COUNT + 1, BYTES = COUNT * sizeof(int) };

static void call_messages(int *short_one, int *whole, int count) {
    MPI_Request requests[2];
    MPI_Message message;
    char *attached = malloc(1024);
    MPI_Irecv(whole, MORE, MPI_INT, SELF, &requests[0]);
    MPI_Isend(short_one, count, MPI_INT, SELF, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Send_init(short_one, count, MPI_INT, SELF, &requests[1]);
    MPI_Irecv(whole, MORE, MPI_INT, SELF, &requests[0]);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[1]);
    MPI_Buffer_attach(attached, 1024 + count - COUNT);
    MPI_Bsend(short_one, count, MPI_INT, SELF);
    MPI_Mprobe(SELF, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(short_one, count, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&attached, &(int){0});
    free(attached);
    MPI_Sendrecv_replace(short_one, count, MPI_INT, 0, 0, SELF, MPI_STATUS_IGNORE);
    MPI_Isend(whole, 1, MPI_INT, SELF, &requests[0]);
    MPI_Recv(short_one, count, MPI_INT, SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Isend_c(short_one, count, MPI_INT, SELF, &requests[0]);
    MPI_Recv(whole, MORE, MPI_INT, SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Psend_init(short_one, 1, count, MPI_INT, SELF, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(whole, 1, count, MPI_INT, SELF, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready(0, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void call_collectives(int *short_one, int *whole, int count) {
    MPI_Comm self = MPI_COMM_SELF, line;
    MPI_Request request;
    MPI_Bcast(short_one, count, MPI_INT, 0, self);
    MPI_Ibcast(short_one, count, MPI_INT, 0, self, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gather(whole, count, MPI_INT, short_one, count, MPI_INT, 0, self);
    MPI_Scatterv(short_one, &count, &(int){0}, MPI_INT, whole, count, MPI_INT, 0, self);
    MPI_Allgatherv(whole, count, MPI_INT, short_one, &count, &(int){0}, MPI_INT, self);
    MPI_Alltoall(short_one, count, MPI_INT, whole, count, MPI_INT, self);
    MPI_Alltoallw(short_one, &count, &(int){0}, &(MPI_Datatype){MPI_INT}, whole, &count, &(int){0},
                  &(MPI_Datatype){MPI_INT}, self);
    MPI_Allreduce(short_one, whole, count, MPI_INT, MPI_SUM, self);
    MPI_Reduce(MPI_IN_PLACE, short_one, count, MPI_INT, MPI_SUM, 0, self);
    MPI_Reduce_scatter(whole, short_one, &count, MPI_INT, MPI_SUM, self);
    MPI_Scan(whole, short_one, count, MPI_INT, MPI_SUM, self);
    MPI_Reduce_local(short_one, whole, count, MPI_INT, MPI_SUM);
    MPI_Cart_create(self, 1, &(int){1}, &(int){0}, 0, &line);
    MPI_Neighbor_allgather(short_one, count, MPI_INT, whole, 0, MPI_INT, line);
    MPI_Comm_free(&line);
}

static void call_windows(int *short_one, int *whole, int count) {
    MPI_Win window, other_window;
    int *last = short_one + count - 1;
    MPI_Win_create(short_one, count * (int)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF,
                   &other_window);
    MPI_Win_free(&other_window);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &other_window);
    MPI_Win_attach(other_window, short_one, count * (int)sizeof(int));
    MPI_Win_free(&other_window);
    MPI_Win_create(whole, sizeof(int) * MORE, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &window);
    MPI_Win_fence(0, window);
    MPI_Put(short_one, count, MPI_INT, 0, 0, count, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Get(short_one, count, MPI_INT, 0, 0, count, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(short_one, count, MPI_INT, 0, 0, count, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Fetch_and_op(whole, last, MPI_INT, 0, 0, MPI_NO_OP, window);
    MPI_Win_fence(0, window);
    MPI_Compare_and_swap(whole, whole, last, MPI_INT, 0, 0, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

static void call_others(int *short_one, int *whole, int count) {
    MPI_File file;
    MPI_Aint place = 0;
    int position = 0, bytes = count * (int)sizeof(int);
    MPI_Pack(short_one, count, MPI_INT, whole, MORE * (int)sizeof(int), &position, MPI_COMM_SELF);
    position = 0;
    MPI_Unpack(whole, MORE * (int)sizeof(int), &position, short_one, count, MPI_INT, MPI_COMM_SELF);
    MPI_Pack_external("external32", short_one, count, MPI_INT, whole, (MPI_Aint)sizeof(int) * MORE,
                      &place);
    MPI_File_open(MPI_COMM_SELF, rank ? "1.data" : "0.data", MPI_MODE_CREATE | MPI_MODE_RDWR,
                  MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 0, short_one, count, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 0, short_one, count, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    cube_send(other, short_one, (size_t)bytes);
    cube_recv(other, short_one, (size_t)bytes);
    cube_link_send(0, short_one, (size_t)bytes);
    cube_link_recv(0, short_one, (size_t)bytes);
    cube_links_exchange(1, (const void *[]){short_one}, 1, (void *[]){whole}, (size_t)bytes);
    cube_bcast(short_one, (size_t)count, &cube_int32, 0);
    cube_allgather(whole, short_one, (size_t)bytes / 2);
}

NOINLINE void call_all(void) {
    int *short_one = numbers(), *whole = calloc(MORE, sizeof *whole);
    void (*const calls[])(int *, int *, int) = {call_messages, call_collectives, call_windows,
                                                call_others};
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        memset(short_one, 0, BYTES);
        calls[k](short_one, whole, COUNT + wrong);
    }
    free(short_one);
    free(whole);
}

static void (*const deeds[])(void) = {
    send_beyond,        receive_beyond,     column_beyond,  gather_beyond,  free_while_receiving,
    free_while_exposed, send_uninitialised, use_unreceived, race_with_send, read_before_message,
};

int main(int argc, char *argv[]) {
    wrong = argc > 1 && strcmp(argv[argc - 1], "wrong") == 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    if (argc > 1 && strcmp(argv[1], "calls") == 0)
        call_all();
    for (size_t k = 0; k < sizeof deeds / sizeof deeds[0] && argc < 2 + wrong; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        deeds[k]();
    }
    MPI_Finalize();
    return 0;
}
