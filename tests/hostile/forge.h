/* Forged messages between processes of MPI: a hostile node puts them on its links, in its own name
 * and in the names of nodes whose path leads over it. */
#ifndef TESTS_HOSTILE_FORGE_H
#define TESTS_HOSTILE_FORGE_H

#include <stddef.h>
#include <stdint.h>

#include "mpi/message/envelope.h"

/* A forged message. Its data are `bytes` bytes, all `fill`, of which `left_out` at the end are not
 * sent. */
struct forged {
    uint32_t source, destination;
    struct envelope envelope;
    size_t bytes, left_out;
    uint8_t fill;
};

/* Puts a message on the calling node's link, on the way to its destination, and waits for as long
 * as there is no room. */
void forge(const struct forged *forged);

/* Does the same with `bytes` bytes that were left out. */
void forge_rest(const struct forged *forged, size_t bytes);

/* For attack_by, in the victim's thread: its neighbour on `dimension` puts a drawn message, or a
 * piece of one, on the link, or changes the envelope to which the victim has come. As often as not
 * it is one that the victim waits for: the neighbour guesses all numbers right. */
void forge_any(uint32_t dimension, uint32_t *random);

/* Draws the forgeries of forge_any in the next run. */
void forge_begin(uint32_t *random);

#endif
