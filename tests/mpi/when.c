/* Finds calls of MPI at wrong times, or with freed objects, that are accepted. The argument chooses
 * one of them. */
#include <mpi.h>
#include <string.h>

static const char *given;
static int data;

static int is(const char *wanted) {
    return strcmp(wanted, given) == 0;
}

static void nothing(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)in, (void)inout, (void)count, (void)type;
}

static void use_freed_operator(void) {
    MPI_Op operator, freed;
    int result;
    MPI_Op_create(nothing, 1, &operator);
    freed = operator;
    MPI_Op_free(&operator);
    MPI_Allreduce(&data, &result, 1, MPI_INT, freed, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank;
    given = argc > 1 ? argv[1] : "nothing";
    if (is("before"))
        MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (is("ended before"))
        MPI_Finalize();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (is("unended") || (is("one unended") && rank == 1))
        return 0;
    if (is("operator"))
        use_freed_operator();
    if (is("tag") && rank == 2)
        for (int i = 0; i < 3; i++)
            MPI_Send((int[]){1, 2}, 2, MPI_INT, 0, 7, MPI_COMM_WORLD);
    if (is("tag") && rank == 0)
        MPI_Recv(&data, 1, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    if (is("after"))
        MPI_Barrier(MPI_COMM_WORLD);
    if (is("again"))
        MPI_Init(&argc, &argv);
    return 0;
}
