/* How the bridges of a cube find each other. */
#ifndef BRIDGE_LAUNCH_H
#define BRIDGE_LAUNCH_H

/* Learns the hosts from the launcher, by MPI, checks that all have the same `identity`, and
 * connects the bridge of host 0 with all others by TCP. Gives up on an error. */
void launch(const char *identity);

#endif
