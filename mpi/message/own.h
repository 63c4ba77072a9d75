/* Messages of a process to itself. */
#ifndef MPI_OWN_H
#define MPI_OWN_H

#include "mpi/message/transfer.h"

/* Sends a message to this process. One that no receive matches is copied, if it is a short one. */
void own_send(struct transfer *send);

/* A receive takes a message of this process that has no copy. */
void own_receive(struct transfer *receive, struct kept *kept);

#endif
