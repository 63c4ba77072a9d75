/* Times the most important operations, in plain MPI, so that it measures any MPI. An operation is
 * called back to back in batches; the time of a batch is that of its slowest rank. Rank 0 prints a
 * line for each operation and size:
 *
 *     OPERATION BYTES LEAST LOWER MEDIAN UPPER
 *
 * with the microseconds of a call: the least, the quartiles and the median over the batches.
 * "ready" comes first, when all ranks have begun, and "done" last. The argument is the most seconds
 * for one operation and size (default 4). */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCHES = 9,
    MOST_CALLS = 100000,
    MOST_BYTES = 1 << 20, /* of a rank's block, and of all blocks of a rank together */
};

#ifndef BATCH_SECONDS /* a test that counts instructions has shorter ones */
#define BATCH_SECONDS 0.02
#endif
#define MICROSECONDS    1e6
#define DEFAULT_SECONDS 4.0

static int rank, ranks;
static char *from, *to;

/* Half a round trip between the first two ranks: each call is one message, to or fro. */
static void half_round_trip(int bytes, int call) {
    if (rank > 1)
        return;
    if (rank == (call & 1))
        MPI_Send(from, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(to, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void barrier(int bytes, int call) {
    (void)bytes, (void)call;
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The root moves on, so that no rank can run ahead. */
static void broadcast(int bytes, int call) {
    MPI_Bcast(from, bytes, MPI_BYTE, call % ranks, MPI_COMM_WORLD);
}

static void all_reduce(int bytes, int call) {
    (void)call;
    MPI_Allreduce(from, to, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void all_gather(int bytes, int call) {
    (void)call;
    MPI_Allgather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void all_to_all(int bytes, int call) {
    (void)call;
    MPI_Alltoall(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

/* ---- One-sided: the first rank and the second, which only waits ---- */

static MPI_Win window, fenced; /* of `to` each: locked by all for all, and for fences */

static void put(int bytes, int call) {
    (void)call;
    if (rank != 0)
        return;
    MPI_Put(from, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
    MPI_Win_flush(1, window);
}

static void get(int bytes, int call) {
    (void)call;
    if (rank != 0)
        return;
    MPI_Get(from, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
    MPI_Win_flush(1, window);
}

static void fetch_and_op(int bytes, int call) {
    static const int64_t one = 1;
    static int64_t before;
    (void)bytes, (void)call;
    if (rank != 0)
        return;
    MPI_Fetch_and_op(&one, &before, MPI_INT64_T, 1, 0, MPI_SUM, window);
    MPI_Win_flush(1, window);
}

/* All ranks: to the next one. */
static void put_and_fence(int bytes, int call) {
    (void)call;
    MPI_Put(from, bytes, MPI_BYTE, (rank + 1) % ranks, 0, bytes, MPI_BYTE, fenced);
    MPI_Win_fence(0, fenced);
}

static void open_windows(void) {
    MPI_Win_create(to, MOST_BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_create(to, MOST_BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &fenced);
    MPI_Win_lock_all(0, window);
    MPI_Win_fence(0, fenced);
}

static void close_windows(void) {
    MPI_Win_unlock_all(window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, fenced);
    MPI_Win_free(&window);
    MPI_Win_free(&fenced);
}

/* ---- All of it ---- */

static const struct measured {
    const char *name;
    void (*call)(int bytes, int call);
    bool sized;  /* it has bytes */
    bool blocks; /* of them a rank has one block for each rank */
} operations[] = {
    {"half-round-trip", half_round_trip, true, false},
    {"barrier", barrier, false, false},
    {"broadcast", broadcast, true, false},
    {"all-reduce", all_reduce, true, false},
    {"all-gather", all_gather, true, true},
    {"all-to-all", all_to_all, true, true},
    {"put", put, true, false},
    {"get", get, true, false},
    {"fetch-and-op", fetch_and_op, false, false},
    {"put-fence", put_and_fence, true, false},
};

/* Seconds of N calls in a row, on the slowest rank. The same on all ranks. */
static double batch_seconds(const struct measured *operation, int bytes, int calls) {
    double seconds = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int call = 0; call < calls; call++)
        operation->call(bytes, call);
    double own = MPI_Wtime() - begin;
    MPI_Allreduce(&own, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return seconds;
}

/* How many calls fill a batch: twice as many, until they do. */
static int calls_of_batch(const struct measured *operation, int bytes) {
    int calls = 2; /* to and fro */
    while (calls < MOST_CALLS && batch_seconds(operation, bytes, calls) < BATCH_SECONDS)
        calls *= 2;
    return calls;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const struct measured *operation, int bytes, double most_seconds) {
    double times[BATCHES], spent = 0;
    int calls = calls_of_batch(operation, bytes), batches = 0;
    while (batches < BATCHES && (batches == 0 || spent < most_seconds)) {
        double seconds = batch_seconds(operation, bytes, calls);
        spent += seconds;
        times[batches++] = seconds / calls * MICROSECONDS;
    }
    qsort(times, (size_t)batches, sizeof *times, compare);
    int last = batches - 1;
    if (rank == 0)
        printf("%s %d %.3f %.3f %.3f %.3f\n", operation->name, bytes, times[0], times[last / 4],
               times[last / 2], times[last - last / 4]);
    fflush(stdout);
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("ready\n");
    fflush(stdout);
    double most_seconds = argc > 1 ? strtod(argv[1], NULL) : DEFAULT_SECONDS;
    from = calloc(MOST_BYTES, 1);
    to = calloc(MOST_BYTES, 1);
    if (!from || !to) {
        fprintf(stderr, "benchmark: no memory for two blocks of %d bytes\n", MOST_BYTES);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    open_windows();
    static const int sizes[] = {8, 1 << 10, 16 << 10, 64 << 10, MOST_BYTES};
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        const struct measured *operation = &operations[k];
        if (!operation->sized)
            measure(operation, 0, most_seconds);
        for (size_t s = 0; operation->sized && s < sizeof sizes / sizeof *sizes; s++)
            if (!operation->blocks || (long)sizes[s] * ranks <= MOST_BYTES)
                measure(operation, sizes[s], most_seconds);
    }
    if (rank == 0)
        printf("done\n");
    close_windows();
    free(from);
    free(to);
    MPI_Finalize();
    return 0;
}
