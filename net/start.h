/* The start of net at a node. */
#ifndef NET_START_H
#define NET_START_H

/* Starts the node's links, its clock and its inboxes, as the node page says. The first thing that a
 * node does. */
void net_start(void);

#endif
