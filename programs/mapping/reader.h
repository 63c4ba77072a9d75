/* Reads a communication from a text of this form:
 *
 *     # Anything after such a character is a remark; empty lines mean nothing.
 *     scatter         (this word, alone on the first line, where x = Ay + b is meant)
 *     0 1 0           the n rows of A, n digits each, with or without blanks between them
 *     0 0 1
 *     1 0 0
 *     1 1 0           b, from bit 0 on
 */
#ifndef MAPPING_READER_H
#define MAPPING_READER_H

#include <stddef.h>

#include "programs/mapping/communication.h"

struct reader_error {
    size_t line;   /* from 1 */
    size_t column; /* from 1 */
    char message[96];
};

/* Reads `bytes` characters at `text`, the caller's, into *communication, whose name stays as it is.
 * Returns 0, or -EINVAL; then *error has the error and its place. */
int reader_communication(const char *text, size_t bytes, struct communication *communication,
                         struct reader_error *error);

#endif
