/* The request of a send or a receive. */
#ifndef MPI_MESSAGE_REQUEST_H
#define MPI_MESSAGE_REQUEST_H

#include "mpi/message/request.h"
#include "mpi/message/transfer.h"

struct message_request {
    struct MPI_ABI_Request request;
    bool receives;
    struct message_request *next_active; /* in the list of overlap.c */
    uint64_t sum;                        /* of the first bytes in the buffer (overlap.c) */
    MPI_Count summed;                    /* how many */
    bool changed;                        /* whether the program has written to them */
    MPI_Datatype type;                   /* an object, with a reference */
    struct transfer transfer;            /* not begun if its `world` is MPI_PROC_NULL */
};

#endif
