/* Finds partitions that arrive early, late or wrong (MPI 5.0, chapter 4), and faults of generalized
 * requests (section 13.2) and of flushes of the buffer (section 3.6). */
#include "corners.h"

/* From each process to the next one: the partitions of both sides differ in number and type, and
 * become ready in any order, three times. */
static void send_round(MPI_Comm comm, int sent, int received) {
    enum { ALL = 24 };
    int from[2 * ALL], to[ALL], flag;
    MPI_Datatype every_other, part;
    MPI_Type_vector(ALL / sent, 1, 2, MPI_INT, &every_other);
    MPI_Type_create_resized(every_other, 0, 2 * ALL / sent * (MPI_Aint)sizeof(int), &part);
    MPI_Type_commit(&part);
    MPI_Request requests[2];
    check(MPI_Precv_init(to, received, ALL / received, MPI_INT, before, 3, comm, MPI_INFO_NULL,
                         &requests[0]) == 0);
    check(MPI_Psend_init_c(from, sent, 1, part, next, 3, comm, MPI_INFO_NULL, &requests[1]) == 0);
    MPI_Type_free(&every_other);
    MPI_Type_free(&part);
    check(MPI_Parrived(requests[0], 0, &flag) == 0 && flag); /* it is inactive */
    for (int turn = 0; turn < 3; turn++) {
        MPI_Status statuses[2];
        for (int i = 0; i < ALL; i++) {
            from[2 * i] = from[2 * i + 1] = 1000 * rank + 100 * turn + i;
            to[i] = -1;
        }
        check(MPI_Startall(2, requests) == 0);
        if (sent > 2) {
            check(MPI_Pready(sent - 1, requests[1]) == 0);
            refused(MPI_ERR_ARG, MPI_Pready(sent - 1, requests[1]));
            check(MPI_Pready_range(1, sent - 2, requests[1]) == 0);
            check(MPI_Pready_list(1, (int[]){0}, requests[1]) == 0);
        } else {
            check(MPI_Pready_range(0, sent - 1, requests[1]) == 0);
        }
        for (int i = received - 1; i >= 0; i--)
            do
                check(MPI_Parrived(requests[0], i, &flag) == 0);
            while (!flag);
        check(MPI_Waitall(2, requests, statuses) == 0);
        check(statuses[0].MPI_SOURCE == before && statuses[0].MPI_TAG == 3);
        check(corners_count(&statuses[0], MPI_INT) == ALL);
        for (int i = 0; i < ALL; i++)
            check(to[i] == 1000 * before + 100 * turn + i);
    }
    corners_free(2, requests);
}

CORNER(send_rounds) {
    send_round(comm, 4, 4);
    send_round(comm, 3, 8);
    send_round(comm, 8, 3);
    send_round(comm, 1, 24);
}

