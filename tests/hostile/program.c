#include "tests/hostile/program.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "mpi/message/eager.h"
#include "tests/hostile/rewrite.h"

enum { ROUNDS = 3, SHORT = 8, MOST_BYTES = EAGER_MOST + 8, MANY = 12, TAGS = 3 };

static NODE_LOCAL int rank, size;
static NODE_LOCAL MPI_Comm comm; /* in turn the world, and others that are made of it */
static NODE_LOCAL int first_tag; /* another one in each round */
static NODE_LOCAL uint32_t word;

/* A buffer has its exact size, so that the sanitizer watches what lies beside it. */
static uint8_t *allocate(size_t bytes) {
    uint8_t *memory = malloc(bytes);
    if (!memory)
        exit(1);
    return memset(memory, rank, bytes);
}

static int draw_bytes(uint32_t *random) {
    static const int lengths[] = {0, 8, 40, 300, 300, 2000, 2000, MOST_BYTES};
    return lengths[draw(random, sizeof lengths / sizeof *lengths)];
}

/* ---- Messages ---- */

static int begin_send(uint32_t how, uint8_t *data, int bytes, int to, int tag,
                      MPI_Request *request) {
    switch (how) {
    case 0:
        return MPI_Issend(data, bytes, MPI_BYTE, to, tag, comm, request);
    case 1:
        return MPI_Ibsend(data, bytes, MPI_BYTE, to, tag, comm, request);
    default:
        return MPI_Isend(data, bytes, MPI_BYTE, to, tag, comm, request);
    }
}

/* Every second byte of a buffer: the data do not lie in one piece. */
static int begin_receive_of_gaps(uint8_t *data, int bytes, int from, int tag,
                                 MPI_Request *request) {
    MPI_Datatype gaps;
    MPI_Type_vector(bytes / 2, 1, 2, MPI_BYTE, &gaps);
    MPI_Type_commit(&gaps);
    int error = MPI_Irecv(data, 1, gaps, from, tag, comm, request);
    MPI_Type_free(&gaps);
    return error;
}

static void begin_receive(uint32_t how, uint8_t *data, int bytes, int from, int tag,
                          MPI_Request *request) {
    int most = how == 1 ? bytes / 2 : how > 2 && bytes > SHORT ? SHORT : bytes;
    if (how == 0)
        begin_receive_of_gaps(data, bytes, from, tag, request);
    else
        MPI_Irecv(data, most, MPI_BYTE, how == 2 ? MPI_ANY_SOURCE : from, tag, comm, request);
}

/* Takes back the send `sent`, and tells the other process, which then takes back its receive, if
 * that was in time. */
static void take_back(MPI_Request *sent, MPI_Request *received, int other) {
    MPI_Status status;
    int gone = 0, others_gone = 0;
    MPI_Cancel(sent);
    if (MPI_Wait(sent, &status) == MPI_SUCCESS)
        MPI_Test_cancelled(&status, &gone);
    MPI_Send(&gone, 1, MPI_INT, other, first_tag + TAGS, comm);
    MPI_Recv(&others_gone, 1, MPI_INT, other, first_tag + TAGS, comm, MPI_STATUS_IGNORE);
    if (others_gone && *received != MPI_REQUEST_NULL)
        MPI_Cancel(received);
}

/* Pairs of processes send each other a few messages, of which one may be taken back. A receive may
 * begin before its message comes, or after. */
static void exchange(uint32_t *random) {
    MPI_Request request[2][TAGS]; /* sends, and receives */
    uint8_t *data[2][TAGS];
    int other = rank ^ (int)draw(random, (uint32_t)size), bytes[TAGS];
    uint32_t how[2][TAGS], first = draw(random, 2), cancelled = draw(random, 4 * TAGS);
    for (int k = 0; k < TAGS; k++) {
        bytes[k] = draw_bytes(random);
        for (int half = 0; half < 2; half++) {
            how[half][k] = draw(random, 5);
            data[half][k] = allocate((size_t)bytes[k]);
            request[half][k] = MPI_REQUEST_NULL;
        }
    }
    for (uint32_t half = 0; half < 2; half++)
        for (int k = 0; k < TAGS; k++)
            if (half == first)
                begin_send(how[0][k], data[0][k], bytes[k], other, first_tag + k, &request[0][k]);
            else
                begin_receive(how[1][k], data[1][k], bytes[k], other, first_tag + k,
                              &request[1][k]);
    if (cancelled < TAGS && request[0][cancelled] != MPI_REQUEST_NULL)
        take_back(&request[0][cancelled], &request[1][cancelled], other);
    MPI_Waitall(2 * TAGS, request[0], MPI_STATUSES_IGNORE);
    for (int k = 0; k < TAGS; k++) {
        free(data[0][k]);
        free(data[1][k]);
    }
}

