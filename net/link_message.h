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

/* Takes the next piece of a packet, if one has arrived, to buffer + *taken. The packet is one of
 * `operation` and `step` and has `bytes` bytes, of which *taken have been taken before. Returns an
 * enum link_message_taken; or -EPROTO (the packet that has arrived is of another operation or step)
 * or -EMSGSIZE (it has another size), and has then taken nothing. */
int link_message_take(uint32_t dimension, uint32_t operation, uint32_t step, uint8_t *buffer,
                      size_t bytes, size_t *taken);

#endif
