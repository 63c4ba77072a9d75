/* Finds one-sided communication that costs too much compared with messages, by the clock of rank 0,
 * in instructions under --exact. Prints lines of a name, the cost of the reference, and its own, of
 * one operation each. */
#include <mpi.h>
#include <stdio.h>

enum { TIMES = 20, LONG = 64 << 10, MOST = 1 << 20 };

static int rank, next;
static char *memory, buffer[MOST];
static long word = 1, other;
static MPI_Win win;

static void send_word(int to, int from) {
    MPI_Send(&word, 1, MPI_LONG, to, 0, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_LONG, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_and_barrier(void) {
    send_word(next, next);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void put_and_fence(void) {
    MPI_Put(&word, 1, MPI_LONG, next, 0, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
}

/* A message of `bytes` bytes to rank 1, and one back. */
static void trip(int bytes) {
    if (rank == 0)
        MPI_Send(buffer, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    if (rank <= 1)
        MPI_Recv(buffer, bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(buffer, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
}

static void trip_of_a_word(void) {
    trip(sizeof word);
}

static void trip_of_many(void) {
    trip(LONG);
}

/* What rank 0 does to rank 1, which waits in a receive. */
static void put_and_flush(void) {
    MPI_Put(&word, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
    MPI_Win_flush(1, win);
}

static void get_many(void) {
    MPI_Get(buffer, LONG, MPI_BYTE, 1, 0, LONG, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static void fetch_and_op(void) {
    MPI_Fetch_and_op(&word, &other, MPI_LONG, 1, 0, MPI_SUM, win);
    MPI_Win_flush(1, win);
}

/* A put and a get of N bytes of rank 1, which waits in a barrier. */
static int length;

static void put_length(void) {
    MPI_Put(buffer, length, MPI_BYTE, 1, 0, length, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static void get_length(void) {
    MPI_Get(buffer, length, MPI_BYTE, 1, 0, length, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

/* Who makes a call: all processes; rank 0, for whom rank 1 waits in a receive; or rank 0, for whom
 * all wait in a barrier. */
enum { ALL, RECEIVE, BARRIER };

/* Returns the time of one call by this process's clock. */
static double measure(void (*call)(void), int alone) {
    double start = 0;
    for (int k = -2; k < TIMES; k++) {
        if (k == 0)
            start = MPI_Wtime();
        if (rank == 0 || !alone)
            call();
    }
    double time = (MPI_Wtime() - start) / TIMES * 1e9;
    if (alone == RECEIVE && rank == 0)
        MPI_Send(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
    if (alone == RECEIVE && rank == 1)
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static void print(const char *name, double one, double two) {
    if (rank == 0)
        printf("%s %.0f %.0f\n", name, one, two);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    next = rank ^ 1;
    MPI_Win_allocate(MOST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    double send = measure(send_and_barrier, ALL), round = measure(trip_of_a_word, ALL),
           many = measure(trip_of_many, ALL) / 2;
    MPI_Win_fence(0, win);
    print("put-fence", send, measure(put_and_fence, ALL));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock_all(0, win);
    print("put-flush", round, measure(put_and_flush, RECEIVE));
    print("get-64K", many, measure(get_many, RECEIVE));
    print("fetch-and-op", round, measure(fetch_and_op, RECEIVE));
    for (length = 8; length <= MOST; length = length == 8 ? LONG : length * 16)
        print("get-barrier", measure(put_length, BARRIER), measure(get_length, BARRIER));
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return MPI_Finalize();
}
