/* An access to a file: its arguments, how they are checked, and how it is carried out by one
 * process (MPI 5.0, section 14.4). */
#ifndef MPI_FILE_ACCESS_H
#define MPI_FILE_ACCESS_H

#include <stdbool.h>

#include "mpi/file/move.h"
#include "mpi/object/error.h"

/* Which access this is. */
enum {
    ACCESS_WRITES = 1,
    ACCESS_COLLECTIVE = 2,
    ACCESS_SHARED = 4,    /* by the shared pointer */
    ACCESS_INDIVIDUAL = 8 /* by the individual one; without either, at an offset */
};

struct access {
    const char *call; /* the function that the program has called */
    MPI_File file;    /* the handle */
    int how;          /* a set of the constants above */
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype; /* the handle */
    MPI_Offset offset;     /* in etypes of the view */

    /* After the checks. */
    MPI_Datatype type;    /* the object */
    MPI_Count bytes;      /* in the file */
    struct memory memory; /* from access_begin on: the data moved */
    char *converted;      /* numbers in the file's representation, or null */

    /* After it was carried out. */
    MPI_Count moved; /* bytes in the file */
};

/* An access by the arguments of the function in which this stands, which have the standard's
 * names. */
#define ACCESS(what, at)                                                                           \
    (&(struct access){.call = __func__,                                                            \
                      .file = fh,                                                                  \
                      .how = what,                                                                 \
                      .buffer = (void *)(uintptr_t)buf,                                            \
                      .count = count,                                                              \
                      .datatype = datatype,                                                        \
                      .offset = at})

/* The parameters of accesses at an offset, and at a pointer, with the type of the buffer. */
#define ACCESS_AT(buffer)                                                                          \
    MPI_File fh, MPI_Offset offset, buffer buf, int count, MPI_Datatype datatype
#define ACCESS_POINTED(buffer) MPI_File fh, buffer buf, int count, MPI_Datatype datatype

/* Define the nonblocking form of an access, and both functions of its split collective one: their
 * names, the function that carries them out, the parameters with the type of the buffer, and the
 * access. */
#define ACCESS_BEGUN(begins, by, parameters, buffer, given)                                        \
    int begins(parameters(buffer), MPI_Request *request) {                                         \
        return later_perform(given, by, request);                                                  \
    }
#define ACCESS_SPLIT(begins, ends, by, parameters, buffer, given)                                  \
    int begins(parameters(buffer)) {                                                               \
        struct access *begun = given;                                                              \
        return later_begin(begun, by(begun));                                                      \
    }                                                                                              \
    int ends(MPI_File fh, buffer buf, MPI_Status *status) {                                        \
        return later_end(__func__, fh, buf, status);                                               \
    }

/* Whether a file may be used other than by the shared pointer: one that is opened for use in a
 * sequence may not. Returns MPI_SUCCESS or a class, raised in the function `call`. */
int access_in_any_order(MPI_File file, const char *call);

/* Checks the arguments. Raises an error, and returns its class. */
int access_check(struct access *access);

/* Begins an access with checked arguments and a known offset: converts data to write. access_end
 * converts data read, and frees memory. Both return a class that has been raised, or MPI_SUCCESS.
 */
int access_begin(struct access *access);
int access_end(struct access *access);

/* Moves the bytes, by this process alone. Returns an errno, or 0. */
int access_move(struct access *access);

/* Ends an access that access_begin has begun with `error`, and that was carried out then with the
 * errno `number`, or 0: moves the individual pointer, if it is by that. Returns an error, raised.
 */
int access_finish(struct access *access, int error, int number);

/* Carries out an access whose arguments have been checked, from its begin to its end, by this
 * process alone. Returns an error, raised. */
int access_alone(struct access *access);

/* Returns the bytes in a status: the size in memory of the elements moved. Fills in a status, which
 * may be null. */
MPI_Count access_bytes(const struct access *access);
void access_status(MPI_Status *status, MPI_Count bytes);

/* Carries out a blocking access by a function that checks it first. */
int access_perform(struct access *access, MPI_Status *status, int (*by)(struct access *access));

/* Finds the position that a seek leads to, from the position `current`, both in etypes. Returns
 * MPI_SUCCESS or a class, raised in the function `call`. */
int access_seek(MPI_File file, const char *call, MPI_Offset offset, int whence, MPI_Offset current,
                MPI_Offset *position);

/* Checks an access and carries it out, by this process alone. Returns an error, raised. */
int individual_access(struct access *access);

/* Checks an access and carries it out, by all processes of the file: together, if that pays.
 * Returns an error, raised. The access has the bytes moved. */
int collective_access(struct access *access);

/* The same for one whose arguments access_check has checked, with the error that this has returned.
 */
int collective_checked(struct access *access, int error);

/* ---- The shared pointer ----
 *
 * The shared pointer of a file (MPI 5.0, section 14.4.4): a number of etypes in a window of rank 0.
 */

/* Make the window of a file that all its processes open, and free it: all of them call this. Only
 * programs that use the shared pointer have them, so open.c declares them as weak. */
void shared_pointer_open(MPI_File file);
void shared_pointer_close(MPI_File file);

/* Sets the pointer. All processes call this, and when it returns at one of them, it is set. */
void shared_pointer_set(MPI_File file, MPI_Offset position);

/* Returns it. */
MPI_Offset shared_pointer_get(MPI_File file);

/* Carry out an access by the pointer: by one process, or by all in the order of their ranks. Return
 * an error, raised. */
int shared_pointer_access(struct access *access);
int shared_pointer_ordered(struct access *access);

/* ---- Accesses that end in a later call ----
 *
 * Accesses that end in a call of their own: nonblocking and split collective ones (MPI 5.0,
 * sections 14.4.2 to 14.4.5). The host answers at once, so they are carried out when they begin,
 * and the later call only returns the result. A nonblocking collective one must not wait, so each
 * process carries out its part alone. */

/* Carries out an access by a function that checks it first, and makes a request of it that is done.
 * Returns an error, raised. */
int later_perform(struct access *access, int (*by)(struct access *access), MPI_Request *request);

/* Notes a split access that was carried out with this error, which has been raised. Returns the
 * error. */
int later_begin(const struct access *access, int error);

/* Ends a split access, in the function `call`, whose name is that of the one that has begun it,
 * with "end" in the place of "begin". */
int later_end(const char *call, MPI_File file, const void *buffer, MPI_Status *status);

#endif
