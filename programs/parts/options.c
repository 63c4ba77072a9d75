#include "programs/parts/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum {
    MOST_TEXT = 160, /* bytes of a message */
    COLUMN = 22,     /* where the meanings begin in the help text */
};

bool options_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return false;
    unsigned long value = strtoul(text, &end, 10);
    unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : 0;
    if (end[shift != 0] != '\0' || value > most >> shift)
        return false;
    *number = (uint64_t)value << shift;
    return *number >= least;
}

static const struct program_option *find(const struct program_option options[], size_t size,
                                         const char *name) {
    for (size_t i = 0; i < size; i++)
        if (!name ? !options[i].name : options[i].name && strcmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

/* Takes a value for the option. Returns whether the option can have this value; if not, `wrong`
 * says why. */
static bool take_value(const struct program_option *option, const char *value,
                       char wrong[MOST_TEXT]) {
    if (!option->number) {
        *option->word = value;
        return true;
    }
    if (options_number(value, option->least, option->most, option->number))
        return true;
    snprintf(wrong, MOST_TEXT, "%s%s: invalid number \"%s\" (expected: %" PRIu64 " to %" PRIu64 ")",
             option->name ? "--" : "", option->name ? option->name : option->meaning, value,
             option->least, option->most);
    return false;
}

/* Reads all words. Returns whether all were right and nobody asked for help. `wrong` says what was
 * wrong, or is empty. */
static bool read_all(int count, char *words[], const struct program_option options[], size_t size,
                     char wrong[MOST_TEXT]) {
    bool has_word = false; /* whether the word that belongs to no option was read */
    wrong[0] = '\0';
    for (int i = 1; i < count; i++) {
        bool named = strncmp(words[i], "--", 2) == 0;
        if (named && strcmp(words[i], "--help") == 0)
            return false;
        const struct program_option *option = find(options, size, named ? words[i] + 2 : NULL);
        if (!option || (!named && has_word)) {
            snprintf(wrong, MOST_TEXT, "unknown option \"%s\"", words[i]);
            return false;
        }
        has_word = has_word || !named;
        if (named && option->given) {
            *option->given = true;
            continue;
        }
        if (named && ++i == count) {
            snprintf(wrong, MOST_TEXT, "%s requires a value", words[i - 1]);
            return false;
        }
        if (!take_value(option, words[i], wrong))
            return false;
    }
    return true;
}

static void print_help(FILE *out, const char *purpose, const struct program_option options[],
                       size_t size) {
    fprintf(out, "%s\n", purpose);
    for (size_t i = 0; i < size; i++) {
        const struct program_option *option = &options[i];
        char left[MOST_TEXT];
        snprintf(left, sizeof left, "%s%s%s", option->name ? "--" : "",
                 option->name ? option->name : "WORD",
                 !option->name || option->given ? ""
                 : option->number               ? " NUMBER"
                                                : " WORD");
        fprintf(out, "  %-*s  %s", COLUMN, left, option->meaning);
        if (option->number)
            fprintf(out, " (%" PRIu64 ")", *option->number);
        else if (option->word && *option->word)
            fprintf(out, " (%s)", *option->word);
        fputc('\n', out);
    }
}

bool options_read(int count, char *words[], const char *purpose,
                  const struct program_option options[], size_t size, int *status) {
    char wrong[MOST_TEXT];
    if (read_all(count, words, options, size, wrong))
        return true;
    *status = wrong[0] == '\0' ? EXIT_SUCCESS : STATUS_USAGE;
    if (cube_node() != 0)
        return false;
    FILE *out = wrong[0] == '\0' ? stdout : stderr;
    if (wrong[0] != '\0')
        fprintf(out, "%s\n", wrong);
    print_help(out, purpose, options, size);
    return false;
}
