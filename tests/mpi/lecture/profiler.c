/* Finds an MPI_Send that a profiler cannot replace: it counts, and calls PMPI_Send. */
#include <mpi.h>
#include <stdio.h>

static int sends, bytes;

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    int size;
    PMPI_Type_size(type, &size);
    sends++;
    bytes += size * count;
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int main(int argc, char **argv) {
    int rank, size, all[2], mine[2];
    double data[10] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < rank; i++)
        MPI_Send(data, i, MPI_DOUBLE, rank - 1, 7, MPI_COMM_WORLD);
    for (int i = 0; rank + 1 < size && i < rank + 1; i++)
        MPI_Recv(data, 10, MPI_DOUBLE, rank + 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    mine[0] = sends;
    mine[1] = bytes;
    MPI_Reduce(mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d sends of %d bytes in all\n", all[0], all[1]);
    MPI_Finalize();
    return 0;
}
