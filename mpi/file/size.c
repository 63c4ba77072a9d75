/* The size of a file, and when it is on the disk (MPI 5.0, sections 14.2.4 to 14.2.6 and 14.6.1).
 */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/file_pieces.h"
#include "mpi/file/file.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"

PROFILED(MPI_File_get_size);
int MPI_File_get_size(MPI_File fh, MPI_Offset *size) {
    RETURN_UNLESS_FILE(fh);
    RETURN_IF_NULL_ON(fh->comm, size);
    struct stat status;
    if (fstat(fh->descriptor, &status) != 0)
        return file_raise(fh->comm, __func__, errno, "measured", fh->name);
    *size = status.st_size;
    progress_pass();
    return MPI_SUCCESS;
}

/* Checks a size that all processes have to give alike. */
static int check(MPI_File file, const char *call, MPI_Offset size) {
    int error = MPI_SUCCESS;
    if ((file->amode & MPI_MODE_RDONLY) != 0)
        error = error_raise(file->comm, call, MPI_ERR_READ_ONLY,
                            "%s was opened with "
                            "MPI_MODE_RDONLY",
                            file->name);
    else if ((file->amode & MPI_MODE_SEQUENTIAL) != 0)
        error = error_raise(file->comm, call, MPI_ERR_UNSUPPORTED_OPERATION,
                            "%s was opened with MPI_MODE_SEQUENTIAL", file->name);
    else if (size < 0)
        error = error_raise(file->comm, call, MPI_ERR_ARG, "the size is %lld (expected: 0 or more)",
                            (long long)size);
    else if (file->split.begun)
        error = error_raise(file->comm, call, MPI_ERR_UNSUPPORTED_OPERATION, "%s has not ended",
                            file->split.begun);
    return file_agree(call, file, error, size, "the size");
}

/* Lets rank 0 change the size, and tells all whether it could. */
static int change(MPI_File file, const char *call, MPI_Offset size,
                  int (*by)(int descriptor, off_t bytes)) {
    int error = check(file, call, size), number = 0;
    if (error != MPI_SUCCESS)
        return error;
    if (file->comm->rank == 0 && by(file->descriptor, size) != 0)
        number = errno;
    PMPI_Bcast(&number, 1, MPI_INT, 0, file->comm);
    return number == 0 ? MPI_SUCCESS
                       : file_raise(file->comm, call, number, "given this size", file->name);
}

PROFILED(MPI_File_set_size);
int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    RETURN_UNLESS_FILE(fh);
    return change(fh, __func__, size, ftruncate);
}

static int allocate(int descriptor, off_t bytes) {
    return bytes > 0 ? file_allocate(descriptor, bytes) : 0;
}

/* A file that is longer stays so. */
PROFILED(MPI_File_preallocate);
int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    RETURN_UNLESS_FILE(fh);
    return change(fh, __func__, size, allocate);
}

/* What was written is the host's already. This tells what it has not taken. */
PROFILED(MPI_File_sync);
int MPI_File_sync(MPI_File fh) {
    RETURN_UNLESS_FILE(fh);
    int error = MPI_SUCCESS;
    if (fh->split.begun)
        error = FAIL_FILE(fh, MPI_ERR_UNSUPPORTED_OPERATION, "%s has not ended", fh->split.begun);
    else if (fsync(fh->descriptor) != 0)
        error = file_raise(fh->comm, __func__, errno, "put on the disk", fh->name);
    progress_pass();
    return error;
}
