/* What was sent and never received. */
#ifndef KERNEL_UNRECEIVED_H
#define KERNEL_UNRECEIVED_H

#include <stdbool.h>

/* Prints who has not received what of whom: packets in the rings of the direct channel, by what the
 * windows say, and messages in inboxes, by what the processes count. Returns whether there was
 * anything. When all programs have ended and no node runs. */
bool unreceived_report(void);

#endif
