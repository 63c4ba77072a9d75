/* The arguments of programs: options by their names, and numbers and lists as people write them. */
#ifndef PROGRAMS_PARTS_OPTIONS_H
#define PROGRAMS_PARTS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube.h"

enum { STATUS_USAGE = 2 }; /* the exit status of a program whose arguments are wrong */

/* An option `--name VALUE`, or `-n VALUE` if its name is one letter. Its value is a number if
 * `number` is not null, and a word if `word` is not null. If both are null, the option has no
 * value, and sets *given. */
struct program_option {
    const char *name;    /* without the dashes; null for the word that belongs to no option */
    const char *meaning; /* for the help text: a description in a few words */
    uint64_t *number;    /* the default, then the given one; K and M may follow the digits */
    uint64_t least, most;
    const char **word; /* the default, then the given one, which is the caller's argument */
    bool *given;
};

/* Rows of a table of options, for variables of these types. */
/* clang-format off */
#define OPTION_NUMBER(name, meaning, variable, least, most)                                        \
    {name, meaning, &(variable), least, most, NULL, NULL}
#define OPTION_WORD(name, meaning, variable) {name, meaning, NULL, 0, 0, &(variable), NULL}
#define OPTION_FLAG(name, meaning, variable) {name, meaning, NULL, 0, 0, NULL, &(variable)}
/* clang-format on */

/* Reads the arguments, which replace the defaults. `purpose` describes the program, for the help
 * text of --help. Ends the program after that text, or after an error at node 0. Every node calls
 * it. */
void options_read(int count, char *words[], const char *purpose,
                  const struct program_option options[], size_t size);

/* The same, for a table that is an array. */
#define OPTIONS_READ(count, words, purpose, table)                                                 \
    options_read(count, words, purpose, table, sizeof(table) / sizeof *(table))

/* Ends the program with STATUS_USAGE because of its arguments. Node 0 prints the message, a line.
 * Every node calls it. */
_Noreturn void options_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns the place of a word in a list of `size` words; or `size` if the list does not have it. */
size_t options_choice(const char *word, const char *const list[], size_t size);

/* Reads a number from `least` to `most`: digits, after which K (1024) or M (1024 K) may stand.
 * Returns whether the text is such a number. */
bool options_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Reads sides of a mesh or a list of dimensions, such as 4x8 or 0,2,3: numbers that have
 * `separator` between them, into numbers[0 .. CUBE_DIMENSIONS - 1]. Returns how many there are; or
 * 0 if the text is no such list, or a number is above 2^CUBE_DIMENSIONS. */
unsigned options_list(const char *text, char separator, unsigned numbers[]);

#endif
