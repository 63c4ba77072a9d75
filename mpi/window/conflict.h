/* Conflicts detected by the strict mode (MPI_STRICT=1): operations of one epoch on the same bytes
 * of a window, except reads, and accumulates with one operator (MPI 5.0, section 12.7). The owner
 * of the window compares each operation with those before it, and raises MPI_ERR_RMA_CONFLICT in
 * its next call that ends an epoch. */
#ifndef MPI_WINDOW_CONFLICT_H
#define MPI_WINDOW_CONFLICT_H

#include "mpi/window/packet.h"
#include "mpi/window/window.h"

/* Notes an operation of a process that is to be carried out. */
void conflict_note(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
                   int rank);

/* Forgets the operations of a process, whose epoch has ended, or all. */
void conflict_forget(MPI_Win window, int rank);
void conflict_end(MPI_Win window);

/* conflict_uses notes that an operation of this process on `rank` uses a buffer of its own, which
 * it fills if `fills`. No operation may use bytes that another one fills, and the program may not
 * write to them, until the operation ends. conflict_used is called when the operations on a rank
 * have ended, or on all (-1). */
void conflict_uses(MPI_Win window, int rank, const struct layout *layout, void *buffer,
                   MPI_Count count, bool fills);
void conflict_used(MPI_Win window, int rank);

#endif
