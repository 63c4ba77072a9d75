/* Messages between neighbours, for the calls that are made of them. */
#ifndef NET_NEIGHBOUR_H
#define NET_NEIGHBOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sends or receives one packet of `operation` and `step` on `dimension` (not checked), waiting for
 * room or for its arrival; `name` is what the deadlock report calls it. Both return 0; the receive
 * also -EPROTO and -EMSGSIZE as cube_link_recv does. */
void neighbour_send(uint32_t dimension, uint32_t operation, uint32_t step, const char *name,
                    const void *buffer, size_t bytes);
int neighbour_recv(uint32_t dimension, uint32_t operation, uint32_t step, const char *name,
                   void *buffer, size_t bytes);

#endif
