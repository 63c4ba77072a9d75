/* Finds a wrong program with windows that is not told of. The argument chooses one of them. */
#include <mpi.h>
#include <string.h>

static const char *wrong;

static int is(const char *wanted) {
    return strcmp(wanted, wrong) == 0;
}

int main(int argc, char **argv) {
    int rank, memory[16] = {0}, data[4] = {0};
    MPI_Win win;
    wrong = argc > 1 ? argv[1] : "nothing";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_name(win, "halo");
    if (is("epoch") && rank == 0)
        MPI_Put(data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (is("lock")) { /* rank 1 has it before the others ask */
        if (rank != 1)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        if (rank == 1)
            MPI_Barrier(MPI_COMM_WORLD);
        if (rank != 0)
            MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }
    if (is("open"))
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (!is("open"))
        MPI_Win_fence(0, win);
    if (is("range") && rank == 0)
        MPI_Put(data, 2, MPI_INT, 1, 15, 2, MPI_INT, win);
    if (is("freed") && rank == 0)
        MPI_Put(data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (is("puts") && rank < 2)
        MPI_Put(data, 2, MPI_INT, 2, rank, 2, MPI_INT, win);
    if (is("sums") && rank < 2)
        MPI_Accumulate(data, 2, MPI_INT, 2, rank, 2, MPI_INT, MPI_SUM, win);
    if (is("read") && rank == 0) {
        MPI_Get(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);
        MPI_Put(data + 2, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    }
    if (!is("freed") && !is("open"))
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (!is("left"))
        MPI_Win_free(&win);
    return MPI_Finalize();
}
