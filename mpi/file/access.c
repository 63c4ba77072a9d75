#include "mpi/file/access.h"

#include <errno.h>
#include <stdlib.h>

#include "mpi/datatype/layout.h"
#include "mpi/datatype/status.h"
#include "mpi/datatype/used.h"
#include "mpi/file/view.h"
#include "mpi/message/arguments.h"

#define FAIL_ACCESS(access, code, ...)                                                             \
    error_raise((access)->file->comm, (access)->call, code, __VA_ARGS__)

int access_in_any_order(MPI_File file, const char *call) {
    if ((file->amode & MPI_MODE_SEQUENTIAL) == 0)
        return MPI_SUCCESS;
    return error_raise(file->comm, call, MPI_ERR_UNSUPPORTED_OPERATION,
                       "%s requires calls with the shared pointer: opened with MPI_MODE_SEQUENTIAL",
                       file->name);
}

static bool writes(const struct access *access) {
    return (access->how & ACCESS_WRITES) != 0;
}

/* Whether the file may be used in this way at all. */
static int check_mode(const struct access *access) {
    MPI_File file = access->file;
    if (writes(access) && (file->amode & MPI_MODE_RDONLY) != 0)
        return FAIL_ACCESS(access, MPI_ERR_READ_ONLY,
                           "%s cannot be written: opened with MPI_MODE_RDONLY", file->name);
    if (!writes(access) && (file->amode & MPI_MODE_WRONLY) != 0)
        return FAIL_ACCESS(access, MPI_ERR_ACCESS, "%s cannot be read: opened with MPI_MODE_WRONLY",
                           file->name);
    int error =
        (access->how & ACCESS_SHARED) != 0 ? MPI_SUCCESS : access_in_any_order(file, access->call);
    RETURN_ON_ERROR(error);
    if ((access->how & ACCESS_COLLECTIVE) != 0 && file->split.begun)
        return file_unended(file, access->call, MPI_ERR_UNSUPPORTED_OPERATION);
    return MPI_SUCCESS;
}

int access_check(struct access *access) {
    if (UNLIKELY(!file_is(access->file)))
        return file_missing(access->call, access->file);
    RETURN_ON_ERROR(check_mode(access));
    const struct view *view = &access->file->view;
    MPI_Count first, count = access->count;
    if (count < 0)
        return FAIL_ACCESS(access, MPI_ERR_COUNT, "count is %lld (expected: 0 or more)",
                           (long long)count);
    access->type = type_argument(access->file->comm, access->call, access->datatype, true);
    if (!access->type)
        return MPI_ERR_TYPE;
    MPI_Count each =
        view->is_external ? external_size(&access->type->layout) : access->type->layout.size;
    if (__builtin_mul_overflow(each, count, &access->bytes))
        return FAIL_ACCESS(access, MPI_ERR_COUNT,
                           "the size of %lld elements of %lld bytes overflows MPI_Count",
                           (long long)count, (long long)each);
    if (!access->buffer && access->bytes > 0 && !handle_is_address(access->datatype))
        return FAIL_ACCESS(access, MPI_ERR_BUFFER, "the buffer is null, but the count is %lld",
                           (long long)count);
    if (view->etype_bytes > 0 && access->bytes % view->etype_bytes != 0)
        return FAIL_ACCESS(access, MPI_ERR_TYPE,
                           "%lld bytes are not a multiple of the view's etype (%lld bytes)",
                           (long long)access->bytes, (long long)view->etype_bytes);
    if (access->offset < 0)
        return FAIL_ACCESS(access, MPI_ERR_ARG, "the offset is %lld (expected: 0 or more)",
                           (long long)access->offset);
    if (__builtin_mul_overflow(access->offset, view->etype_bytes, &first) ||
        !view_reaches(view, first, access->bytes))
        return FAIL_ACCESS(access, MPI_ERR_ARG,
                           "%lld etypes from offset %lld on are outside the view",
                           (long long)(access->bytes / (view->etype_bytes ? view->etype_bytes : 1)),
                           (long long)access->offset);
    elements_used(writes(access) ? BUFFER_READ : BUFFER_GIVEN, &access->type->layout,
                  access->buffer, count);
    return MPI_SUCCESS;
}

/* Raises an errno that has ended an access. Returns the class. */
static int access_raise(const struct access *access, int number) {
    MPI_File file = access->file;
    return file_raise(file->comm, access->call, number, writes(access) ? "written" : "read",
                      file->name);
}

/* Raises what a conversion has returned. */
static int raise_conversion(const struct access *access, int error) {
    if (error == MPI_SUCCESS)
        return MPI_SUCCESS;
    return FAIL_ACCESS(access, error, "%s",
                       error == MPI_ERR_NO_MEM ? FULL_HEAP
                       : writes(access)        ? "a number is too large for external32"
                                               : "a number is too large for this machine");
}

int access_begin(struct access *access) {
    access->memory = (struct memory){&access->type->layout, access->buffer};
    if (!access->file->view.is_external || access->bytes == 0)
        return MPI_SUCCESS;
    access->converted = malloc((size_t)access->bytes);
    if (!access->converted)
        return access_raise(access, ENOMEM);
    access->memory = (struct memory){&pieces_row, access->converted};
    int error = MPI_SUCCESS;
    if (writes(access))
        error = portable_pack(access->converted, access->buffer, access->count, access->type);
    if (error != MPI_SUCCESS) {
        free(access->converted);
        access->converted = NULL;
    }
    return raise_conversion(access, error);
}

int access_end(struct access *access) {
    int error = MPI_SUCCESS;
    if (access->converted && (access->how & ACCESS_WRITES) == 0)
        error = portable_unpack(access->converted, access->moved, access->buffer, access->type);
    free(access->converted);
    access->converted = NULL;
    return raise_conversion(access, error);
}

int access_move(struct access *access) {
    MPI_File file = access->file;
    bool writes = (access->how & ACCESS_WRITES) != 0, locks = file->is_atomic && access->bytes > 0;
    if (locks)
        file_lock(file, writes);
    int number = move(file, writes, &access->memory, access->offset * file->view.etype_bytes,
                      access->bytes, &access->moved);
    if (locks)
        file_unlock(file);
    return number;
}

int access_finish(struct access *access, int error, int number) {
    MPI_Count etype = access->file->view.etype_bytes;
    int ended = error == MPI_SUCCESS ? access_end(access) : error;
    if ((access->how & ACCESS_INDIVIDUAL) != 0 && etype > 0)
        access->file->position += access->moved / etype;
    return number == 0 ? ended : access_raise(access, number);
}

int access_alone(struct access *access) {
    int error = access_begin(access);
    return access_finish(access, error, error == MPI_SUCCESS ? access_move(access) : 0);
}

MPI_Count access_bytes(const struct access *access) {
    return access->file->view.is_external ? portable_in_memory(access->type, access->moved)
                                          : access->moved;
}

void access_status(MPI_Status *status, MPI_Count bytes) {
    status_of_collective(status);
    if (status != MPI_STATUS_IGNORE)
        status_set_bytes(status, bytes);
}

int access_perform(struct access *access, MPI_Status *status, int (*by)(struct access *access)) {
    int error = by(access);
    if (access->memory.layout) /* it has begun */
        access_status(status, access_bytes(access));
    return error;
}
