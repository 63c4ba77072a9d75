/* How the bridges of a cube find each other. */
#ifndef BRIDGE_LAUNCH_H
#define BRIDGE_LAUNCH_H

/* Learns the hosts from the launcher, by MPI, checks that all have the same `identity`, and
 * connects this bridge with that of host 0, or that with all, by TCP. Gives up on an error. */
void launch(const char *identity);

#endif
