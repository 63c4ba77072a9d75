/* Nonblocking accesses, but for those by the shared pointer (MPI 5.0, sections 14.4.2 and 14.4.3).
 */
#include "mpi/file/access.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"

static int begin(struct access *access, MPI_Request *request) {
    int error = later_check(access, request);
    if (error == MPI_SUCCESS)
        error = access_check(access);
    if (error == MPI_SUCCESS)
        error = access_alone(access);
    if (error == MPI_SUCCESS)
        error = later_request(access, request);
    progress_pass();
    return error;
}

PROFILED(MPI_File_iread_at);
int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Request *request) {
    return begin(ACCESS(0, offset), request);
}

PROFILED(MPI_File_iwrite_at);
int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype datatype, MPI_Request *request) {
    return begin(ACCESS(ACCESS_WRITES, offset), request);
}

PROFILED(MPI_File_iread_at_all);
int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                          MPI_Datatype datatype, MPI_Request *request) {
    return begin(ACCESS(ACCESS_COLLECTIVE, offset), request);
}

PROFILED(MPI_File_iwrite_at_all);
int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                           MPI_Datatype datatype, MPI_Request *request) {
    return begin(ACCESS(ACCESS_COLLECTIVE | ACCESS_WRITES, offset), request);
}

PROFILED(MPI_File_iread);
int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    return begin(ACCESS(ACCESS_INDIVIDUAL, file_position(fh)), request);
}

PROFILED(MPI_File_iwrite);
int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                    MPI_Request *request) {
    return begin(ACCESS(ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)), request);
}

PROFILED(MPI_File_iread_all);
int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request) {
    return begin(ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL, file_position(fh)), request);
}

PROFILED(MPI_File_iwrite_all);
int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                        MPI_Request *request) {
    return begin(ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)),
                 request);
}
