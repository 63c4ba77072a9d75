/* Finds wrong answers to requests that are null, inactive, freed while active, or cancelled (MPI
 * 5.0, sections 3.7 to 3.9). */
#include "corners.h"

/* Whether a status is the empty one, which null and inactive requests give. */
static int is_empty(const MPI_Status *status) {
    int cancelled;
    MPI_Test_cancelled(status, &cancelled);
    return status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG &&
           status->MPI_ERROR == MPI_SUCCESS && corners_count(status, MPI_INT) == 0 && !cancelled;
}

/* Calls every function that waits for requests, with requests of which none is active. */
static void nothing_to_wait_for(int count, MPI_Request requests[]) {
    static const MPI_Status spoilt = {.MPI_SOURCE = 77, .MPI_TAG = 78, .MPI_ERROR = 79};
    MPI_Status statuses[3] = {spoilt, spoilt, spoilt};
    int flag = 0, index = 5, some = 5, indices[3];
    check(MPI_Waitall(count, requests, statuses) == MPI_SUCCESS && is_empty(&statuses[0]) &&
          is_empty(&statuses[count - 1]));
    statuses[0] = spoilt;
    check(MPI_Testall(count, requests, &flag, statuses) == MPI_SUCCESS && flag &&
          is_empty(&statuses[0]));
    statuses[0] = spoilt;
    check(MPI_Waitany(count, requests, &index, &statuses[0]) == MPI_SUCCESS &&
          index == MPI_UNDEFINED && is_empty(&statuses[0]));
    statuses[0] = spoilt;
    flag = index = 0;
    check(MPI_Testany(count, requests, &index, &flag, &statuses[0]) == MPI_SUCCESS && flag &&
          index == MPI_UNDEFINED && is_empty(&statuses[0]));
    MPI_Waitsome(count, requests, &some, indices, statuses);
    check(some == MPI_UNDEFINED);
    some = 5;
    MPI_Testsome(count, requests, &some, indices, MPI_STATUSES_IGNORE);
    check(some == MPI_UNDEFINED);
    statuses[0] = spoilt;
    flag = index = 0;
    check(MPI_Request_get_status_any(count, requests, &index, &flag, &statuses[0]) == MPI_SUCCESS &&
          flag && index == MPI_UNDEFINED && is_empty(&statuses[0]));
    statuses[0] = statuses[count - 1] = spoilt;
    flag = 0;
    MPI_Request_get_status_all(count, requests, &flag, statuses);
    check(flag && is_empty(&statuses[0]) && is_empty(&statuses[count - 1]));
    some = 5;
    MPI_Request_get_status_some(count, requests, &some, indices, MPI_STATUSES_IGNORE);
    check(some == MPI_UNDEFINED);
    for (int i = 0; i < count; i++) {
        MPI_Request same = requests[i];
        statuses[0] = statuses[1] = spoilt;
        flag = 0;
        MPI_Wait(&requests[i], &statuses[0]);
        MPI_Test(&requests[i], &flag, &statuses[1]);
        check(flag && is_empty(&statuses[0]) && is_empty(&statuses[1]));
        flag = 0;
        statuses[0] = spoilt;
        MPI_Request_get_status(requests[i], &flag, &statuses[0]);
        check(flag && requests[i] == same && is_empty(&statuses[0]));
    }
}

/* Calls functions that wait for requests with null requests, and with lists that have none. Others
 * refuse them. */
