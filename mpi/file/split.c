/* Split collective accesses, but for those in the order of ranks (MPI 5.0, section 14.4.5). */
#include "mpi/file/collective.h"
#include "mpi/file/later.h"
#include "mpi/object/profile.h"

static int begin(struct access *access) {
    return later_begin(access, collective_access(access));
}

/* Defines a function and its form for large counts. */
#define AT(name, how, data, number)                                                                \
    MPI_CALL(int, File_##name, LATER_BEFORE_AT(data, number)) {                                    \
        return begin(ACCESS(ACCESS_COLLECTIVE | (how), offset));                                   \
    }
#define HERE(name, how, data, number)                                                              \
    MPI_CALL(int, File_##name, LATER_BEFORE(data, number)) {                                       \
        return begin(ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL | (how),                         \
                            file_is(fh) ? fh->position : 0));                                      \
    }

AT(read_at_all_begin, 0, void, int)
AT(read_at_all_begin_c, 0, void, MPI_Count)
LATER_END(read_at_all_end)
AT(write_at_all_begin, ACCESS_WRITES, const void, int)
AT(write_at_all_begin_c, ACCESS_WRITES, const void, MPI_Count)
LATER_END_WRITE(write_at_all_end)
HERE(read_all_begin, 0, void, int)
HERE(read_all_begin_c, 0, void, MPI_Count)
LATER_END(read_all_end)
HERE(write_all_begin, ACCESS_WRITES, const void, int)
HERE(write_all_begin_c, ACCESS_WRITES, const void, MPI_Count)
LATER_END_WRITE(write_all_end)
