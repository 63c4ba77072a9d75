/* Odd-even transposition sort of blocks, and then a sort of the same numbers by sampling. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Keeps the smaller or the larger half of both blocks together. */
static void keep(int *mine, const int *theirs, int smaller) {
    int all[2 * N];
    memcpy(all, mine, sizeof(int) * N);
    memcpy(all + N, theirs, sizeof(int) * N);
    qsort(all, 2 * N, sizeof(int), compare);
    memcpy(mine, smaller ? all : all + N, sizeof(int) * N);
}

static void transpose_sort(int *mine, int rank, int size) {
    int theirs[N];
    qsort(mine, N, sizeof(int), compare);
    for (int phase = 0; phase < size; phase++) {
        int partner = (phase + rank) % 2 == 0 ? rank + 1 : rank - 1;
        if (partner < 0 || partner >= size)
            partner = MPI_PROC_NULL;
        MPI_Sendrecv(mine, N, MPI_INT, partner, 0, theirs, N, MPI_INT, partner, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (partner != MPI_PROC_NULL)
            keep(mine, theirs, rank < partner);
    }
}

/* Returns how many numbers are here in the end. */
static int sample_sort(int *mine, int *sorted, int rank, int size) {
    int *samples = malloc(size * size * sizeof(int)), *own = malloc(size * sizeof(int));
    int *out = calloc(size, sizeof(int)), *in = malloc(size * sizeof(int));
    int *from = calloc(size + 1, sizeof(int)), *to = calloc(size + 1, sizeof(int));
    qsort(mine, N, sizeof(int), compare);
    for (int i = 0; i < size; i++)
        own[i] = mine[i * N / size];
    MPI_Allgather(own, size, MPI_INT, samples, size, MPI_INT, MPI_COMM_WORLD);
    qsort(samples, size * size, sizeof(int), compare);
    for (int i = 0, bucket = 0; i < N; i++) {
        while (bucket < size - 1 && mine[i] >= samples[(bucket + 1) * size])
            bucket++;
        out[bucket]++;
    }
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++) {
        from[i + 1] = from[i] + out[i];
        to[i + 1] = to[i] + in[i];
    }
    MPI_Alltoallv(mine, out, from, MPI_INT, sorted, in, to, MPI_INT, MPI_COMM_WORLD);
    int count = to[size];
    qsort(sorted, count, sizeof(int), compare);
    free(samples), free(own), free(out), free(in), free(from), free(to);
    (void)rank;
    return count;
}

int main(int argc, char **argv) {
    int rank, size, mine[N], again[N], *sorted;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    srand(rank + 1);
    for (int i = 0; i < N; i++)
        again[i] = mine[i] = (i * 7919 + rank * 104729) % 1009;
    transpose_sort(mine, rank, size);
    sorted = malloc((size * N + 1) * sizeof(int));
    int count = sample_sort(again, sorted, rank, size);

    /* Both results are gathered, in order, at process 0. */
    int *all = malloc(size * N * sizeof(int)), *both = malloc(size * N * sizeof(int));
    int *counts = malloc(size * sizeof(int)), *places = calloc(size + 1, sizeof(int));
    MPI_Gather(mine, N, MPI_INT, all, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        places[i + 1] = places[i] + counts[i];
    MPI_Gatherv(sorted, count, MPI_INT, both, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        int wrong = places[size] != size * N || memcmp(all, both, size * N * sizeof(int)) != 0;
        for (int i = 1; i < size * N; i++)
            wrong |= all[i - 1] > all[i];
        printf("%d numbers from %d to %d: %s\n", size * N, all[0], all[size * N - 1],
               wrong ? "wrong" : "sorted twice");
    }
    free(sorted), free(all), free(both), free(counts), free(places);
    MPI_Finalize();
    return 0;
}
