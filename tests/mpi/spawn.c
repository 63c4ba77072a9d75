/* Processes that are spawned: their numbers, arguments, messages with their parents, and the end.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, *number, flag;

static void attributes(void) {
    int *universe;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &flag);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &flag);
    if (rank == 0)
        printf("world of %d in a universe of %d, program %d\n", size, *universe, *number);
}

/* What both sides do: all in one, and a sum. */
static void together(MPI_Comm other, int high) {
    MPI_Comm both;
    int sum, own, remote;
    MPI_Comm_remote_size(other, &remote);
    MPI_Intercomm_merge(other, high, &both);
    MPI_Comm_rank(both, &own);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, both);
    if (rank == 0)
        printf("%s: %d others, the sum of ranks is %d\n", high ? "children" : "parents", remote,
               sum);
    static double block[100000];
    MPI_Status status;
    if (high && rank == 0)
        MPI_Send(block, 100000, MPI_DOUBLE, 0, 5, other);
    if (!high && rank == 0)
        MPI_Recv(block, 100000, MPI_DOUBLE, 0, 5, other, &status);
    MPI_Comm_free(&both);
}

/* The program as two, with other arguments each, from one process alone, and then once more. */
static int several(char *own) {
    MPI_Comm children;
    char *commands[] = {own, own}, *of_first[] = {"leaf", NULL},
         *of_second[] = {"leaf", "last", NULL};
    char **words[] = {of_first, of_second};
    MPI_Info hints[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    if (rank == 0) {
        MPI_Comm_spawn_multiple(2, commands, words, (int[]){1, 2}, hints, 0, MPI_COMM_SELF,
                                &children, MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&children);
        MPI_Comm_spawn(own, of_first, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children,
                       MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&children);
    }
    return MPI_Finalize();
}

/* With --exact, the parents end long before this spawns. */
static int outlive(char *own, MPI_Comm *parent) {
    MPI_Comm children;
    char *words[] = {"leaf", NULL};
    MPI_Comm_disconnect(parent);
    for (volatile int i = 0; i < 1000000; i++)
        ;
    MPI_Comm_spawn(own, words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
    MPI_Comm_disconnect(&children);
    return MPI_Finalize();
}

int main(int argc, char *argv[]) {
    if (argc > 1 && strcmp(argv[1], "before") == 0)
        exit(3);
    MPI_Init(&argc, &argv);
    attributes();
    MPI_Comm parent, children;
    MPI_Comm_get_parent(&parent);
    if (argc > 1 && strcmp(argv[1], "unfinished") == 0)
        exit(4);
    if (argc > 1 && strcmp(argv[1], "several") == 0)
        return several(argv[0]);
    if (parent != MPI_COMM_NULL) {
        char name[MPI_MAX_OBJECT_NAME];
        int length;
        MPI_Comm_get_name(parent, name, &length);
        printf("child %d of %d, %s: %d arguments, the last is %s\n", rank, size, name, argc - 1,
               argv[argc - 1]);
        fflush(stdout);
        if (argc > 1 && strcmp(argv[1], "leaf") == 0) {
            MPI_Comm_disconnect(&parent);
            return MPI_Finalize();
        }
        if (argc > 1 && strcmp(argv[1], "outlive") == 0)
            return outlive(argv[0], &parent);
        if (argc > 1 && strcmp(argv[1], "die") == 0 && rank == 1)
            abort();
        if (argc > 1 && strcmp(argv[1], "wait") == 0 && rank == 1)
            MPI_Recv(&flag, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        together(parent, 1);
        MPI_Comm_disconnect(&parent);
        MPI_Comm_get_parent(&parent);
        if (parent != MPI_COMM_NULL)
            printf("wrong: a parent after the end\n");
        MPI_Finalize();
        return argc > 1 && strcmp(argv[1], "fail") == 0 ? 7 : 0;
    }
    char *words[] = {argc > 1 ? argv[1] : "one", "two words", NULL};
    int codes[2] = {-1, -1};
    MPI_Comm_spawn(argv[0], words, 2, MPI_INFO_NULL, size - 1, MPI_COMM_WORLD, &children, codes);
    if (codes[0] != MPI_SUCCESS || codes[1] != MPI_SUCCESS)
        printf("wrong codes\n");
    if (argc < 2 || strcmp(argv[1], "outlive") != 0)
        together(children, 0);
    MPI_Comm_disconnect(&children);
    MPI_Finalize();
    return 0;
}
