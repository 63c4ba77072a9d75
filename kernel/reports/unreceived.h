/* Reports of messages that were sent and never received. */
#ifndef KERNEL_UNRECEIVED_H
#define KERNEL_UNRECEIVED_H

#include <stdbool.h>

#include "kernel/parts/stage.h"

/* Prints each node's unreceived messages and their senders: packets in the rings of the direct
 * channel, by the windows, and messages in inboxes, by the counts of processes. Returns whether
 * there were any. Called when all programs have ended and no node runs. `everywhere` does a stage
 * for all nodes. */
bool unreceived_report(stage_function *everywhere);

/* The two stages of that, for the nodes of this machine. */
void unreceived_links(struct stage_state *state);
void unreceived_inboxes(struct stage_state *state);

#endif