/* All send words to one, which takes them in an order of its own, or as they come. */
static void gather_words(uint32_t *random) {
    int root = (int)draw(random, (uint32_t)size), other = (int)draw(random, (uint32_t)size);
    uint32_t how = draw(random, 3);
    uint64_t word = 0;
    MPI_Status status;
    for (int k = 0; rank != root && k < MANY; k++)
        MPI_Send(&word, 1, MPI_UINT64_T, root, first_tag + k % TAGS, comm);
    for (int k = 0; rank == root && k < MANY; k++)
        for (int i = 0; i < size; i++) {
            int from = (i + other) % size, tag = first_tag + (MANY - 1 - k) % TAGS;
            if (from != root)
                MPI_Recv(&word, 1, MPI_UINT64_T, how == 0 ? MPI_ANY_SOURCE : from,
                         how == 1 ? MPI_ANY_TAG : tag, comm, &status);
        }
}

/* A message is received of which only a probe tells the length. */
static void probe(uint32_t *random) {
    int to = (rank + 1) % size, from = (rank + size - 1) % size, bytes = draw_bytes(random);
    bool matching = draw(random, 2) == 0;
    uint8_t *sent = allocate((size_t)bytes), *data = NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status = {0};
    MPI_Isend(sent, bytes, MPI_BYTE, to, first_tag, comm, &request);
    int error = matching ? MPI_Mprobe(from, first_tag, comm, &message, &status)
                         : MPI_Probe(from, MPI_ANY_TAG, comm, &status);
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    if (error == MPI_SUCCESS && length >= 0 && length <= 2 * MOST_BYTES) {
        data = allocate((size_t)length);
        if (matching)
            MPI_Mrecv(data, length, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        else
            MPI_Recv(data, length, MPI_BYTE, from, status.MPI_TAG, comm, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(sent);
    free(data);
}

/* Messages go around, each in one buffer with the one that comes. */
static void rotate(uint32_t *random) {
    int bytes = draw_bytes(random);
    uint8_t *data = allocate((size_t)bytes);
    MPI_Sendrecv_replace(data, bytes, MPI_BYTE, (rank + 1) % size, first_tag,
                         (rank + size - 1) % size, first_tag, comm, MPI_STATUS_IGNORE);
    free(data);
}

/* The same in partitions, of which the receiver has one. */
static void divide(uint32_t *random) {
    enum { PARTITIONS = 3 };
    int bytes = draw_bytes(random) / PARTITIONS, most = PARTITIONS * bytes;
    uint8_t *sent = allocate((size_t)most), *data = allocate((size_t)most);
    MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Psend_init(sent, PARTITIONS, bytes, MPI_BYTE, (rank + 1) % size, first_tag, comm,
                   MPI_INFO_NULL, &request[0]);
    MPI_Precv_init(data, 1, most, MPI_BYTE, (rank + size - 1) % size, first_tag, comm,
                   MPI_INFO_NULL, &request[1]);
    MPI_Startall(2, request);
    MPI_Pready_range(0, PARTITIONS - 1, request[0]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
    free(sent);
    free(data);
}

/* ---- All together ---- */

static void collective(uint32_t *random) {
    enum { MOST_WORDS = 40 };
    int words = (int)draw(random, MOST_WORDS), root = (int)draw(random, (uint32_t)size);
    size_t bytes = (size_t)words * sizeof(int), all = bytes * (size_t)size;
    int *one = (int *)allocate(bytes), *more = (int *)allocate(all), *most = (int *)allocate(all);
    MPI_Request request = MPI_REQUEST_NULL;
    switch (draw(random, 6)) {
    case 0:
        MPI_Bcast(one, words, MPI_INT, root, comm);
        break;
    case 1:
        MPI_Allreduce(one, more, words, MPI_INT, MPI_BAND, comm);
        break;
    case 2:
        MPI_Alltoall(more, words, MPI_INT, most, words, MPI_INT, comm);
        break;
    case 3:
        MPI_Iallgather(one, words, MPI_INT, more, words, MPI_INT, comm, &request);
        break;
    case 4:
        MPI_Ireduce(one, more, words, MPI_INT, MPI_BOR, root, comm, &request);
        break;
    default:
        MPI_Ibarrier(comm, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(one);
    free(more);
    free(most);
}

/* Goes on with another communicator: a duplicate, the world in reverse, or the world. */
static void change(uint32_t *random) {
    MPI_Comm made = MPI_COMM_WORLD;
    uint32_t which = draw(random, 3);
    if (which == 0)
        MPI_Comm_dup(comm, &made);
    else if (which == 1)
        MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &made);
    if (made == MPI_COMM_NULL)
        made = MPI_COMM_WORLD;
    if (comm != MPI_COMM_WORLD && made != comm)
        MPI_Comm_free(&comm);
    comm = made;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
}

int program_run(uint32_t seed) {
    static void (*const use[])(uint32_t * random) = {
        exchange, exchange, exchange, gather_words, probe, rotate, divide, collective, change};
    uint32_t random = seed;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    comm = MPI_COMM_WORLD;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int round = 0; round < ROUNDS; round++) {
        first_tag = round * (TAGS + 1);
        use[draw(&random, sizeof use / sizeof use[0])](&random);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (comm != MPI_COMM_WORLD)
        MPI_Comm_free(&comm);
    if (draw(&random, 4) == 0)
        return 0;
    /* A message is under way when the program ends, and nobody waits for it: no round has its tag.
     */
    MPI_Isend(&word, draw(&random, 2) ? 4 : 0, MPI_BYTE, rank ^ 1, ROUNDS * (TAGS + 1),
              MPI_COMM_WORLD, &request);
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
