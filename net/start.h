/* The start of net at a node. */
#ifndef NET_START_H
#define NET_START_H

/* Starts the node's links, its inboxes and its clock, as the node page says. A node does this
 * before anything else. */
void net_start(void);

#endif
