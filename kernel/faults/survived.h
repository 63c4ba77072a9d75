/* What has failed in a run and was survived, for the summary that cuberun prints at the end. */
#ifndef KERNEL_SURVIVED_H
#define KERNEL_SURVIVED_H

#include "kernel/parts/stage.h"

/* The stage of that for the nodes of this machine: prints the links that have failed, each at the
 * node that it was said of, and the programs that have died, and adds to state->again what has been
 * sent again. */
void survived_here(struct stage_state *state);

#endif
