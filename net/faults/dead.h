/* The routed channel of a machine in which links are dead.
 *
 * Net uses E-cube: it puts packets on the routed ring of one dimension, and expects those of a node
 * on that of another. Here these rings are this node's own, and lead to no neighbour. This moves
 * packets between them and the rings of the live links: it sends net's packets and forwards those
 * of others on the paths of net/ways/way.h, and puts packets for this node where net expects them.
 * So nothing else in net knows of dead links. Each live link has two routed rings (net/ways/way.h).
 *
 * Forwarding never blocks: a packet whose next ring is full stays where it is. A packet for this
 * node waits at most for this node's next call.
 *
 * Paths ascend in physical dimensions (net/physical.h), so cuberun --map places nodes as usual. */
#ifndef NET_DEAD_H
#define NET_DEAD_H

/* As net_start, in a machine with dead links. Ends the program if the paths round these could
 * deadlock, or if memory is short. */
void dead_begin(void);

#endif
