/* Tests what random messages (test_programs.c) do not meet: a buffer that is full, what needs
 * progress, and words from anyone (MPI 5.0, chapter 3). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "tests/unit/mpi/processes.h"
#include "tests/unit/test.h"

enum { LONG = 50000 }; /* ints of a message whose data do not go along */

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
