#include "programs/parts/options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TEXT = 160, /* bytes of a message */
    COLUMN = 22,     /* where the meanings begin in the help text */
};

_Noreturn void options_refuse(const char *format, ...) {
    if (cube_node() == 0) {
        va_list values;
        va_start(values, format);
        vfprintf(stderr, format, values);
        va_end(values);
        fputc('\n', stderr);
    }
    exit(STATUS_USAGE);
}

size_t options_choice(const char *word, const char *const list[], size_t size) {
    size_t place = 0;
    while (place < size && strcmp(word, list[place]) != 0)
        place++;
    return place;
}

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

unsigned options_list(const char *text, char separator, unsigned numbers[]) {
    for (unsigned count = 0; count < CUBE_DIMENSIONS; text++) {
        char *end;
        if (*text < '0' || *text > '9')
            return 0;
        unsigned long number = strtoul(text, &end, 10);
        if (number > 1u << CUBE_DIMENSIONS)
            return 0;
        numbers[count++] = (unsigned)number;
        if (*end == '\0')
            return count;
        if (*end != separator)
            return 0;
        text = end;
    }
    return 0;
}

/* Writes the option as users write it. Returns `text`. */
static const char *written(const struct program_option *option, char text[MOST_TEXT]) {
    const char *name = option->name ? option->name : "";
    snprintf(text, MOST_TEXT, "%s%s", strlen(name) > 1 ? "--" : *name ? "-" : "", name);
    return text;
}

static const struct program_option *find(const struct program_option options[], size_t size,
                                         const char *word) {
    char text[MOST_TEXT];
    for (size_t i = 0; i < size; i++)
        if (strcmp(written(&options[i], text), word[0] == '-' ? word : "") == 0)
            return &options[i];
    return NULL;
}

/* Takes a value for the option. Returns whether the option can have this value; if not, `wrong`
 * says why. */
static bool take_value(const struct program_option *option, const char *value,
                       char wrong[MOST_TEXT]) {
    char text[MOST_TEXT];
    if (!option->number) {
        *option->word = value;
        return true;
    }
    if (options_number(value, option->least, option->most, option->number))
        return true;
    snprintf(
        wrong, MOST_TEXT, "%.40s: invalid number \"%.40s\" (expected: %" PRIu64 " to %" PRIu64 ")",
        option->name ? written(option, text) : option->meaning, value, option->least, option->most);
    return false;
}

/* Reads all words. Returns whether all were right and nobody asked for help. `wrong` says what was
 * wrong, or is empty. */
static bool read_all(int count, char *words[], const struct program_option options[], size_t size,
                     char wrong[MOST_TEXT]) {
    bool has_word = false; /* whether the word that belongs to no option was read */
    wrong[0] = '\0';
    for (int i = 1; i < count; i++) {
        bool named = words[i][0] == '-';
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return false;
        const struct program_option *option = find(options, size, words[i]);
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
        const char *value = !option->name || option->given ? ""
                            : option->number               ? "NUMBER"
                                                           : "WORD";
        char name[MOST_TEXT], left[2 * MOST_TEXT];
        snprintf(left, sizeof left, "%s %s", option->name ? written(option, name) : "WORD", value);
        fprintf(out, "  %-*s  %s", COLUMN, left, option->meaning);
        if (option->number)
            fprintf(out, " (%" PRIu64 ")", *option->number);
        else if (option->word && *option->word)
            fprintf(out, " (%s)", *option->word);
        fputc('\n', out);
    }
}

void options_read(int count, char *words[], const char *purpose,
                  const struct program_option options[], size_t size) {
    char wrong[MOST_TEXT];
    if (read_all(count, words, options, size, wrong))
        return;
    if (cube_node() == 0) {
        FILE *out = wrong[0] == '\0' ? stdout : stderr;
        if (wrong[0] != '\0')
            fprintf(out, "%s\n", wrong);
        print_help(out, purpose, options, size);
    }
    exit(wrong[0] == '\0' ? EXIT_SUCCESS : STATUS_USAGE);
}
