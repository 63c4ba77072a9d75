/* What mpiexec --explore (tools/exploring/) learns of a run and decides in it. With MPI_EXPLORE in
 * the environment, each process records its messages, and each call that could have had another
 * outcome by the standard is a decision. A list of decisions says what the call takes, which then
 * waits for that; without an entry it takes what comes first.
 *
 * Such calls are receives and probes from MPI_ANY_SOURCE, waits for one of several requests, and
 * calls that test for requests or messages. Decisions of a process are numbered in their order.
 * What it does for others' requests for its windows are decisions with numbers of their own
 * (mpi/window/turn.h).
 * A test that finds nothing is one, and the same test again is none until anything else is
 * recorded: a program that polls has as many decisions however often it does so. */
#ifndef MPI_EXPLORE_H
#define MPI_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi.h"

struct kept;
struct pattern;

/* Whether this process does all this. If it does, the shortest paths are not taken. */
extern NODE_LOCAL bool exploring;

/* Reads the environment. explore_end records the last collective calls, while MPI_COMM_WORLD is
 * there. */
void explore_start(void);
void explore_end(void);

/* The arguments of a send or a receive of the program: as those of a transfer (transfer.h). */
struct explore_transfer {
    MPI_Comm comm;
    uint32_t context;
    int world, tag;
};

/* A send and a receive begin. Both return the number by which this is recorded, or 0 if it is part
 * of another operation. The receive's pattern becomes that of the source that was decided for it.
 */
uint32_t explore_sends(struct explore_transfer send);
uint32_t explore_receives(struct explore_transfer receive, struct pattern *pattern);

/* A message has matched the receive of that number, or was taken out by a matching probe (0); and
 * the program learns that a transfer is done, which has waited for the other process or not. */
void explore_matches(uint32_t number, uint32_t source, uint32_t context, int tag);
void explore_done(uint32_t number, bool waited);

/* The calls that decide, by the letters that lists of decisions have: MPI_Recv, MPI_Probe and
 * MPI_Iprobe; MPI_Waitany; MPI_Testany; MPI_Test and MPI_Testall; and those like them. */
enum explore_call {
    EXPLORE_RECEIVE = 'r',
    EXPLORE_PROBE = 'p',
    EXPLORE_LOOK = 'i',
    EXPLORE_WAIT = 'w',
    EXPLORE_TEST = 't',
    EXPLORE_TEST_ALL = 'a',
    EXPLORE_SERVE = 's', /* a request for a window */
};

/* What is decided for the next such call: a source, or the index of a request; that nothing is
 * found; or nothing. */
enum { EXPLORE_NOTHING = -1, EXPLORE_FREE = -2 };
int explore_wish(enum explore_call call);
int explore_wished(enum explore_call call, uint32_t number);

/* Records the collective calls on a communicator that are not recorded yet. Each call that records
 * what the program does begins with that. */
void explore_collectives(MPI_Comm comm);

/* Records what another room knows, with these fields of JSON, as of printf. With a communicator the
 * program does it, and the place is recorded; without one a handler does. */
__attribute__((format(printf, 3, 4))) void explore_note(const char *kind, MPI_Comm comm,
                                                        const char *fields, ...);

/* Record what a call has taken of `count` requests, of which `number_of` returns the numbers of
 * their transfers, or 0; and what a probe has found: null for nothing. */
void explore_chose(enum explore_call call, int count, const MPI_Request requests[],
                   uint32_t (*number_of)(MPI_Request request), int index);
void explore_found(enum explore_call call, const struct pattern *pattern, const struct kept *kept);

#endif
