/* Packets of windows that arrive. Its handlers replace those of mpi/message, and pass other packets
 * on to these: so a program without windows is linked without them. */
#ifndef MPI_WINDOW_ARRIVAL_H
#define MPI_WINDOW_ARRIVAL_H

#include "mpi/window/packet.h"
#include "mpi/window/window.h"

/* From now on packets are taken in while the program computes, too, if they need no memory. Called
 * when a window is made. Returns whether there was memory. */
bool arrival_start(void);

/* Carries out an operation of this process on its own window, if it lies in exposed memory, and
 * returns whether it does; if not, the window notes that it was refused. */
bool arrival_own(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
                 const uint8_t *operands, uint8_t *result);

/* Forgets the state of short packets of a window that is to be freed. */
void arrival_forget(MPI_Win window);

#endif
