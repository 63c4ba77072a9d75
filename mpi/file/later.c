#include "mpi/file/access.h"

#include <stdlib.h>
#include <string.h>

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
    int error = by(access);
    if (error != MPI_SUCCESS)
        return error;
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

/* ---- Nonblocking, but for those by the shared pointer ---- */

static int alone(struct access *access) {
    int error = access_check(access);
    if (error == MPI_SUCCESS)
        error = access_alone(access);
    progress_pass();
    return error;
}

ACCESS_STARTED(MPI_File_iread_at, alone, ACCESS_AT, void *, ACCESS(0, offset))
ACCESS_STARTED(MPI_File_iwrite_at, alone, ACCESS_AT, const void *, ACCESS(ACCESS_WRITES, offset))
ACCESS_STARTED(MPI_File_iread_at_all, alone, ACCESS_AT, void *, ACCESS(ACCESS_COLLECTIVE, offset))
ACCESS_STARTED(MPI_File_iwrite_at_all, alone, ACCESS_AT, const void *,
               ACCESS(ACCESS_COLLECTIVE | ACCESS_WRITES, offset))
ACCESS_STARTED(MPI_File_iread, alone, ACCESS_POINTED, void *,
               ACCESS(ACCESS_INDIVIDUAL, file_position(fh)))
ACCESS_STARTED(MPI_File_iwrite, alone, ACCESS_POINTED, const void *,
               ACCESS(ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)))
ACCESS_STARTED(MPI_File_iread_all, alone, ACCESS_POINTED, void *,
               ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL, file_position(fh)))
ACCESS_STARTED(MPI_File_iwrite_all, alone, ACCESS_POINTED, const void *,
               ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)))

/* ---- Split collective, but for those in the order of ranks ---- */

ACCESS_SPLIT(MPI_File_read_at_all_begin, MPI_File_read_at_all_end, collective_access, ACCESS_AT,
             void *, ACCESS(ACCESS_COLLECTIVE, offset))
ACCESS_SPLIT(MPI_File_write_at_all_begin, MPI_File_write_at_all_end, collective_access, ACCESS_AT,
             const void *, ACCESS(ACCESS_COLLECTIVE | ACCESS_WRITES, offset))
ACCESS_SPLIT(MPI_File_read_all_begin, MPI_File_read_all_end, collective_access, ACCESS_POINTED,
             void *, ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL, file_position(fh)))
ACCESS_SPLIT(MPI_File_write_all_begin, MPI_File_write_all_end, collective_access, ACCESS_POINTED,
             const void *,
             ACCESS(ACCESS_COLLECTIVE | ACCESS_INDIVIDUAL | ACCESS_WRITES, file_position(fh)))
