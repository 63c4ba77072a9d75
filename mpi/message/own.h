/* Messages of a process to itself. */
#ifndef MPI_OWN_H
#define MPI_OWN_H

#include "mpi/message/transfer.h"

/* Sends a message of this process to itself. If no receive matches it and it is short, it is
 * copied. */
void own_send(struct transfer *send);

/* Gives a receive a message of this process to itself of which there is no copy. */
void own_receive(struct transfer *receive, struct kept *kept);

#endif
