/* Accesses of one process at an offset that it gives, or at its own pointer, and that pointer
 * (MPI 5.0, sections 14.4.2 and 14.4.3). */
#include <errno.h>
#include <sys/stat.h>

#include "mpi/file/access.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                     MPI_Status *status) {
    return access_perform(ACCESS(0, offset), status);
}

int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                      MPI_Datatype datatype, MPI_Status *status) {
    return access_perform(ACCESS(ACCESS_WRITES, offset), status);
}

int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    return access_perform(ACCESS(ACCESS_INDIVIDUAL, file_position(fh)), status);
}

int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                   MPI_Status *status) {
    return access_perform(ACCESS(ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)), status);
}
int access_seek(MPI_File file, const char *call, MPI_Offset offset, int whence, MPI_Offset current,
                MPI_Offset *position) {
    struct stat status;
    MPI_Offset base = 0, etype = file->view.etype_bytes;
    if (whence != MPI_SEEK_SET && whence != MPI_SEEK_CUR && whence != MPI_SEEK_END)
        return error_raise(file->comm, call, MPI_ERR_ARG,
                           "whence is %d (expected: MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END)",
                           whence);
    if (whence == MPI_SEEK_CUR)
        base = current;
    if (whence == MPI_SEEK_END) {
        if (fstat(file->descriptor, &status) != 0)
            return file_raise(file->comm, call, errno, "measured", file->name);
        MPI_Count before = view_bytes_before(&file->view, status.st_size);
        base = etype > 0 ? (before + etype - 1) / etype : 0;
    }
    if (__builtin_add_overflow(base, offset, position) || *position < 0)
        return error_raise(file->comm, call, MPI_ERR_ARG,
                           "%lld etypes from %lld on is before the start of the view",
                           (long long)offset, (long long)base);
    return MPI_SUCCESS;
}

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
    RETURN_UNLESS_FILE(fh);
    MPI_Offset position;
    int error = access_in_any_order(fh, __func__);
    if (error == MPI_SUCCESS)
        error = access_seek(fh, __func__, offset, whence, fh->position, &position);
    if (error == MPI_SUCCESS)
        fh->position = position;
    progress_pass();
    return error;
}

int MPI_File_get_position(MPI_File fh, MPI_Offset *offset) {
    RETURN_UNLESS_FILE(fh);
    RETURN_IF_NULL_ON(fh->comm, offset);
    *offset = fh->position;
    return access_in_any_order(fh, __func__);
}

/* The place in the file of an etype of the view, in bytes. */
int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) {
    RETURN_UNLESS_FILE(fh);
    RETURN_IF_NULL_ON(fh->comm, disp);
    MPI_Count first;
    if (offset < 0 || __builtin_mul_overflow(offset, fh->view.etype_bytes, &first) ||
        (fh->view.layout->size > 0 && !view_reaches(&fh->view, first, 1)))
        return FAIL_FILE(fh, MPI_ERR_ARG, "offset %lld is outside the view", (long long)offset);
    *disp = view_place(&fh->view, first);
    return MPI_SUCCESS;
}
