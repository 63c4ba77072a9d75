/* Programs that die while the others go on (cuberun --with-ft cube). A program dies where it kills
 * itself (SIGKILL), or in a wait of net, when its time has come (kernel/faults/failed.h). Its node
 * lives: it forwards, as those of programs that have ended do, and tells the others.
 *
 * Each link of the node gets one packet more, FAILED, behind all that the program has sent on it.
 * It stays first in the neighbour's ring, where a receive that finds it returns -EHOSTDOWN, and so
 * does the next. To each barrier after its last one the node comes after its neighbour, and says
 * that it lacks something. Each other node also gets an acknowledgement of a kind of its own,
 * behind all messages to it: what has come before is received as ever, and then receives return
 * -EHOSTDOWN. What others send to the dead program is dropped, and its credit given back: so no
 * send waits for it.
 *
 * What other calls do then is for them to say: collectives/run/pieces/hollow.h. All of this is
 * found where a packet is not the one that a call expects. So a call executes no instruction for
 * it.
 */
#ifndef NET_FAILED_PROGRAM_H
#define NET_FAILED_PROGRAM_H

#include <stdbool.h>

#include "compiler.h"
#include "cube_abi.h"

/* This node's program dies: tells the others, and ends as a program does that has ended well. */
COLD _Noreturn void failed_program_end(void);

/* All of this node has failed (net/faults/failed.h): its program ends without a word. */
COLD _Noreturn void failed_program_stop(void);

/* Whether it has died. */
bool failed_program_is_failed(void);

/* After that: tells those who could not be told yet, as far as there is room, and drops what has
 * come for the program. Returns whether anything has moved. */
bool failed_program_serve(void);

/* Adds to *wait what the node of a dead program watches besides. */
void failed_program_watch(struct cube_wait *wait);

#endif
