/* Groups of a program that find each other by a published name. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm half, other, nobody;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN); /* `other` gets it */
    char port[MPI_MAX_PORT_NAME];
    int between = MPI_SUCCESS;
    for (int round = 0; round < 3; round++) {
        if (rank == 0) {
            MPI_Open_port(MPI_INFO_NULL, port);
            MPI_Publish_name("sums", MPI_INFO_NULL, port);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank % 2 == 0) {
            MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &other);
        } else {
            if (rank == 1)
                MPI_Lookup_name("sums", MPI_INFO_NULL, port);
            MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &other);
        }
        int sum, remote;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, other);
        MPI_Comm_remote_size(other, &remote);
        between = MPI_Comm_accept(port, MPI_INFO_NULL, 0, other, &nobody);
        if (rank < 2)
            printf("rank %d: the ranks of the %d others add up to %d\n", rank, remote, sum);
        MPI_Comm_disconnect(&other);
        if (rank == 0) {
            MPI_Unpublish_name("sums", MPI_INFO_NULL, port);
            MPI_Close_port(port);
        }
    }
    if (rank == 0) { /* a port of another library */
        MPI_Publish_name("foreign", MPI_INFO_NULL, "host:122");
        MPI_Lookup_name("foreign", MPI_INFO_NULL, port);
        if (strcmp(port, "host:122") != 0)
            printf("wrong: %s\n", port);
        MPI_Unpublish_name("foreign", MPI_INFO_NULL, port);
    }
    /* Errors, by their classes. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    char name[] = "other", *command = name, **none = MPI_ARGV_NULL;
    int codes[3], one = 1;
    MPI_Info info = MPI_INFO_NULL;
    char longer[MPI_MAX_PORT_NAME + 1];
    memset(longer, 'p', sizeof longer);
    longer[MPI_MAX_PORT_NAME] = 0;
    int got[] = {
        between,
        MPI_Lookup_name(longer, MPI_INFO_NULL, port),
        MPI_Lookup_name(longer + 1, MPI_INFO_NULL, port),
        MPI_Lookup_name("sums", MPI_INFO_NULL, port),
        MPI_Unpublish_name("sums", MPI_INFO_NULL, port),
        MPI_Close_port("nonsense"),
        MPI_Comm_connect("graycube:99999:0", MPI_INFO_NULL, 0, MPI_COMM_SELF, &other),
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other),
        MPI_Barrier(MPI_COMM_WORLD), /* who is spawned publishes and looks up the same name */
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other, codes),
        MPI_Comm_spawn_multiple(1, &command, &none, &one, &info, 0, MPI_COMM_WORLD, &other, codes),
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, size, MPI_COMM_WORLD, &other,
                       codes),
        MPI_Comm_accept(port, rank == 0 ? NULL : info, 0, MPI_COMM_WORLD, &other), /* all get it */
        MPI_Publish_name("long", MPI_INFO_NULL, longer),
    };
    const int wanted[] = {MPI_ERR_COMM,  MPI_ERR_ARG,  MPI_ERR_NAME, MPI_ERR_NAME, MPI_ERR_SERVICE,
                          MPI_ERR_PORT,  MPI_ERR_PORT, MPI_ERR_PORT, MPI_SUCCESS,  MPI_ERR_SPAWN,
                          MPI_ERR_SPAWN, MPI_ERR_ROOT, MPI_ERR_INFO, MPI_ERR_PORT};
    for (unsigned i = 0; i < sizeof got / sizeof *got; i++) {
        int class;
        MPI_Error_class(got[i], &class);
        if (class != wanted[i])
            printf("rank %d: case %u gives class %d, not %d\n", rank, i, class, wanted[i]);
    }
    MPI_Comm_free(&half);
    return MPI_Finalize();
}
