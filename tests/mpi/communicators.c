/* The program "communicators COUNT" tests parts of the world, groups that talk to each other, and
 * grids. Then it makes and frees COUNT communicators in the memory of one. Each process prints what
 * was wrong; if nothing was, rank 0 prints the number of ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int failures;

#define CHECK(condition)                                                                           \
    ((condition) ? (void)0 : (void)(failures++, printf("line %d: not %s\n", __LINE__, #condition)))

/* Sums the ranks of the world over a communicator. */
static int sum_of(MPI_Comm comm) {
    int own, sum;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum;
}

static void split(int rank, int size) {
    MPI_Comm half;
    int place, wanted = 0;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &place);
    for (int i = rank % 2; i < size; i += 2)
        wanted += i;
    CHECK(sum_of(half) == wanted);
    CHECK(place == (size - 1 - rank) / 2);
    MPI_Comm_free(&half);
}

/* Makes two groups of the even and the odd ranks. They talk to each other, and then become one
 * group, which has the odd ranks first. */
static void connect(int rank, int size) {
    MPI_Comm own, between, merged;
    int place, others, word, wanted = rank ^ 1;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &between);
    MPI_Comm_remote_size(between, &others);
    CHECK(others == (size + rank % 2) / 2);
    MPI_Comm_rank(between, &place);
    if (place < others) {
        MPI_Sendrecv(&rank, 1, MPI_INT, place, 0, &word, 1, MPI_INT, place, 0, between,
                     MPI_STATUS_IGNORE);
        CHECK(word == wanted);
    }
    MPI_Intercomm_merge(between, rank % 2 == 0, &merged);
    MPI_Comm_rank(merged, &place);
    CHECK(place == rank / 2 + (rank % 2 == 0 ? size / 2 : 0));
    CHECK(sum_of(merged) == size * (size - 1) / 2);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&between);
    MPI_Comm_free(&own);
}

/* Makes a torus, on which a word goes round once in each dimension. */
static void go_round(int size) {
    int dims[2] = {0, 0}, periods[2] = {1, 1}, place;
    MPI_Comm torus;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &torus);
    MPI_Comm_rank(torus, &place);
    for (int d = 0; d < 2; d++) {
        int word = place, source, dest;
        MPI_Cart_shift(torus, d, 1, &source, &dest);
        for (int step = 0; step < dims[d]; step++)
            MPI_Sendrecv_replace(&word, 1, MPI_INT, dest, d, source, d, torus, MPI_STATUS_IGNORE);
        CHECK(word == place);
    }
    MPI_Comm_free(&torus);
}

/* The most bytes by which the heap may grow after the first tenth of the run. Messages that come
 * before their receives are kept. How many are kept at once depends on how far each process is. A
 * hundred communicators that were not freed would take more. */
enum { KEPT_BYTES = 16 << 10 };

static void make_many(int count, int rank) {
    char *end = NULL;
    for (int i = 0; i < count; i++) {
        MPI_Comm made, again;
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, i, &made);
        MPI_Comm_dup(made, &again);
        MPI_Comm_free(&made);
        MPI_Comm_free(&again);
        if (i == count / 10)
            end = sbrk(0);
    }
    CHECK(count == 0 || (char *)sbrk(0) - end <= KEPT_BYTES);
}

int main(int argc, char *argv[]) {
    int size, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    split(rank, size);
    if (size > 1)
        connect(rank, size);
    go_round(size);
    make_many(argc == 2 ? atoi(argv[1]) : 0, rank);
    if (rank == 0 && failures == 0)
        printf("%d ranks\n", size);
    MPI_Finalize();
    return failures > 0;
}
