/* Programs that have ended. */
#ifndef KERNEL_FINISH_H
#define KERNEL_FINISH_H

#include <stdint.h>

struct node;

/* The program of *node has ended with `status`; its process goes on forwarding for others, and
 * counts at its address `unreceived` (0: nowhere) what it keeps of messages. When it was the last
 * program, and a status was not 0, the machine ends with the first of those. */
void finish_program(struct node *node, uint8_t status, uint64_t unreceived);

/* No node can go on, by the node that found it. Ends the machine: with a report of the deadlock
 * where a program has not ended; with 0 where all have ended well, and all that was sent was
 * received; else with a report of what was not. Nothing is under way then: each process that
 * forwards has taken what came out of its routed rings before it fell asleep. */
_Noreturn void finish_idle(void);

#endif
