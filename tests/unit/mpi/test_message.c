/* Tests the calls about messages (MPI 5.0, chapter 3), on a cube of host threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "tests/unit/mpi/processes.h"
#include "tests/unit/test.h"

enum { LONG = 50000 }; /* ints of a message whose data do not go along */

/* ---- Ways to send ---- */

/* Rank 0 sends in each way, of which the buffered one needs a buffer; rank 1 receives. */
static int ways(void *argument) {
    (void)argument;
    start();
    int *data = malloc(LONG * sizeof *data), bytes;
    char *buffer = malloc(2 * LONG * sizeof(int) + 2 * MPI_BSEND_OVERHEAD), *detached;
    for (int count = 1; count <= LONG; count += LONG - 1) {
        for (int i = 0; i < count; i++)
            data[i] = rank == 0 ? i : -1;
        MPI_Request requests[8];
        MPI_Status status;
        enum { TAG = 3 };
        if (rank == 0) {
            CHECK(MPI_Buffer_attach(buffer, 2 * LONG * (int)sizeof(int) + 2 * MPI_BSEND_OVERHEAD));
            CHECK(MPI_Send(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD));
            CHECK(MPI_Ssend(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD));
            CHECK(MPI_Rsend(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD));
            CHECK(MPI_Bsend(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD));
            CHECK(MPI_Isend(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[0]));
            CHECK(MPI_Issend(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[1]));
            CHECK(MPI_Irsend(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[2]));
            CHECK(MPI_Ibsend(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[3]));
            CHECK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
            CHECK(MPI_Buffer_detach(&detached, &bytes)); /* the buffer is free again then */
            host_check(detached == buffer);
            CHECK(MPI_Buffer_attach(buffer, bytes));
            CHECK(MPI_Send_init(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[0]));
            CHECK(MPI_Ssend_init(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[1]));
            CHECK(MPI_Rsend_init(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[2]));
            CHECK(MPI_Bsend_init(data, count, MPI_INT, 1, TAG, MPI_COMM_WORLD, &requests[3]));
            for (int round = 0; round < 2; round++) {
                CHECK(MPI_Startall(4, requests));
                CHECK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
            }
            for (int i = 0; i < 4; i++) {
                host_check(requests[i] != MPI_REQUEST_NULL);
                CHECK(MPI_Request_free(&requests[i]));
                host_check(requests[i] == MPI_REQUEST_NULL);
            }
            CHECK(MPI_Buffer_detach(&detached, &bytes));
        }
        for (int message = 0; rank == 1 && message < 16; message++) {
            memset(data, 0xff, LONG * sizeof *data);
            CHECK(MPI_Recv(data, LONG, MPI_INT, 0, TAG, MPI_COMM_WORLD, &status));
            CHECK(MPI_Get_count(&status, MPI_INT, &bytes));
            host_check(bytes == count && status.MPI_SOURCE == 0 && status.MPI_TAG == TAG);
            host_check(data[0] == 0 && data[count - 1] == count - 1);
        }
        meet();
    }
    free(buffer);
    free(data);
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_ways) {
    run(1, ways);
}

/* ---- Exchanges ---- */

static int exchanges(void *argument) {
    (void)argument;
    start();
    int *one = malloc(LONG * sizeof *one), *two = malloc(LONG * sizeof *two), count;
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Status status;
    MPI_Request request;
    for (int length = 1; length <= LONG; length += LONG - 1)
        for (int form = 0; form < 4; form++) {
            for (int i = 0; i < length; i++)
                one[i] = rank, two[i] = -1;
            if (form == 0)
                CHECK(MPI_Sendrecv(one, length, MPI_INT, next, 1, two, length, MPI_INT, before, 1,
                                   MPI_COMM_WORLD, &status));
            if (form == 1)
                CHECK(MPI_Isendrecv(one, length, MPI_INT, next, 1, two, length, MPI_INT, before, 1,
                                    MPI_COMM_WORLD, &request));
            if (form == 2)
                CHECK(MPI_Sendrecv_replace(one, length, MPI_INT, next, 1, before, 1, MPI_COMM_WORLD,
                                           &status));
            if (form == 3)
                CHECK(MPI_Isendrecv_replace(one, length, MPI_INT, next, 1, before, 1,
                                            MPI_COMM_WORLD, &request));
            if (form % 2 == 1)
                CHECK(MPI_Wait(&request, &status));
            const int *came = form < 2 ? two : one;
            CHECK(MPI_Get_count(&status, MPI_INT, &count));
            host_check(count == length && status.MPI_SOURCE == before);
            host_check(came[0] == before && came[length - 1] == before);
        }
    free(one);
    free(two);
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_exchanges) {
    for (uint32_t dimension = 0; dimension <= 2; dimension++)
        run(dimension, exchanges);
}

