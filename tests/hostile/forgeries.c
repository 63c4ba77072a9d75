#include "tests/hostile/forgeries.h"

#include <inttypes.h>
#include <mpi-ext.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"
#include "mpi/collective/collective.h"
#include "mpi/communicator/talk.h"
#include "mpi/datatype/basic.h"
#include "mpi/file/together.h"
#include "mpi/message/eager.h"
#include "mpi/object/communicator.h"
#include "mpi/session/create.h"
#include "mpi/window/packet.h"
#include "net/node.h"
#include "net/system.h"
#include "tests/hostile/forge.h"
#include "tests/hostile/turns.h"

/* The tags of what the victim has begun when the forged message comes. */
enum { GO = 4, RECEIVED, MATCHED, ALONE };

/* The numbers by which it knows its sends. Rank 1 is their destination. */
enum { NUMBER_MATCHED = 1, NUMBER_ALONE };

enum { LONG = 20000, WORDS = 2000, WORD_COST = 8 + EAGER_COST, SMALL_RING = 256, RING = 4096 };

struct forgery {
    const char *name;
    const char *says; /* the victim; null: it goes on. The hostile node may find the answer wrong */
    struct forged forged;
    int (*run)(void);   /* what all nodes do; null: run_meeting */
    void (*meet)(void); /* in which the victim does this; null: wait_for_all */
    uint32_t dimension, victim, routed, ranks; /* 0: the usual */
    bool survives;                             /* the run survives deaths */
};

static const struct forgery *forgery;

static uint8_t bytes[LONG]; /* nobody looks at them */
static uint64_t word;

static void go(int to) {
    MPI_Send(&word, 1, MPI_UINT64_T, to, GO, MPI_COMM_WORLD);
}

