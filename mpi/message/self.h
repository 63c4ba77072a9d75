/* Messages of a process to itself. */
#ifndef MPI_SELF_H
#define MPI_SELF_H

#include "mpi/message/transfer.h"

/* Sends a message of this process to itself. If no receive matches it and it is short, it is
 * copied. */
void self_send(struct transfer *send);

/* Gives a receive a message of this process to itself of which there is no copy. */
void self_receive(struct transfer *receive, struct kept *kept);

#endif
