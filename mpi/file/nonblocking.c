/* Nonblocking accesses, but for those by the shared pointer (MPI 5.0, sections 14.4.2 and 14.4.3).
 */
#include "mpi/file/later.h"
#include "mpi/message/progress.h"
#include "mpi/object/profile.h"

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

/* Defines a function and its form for large counts. */
#define AT(name, how, data, number)                                                                \
    MPI_CALL(int, File_##name, LATER_BEFORE_AT(data, number), MPI_Request *request) {              \
        return begin(ACCESS(how, offset), request);                                                \
    }
#define HERE(name, how, data, number)                                                              \
    MPI_CALL(int, File_##name, LATER_BEFORE(data, number), MPI_Request *request) {                 \
        return begin(ACCESS(ACCESS_INDIVIDUAL | (how), file_is(fh) ? fh->position : 0), request);  \
    }

AT(iread_at, 0, void, int)
AT(iread_at_c, 0, void, MPI_Count)
AT(iwrite_at, ACCESS_WRITES, const void, int)
AT(iwrite_at_c, ACCESS_WRITES, const void, MPI_Count)
AT(iread_at_all, ACCESS_COLLECTIVE, void, int)
AT(iread_at_all_c, ACCESS_COLLECTIVE, void, MPI_Count)
AT(iwrite_at_all, ACCESS_COLLECTIVE | ACCESS_WRITES, const void, int)
AT(iwrite_at_all_c, ACCESS_COLLECTIVE | ACCESS_WRITES, const void, MPI_Count)
HERE(iread, 0, void, int)
HERE(iread_c, 0, void, MPI_Count)
HERE(iwrite, ACCESS_WRITES, const void, int)
HERE(iwrite_c, ACCESS_WRITES, const void, MPI_Count)
HERE(iread_all, ACCESS_COLLECTIVE, void, int)
HERE(iread_all_c, ACCESS_COLLECTIVE, void, MPI_Count)
HERE(iwrite_all, ACCESS_COLLECTIVE | ACCESS_WRITES, const void, int)
HERE(iwrite_all_c, ACCESS_COLLECTIVE | ACCESS_WRITES, const void, MPI_Count)