static void await_go(int from) {
    MPI_Recv(&word, 1, MPI_UINT64_T, from, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- What the nodes do ---- */

static uint32_t hostile_node(void) {
    return forgery->victim ^ 1u << (node.dimension - 1);
}

/* A receive, and sends of each kind. */
static void wait_for_all(void) {
    int other = (int)hostile_node();
    MPI_Request request[3];
    MPI_Irecv(bytes, 8, MPI_BYTE, other, RECEIVED, MPI_COMM_WORLD, &request[0]);
    MPI_Issend(&word, 8, MPI_BYTE, other, MATCHED, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(bytes, LONG, MPI_BYTE, other, ALONE, MPI_COMM_WORLD, &request[2]);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
}

/* An envelope that lies behind a message for which there is no room. */
static void send_behind(bool cancels) {
    MPI_Request request[2];
    MPI_Isend(bytes, 2000, MPI_BYTE, 1, MATCHED, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(bytes, LONG, MPI_BYTE, 1, ALONE, MPI_COMM_WORLD, &request[1]);
    if (cancels)
        MPI_Cancel(&request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

static void leave(void) {
    send_behind(false);
}

static void cancel(void) {
    send_behind(true);
}

static void end(void) {
    MPI_Finalize();
}

/* On a communicator of one process, from another one. */
static void receive_alone(void) {
    MPI_Recv(bytes, 8, MPI_BYTE, MPI_ANY_SOURCE, RECEIVED, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* Returns when something has arrived on the first link. Takes nothing. */
static void await_arrival(void) {
    enum { WORD = CUBE_WORD(0, CUBE_WORD_ROUTED_TAIL) };
    const struct ring_receiver *in = &node.link[0].routed_in;
    struct cube_wait wait = {.words = UINT64_C(1) << WORD};
    wait.seen[WORD] = (uint32_t)in->head;
    while (!ring_has(in->tail, in->head))
        system_wait(&wait);
}

static void receive_word(void) {
    await_arrival();
    MPI_Recv(&word, 1, MPI_UINT64_T, 1, RECEIVED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The message comes from the victim's last link to what the victim does. */
static int run_meeting(void) {
    MPI_Init(NULL, NULL);
    if (node.number == hostile_node()) {
        await_go((int)forgery->victim);
        forge(&forgery->forged);
    } else if (node.number == forgery->victim) {
        go((int)hostile_node());
        (forgery->meet ? forgery->meet : wait_for_all)();
    }
    return 0;
}

/* The victim has asked for the data of a message, and its number for them is 1. `all`: they have
 * come. */
static int ask(bool all) {
    MPI_Request request;
    MPI_Init(NULL, NULL);
    if (node.number == 0) {
        MPI_Irecv(bytes, LONG, MPI_BYTE, 1, RECEIVED, MPI_COMM_WORLD, &request);
        go(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        await_go(0);
        MPI_Isend(bytes, LONG, MPI_BYTE, 0, RECEIVED, MPI_COMM_WORLD, &request);
        if (all)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        else
            await_arrival();
        forge(&forgery->forged);
    }
    return 0;
}

static int run_asked(void) {
    return ask(false);
}

static int run_answered(void) {
    return ask(true);
}

/* A message in the name of 3 begins to arrive at 0; MPI_Finalize frees it; the rest comes. */
static int run_finalized(void) {
    MPI_Init(NULL, NULL);
    if (node.number == 2)
        forge(&forgery->forged);
    MPI_Finalize();
    if (node.number == 2)
        forge_rest(&forgery->forged, forgery->forged.left_out);
    return 0;
}

/* The victim, node 1, ends with a message that has not left; node 0 does not take it, but tells the
 * sums of all rounds. */
static int run_early(void) {
    enum { SUMS = 3, HEAD = CUBE_WORD(0, CUBE_WORD_ROUTED_HEAD) };
    MPI_Request request;
    MPI_Init(NULL, NULL);
    if (node.number == 1) {
        uint8_t *data = calloc(1, 2000);
        go(0);
        MPI_Isend(data, 2000, MPI_BYTE, 0, ALONE, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Finalize();
        free(data);
    } else {
        await_go(1);
        for (int k = 0; k < SUMS; k++) {
            struct cube_wait wait = {.words = UINT64_C(1) << HEAD};
            wait.seen[HEAD] = atomic_load(node.link[0].routed_out.head);
            forge(&forgery->forged);
            system_wait(&wait);
        }
    }
    return 0;
}

/* ---- What processes tell each other to make communicators ---- */

/* Node 1 tells of a group: of its size, its leader's rank, a context, and of one process. Node 0
 * then sends that one a message. */
static int tell_group(int group_size, int process) {
    const int side[] = {group_size, 1, CONTEXTS};
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (node.number == 0) {
        MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1, 0, &made);
        if (made != MPI_COMM_NULL)
            MPI_Send(&word, 1, MPI_UINT64_T, 0, GO, made);
    } else {
        talk_send(CONTEXT_MAKING, 0, 0, side, sizeof side, "forged");
        talk_send(CONTEXT_MAKING, 0, 0, &process, sizeof process, "forged");
    }
    return 0;
}

static int run_empty_group(void) {
    return tell_group(-1, 1);
}

static int run_strange_group(void) {
    return tell_group(1, 1 << 20);
}

/* Node 1 tells of a negative number of edges of a graph. */
static int run_graph(void) {
    int source = 0, degree = 1, destination = 1, numbers = -3000;
    int counts[2];
    MPI_Comm made;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (node.number == 0)
        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &destination, MPI_UNWEIGHTED,
                              MPI_INFO_NULL, 1, &made);
    else
        collective_allgather(&comm_world, &numbers, counts, sizeof numbers);
    return 0;
}

/* Node 1 leads a group, and chooses a context that is node 0's to choose. */
static int run_strange_context(void) {
    static const uint32_t context = 3 * CONTEXTS; /* as node 0 would */
    MPI_Comm made;
    MPI_Group all, group;
    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, (int[]){1, 0}, &group);
    if (node.number == 0)
        MPI_Comm_create_from_group(group, "", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);
    else
        talk_send(CREATE_CONTEXT + CONTEXT_MAKING, 0, create_tag("", group), &context,
                  sizeof context, "forged");
    return 0;
}

/* Node 1 gives itself a rank that its group does not have. */
static int run_far_rank(void) {
    static const int membership[] = {1 << 20, CONTEXTS}; /* its rank, a context */
    int memberships[4];
    MPI_Comm between, made;
    MPI_Group self;
    MPI_Init(NULL, NULL);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, node.number == 0, 0, &between);
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_SELF, &self);
    if (node.number == 0)
        MPI_Comm_create(between, self, &made);
    else
        collective_allgather(between->both, membership, memberships, sizeof membership);
    return 0;
}

/* Node 0 tells where the processes of a graph are to be: nowhere. */
static int run_placed(void) {
    static const int places[] = {1 << 20, 1 << 20};
    int source = 0, degree = 1, destination = 1, numbers = 0, told = MPI_SUCCESS;
    int counts[2], starts[2] = {0}, edges[9];
    MPI_Comm made;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (node.number == 1) {
        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &destination, MPI_UNWEIGHTED,
                              MPI_INFO_NULL, 1, &made);
        return 0;
    }
    collective_allgather(&comm_world, &numbers, counts, sizeof numbers);
    MPI_Allgatherv(NULL, 0, MPI_INT, edges, counts, starts, MPI_INT, MPI_COMM_WORLD);
    collective_broadcast(&comm_world, &told, sizeof told, 0);
    collective_broadcast(&comm_world, (void *)(uintptr_t)places, sizeof places, 0);
    return 0;
}

/* ---- Files ---- */

enum { FIRST_WINDOW = 32768 /* bytes */ };

/* What node 1 tells of an access that both begin, and what it asks of the first window. */
static const struct together_part whole = {.high = 100, .bytes = 100, .requests = 9},
                                  before = {.low = -100, .high = 100, .bytes = 100},
                                  endless = {.high = INT64_MAX, .bytes = 100, .requests = 9};
static const uint32_t beyond[] = {1, 8, FIRST_WINDOW - 4, 8, 0, 0},
                      wrapped[] = {1, 8, UINT32_MAX, 8};

static int attack_file(const struct together_part *part, const uint32_t *asked, size_t asks,
                       bool writes) {
    char name[32]; /* of a file in the tree, from the root of which tests run */
    struct together_part parts[2];
    MPI_Info info;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "collective_buffering", "true");
    snprintf(name, sizeof name, "build/hostile-%d", (int)getpid());
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (node.number == 0) {
        MPI_File_delete(name, MPI_INFO_NULL); /* it stays open */
        if (writes)
            MPI_File_write_at_all(file, 0, bytes, 100, MPI_BYTE, MPI_STATUS_IGNORE);
        else
            MPI_File_read_at_all(file, 0, bytes, 100, MPI_BYTE, MPI_STATUS_IGNORE);
    } else {
        collective_allgather(file->comm, part, parts, sizeof *part);
        MPI_Send(asked, (int)asks, MPI_BYTE, 0, TOGETHER_ASKED, file->comm);
    }
    return 0;
}

static int run_file_before(void) {
    return attack_file(&before, beyond, sizeof beyond, true);
}

static int run_file_endless(void) {
    return attack_file(&endless, beyond, sizeof beyond, true);
}

static int run_file_written(void) {
    return attack_file(&whole, beyond, sizeof beyond, true);
}

static int run_file_read(void) {
    return attack_file(&whole, wrapped, sizeof wrapped, false);
}

/* ---- Windows ---- */

enum { WINDOW = 2 * CONTEXTS /* the number of the first one */, EXPOSED = 128, TWICE = 2 };

/* The victim has exposed EXPOSED bytes to all, or to itself alone, and the message comes, so often.
 */
static int attack_window(MPI_Comm comm, int times) {
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Win_create(bytes, EXPOSED, 1, MPI_INFO_NULL, comm, &window);
    if (node.number == 0) {
        go(1);
        MPI_Recv(bytes, 8, MPI_BYTE, 1, RECEIVED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        await_go(0);
        for (; times > 0; times--)
            forge(&forgery->forged);
    }
    return 0;
}

static int run_window(void) {
    return attack_window(MPI_COMM_WORLD, 1);
}

static int run_window_twice(void) {
    return attack_window(MPI_COMM_WORLD, TWICE);
}

static int run_own_window(void) {
    return attack_window(MPI_COMM_SELF, 1);
}

/* A put begins to arrive; both free the window, which lasts until the rest has come. */
static int run_freed_window(void) {
    MPI_Win window;
    uint8_t *memory = malloc(LONG);
    MPI_Init(NULL, NULL);
    MPI_Win_create(memory, LONG, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (node.number == 1)
        forge(&forgery->forged);
    MPI_Win_free(&window);
    free(memory);
    if (node.number == 1)
        forge_rest(&forgery->forged, forgery->forged.left_out);
    return 0;
}

/* ---- Credit, and others ---- */

/* Node 0 sends as much as it may to 3, which receives nothing. Meanwhile node 2 gives credit back
 * in the name of 3; node 1, by which the messages go, is honest. */
static int run_credit(void) {
    MPI_Init(NULL, NULL);
    if (node.number == 0)
        for (int k = 0; k < WORDS; k++) {
            go(3);
            if (k == WORDS / 2)
                go(2);
            if (k == WORDS / 2)
                await_go(2);
        }
    if (node.number == 2) {
        await_go(0);
        forge(&forgery->forged);
        go(0);
    }
    return 0;
}

/* Node 1 sends more than its window to 0, which receives none of it. */
static int run_over(void) {
    MPI_Init(NULL, NULL);
    for (int k = 0; node.number == 1 && k < WORDS; k++)
        forge(&forgery->forged);
    return 0;
}

/* There are processes on nodes 0 and 1, and the message comes from node 2. */
static int run_without_process(void) {
    if (node.number < 2)
        MPI_Init(NULL, NULL);
    if (node.number == 0) {
        cube_send(2, NULL, 0);
        MPI_Recv(&word, 1, MPI_UINT64_T, 1, RECEIVED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (node.number == 2) {
        cube_recv(0, NULL, 0);
        forge(&forgery->forged);
    }
    return 0;
}

/* The same count twice, before the victim comes to its end. */
static int run_twice(void) {
    MPI_Init(NULL, NULL);
    if (node.number == 1) {
        forge(&forgery->forged);
        forge(&forgery->forged);
    }
    if (node.number == 0)
        MPI_Recv(bytes, 8, MPI_BYTE, 1, RECEIVED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

/* ---- Failures ---- */

/* What a process does that goes on when another one dies. */
static void receive_or_fail(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Recv(bytes, 8, MPI_BYTE, (int)hostile_node(), RECEIVED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void agree(void) {
    int flag = 1;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
}

static void shrink(void) {
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPIX_Comm_shrink(MPI_COMM_WORLD, &made) == MPI_SUCCESS)
        MPI_Comm_free(&made);
}

/* The same news twice. */
static int run_news_twice(void) {
    MPI_Init(NULL, NULL);
    if (node.number == 1) {
        forge(&forgery->forged);
        forge(&forgery->forged);
    } else {
        receive_or_fail();
        receive_or_fail();
        MPI_Finalize();
    }
    return 0;
}

/* ---- The list ---- */

#define KEY(tag)        ((uint64_t)(uint32_t)(tag) << 32) /* in the context of MPI_COMM_WORLD */
#define FROM(node, ...) DATA(node, 0, __VA_ARGS__)
#define DATA(node, length, ...)                                                                    \
    .forged = {.source = (node),                                                                   \
               .destination = (node) == 0,                                                         \
               .envelope = {__VA_ARGS__},                                                          \
               .bytes = (length)}
#define LARGE       ENVELOPE_CREDIT_MOST
#define UNCREDITED  "more credit than was spent"
#define UNANSWERED  "an answer that no send waits for"
#define UNSENT      "an answer to what has not left"
#define UNCOUNTED   "a count at the end that nobody waits for"
#define UNSUMMED    "a sum at the end that nobody waits for"
#define UNASKED     "data that no receive has asked for"
#define UNCANCELLED "an answer that no MPI_Cancel waits for"
#define NO_MESSAGE  "a message with a tag or a number that there is not"
#define NO_END      "the end of a process that has ended"
#define NO_ACCESS   "a part of an access to a file that no process has"
#define NO_ASKING   "what no process asks of a window of a file"
#define NO_PART     "a part of an agreement that is not as it should be"

/* What failure.c and agree.c have in an envelope's number, and the bytes of an agreement's value
 * among up to 64 processes. */
enum { DIED = 1, EXCHANGE = 0, CHECK, VOTE, PREPARE, PREPARED, COMMIT, NO_KIND = 7, ROUND = 8 };
enum { VALUE_BYTES = 3 * 8 };
#define PART(kind_and_round, length, meets)                                                        \
    DATA(1, length, .kind = ENVELOPE_AGREE, .number = (kind_and_round), .bytes = (length)),        \
        .meet = (meets), .survives = true

/* The envelope with the words of a packet to the victim's window. */
#define PACKET(which, length, at, reaches, ...)                                                    \
    {                                                                                              \
        .source = 1,                                                                               \
        .envelope = {.kind = (enum envelope_kind)PACKET_##which,                                   \
                     .key = (uint64_t)(at),                                                        \
                     .bytes = (reaches),                                                           \
                     .number = WINDOW,                                                             \
                     __VA_ARGS__},                                                                 \
        .bytes = (length)                                                                          \
    }
#define FLAGS(flags)   .credit = (flags)
#define ADDS(op)       .credit = (op) << 8 | NUMBER_INT << 16
#define OF_WINDOW      .run = run_window
#define OUTSIDE        "an operation outside of what a window exposes"
#define UNSOUND        "an operation on a window that no process sends"
#define UNASKED_WINDOW "an answer to what was not asked of a window"
#define UNTIMELY       "a synchronization of a window at a wrong time"
#define SUM            UINT32_C(0x21)

static const struct forgery forgeries[] = {
    {"a kind that there is not", "an envelope of no kind that there is",
     FROM(1, .kind = (enum envelope_kind)PACKET_END)},
    {"a packet for a window that there is not", "a packet for a window that there is not",
     FROM(1, .kind = (enum envelope_kind)PACKET_FLUSH, .number = 99)},
    {"a packet of a process that the window does not have",
     "a packet of a process that the window does not have", .forged = PACKET(FLUSH, 0, 0, 0),
     .run = run_own_window},
    {"a put into a window", NULL, .forged = PACKET(PUT, 8, EXPOSED - 8, 8), OF_WINDOW},
    {"a put beyond a window", OUTSIDE, .forged = PACKET(PUT, 8, EXPOSED - 7, 8), OF_WINDOW},
    {"a put before a window", OUTSIDE, .forged = PACKET(PUT, 8, -1, 8), OF_WINDOW},
    {"a long put beyond a window", OUTSIDE, .forged = PACKET(PUT, LONG, 0, LONG), OF_WINDOW},
    {"a put of fewer bytes than it says", UNSOUND, .forged = PACKET(PUT, 8, 0, 16), OF_WINDOW},
    {"a put of nothing", UNSOUND, .forged = PACKET(PUT, 0, 0, 0), OF_WINDOW},
    {"a get beyond a window", OUTSIDE, .forged = PACKET(GET, 0, 0, EXPOSED + 1), OF_WINDOW},
    {"a get with data", UNSOUND, .forged = PACKET(GET, 8, 0, 8), OF_WINDOW},
    {"an accumulate with an operator that there is not", UNSOUND,
     .forged = PACKET(ACCUMULATE, 8, 0, 8, ADDS(0x77)), OF_WINDOW},
    {"an accumulate of a type that there is not", UNSOUND,
     .forged = PACKET(ACCUMULATE, 8, 0, 8, .credit = SUM << 8 | UINT32_C(0xff) << 16), OF_WINDOW},
    {"an accumulate of a part of an element", UNSOUND,
     .forged = PACKET(ACCUMULATE, 6, 0, 6, ADDS(SUM)), OF_WINDOW},
    {"an accumulate of more than is kept", UNSOUND,
     .forged = PACKET(ACCUMULATE, LONG, 0, LONG, ADDS(SUM)), OF_WINDOW},
    {"a comparison of two elements", UNSOUND,
     .forged = PACKET(COMPARE, 16, 0, 8, .credit = UINT32_C(0x3c) << 8 | NUMBER_INT << 16),
     OF_WINDOW},
    {"pieces of no bytes", OUTSIDE, .forged = PACKET(PUT, 40, 1, 8, FLAGS(FLAG_PIECES)), OF_WINDOW},
    {"more pieces than come", UNSOUND,
     .forged = PACKET(PUT, 40, UINT64_C(1) << 59 | 1, 8, FLAGS(FLAG_PIECES)), OF_WINDOW},
    {"a result that nobody has asked for", UNASKED_WINDOW, .forged = PACKET(DATA, 8, 0, 8),
     OF_WINDOW},
    {"DONE for what was not asked", UNASKED_WINDOW, .forged = PACKET(DONE, 0, 0, 0), OF_WINDOW},
    {"LOCKED for what was not asked", UNASKED_WINDOW, .forged = PACKET(LOCKED, 0, 0, 0), OF_WINDOW},
    {"REFUSED by a window that refuses nothing", UNASKED_WINDOW, .forged = PACKET(REFUSED, 0, 0, 0),
     OF_WINDOW},
    {"a lock that is not held is given back", UNTIMELY, .forged = PACKET(UNLOCK, 0, 0, 0),
     OF_WINDOW},
    {"a lock that is asked for twice", UNTIMELY, .forged = PACKET(LOCK, 0, 0, 0),
     .run = run_window_twice},
    {"a window that is posted twice", UNTIMELY, .forged = PACKET(POST, 0, 0, 0),
     .run = run_window_twice},
    {"the end of operations to which nobody has posted", UNTIMELY,
     .forged = PACKET(COMPLETE, 0, 0, 0), OF_WINDOW},
    {"the rest of a put into a window that is freed", NULL,
     .forged = {.source = 1,
                .envelope = {.kind = (enum envelope_kind)PACKET_PUT,
                             .number = WINDOW,
                             .bytes = 1000},
                .bytes = 1000,
                .left_out = 900},
     .run = run_freed_window},
    {"a message whose envelope says another length", "a message that is not as long as it says",
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .bytes = 9)},
    {"a message with its data that is too long for that", "more messages than have room here",
     DATA(1, LONG, .kind = ENVELOPE_WHOLE, .bytes = LONG)},
    {"a message with a negative tag", NO_MESSAGE, FROM(1, .kind = ENVELOPE_WHOLE, .key = KEY(-5))},
    {"an envelope with a negative tag", NO_MESSAGE,
     FROM(1, .kind = ENVELOPE_ALONE, .key = KEY(INT32_MIN), .number = 1)},
    {"an envelope without a number", NO_MESSAGE, FROM(1, .kind = ENVELOPE_ALONE, .key = KEY(9))},
    {"a message to be answered without a number", NO_MESSAGE,
     FROM(1, .kind = ENVELOPE_ANSWERED, .key = KEY(9))},
    {"an envelope that comes with data", "an envelope with bytes that it has not",
     DATA(1, 8, .kind = ENVELOPE_ALONE, .number = 1, .bytes = 8)},
    {"MATCHED with a number that was not given", UNANSWERED,
     FROM(1, .kind = ENVELOPE_MATCHED, .number = 99)},
    {"MATCHED for a send that waits for ACCEPTED", UNANSWERED,
     FROM(1, .kind = ENVELOPE_MATCHED, .number = NUMBER_ALONE)},
    {"MATCHED by a process that did not get the message", UNANSWERED,
     FROM(3, .kind = ENVELOPE_MATCHED, .number = NUMBER_MATCHED), .dimension = 2},
    {"ACCEPTED for a send that waits for MATCHED", UNANSWERED,
     FROM(1, .kind = ENVELOPE_ACCEPTED, .key = NUMBER_MATCHED)},
    {"ACCEPTED with more bytes than the message has", UNANSWERED,
     FROM(1, .kind = ENVELOPE_ACCEPTED, .key = NUMBER_ALONE, .number = 1, .bytes = LONG + 1)},
    {"ACCEPTED before all of the envelope has left", UNSENT,
     FROM(1, .kind = ENVELOPE_ACCEPTED, .key = 1, .number = 1, .bytes = LONG), .meet = leave,
     .routed = SMALL_RING},
    {"data for a number that was not given", UNASKED,
     DATA(1, 8, .kind = ENVELOPE_DATA, .number = 99)},
    {"data for a send", UNASKED, DATA(1, LONG, .kind = ENVELOPE_DATA, .number = NUMBER_ALONE)},
    {"data of another length than was asked for", UNASKED,
     DATA(1, LONG + 1, .kind = ENVELOPE_DATA, .number = 1), .run = run_asked},
    {"data that have come before", UNASKED, DATA(1, LONG, .kind = ENVELOPE_DATA, .number = 1),
     .run = run_answered},
    {"a message that is to be taken back, and is not there", NULL,
     FROM(1, .kind = ENVELOPE_CANCEL, .key = KEY(9), .number = 1, .bytes = 1)},
    {"CANCELLED before all of the envelope has left", UNSENT,
     FROM(1, .kind = ENVELOPE_CANCELLED, .number = 1), .meet = cancel, .routed = SMALL_RING},
    {"CANCELLED for a send that is not to be taken back", UNCANCELLED,
     FROM(1, .kind = ENVELOPE_CANCELLED, .number = NUMBER_ALONE)},
    {"TOO_LATE for a send that is not to be taken back", UNCANCELLED,
     FROM(1, .kind = ENVELOPE_TOO_LATE, .number = NUMBER_MATCHED)},
    {"a sum for the process that has no parent", UNSUMMED, FROM(1, .kind = ENVELOPE_SUM)},
    {"a sum that the parent has not been asked for", UNSUMMED, FROM(0, .kind = ENVELOPE_SUM),
     .victim = 1},
    {"a count of the parent", UNCOUNTED, FROM(0, .kind = ENVELOPE_COUNT), .victim = 1},
    {"a count of a round that is far away", UNCOUNTED,
     FROM(1, .kind = ENVELOPE_COUNT, .number = 5)},
    {"the same count twice", UNCOUNTED, FROM(1, .kind = ENVELOPE_COUNT), .run = run_twice},
    {"a question for a communicator that there is not", NULL,
     FROM(1, .kind = ENVELOPE_ASKED, .key = 12345, .number = 3)},
    {"an answer to a question that was not asked", "an answer to what was not asked",
     FROM(1, .kind = ENVELOPE_CALLED, .key = 1)},
    {"a message of a process that the communicator does not have",
     "a message on a communicator that does not have it",
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = (uint64_t)RECEIVED << 32 | CONTEXTS, .bytes = 8),
     .meet = receive_alone},
    {"all of the credit that was spent", NULL,
     FROM(1, .kind = ENVELOPE_CREDIT, .credit = 2 * WORD_COST)},
    {"a byte of credit more", UNCREDITED,
     FROM(1, .kind = ENVELOPE_CREDIT, .credit = 2 * WORD_COST + 1)},
    {"a byte of credit more on the message that a receive waits for", UNCREDITED,
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = KEY(RECEIVED), .credit = 2 * WORD_COST + 1,
          .bytes = 8)},
    {"a byte of credit more on a word that is received at once", UNCREDITED,
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = KEY(RECEIVED), .credit = WORD_COST + 1, .bytes = 8),
     .meet = receive_word},
    {"a question of a node without a process", "a message of a node that has no process",
     FROM(2, .kind = ENVELOPE_ASKED), .run = run_without_process, .dimension = 2, .ranks = 2},
    {"a sum of a process that is not the parent", UNSUMMED,
     .forged = {.source = 3, .destination = 1, .envelope = {.kind = ENVELOPE_SUM}}, .meet = end,
     .dimension = 2, .victim = 1},
    {"credit in the name of another process",
     "by link 1, from node 2, in the name of node 3: " UNCREDITED,
     FROM(3, .kind = ENVELOPE_CREDIT, .credit = LARGE), .run = run_credit, .dimension = 2},
    {"credit in its name that was spent",
     "by link 1, from node 1, in the name of node 0: more messages than have room here: node 0, or "
     "a node on a way between the two,",
     FROM(3, .kind = ENVELOPE_CREDIT, .credit = WORDS / 2 * WORD_COST), .run = run_credit,
     .dimension = 2, .victim = 3},
    {"more messages than there is credit for", "more messages than have room here",
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = KEY(9), .bytes = 8), .run = run_over},
    {"sums before all that the victim has sent has left", NULL, FROM(0, .kind = ENVELOPE_SUM),
     .run = run_early, .victim = 1, .routed = SMALL_RING},
    {"a group of less than no processes", NULL, .run = run_empty_group},
    {"a group of a process that there is not", NULL, .run = run_strange_group},
    {"a context of another leader", "the leader of the group has chosen a context",
     .run = run_strange_context},
    {"a rank that a group does not have", NULL, .run = run_far_rank},
    {"places that there are not", NULL, .run = run_placed, .victim = 1},
    {"a graph with less than no edges", NULL, .run = run_graph},
    {"a part of an access before a file", NO_ACCESS, .run = run_file_before},
    {"a part of an access without an end", NO_ACCESS, .run = run_file_endless},
    {"bytes written beyond a window of a file", NO_ASKING, .run = run_file_written},
    {"bytes read beyond a window of a file", NO_ASKING, .run = run_file_read},
    {"a death where none is survived", "news of a failure, which none survives",
     FROM(1, .kind = ENVELOPE_GONE, .number = DIED)},
    {"a revocation where none is survived", "news of a failure, which none survives",
     FROM(1, .kind = ENVELOPE_REVOKE)},
    {"the death of a process that lives", NULL, FROM(1, .kind = ENVELOPE_GONE, .number = DIED),
     .meet = receive_or_fail, .survives = true},
    {"the death of another process that lives", NULL,
     FROM(3, .kind = ENVELOPE_GONE, .number = DIED), .meet = receive_or_fail, .survives = true,
     .dimension = 2},
    {"the same death twice", NO_END, FROM(1, .kind = ENVELOPE_GONE, .number = DIED),
     .run = run_news_twice, .survives = true},
    {"an end of no kind that there is", NO_END, FROM(1, .kind = ENVELOPE_GONE, .number = 9),
     .meet = receive_or_fail, .survives = true},
    {"news of a failure with bytes", "an envelope with bytes that it has not",
     DATA(1, 8, .kind = ENVELOPE_GONE, .number = DIED), .meet = receive_or_fail, .survives = true},
    {"a revocation of MPI_COMM_WORLD", NULL, FROM(1, .kind = ENVELOPE_REVOKE),
     .meet = receive_or_fail, .survives = true},
    {"a revocation of a communicator that there is not", NULL,
     FROM(1, .kind = ENVELOPE_REVOKE, .key = UINT64_MAX), .meet = receive_or_fail,
     .survives = true},
    {"a part of an agreement of no kind that there is", NO_PART, PART(NO_KIND, 0, agree)},
    {"a part with half a word", NO_PART, PART(EXCHANGE, 4, agree)},
    {"a part that is longer than any", NO_PART, PART(COMMIT, LONG, agree)},
    {"an exchange without votes", NO_PART, PART(EXCHANGE, 0, agree)},
    {"a round that there is not", NO_PART, PART(EXCHANGE | 1 * ROUND, 8, agree)},
    {"a round that is far away", NO_PART, PART(CHECK | UINT32_MAX / ROUND * ROUND, 0, agree)},
    {"a check before the exchange", NULL, PART(CHECK, 0, agree)},
    {"votes in an exchange that nobody has", NULL, PART(EXCHANGE, 8, shrink), .forged.fill = 0xff},
    {"a vote that is too short", NO_PART, PART(VOTE, 8, agree)},
    {"a vote while nobody has died", NULL, PART(VOTE, VALUE_BYTES, agree)},
    {"a value that has nothing", NO_PART, PART(PREPARE, 0, agree)},
    {"a value by which the victim is dead", NO_PART, PART(COMMIT, VALUE_BYTES, shrink),
     .forged.fill = 0xff},
    {"a decision on no context", NULL, PART(COMMIT, VALUE_BYTES, shrink)},
    {"a decision on which nobody has agreed", NULL, PART(COMMIT, VALUE_BYTES, agree)},
    {"a preparation for which nobody has asked", NULL, PART(PREPARED, 0, agree)},
    {"a part of an agreement that never begins", NULL, PART(COMMIT, VALUE_BYTES, receive_or_fail)},
    {"the rest of a message that MPI_Finalize has freed", NULL,
     .forged = {.source = 3,
                .envelope = {.kind = ENVELOPE_WHOLE, .key = KEY(9), .bytes = 1000},
                .bytes = 1000,
                .left_out = 900},
     .run = run_finalized, .dimension = 2},
};
enum { FORGERIES = sizeof forgeries / sizeof forgeries[0] };

static void begin(const struct turns_windows *windows) {
    (void)windows;
}

static bool is_found(const struct turns_outcome *outcome) {
    bool finds = outcome->end == TURNS_ABORTED && outcome->node == forgery->victim;
    return !forgery->says ? !finds : finds && strstr(outcome->said, forgery->says);
}

int forgeries_run(int first, bool *right) {
    for (int k = 0; k < FORGERIES; k++) {
        forgery = &forgeries[k];
        struct turns_settings settings = {
            .dimension = forgery->dimension != 0 ? forgery->dimension : 1,
            .direct = RING,
            .routed = forgery->routed != 0 ? forgery->routed : RING,
            .seed = 1,
            .victim = forgery->victim,
            .ranks = forgery->ranks,
            .order = {0, 1, 2},
        };
        if (forgery->survives)
            setenv("MPI_FT", "ulfm", 1);
        else
            unsetenv("MPI_FT");
        const struct turns_outcome outcome =
            turns_run(&settings, begin, forgery->run ? forgery->run : run_meeting);
        bool found = is_found(&outcome);
        printf("%sok %d - %s\n", found ? "" : "not ", first + k, forgery->name);
        if (!found)
            printf("# it ended with %d, node %" PRIu32 ": %s\n", (int)outcome.end, outcome.node,
                   outcome.said);
        *right = *right && found;
    }
    return FORGERIES;
}
