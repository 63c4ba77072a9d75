/* The calls about error handlers of files (MPI 5.0, sections 9.3.3 and 14.7). */
#include "mpi/file/file.h"
#include "mpi/object/error.h"

PROFILED(MPI_File_create_errhandler);
int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
                               MPI_Errhandler *errhandler) {
    return PMPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)file_errhandler_fn,
                                       errhandler);
}

/* With MPI_FILE_NULL: for files that are opened from now on, and errors that are about none. */
PROFILED(MPI_File_set_errhandler);
int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
    if (file != MPI_FILE_NULL)
        RETURN_UNLESS_FILE(file);
    MPI_Comm comm = file == MPI_FILE_NULL ? file_none() : file->comm;
    if (!errhandler_is(errhandler))
        return error_raise(comm, __func__, MPI_ERR_ERRHANDLER,
                           "the handler is MPI_ERRHANDLER_NULL");
    file_set_handler(file, errhandler);
    return MPI_SUCCESS;
}

/* The caller gets a reference to the handler, and has to free it. */
PROFILED(MPI_File_get_errhandler);
int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) {
    if (file != MPI_FILE_NULL)
        RETURN_UNLESS_FILE(file);
    RETURN_IF_NULL_ON(file == MPI_FILE_NULL ? file_none() : file->comm, errhandler);
    *errhandler = file_handler(file);
    errhandler_keep(*errhandler);
    return MPI_SUCCESS;
}

PROFILED(MPI_File_call_errhandler);
int MPI_File_call_errhandler(MPI_File fh, int errorcode) {
    if (fh != MPI_FILE_NULL)
        RETURN_UNLESS_FILE(fh);
    MPI_Comm comm = fh == MPI_FILE_NULL ? file_none() : fh->comm;
    return errhandler_call(__func__, comm, errorcode);
}
