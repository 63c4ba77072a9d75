/* The options of the demonstrations. */
#ifndef PROGRAMS_PARTS_SETTINGS_H
#define PROGRAMS_PARTS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct settings {
    bool sized;           /* whether the program has the option -m */
    size_t bytes;         /* of a block: -m */
    unsigned repetitions; /* -r */
};

/* Reads -m BYTES (K and M allowed) and -r REPETITIONS, which replace the defaults in *settings.
 * `purpose` describes the program, for its help text. Returns true; or false if the program must
 * end with *status, after the help text or an error at node 0. */
bool settings_read(int argc, char *argv[], const char *purpose, struct settings *settings,
                   int *status);

#endif
