/* Prints what a run could find of an earlier one in the same machine, and depends on time. With an
 * argument it fails in that way if rank 3's message is taken first. */
#include <cube_abi.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 1 << 17 };

static char cleared[BYTES], initialized[BYTES] = {7};

static void fail(const char *how) {
    static const char lie[] = "{\"lie\":1}"; /* a record of no kind */
    fprintf(stderr, "%s\n", how);
    if (strcmp(how, "crash") == 0)
        __builtin_trap();
    while (strcmp(how, "hang") == 0)
        continue;
    register long x8 __asm__("x8") = CUBE_SYS_RECORD;
    register const char *x0 __asm__("x0") = lie;
    register unsigned long x1 __asm__("x1") = sizeof lie - 1;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x8) : "memory");
}

int main(int argc, char **argv) {
    int rank, size, value, order = 0, left = 0;
    char *heap = malloc(BYTES);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    getentropy(&value, sizeof value);
    for (int i = 0; i < BYTES; i++)
        left += cleared[i]++ + initialized[i]++ + heap[i]++;
    printf("%d: %d, %x at %.9f of %ld\n", rank, left, value, MPI_Wtime(), (long)time(NULL));
    if (rank > 0) {
        usleep(100 * (unsigned)rank);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (order == 0 && value == 3 && argc > 1)
            fail(argv[1]);
        order = 10 * order + value;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %d at %.9f\n", rank, order, MPI_Wtime());
    MPI_Finalize();
    return 0;
}
