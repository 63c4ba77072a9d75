/* Random programs of sends and receives against a reference: which receive gets which message is
 * computed beforehand from the orders alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "mpi.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* ---- Plans ---- */

enum { MOST = 600, RANKS = 8, TAGS = 3, COMMS = 2, NONE = -1 };
enum { BUFFER_BYTES = 400000 };
enum mode { STANDARD, SYNCHRONOUS, READY, BUFFERED, PERSISTENT, MODES };

/* How bytes lie in a buffer: in a row, or each second group of four. */
enum shape { DENSE, SPACED, SHAPES };

struct message {
    int source, dest, tag, comm, words;
    enum mode mode;
    enum shape shape;
    int receive; /* that it matches, or NONE */
};

struct receive {
    int dest, source, tag, comm, words;
    enum shape shape;
    int message; /* that it matches, or NONE: it is cancelled */
};

static struct plan {
    int ranks, messages, receives;
    struct message message[MOST];
    struct receive receive[2 * MOST];
} plan;

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u; /* Numerical Recipes' */
    return *state >> 8;
}
static int below(uint32_t *state, int bound) {
    return (int)(next_random(state) % (uint32_t)bound);
}

static int random_words(uint32_t *state) {
    static const int words[] = {0, 1, 2, 3, 8, 25, 100, 1000, 4000, 5000, 20000};
    return words[below(state, below(state, 4) == 0 ? 11 : 7)];
}

static bool matches(const struct receive *receive, const struct message *message) {
    return receive->dest == message->dest && receive->source == message->source &&
           receive->comm == message->comm &&
           (receive->tag == MPI_ANY_TAG || receive->tag == message->tag);
}

/* Each receive in turn gets the first message that is left for it (section 3.5). */
static void match(int first) {
    for (int r = first; r < plan.receives; r++)
        for (int m = 0; m < plan.messages; m++)
            if (plan.message[m].receive == NONE && matches(&plan.receive[r], &plan.message[m])) {
                plan.message[m].receive = r;
                plan.receive[r].message = m;
                break;
            }
}

static void add_receive(const struct message *message, int tag, uint32_t *state) {
    int room = message->words + below(state, 3) * 50;
    if (below(state, 20) == 0)
        room = message->words / 2; /* too short */
    plan.receive[plan.receives++] = (struct receive){
        message->dest, message->source, tag, message->comm, room, below(state, SHAPES), NONE};
}

static void make_plan(int ranks, int messages, uint32_t seed) {
    uint32_t state = seed * 2654435761u + 1;
    plan = (struct plan){.ranks = ranks, .messages = messages};
    for (int m = 0; m < messages; m++)
        plan.message[m] = (struct message){.source = below(&state, ranks),
                                           .dest = below(&state, ranks),
                                           .tag = below(&state, TAGS),
                                           .comm = below(&state, COMMS),
                                           .words = random_words(&state),
                                           .mode = below(&state, MODES),
                                           .shape = below(&state, SHAPES),
                                           .receive = NONE};
    /* In another order than the messages', but not in one that is altogether different. */
    int order[MOST];
    for (int m = 0; m < messages; m++)
        order[m] = m;
    for (int m = 0; m < messages; m++) {
        int other = m + below(&state, 40), swapped = order[m];
        if (other >= messages)
            continue;
        order[m] = order[other];
        order[other] = swapped;
    }
    for (int m = 0; m < messages; m++) {
        const struct message *message = &plan.message[order[m]];
        add_receive(message, below(&state, 4) == 0 ? MPI_ANY_TAG : message->tag, &state);
    }
    int first = plan.receives;
    match(0);
    for (int m = 0; m < messages; m++)
        if (plan.message[m].receive == NONE)
            add_receive(&plan.message[m], plan.message[m].tag, &state);
    match(first);
}

/* ---- Buffers ---- */

static uint32_t content(int message, int word) {
    return (uint32_t)message * 7919u + (uint32_t)word;
}

static size_t place(enum shape shape, int word) {
    return shape == DENSE ? (size_t)word : 2 * (size_t)word;
}

static uint32_t *make_buffer(int words) {
    uint32_t *buffer = malloc((2 * (size_t)words + 1) * sizeof *buffer);
    memset(buffer, 0xee, (2 * (size_t)words + 1) * sizeof *buffer);
    return buffer;
}

/* ---- A rank ---- */

