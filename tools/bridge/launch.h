/* How the bridges of a cube find each other. */
#ifndef BRIDGE_LAUNCH_H
#define BRIDGE_LAUNCH_H

#include <stdint.h>

/* Learns the hosts from the launcher, by MPI, checks that all have the same `identity`, and
 * connects this bridge with that of host 0, or that with all. The cube has `parts` parts. If each
 * part and each bridge has its own host core, MPI carries the notes, otherwise TCP; BRIDGE_CARRIER
 * in host 0's environment, mpi or tcp, overrides this. Gives up on an error. */
void launch(const char *identity, uint32_t parts);

#endif
