/* Collective accesses that few processes carry out for all: two phases (del Rosario, Bordawekar and
 * Choudhary, "Improved parallel I/O via a two-phase run-time access strategy", 1993).
 *
 * What all access is cut into windows of the file, one for each process that carries them out. In a
 * round each process tells each of these which bytes of its window it writes, with the bytes, or
 * which it reads; that one writes or reads all of them with few requests, because bytes of one
 * process lie beside those of others, and answers. Further rounds go through the rest of the
 * file. */
#ifndef MPI_FILE_TOGETHER_H
#define MPI_FILE_TOGETHER_H

#include "mpi/file/access.h"

/* What each process tells of its part of a collective access. */
struct together_part {
    MPI_Offset low, high;    /* the places in the file between which its bytes lie */
    MPI_Count bytes, pieces; /* of the file */
    MPI_Count requests;      /* how many it would make by itself */
    int error;               /* it takes no part then; or MPI_SUCCESS */
    int hint;                /* enum together_hint */
};

/* What the hint collective_buffering says (section 14.2.8). */
enum together_hint { TOGETHER_OPEN, TOGETHER_NEVER, TOGETHER_ALWAYS };

/* The tag of what processes ask of a window (window.h). */
enum { TOGETHER_ASKED = 1 };

/* Returns what this process has to tell of an access that access_begin has begun. */
struct together_part together_describe(const struct access *access);

/* Whether the parts of all processes take less time together. All of them come to the same
 * result. */
bool together_pays(MPI_File file, const struct together_part parts[]);

/* Carries out an access together. Returns an errno, or 0, and sets access->moved. */
int together_move(struct access *access, const struct together_part parts[]);

#endif
