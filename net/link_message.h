/* Taking packets from neighbours, for the calls that are made of it. */
#ifndef NET_LINK_MESSAGE_H
#define NET_LINK_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum link_message_taken {
    LINK_MESSAGE_NOTHING, /* nothing has arrived */
    LINK_MESSAGE_PART,    /* a piece was taken, more are to come */
    LINK_MESSAGE_DONE,    /* the last piece was taken */
};

/* Takes the next piece, if one has arrived, of a packet of `operation` and `step` of which *taken
 * of `bytes` bytes have been taken, to buffer + *taken. Returns an enum neighbour_result, or
 * -EPROTO (a packet of another operation or step), -EMSGSIZE (of another size); then nothing was
 * taken. */
int link_message_take(uint32_t dimension, uint32_t operation, uint32_t step, uint8_t *buffer,
                      size_t bytes, size_t *taken);

#endif
