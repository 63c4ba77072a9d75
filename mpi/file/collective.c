#include "mpi/file/collective.h"

#include <stdlib.h>

#include "mpi/file/together.h"
#include "mpi/object/profile.h"

int collective_checked(struct access *access, int error) {
    if (error == MPI_SUCCESS)
        error = access_begin(access);
    MPI_File file = access->file;
    if (file->comm->local->size == 1)
        return access_finish(access, error, error == MPI_SUCCESS ? access_move(access) : 0);
    struct together_part mine = {.error = error}, *parts;
    if (error == MPI_SUCCESS)
        mine = together_describe(access);
    int told = file_tell(access->call, file, &mine, sizeof mine, &parts);
    if (told != MPI_SUCCESS) {
        free(access->converted);
        return told;
    }
    int number = 0;
    if (error == MPI_SUCCESS)
        number = together_pays(file, parts) ? together_move(access, parts) : access_move(access);
    free(parts);
    return access_finish(access, error, number);
}

/* Of a process that has no file nobody knows whose others wait. */
int collective_access(struct access *access) {
    int error = access_check(access);
    if (!file_is(access->file) || access->file->split.begun)
        return error;
    return collective_checked(access, error);
}

static int perform(struct access *access, MPI_Status *status) {
    int error = collective_access(access);
    if (file_is(access->file) && (error == MPI_SUCCESS || access->moved > 0))
        access_status(status, access_bytes(access));
    return error;
}

/* Defines a function and its form for large counts. */
#define AT(name, writes, data, number)                                                             \
    MPI_CALL(int, File_##name, MPI_File fh, MPI_Offset offset, data *buf, number count,            \
             MPI_Datatype datatype, MPI_Status *status) {                                          \
        return perform(ACCESS(ACCESS_COLLECTIVE | (writes), offset), status);                      \
    }
#define HERE(name, writes, data, number)                                                           \
    MPI_CALL(int, File_##name, MPI_File fh, data *buf, number count, MPI_Datatype datatype,        \
             MPI_Status *status) {                                                                 \
        return perform(ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL | (writes),                    \
                              file_is(fh) ? fh->position : 0),                                     \
                       status);                                                                    \
    }

AT(read_at_all, 0, void, int)
AT(read_at_all_c, 0, void, MPI_Count)
AT(write_at_all, ACCESS_WRITES, const void, int)
AT(write_at_all_c, ACCESS_WRITES, const void, MPI_Count)
HERE(read_all, 0, void, int)
HERE(read_all_c, 0, void, MPI_Count)
HERE(write_all, ACCESS_WRITES, const void, int)
HERE(write_all_c, ACCESS_WRITES, const void, MPI_Count)
