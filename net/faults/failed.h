/* Machines in which links and nodes fail while the program runs (cuberun --fail-link, --fail-node).
 *
 * Messages go on by E-cube's paths, and schedules stay as they are: a link that has failed becomes
 * a virtual one (net/faults/failed_link.h). What it carries goes by up-down paths
 * (net/ways/up_down.h) on the second routed ring of the links that live, and nothing else does.
 * What comes there for a node is taken in at once, so nothing can wait in a circle.
 *
 * All nodes learn of failures from the kernel. A packet on the second ring says which ones its
 * sender knew of. What a node does not know of these it learns first. Then it drops the packet
 * unless both know the same, because other nodes may send it in a circle, or over the ring of a
 * link that is no more. With each failure that a node learns all ends of its virtual links begin
 * anew: so what is dropped is sent again, and there is no timer.
 *
 * Where nodes may fail, all messages go from end to end in this way (net/faults/end_to_end.h), and
 * of each node that has failed its neighbours take the place, each at its own link
 * (net/faults/failed_node.h).
 *
 * Links that are dead from the start (cuberun --dead-link) are virtual ones from the start here.
 *
 * Until a link fails, a node does nothing for it but to look at its clock, when it is about to
 * sleep.
 */
#ifndef NET_FAILED_H
#define NET_FAILED_H

/* Does what net_start does, in a machine in which links or nodes may fail. Ends the program if
 * there is no memory. */
void failed_start(void);

#endif