/* A partition comes before the next one is ready. */
CORNER(send_early) {
    int numbers[2] = {rank, -rank}, got[2] = {-1, -1}, flag = 0, word = 0;
    int other = rank ^ 1;
    MPI_Request requests[2];
    if (other >= size)
        return;
    MPI_Psend_init(numbers, 2, 1, MPI_INT, other, 1, comm, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(got, 2, 1, MPI_INT, other, 1, comm, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready(1, requests[0]);
    while (!flag)
        MPI_Parrived(requests[1], 1, &flag);
    check(got[1] == -other);
    MPI_Sendrecv(&rank, 1, MPI_INT, other, 1, &word, 1, MPI_INT, other, 1, comm, MPI_STATUS_IGNORE);
    MPI_Parrived(requests[1], 0, &flag);
    check(!flag || got[0] == other); /* the other one may be ahead */
    MPI_Pready(0, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check(got[0] == other && got[1] == -other && word == other);
    corners_free(2, requests);
}

/* Two with the same tag match in the order in which they were made, not in which they start. */
CORNER(send_two) {
    int numbers[2] = {7, 8}, got[2] = {0};
    MPI_Request sends[2], receives[2];
    for (int i = 0; i < 2; i++) {
        MPI_Psend_init(&numbers[i], 1, 1, MPI_INT, rank, 2, comm, MPI_INFO_NULL, &sends[i]);
        MPI_Precv_init(&got[i], 1, 1, MPI_INT, rank, 2, comm, MPI_INFO_NULL, &receives[i]);
    }
    for (int i = 1; i >= 0; i--) {
        MPI_Start(&sends[i]);
        MPI_Pready(0, sends[i]);
    }
    MPI_Startall(2, receives);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
    check(got[0] == 7 && got[1] == 8);
    corners_free(2, sends);
    corners_free(2, receives);
}

CORNER(refuse_partitions) {
    int number = 0, flag;
    MPI_Request send, receive, other = MPI_REQUEST_NULL;
    refused(MPI_ERR_ARG,
            MPI_Psend_init(&number, -1, 1, MPI_INT, rank, 1, comm, MPI_INFO_NULL, &send));
    refused(MPI_ERR_COUNT, MPI_Precv_init_c(&number, 1, (MPI_Count)1 << 40, MPI_INT, rank, 1, comm,
                                            MPI_INFO_NULL, &receive));
    refused(MPI_ERR_RANK, MPI_Precv_init(&number, 1, 1, MPI_INT, MPI_ANY_SOURCE, 1, comm,
                                         MPI_INFO_NULL, &receive));
    refused(MPI_ERR_TAG, MPI_Precv_init(&number, 1, 1, MPI_INT, rank, MPI_ANY_TAG, comm,
                                        MPI_INFO_NULL, &receive));
    check(MPI_Psend_init(&number, 2, 0, MPI_INT, MPI_PROC_NULL, 1, comm, MPI_INFO_NULL, &send) ==
          0);
    refused(MPI_ERR_REQUEST, MPI_Pready(0, send)); /* it is not active */
    refused(MPI_ERR_REQUEST, MPI_Parrived(send, 0, &flag));
    refused(MPI_ERR_REQUEST, MPI_Pready(0, other));
    check(MPI_Start(&send) == 0);
    refused(MPI_ERR_ARG, MPI_Pready(2, send));
    refused(MPI_ERR_ARG, MPI_Pready_range(1, 0, send));
    refused(MPI_ERR_ARG, MPI_Pready_list(1, NULL, send));
    refused(MPI_ERR_ARG, MPI_Pready_list(-1, &number, send));
    check(MPI_Pready_list(0, NULL, send) == 0);
    check(MPI_Parrived(other, 0, &flag) == 0 && flag);
    check(MPI_Wait(&send, MPI_STATUS_IGNORE) == 0);
    MPI_Request_free(&send);
    /* The two sides have to be as long. A receive that nobody sends to goes unseen. */
    MPI_Status status;
    int two[2];
    MPI_Psend_init(&number, 1, 1, MPI_INT, rank, 1, comm, MPI_INFO_NULL, &send);
    MPI_Precv_init(two, 1, 2, MPI_INT, rank, 1, comm, MPI_INFO_NULL, &receive);
    MPI_Precv_init(two, 1, 2, MPI_INT, rank, 4, comm, MPI_INFO_NULL, &other);
    MPI_Start(&receive);
    refused(MPI_ERR_TRUNCATE, MPI_Wait(&receive, &status));
    MPI_Request_free(&receive);
    MPI_Request_free(&send);
    MPI_Request_free(&other);
}

/* ---- Generalized requests ---- */

static _Thread_local int queried, freed, cancelled, answer;

static int query(void *extra, MPI_Status *status) {
    queried++;
    MPI_Status_set_elements(status, MPI_INT, *(int *)extra);
    MPI_Status_set_cancelled(status, cancelled > 0);
    status->MPI_SOURCE = 12;
    status->MPI_TAG = 13;
    return answer;
}

static int let_go(void *extra) {
    freed += extra ? 1 : 0;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int complete) {
    cancelled += extra && !complete;
    return MPI_SUCCESS;
}

CORNER(complete_own) {
    int elements = 5, flag;
    MPI_Request request, copy;
    MPI_Status status;
    queried = freed = cancelled = answer = 0;
    refused(MPI_ERR_ARG, MPI_Grequest_start(NULL, let_go, cancel, &elements, &request));
    refused(MPI_ERR_ARG, MPI_Grequest_start(query, NULL, cancel, &elements, &request));
    refused(MPI_ERR_REQUEST, MPI_Grequest_complete(MPI_REQUEST_NULL));
    check(MPI_Grequest_start(query, let_go, cancel, &elements, &request) == 0);
    check(MPI_Test(&request, &flag, &status) == 0 && !flag && queried == 0);
    check(MPI_Grequest_complete(request) == 0);
    refused(MPI_ERR_REQUEST, MPI_Grequest_complete(request));
    check(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE) == 0 && flag && queried == 1);
    check(MPI_Wait(&request, &status) == 0 && request == MPI_REQUEST_NULL);
    check(corners_count(&status, MPI_INT) == 5);
    check(status.MPI_SOURCE == 12 && status.MPI_TAG == 13);
    check(queried == 2 && freed == 1);
    /* Cancelled, and freed before it is complete. */
    check(MPI_Grequest_start(query, let_go, cancel, &elements, &request) == 0);
    check(MPI_Cancel(&request) == 0 && cancelled == 1);
    MPI_Grequest_complete(request);
    check(MPI_Waitall(1, &request, &status) == 0);
    MPI_Test_cancelled(&status, &flag);
    check(flag && freed == 2);
    check(MPI_Grequest_start(query, let_go, cancel, &elements, &request) == 0);
    copy = request;
    check(MPI_Request_free(&request) == 0 && freed == 2);
    check(MPI_Grequest_complete(copy) == 0 && freed == 3);
    /* What the query function returns is the operation's error. */
    answer = MPI_ERR_OTHER;
    check(MPI_Grequest_start(query, let_go, cancel, &elements, &request) == 0);
    MPI_Grequest_complete(request);
    refused(MPI_ERR_OTHER, MPI_Wait(&request, &status));
    check(freed == 4);
}

/* ---- The buffer ---- */

CORNER(flush) {
    enum { LONG = 50000 };
    static _Thread_local char buffer[2 * (LONG + MPI_BSEND_OVERHEAD)], memory[LONG];
    char *data = calloc(LONG, 1);
    int other = size - 1 - rank, flag, bytes;
    void *detached;
    MPI_Request requests[2];
    check(MPI_Buffer_flush() == 0);
    MPI_Buffer_attach(buffer, sizeof buffer);
    check(MPI_Buffer_iflush(&requests[0]) == 0);
    check(MPI_Wait(&requests[0], MPI_STATUS_IGNORE) == 0);
    data[LONG - 1] = 17;
    for (int i = 0; i < 2; i++) {
        MPI_Bsend(data, LONG, MPI_CHAR, other, i, comm);
        check(MPI_Buffer_iflush(&requests[i]) == 0);
    }
    MPI_Recv(memory, LONG, MPI_CHAR, other, 0, comm, MPI_STATUS_IGNORE);
    check(MPI_Wait(&requests[0], MPI_STATUS_IGNORE) == 0); /* of the first message alone */
    MPI_Sendrecv(NULL, 0, MPI_INT, other, 2, NULL, 0, MPI_INT, other, 2, comm, MPI_STATUS_IGNORE);
    check(MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE) == 0);
    check(!flag);
    MPI_Sendrecv(NULL, 0, MPI_INT, other, 3, NULL, 0, MPI_INT, other, 3, comm, MPI_STATUS_IGNORE);
    MPI_Recv(memory, LONG, MPI_CHAR, other, 1, comm, MPI_STATUS_IGNORE);
    check(MPI_Buffer_flush() == 0);
    check(MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE) == 0 && flag);
    check(memory[LONG - 1] == 17);
    check(MPI_Buffer_detach(&detached, &bytes) == 0 && detached == buffer);
    free(data);
}

