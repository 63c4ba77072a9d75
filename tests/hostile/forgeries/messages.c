/* Messages, their answers, and credit. */
#include <mpi.h>
#include <stdlib.h>

#include "cube.h"
#include "mpi/message/eager.h"
#include "mpi/object/communicator.h"
#include "mpi/window/packet.h"
#include "net/node.h"
#include "net/system/system.h"
#include "tests/hostile/forgeries/forgery.h"

enum { WORDS = 2000, WORD_COST = 8 + EAGER_COST };

/* An envelope that lies behind a message for which there is no room. */
static void send_behind(bool cancels) {
    MPI_Request request[2];
    MPI_Isend(forgery_bytes, 2000, MPI_BYTE, 1, FORGERY_MATCHED, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(forgery_bytes, FORGERY_LONG, MPI_BYTE, 1, FORGERY_ALONE, MPI_COMM_WORLD, &request[1]);
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
    MPI_Recv(forgery_bytes, 8, MPI_BYTE, MPI_ANY_SOURCE, FORGERY_RECEIVED, MPI_COMM_SELF,
             MPI_STATUS_IGNORE);
}

/* Returns when something has arrived on the first link. Takes nothing. */
static void await_arrival(void) {
    const struct ring_receiver *in = &node.link[0].routed_in;
    struct cube_wait wait = {.words[CUBE_WORD_ROUTED_TAIL] = 1};
    wait.seen[CUBE_WORD_ROUTED_TAIL][0] = (uint32_t)in->head;
    while (!ring_has(in->tail, in->head))
        system_wait(&wait);
}

static void receive_word(void) {
    await_arrival();
    MPI_Recv(&forgery_word, 1, MPI_UINT64_T, 1, FORGERY_RECEIVED, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

/* The victim has asked for the data of a message, and its number for them is 1. `all`: they have
 * come. */
static int ask(bool all) {
    MPI_Request request;
    MPI_Init(NULL, NULL);
    if (node.number == 0) {
        MPI_Irecv(forgery_bytes, FORGERY_LONG, MPI_BYTE, 1, FORGERY_RECEIVED, MPI_COMM_WORLD,
                  &request);
        forgery_go(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        forgery_await_go(0);
        MPI_Isend(forgery_bytes, FORGERY_LONG, MPI_BYTE, 0, FORGERY_RECEIVED, MPI_COMM_WORLD,
                  &request);
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
    enum { SUMS = 3 };
    MPI_Request request;
    MPI_Init(NULL, NULL);
    if (node.number == 1) {
        uint8_t *data = calloc(1, 2000);
        forgery_go(0);
        MPI_Isend(data, 2000, MPI_BYTE, 0, FORGERY_ALONE, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Finalize();
        free(data);
    } else {
        forgery_await_go(1);
        for (int k = 0; k < SUMS; k++) {
            struct cube_wait wait = {.words[CUBE_WORD_ROUTED_HEAD] = 1};
            wait.seen[CUBE_WORD_ROUTED_HEAD][0] = atomic_load(node.link[0].routed_out.head);
            forge(&forgery->forged);
            system_wait(&wait);
        }
    }
    return 0;
}

/* Node 0 sends as much as it may to 3, which receives nothing. Meanwhile node 2 gives credit back
 * in the name of 3; node 1, by which the messages go, is honest. */
static int run_credit(void) {
    MPI_Init(NULL, NULL);
    if (node.number == 0)
        for (int k = 0; k < WORDS; k++) {
            forgery_go(3);
            if (k == WORDS / 2)
                forgery_go(2);
            if (k == WORDS / 2)
                forgery_await_go(2);
        }
    if (node.number == 2) {
        forgery_await_go(0);
        forge(&forgery->forged);
        forgery_go(0);
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
        MPI_Recv(&forgery_word, 1, MPI_UINT64_T, 1, FORGERY_RECEIVED, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
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
        MPI_Recv(forgery_bytes, 8, MPI_BYTE, 1, FORGERY_RECEIVED, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return 0;
}

#define LARGE       ENVELOPE_CREDIT_MOST
#define UNCREDITED  "more buffer space (credit) returned than used"
#define UNANSWERED  "answer to no pending send"
#define UNSENT      "answer to a message that is still being sent"
#define UNCOUNTED   "unexpected message count in MPI_Finalize"
#define UNSUMMED    "unexpected message total in MPI_Finalize"
#define UNASKED     "data for no pending receive"
#define UNCANCELLED "answer to no pending MPI_Cancel"
#define NO_MESSAGE  "invalid tag or number"

static const struct forgery list[] = {
    {"a kind that there is not", "unknown kind of message",
     FROM(1, .kind = (enum envelope_kind)PACKET_END)},
    {"a message whose envelope says another length", "the length differs from the announced one",
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .bytes = 9)},
    {"a message with its data that is too long for that", "more unreceived messages than allowed",
     DATA(1, FORGERY_LONG, .kind = ENVELOPE_WHOLE, .bytes = FORGERY_LONG)},
    {"a message with a negative tag", NO_MESSAGE, FROM(1, .kind = ENVELOPE_WHOLE, .key = KEY(-5))},
    {"an envelope with a negative tag", NO_MESSAGE,
     FROM(1, .kind = ENVELOPE_ALONE, .key = KEY(INT32_MIN), .number = 1)},
    {"an envelope without a number", NO_MESSAGE, FROM(1, .kind = ENVELOPE_ALONE, .key = KEY(9))},
    {"a message to be answered without a number", NO_MESSAGE,
     FROM(1, .kind = ENVELOPE_ANSWERED, .key = KEY(9))},
    {"an envelope that comes with data", NOT_ITS_BYTES,
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
     FROM(1, .kind = ENVELOPE_ACCEPTED, .key = NUMBER_ALONE, .number = 1,
          .bytes = FORGERY_LONG + 1)},
    {"ACCEPTED before all of the envelope has left", UNSENT,
     FROM(1, .kind = ENVELOPE_ACCEPTED, .key = 1, .number = 1, .bytes = FORGERY_LONG),
     .meet = leave, .routed = FORGERY_SMALL_RING},
    {"data for a number that was not given", UNASKED,
     DATA(1, 8, .kind = ENVELOPE_DATA, .number = 99)},
    {"data for a send", UNASKED,
     DATA(1, FORGERY_LONG, .kind = ENVELOPE_DATA, .number = NUMBER_ALONE)},
    {"data of another length than was asked for", UNASKED,
     DATA(1, FORGERY_LONG + 1, .kind = ENVELOPE_DATA, .number = 1), .run = run_asked},
    {"data that have come before", UNASKED,
     DATA(1, FORGERY_LONG, .kind = ENVELOPE_DATA, .number = 1), .run = run_answered},
    {"a message that is to be taken back, and is not there", NULL,
     FROM(1, .kind = ENVELOPE_CANCEL, .key = KEY(9), .number = 1, .bytes = 1)},
    {"CANCELLED before all of the envelope has left", UNSENT,
     FROM(1, .kind = ENVELOPE_CANCELLED, .number = 1), .meet = cancel,
     .routed = FORGERY_SMALL_RING},
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
    {"the end of a communicator that the victim has not made", "end of an unknown communicator",
     FROM(1, .kind = ENVELOPE_ENDED, .key = CONTEXTS_ONCE * CONTEXTS)},
    {"an answer to a question that was not asked", "unexpected answer about a collective call",
     FROM(1, .kind = ENVELOPE_CALLED, .key = 1)},
    {"a message of a process that the communicator does not have",
     "the sender is not in the message's communicator",
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = (uint64_t)FORGERY_RECEIVED << 32 | CONTEXTS,
          .bytes = 8),
     .meet = receive_alone},
    {"all of the credit that was spent", NULL,
     FROM(1, .kind = ENVELOPE_CREDIT, .credit = 2 * WORD_COST)},
    {"a byte of credit more", UNCREDITED,
     FROM(1, .kind = ENVELOPE_CREDIT, .credit = 2 * WORD_COST + 1)},
    {"a byte of credit more on the message that a receive waits for", UNCREDITED,
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = KEY(FORGERY_RECEIVED), .credit = 2 * WORD_COST + 1,
          .bytes = 8)},
    {"a byte of credit more on a word that is received at once", UNCREDITED,
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = KEY(FORGERY_RECEIVED), .credit = WORD_COST + 1,
          .bytes = 8),
     .meet = receive_word},
    {"a question of a node without a process", "its node runs no process",
     FROM(2, .kind = ENVELOPE_ASKED), .run = run_without_process, .dimension = 2, .ranks = 2},
    {"a sum of a process that is not the parent", UNSUMMED,
     .forged = {.source = 3, .destination = 1, .envelope = {.kind = ENVELOPE_SUM}}, .meet = end,
     .dimension = 2, .victim = 1},
    {"credit in the name of another process",
     "from node 3, arrived from node 2 (dimension 1): " UNCREDITED,
     FROM(3, .kind = ENVELOPE_CREDIT, .credit = LARGE), .run = run_credit, .dimension = 2},
    {"credit in its name that was spent",
     "from node 0, arrived from node 1 (dimension 1): more unreceived messages than allowed (the "
     "program of node 0 or of a node on its path",
     FROM(3, .kind = ENVELOPE_CREDIT, .credit = WORDS / 2 * WORD_COST), .run = run_credit,
     .dimension = 2, .victim = 3},
    {"more messages than there is credit for", "more unreceived messages than allowed",
     DATA(1, 8, .kind = ENVELOPE_WHOLE, .key = KEY(9), .bytes = 8), .run = run_over},
    {"sums before all that the victim has sent has left", NULL, FROM(0, .kind = ENVELOPE_SUM),
     .run = run_early, .victim = 1, .routed = FORGERY_SMALL_RING},
    {"the rest of a message that MPI_Finalize has freed", NULL,
     .forged = {.source = 3,
                .envelope = {.kind = ENVELOPE_WHOLE, .key = KEY(9), .bytes = 1000},
                .bytes = 1000,
                .left_out = 900},
     .run = run_finalized, .dimension = 2},
};
const struct forgery_list forgeries_of_messages = {list, sizeof list / sizeof list[0]};
