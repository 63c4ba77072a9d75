/* Programs that have ended, and the machine's end that follows from it. */
#ifndef KERNEL_FINISH_H
#define KERNEL_FINISH_H

#include <stdint.h>

struct node;

/* Called when the program of *node has ended with `status`. Its process goes on forwarding for
 * others, and counts, at its address `unreceived`, the messages that nobody has received. If that
 * is 0, it does not count. When this was the last program and some status was not 0, the machine
 * ends with the first such status. */
void finish_program(struct node *node, uint8_t status, uint64_t unreceived);

/* Ends the machine because no node can go on. Where a program has not ended, that is a deadlock,
 * and is reported. Where all have ended well, the status is 0 if all that was sent was received;
 * else what was not received is reported. No message is on its way at this moment, because each
 * process takes what has arrived out of its routed rings before it falls asleep. The caller is the
 * node that found that no node can go on. */
_Noreturn void finish_idle(void);

#endif
