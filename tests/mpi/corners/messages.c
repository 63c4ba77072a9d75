/* Finds a message that a probe loses, a wrong use of the attached buffer or the greatest tag, and
 * errors of messages that pass (MPI 5.0, sections 3.6, 3.8 and 9.3). */
#include "corners.h"

enum { MANY = 20 };

/* A message that MPI_Mprobe has taken matches no other receive: the next receive gets the message
 * behind it. */
CORNER(probes) {
    int first = 1, second = 2, got[2] = {0}, flag;
    MPI_Request requests[2], receive;
    MPI_Status status;
    MPI_Message message;
    MPI_Isend(&first, 1, MPI_INT, next, 1, comm, &requests[0]);
    MPI_Issend(&second, 1, MPI_INT, next, 1, comm, &requests[1]);
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &message, &status);
    check(corners_count(&status, MPI_INT) == 1);
    check(status.MPI_SOURCE == before && status.MPI_TAG == 1);
    MPI_Recv(&got[1], 1, MPI_INT, before, 1, comm, &status);
    MPI_Imrecv(&got[0], 2, MPI_INT, &message, &receive);
    check(message == MPI_MESSAGE_NULL);
    MPI_Wait(&receive, &status);
    check(corners_count(&status, MPI_INT) == 1 && status.MPI_TAG == 1);
    check(got[0] == 1 && got[1] == 2);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    message = MPI_MESSAGE_NO_PROC;
    MPI_Improbe(before, 1, comm, &flag, &message, &status);
    check(!flag);
    MPI_Barrier(comm);
}

/* Attaches buffers, at any address, that hold some messages to the last byte, and one that has room
 * only for a message without data. MPI_Buffer_detach waits until the messages have left. */
CORNER(buffers) {
    int data[MANY] = {0}, got[MANY], packed, bytes;
    void *given;
    char *memory = malloc(4096);
    MPI_Request request;
    MPI_Pack_size(MANY, MPI_INT, comm, &packed);
    int room = 3 * (packed + MPI_BSEND_OVERHEAD);
    for (int shift = 0; shift < 9; shift++) {
        check(MPI_Buffer_attach(memory + shift, room) == MPI_SUCCESS);
        for (data[0] = 0; data[0] < 3; data[0]++)
            check(MPI_Bsend(data, MANY, MPI_INT, next, 2 + data[0], comm) == MPI_SUCCESS);
        for (int i = 2; i >= 0; i--) {
            MPI_Recv(got, MANY, MPI_INT, before, 2 + i, comm, MPI_STATUS_IGNORE);
            check(got[0] == i);
        }
        MPI_Buffer_detach(&given, &bytes);
        check(given == memory + shift && bytes == room);
    }
    MPI_Buffer_attach(memory, MPI_BSEND_OVERHEAD);
    check(MPI_Bsend(NULL, 0, MPI_INT, next, 5, comm) == MPI_SUCCESS);
    MPI_Recv(NULL, 0, MPI_INT, before, 5, comm, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&given, &bytes);
    refused(MPI_ERR_BUFFER, MPI_Bsend(data, MANY, MPI_INT, next, 5, comm));
    MPI_Buffer_attach(memory, 4096);
    refused(MPI_ERR_BUFFER, MPI_Buffer_attach(memory, 4096));
    MPI_Bsend_init(data, MANY, MPI_INT, next, 6, comm, &request);
    for (data[0] = 10; data[0] < 12; data[0]++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Buffer_detach(&given, &bytes);
    memset(memory, 0, 4096);
    for (int i = 10; i < 12; i++) {
        MPI_Recv(got, MANY, MPI_INT, before, 6, comm, MPI_STATUS_IGNORE);
        check(got[0] == i);
    }
    free(memory);
}

/* A message of a process to itself, with the greatest tag. */
CORNER(to_itself) {
    int sent = 3, got = 0, most, *most_tag, flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Comm_get_attr(comm, MPI_TAG_UB, &most_tag, &flag);
    most = *most_tag;
    MPI_Irecv(&got, 1, MPI_INT, rank, most, comm, &request);
    MPI_Ssend(&sent, 1, MPI_INT, rank, most, comm);
    MPI_Wait(&request, &status);
    check(got == 3 && status.MPI_SOURCE == rank && status.MPI_TAG == most);
}

/* An error handler may communicate. */
static _Thread_local int handled;

static void handle(MPI_Comm *comm, int *code, ...) {
    int sent = *code, got = 0, own;
    MPI_Request request;
    MPI_Comm_rank(*comm, &own);
    MPI_Irecv(&got, 1, MPI_INT, own, 9, *comm, &request);
    MPI_Send(&sent, 1, MPI_INT, own, 9, *comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    handled = corners_class(got);
}

CORNER(errors) {
    int data[4] = {1, 2, 3, 4}, got[4] = {0};
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Errhandler handler, found;
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_get_errhandler(comm, &found);
    check(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    MPI_Sendrecv(data, 4, MPI_INT, next, 0, got, 2, MPI_INT, before, 0, comm, &statuses[0]);
    check(handled == MPI_ERR_TRUNCATE && got[1] == 2 && got[2] == 0);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Irecv(&got[0], 1, MPI_INT, before, 1, comm, &requests[0]);
    MPI_Irecv(&got[2], 2, MPI_INT, before, 2, comm, &requests[1]);
    MPI_Send(data, 2, MPI_INT, next, 2, comm);
    MPI_Send(data, 2, MPI_INT, next, 1, comm);
    refused(MPI_ERR_IN_STATUS, MPI_Waitall(2, requests, statuses));
    check(corners_class(statuses[0].MPI_ERROR) == MPI_ERR_TRUNCATE &&
          statuses[1].MPI_ERROR == MPI_SUCCESS);
    check(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL && got[3] == 2);
}
