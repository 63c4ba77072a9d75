/* The start of net where a link or node is dead or may fail. */
#ifndef NET_FAULTS_START_H
#define NET_FAULTS_START_H

/* As net_start, and sets fault_hooks (net/fault_hooks.h). Ends the program if memory is short, or
 * if packets on the paths around dead links could deadlock. */
void faults_start(void);

#endif
