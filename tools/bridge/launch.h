/* How the bridges of a cube find each other. */
#ifndef BRIDGE_LAUNCH_H
#define BRIDGE_LAUNCH_H

/* Learns of the launcher, by MPI, who there is, checks that all have the same `identity`, and
 * connects this bridge with that of host 0, or that with all. Uses MPI for nothing else. Gives up
 * if something is wrong. */
void launch(const char *identity);

#endif
