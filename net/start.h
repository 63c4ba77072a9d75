/* The start of net at a node. */
#ifndef NET_START_H
#define NET_START_H

/* Starts the links, the inboxes and the clock of the node, as the node page says. Called first. */
void net_start(void);

#endif
