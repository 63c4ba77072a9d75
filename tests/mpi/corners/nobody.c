/* Finds a call about messages that does something with MPI_PROC_NULL as the other process (MPI 5.0,
 * section 3.10). */
#include "corners.h"

enum { KEPT = 2 }; /* the value that no receive may change */

static int is_nobody(const MPI_Status *status) {
    return status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG &&
           corners_count(status, MPI_INT) == 0;
}

CORNER(blocking) {
    int word = KEPT;
    MPI_Status status;
    check(MPI_Send(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    check(MPI_Ssend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    check(MPI_Rsend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    check(MPI_Bsend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    check(MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    MPI_Recv(&word, 1, MPI_INT, MPI_PROC_NULL, 3, comm, &status);
    check(is_nobody(&status) && word == KEPT);
    MPI_Sendrecv(&word, 1, MPI_INT, MPI_PROC_NULL, 0, &word, 1, MPI_INT, MPI_PROC_NULL, 0, comm,
                 &status);
    check(is_nobody(&status) && word == KEPT);
    MPI_Sendrecv_replace(&word, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, comm, &status);
    check(is_nobody(&status) && word == KEPT);
}

CORNER(probes) {
    int word = KEPT, flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Request request;
    MPI_Probe(MPI_PROC_NULL, 3, comm, &status);
    check(is_nobody(&status));
    MPI_Iprobe(MPI_PROC_NULL, MPI_ANY_TAG, comm, &flag, &status);
    check(flag && is_nobody(&status));
    MPI_Mprobe(MPI_PROC_NULL, 3, comm, &message, &status);
    check(message == MPI_MESSAGE_NO_PROC && is_nobody(&status));
    status.MPI_SOURCE = 0;
    MPI_Mrecv(&word, 1, MPI_INT, &message, &status);
    check(message == MPI_MESSAGE_NULL && is_nobody(&status) && word == KEPT);
    flag = 0;
    MPI_Improbe(MPI_PROC_NULL, 3, comm, &flag, &message, &status);
    check(flag && message == MPI_MESSAGE_NO_PROC);
    MPI_Imrecv(&word, 1, MPI_INT, &message, &request);
    check(message == MPI_MESSAGE_NULL);
    MPI_Wait(&request, &status);
    check(is_nobody(&status) && request == MPI_REQUEST_NULL && word == KEPT);
}

CORNER(requests) {
    enum { MANY = 6 };
    int word = KEPT;
    MPI_Request some[MANY];
    MPI_Status statuses[MANY];
    MPI_Isend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[0]);
    MPI_Issend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[1]);
    MPI_Irsend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[2]);
    MPI_Ibsend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[3]);
    MPI_Irecv(&word, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, comm, &some[4]);
    MPI_Isendrecv(&word, 1, MPI_INT, MPI_PROC_NULL, 0, &word, 1, MPI_INT, MPI_PROC_NULL, 0, comm,
                  &some[5]);
    MPI_Waitall(MANY, some, statuses);
    check(is_nobody(&statuses[4]) && is_nobody(&statuses[5]) && word == KEPT);
    MPI_Send_init(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[0]);
    MPI_Ssend_init(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[1]);
    MPI_Rsend_init(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[2]);
    MPI_Bsend_init(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[3]);
    MPI_Recv_init(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[4]);
    for (int again = 0; again < 2; again++) {
        statuses[4].MPI_SOURCE = 0;
        MPI_Startall(MANY - 1, some);
        MPI_Waitall(MANY - 1, some, statuses);
        check(is_nobody(&statuses[4]) && word == KEPT);
    }
    corners_free(MANY - 1, some);
    MPI_Irecv(&word, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &some[0]);
    check(MPI_Cancel(&some[0]) == MPI_SUCCESS);
    check(MPI_Wait(&some[0], MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

/* However much it is (MPI 5.0, section 2.5.8). */
CORNER(much_to_nobody) {
    const MPI_Count much = (MPI_Count)1 << 60;
    int word = KEPT;
    MPI_Request request;
    MPI_Status status;
    MPI_Win win;
    check(MPI_Send_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    check(MPI_Isend_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, comm, &request) == MPI_SUCCESS);
    check(MPI_Wait(&request, &status) == MPI_SUCCESS);
    MPI_Recv_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, comm, &status);
    check(is_nobody(&status) && word == KEPT);
    MPI_Sendrecv_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, &word, much, MPI_INT, MPI_PROC_NULL, 0,
                   comm, &status);
    check(is_nobody(&status) && word == KEPT);
    MPI_Sendrecv_replace_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, comm, &status);
    check(is_nobody(&status) && word == KEPT);
    MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, comm, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    check(MPI_Put_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, much, MPI_INT, win) == MPI_SUCCESS);
    check(MPI_Get_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, much, MPI_INT, win) == MPI_SUCCESS);
    check(MPI_Rput_c(&word, much, MPI_INT, MPI_PROC_NULL, 0, much, MPI_INT, win, &request) ==
          MPI_SUCCESS);
    check(MPI_Wait(&request, &status) == MPI_SUCCESS && word == KEPT);
    MPI_Win_free(&win);
}
