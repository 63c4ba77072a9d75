/* The memory that the parts of this host share, and the doorbells in it, which the bridge rings and
 * takes for the far parts (bridge.h). */
#ifndef BRIDGE_SHARED_H
#define BRIDGE_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/bridge/bridge.h"

/* How many dimensions the cube has, those inside a part, and those inside a host. */
extern uint32_t shared_dimension, shared_inside, shared_host;

/* Returns the host of a part. */
uint32_t host_of_part(uint32_t part);

/* Whether a part is on this host. */
static inline bool part_is_near(uint32_t part) {
    return host_of_part(part) == host_self;
}

/* Maps the memory and opens the parts' pipes. */
void shared_open(const struct settings *settings);

/* Returns the words of a part: a far one's are the copy that this bridge writes. */
struct part_words *shared_words(uint32_t part);

/* Returns the window of a link between parts. Its slots follow its page. */
struct cube_window *shared_window(uint32_t node, uint32_t dimension);

/* Returns the part and the host of a node. */
uint32_t shared_part_of(uint32_t node);
uint32_t shared_host_of(uint32_t node);

/* Orders all that was written before it before all that is read after it. */
void shared_fence(void);

/* Calls a near part whose watcher may be parked. */
void shared_call(uint32_t part);

/* Rings for a near node, whose far neighbour on `dimension` has changed a word. */
void shared_ring(uint32_t node, uint32_t dimension);

/* Takes all doorbells for far nodes. Says first that the far parts are not idle. Returns whether
 * there were any. */
bool shared_take(void);

/* Says on host 0 whether no node of a far part is awake or will be woken. */
void shared_say_idle(bool idle);

/* Whether this host is quiet: no node of its parts is awake, none is about to be woken but by this
 * bridge, and no part has an order to obey. To be asked while the bridge rests. */
bool shared_is_quiet(void);

/* Whether there is something to wait for of which no doorbell tells. */
bool shared_must_look(void);

/* Says whether near parts have to write to the pipes of far parts. */
void shared_park(bool parked);

/* Returns the descriptor of a far part's pipe, and empties it. */
int shared_pipe(uint32_t part);
void shared_empty(uint32_t part);

#endif
