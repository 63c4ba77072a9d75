/* Finds one-sided communication that costs too much compared with messages, by the clock of rank 0,
 * in instructions under --exact. Prints lines of a name, the cost of the reference, and its own, of
 * one operation each. */
#include <mpi.h>
#include <stdio.h>

enum { TIMES = 20, WORD = 8, STRIDED = 64, LONG = 64 << 10 };

static int rank, next, length; /* length: bytes of a call */
static char *memory, buffer[LONG];
static long word = 1, other;
static MPI_Win win;
static MPI_Datatype strided; /* of STRIDED bytes */

static void send_and_barrier(void) {
    MPI_Send(&word, 1, MPI_LONG, next, 0, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_LONG, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void put_and_fence(void) {
    MPI_Put(&word, 1, MPI_LONG, next, 0, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
}

/* A message to rank 1, and one back. */
static void trip(void) {
    if (rank == 0)
        MPI_Send(buffer, length, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    if (rank <= 1)
        MPI_Recv(buffer, length, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(buffer, length, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
}

/* What rank 0 does to rank 1, which waits in a receive. */
static void put_and_flush(void) {
    MPI_Put(buffer, length, MPI_BYTE, 1, 0, length, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static void put_strided_and_flush(void) {
    MPI_Put(buffer, length, MPI_BYTE, 1, 0, length / STRIDED, strided, win);
    MPI_Win_flush(1, win);
}

static void get_and_flush(void) {
    MPI_Get(buffer, length, MPI_BYTE, 1, 0, length, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static int target = 1;

static void fetch_and_op(void) {
    MPI_Fetch_and_op(&word, &other, MPI_LONG, target, 0, MPI_SUM, win);
    MPI_Win_flush(target, win);
}

/* Who makes a call: all processes, or rank 0, for whom rank 1 waits in a receive; or all others
 * wait in a barrier. */
enum { ALL, RECEIVE, BARRIER };

/* Returns the time of one call of `bytes` bytes by this process's clock. */
static double measure(void (*call)(void), int bytes, int alone) {
    double start = 0;
    length = bytes;
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
    MPI_Win_allocate(LONG, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    double send = measure(send_and_barrier, WORD, ALL), round = measure(trip, WORD, ALL),
           many = measure(trip, LONG, ALL) / 2;
    MPI_Win_fence(0, win);
    print("put-fence", send, measure(put_and_fence, WORD, ALL));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock_all(0, win);
    print("put-flush", round, measure(put_and_flush, WORD, RECEIVE));
    MPI_Type_vector(STRIDED, 1, 2, MPI_BYTE, &strided);
    MPI_Type_commit(&strided);
    print("put-strided", measure(put_and_flush, STRIDED, RECEIVE),
          measure(put_strided_and_flush, STRIDED, RECEIVE));
    MPI_Type_free(&strided);
    print("get-64K", many, measure(get_and_flush, LONG, RECEIVE));
    double near = measure(fetch_and_op, WORD, RECEIVE);
    print("fetch-and-op", round, near);
    MPI_Comm_size(MPI_COMM_WORLD, &target);
    target--;
    print("fetch-far", near, measure(fetch_and_op, WORD, BARRIER));
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return MPI_Finalize();
}
