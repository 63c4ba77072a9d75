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
 * `purpose` says what the program does, for its help text. Returns true; or false if the program
 * has to end with *status, because the help text was asked for, or because node 0 has said what is
 * wrong. */
bool settings_read(int argc, char *argv[], const char *purpose, struct settings *settings,
                   int *status);

#endif
