/* Accesses at an offset and by the individual pointer, in all their forms, and that pointer (MPI
 * 5.0, sections 14.4.2, 14.4.3 and 14.4.5). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mpi/file/access.h"
#include "mpi/message/progress.h"
#include "mpi/message/request.h"

struct file_request {
    struct MPI_ABI_Request request; /* the first member, as all requests have it */
    MPI_File file;                  /* is not closed before */
    MPI_Count bytes;
};

static int finish(MPI_Request handle, MPI_Status *status) {
    access_status(status, ((struct file_request *)handle)->bytes);
    return MPI_SUCCESS;
}

static void free_request(MPI_Request handle) {
    struct file_request *request = (struct file_request *)handle;
    request->file->outstanding--;
    free(request);
}

static const struct request_kind file_kind = {.finish = finish, .free = free_request};

int later_perform(struct access *access, int (*by)(struct access *access), MPI_Request *handle) {
    if (!file_is(access->file))
        return file_missing(access->call, access->file);
    if (!handle)
        return error_null(access->file->comm, access->call, "request");
    RETURN_ON_ERROR(by(access));
    struct file_request *request = malloc(sizeof *request);
    if (!request)
        return error_raise(access->file->comm, access->call, MPI_ERR_NO_MEM, FULL_HEAP);
    request_begin(&request->request, &file_kind, access->call, NULL, false);
    request->file = access->file;
    request->bytes = access_bytes(access);
    request->request.done = true;
    access->file->outstanding++;
    *handle = &request->request;
    return MPI_SUCCESS;
}

int later_begin(const struct access *access, int error) {
    if (error == MPI_SUCCESS)
        access->file->split = (struct split){
            .begun = access->call, .buffer = access->buffer, .bytes = access_bytes(access)};
    return error;
}

/* Whether the name of a function that ends an access is that of the one that has begun it. */
static bool belong(const char *begun, const char *ends) {
    return begun && strncmp(begun, ends, strlen(ends) - strlen("end")) == 0;
}

int later_end(const char *call, MPI_File file, const void *buffer, MPI_Status *status) {
    if (!file_is(file))
        return file_missing(call, file);
    const struct split split = file->split;
    if (!belong(split.begun, call))
        return error_raise(file->comm, call, MPI_ERR_UNSUPPORTED_OPERATION, "%s",
                           !split.begun ? "no operation was begun that this call ends"
                                        : "another function ends the operation that was begun");
    if (buffer != split.buffer)
        return error_raise(file->comm, call, MPI_ERR_BUFFER, "the buffer differs from that of %s",
                           split.begun);
    file->split.begun = NULL;
    access_status(status, split.bytes);
    return MPI_SUCCESS;
}

/* ---- One process alone ---- */

int individual_access(struct access *access) {
    int error = access_check(access);
    if (error == MPI_SUCCESS)
        error = access_alone(access);
    progress_pass();
    return error;
}

#define AT(how)      ACCESS(how, offset)
#define POINTED(how) ACCESS(ACCESS_INDIVIDUAL | (how), file_position(fh))

int MPI_File_read_at(ACCESS_AT(void *), MPI_Status *status) {
    return access_perform(AT(0), status, individual_access);
}

ACCESS_BEGUN(MPI_File_iread_at, individual_access, ACCESS_AT, void *, AT(0))
int MPI_File_write_at(ACCESS_AT(const void *), MPI_Status *status) {
    return access_perform(AT(ACCESS_WRITES), status, individual_access);
}

ACCESS_BEGUN(MPI_File_iwrite_at, individual_access, ACCESS_AT, const void *, AT(ACCESS_WRITES))
int MPI_File_read(ACCESS_POINTED(void *), MPI_Status *status) {
    return access_perform(POINTED(0), status, individual_access);
}

ACCESS_BEGUN(MPI_File_iread, individual_access, ACCESS_POINTED, void *, POINTED(0))
int MPI_File_write(ACCESS_POINTED(const void *), MPI_Status *status) {
    return access_perform(POINTED(ACCESS_WRITES), status, individual_access);
}

ACCESS_BEGUN(MPI_File_iwrite, individual_access, ACCESS_POINTED, const void *,
             POINTED(ACCESS_WRITES))

/* ---- All processes; those that do not block act alone ---- */

int MPI_File_read_at_all(ACCESS_AT(void *), MPI_Status *status) {
    return access_perform(AT(ACCESS_COLLECTIVE), status, collective_access);
}

ACCESS_BEGUN(MPI_File_iread_at_all, individual_access, ACCESS_AT, void *, AT(ACCESS_COLLECTIVE))
int MPI_File_write_at_all(ACCESS_AT(const void *), MPI_Status *status) {
    return access_perform(AT(ACCESS_COLLECTIVE | ACCESS_WRITES), status, collective_access);
}

ACCESS_BEGUN(MPI_File_iwrite_at_all, individual_access, ACCESS_AT, const void *,
             AT(ACCESS_COLLECTIVE | ACCESS_WRITES))
int MPI_File_read_all(ACCESS_POINTED(void *), MPI_Status *status) {
    return access_perform(POINTED(ACCESS_COLLECTIVE), status, collective_access);
}

ACCESS_BEGUN(MPI_File_iread_all, individual_access, ACCESS_POINTED, void *,
             POINTED(ACCESS_COLLECTIVE))
int MPI_File_write_all(ACCESS_POINTED(const void *), MPI_Status *status) {
    return access_perform(POINTED(ACCESS_COLLECTIVE | ACCESS_WRITES), status, collective_access);
}

ACCESS_BEGUN(MPI_File_iwrite_all, individual_access, ACCESS_POINTED, const void *,
             POINTED(ACCESS_COLLECTIVE | ACCESS_WRITES))
ACCESS_SPLIT(MPI_File_read_at_all_begin, MPI_File_read_at_all_end, collective_access, ACCESS_AT,
             void *, AT(ACCESS_COLLECTIVE))
ACCESS_SPLIT(MPI_File_write_at_all_begin, MPI_File_write_at_all_end, collective_access, ACCESS_AT,
             const void *, AT(ACCESS_COLLECTIVE | ACCESS_WRITES))
ACCESS_SPLIT(MPI_File_read_all_begin, MPI_File_read_all_end, collective_access, ACCESS_POINTED,
             void *, POINTED(ACCESS_COLLECTIVE))
ACCESS_SPLIT(MPI_File_write_all_begin, MPI_File_write_all_end, collective_access, ACCESS_POINTED,
             const void *, POINTED(ACCESS_COLLECTIVE | ACCESS_WRITES))

/* ---- The individual pointer ---- */

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
    RETURN_UNLESS_FILE(fh, offset);
    *offset = fh->position;
    return access_in_any_order(fh, __func__);
}

/* The place in the file of an etype of the view, in bytes. */
int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) {
    RETURN_UNLESS_FILE(fh, disp);
    MPI_Count first;
    if (offset < 0 || __builtin_mul_overflow(offset, fh->view.etype_bytes, &first) ||
        (fh->view.layout->size > 0 && !view_reaches(&fh->view, first, 1)))
        return FAIL_FILE(fh, MPI_ERR_ARG, "offset %lld is outside the view", (long long)offset);
    *disp = view_place(&fh->view, first);
    return MPI_SUCCESS;
}
