/* Programs that fail while the others go on (cuberun --with-ft cube). A program kills itself
 * (SIGKILL), or ends in a wait of net when its time has come (kernel/faults/failed.h). Its node
 * still forwards, and tells the others.
 *
 * On each link of the node a packet FAILED follows all that the program has sent. It stays first in
 * the neighbour's ring, where each receive that finds it returns -EHOSTDOWN. At each later barrier
 * the node comes after its neighbour and says that it lacks data. Each other node also gets a
 * special acknowledgement, behind all messages to it: what came before is received as usual, and
 * then receives return -EHOSTDOWN. Messages to the failed program are dropped, and their credit
 * returned, so no send waits for it. collectives/run/pieces/hollow.h describes the effect on other
 * calls. Calls find all of this where a packet is not the expected one, so no call executes an
 * instruction for it. */
#ifndef NET_FAILED_PROGRAM_H
#define NET_FAILED_PROGRAM_H

#include <stdbool.h>

#include "compiler.h"
#include "cube_abi.h"

/* The program of this node fails: tells the others, and ends like a program with status 0. */
COLD _Noreturn void failed_program_end(void);

/* This node fails (net/faults/failed.h): its program ends without a message. */
COLD _Noreturn void failed_program_stop(void);

/* Whether the program has failed. */
bool failed_program_is_failed(void);

/* After that: tells the remaining nodes, as far as there is room, and drops arrivals for the
 * program. Returns whether anything has moved. */
bool failed_program_serve(void);

/* Adds to *wait the further words that the node of a failed program watches. */
void failed_program_watch(struct cube_wait *wait);

#endif
