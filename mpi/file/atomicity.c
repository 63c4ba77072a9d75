/* An access of the atomic mode holds the lock of a window of rank 0, which grants it to those that
 * ask in the order in which they have asked: one that writes has it alone. */
#include "mpi/file/file.h"

#include "mpi/object/error.h"

static void lock(MPI_File file, bool writes) {
    PMPI_Win_lock(writes ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, file->guard);
}

static void unlock(MPI_File file) {
    PMPI_Win_unlock(0, file->guard);
}

int MPI_File_set_atomicity(MPI_File fh, int flag) {
    RETURN_UNLESS_FILE(fh);
    int error = file_agree(__func__, fh, MPI_SUCCESS, flag != 0, "the flag");
    RETURN_ON_ERROR(error);
    if (flag && fh->guard == MPI_WIN_NULL)
        error = PMPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, fh->comm, &fh->guard);
    RETURN_ON_ERROR(error);
    file_lock = lock;
    file_unlock = unlock;
    fh->is_atomic = flag != 0;
    return MPI_SUCCESS;
}

void atomicity_close(MPI_File file) {
    if (file->guard != MPI_WIN_NULL)
        PMPI_Win_free(&file->guard);
}
