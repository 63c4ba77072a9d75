/* Finds a wrong program with files that is not reported, and many pieces that cost too much. The
 * argument chooses a program. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 20, PIECES = 1000, STRIDE = 4 };

static char bytes[LARGE];
static int rank, size;

static MPI_File open_file(int amode) {
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, "file", amode, MPI_INFO_NULL, &file);
    return file;
}

/* Writes more than the host takes. */
static void fill(void) {
    MPI_File file = open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
    int error = MPI_SUCCESS, class, worst;
    for (int k = 0; k < 4; k++)
        error = MPI_File_write_at_all(file, ((MPI_Offset)k * size + rank) * LARGE, bytes, LARGE,
                                      MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Error_class(error, &class);
    MPI_Allreduce(&class, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s\n", worst == MPI_ERR_NO_SPACE ? "no space"
                       : worst == MPI_ERR_QUOTA  ? "quota"
                                                 : "another");
    MPI_File_close(&file);
}

/* Prints how many calls for one piece take the time of one for all pieces of a view: of a process
 * alone, and of all by a collective call. */
static void measure(void) {
    MPI_File file = open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
    MPI_Datatype column;
    long words[PIECES] = {0};
    MPI_Type_vector(PIECES, 1, STRIDE, MPI_LONG, &column);
    MPI_Type_commit(&column);
    double before = MPI_Wtime();
    for (int i = 0; i < PIECES; i++)
        MPI_File_write_at(file, (MPI_Offset)(STRIDE * i + rank) * 8, &words[i], 1, MPI_LONG,
                          MPI_STATUS_IGNORE);
    double alone = MPI_Wtime() - before;
    MPI_File_set_view(file, rank * (MPI_Offset)sizeof *words, MPI_LONG, column, "native",
                      MPI_INFO_NULL);
    before = MPI_Wtime();
    MPI_File_write_at(file, 0, words, PIECES, MPI_LONG, MPI_STATUS_IGNORE);
    double together = MPI_Wtime() - before;
    before = MPI_Wtime();
    MPI_File_write_at_all(file, 0, words, PIECES, MPI_LONG, MPI_STATUS_IGNORE);
    double collective = MPI_Wtime() - before;
    if (rank == 0)
        printf("%.0f %.0f\n", together / (alone / PIECES), collective / (alone / PIECES));
    MPI_Type_free(&column);
    MPI_File_close(&file);
}

/* All write the same bytes at the same time, each its own value, with several requests: in the
 * atomic mode those of one process stay together. */
static void write_atomically(void) {
    MPI_File file = open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
    int mixed = 0;
    MPI_File_set_atomicity(file, 1);
    for (int k = 0; k < 16; k++) {
        memset(bytes, rank + 1, LARGE);
        MPI_File_write_at(file, 0, bytes, LARGE / 4, MPI_BYTE, MPI_STATUS_IGNORE);
        MPI_File_read_at(file, 0, bytes, LARGE / 4, MPI_BYTE, MPI_STATUS_IGNORE);
        for (int i = 1; i < LARGE / 4; i++)
            mixed |= bytes[i] != bytes[0];
    }
    MPI_Allreduce(MPI_IN_PLACE, &mixed, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    if (rank == 0)
        puts(mixed ? "mixed" : "whole");
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    const char *program = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(program, "fill") == 0)
        fill();
    else if (strcmp(program, "measure") == 0)
        measure();
    else if (strcmp(program, "atomic") == 0)
        write_atomically();
    else if (strcmp(program, "left") == 0)
        open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    if (strcmp(program, "missing") == 0)
        open_file(MPI_MODE_RDONLY);
    else if (strcmp(program, "create") == 0)
        open_file(MPI_MODE_CREATE | MPI_MODE_WRONLY);
    MPI_Finalize();
    return 0;
}
