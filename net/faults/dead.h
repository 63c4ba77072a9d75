/* The routed channel of a machine in which links are dead.
 *
 * Net uses E-cube: it puts packets on the routed ring of one dimension, and expects those of a node
 * on that of another. Here these rings are this node's own, and lead to no neighbour. Between them
 * and the rings of the live links, this takes what net has sent, passes on what others have, on the
 * paths of net/ways/way.h, and puts what is for this node where net expects it. So nothing else in
 * net knows of dead links. Each live link has two routed rings (net/ways/way.h).
 *
 * Forwarding never blocks: a packet whose next ring is full stays where it is. A packet for this
 * node waits at most for this node's next call.
 *
 * Paths ascend in physical dimensions (net/physical.h), so cuberun --map places nodes as usual. */
#ifndef NET_DEAD_H
#define NET_DEAD_H

/* Does what net_start does, in a machine in which links are dead. Ends the program if the paths
 * round these could wait for each other in a circle, or if memory is short. */
void dead_begin(void);

#endif
