/* Why a machine of processes ends badly, in the words of the kernel's reports. */
#ifndef NATIVE_REPORT_H
#define NATIVE_REPORT_H

#include "kernel/native/host.h"

/* Prints the cause of the end of a node's process, by its status from the host. Returns the exit
 * status of the run. */
uint8_t report_gone(const struct host_node *node, int status);

/* Prints the report of a deadlock. */
void report_deadlock(void);

/* Prints the unreceived messages. Returns whether there were any. */
bool report_unreceived(void);

/* Asks the nodes for details of their waits. Returns the number of nodes asked: they continue, and
 * wait again. */
uint32_t report_ask(void);

/* Prints the places of nodes whose programs have not ended (last.h). */
void report_places(void);

#endif