struct rank {
    MPI_Comm comm[COMMS];
    MPI_Datatype type[SHAPES];
    MPI_Request request[3 * MOST];
    uint32_t *buffer[3 * MOST];
    int receive[3 * MOST]; /* of each request, or NONE */
    int requests, sent, received;
    uint32_t state;
};

static void begin_send(struct rank *rank, int m) {
    const struct message *message = &plan.message[m];
    int i = rank->requests++;
    uint32_t *buffer = rank->buffer[i] = make_buffer(message->words);
    for (int word = 0; word < message->words; word++)
        buffer[place(message->shape, word)] = content(m, word);
    MPI_Datatype type = rank->type[message->shape];
    MPI_Comm comm = rank->comm[message->comm];
    MPI_Request *request = &rank->request[i];
    int words = message->words, dest = message->dest, tag = message->tag, error = 0;
    rank->receive[i] = NONE;
    switch (message->mode) {
    case STANDARD:
        error = MPI_Isend(buffer, words, type, dest, tag, comm, request);
        break;
    case SYNCHRONOUS:
        error = MPI_Issend(buffer, words, type, dest, tag, comm, request);
        break;
    case READY:
        error = MPI_Irsend(buffer, words, type, dest, tag, comm, request);
        break;
    case BUFFERED:
        error = MPI_Ibsend(buffer, words, type, dest, tag, comm, request);
        break;
    case PERSISTENT:
        error = MPI_Send_init(buffer, words, type, dest, tag, comm, request) || MPI_Start(request);
        break;
    case MODES:
        break;
    }
    host_check(error == MPI_SUCCESS);
}

static void begin_receive(struct rank *rank, int r) {
    const struct receive *receive = &plan.receive[r];
    int i = rank->requests++;
    rank->buffer[i] = make_buffer(receive->words);
    rank->receive[i] = r;
    host_check(MPI_Irecv(rank->buffer[i], receive->words, rank->type[receive->shape],
                         receive->source, receive->tag, rank->comm[receive->comm],
                         &rank->request[i]) == MPI_SUCCESS);
}

/* Begins this rank's next send, or its next receive. Returns whether there was one. */
static bool begin_next(struct rank *rank, int self, bool sends) {
    if (sends)
        while (rank->sent < plan.messages) {
            int m = rank->sent++;
            if (plan.message[m].source == self) {
                begin_send(rank, m);
                return true;
            }
        }
    while (rank->received < plan.receives) {
        int r = rank->received++;
        if (plan.receive[r].dest == self) {
            begin_receive(rank, r);
            return true;
        }
    }
    return false;
}

static void check(const struct rank *rank, int i, const MPI_Status *status, int error) {
    if (rank->receive[i] == NONE) {
        host_check(error == MPI_SUCCESS);
        return;
    }
    const struct receive *receive = &plan.receive[rank->receive[i]];
    int cancelled;
    MPI_Test_cancelled(status, &cancelled);
    host_check(cancelled == (receive->message == NONE));
    if (receive->message == NONE)
        return;
    const struct message *message = &plan.message[receive->message];
    bool fits = message->words <= receive->words;
    int count, words = fits ? message->words : receive->words;
    host_check(error == (fits ? MPI_SUCCESS : MPI_ERR_TRUNCATE));
    host_check(status->MPI_SOURCE == message->source && status->MPI_TAG == message->tag);
    MPI_Get_count(status, rank->type[receive->shape], &count);
    host_check(count == words);
    bool right = true;
    const uint32_t *buffer = rank->buffer[i];
    for (int word = 0; word < words; word++) {
        right = right && buffer[place(receive->shape, word)] == content(receive->message, word);
        if (receive->shape == SPACED)
            right = right && buffer[place(SPACED, word) + 1] == 0xeeeeeeee;
    }
    for (size_t at = place(receive->shape, words); at < 2 * (size_t)receive->words + 1; at++)
        right = right && buffer[at] == 0xeeeeeeee;
    host_check(right);
}

static void check_all(const struct rank *rank, const MPI_Status *statuses, int error) {
    host_check(error == MPI_SUCCESS || error == MPI_ERR_IN_STATUS);
    for (int i = 0; i < rank->requests; i++)
        check(rank, i, &statuses[i], error == MPI_SUCCESS ? 0 : statuses[i].MPI_ERROR);
}

