/* Split collective accesses, but for those in the order of ranks (MPI 5.0, section 14.4.5). */
#include "mpi/file/access.h"
#include "mpi/object/error.h"

static int begin(struct access *access) {
    return later_begin(access, collective_access(access));
}

PROFILED(MPI_File_read_at_all_begin);
int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
                               MPI_Datatype datatype) {
    return begin(ACCESS(ACCESS_COLLECTIVE, offset));
}

PROFILED(MPI_File_read_at_all_end);
int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    return later_end(__func__, fh, buf, status);
}

PROFILED(MPI_File_write_at_all_begin);
int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                MPI_Datatype datatype) {
    return begin(ACCESS(ACCESS_COLLECTIVE | ACCESS_WRITES, offset));
}

PROFILED(MPI_File_write_at_all_end);
int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    return later_end(__func__, fh, buf, status);
}

PROFILED(MPI_File_read_all_begin);
int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    return begin(ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL, file_position(fh)));
}

PROFILED(MPI_File_read_all_end);
int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    return later_end(__func__, fh, buf, status);
}

PROFILED(MPI_File_write_all_begin);
int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    return begin(ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)));
}

PROFILED(MPI_File_write_all_end);
int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    return later_end(__func__, fh, buf, status);
}