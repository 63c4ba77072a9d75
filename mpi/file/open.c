/* How files are opened, closed and deleted (MPI 5.0, sections 14.2.1 to 14.2.3). */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/file/access.h"
#include "mpi/file/file.h"
#include "mpi/message/leftovers.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"

/* These are weak, so that a program without shared pointers and the atomic mode is linked without
 * windows. */
#pragma weak shared_pointer_open
#pragma weak shared_pointer_close
#pragma weak atomicity_close

enum {
    ACCESSES = MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY,
    AMODES = ACCESSES | MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE |
             MPI_MODE_UNIQUE_OPEN | MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND,
    PERMISSIONS = 0666
};

/* Returns what is wrong with an access mode, or null. */
static const char *wrong_with(int amode) {
    int access = amode & ACCESSES;
    if (access != MPI_MODE_RDONLY && access != MPI_MODE_RDWR && access != MPI_MODE_WRONLY)
        return "it requires one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR";
    if (access == MPI_MODE_RDONLY && (amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0)
        return "MPI_MODE_RDONLY cannot create a file";
    if (access == MPI_MODE_RDWR && (amode & MPI_MODE_SEQUENTIAL) != 0)
        return "MPI_MODE_SEQUENTIAL cannot be combined with MPI_MODE_RDWR";
    return (amode & ~AMODES) != 0 ? "it has unknown bits" : NULL;
}

/* What is told of an opening: by each process before it, and by rank 0 and each other one after. */
struct told {
    int error; /* a class, or MPI_SUCCESS */
    int amode;
    int number; /* the errno of what the host has refused, or 0 */
    uint32_t context;
};

struct opening {
    const char *call;
    MPI_Comm comm; /* an object */
    struct told mine, *all;
    MPI_File file;
};

static void let_go(MPI_File file) {
    if (file->info != MPI_INFO_NULL)
        info_release(file->info);
    free(file->name);
    file->state = 0;
    free(file);
}

/* Makes what this process has of a file that is not open yet. Returns null without memory. */
static MPI_File begin(const char *name, int amode, MPI_Info info) {
    MPI_File file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->amode = amode;
    file->descriptor = -1;
    file->guard = file->shared = MPI_WIN_NULL;
    file->info = MPI_INFO_NULL;
    file->name = strdup(name);
    MPI_Info copy = info_copy(info);
    if (copy)
        file->info = copy;
    if (file->name && copy && view_start(&file->view))
        return file;
    let_go(file);
    return NULL;
}

/* Opens the file by this process: rank 0 opens it first, and creates it if that is asked for.
 * Returns an errno, or 0. */
static int open_here(MPI_File file, bool first) {
    int access = file->amode & ACCESSES;
    int flags = access == MPI_MODE_RDONLY   ? O_RDONLY
                : access == MPI_MODE_WRONLY ? O_WRONLY
                                            : O_RDWR;
    if (first && (file->amode & MPI_MODE_CREATE) != 0)
        flags |= O_CREAT | ((file->amode & MPI_MODE_EXCL) != 0 ? O_EXCL : 0);
    struct stat status;
    file->descriptor = open(file->name, flags, PERMISSIONS);
    if (file->descriptor < 0)
        return errno;
    return fstat(file->descriptor, &status) == 0 && S_ISDIR(status.st_mode) ? EISDIR : 0;
}

/* Tells all processes what each has found so far. Returns the first error of one of them, whose
 * rank goes to *rank, or MPI_SUCCESS. */
static int tell(struct opening *opening, int *rank) {
    int error =
        collective_allgather(opening->comm, &opening->mine, opening->all, sizeof *opening->all);
    for (int r = 0; error == MPI_SUCCESS && r < opening->comm->local->size; r++) {
        error = opening->all[r].error;
        *rank = r;
    }
    return error;
}

/* Opens the file by all processes. Returns an error's class, or MPI_SUCCESS; the rank of a process
 * that has failed goes to *rank. */
static int open_by_all(struct opening *opening, int *rank) {
    MPI_File file = opening->file;
    MPI_Comm comm = opening->comm, own = MPI_COMM_NULL;
    int error = tell(opening, rank);
    RETURN_ON_ERROR(error);
    for (int r = 0; r < comm->local->size; r++)
        if (opening->all[r].amode != opening->all[0].amode) {
            *rank = r;
            return MPI_ERR_NOT_SAME;
        }
    uint32_t context = opening->all[0].context;
    if (comm->rank == 0) {
        opening->mine.number = open_here(file, true);
        opening->mine.error =
            opening->mine.number == 0 ? MPI_SUCCESS : file_class(opening->mine.number);
    }
    struct told first = opening->mine;
    error = collective_broadcast(comm, &first, sizeof first, 0);
    if (error == MPI_SUCCESS && first.error != MPI_SUCCESS) {
        opening->mine.number = first.number;
        *rank = 0;
        return first.error;
    }
    RETURN_ON_ERROR(error);
    if (comm->rank != 0)
        opening->mine.number = open_here(file, false);
    if (opening->mine.number != 0)
        opening->mine.error = file_class(opening->mine.number);
    else
        opening->mine.error = making_end(comm, context, comm->local, NULL, true, &own);
    file->comm = own;
    return tell(opening, rank);
}

static void undo(MPI_File file) {
    if (file->descriptor >= 0)
        close(file->descriptor);
    if (file->comm && file->comm != MPI_COMM_NULL)
        making_free(&file->comm);
    let_go(file);
}

/* Raises why a file could not be opened. */
static int refuse(const struct opening *opening, int error, int rank, const char *name) {
    const struct told *theirs = &opening->all[rank];
    int number = opening->mine.number != 0 ? opening->mine.number : theirs->number;
    if (number != 0)
        return file_raise(file_none(), opening->call, number, "opened", name);
    if (error == MPI_ERR_NOT_SAME)
        return error_raise(file_none(), opening->call, error,
                           "the access mode differs: %d at rank 0, %d at rank %d",
                           opening->all[0].amode, theirs->amode, rank);
    return error_raise(
        file_none(), opening->call, error,
        error == MPI_ERR_NO_MEM ? FULL_HEAP : "rank %d of the communicator cannot open it", rank);
}

/* Ends the opening of a file that is open at all processes. */
static void enter(MPI_File file) {
    comm_make_inner(file->comm, "MPI_File");
    errhandler_release(file->comm->errhandler);
    file->state = FILE_MADE;
    file->older = file_newest;
    file_newest = file;
    file_set_handler(file, file_handler(MPI_FILE_NULL));
    struct stat status;
    if ((file->amode & MPI_MODE_APPEND) != 0 && fstat(file->descriptor, &status) == 0)
        file->position = status.st_size;
    if (shared_pointer_open)
        shared_pointer_open(file);
}

static NODE_LOCAL int key = MPI_KEYVAL_INVALID;

static int report(UNUSED MPI_Comm comm, UNUSED int keyval, UNUSED void *value, UNUSED void *extra) {
    int count = 0;
    for (MPI_File file = file_newest; file; file = file->older)
        count++;
    return left_told(&key, count, "file", count ? file_newest->name : NULL, "MPI_File_close");
}

/* From now on MPI_Finalize tells of files that were not closed. Returns MPI_SUCCESS or an error's
 * class. */
static int left_files(void) {
    return left_start(&key, report);
}

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    struct opening opening = {.call = __func__, .comm = comm_object(comm)};
    if (!opening.comm || comm_is_inter(opening.comm))
        return error_raise(file_none(), __func__, MPI_ERR_COMM, "the communicator is %s",
                           !opening.comm ? "MPI_COMM_NULL or freed, or MPI is not initialized"
                                         : "an intercommunicator: a file has one group");
    RETURN_IF_NULL_ON(file_none(), fh, filename);
    const char *wrong = wrong_with(amode);
    if (wrong)
        return error_raise(file_none(), __func__, MPI_ERR_AMODE, "the access mode is %d: %s", amode,
                           wrong);
    RETURN_UNLESS_HINTS(file_none(), __func__, info);
    opening.all = calloc((size_t)opening.comm->local->size, sizeof *opening.all);
    if (!opening.all)
        return error_raise(file_none(), __func__, MPI_ERR_NO_MEM, FULL_HEAP);
    MPI_File file = opening.file = begin(filename, amode, info);
    opening.mine = (struct told){
        .error = file ? left_files() : MPI_ERR_NO_MEM, .amode = amode, .context = context_next()};
    int rank = 0, error = open_by_all(&opening, &rank);
    if (error != MPI_SUCCESS) {
        error = refuse(&opening, error, rank, filename);
        if (file)
            undo(file);
    } else {
        enter(file);
        *fh = file;
    }
    free(opening.all);
    return error;
}

