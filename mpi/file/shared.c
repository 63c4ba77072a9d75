/* Accesses by the shared pointer (MPI 5.0, section 14.4.4). */
#include "mpi/file/access.h"

#include <stdlib.h>
#include <sys/stat.h>

/* The window is open for all operations as long as the file is. */
void shared_pointer_open(MPI_File file) {
    MPI_Offset *pointer;
    bool first = file->comm->rank == 0;
    PMPI_Win_allocate(first ? (MPI_Aint)sizeof *pointer : 0, 1, MPI_INFO_NULL, file->comm, &pointer,
                      &file->shared);
    if (first)
        *pointer = file->position;
    PMPI_Barrier(file->comm); /* nobody asks for the pointer before it is there */
    PMPI_Win_lock_all(0, file->shared);
}

void shared_pointer_close(MPI_File file) {
    PMPI_Win_unlock_all(file->shared);
    PMPI_Win_free(&file->shared);
}

/* Adds to the pointer, or sets it. Returns what it was before. */
static MPI_Offset update(MPI_File file, MPI_Op op, MPI_Offset by) {
    MPI_Offset before = 0;
    PMPI_Fetch_and_op(&by, &before, MPI_OFFSET, 0, 0, op, file->shared);
    PMPI_Win_flush(0, file->shared);
    return before;
}

MPI_Offset shared_pointer_get(MPI_File file) {
    return update(file, MPI_NO_OP, 0);
}

void shared_pointer_set(MPI_File file, MPI_Offset position) {
    PMPI_Barrier(file->comm); /* all have done with it as it was */
    if (file->comm->rank == 0)
        update(file, MPI_REPLACE, position);
    PMPI_Barrier(file->comm);
}

/* Returns how many of N etypes from a position on the file has. */
static MPI_Offset available(MPI_File file, MPI_Offset position, MPI_Offset etypes) {
    struct stat status;
    if (fstat(file->descriptor, &status) != 0)
        return etypes;
    MPI_Offset there = view_bytes_before(&file->view, status.st_size) / file->view.etype_bytes;
    there = there > position ? there - position : 0;
    return there < etypes ? there : etypes;
}

/* The pointer goes on by all etypes that are written, and by those that the file has if they are
 * read. Who asks beyond the end gives back what is too much. */
static MPI_Offset take(MPI_File file, MPI_Offset etypes, bool writes) {
    MPI_Offset position = update(file, MPI_SUM, etypes);
    MPI_Offset much = writes || etypes == 0 ? 0 : etypes - available(file, position, etypes);
    if (much > 0)
        update(file, MPI_SUM, -much);
    return position;
}

static MPI_Offset etypes_of(const struct access *access) {
    MPI_Count etype = access->file->view.etype_bytes;
    return etype > 0 ? access->bytes / etype : 0;
}

int shared_pointer_access(struct access *access) {
    RETURN_ON_ERROR(access_check(access));
    access->offset = take(access->file, etypes_of(access), (access->how & ACCESS_WRITES) != 0);
    int error = access_check(access); /* now with its offset */
    return error == MPI_SUCCESS ? access_alone(access) : error;
}

/* ---- In the order of ranks ---- */

/* Each process finds from what all access where its part begins. */
int shared_pointer_ordered(struct access *access) {
    int error = access_check(access);
    if (!file_is(access->file) || access->file->split.begun)
        return error;
    MPI_File file = access->file;
    MPI_Offset mine = error == MPI_SUCCESS ? etypes_of(access) : 0, *all, before = 0, sum = 0;
    int told = file_tell(access->call, file, &mine, sizeof mine, &all);
    if (told != MPI_SUCCESS)
        return told;
    for (int rank = 0; rank < file->comm->local->size; rank++) {
        before += rank < file->comm->rank ? all[rank] : 0;
        sum += all[rank];
    }
    free(all);
    MPI_Offset first = 0;
    if (file->comm->rank == 0)
        first = take(file, sum, (access->how & ACCESS_WRITES) != 0);
    PMPI_Bcast(&first, 1, MPI_OFFSET, 0, file->comm);
    access->offset = first + before;
    if (error == MPI_SUCCESS)
        error = access_check(access);
    return collective_checked(access, error);
}

/* ---- Calls ---- */

int MPI_File_read_shared(ACCESS_POINTED(void *), MPI_Status *status) {
    return access_perform(ACCESS(ACCESS_SHARED, 0), status, shared_pointer_access);
}

ACCESS_BEGUN(MPI_File_iread_shared, shared_pointer_access, ACCESS_POINTED, void *,
             ACCESS(ACCESS_SHARED, 0))
int MPI_File_write_shared(ACCESS_POINTED(const void *), MPI_Status *status) {
    return access_perform(ACCESS(ACCESS_SHARED | ACCESS_WRITES, 0), status, shared_pointer_access);
}

ACCESS_BEGUN(MPI_File_iwrite_shared, shared_pointer_access, ACCESS_POINTED, const void *,
             ACCESS(ACCESS_SHARED | ACCESS_WRITES, 0))
int MPI_File_read_ordered(ACCESS_POINTED(void *), MPI_Status *status) {
    return access_perform(ACCESS(ACCESS_SHARED | ACCESS_COLLECTIVE, 0), status,
                          shared_pointer_ordered);
}
int MPI_File_write_ordered(ACCESS_POINTED(const void *), MPI_Status *status) {
    return access_perform(ACCESS(ACCESS_SHARED | ACCESS_COLLECTIVE | ACCESS_WRITES, 0), status,
                          shared_pointer_ordered);
}
ACCESS_SPLIT(MPI_File_read_ordered_begin, MPI_File_read_ordered_end, shared_pointer_ordered,
             ACCESS_POINTED, void *, ACCESS(ACCESS_SHARED | ACCESS_COLLECTIVE, 0))
ACCESS_SPLIT(MPI_File_write_ordered_begin, MPI_File_write_ordered_end, shared_pointer_ordered,
             ACCESS_POINTED, const void *,
             ACCESS(ACCESS_SHARED | ACCESS_COLLECTIVE | ACCESS_WRITES, 0))

/* All processes give the same arguments. */
int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
    RETURN_UNLESS_FILE(fh);
    MPI_Offset position = 0;
    int error = file_agree(__func__, fh, MPI_SUCCESS, offset, "the offset");
    if (error == MPI_SUCCESS)
        error = file_agree(__func__, fh, MPI_SUCCESS, whence, "whence");
    MPI_Offset current =
        error == MPI_SUCCESS && whence == MPI_SEEK_CUR ? shared_pointer_get(fh) : 0;
    if (error == MPI_SUCCESS && (fh->amode & MPI_MODE_SEQUENTIAL) != 0)
        error = FAIL_FILE(fh, MPI_ERR_UNSUPPORTED_OPERATION,
                          "%s cannot be positioned: opened with MPI_MODE_SEQUENTIAL", fh->name);
    if (error == MPI_SUCCESS)
        error = access_seek(fh, __func__, offset, whence, current, &position);
    if (error == MPI_SUCCESS)
        shared_pointer_set(fh, position);
    return error;
}

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) {
    RETURN_UNLESS_FILE(fh, offset);
    if ((fh->amode & MPI_MODE_SEQUENTIAL) != 0)
        return FAIL_FILE(fh, MPI_ERR_UNSUPPORTED_OPERATION,
                         "%s has no position: opened with MPI_MODE_SEQUENTIAL", fh->name);
    *offset = shared_pointer_get(fh);
    return MPI_SUCCESS;
}
