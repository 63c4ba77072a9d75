#include "mpi/file/access.h"

#include <stdlib.h>

#include "mpi/file/together.h"

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

/* Without a file, the waiting processes are unknown. */
int collective_access(struct access *access) {
    int error = access_check(access);
    if (!file_is(access->file) || access->file->split.begun)
        return error;
    return collective_checked(access, error);
}

int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                         MPI_Datatype datatype, MPI_Status *status) {
    return access_perform_by(ACCESS(ACCESS_COLLECTIVE, offset), status, collective_access);
}

int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                          MPI_Datatype datatype, MPI_Status *status) {
    return access_perform_by(ACCESS(ACCESS_COLLECTIVE | ACCESS_WRITES, offset), status,
                             collective_access);
}

int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status) {
    return access_perform_by(ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL, file_position(fh)),
                             status, collective_access);
}

int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Status *status) {
    return access_perform_by(
        ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)), status,
        collective_access);
}