#include "mpi/file/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/object/error_code.h"

/* This is weak: see errhandler.h. */
#pragma weak job_missing

NODE_LOCAL MPI_File file_newest;
NODE_LOCAL void (*file_lock)(MPI_File file, bool writes);
NODE_LOCAL void (*file_unlock)(MPI_File file);

/* Referenced so that the linker includes the texts of file errors. */
static const char *(*const texts)(int class) __attribute__((used)) = error_text_foreign;

/* The handler of MPI_FILE_NULL; null: MPI_ERRORS_RETURN (section 14.7). */
static NODE_LOCAL MPI_Errhandler of_none;

MPI_Errhandler file_handler(MPI_File file) {
    if (file != MPI_FILE_NULL)
        return file->own;
    return of_none ? of_none : MPI_ERRORS_RETURN;
}

/* Errors of a file are raised on its communicator. This is the handler of that: it calls the
 * file's. */
static void call_own(MPI_Comm *comm, int *code, ...) {
    MPI_File file = file_newest;
    while (file && file->comm != *comm)
        file = file->older;
    if (!file)
        file = MPI_FILE_NULL;
    ((MPI_File_errhandler_function *)file_handler(file)->function)(&file, code);
}

void file_set_handler(MPI_File file, MPI_Errhandler handler) {
    errhandler_replace(file == MPI_FILE_NULL ? &of_none : &file->own, handler);
    if (file != MPI_FILE_NULL)
        file->comm->errhandler = errhandler_bridge(handler, call_own, &file->handler);
}

MPI_Comm file_none(void) {
    static NODE_LOCAL struct MPI_ABI_Comm none;
    static NODE_LOCAL struct MPI_ABI_Errhandler bridge;
    none.references = 1;
    none.errhandler = errhandler_bridge(file_handler(MPI_FILE_NULL), call_own, &bridge);
    return &none;
}

int file_missing(const char *call, MPI_File file) {
    if (job_missing())
        return error_raise(file_none(), call, MPI_ERR_FILE, "%s", job_missing());
    return error_raise(file_none(), call, MPI_ERR_FILE,
                       file == MPI_FILE_NULL || !file ? "the file is MPI_FILE_NULL"
                                                      : "invalid or closed file");
}

int file_unended(MPI_File file, const char *call, int code) {
    const char *begun = file->split.begun;
    return error_raise(file->comm, call, code, "%s has not ended (call %.*send first)", begun,
                       (int)(strlen(begun) - strlen("begin")), begun);
}

int file_class(int number) {
    static const struct {
        short number, class;
    } classes[] = {
        {ENOENT, MPI_ERR_NO_SUCH_FILE}, {EEXIST, MPI_ERR_FILE_EXISTS},
        {EACCES, MPI_ERR_ACCESS},       {EPERM, MPI_ERR_ACCESS},
        {EROFS, MPI_ERR_READ_ONLY},     {ENOSPC, MPI_ERR_NO_SPACE},
        {EDQUOT, MPI_ERR_QUOTA},        {EFBIG, MPI_ERR_QUOTA},
        {EISDIR, MPI_ERR_BAD_FILE},     {ENOTDIR, MPI_ERR_BAD_FILE},
        {ELOOP, MPI_ERR_BAD_FILE},      {ENAMETOOLONG, MPI_ERR_BAD_FILE},
        {EINVAL, MPI_ERR_BAD_FILE},     {ENOMEM, MPI_ERR_NO_MEM},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i].number == number)
            return classes[i].class;
    return MPI_ERR_IO;
}

int file_raise(MPI_Comm comm, const char *call, int number, const char *what, const char *name) {
    return error_raise(comm, call, file_class(number), "%s cannot be %s: %s%s", name, what,
                       number == ENOMEM ? FULL_HEAP : strerror(number),
                       number == EROFS ? " (cuberun --dir PATH gives programs a folder to write in)"
                                       : "");
}

int file_tell(const char *call, MPI_File file, const void *mine, size_t bytes, void *all) {
    void *told = malloc((size_t)file->comm->local->size * bytes);
    int error = told ? collective_allgather(file->comm, mine, told, bytes) : MPI_ERR_NO_MEM;
    *(void **)all = told;
    if (error == MPI_SUCCESS)
        return MPI_SUCCESS;
    free(told);
    return error_raise(file->comm, call, error,
                       error == MPI_ERR_NO_MEM
                           ? FULL_HEAP
                           : "the processes of the file called different functions");
}

int file_agree(const char *call, MPI_File file, int error, long long given, const char *name) {
    struct said {
        long long error, given;
    } mine = {error, given}, *all;
    int told = file_tell(call, file, &mine, sizeof mine, &all);
    if (told != MPI_SUCCESS)
        return told;
    int first = MPI_SUCCESS, differs = -1;
    for (int rank = 0; rank < file->comm->local->size; rank++) {
        if (all[rank].given != all[0].given && differs < 0)
            differs = rank;
        if (first == MPI_SUCCESS)
            first = (int)all[rank].error;
    }
    long long theirs = differs > 0 ? all[differs].given : 0, ours = all[0].given;
    free(all);
    if (error != MPI_SUCCESS)
        return error; /* it has been raised */
    if (first != MPI_SUCCESS)
        return error_raise(file->comm, call, first,
                           "another process of the file reported this error");
    if (differs < 0)
        return MPI_SUCCESS;
    return error_raise(file->comm, call, MPI_ERR_NOT_SAME,
                       "%s differs: %lld at rank 0, %lld at rank %d", name, ours, theirs, differs);
}
