/* In which order reductions combine the values of the ranks. The operator is a hash of two hashes,
 * so that results are equal only if they were combined by the same tree. All elements of a rank are
 * the same: a result with two values was combined by two trees. Words: "reproducible". */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube_catalogue.h"

enum { MOST = 20000 };

static uint64_t in[MOST], out[MOST];
static int rank, ranks;

static uint64_t mixed(uint64_t value) {
    value = (value ^ value >> 31) * 0x9e3779b97f4a7c15u;
    return value ^ value >> 29;
}

/* The same whichever of the two is on the left, as sums of numbers are. */
static void join(void *left, void *right, int *count, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *count; i++) {
        uint64_t a = ((uint64_t *)left)[i], b = ((uint64_t *)right)[i];
        ((uint64_t *)right)[i] = mixed(a + b) + mixed(a) * mixed(b);
    }
}

/* A reduction of `count` elements, of which this rank gets *got in out[]. */
typedef void reduction(int count, MPI_Op op, MPI_Comm comm, int *got);

static void allreduce(int count, MPI_Op op, MPI_Comm comm, int *got) {
    MPI_Allreduce(in, out, count, MPI_UINT64_T, op, comm);
    *got = count;
}

static void iallreduce(int count, MPI_Op op, MPI_Comm comm, int *got) {
    MPI_Request request;
    MPI_Iallreduce(in, out, count, MPI_UINT64_T, op, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    *got = count;
}

static void reduce(int count, MPI_Op op, MPI_Comm comm, int *got) {
    MPI_Reduce(in, out, count, MPI_UINT64_T, op, 0, comm);
    *got = rank == 0 ? count : 0;
}

static void reduce_scatter(int count, MPI_Op op, MPI_Comm comm, int *got) {
    *got = count / ranks;
    MPI_Reduce_scatter_block(in, out, *got, MPI_UINT64_T, op, comm);
}

static void reduce_scatter_unequal(int count, MPI_Op op, MPI_Comm comm, int *got) {
    int *counts = calloc((size_t)ranks, sizeof *counts);
    counts[0] = count / 3;
    counts[ranks - 1] += count - count / 3;
    MPI_Reduce_scatter(in, out, counts, MPI_UINT64_T, op, comm);
    *got = counts[rank];
    free(counts);
}

static void scan(int count, MPI_Op op, MPI_Comm comm, int *got) {
    MPI_Scan(in, out, count, MPI_UINT64_T, op, comm);
    *got = rank == ranks - 1 ? count : 0;
}

static void exscan(int count, MPI_Op op, MPI_Comm comm, int *got) {
    MPI_Exscan(in, out, count, MPI_UINT64_T, op, comm);
    *got = rank == ranks - 1 ? count : 0;
}

static const struct {
    const char *name;
    reduction *call;
} reductions[] = {
    {"allreduce", allreduce},
    {"iallreduce", iallreduce},
    {"reduce", reduce},
    {"reduce_scatter_block", reduce_scatter},
    {"reduce_scatter", reduce_scatter_unequal},
    {"scan", scan},
    {"exscan", exscan},
};

/* Tells whether all elements of all sizes and of all ranks have one value, and which. */
static void tell_trees(const char *name, reduction *call, MPI_Op op, MPI_Comm comm) {
    static const int counts[] = {1, 9, 64, 600, 3000, MOST};
    uint64_t least = UINT64_MAX, most = 0, all_least, all_most;
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        int got;
        call(counts[c], op, comm, &got);
        for (int i = 0; i < got; i++) {
            least = out[i] < least ? out[i] : least;
            most = out[i] > most ? out[i] : most;
        }
    }
    MPI_Allreduce(&least, &all_least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&most, &all_most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s: %s %016llx\n", name, all_least == all_most ? "one tree" : "several, at most",
               (unsigned long long)all_most);
}

/* Whether MPI_Allreduce gives all ranks the same by each algorithm of the catalogue that takes it.
 */
static void each_algorithm(MPI_Op op) {
    struct cube_algorithm algorithm;
    int taken = 0, wrong = 0;
    for (size_t index = 0; cube_catalogue(index, &algorithm) == 0; index++) {
        MPI_Comm comm;
        MPI_Info info;
        if (strcmp(algorithm.operation, "allreduce") != 0)
            continue;
        MPI_Info_create(&info);
        MPI_Info_set(info, "graycube_allreduce", algorithm.name);
        MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        int differs = 0, any = 0;
        if (MPI_Allreduce(in, out, MOST, MPI_UINT64_T, op, comm) == MPI_SUCCESS) {
            static uint64_t first[MOST];
            memcpy(first, out, sizeof out);
            MPI_Bcast(first, MOST, MPI_UINT64_T, 0, MPI_COMM_WORLD);
            differs = memcmp(first, out, sizeof out) != 0;
            taken++;
        }
        MPI_Allreduce(&differs, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        wrong += any;
        MPI_Comm_free(&comm);
        MPI_Info_free(&info);
    }
    if (rank == 0)
        printf("%d algorithms of allreduce, %d give ranks different bits\n", taken, wrong);
}

int main(int argc, char **argv) {
    MPI_Op op;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Op_create(join, 1, &op);
    for (int i = 0; i < MOST; i++)
        in[i] = mixed((uint64_t)rank + 1);
    if (argc > 1) {
        MPI_Info info;
        MPI_Info_create(&info);
        MPI_Info_set(info, "graycube_reproducible", "true");
        MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
        MPI_Info_free(&info);
    }
    for (size_t r = 0; r < sizeof reductions / sizeof reductions[0]; r++)
        tell_trees(reductions[r].name, reductions[r].call, op, comm);
    each_algorithm(op);
    if (comm != MPI_COMM_WORLD)
        MPI_Comm_free(&comm);
    MPI_Op_free(&op);
    return MPI_Finalize();
}
