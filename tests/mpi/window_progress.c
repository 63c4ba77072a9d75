/* Finds one-sided operations that wait for the target: rank 1 computes until rank 0's operation on
 * its window lets it go on, without a call, or with an argument by calls of MPI_Win_sync. */
#include <mpi.h>
#include <stdio.h>

enum { ADDED, TAKEN, GO, WORDS = 8192 };

static int fail(const char *what) {
    fprintf(stderr, "window_progress: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}

static void operate(MPI_Win win) {
    static long words[WORDS];
    long one = 1, five = 5, old;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Accumulate(&five, 1, MPI_LONG, 1, ADDED, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush(1, win);
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, ADDED, MPI_SUM, win);
    MPI_Win_flush(1, win);
    if (old != 5)
        fail("the sum is wrong");
    MPI_Compare_and_swap(&five, &(long){0}, &old, MPI_LONG, 1, TAKEN, win);
    MPI_Get(words, WORDS, MPI_LONG, 1, 0, WORDS, MPI_LONG, win);
    MPI_Win_unlock(1, win);
    if (old != 0 || words[ADDED] != 6 || words[WORDS - 1] != WORDS - 1)
        fail("what was got is wrong");
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_LONG, 1, GO, 1, MPI_LONG, win);
    MPI_Win_unlock(1, win);
}

int main(int argc, char **argv) {
    int rank;
    long *memory;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(WORDS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    for (int i = 0; i < WORDS; i++)
        memory[i] = i < GO + 1 ? 0 : i;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        operate(win);
    while (rank == 1 && *(volatile long *)&memory[GO] == 0)
        if (argc > 1)
            MPI_Win_sync(win);
    if (rank == 1 && (memory[ADDED] != 6 || memory[TAKEN] != 5))
        fail("the window is wrong");
    MPI_Win_free(&win);
    if (rank == 0)
        puts("right");
    return MPI_Finalize();
}
