/* Queries of files: group, access mode, hints, atomicity, size, and error handlers (MPI 5.0,
 * sections 14.2.4 to 14.2.8, 14.6.1 and 14.7). */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/file_pieces.h"
#include "mpi/file/file.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"

int MPI_File_get_group(MPI_File fh, MPI_Group *group) {
    RETURN_UNLESS_FILE(fh, group);
    *group = fh->comm->local;
    group_keep(*group);
    return MPI_SUCCESS;
}

int MPI_File_get_amode(MPI_File fh, int *amode) {
    RETURN_UNLESS_FILE(fh, amode);
    *amode = fh->amode;
    return MPI_SUCCESS;
}

int MPI_File_get_atomicity(MPI_File fh, int *flag) {
    RETURN_UNLESS_FILE(fh, flag);
    *flag = fh->is_atomic;
    return MPI_SUCCESS;
}

/* Hints are kept; the one that means something here is in together.h. */
int MPI_File_set_info(MPI_File fh, MPI_Info info) {
    RETURN_UNLESS_FILE(fh);
    return info_call_set(__func__, fh->comm, &fh->info, info);
}

int MPI_File_get_info(MPI_File fh, MPI_Info *info_used) {
    RETURN_UNLESS_FILE(fh, info_used);
    return info_call_get(__func__, fh->comm, fh->info, info_used);
}

/* ---- The size of a file, and when it is on the disk ---- */

int MPI_File_get_size(MPI_File fh, MPI_Offset *size) {
    RETURN_UNLESS_FILE(fh, size);
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
                            "%s cannot be resized: opened with MPI_MODE_RDONLY", file->name);
    else if ((file->amode & MPI_MODE_SEQUENTIAL) != 0)
        error = error_raise(file->comm, call, MPI_ERR_UNSUPPORTED_OPERATION,
                            "%s cannot be resized: opened with MPI_MODE_SEQUENTIAL", file->name);
    else if (size < 0)
        error = error_raise(file->comm, call, MPI_ERR_ARG, "the size is %lld (expected: 0 or more)",
                            (long long)size);
    else if (file->split.begun)
        error = file_unended(file, call, MPI_ERR_UNSUPPORTED_OPERATION);
    return file_agree(call, file, error, size, "the size");
}

/* Lets rank 0 change the size, and tells all whether it could. */
static int change(MPI_File file, const char *call, MPI_Offset size,
                  int (*by)(int descriptor, off_t bytes)) {
    RETURN_ON_ERROR(check(file, call, size));
    int number = 0;
    if (file->comm->rank == 0 && by(file->descriptor, size) != 0)
        number = errno;
    PMPI_Bcast(&number, 1, MPI_INT, 0, file->comm);
    return number == 0 ? MPI_SUCCESS
                       : file_raise(file->comm, call, number, "given this size", file->name);
}

int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    RETURN_UNLESS_FILE(fh);
    return change(fh, __func__, size, ftruncate);
}

static int allocate(int descriptor, off_t bytes) {
    return bytes > 0 ? file_allocate(descriptor, bytes) : 0;
}

/* A file that is longer stays so. */
int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    RETURN_UNLESS_FILE(fh);
    return change(fh, __func__, size, allocate);
}

/* What was written is the host's already. This tells what it has not taken. */
int MPI_File_sync(MPI_File fh) {
    RETURN_UNLESS_FILE(fh);
    int error = MPI_SUCCESS;
    if (fh->split.begun)
        error = file_unended(fh, __func__, MPI_ERR_UNSUPPORTED_OPERATION);
    else if (fsync(fh->descriptor) != 0)
        error = file_raise(fh->comm, __func__, errno, "put on the disk", fh->name);
    progress_pass();
    return error;
}

/* ---- Error handlers (sections 9.3.3 and 14.7) ---- */

int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
                               MPI_Errhandler *errhandler) {
    return PMPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)file_errhandler_fn,
                                       errhandler);
}

/* Declares the communicator on which errors of a file are raised, or of MPI_FILE_NULL: for files
 * that are opened from now on, and errors that are about none. */
#define RAISES_OR_RETURN(comm, file)                                                               \
    if ((file) != MPI_FILE_NULL && !file_is(file))                                                 \
        return file_missing(__func__, file);                                                       \
    MPI_Comm comm = (file) == MPI_FILE_NULL ? file_none() : (file)->comm

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
    RAISES_OR_RETURN(comm, file);
    RETURN_UNLESS_HANDLER(comm, __func__, errhandler);
    file_set_handler(file, errhandler);
    return MPI_SUCCESS;
}

/* The caller gets a reference to the handler, and has to free it. */
int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) {
    RAISES_OR_RETURN(comm, file);
    RETURN_IF_NULL_ON(comm, errhandler);
    *errhandler = file_handler(file);
    errhandler_keep(*errhandler);
    return MPI_SUCCESS;
}

int MPI_File_call_errhandler(MPI_File fh, int errorcode) {
    RAISES_OR_RETURN(comm, fh);
    return errhandler_call(__func__, comm, errorcode);
}
