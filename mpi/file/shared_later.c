/* Nonblocking and split collective accesses by the shared pointer (MPI 5.0, sections 14.4.4 and
 * 14.4.5). */
#include "mpi/file/access.h"
#include "mpi/object/error.h"

static int begin(struct access *access, MPI_Request *request) {
    int error = later_check(access, request);
    if (error == MPI_SUCCESS)
        error = shared_pointer_access(access);
    return error == MPI_SUCCESS ? later_request(access, request) : error;
}

PROFILED(MPI_File_iread_shared);
int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Request *request) {
    return begin(ACCESS(ACCESS_SHARED, 0), request);
}

PROFILED(MPI_File_iwrite_shared);
int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request) {
    return begin(ACCESS(ACCESS_SHARED | ACCESS_WRITES, 0), request);
}

PROFILED(MPI_File_read_ordered_begin);
int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    struct access *access = ACCESS(ACCESS_SHARED | ACCESS_COLLECTIVE, 0);
    return later_begin(access, shared_pointer_ordered(access));
}

PROFILED(MPI_File_read_ordered_end);
int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) {
    return later_end(__func__, fh, buf, status);
}

PROFILED(MPI_File_write_ordered_begin);
int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    struct access *access = ACCESS(ACCESS_SHARED | ACCESS_COLLECTIVE | ACCESS_WRITES, 0);
    return later_begin(access, shared_pointer_ordered(access));
}

PROFILED(MPI_File_write_ordered_end);
int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) {
    return later_end(__func__, fh, buf, status);
}