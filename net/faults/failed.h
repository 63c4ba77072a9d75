/* Machines in which links and nodes fail while the program runs (cuberun --fail).
 *
 * Messages keep E-cube's paths, and schedules stay as they are: a failed link becomes a virtual one
 * (net/faults/failed_link.h). Its messages go by up-down paths (net/ways/up_down.h) on the second
 * routed ring of the live links, and nothing else does. They are taken in at their destination at
 * once, so nothing can wait in a circle.
 *
 * All nodes learn of failures from the kernel. A packet on the second ring says which ones its
 * sender knew of; a node first learns those that it does not know. Then it drops the packet unless
 * both know the same, because other nodes may send it in a circle, or over the ring of a failed
 * link. With each failure that a node learns, all ends of its virtual links begin anew: so dropped
 * packets are sent again, without a timer.
 *
 * Where nodes may fail, all messages go from end to end in this way (net/faults/end_to_end.h), and
 * the neighbours of a failed node take its place, each at its own link (net/faults/failed_node.h).
 * Links that are dead from the start (cuberun --dead) are virtual from the start.
 *
 * Until a link fails, a node only looks at its clock before it sleeps. */
#ifndef NET_FAILED_H
#define NET_FAILED_H

/* As net_start, in a machine in which links or nodes may fail. Ends the program if memory is short.
 */
void failed_start(void);

#endif
