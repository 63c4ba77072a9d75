/* Taking packets from neighbours. */
#ifndef NET_LINK_MESSAGE_H
#define NET_LINK_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"

enum link_message_taken {
    LINK_MESSAGE_NOTHING, /* nothing has arrived */
    LINK_MESSAGE_PART,    /* a piece was taken, more are to come */
    LINK_MESSAGE_DONE,    /* the last piece was taken */
};

/* Copies the next piece of a packet, if one has arrived on `dimension`, to buffer + *taken, and
 * adds its bytes to *taken. The packet belongs to `operation` and `step` and has `bytes` bytes.
 * Returns an enum link_message_taken; or takes nothing and returns -EPROTO if the packet is of
 * another operation or step, and -EMSGSIZE if it has another size. */
int link_message_take(uint32_t dimension, uint32_t operation, uint32_t step, uint8_t *buffer,
                      size_t bytes, size_t *taken);

/* Returns `error`, by which a receive on `dimension` has failed; or -EHOSTDOWN if it is -EPROTO
 * because the neighbour's program has failed. */
COLD int link_message_error(uint32_t dimension, int error);

#endif