/* ---- Probes ---- */

static int probes(void *argument) {
    (void)argument;
    start();
    int data[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, count, flag = 0;
    int *many = calloc(LONG, sizeof *many);
    MPI_Status status;
    MPI_Message message;
    MPI_Request request;
    if (rank == 0) {
        CHECK(MPI_Send(data, 10, MPI_INT, 1, 4, MPI_COMM_WORLD));
        CHECK(MPI_Send(data, 5, MPI_INT, 1, 4, MPI_COMM_WORLD));
        CHECK(MPI_Send(data, 7, MPI_INT, 1, 5, MPI_COMM_WORLD));
        CHECK(MPI_Send(many, LONG, MPI_INT, 1, 6, MPI_COMM_WORLD));
    } else {
        CHECK(MPI_Probe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status));
        CHECK(MPI_Get_count(&status, MPI_INT, &count));
        host_check(count == 7 && status.MPI_SOURCE == 0 && status.MPI_TAG == 5);
        CHECK(MPI_Iprobe(0, 17, MPI_COMM_WORLD, &flag, &status));
        host_check(!flag);
        CHECK(MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status));
        CHECK(MPI_Get_count(&status, MPI_INT, &count));
        host_check(flag && count == 10 && status.MPI_TAG == 4);
        /* What a matching probe has found no other receive gets. */
        CHECK(MPI_Mprobe(0, 4, MPI_COMM_WORLD, &message, &status));
        CHECK(MPI_Recv(data, 10, MPI_INT, 0, 4, MPI_COMM_WORLD, &status));
        CHECK(MPI_Get_count(&status, MPI_INT, &count));
        host_check(count == 5);
        CHECK(MPI_Mrecv(data, 10, MPI_INT, &message, &status));
        CHECK(MPI_Get_count(&status, MPI_INT, &count));
        host_check(count == 10 && data[9] == 10 && message == MPI_MESSAGE_NULL);
        for (flag = 0; !flag;)
            CHECK(MPI_Improbe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &flag, &message, &status));
        CHECK(MPI_Imrecv(many, LONG, MPI_INT, &message, &request));
        CHECK(MPI_Wait(&request, &status));
        CHECK(MPI_Get_count(&status, MPI_INT, &count));
        host_check(count == LONG);
        CHECK(MPI_Recv(data, 10, MPI_INT, 0, 5, MPI_COMM_WORLD, &status));
    }
    CHECK(MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status));
    host_check(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
    CHECK(MPI_Mrecv(data, 1, MPI_INT, &message, &status));
    host_check(status.MPI_SOURCE == MPI_PROC_NULL && message == MPI_MESSAGE_NULL);
    free(many);
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_probes) {
    run(1, probes);
}

/* ---- Cancelling ---- */

static int cancels(void *argument) {
    (void)argument;
    start();
    int *data = calloc(LONG, sizeof *data), flag;
    MPI_Request request;
    MPI_Status status;
    for (int length = 1; length <= LONG; length += LONG - 1)
        for (int to = 0; rank == 0 && to < 2; to++)
            for (int form = 0; form < 2; form++) {
                if (form == 0)
                    CHECK(MPI_Isend(data, length, MPI_INT, to, 8, MPI_COMM_WORLD, &request));
                else
                    CHECK(MPI_Issend(data, length, MPI_INT, to, 8, MPI_COMM_WORLD, &request));
                CHECK(MPI_Cancel(&request));
                CHECK(MPI_Wait(&request, &status));
                CHECK(MPI_Test_cancelled(&status, &flag));
                host_check(flag);
            }
    meet();
    CHECK(MPI_Iprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &flag, &status));
    host_check(!flag);
    /* A receive that nothing matches, and one that is done. */
    CHECK(MPI_Irecv(data, 1, MPI_INT, other, 9, MPI_COMM_WORLD, &request));
    CHECK(MPI_Cancel(&request));
    CHECK(MPI_Wait(&request, &status));
    CHECK(MPI_Test_cancelled(&status, &flag));
    host_check(flag);
    meet(); /* what is sent from here on matches no receive that is to be cancelled */
    CHECK(MPI_Send(data, 1, MPI_INT, other, 9, MPI_COMM_WORLD));
    meet();
    CHECK(MPI_Irecv(data, 1, MPI_INT, other, 9, MPI_COMM_WORLD, &request));
    CHECK(MPI_Cancel(&request));
    CHECK(MPI_Wait(&request, &status));
    CHECK(MPI_Test_cancelled(&status, &flag));
    host_check(!flag && status.MPI_SOURCE == other);
    /* A send that was received. */
    CHECK(MPI_Isend(data, 1, MPI_INT, other, 9, MPI_COMM_WORLD, &request));
    CHECK(MPI_Recv(data, 1, MPI_INT, other, 9, MPI_COMM_WORLD, &status));
    meet();
    CHECK(MPI_Cancel(&request));
    CHECK(MPI_Wait(&request, &status));
    CHECK(MPI_Test_cancelled(&status, &flag));
    host_check(!flag);
    free(data);
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_cancels) {
    run(1, cancels);
}

