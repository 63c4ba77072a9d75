/* How the bridges of a cube find each other. */
#ifndef BRIDGE_LAUNCH_H
#define BRIDGE_LAUNCH_H

#include <stdint.h>

/* Learns of the launcher, by MPI, who there is, checks that all have the same `identity`, and
 * connects this bridge with that of host 0, or that with all. The cube has so many parts. Where
 * each of them and each bridge has a host core of its own, MPI carries notes, too, else TCP; the
 * variable BRIDGE_CARRIER of host 0's environment, mpi or tcp, settles it. Gives up if something is
 * wrong. */
void launch(const char *identity, uint32_t parts);

#endif