CORNER(no_requests) {
    MPI_Request null[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, bad = NULL;
    MPI_Message message = MPI_MESSAGE_NULL;
    nothing_to_wait_for(2, null);
    int flag = 0, index = 5, some = 5;
    check(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    check(MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE) == MPI_SUCCESS && flag);
    MPI_Waitany(0, NULL, &index, MPI_STATUS_IGNORE);
    check(index == MPI_UNDEFINED);
    MPI_Testsome(0, NULL, &some, NULL, MPI_STATUSES_IGNORE);
    check(some == MPI_UNDEFINED);
    refused(MPI_ERR_REQUEST, MPI_Wait(&bad, MPI_STATUS_IGNORE));
    refused(MPI_ERR_REQUEST, MPI_Start(&null[0]));
    refused(MPI_ERR_REQUEST, MPI_Request_free(&null[0]));
    refused(MPI_ERR_REQUEST, MPI_Cancel(&null[0]));
    refused(MPI_ERR_REQUEST, MPI_Mrecv(&some, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
}

/* Each process sends to the next one by persistent requests, which are completed in each order. At
 * the end a send is freed while it is active. */
CORNER(persistent) {
    int sent = 0, got = -1, flag = 0, index;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[3];
    MPI_Send_init(&sent, 1, MPI_INT, next, 1, comm, &requests[0]);
    MPI_Recv_init(&got, 1, MPI_INT, before, 1, comm, &requests[2]);
    nothing_to_wait_for(3, requests);
    for (sent = 0; sent < 3; sent++) {
        MPI_Startall(1, &requests[2]);
        MPI_Start(&requests[0]);
        for (int done = 0; done < 2; done++) {
            MPI_Waitany(3, requests, &index, &statuses[0]);
            check(index == 0 || (index == 2 && got == sent && statuses[0].MPI_SOURCE == before &&
                                 statuses[0].MPI_TAG == 1));
        }
        nothing_to_wait_for(3, requests);
    }
    /* MPI_Request_get_status leaves the request active. */
    MPI_Startall(1, &requests[2]);
    MPI_Start(&requests[0]);
    while (!flag)
        MPI_Request_get_status(requests[2], &flag, &statuses[0]);
    MPI_Request_free(&requests[0]);
    check(requests[0] == MPI_REQUEST_NULL);
    statuses[2].MPI_SOURCE = -77;
    MPI_Waitall(3, requests, statuses);
    check(statuses[2].MPI_SOURCE == before && got == 3);
    MPI_Request_free(&requests[2]);
    /* One that is not persistent ends by itself, too. */
    MPI_Issend(&next, 1, MPI_INT, next, 2, comm, &requests[0]);
    MPI_Request_free(&requests[0]);
    MPI_Recv(&got, 1, MPI_INT, before, 2, comm, MPI_STATUS_IGNORE);
    check(requests[0] == MPI_REQUEST_NULL && got == rank);
}

/* Looks at several requests, of which some are done, leave all as they are. */
CORNER(looked_at) {
    int got[2] = {0}, sent[2] = {1, 2}, index = 7, flag = 0, some, indices[3];
    MPI_Request requests[3] = {MPI_REQUEST_NULL};
    MPI_Status statuses[3];
    MPI_Irecv(&got[0], 1, MPI_INT, before, 30, comm, &requests[1]);
    MPI_Irecv(&got[1], 1, MPI_INT, before, 31, comm, &requests[2]);
    MPI_Request_get_status_all(3, requests, &flag, statuses);
    check(!flag);
    MPI_Send(&sent[1], 1, MPI_INT, next, 31, comm);
    while (!flag)
        MPI_Request_get_status_any(3, requests, &index, &flag, &statuses[0]);
    check(index == 2 && got[1] == 2 && statuses[0].MPI_TAG == 31);
    MPI_Request_get_status_some(3, requests, &some, indices, statuses);
    check(some == 1 && indices[0] == 2 && statuses[0].MPI_SOURCE == before &&
          statuses[0].MPI_ERROR == MPI_SUCCESS);
    MPI_Barrier(comm);
    MPI_Send(&sent[0], 1, MPI_INT, next, 30, comm);
    for (flag = 0; !flag;)
        MPI_Request_get_status_all(3, requests, &flag, statuses);
    check(got[0] == 1 && statuses[1].MPI_TAG == 30 && statuses[2].MPI_TAG == 31);
    check(requests[1] != MPI_REQUEST_NULL && requests[2] != MPI_REQUEST_NULL);
    MPI_Waitall(3, requests, statuses);
}

/* A communicator is disconnected when what was begun on it is done. What it has brought, a wait
 * tells. */
CORNER(disconnected) {
    int got = 0;
    MPI_Comm copy;
    MPI_Request request;
    MPI_Status status;
    MPI_Comm_dup(comm, &copy);
    MPI_Irecv(&got, 1, MPI_INT, before, 40, copy, &request);
    MPI_Send(&next, 1, MPI_INT, next, 40, copy);
    check(MPI_Comm_disconnect(&copy) == MPI_SUCCESS && copy == MPI_COMM_NULL && got >= 0);
    MPI_Wait(&request, &status);
    check(status.MPI_SOURCE == before && status.MPI_TAG == 40);
    copy = MPI_COMM_WORLD;
    refused(MPI_ERR_COMM, MPI_Comm_disconnect(&copy));
}

/* A receive can always be cancelled. If a send was to be cancelled, the sender tells the receiver
 * by another message whether it was, so that the receiver knows whether to expect the data. */
CORNER(cancelled) {
    static _Thread_local char data[100000], buffer[100000 + MPI_BSEND_OVERHEAD];
    const int lengths[] = {0, 8, 100000};
    int flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(data, 1, MPI_INT, MPI_ANY_SOURCE, 20, comm, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    check(flag && request == MPI_REQUEST_NULL);
    /* A persistent request can be started again after that. */
    MPI_Recv_init(data, 1, MPI_INT, before, 21, comm, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    check(flag && request != MPI_REQUEST_NULL);
    MPI_Barrier(comm);
    MPI_Start(&request);
    MPI_Send(&next, 1, MPI_INT, next, 21, comm);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    check(!flag && status.MPI_SOURCE == before);
    MPI_Request_free(&request);
    void *attached = &buffer;
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int i = 0; i < 9; i++) {
        int told;
        (i < 3   ? MPI_Isend
         : i < 6 ? MPI_Issend
                 : MPI_Ibsend)(data, lengths[i % 3], MPI_BYTE, next, 22, comm, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        check(flag); /* nobody receives it */
        MPI_Sendrecv(&flag, 1, MPI_INT, next, 23, &told, 1, MPI_INT, before, 23, comm, &status);
        if (!told)
            MPI_Recv(data, lengths[i % 3], MPI_BYTE, before, 22, comm, &status);
        MPI_Iprobe(before, 22, comm, &flag, &status);
        check(!flag);
        MPI_Barrier(comm);
    }
    MPI_Buffer_detach(&attached, &flag); /* waits for no message that was cancelled */
}
