/* An access to a file: its arguments, how they are checked, and how it is carried out by one
 * process (MPI 5.0, section 14.4). */
#ifndef MPI_FILE_ACCESS_H
#define MPI_FILE_ACCESS_H

#include <stdbool.h>

#include "mpi/file/move.h"

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

/* Checks an access and carries it out alone: a blocking, noncollective call. */
int access_perform(struct access *access, MPI_Status *status);

/* Finds the position that a seek leads to, from the position `current`, both in etypes. Returns
 * MPI_SUCCESS or a class, raised in the function `call`. */
int access_seek(MPI_File file, const char *call, MPI_Offset offset, int whence, MPI_Offset current,
                MPI_Offset *position);

#endif