/* Returns when all processes have closed the file, and, with MPI_MODE_DELETE_ON_CLOSE, when it is
 * gone. */
int MPI_File_close(MPI_File *fh) {
    RETURN_IF_NULL_ON(file_none(), fh);
    MPI_File file = *fh;
    RETURN_UNLESS_FILE(file);
    if (file->outstanding > 0)
        return FAIL_FILE(file, MPI_ERR_REQUEST,
                         "%d request%s of the file %s left: wait for %s before", file->outstanding,
                         file->outstanding == 1 ? "" : "s", file->outstanding == 1 ? "is" : "are",
                         file->outstanding == 1 ? "it" : "them");
    if (file->split.begun)
        return file_unended(file, __func__, MPI_ERR_REQUEST);
    if (shared_pointer_close)
        shared_pointer_close(file);
    if (atomicity_close)
        atomicity_close(file);
    int closed = close(file->descriptor) == 0 ? 0 : errno, gone = 0;
    PMPI_Barrier(file->comm);
    if ((file->amode & MPI_MODE_DELETE_ON_CLOSE) != 0) {
        if (file->comm->rank == 0 && unlink(file->name) != 0)
            gone = errno;
        collective_broadcast(file->comm, &gone, sizeof gone, 0);
    }
    int error = MPI_SUCCESS;
    if (closed != 0 || gone != 0)
        error = file_raise(file->comm, __func__, closed != 0 ? closed : gone,
                           closed != 0 ? "closed" : "deleted", file->name);
    MPI_File *link = &file_newest;
    while (*link != file)
        link = &(*link)->older;
    *link = file->older;
    view_end(&file->view);
    file->comm->errhandler = MPI_ERRORS_RETURN;
    errhandler_release(file->own);
    making_free(&file->comm);
    let_go(file);
    *fh = MPI_FILE_NULL;
    return error;
}

/* A file that is open may be deleted: whoever has it open goes on with it. */
int MPI_File_delete(const char *filename, MPI_Info info) {
    RETURN_IF_NULL_ON(file_none(), filename);
    RETURN_UNLESS_HINTS(file_none(), __func__, info);
    return unlink(filename) == 0 ? MPI_SUCCESS
                                 : file_raise(file_none(), __func__, errno, "deleted", filename);
}
