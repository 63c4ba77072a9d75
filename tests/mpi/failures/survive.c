/* Finds a computation that cannot go on without the ranks it has lost, by Jacobi's method on a line
 * of points: survive [ITERATIONS]
 *
 * A rank has a block of the points. Every N iterations there is a transaction: each rank
 * keeps its block, sends a copy to the two ranks on its right, and all agree whether everybody has
 * what it should have. If so, this is the state to which they return. If not, or when a call has
 * failed between, the survivors revoke the communicator, shrink it, put the last state together
 * from their own blocks and the copies of those that are lost, divide the points anew, and go on
 * from there. Two neighbours may die between two transactions, three may not: then a state is lost,
 * and the program ends with 1 and says so.
 *
 * A point's new value depends on no other order of operations than its own. So the result is
 * the same, to the bit, as that of one process, which each survivor computes in the end. */
#include <mpi-ext.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 240, EVERY = 10, COPIES = 2, USUAL_ITERATIONS = 100, TAG_EDGE = 1, TAG_COPY = 2 };

/* The state of a transaction: whose blocks lie here, in which division of the points. */
struct state {
    int iteration, size, rank;        /* when it was; of the communicator then */
    double block[1 + COPIES][POINTS]; /* the own one, and those of the ranks on the left */
};

static MPI_Comm comm = MPI_COMM_WORLD;
static double now[POINTS + 2],
    next[POINTS + 2]; /* of which this rank has its block and its edges */
static struct state kept, tried;

/* The first point of a rank's block. */
static int first_of(int rank, int size) {
    return (int)((long)POINTS * rank / size);
}

static void step(int first, int end) {
    for (int i = first + 1; i <= end; i++)
        next[i] = (i % 7 + now[i - 1] + now[i + 1]) / 2.125;
    memcpy(&now[first + 1], &next[first + 1], (size_t)(end - first) * sizeof *now);
}

/* Exchanges edges with both neighbours, and does an iteration. */
static int iterate(void) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int first = first_of(rank, size), end = first_of(rank + 1, size);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL,
        right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    int error = MPI_Sendrecv(&now[first + 1], 1, MPI_DOUBLE, left, TAG_EDGE, &now[end + 1], 1,
                             MPI_DOUBLE, right, TAG_EDGE, comm, MPI_STATUS_IGNORE);
    if (error == MPI_SUCCESS)
        error = MPI_Sendrecv(&now[end], 1, MPI_DOUBLE, right, TAG_EDGE, &now[first], 1, MPI_DOUBLE,
                             left, TAG_EDGE, comm, MPI_STATUS_IGNORE);
    if (error == MPI_SUCCESS)
        step(first, end);
    return error;
}

/* Keeps the state if everybody can. Returns whether everybody has: the same at all survivors. */
static int commit(int error, int iteration) {
    int rank, size, fine;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    tried = (struct state){.iteration = iteration, .size = size, .rank = rank};
    memcpy(tried.block[0], &now[first_of(rank, size) + 1],
           (size_t)(first_of(rank + 1, size) - first_of(rank, size)) * sizeof *now);
    for (int k = 1; k <= COPIES && error == MPI_SUCCESS; k++)
        error = MPI_Sendrecv(tried.block[0], POINTS, MPI_DOUBLE, (rank + k) % size, TAG_COPY,
                             tried.block[k], POINTS, MPI_DOUBLE, (rank + k * (size - 1)) % size,
                             TAG_COPY, comm, MPI_STATUS_IGNORE);
    fine = error == MPI_SUCCESS;
    if (!fine)
        MPIX_Comm_revoke(comm); /* some may still wait for this rank */
    if (MPIX_Comm_agree(comm, &fine) != MPI_SUCCESS || !fine)
        return 0;
    kept = tried;
    return 1;
}

/* Puts the last state together: of each block the first rank that lives tells it, from its own on
 * to the right. Returns an error if a rank has died meanwhile. */
static int restore(void) {
    static double all[POINTS];
    int lives[POINTS] = {0}, living[POINTS] = {0};
    lives[kept.rank] = 1;
    int error = MPI_Allreduce(lives, living, kept.size, MPI_INT, MPI_MAX, comm);
    if (error != MPI_SUCCESS)
        return error;
    memset(all, 0, sizeof all);
    for (int owner = 0; owner < kept.size; owner++) {
        int k = 0;
        while (k <= COPIES && !living[(owner + k) % kept.size])
            k++;
        if (k > COPIES) {
            fprintf(stderr, "survive: three neighbours have died: their points are lost\n");
            MPI_Abort(comm, 1);
        }
        if ((owner + k) % kept.size == kept.rank)
            memcpy(&all[first_of(owner, kept.size)], kept.block[k],
                   (size_t)(first_of(owner + 1, kept.size) - first_of(owner, kept.size)) *
                       sizeof *all);
    }
    return MPI_Allreduce(all, &now[1], POINTS, MPI_DOUBLE, MPI_SUM, comm);
}

/* Goes on with those that live. */
static void recover(void) {
    int restored;
    do {
        MPI_Comm shrunk;
        MPIX_Comm_revoke(comm);
        if (MPIX_Comm_shrink(comm, &shrunk) != MPI_SUCCESS)
            MPI_Abort(comm, 1);
        if (comm != MPI_COMM_WORLD)
            MPI_Comm_free(&comm);
        comm = shrunk;
        restored = restore() == MPI_SUCCESS;
        if (!restored)
            MPIX_Comm_revoke(comm);
    } while (MPIX_Comm_agree(comm, &restored) != MPI_SUCCESS || !restored);
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0)
        printf("%d ranks go on from iteration %d\n", size, kept.iteration);
}

/* Whether the state that all have is what one process computes. */
static int is_right(int iterations) {
    static double result[POINTS + 2];
    if (restore() != MPI_SUCCESS)
        return 0;
    memcpy(result, now, sizeof result);
    memset(now, 0, sizeof now);
    for (int i = 0; i < iterations; i++)
        step(0, POINTS);
    for (int i = 1; i <= POINTS; i++)
        if (result[i] != now[i])
            return 0;
    return 1;
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int iterations = argc > 1 ? atoi(argv[1]) : USUAL_ITERATIONS;
    int iteration = 0, error = MPI_SUCCESS, rank, size;
    MPI_Comm_size(comm, &kept.size); /* the state of the beginning is 0 everywhere */
    MPI_Comm_rank(comm, &kept.rank);
    while (kept.iteration < iterations) {
        for (; error == MPI_SUCCESS && iteration < kept.iteration + EVERY; iteration++)
            error = iterate();
        if (!commit(error, iteration))
            recover();
        iteration = kept.iteration;
        error = MPI_SUCCESS;
    }
    int right = is_right(kept.iteration);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0)
        printf("%d iterations, %d ranks left: %s\n", kept.iteration, size,
               right ? "as one process computes it" : "wrong");
    if (comm != MPI_COMM_WORLD)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return !right;
}
