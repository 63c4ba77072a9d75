/* Taking packets from neighbours, for the calls that are made of it. */
#ifndef NET_NEIGHBOUR_H
#define NET_NEIGHBOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum neighbour_result {
    NEIGHBOUR_NOTHING, /* nothing has arrived */
    NEIGHBOUR_PART,    /* a piece was taken, more are to come */
    NEIGHBOUR_DONE,    /* the last piece was taken */
};

/* Takes the next piece, if one has arrived, of a packet of `operation` and `step` of which *taken
 * of `bytes` bytes have been taken, to buffer + *taken. Returns an enum neighbour_result, or
 * -EPROTO (a packet of another operation or step), -EMSGSIZE (of another size); then nothing was
 * taken. */
int neighbour_take(uint32_t dimension, uint32_t operation, uint32_t step, uint8_t *buffer,
                   size_t bytes, size_t *taken);

#endif