/* A communicator's own buffer has room where the process has none, and takes nothing from others.
 */
CORNER(send_by_own) {
    enum { LONG = 50000 };
    static _Thread_local char buffer[LONG + MPI_BSEND_OVERHEAD], memory[LONG];
    char *data = calloc(LONG, 1);
    int other = size - 1 - rank, bytes = 1, flag;
    void *detached = memory;
    MPI_Count large;
    MPI_Comm copy;
    MPI_Request request;
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    check(MPI_Comm_detach_buffer(copy, &detached, &bytes) == 0 && !detached && bytes == 0);
    check(MPI_Comm_flush_buffer(copy) == 0);
    check(MPI_Comm_iflush_buffer(copy, &request) == 0);
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0);
    check(MPI_Comm_attach_buffer(copy, buffer, sizeof buffer) == 0);
    refused(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(copy, memory, sizeof memory));
    refused(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(comm, NULL, 7));
    refused(MPI_ERR_ARG, MPI_Comm_attach_buffer(comm, memory, -1));
    refused(MPI_ERR_COUNT, MPI_Comm_attach_buffer_c(comm, memory, (MPI_Count)1 << 32));
    refused(MPI_ERR_BUFFER, MPI_Bsend(data, LONG, MPI_CHAR, other, 0, comm)); /* it has none */
    data[LONG - 1] = 23;
    check(MPI_Bsend(data, LONG, MPI_CHAR, other, 0, copy) == 0);
    refused(MPI_ERR_BUFFER, MPI_Bsend(data, LONG, MPI_CHAR, other, 0, copy)); /* it is full */
    check(MPI_Comm_iflush_buffer(copy, &request) == 0);
    check(MPI_Test(&request, &flag, MPI_STATUS_IGNORE) == 0 && !flag);
    MPI_Sendrecv(NULL, 0, MPI_INT, other, 2, NULL, 0, MPI_INT, other, 2, comm, MPI_STATUS_IGNORE);
    MPI_Recv(memory, LONG, MPI_CHAR, other, 0, copy, MPI_STATUS_IGNORE);
    check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0 && memory[LONG - 1] == 23);
    check(MPI_Comm_flush_buffer(copy) == 0);
    check(MPI_Comm_detach_buffer_c(copy, &detached, &large) == 0);
    check(detached == buffer && large == sizeof buffer);
    check(MPI_Comm_attach_buffer_c(copy, MPI_BUFFER_AUTOMATIC, 0) == 0);
    check(MPI_Bsend(data, LONG, MPI_CHAR, other, 1, copy) == 0);
    MPI_Recv(memory, LONG, MPI_CHAR, other, 1, copy, MPI_STATUS_IGNORE);
    check(MPI_Comm_detach_buffer(copy, &detached, &bytes) == 0);
    check(detached == MPI_BUFFER_AUTOMATIC && bytes == 0);
    MPI_Comm_free(&copy);
    free(data);
}
