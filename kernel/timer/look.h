/* The time of a computing node's next interrupt, to look for packets to forward
 * (kernel/timer/detour.h). */
#ifndef KERNEL_LOOK_H
#define KERNEL_LOOK_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* From one look to the next a process computes for `microseconds`; if that is 0, no node looks. The
 * nodes that are awake share `threads` threads of the host. Start-up calls this on the boot core.
 */
void look_start(uint32_t microseconds, uint32_t threads);

/* Whether nodes look. */
bool look_wanted(void);

/* Lets the next look of this core's node come after the usual time, or after an eighth of it. */
void look_later(struct node *node);
void look_soon(struct node *node);

/* look_stop switches the timer off before a sleep, and look_go_on switches it on after the sleep.
 * To be called on the node's own core. */
void look_stop(const struct node *node);
void look_go_on(struct node *node);

#endif
