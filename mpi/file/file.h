/* Files that all processes of a communicator open together (MPI 5.0, chapter 14), in the folder of
 * cuberun --dir.
 *
 * Each process has the file open by itself, and reads and writes it by POSIX's calls and by
 * requests for many pieces at once (libc/file_pieces.h). A write changes the host's file at once,
 * so the others read it: no cache needs to be kept consistent.
 *
 *   - A view says where the bytes of a process's data lie in the file, by a datatype, whose pieces
 *     are places in the file as those of others are places in memory (view.h).
 *   - An access (access.h) is checked, finds its place, and moves its bytes between pieces of
 * memory and pieces of the file (move.h). A collective one is carried out by few processes for all,
 * if that takes fewer requests (together.h).
 *   - The shared pointer is a word in a window of rank 0 (shared.c), and in the atomic mode each
 *     access holds the lock of another window (atomicity.c): a program that uses neither is linked
 *     without windows.
 *
 * A file has a communicator of its own, whose error handler calls the file's. */
#ifndef MPI_FILE_FILE_H
#define MPI_FILE_FILE_H

#include <stdbool.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/file/view.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"

/* A split collective access that has begun and not ended (section 14.4.5). */
struct split {
    const char *begun; /* the function that has begun it, or null */
    const void *buffer;
    MPI_Count bytes; /* that were moved, as a status counts them */
};

struct MPI_ABI_File {
    int state; /* FILE_MADE; memory that was freed has something else there */
    int amode;
    int descriptor;
    int outstanding; /* requests that no wait or test has completed */
    char *name;
    MPI_Comm comm;
    MPI_File older;
    MPI_Info info;
    struct view view;
    MPI_Offset position; /* of the individual pointer, in etypes of the view */
    struct split split;
    bool is_atomic;
    MPI_Win guard;  /* whose lock an access holds in the atomic mode, or MPI_WIN_NULL */
    MPI_Win shared; /* that has the shared pointer, or MPI_WIN_NULL */
    struct MPI_ABI_Errhandler handler; /* calls the program's own (file.c) */
    MPI_Errhandler own;                /* the file's handler */
};

enum { FILE_MADE = 0x4d1f70b7 };

/* The list of this process's files, the newest first. */
extern NODE_LOCAL MPI_File file_newest;

/* Takes a lock of the file before an access, and gives it back, in the atomic mode. Null in
 * programs that never ask for that mode. */
extern NODE_LOCAL void (*file_lock)(MPI_File file, bool writes);
extern NODE_LOCAL void (*file_unlock)(MPI_File file);

/* Whether a handle is a file. */
ALWAYS_INLINE bool file_is(MPI_File file) {
    return handle_is_address(file) && file->state == FILE_MADE;
}

/* Returns the individual pointer of a file; undefined for an invalid handle. */
ALWAYS_INLINE MPI_Offset file_position(MPI_File file) {
    return file_is(file) ? file->position : 0;
}

/* Returns a pseudo-communicator for errors without a file: its handler is that of MPI_FILE_NULL,
 * which is the default of new files. */
MPI_Comm file_none(void);

/* Return the error handler of a file or of MPI_FILE_NULL, and give it another one, to which it gets
 * a reference. */
MPI_Errhandler file_handler(MPI_File file);
void file_set_handler(MPI_File file, MPI_Errhandler handler);

/* Raises the error that the handle given to the function `call` is no file. */
COLD int file_missing(const char *call, MPI_File file);

/* Raises the error `code` of the function `call`: a split collective access of the file has begun
 * and not ended. */
COLD int file_unended(MPI_File file, const char *call, int code);

/* For a function with an argument `fh`: returns with an error if it is not a file. Behind it may
 * follow pointers that must not be null. */
#define RETURN_UNLESS_FILE(...) FILE_AND_POINTERS(__VA_ARGS__, "")
#define FILE_AND_POINTERS(fh, ...)                                                                 \
    if (UNLIKELY(!file_is(fh)))                                                                    \
        return file_missing(__func__, fh);                                                         \
    RETURN_IF_NULL_ON((fh)->comm, __VA_ARGS__)

/* Raises an error of the function in which this stands, on a file. */
#define FAIL_FILE(fh, code, ...) error_raise((fh)->comm, __func__, code, __VA_ARGS__)

/* Returns the error class of an errno of the host. */
int file_class(int number);

/* Raises an error of the host in the function `call`: `number` is the errno, and `what` names the
 * action on the file of this name. Returns the class. */
COLD int file_raise(MPI_Comm comm, const char *call, int number, const char *what,
                    const char *name);

/* Gathers `bytes` bytes of each process of a file at all of them: block r of *all, which the caller
 * frees, is of rank r. Returns MPI_SUCCESS or an error class, raised in the function `call`. */
int file_tell(const char *call, MPI_File file, const void *mine, size_t bytes, void *all);

/* Whether all processes of a collective call have the same number, which may be an error class of
 * theirs. Returns the first process's error, MPI_ERR_NOT_SAME raised in the function `call` where
 * `given` differs, or MPI_SUCCESS. `name` is the program's name of the number. */
int file_agree(const char *call, MPI_File file, int error, long long given, const char *name);

/* The atomic mode of files (MPI 5.0, section 14.6.1). */

/* Frees the window whose lock accesses hold, if there is one. All processes of the file call this.
 * It is only there in programs that set the mode, so open.c declares it as weak. */
void atomicity_close(MPI_File file);

#endif
