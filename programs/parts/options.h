/* The options of programs that compute: numbers and words by their names. */
#ifndef PROGRAMS_PARTS_OPTIONS_H
#define PROGRAMS_PARTS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATUS_USAGE = 2 }; /* the exit status of a program whose arguments are wrong */

/* An option `--name VALUE`. Its value is a number if `number` is not null, and a word if `word` is
 * not null. If both are null, the option has no value, and sets *given. */
struct program_option {
    const char *name;    /* without the dashes; null for the word that belongs to no option */
    const char *meaning; /* for the help text: a description in a few words */
    uint64_t *number;    /* the default, then the given one; K and M may follow the digits */
    uint64_t least, most;
    const char **word; /* the default, then the given one, which is the caller's argument */
    bool *given;
};

/* Reads the arguments, which replace the defaults. `purpose` describes the program, for the help
 * text of --help. Returns true; or false if the program must end with *status, after the help text
 * or an error at node 0. Every node calls it. */
bool options_read(int count, char *words[], const char *purpose,
                  const struct program_option options[], size_t size, int *status);

/* Reads a number from `least` to `most`: digits, after which K (1024) or M (1024 K) may stand.
 * Returns whether the text is such a number. */
bool options_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

#endif
