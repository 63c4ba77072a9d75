/* News of failures, and parts of agreements. */
#include <mpi-ext.h>
#include <mpi.h>

#include "net/node.h"
#include "tests/hostile/forgeries/forgery.h"

/* What a process does that goes on when another one dies. */
static void receive_or_fail(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Recv(forgery_bytes, 8, MPI_BYTE, (int)forgery_hostile_node(), FORGERY_RECEIVED,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
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

#define NO_END  "invalid or repeated notice of the sender's end"
#define NO_PART "invalid message of an agreement"

/* What failure.c and agree.c have in an envelope's number, and the bytes of an agreement's value
 * among up to 64 processes. */
enum { DIED = 1, EXCHANGE = 0, CHECK, VOTE, PREPARE, PREPARED, COMMIT, NO_KIND = 7, ROUND = 8 };
enum { VALUE_BYTES = 3 * 8 };
#define PART(kind_and_round, length, meets)                                                        \
    DATA(1, length, .kind = ENVELOPE_AGREE, .number = (kind_and_round), .bytes = (length)),        \
        .meet = (meets), .survives = true

static const struct forgery list[] = {
    {"a death where none is survived", "unexpected failure notice",
     FROM(1, .kind = ENVELOPE_GONE, .number = DIED)},
    {"a revocation where none is survived", "unexpected failure notice",
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
    {"news of a failure with bytes", NOT_ITS_BYTES,
     DATA(1, 8, .kind = ENVELOPE_GONE, .number = DIED), .meet = receive_or_fail, .survives = true},
    {"a revocation of MPI_COMM_WORLD", NULL, FROM(1, .kind = ENVELOPE_REVOKE),
     .meet = receive_or_fail, .survives = true},
    {"a revocation of a communicator that there is not", NULL,
     FROM(1, .kind = ENVELOPE_REVOKE, .key = UINT64_MAX), .meet = receive_or_fail,
     .survives = true},
    {"a part of an agreement of no kind that there is", NO_PART, PART(NO_KIND, 0, agree)},
    {"a part with half a word", NO_PART, PART(EXCHANGE, 4, agree)},
    {"a part that is longer than any", NO_PART, PART(COMMIT, FORGERY_LONG, agree)},
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
};
const struct forgery_list forgeries_of_failures = {list, sizeof list / sizeof list[0]};
