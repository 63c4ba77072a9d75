/* The routed channel of a machine in which links are dead.
 *
 * Net believes in E-cube: it puts packets on the routed ring of one dimension, and expects those of
 * a node on that of another. In such a machine these rings are this node's own, and lead to no
 * neighbour. Between them and the rings of the links that live stands this: it takes what net has
 * sent, passes on what others have, on the paths of net/ways/way.h, and puts what is for this node
 * where net expects it. So nothing else in net knows of dead links, and machines without any have
 * none of this. Each link that lives has two routed rings here: see net/ways/way.h.
 *
 * Forwarding never blocks: what finds its next ring full stays where it is. A packet for this node
 * waits at most for this node's next call.
 *
 * Paths ascend in physical dimensions (net/physical.h), so that cuberun --map places nodes as well
 * here as where all links live.
 */
#ifndef NET_DEAD_H
#define NET_DEAD_H

/* Does what net_start does, in a machine in which links are dead. Ends the program if the paths
 * round these could wait for each other in a circle, or if there is no memory. */
void dead_begin(void);

#endif
