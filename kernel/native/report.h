/* Why a machine of processes ends badly, in the words of the kernel's reports. */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

#include "kernel/native/host.h"

/* Prints what has ended a node's process, by the status that the host tells of it. Returns the exit
 * status of the run. */
uint8_t report_gone(const struct host_node *node, int status);

/* Prints that no node can go on, and what each waits for. */
void report_deadlock(void);

/* Prints what nobody has received. Returns whether there was anything. */
bool report_unreceived(void);

/* Asks the nodes what they wait for. Returns how many were asked: they go on, and wait again. */
uint32_t report_ask(void);

/* Prints where the nodes are whose programs have not come to their end. They have told (last.h). */
void report_places(void);

#endif
