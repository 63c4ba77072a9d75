/* Packets to windows. */
#include <mpi.h>
#include <stdlib.h>

#include "mpi/datatype/basic.h"
#include "mpi/object/communicator.h"
#include "mpi/window/packet.h"
#include "net/node.h"
#include "tests/hostile/forgeries/forgery.h"

enum {
    WINDOW = 2 * CONTEXTS, /* the number of the first one */
    EXPOSED = 128,
    TWICE = 2,
    READS = 30
};

/* The victim has exposed EXPOSED bytes to all, or to itself alone, and the message comes `times`
 * times, each time after `before`. */
static int attack_window(MPI_Comm comm, void (*before)(void), int times) {
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Win_create(forgery_bytes, EXPOSED, 1, MPI_INFO_NULL, comm, &window);
    if (node.number == 0) {
        forgery_go(1);
        MPI_Recv(forgery_bytes, 8, MPI_BYTE, 1, FORGERY_RECEIVED, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    } else {
        forgery_await_go(0);
        if (before)
            before();
        for (; times > 0; times--)
            forge(&forgery->forged);
    }
    return 0;
}

static int run_window(void) {
    return attack_window(MPI_COMM_WORLD, NULL, 1);
}

static int run_window_twice(void) {
    return attack_window(MPI_COMM_WORLD, NULL, TWICE);
}

/* The message comes twice, after a lock and more gets than can have been answered by then. */
static void forge_reads(void) {
    struct forged forged = forgery->forged;
    forged.envelope.kind = (enum envelope_kind)PACKET_LOCK;
    forge(&forged);
    forged.envelope.kind = (enum envelope_kind)PACKET_GET;
    forged.envelope.bytes = EXPOSED;
    for (int i = 0; i < READS; i++)
        forge(&forged);
}

static int run_read_window(void) {
    return attack_window(MPI_COMM_WORLD, forge_reads, TWICE);
}

static int run_own_window(void) {
    return attack_window(MPI_COMM_SELF, NULL, 1);
}

/* A put begins to arrive; both free the window, which lasts until the rest has come. */
static int run_freed_window(void) {
    MPI_Win window;
    uint8_t *memory = malloc(FORGERY_LONG);
    MPI_Init(NULL, NULL);
    MPI_Win_create(memory, FORGERY_LONG, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (node.number == 1)
        forge(&forgery->forged);
    MPI_Win_free(&window);
    free(memory);
    if (node.number == 1)
        forge_rest(&forgery->forged, forgery->forged.left_out);
    return 0;
}

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
#define OUTSIDE        "access outside the window's memory"
#define UNSOUND        "invalid window operation"
#define UNASKED_WINDOW "unexpected answer to a window operation"
#define UNTIMELY       "unexpected window synchronization"
#define SUM            UINT32_C(0x21)

static const struct forgery list[] = {
    {"a packet for a window that there is not", "message for an unknown window",
     FROM(1, .kind = (enum envelope_kind)PACKET_FLUSH, .number = 99)},
    {"a packet of a process that the window does not have",
     "the sender does not belong to the window", .forged = PACKET(FLUSH, 0, 0, 0),
     .run = run_own_window},
    {"a put into a window", NULL, .forged = PACKET(PUT, 8, EXPOSED - 8, 8), OF_WINDOW},
    {"a put beyond a window", OUTSIDE, .forged = PACKET(PUT, 8, EXPOSED - 7, 8), OF_WINDOW},
    {"a put before a window", OUTSIDE, .forged = PACKET(PUT, 8, -1, 8), OF_WINDOW},
    {"a long put beyond a window", OUTSIDE, .forged = PACKET(PUT, FORGERY_LONG, 0, FORGERY_LONG),
     OF_WINDOW},
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
     .forged = PACKET(ACCUMULATE, FORGERY_LONG, 0, FORGERY_LONG, ADDS(SUM)), OF_WINDOW},
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
    {"a lock that is given back twice while gets are answered", UNTIMELY,
     .forged = PACKET(UNLOCK, 0, 0, 0), .run = run_read_window},
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
};
const struct forgery_list forgeries_of_windows = {list, sizeof list / sizeof list[0]};
