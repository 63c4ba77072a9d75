#include "mpi/file/left.h"

#include "mpi/file/file.h"
#include "mpi/message/finalize.h"

static NODE_LOCAL int key = MPI_KEYVAL_INVALID;

static int report(MPI_Comm comm, int keyval, void *value, void *extra) {
    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    int count = 0;
    for (MPI_File file = file_newest; file; file = file->older)
        count++;
    return left_told(&key, count, "file", count ? file_newest->name : NULL, "MPI_File_close");
}

int left_files(void) {
    return left_start(&key, report);
}
