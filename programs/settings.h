/* The options of the demonstrations. */
#ifndef PROGRAMS_SETTINGS_H
#define PROGRAMS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct settings {
    bool sized;           /* the program knows -m */
    size_t bytes;         /* of a block: -m */
    unsigned repetitions; /* -r */
};

/* Reads -m BYTES (K and M allowed) and -r REPETITIONS over the defaults in *settings. `purpose`
 * says what the program does, for its help text. Returns true, or false where the program is to end
 * with *status: after the help text, or after node 0 has said what is wrong. */
bool settings_read(int argc, char *argv[], const char *purpose, struct settings *settings,
                   int *status);

/* calloc, but for a message and the end of the program where there is no memory. */
void *allocate(size_t count, size_t bytes);

/* Ends the program with a message if `error` is one, a negative errno of the call `what`. */
void must(int error, const char *what);

#endif
