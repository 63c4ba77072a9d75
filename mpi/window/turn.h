/* The order in which a process serves what others and itself ask of its windows, while mpiexec
 * --explore watches (mpi/message/explore.h). Each lock that it grants, and each operation that it
 * carries out, is a decision, whose value is the node that has asked. Decisions are numbered by
 * process, for all its windows.
 *
 * Requests wait in a list. One may be served if no earlier one of its source is there, and if the
 * lock is free that it asks for. Where a source was decided for, the others wait; otherwise the
 * first one is served.
 *
 * An operation is no decision if it changes nothing and returns what the last one of its source
 * did, which was the same: so a program that polls a window has as many decisions however often it
 * does so. It also waits for the source that was decided for, but only when it comes again and
 * again: a program that merely reads twice goes on. */
#ifndef MPI_WINDOW_TURN_H
#define MPI_WINDOW_TURN_H

#include "mpi/message/explore.h"
#include "mpi/window/packet.h"
#include "mpi/window/window.h"

/* A request. The caller fills it in, and keeps it and what it points to until it is served. */
struct turn {
    MPI_Win window;
    struct packet packet;
    const struct piece_list *pieces; /* or null */
    const uint8_t *operands;
    int rank; /* of the source */
    void (*serve)(struct turn *turn);
    struct turn *next; /* turn.c's own */
};

/* Takes a request in, and serves all whose turn it is. */
void turn_take(struct turn *turn);

/* The program sends a request to a rank of a window; and knows that those it has sent there are
 * served, or only those that fetch. */
void turn_asked(MPI_Win window, int rank);
void turn_answered(MPI_Win window, int rank, bool fetched);

#endif