static void complete_some(struct rank *rank) {
    MPI_Status statuses[3 * MOST];
    int count, indices[3 * MOST];
    for (;;) {
        int error = below(&rank->state, 2)
                        ? MPI_Testsome(rank->requests, rank->request, &count, indices, statuses)
                        : MPI_Waitsome(rank->requests, rank->request, &count, indices, statuses);
        if (count == MPI_UNDEFINED)
            return;
        for (int i = 0; i < count; i++)
            check(rank, indices[i], &statuses[i], error == MPI_SUCCESS ? 0 : statuses[i].MPI_ERROR);
    }
}

static void complete_any(struct rank *rank) {
    MPI_Status status;
    for (;;) {
        int index, flag = 1;
        int error = below(&rank->state, 2)
                        ? MPI_Testany(rank->requests, rank->request, &index, &flag, &status)
                        : MPI_Waitany(rank->requests, rank->request, &index, &status);
        if (flag && index == MPI_UNDEFINED)
            return;
        if (flag)
            check(rank, index, &status, error);
    }
}

static void complete_each(struct rank *rank) {
    MPI_Status status;
    for (int i = rank->requests - 1; i >= 0; i--) {
        int flag = 0, error = MPI_SUCCESS;
        for (int tries = below(&rank->state, 4); !flag && tries > 0; tries--)
            error = MPI_Test(&rank->request[i], &flag, &status);
        if (!flag)
            error = MPI_Wait(&rank->request[i], &status);
        check(rank, i, &status, error);
    }
}

static void complete(struct rank *rank) {
    MPI_Status statuses[3 * MOST];
    int flag = 0, error = MPI_SUCCESS;
    switch (below(&rank->state, 5)) {
    case 0:
        error = MPI_Waitall(rank->requests, rank->request, statuses);
        check_all(rank, statuses, error);
        break;
    case 1:
        while (!flag)
            error = MPI_Testall(rank->requests, rank->request, &flag, statuses);
        check_all(rank, statuses, error);
        break;
    case 2:
        complete_some(rank);
        break;
    case 3:
        complete_any(rank);
        break;
    default:
        complete_each(rank);
        break;
    }
}

static void start(struct rank *rank, int self) {
    errhandler_world = MPI_ERRORS_RETURN;
    rank->comm[0] = MPI_COMM_WORLD;
    rank->comm[1] = comm_make(&comm_world, 100, comm_world.local, NULL);
    rank->type[DENSE] = MPI_UINT32_T;
    MPI_Datatype one;
    MPI_Type_dup(MPI_UINT32_T, &one);
    MPI_Type_create_resized(one, 0, 2 * sizeof(uint32_t), &rank->type[SPACED]);
    MPI_Type_commit(&rank->type[SPACED]);
    MPI_Type_free(&one);
    rank->state = (uint32_t)self * 97u + plan.message[0].dest;
}

static int run_plan(void *argument) {
    (void)argument;
    struct rank *rank = calloc(1, sizeof *rank);
    char *attached = malloc(BUFFER_BYTES);
    int self, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    start(rank, self);
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    while (begin_next(rank, self, below(&rank->state, 2)))
        if (below(&rank->state, 10) == 0) {
            int flag;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        }
    while (begin_next(rank, self, true))
        continue;
    for (int i = 0; i < rank->requests; i++)
        if (rank->receive[i] != NONE && plan.receive[rank->receive[i]].message == NONE)
            MPI_Cancel(&rank->request[i]);
    complete(rank);
    for (int i = 0; i < rank->requests; i++) {
        if (rank->request[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&rank->request[i]);
        free(rank->buffer[i]);
    }
    void *detached;
    MPI_Buffer_detach(&detached, &size);
    MPI_Type_free(&rank->type[SPACED]);
    comm_release(rank->comm[1]);
    MPI_Finalize();
    free(attached);
    free(rank);
    return 0;
}

TEST(test_random_programs) {
    int rounds = HOST_THREADS_ALONE ? 2 : 6;
    for (uint32_t dimension = 0; dimension <= 3; dimension++)
        for (int round = 0; round < rounds; round++) {
            uint32_t seed = dimension * 100 + (uint32_t)round;
            make_plan(1 << dimension, HOST_THREADS_ALONE ? 150 : MOST, seed);
            const struct host_options options = {.routed = round % 2 ? 0 : 1024,
                                                 .spins = 5 * (uint32_t)(round % 3)};
            enum host_verdict verdict = host_run(dimension, &options, run_plan, NULL);
            if (verdict != HOST_OK)
                fprintf(stderr, "# dimension %u, seed %u\n", dimension, seed);
            assert_int_equal(verdict, HOST_OK);
        }
}