/* ---- The buffer of buffered sends ---- */

static int buffers(void *argument) {
    (void)argument;
    enum { EACH = 20, BYTES = 37 };
    start();
    char data[BYTES] = {0}, *attached;
    int bytes = EACH * (BYTES + MPI_BSEND_OVERHEAD), given, packed;
    char *buffer = malloc((size_t)bytes + 1);
    CHECK(MPI_Pack_size(BYTES, MPI_CHAR, MPI_COMM_WORLD, &packed));
    host_check(packed == BYTES);
    for (int shift = 0; shift < 2; shift++) { /* an odd address, too */
        CHECK(MPI_Buffer_attach(buffer + shift, bytes));
        host_check(MPI_Buffer_attach(buffer, bytes) == MPI_ERR_BUFFER);
        for (int i = 0; rank == 0 && i < EACH; i++)
            CHECK(MPI_Bsend(data, BYTES, MPI_CHAR, 1, 1, MPI_COMM_WORLD));
        for (int i = 0; rank == 1 && i < EACH; i++)
            CHECK(MPI_Recv(data, BYTES, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        char *large = calloc((size_t)bytes, 1);
        host_check(MPI_Bsend(large, bytes, MPI_CHAR, other, 1, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
        free(large);
        CHECK(MPI_Buffer_detach(&attached, &given));
        host_check(attached == buffer + shift && given == bytes);
    }
    host_check(MPI_Bsend(data, 1, MPI_CHAR, other, 1, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
    free(buffer);
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_buffers) {
    run(1, buffers);
}

/* ---- Progress ---- */

/* The three programs that need progress in every wait, and of which none may wait for credit. */
static int progress(void *argument) {
    (void)argument;
    enum { UNMATCHED = 1000, MANY = 40 };
    start();
    int *data = calloc(LONG, sizeof *data), word = 0;
    MPI_Request *requests = malloc((UNMATCHED + 1) * sizeof(MPI_Request));
    if (rank == 0) { /* the other one receives before the barrier */
        CHECK(MPI_Isend(data, LONG, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]));
        CHECK(MPI_Barrier(MPI_COMM_WORLD));
        CHECK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    } else {
        CHECK(MPI_Recv(data, LONG, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(MPI_Barrier(MPI_COMM_WORLD));
    }
    for (int i = 0; rank == 0 && i < UNMATCHED; i++)
        CHECK(MPI_Isend(data, 100, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[i]));
    if (rank == 0) {
        CHECK(MPI_Send(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD));
        CHECK(MPI_Waitall(UNMATCHED, requests, MPI_STATUSES_IGNORE));
    } else {
        CHECK(MPI_Recv(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int i = 0; i < UNMATCHED; i++)
            CHECK(MPI_Recv(data, 100, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    for (int i = 0; i < MANY; i++) /* both send more than a window */
        CHECK(MPI_Isend(data, 4000, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[i]));
    for (int i = 0; i < MANY; i++)
        CHECK(MPI_Recv(data, LONG, MPI_INT, other, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    free(requests);
    free(data);
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_progress) {
    run(1, progress);
}

/* ---- Wildcards ---- */

/* Rank 0 takes what comes from anyone, while all others send as much as they can: messages of each
 * source stay in order. A word takes the shortest path, two words do not. */
static int wildcards(void *argument) {
    (void)argument;
    enum { EACH = 300 };
    start();
    for (int words = 1; words <= 2; words++) {
        int64_t sent[2];
        int next[8] = {0};
        MPI_Status status;
        for (int i = 0; rank != 0 && i < EACH; i++) {
            sent[0] = sent[1] = i;
            CHECK(MPI_Send(sent, words, MPI_INT64_T, 0, words, MPI_COMM_WORLD));
        }
        for (int i = 0; rank == 0 && i < EACH * (size - 1); i++) {
            int tag = i % 3 == 0 ? MPI_ANY_TAG : words;
            CHECK(MPI_Recv(sent, words, MPI_INT64_T, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status));
            host_check(sent[words - 1] == next[status.MPI_SOURCE]++ && status.MPI_TAG == words);
        }
        CHECK(MPI_Barrier(MPI_COMM_WORLD));
    }
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_wildcards) {
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        run(dimension, wildcards);
}
