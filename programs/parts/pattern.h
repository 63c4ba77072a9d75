/* Contents of messages that identify the message, its sender and receiver: two patterns differ in
 * every word. */
#ifndef PROGRAMS_PARTS_PATTERN_H
#define PROGRAMS_PARTS_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/* Identifies a message: the sender, the number of the element, and the receiver. */
struct pattern {
    uint32_t source;
    uint32_t element;
    uint32_t destination;
};

/* Writes the message of `bytes` bytes to the caller's buffer. */
void pattern_fill(const struct pattern *pattern, void *buffer, size_t bytes);

/* Returns the offset of the first byte of the buffer that is not the message's, or `bytes` if all
 * are right. */
size_t pattern_check(const struct pattern *pattern, const void *buffer, size_t bytes);

#endif
