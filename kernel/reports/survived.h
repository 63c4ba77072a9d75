/* The failures that the run survived, for the summary that cuberun prints at the end. */
#ifndef KERNEL_SURVIVED_H
#define KERNEL_SURVIVED_H

#include "kernel/parts/stage.h"

/* Prints the links that have failed, each at the node that it was said of, and the programs that
 * have died, of this machine's nodes. Adds to state->again the bytes that were sent again. */
void survived_here(struct stage_state *state);

#endif
