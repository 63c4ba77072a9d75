/* The start of net where a link or node is dead or may fail. */
#ifndef NET_FAULTS_START_H
#define NET_FAULTS_START_H

/* Does what net_start does, and sets fault_hooks (net/fault_hooks.h). Ends the program if there is
 * no memory, or if packets on the paths around dead links could wait for each other in a circle. */
void faults_start(void);

#endif
