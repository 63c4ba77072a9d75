/* Collective accesses that few processes carry out for all: two phases (del Rosario, Bordawekar and
 * Choudhary, "Improved parallel I/O via a two-phase run-time access strategy", 1993).
 *
 * The accessed range is cut into windows of the file, one for each process that carries them out.
 * In a round each process sends each of these the pieces of its window to write, with the bytes, or
 * to read; that process accesses all of them with few requests, because pieces of different
 * processes are adjacent, and answers. Further rounds go through the rest of the file. */
#ifndef MPI_FILE_TOGETHER_H
#define MPI_FILE_TOGETHER_H

#include "mpi/file/access.h"

/* A process's description of its part of a collective access. */
struct together_part {
    MPI_Offset low, high;    /* the places in the file between which its bytes lie */
    MPI_Count bytes, pieces; /* of the file */
    MPI_Count requests;      /* requests that it would make alone */
    int error;               /* it takes no part then; or MPI_SUCCESS */
    int hint;                /* enum together_hint */
};

/* The hint collective_buffering (section 14.2.8). */
enum together_hint { TOGETHER_OPEN, TOGETHER_NEVER, TOGETHER_ALWAYS };

/* The tag of requests to a window (window.h). */
enum { TOGETHER_ASKED = 1 };

/* Returns this process's description of an access that access_begin has begun. */
struct together_part together_describe(const struct access *access);

/* Whether the parts of all processes take less time together. The result is the same at all of
 * them. */
bool together_pays(MPI_File file, const struct together_part parts[]);

/* Carries out an access together. Returns an errno, or 0, and sets access->moved. */
int together_move(struct access *access, const struct together_part parts[]);

#endif
