/* Nonblocking and split collective accesses by the shared pointer (MPI 5.0, sections 14.4.4 and
 * 14.4.5). */
#include "mpi/file/later.h"
#include "mpi/file/shared.h"
#include "mpi/object/profile.h"

static int begin(struct access *access, MPI_Request *request) {
    int error = later_check(access, request);
    if (error == MPI_SUCCESS)
        error = shared_pointer_access(access);
    return error == MPI_SUCCESS ? later_request(access, request) : error;
}

/* Define a function and its form for large counts. */
#define REQUEST(name, how, data, number)                                                           \
    MPI_CALL(int, File_##name, LATER_BEFORE(data, number), MPI_Request *request) {                 \
        return begin(ACCESS(ACCESS_SHARED | (how), 0), request);                                   \
    }
#define ORDERED(name, how, data, number)                                                           \
    MPI_CALL(int, File_##name, LATER_BEFORE(data, number)) {                                       \
        struct access *access = ACCESS(ACCESS_SHARED | ACCESS_COLLECTIVE | (how), 0);              \
        return later_begin(access, shared_pointer_ordered(access));                                \
    }

REQUEST(iread_shared, 0, void, int)
REQUEST(iread_shared_c, 0, void, MPI_Count)
REQUEST(iwrite_shared, ACCESS_WRITES, const void, int)
REQUEST(iwrite_shared_c, ACCESS_WRITES, const void, MPI_Count)
ORDERED(read_ordered_begin, 0, void, int)
ORDERED(read_ordered_begin_c, 0, void, MPI_Count)
LATER_END(read_ordered_end)
ORDERED(write_ordered_begin, ACCESS_WRITES, const void, int)
ORDERED(write_ordered_begin_c, ACCESS_WRITES, const void, MPI_Count)
LATER_END_WRITE(write_ordered_end)
